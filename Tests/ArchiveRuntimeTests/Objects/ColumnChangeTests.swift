@_spi(GeneratedCode) import ArchiveEvolution
import Foundation
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

/// What generated code declares for a struct with `columns`.
private struct Item: ArchivableColumns, Equatable {
  var id: Int32
  var level: Int32 = 7
  static var archivedClassName: String { "Item" }
  static var earlierArchivedClassNames: [String] { ["Former"] }

  init(_ id: Int32, level: Int32 = 7) { (self.id, self.level) = (id, level) }
  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(id, forKey: "id")
    try encoder.encode(level, forKey: "level")
  }
  init(from decoder: ObjectDecoder) throws {
    id = try decoder.decode(Int32.self, forKey: "id")
    if let key = try decoder.storedKey("level") { level = try decoder.decode(Int32.self, forKey: key) }
  }
  static let archivedColumns = [
    ColumnProperty(Int32.self, "id"), ColumnProperty(Int32.self, "level", isRequired: false),
  ]
  static func encodeColumns(to encoder: ColumnsEncoder<Self>) throws {
    try encoder.encode(forKey: "id") { $0.id }
    try encoder.encode(forKey: "level") { $0.level }
  }
  init(fromColumns row: ColumnsRow) throws {
    id = try row.decode(Int32.self, 0)
    if row.has(1) { level = try row.decode(Int32.self, 1) }
  }
}

/// The same for a class.
private final class Node: ArchivableTable {
  var id: Int32
  init(_ id: Int32) { self.id = id }
  static var archivedClasses: [ArchivedClass] {
    [
      ArchivedClass(
        Node.self, name: "Node", encode: { try $1.encode($0.id, forKey: "id") },
        make: { Node(try $0.decode(Int32.self, forKey: "id")) }, table: Node.self)
    ]
  }
  static let archivedColumns = [ColumnProperty(Int32.self, "id")]
  static func encodeColumns(to encoder: ColumnsEncoder<Node>) throws { try encoder.encode(forKey: "id") { $0.id } }
  static func make(fromColumns row: ColumnsRow) throws -> Node { Node(try row.decode(Int32.self, 0)) }
}

/// What generated code declares for a value of protocol type.
private struct AnyThing: ArchivableExistential {
  let value: Any
  init(_ value: Any) { self.value = value }
  static var archivedTypes: [any ArchivableValue.Type] { [Item.self, Node.self] }
}

private let two = ("id", [1, 0, 0, 0, 2, 0, 0, 0] as [UInt8])

/// An archive of columns at the root.
private func columns(_ description: String, _ data: [(String, [UInt8])], name: String) throws -> Data {
  try keyedArchive([
    .object(2, [("[]", .uid(3))] + data.map { ("[]." + $0.0, .data($0.1)) }), .class(name + "[]", "NSObject"),
    .string(description),
  ])
}

@Suite("Columns of a type, or of an array's elements, that have become others")
struct ColumnChangeTests {
  @Test("are read as an array of optionals, and as one of a protocol's values")
  func otherElements() throws {
    let items = try columns("count 2\ni32 id", [two], name: "Item")
    #expect(try ArchiveDecoder().decode([Item?].self, from: items) == [Item(1), Item(2)])
    let things = try ArchiveDecoder().decode([AnyThing].self, from: items)
    #expect(things.map { ($0.value as? Item)?.id } == [1, 2])
    let nodes = try columns("count 2\ni32 id", [two], name: "Node")
    #expect(try ArchiveDecoder().decode([Node?].self, from: nodes).map { $0?.id } == [1, 2])
    #expect(
      try ArchiveDecoder().decode([AnyThing?].self, from: nodes).map { ($0?.value as? Node)?.id } == [1, 2])
    let lists = try ArchiveEncoder().encode([[Item(1)], [], [Item(2), Item(3)]])
    #expect(try ArchiveDecoder().decode([[Item?]?].self, from: lists) == [[Item(1)], [], [Item(2), Item(3)]])
    for name in ["Other", "Item[]"] {
      let other = try columns("count 2\ni32 id", [two], name: name)
      #expect(throws: ArchiveError.self) { try ArchiveDecoder().decode([AnyThing].self, from: other) }
    }
  }

  @Test("of another type are errors that name both, and no attribute that the type has")
  func otherType() throws {
    func expected<Value: ArchivableValue>(_ type: Value.Type, _ name: String) throws -> String? {
      let data = try columns("count 2\ni32 id", [two], name: name)
      let error = #expect(throws: ArchiveError.self) { try ArchiveDecoder().decode(Value.self, from: data) }
      #expect(error?.code == .typeNotAllowed && error?.details.found == name + "[]")
      return error?.details.expected
    }
    #expect(try expected([Item].self, "Other") == "Item[]")
    #expect(try expected([Node].self, "Item") == "Node[]")
    #expect(try expected([Int].self, "Item") == "an array or set of other values")
    #expect(try expected([Item?].self, "Other") == "Item[]")
  }

  @Test("are errors where a struct was, and not the default of what is there now")
  func structGone() throws {
    let data = try columns(
      "count 2\ni32 id\ni32 level.x", [two, ("level.x", [1, 0, 0, 0, 2, 0, 0, 0])], name: "Item")
    let error = #expect(throws: ArchiveError.self) { try ArchiveDecoder().decode([Item].self, from: data) }
    #expect("\(error as Any)".contains("a struct's values"), "\(error as Any)")
    #expect(
      try ArchiveDecoder().decode([Item].self, from: columns("count 2\ni32 id", [two], name: "Item")).map(\.level)
        == [7, 7])
  }

  @Test("are read under a name that the decoder, or its delegate, has for their type")
  func otherNames() throws {
    final class Watcher: ArchiveDecoderDelegate, @unchecked Sendable {
      func classForArchivedName(_ name: String, expected: any ArchivableObject.Type) -> (any ArchivableObject.Type)? {
        name == "Place" ? Node.self : nil
      }
    }
    let data = try columns("count 2\ni32 id", [two], name: "Place")
    var decoder = ArchiveDecoder()
    decoder.setClass(Item.self, forClassName: "Place")
    #expect(try decoder.decode([Item].self, from: data) == [Item(1), Item(2)])
    #expect(throws: ArchiveError.self) { try decoder.decode([Node].self, from: data) }
    decoder.setClass(Node.self, forClassName: "Place")
    #expect(try decoder.decode([Node].self, from: data).map(\.id) == [1, 2])
    #expect(throws: ArchiveError.self) { try decoder.decode([Item].self, from: data) }
    decoder = ArchiveDecoder()
    decoder.delegate = Watcher()
    #expect(try decoder.decode([Node].self, from: data).map(\.id) == [1, 2])
    // A name that another type has is not the type's own any more.
    decoder = ArchiveDecoder()
    decoder.setClass(Node.self, forClassName: "Item")
    #expect(throws: ArchiveError.self) {
      try decoder.decode([Item].self, from: columns("count 2\ni32 id", [two], name: "Item"))
    }
    var encoder = ArchiveEncoder()
    encoder.setClassName("Place", for: Item.self)
    decoder = ArchiveDecoder()
    decoder.setClass(Item.self, forClassName: "Place")
    let archive = try encoder.encode([Item(3)])
    #expect(archive.range(of: Data("Item".utf8)) == nil)
    #expect(try decoder.decode([Item].self, from: archive) == [Item(3)])
  }

  @Test("keep what is unknown with their rows, and a new row is an error where it has no value")
  func preserving() throws {
    let optional = "count 2\ni32 id\ni32 level\nbool more?\n@3=1 i32 more"
    let level: (String, [UInt8]) = ("level", [0, 0, 0, 0, 0, 0, 0, 0])
    let data = try columns(optional, [two, level, ("more?", [0, 1]), ("more", [9, 0, 0, 0])], name: "Item")
    let decoder = ArchiveDecoder(preservingUnknown: true)
    var items = try decoder.decode([Item].self, from: data)
    items.append(Item(3))
    let saved = try ArchiveEncoder(preserving: decoder).encode(items)
    #expect(saved.range(of: Data("more?".utf8)) != nil)
    #expect(try ArchiveDecoder().decode([Item].self, from: saved) == items)
    // The newer release may have an enumeration there, of which zero is no case.
    let required = try columns(
      "count 2\ni32 id\ni32 level\ni32 kind", [two, level, ("kind", [1, 0, 0, 0, 2, 0, 0, 0])], name: "Item")
    items = try decoder.decode([Item].self, from: required)
    #expect(try ArchiveEncoder(preserving: decoder).encode(items).range(of: Data("kind".utf8)) != nil)
    items.append(Item(3))
    let error = #expect(throws: ArchiveError.self) { try ArchiveEncoder(preserving: decoder).encode(items) }
    #expect(error?.code == .unknownDataLost && "\(error as Any)".contains("kind"), "\(error as Any)")
  }
}
