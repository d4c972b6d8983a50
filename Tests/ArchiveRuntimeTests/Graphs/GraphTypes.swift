@_spi(GeneratedCode) import ArchiveRuntime
import Foundation

/// Records of three types that lead to each other, laid out as C would lay them out.
struct Alpha: ArchivableNode {
  var id: UInt32
  var kind: UInt8
  var next: UnsafeMutablePointer<Alpha>?
  var beta: UnsafeMutablePointer<Beta>?
  var gamma: UnsafeMutablePointer<Gamma>?

  static let archiveSchema: RecordSchema = RecordSchema(
    "alpha", size: 32, alignment: 8,
    fields: [
      .scalar("id", .u32, at: 0),
      .scalar("kind", .u8, at: 4),
      .link("next", to: Alpha.archiveSchema, at: 8),
      .link("beta", to: Beta.archiveSchema, at: 16),
      .link("gamma", to: Gamma.archiveSchema, at: 24),
    ])
}

struct Beta: ArchivableNode {
  var value: Double
  var count: Int32
  var many: UInt16
  var gammas: UnsafeMutablePointer<Gamma>?
  var numbers: UnsafeMutablePointer<Int64>?
  var back: UnsafeMutablePointer<Alpha>?
  var name: UnsafeMutablePointer<CChar>?

  static let archiveSchema: RecordSchema = RecordSchema(
    "beta", size: 48, alignment: 8,
    fields: [
      .scalar("value", .f64, at: 0),
      .scalar("count", .i32, at: 8),
      .scalar("many", .u16, at: 12),
      .link("gammas", to: Gamma.archiveSchema, count: .of("count"), at: 16),
      .data("numbers", of: .i64, count: .of("many"), at: 24),
      .link("back", to: Alpha.archiveSchema, at: 32),
      .string("name", .utf8, at: 40),
    ])
}

struct Gamma: ArchivableNode {
  var tag: Int16
  var field: Int64
  var beta: UnsafeMutablePointer<Beta>?
  /// Anything of its type: a field of a record, an element of an array, a number by itself.
  var number: UnsafeMutablePointer<Int64>?
  var slots: (UnsafeMutablePointer<Gamma>?, UnsafeMutablePointer<Gamma>?)

  static let archiveSchema: RecordSchema = RecordSchema(
    "gamma", size: 48, alignment: 8,
    fields: [
      .scalar("tag", .i16, at: 0),
      .scalar("field", .i64, at: 8),
      .link("beta", to: Beta.archiveSchema, at: 16),
      .data("number", of: .i64, at: 24),
      .link("slots", [2], to: Gamma.archiveSchema, at: 32),
    ])
}

/// A doubly linked list's node.
struct Link: ArchivableNode {
  var value: Int32
  var next: UnsafeMutablePointer<Link>?
  var previous: UnsafeMutablePointer<Link>?

  static let archiveSchema: RecordSchema = RecordSchema(
    "link", size: 24, alignment: 8,
    fields: [
      .scalar("value", .i32, at: 0),
      .link("next", to: Link.archiveSchema, at: 8),
      .link("previous", to: Link.archiveSchema, at: 16),
    ])

  /// A list of `count` nodes, in one block that the caller frees.
  static func list(_ count: Int) -> UnsafeMutablePointer<Link> {
    let nodes = UnsafeMutablePointer<Link>.allocate(capacity: max(count, 1))
    for index in 0..<count {
      (nodes + index).initialize(
        to: Link(
          value: Int32(index), next: index + 1 < count ? nodes + index + 1 : nil,
          previous: index > 0 ? nodes + index - 1 : nil))
    }
    return nodes
  }
}

/// A repeatable source of random numbers.
struct Xorshift: RandomNumberGenerator {
  var state: UInt64
  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }
  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}

/// Runs `body` on a thread with a stack of so many bytes.
func onThread(stackSize: Int, _ body: @escaping @Sendable () throws -> Void) throws {
  nonisolated(unsafe) var result: Result<Void, any Error> = .success(())
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    result = Result { try body() }
    done.signal()
  }
  thread.stackSize = stackSize
  thread.start()
  done.wait()
  try result.get()
}
