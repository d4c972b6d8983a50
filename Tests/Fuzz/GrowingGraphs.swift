@_spi(GeneratedCode) import ArchiveRuntime
import Foundation

// Graphs with expensive shapes, besides those of Labels.swift: conditions with many values, and functions whose names
// are suffixes of one text.

/// A record with a value that exists for many values of a tag.
struct Tagged: ArchivableNode {
  var next: UnsafeMutablePointer<Tagged>?
  var kind: Int64
  var value: Int64

  static func schema(_ values: [Int64]) -> RecordSchema {
    RecordSchema(
      "tagged", size: 24, alignment: 8,
      fields: [
        .link("next", to: Tagged.archiveSchema, at: 0), .scalar("kind", .i64, at: 8),
        .scalar("value", .i64, at: 16).when("kind", values),
      ])
  }

  static let archiveSchema: RecordSchema = schema((0..<12).map { $0 * 3 + firstKind })

  /// This is greater than all values that are added to an archive's condition, so a linear search has to examine all of
  /// them.
  static let firstKind: Int64 = 5_000_000
}

func tagged_build(_ count: Int) -> UnsafeMutablePointer<Tagged>? {
  let nodes = UnsafeMutablePointer<Tagged>.allocate(capacity: count)
  for index in 0..<count {
    (nodes + index).initialize(
      to: Tagged(
        next: index + 1 < count ? nodes + index + 1 : nil, kind: Int64(index % 12) * 3 + Tagged.firstKind,
        value: Int64(index)))
  }
  return nodes
}

func tagged_free(_ nodes: UnsafeMutablePointer<Tagged>?) {
  nodes?.deallocate()
}

/// A record that points to a function. Archives that we write have the function's name as a whole text; in a fuzzed one
/// it may be a suffix.
struct Caller: ArchivableNode {
  var next: UnsafeMutablePointer<Caller>?
  var call: (@convention(c) () -> Void)?
  var text: UnsafeRawPointer?

  static let archiveSchema: RecordSchema = RecordSchema(
    "caller", size: 24, alignment: 8,
    fields: [
      .link("next", to: Caller.archiveSchema, at: 0),
      .symbol("call", [SymbolSchema("called", in: Caller.self, at: 8) { $0.call = called }], at: 8),
      .string("text", .utf8, at: 16),
    ])
}

func caller_build() -> UnsafeMutablePointer<Caller>? {
  let caller = UnsafeMutablePointer<Caller>.allocate(capacity: 1)
  caller.initialize(to: Caller(call: called))
  return caller
}

func caller_free(_ caller: UnsafeMutablePointer<Caller>?) {
  caller?.deallocate()
}

private let called: @convention(c) () -> Void = {}

/// A record with the same layout that has a text in place of the function.
struct NamingCaller: ArchivableNode {
  var next: UnsafeMutablePointer<NamingCaller>?
  var call: UnsafeRawPointer?
  var text: UnsafeRawPointer?

  static let archiveSchema: RecordSchema = RecordSchema(
    "caller", size: 24, alignment: 8,
    fields: [
      .link("next", to: NamingCaller.archiveSchema, at: 0), .string("call", .utf8, at: 8),
      .string("text", .utf8, at: 16),
    ])
}

/// An archive of callers whose function's name is a suffix of a text with `textLength` more bytes.
func caller_archive(_ count: Int, textLength: Int) throws -> Data {
  let text = Array((String(repeating: "x", count: textLength) + "called").utf8) + [0]
  var callers = [NamingCaller](repeating: NamingCaller(), count: count)
  return try text.withUnsafeBytes { text in
    try callers.withUnsafeMutableBufferPointer { callers in
      for index in callers.indices {
        callers[index] = NamingCaller(
          next: index + 1 < count ? callers.baseAddress.map { $0 + index + 1 } : nil,
          call: text.baseAddress.map { $0 + textLength }, text: text.baseAddress)
      }
      return try ArchiveEncoder().encode(graph: callers.baseAddress.map { UnsafePointer($0) })
    }
  }
}
