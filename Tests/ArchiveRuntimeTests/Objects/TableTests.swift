@_spi(GeneratedCode) import ArchiveEvolution
import Foundation
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

/// What generated code declares for a final class with `columns`.
private final class Node: ArchivableTable {
  var id: Int32
  var next: Node?

  init(_ id: Int32) { self.id = id }

  static var archivedClasses: [ArchivedClass] {
    [
      ArchivedClass(
        Node.self, name: "Node", earlierNames: ["Old"],
        encode: { object, encoder in
          try encoder.encode(object.id, forKey: "id")
          try encoder.encode(object.next, forKey: "next")
        }, make: { Node(try $0.decode(Int32.self, forKey: "id")) },
        connect: { $0.next = try $1.decode(Node?.self, forKey: "next") }, table: Node.self)
    ]
  }
  static let archivedColumns = [ColumnProperty(Int32.self, "id"), ColumnProperty(Node?.self, "next")]
  static func encodeColumns(to encoder: ColumnsEncoder<Node>) throws {
    try encoder.encode(forKey: "id") { $0.id }
    try encoder.encode(forKey: "next") { $0.next }
  }
  static func make(fromColumns row: ColumnsRow) throws -> Node { Node(try row.decode(Int32.self, 0)) }
  func archiveLinks(in links: TableLinks<Node>) { links.follow(next) }
  func connect(fromColumns row: LinkedRow<Node>) throws { next = try row.decode(Node?.self, 1) }
}

/// The class in a release without `columns`, and with other properties.
private final class Plain: ArchivableObject {
  var id: Int32?
  static var archivedClasses: [ArchivedClass] {
    [
      ArchivedClass(
        Plain.self, name: "Node", encode: { try $1.encode($0.id, forKey: "id") },
        make: { decoder in
          let made = Plain()
          made.id = try decoder.decode(Int32?.self, forKey: "id")
          return made
        })
    ]
  }
}

/// The class in an earlier release, which has no links; `more` is unknown to it.
private final class Narrow: ArchivableTable {
  var id: Int32
  init(_ id: Int32) { self.id = id }
  static var archivedClasses: [ArchivedClass] {
    [
      ArchivedClass(
        Narrow.self, name: "Node", encode: { try $1.encode($0.id, forKey: "id") },
        make: { Narrow(try $0.decode(Int32.self, forKey: "id")) }, table: Narrow.self)
    ]
  }
  static let archivedColumns = [ColumnProperty(Int32.self, "id")]
  static func encodeColumns(to encoder: ColumnsEncoder<Narrow>) throws { try encoder.encode(forKey: "id") { $0.id } }
  static func make(fromColumns row: ColumnsRow) throws -> Narrow { Narrow(try row.decode(Int32.self, 0)) }
}

/// The same with a value that may change, and with an identity.
private final class Identified: ArchivableTable {
  var id: Int32
  var size: Int32
  init(_ id: Int32, _ size: Int32) { (self.id, self.size) = (id, size) }
  static var archivedClasses: [ArchivedClass] {
    [
      ArchivedClass(
        Identified.self, name: "Node",
        encode: { object, encoder in
          try encoder.encode(object.id, forKey: "id")
          try encoder.encode(object.size, forKey: "size")
        },
        make: { Identified(try $0.decode(Int32.self, forKey: "id"), try $0.decode(Int32.self, forKey: "size")) },
        table: Identified.self)
    ]
  }
  static var archivedIdentity: [String] { ["id"] }
  static let archivedColumns = [ColumnProperty(Int32.self, "id"), ColumnProperty(Int32.self, "size")]
  static func encodeColumns(to encoder: ColumnsEncoder<Identified>) throws {
    try encoder.encode(forKey: "id") { $0.id }
    try encoder.encode(forKey: "size") { $0.size }
  }
  static func make(fromColumns row: ColumnsRow) throws -> Identified {
    Identified(try row.decode(Int32.self, 0), try row.decode(Int32.self, 1))
  }
}

private let two = ("id", [1, 0, 0, 0, 2, 0, 0, 0] as [UInt8])

/// An archive of a table at the root.
private func table(_ description: String, _ data: [(String, [UInt8])], name: String = "Node") throws -> Data {
  try keyedArchive([
    .object(2, [("[]", .uid(3))] + data.map { ("[]." + $0.0, .data($0.1)) }), .class(name + "[]", "NSObject"),
    .string(description),
  ])
}

/// An archive with a row object, or an array of rows, at the root, whose table has two rows.
private func referring(_ suffix: String, _ keys: [(String, Sample)], _ description: String = "") throws -> Data {
  try keyedArchive([
    .object(2, keys + [("table", .uid(3))]), .class("Node" + suffix, "NSObject"),
    .object(4, [("[]", .uid(5)), ("[].id", .data(two.1))]), .class("Node[]", "NSObject"),
    .string("count 2\ni32 id"), .string(description),
  ])
}

@Suite("Tables of Swift objects")
struct TableTests {
  @Test("are read by the class's former name, with links to any row")
  func formerName() throws {
    let data = try table("count 2\ni32 id\nu32&1 next", [two, ("next", [2, 0, 0, 0, 0, 0, 0, 0])], name: "Old")
    let nodes = try ArchiveDecoder().decode([Node].self, from: data)
    #expect(nodes.map(\.id) == [1, 2] && nodes[0].next === nodes[1] && nodes[1].next == nil)
    #expect(
      try ArchiveDecoder().decode([Node].self, from: table("count 2\ni32 id", [two])).allSatisfy { $0.next == nil })
  }

  @Test("are read by row objects and arrays of rows")
  func references() throws {
    #expect(try ArchiveDecoder().decode(Node.self, from: referring("[row]", [("row", .integer(2))])).id == 2)
    let rows: [UInt8] = [2, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0]
    let array = try ArchiveDecoder().decode(
      [Node].self, from: referring("[rows]", [("[]", .uid(6)), ("[].row", .data(rows))], "count 3\nu32 row"))
    #expect(array.map(\.id) == [2, 1, 2] && array[0] === array[2])
  }

  @Test("that are damaged are errors", arguments: [0, 3, -1, 1 << 40, .max, .min])
  func rowOutOfRange(row: Int) throws {
    let error = #expect(throws: ArchiveError.self) {
      try ArchiveDecoder().decode(Node.self, from: referring("[row]", [("row", .integer(Int64(row)))]))
    }
    #expect(error?.code == .outOfRange, "\(error as Any)")
  }

  @Test("with links, rows and columns that are damaged are errors with the key and the row")
  func damage() throws {
    func expectError<Value: ArchivableValue>(_ text: String, _ type: Value.Type, _ data: Data) {
      let error = #expect(throws: ArchiveError.self, "\(text)") { try ArchiveDecoder().decode(type, from: data) }
      #expect("\(error as Any)".contains(text), "\(text): \(error as Any)")
    }
    func links(_ type: String, _ bytes: [UInt8]) throws -> Data {
      try table("count 2\ni32 id\n\(type) next", [two, ("next", bytes)])
    }
    expectError("[1].next", [Node].self, try links("u32&1", [1, 0, 0, 0, 3, 0, 0, 0]))
    expectError("[0].next", [Node].self, try links("u32&1", [255, 255, 255, 255, 0, 0, 0, 0]))
    expectError("links", [Node].self, try links("u32&2", [1, 0, 0, 0, 2, 0, 0, 0]))
    expectError("links", [Node].self, try links("u32", [1, 0, 0, 0, 2, 0, 0, 0]))
    expectError("links", [Node].self, try links("u16&1", [1, 0, 2, 0]))
    expectError("4 bytes", [Node].self, try links("u32&1", [1, 0, 0, 0]))
    expectError("[].id", [Node].self, try table("count 2\nu32&1 next", [("next", Array(repeating: 0, count: 8))]))
    expectError("memoryPerByte", [Node].self, try table("count 281474976710656\ni32 id", [two]))
    expectError("other rows", [Node].self, try table("count 2\nbool k\n@1=1 i32 id", [("k", [1, 1]), two]))
    func rows(_ bytes: [UInt8], _ description: String) throws -> Data {
      try referring("[rows]", [("[]", .uid(6)), ("[].row", .data(bytes))], description)
    }
    expectError("[1]", [Node].self, try rows([1, 0, 0, 0, 3, 0, 0, 0], "count 2\nu32 row"))
    expectError("[0]", [Node].self, try rows([0, 0, 0, 0], "count 1\nu32 row"))
    expectError("4 bytes", [Node].self, try rows([1, 0, 0, 0], "count 2\nu32 row"))
    expectError("[].row", [Node].self, try rows([], "count 2"))
    expectError(
      "table", Node.self, try keyedArchive([.object(2, [("row", .integer(1))]), .class("Node[row]", "NSObject")]))
    // What is no table of the class, and the row object itself in its place.
    for name in ["Other[]", "Node", "Node[row]", "NSArray"] {
      let data = try keyedArchive([
        .object(2, [("row", .integer(1)), ("table", .uid(3))]), .class("Node[row]", "NSObject"),
        .object(4, [("[]", .uid(5)), ("[].id", .data(two.1))]), .class(name, "NSObject"), .string("count 2\ni32 id"),
      ])
      #expect(throws: ArchiveError.self, "\(name)") { try ArchiveDecoder().decode(Node.self, from: data) }
    }
    #expect(throws: ArchiveError.self) {
      try ArchiveDecoder().decode(
        Node.self,
        from: keyedArchive([.object(2, [("row", .integer(1)), ("table", .uid(1))]), .class("Node[row]", "NSObject")]))
    }
  }

  @Test("are refused by a class without columns, whose properties are optional")
  func withoutColumns() throws {
    let data = try referring("[row]", [("row", .integer(1))])
    let error = #expect(throws: ArchiveError.self) { try ArchiveDecoder().decode(Plain.self, from: data) }
    #expect(error?.code == .typeNotAllowed)
    #expect(throws: ArchiveError.self) {
      try ArchiveDecoder().decode([Plain].self, from: table("count 2\ni32 id", [two]))
    }
  }

  @Test("keep the columns that an older program does not know, or the program is told that they would be lost")
  func preserving() throws {
    let data = try table("count 2\ni32 id\ni32 more", [two, ("more", [7, 0, 0, 0, 8, 0, 0, 0])])
    let decoder = ArchiveDecoder(preservingUnknown: true)
    let nodes = try decoder.decode([Narrow].self, from: data)
    let kept = try ArchiveEncoder(preserving: decoder).encode(nodes)
    #expect(kept.range(of: Data("more".utf8)) != nil)
    #expect(try ArchiveDecoder().decode([Narrow].self, from: kept).map(\.id) == [1, 2])
    // One row alone is another table.
    let error = #expect(throws: ArchiveError.self) { try ArchiveEncoder(preserving: decoder).encode(nodes[0]) }
    #expect(error?.code == .unknownDataLost)
    // Objects with keys of their own stay objects.
    let objects = try keyedArchive([
      .object(3, [("id", .integer(5)), ("more", .integer(9))]), .string("unused"), .class("Node", "NSObject"),
    ])
    let node = try decoder.decode(Narrow.self, from: objects)
    let again = try ArchiveEncoder(preserving: decoder).encode(node)
    #expect(again.range(of: Data("more".utf8)) != nil)
    #expect(try ArchiveDecoder().decode(Narrow.self, from: again).id == 5)
  }
  @Test("keep unknown columns by the identity of their rows, wherever these are and whatever was changed")
  func identity() throws {
    let data = try table(
      "count 2\ni32 id\ni32 size\ni32 more", [two, ("size", two.1), ("more", [7, 0, 0, 0, 8, 0, 0, 0])])
    let decoder = ArchiveDecoder(preservingUnknown: true)
    let nodes = try decoder.decode([Identified].self, from: data)
    nodes[0].size = 5
    let kept = try ArchiveEncoder(preserving: decoder).encode([nodes[1], nodes[0]])
    #expect(kept.range(of: Data([8, 0, 0, 0, 7, 0, 0, 0])) != nil)
    #expect(try ArchiveDecoder().decode([Identified].self, from: kept).map(\.size) == [2, 5])
  }
}
