import Foundation
import RuntimeTestC
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

/// Earlier and later versions of types, all of one archived name.
private enum Old {
  struct Item: ArchivableRecord {
    var x: UInt32
    var colour: UInt32
    static let archiveSchema = RecordSchema(
      "item", size: 8, alignment: 4, fields: [.scalar("x", .u32, at: 0), .scalar("colour", .u32, at: 4)])
  }

  struct Box: ArchivableRecord {
    var id: UInt32
    var items: (Item, Item)
    var weight: (Float, Float)
    static let archiveSchema = RecordSchema(
      "box", size: 28, alignment: 4,
      fields: [
        .scalar("id", .u32, at: 0), .records("items", [2], of: Item.archiveSchema, at: 4),
        .array("weight", [2], of: .f32, at: 20),
      ])
  }

  final class Person: ArchivableClass {
    var name = "Ann"
    var nickname = "A"
    var friends: [Person] = []
    static var archivedClassName: String { "Person" }
    init() {}
    init(from decoder: ObjectDecoder) throws {}
    func encode(to encoder: ObjectEncoder) throws {
      try encoder.encode(name, forKey: "name")
      try encoder.encode(nickname, forKey: "nickname")
      try encoder.encode(friends, forKey: "friends")
      try encoder.encode(Date(timeIntervalSince1970: 0), forKey: "born")
      try encoder.encode(Item(x: 1, colour: 2), forKey: "item")
    }
  }

  struct Node: ArchivableNode {
    var value: UInt32
    var extra: UInt32
    var next: UnsafeMutablePointer<Node>?
    var note: UnsafeMutablePointer<CChar>?
    static let archiveSchema: RecordSchema = RecordSchema(
      "node", size: 24, alignment: 8,
      fields: [
        .scalar("value", .u32, at: 0), .scalar("extra", .u32, at: 4), .link("next", to: Node.archiveSchema, at: 8),
        .string("note", .utf8, at: 16),
      ])
  }
}

private enum New {
  struct Item: ArchivableRecord {
    var x: UInt32
    static let archiveSchema = RecordSchema("item", size: 4, alignment: 4, fields: [.scalar("x", .u32, at: 0)])
  }

  struct Box: ArchivableRecord {
    var id: UInt32
    var items: (Item, Item)
    static let archiveSchema = RecordSchema(
      "box", size: 12, alignment: 4,
      fields: [.scalar("id", .u32, at: 0), .records("items", [2], of: Item.archiveSchema, at: 4)])
  }

  struct Quiet: ArchivableRecord {
    var id: UInt32
    static let archiveSchema = RecordSchema(
      "box", size: 4, alignment: 4, removed: ["items", "weight"], fields: [.scalar("id", .u32, at: 0)])
  }

  final class Person: ArchivableClass {
    var name: String
    var friends: [Person] = []
    static var archivedClassName: String { "Person" }
    init(from decoder: ObjectDecoder) throws {
      name = try decoder.decode(String.self, forKey: "name")
      _ = try decoder.decode(Date.self, forKey: "born")
      _ = try decoder.decode(Item.self, forKey: "item")
    }
    func connect(from decoder: ObjectDecoder) throws {
      friends = try decoder.decode([Person].self, forKey: "friends")
    }
    func encode(to encoder: ObjectEncoder) throws {}
  }

  struct Node: ArchivableNode {
    var value: UInt32
    var next: UnsafeMutablePointer<Node>?
    static let archiveSchema: RecordSchema = RecordSchema(
      "node", size: 16, alignment: 8,
      fields: [.scalar("value", .u32, at: 0), .link("next", to: Node.archiveSchema, at: 8)])
  }
}

@Suite("Unused keys of an archive")
struct UnusedKeyTests {
  private let box = Old.Box(
    id: 1, items: (Old.Item(x: 1, colour: 2), Old.Item(x: 3, colour: 4)), weight: (1, 2))

  private func decoder(_ unknownKeys: ArchiveDecoder.UnknownKeys) -> ArchiveDecoder {
    var decoder = ArchiveDecoder()
    decoder.unknownKeys = unknownKeys
    return decoder
  }

  @Test("Of a record and of records in it they are listed with their paths, and rejected on request")
  func record() throws {
    let data = try ArchiveEncoder().encode(box)
    #expect(try ArchiveDecoder().decode(New.Box.self, from: data).items.1.x == 3)
    let reporting = decoder(.report)
    #expect(try reporting.decode(New.Box.self, from: data).id == 1)
    #expect(Set(reporting.unusedKeys) == ["items[].colour", "weight", "weight[]"])
    #expect(try reporting.decode(Old.Box.self, from: data).weight.1 == 2)
    #expect(reporting.unusedKeys == [], "those of the last call")
    #expect(try reporting.decode(New.Quiet.self, from: data).id == 1)
    #expect(reporting.unusedKeys == [], "what was removed on purpose is no surprise")
    let error = #expect(throws: ArchiveError.self) { try decoder(.reject).decode(New.Box.self, from: data) }
    #expect(error?.code == .unusedKeys)
    #expect(Set(error?.details.keys ?? []) == ["items[].colour", "weight", "weight[]"])
    #expect(throws: Never.self) { try decoder(.reject).decode(Old.Box.self, from: data) }
  }

  @Test("Of an array as a root")
  func array() throws {
    let data = try ArchiveEncoder().encode([Old.Item(x: 1, colour: 2), Old.Item(x: 3, colour: 4)])
    let reporting = decoder(.report)
    #expect(try reporting.decode([New.Item].self, from: data).map(\.x) == [1, 3])
    #expect(reporting.unusedKeys == ["[].colour"])
  }

  @Test("Of several values, the keys that no call has read; a call rejects those of its own value")
  func several() throws {
    var encoder = ArchiveWriter()
    try encoder.encode(box, forKey: "box")
    try encoder.encode(Old.Item(x: 7, colour: 8), forKey: "item")
    try encoder.encode(5, forKey: "number")
    let data = try encoder.finish()
    let decoder = try ArchiveReader(data, settings: decoder(.report))
    _ = try decoder.decode(New.Box.self, forKey: "box")
    #expect(
      Set(decoder.unusedKeys) == [
        "box.items[].colour", "box.weight", "box.weight[]", "item.x", "item.colour", "number",
      ])
    _ = try decoder.decode(Old.Item.self, forKey: "item")
    _ = try decoder.decode(Int.self, forKey: "number")
    #expect(Set(decoder.unusedKeys) == ["box.items[].colour", "box.weight", "box.weight[]"])
    #expect(throws: ArchiveError.self) { try decoder.checkAllKeysUsed() }
    _ = try decoder.decode(Old.Box.self, forKey: "box")
    #expect(throws: Never.self) { try decoder.checkAllKeysUsed() }
    let strict = try ArchiveReader(data, settings: self.decoder(.reject))
    #expect(throws: Never.self) { try strict.decode(Old.Item.self, forKey: "item") }
    #expect(throws: ArchiveError.unusedKeys(["item.colour"])) { try strict.decode(New.Item.self, forKey: "item") }
  }

  @Test("Of a graph: columns that are not read, and tables of types that are gone")
  func graph() throws {
    let note = try #require(strdup("text"))
    defer { free(note) }
    var second = Old.Node(value: 2, extra: 3, next: nil, note: note)
    try withUnsafeMutablePointer(to: &second) { second in
      var first = Old.Node(value: 1, extra: 1, next: second, note: nil)
      let data = try ArchiveEncoder().encode(graph: &first)
      var ignoring = decoder(.report)
      ignoring.unknownLinks = .ignore
      let graph = try ignoring.decodeGraph(New.Node.self, from: data)
      #expect(graph.root?.pointee.next?.pointee.value == 2)
      #expect(Set(ignoring.unusedKeys) == ["node[].extra", "node[].note", "#text[].utf8"])
      let whole = decoder(.reject)
      #expect(throws: Never.self) { try whole.decodeGraph(Old.Node.self, from: data) }
    }
  }

  @Test("Of objects, each key once for a class, at its first occurrence; Foundation's own values have none")
  func objects() throws {
    let (ann, ben) = (Old.Person(), Old.Person())
    ann.friends = [ben]
    let data = try ArchiveEncoder().encode(ann)
    let reporting = decoder(.report)
    #expect(try reporting.decode(New.Person.self, from: data).friends.count == 1)
    #expect(reporting.unusedKeys == ["root.nickname", "root.item.colour"])
    #expect(throws: ArchiveError.unusedKeys(["root.nickname", "root.item.colour"])) {
      try decoder(.reject).decode(New.Person.self, from: data)
    }
  }

  @Test("Of a file, by its loader")
  func file() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("unused-\(UUID()).archive")
    defer { try? FileManager.default.removeItem(at: url) }
    var file = ArchiveFile(url)
    try file.blocking.save(Old.Item(x: 1, colour: 2))
    file.loader.unknownKeys = .report
    #expect(try file.blocking.load(New.Item.self).x == 1)
    #expect(file.loader.unusedKeys == ["colour"])
    file.loader.unknownKeys = .reject
    #expect(throws: ArchiveError.unusedKeys(["colour"])) { try file.blocking.load(New.Item.self) }
  }

  @Test("A union's renamed member is an error also in a record with keys of its own and in columns")
  func members() throws {
    func version(_ member: String, was: String? = nil, tag: String = "kind", removed: [String] = []) -> RecordSchema {
      let field = FieldSchema.scalar(member, .i32, at: 8)
      return RecordSchema(
        "r", size: 16, alignment: 8, removed: removed,
        fields: [
          .scalar("id", .u8, at: 4), .scalar(tag, .u8, at: 0), (was.map { field.was($0) } ?? field).when(tag, [1]),
          .scalar("v.d", .f64, at: 8).when(tag, [2]), .union("v", tag: tag, cases: [0, 1, 2]),
        ])
    }
    func loss(_ read: () throws -> [UInt8]) -> ArchiveError.StructureLoss? {
      do {
        _ = try read()
        return nil
      } catch {
        let loss = (error as? ArchiveError)?.details.structureLoss
        #expect(loss != nil, "\(error)")
        return loss
      }
    }
    let old = version("v.i")
    let record: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0]
    let (alone, columns) = (try archive(old, record), try archive(old, columns: record + record))
    for (new, expected) in [
      (version("v.n"), ArchiveError.StructureLoss.member), (version("v.i", tag: "type"), .tag),
      (version("v.n", tag: "type"), .tag),
    ] {
      #expect(loss { try unarchive(new, columns: columns) } == expected)
      #expect(loss { try unarchive(new, alone) } != nil)
    }
    #expect(try unarchive(version("v.n", was: "v.i"), alone) == record)
    #expect(try unarchive(version("v.n", was: "v.i"), columns: columns) == record + record)
    #expect(loss { try unarchive(version("v.n", removed: ["v.i"]), alone) } == nil)
    #expect(loss { try unarchive(version("v.n", removed: ["v.i"]), columns: columns) } == nil)
    // A union that is newer than the archive.
    let before = RecordSchema("r", size: 16, alignment: 8, fields: [.scalar("kind", .u8, at: 0)])
    #expect(try unarchive(old, try archive(before, record))[8] == 0)
    #expect(try unarchive(old, columns: try archive(before, columns: record))[8] == 0)
  }

  @Test("What does not fit a column is named with its row and value, and the advice suits C data")
  func messages() throws {
    let old = schema(.scalar("x", .i32, at: 16), .array("y", [2], of: .f64, at: 32))
    let new = schema(.scalar("x", .i8, at: 16), .array("y", [2], of: .i16, at: 32))
    var record = [UInt8](repeating: 0, count: 512)
    record[256 + 16 + 1] = 1
    #expect(throws: ArchiveError.outOfRange(path: "[1].x", value: "256", type: "i8")) {
      try unarchive(new, columns: try archive(old, columns: record))
    }
    record[256 + 16 + 1] = 0
    withUnsafeBytes(of: 2.5) { record.replaceSubrange(296..<304, with: $0) }
    #expect(throws: ArchiveError.wrongType(path: "[1].y", expected: "i16", found: "a value of type f64, 2.5")) {
      try unarchive(new, columns: try archive(old, columns: record))
    }
    #expect("\(ArchiveError.missingKey(path: "a[].x"))".hasSuffix("means every element of an array or a table."))
    let other = "\(ArchiveError.recordNotAllowed(path: "root", found: "old*", expected: "new*"))"
    #expect(other.contains("a graph of 'old'") && other.contains("was(\"old\")") && !other.contains("Subclasses"))
    #expect("\(ArchiveError.recordNotAllowed(path: "root", found: "old*", expected: "old"))".contains("decodeGraph"))
  }
}
