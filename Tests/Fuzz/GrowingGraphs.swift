@_spi(GeneratedCode) import ArchiveRuntime
import Foundation

// Graphs whose shape is what costs: pointers to ends of one text, conditions of many values, and functions whose names are
// ends of one text.

/// Points into three texts of which the others' pointers have the ends.
struct Label: ArchivableNode {
  var next: UnsafeMutablePointer<Label>?
  var wide: UnsafeRawPointer?
  var wider: UnsafeRawPointer?
  var narrow: UnsafeRawPointer?

  static let archiveSchema: RecordSchema = RecordSchema(
    "label", size: 32, alignment: 8,
    fields: [
      .link("next", to: Label.archiveSchema, at: 0), .string("wide", .utf16, at: 8),
      .string("wider", .utf32, at: 16), .string("narrow", .latin1, at: 24),
    ])
}

nonisolated(unsafe) private var labelTexts: [UnsafeMutableRawPointer] = []

/// A list of labels, each with the next ends of the texts.
func label_build(_ count: Int = 8) -> UnsafeMutablePointer<Label>? {
  let labels = UnsafeMutablePointer<Label>.allocate(capacity: count)
  let wide = UnsafeMutablePointer<UInt16>.allocate(capacity: count + 1)
  let wider = UnsafeMutablePointer<UInt32>.allocate(capacity: count + 1)
  let narrow = UnsafeMutablePointer<UInt8>.allocate(capacity: count + 1)
  wide.initialize(repeating: 0xE9, count: count)
  wider.initialize(repeating: 0x1F600, count: count)
  narrow.initialize(repeating: 0xE9, count: count)
  (wide + count).initialize(to: 0)
  (wider + count).initialize(to: 0)
  (narrow + count).initialize(to: 0)
  for index in 0..<count {
    (labels + index).initialize(
      to: Label(
        next: index + 1 < count ? labels + index + 1 : nil, wide: UnsafeRawPointer(wide + index),
        wider: UnsafeRawPointer(wider + count - 1 - index), narrow: UnsafeRawPointer(narrow + index)))
  }
  labelTexts = [UnsafeMutableRawPointer(wide), UnsafeMutableRawPointer(wider), UnsafeMutableRawPointer(narrow)]
  return labels
}

func label_free(_ labels: UnsafeMutablePointer<Label>?) {
  labels?.deallocate()
  for text in labelTexts { text.deallocate() }
  labelTexts = []
}

/// A value that is there for many values of a tag.
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

  /// Above what an archive's condition is extended by: who goes through all values has the most to do.
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

/// Points to a function. An archive that we write has the name by itself; a made-up one may have it as a text's end.
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

/// The same memory, of which what points to the function points to text.
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

/// An archive of callers whose function's name is the end of a text of so many bytes.
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
