import Foundation
import UntypedArchive

/// Makes keyed archives by hand, in which anything may refer to anything.
struct ShapeBuilder: ~Copyable {
  private var editor = ArchiveEditor()

  mutating func object(_ name: String, _ fields: [(String, ArchiveEditor.Value)]) throws -> Int {
    let number = editor.reserve()
    try editor.write(number, of: [name, "NSObject"], fields.map { .init($0.0, $0.1) })
    return number
  }

  mutating func value(_ value: ArchiveEditor.Value) throws -> Int {
    let number = editor.reserve()
    try editor.write(number, value)
    return number
  }

  mutating func text(_ text: String) throws -> Int { try value(.string(text)) }

  mutating func list(_ elements: [Int], as name: String = "NSArray") throws -> Int {
    try object(name, [("NS.objects", .array(elements.map { .reference($0) }))])
  }

  mutating func dictionary(_ keys: [Int], _ values: [Int]) throws -> Int {
    try object(
      "NSDictionary",
      [("NS.keys", .array(keys.map { .reference($0) })), ("NS.objects", .array(values.map { .reference($0) }))])
  }

  /// A link that may be written before what it leads to.
  mutating func reserved() -> Int { editor.reserve() }

  mutating func write(_ number: Int, _ name: String, _ fields: [(String, ArchiveEditor.Value)]) throws {
    try editor.write(number, of: [name, "NSObject"], fields.map { .init($0.0, $0.1) })
  }

  consuming func finish(_ root: Int) throws -> Data { try editor.finish([.init("root", .reference(root))]) }

  consuming func finish(top: [(String, ArchiveEditor.Value)]) throws -> Data {
    try editor.finish(top.map { .init($0.0, $0.1) })
  }
}
