import Foundation
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

@Suite("Records of earlier versions are migrated")
struct MigrationTests {
  /// What the fields are in memory: 16 bytes at the start of the record.
  private struct Fields {
    var price: Double
    var count: Int32
    var version: Int32
  }

  private struct Unhappy: Error {}

  private func record(_ bytes: [Int: [UInt8]]) -> [UInt8] {
    var all = [UInt8](repeating: 0, count: 256)
    for (place, value) in bytes { all.replaceSubrange(place..<(place + value.count), with: value) }
    return all
  }

  private func bytes<Value>(_ value: Value) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }

  private let former: [FieldSchema] = [
    .scalar("cents", .i32, at: 0), .array("marks", [2], of: .u16, at: 4), .text("note", 4, .utf8, at: 8),
    .scalar("count", .i32, at: 12),
  ]

  private func item(_ fields: [FieldSchema]? = nil, version: Int? = 3, size: Int = 16) -> RecordSchema {
    let migration = version.map { version in
      RecordMigration("item", was: ["thing"], to: version, Fields.self) { item, version, decoder in
        item.version = Int32(version)
        guard version < 3 else { return }
        item.price = Double(try decoder.decode(Int32.self, forKey: "cents")) / 100
        if try decoder.decode([UInt16].self, forKey: "marks") == [9, 9] { throw Unhappy() }
        if try decoder.decode(String.self, forKey: "note") != "ab" { throw Unhappy() }
        if try decoder.containsValue(forKey: "none") { throw Unhappy() }
        if !Set(try decoder.keys).isSuperset(of: ["cents", "marks", "note"]) { throw Unhappy() }
      }
    }
    return RecordSchema(
      "item", size: size, alignment: 8, migration: migration,
      fields: fields ?? [.scalar("price", .f64, at: 0), .scalar("count", .i32, at: 8)])
  }

  /// Alone, in columns and in graphs.
  private func read(_ old: RecordSchema, _ new: RecordSchema, _ bytes: [UInt8]) throws -> [UInt8] {
    let back = try unarchive(new, try archive(old, bytes))
    let columns = try unarchive(new, columns: try archive(old, columns: bytes + bytes))
    #expect(columns == back + back, "columns read as single records do")
    return back
  }

  private let value: [UInt8] =
    withUnsafeBytes(of: Int32(250)) { Array($0) } + [1, 0, 2, 0, 97, 98, 0, 0, 7, 0, 0, 0]
  private var updated: [UInt8] { bytes(2.5) + bytes(Int32(7)) + bytes(Int32(1)) }

  @Test("alone, nested, and in arrays of either form")
  func places() throws {
    let old = item(former, version: nil)
    #expect(try read(old, item(), value) == updated)
    #expect(
      try read(schema(.record("a", old, at: 16)), schema(.record("b", item(), at: 32).was("a")), record([16: value]))
        == record([32: updated]))
    for form in [RecordArrayForm.columns, .elements] {
      for other in [RecordArrayForm.columns, .elements] {
        #expect(
          try read(
            schema(.records("a", [2], of: old, at: 16, as: form)),
            schema(.records("a", [3], of: item(), at: 16, as: other)),
            record([16: value, 32: value]))
            == record([16: updated, 32: updated]))
      }
    }
  }

  @Test("a version without a migration is archived, so that a later release does not migrate its values")
  func versionAlone() throws {
    let fields: [FieldSchema] = [.scalar("price", .f64, at: 0), .scalar("count", .i32, at: 8)]
    func versioned(_ version: Int, _ fields: [FieldSchema]) -> RecordSchema {
      unsafe RecordSchema(
        "item", size: 16, alignment: 8, version: version, migration: RecordMigration("item", to: version),
        fields: fields)
    }
    let value = bytes(1.5) + bytes(Int32(4)) + bytes(Int32(0))
    let text = String(decoding: try archive(versioned(3, fields), value), as: UTF8.self)
    #expect(text.contains("$item.version"))
    // The migration to version 3 reads 'cents', which these archives do not have.
    #expect(try read(versioned(3, fields), item(), value) == value)
    #expect(try read(item(version: nil), versioned(3, fields), value) == value)
    #expect(try read(versioned(4, fields), versioned(3, fields), value) == value)
    // Records that have nothing in common are refused as without a version.
    #expect(throws: ArchiveError.self) {
      try read(versioned(2, fields), versioned(3, [.scalar("other", .f64, at: 0)]), value)
    }
    let nested = schema(
      .record("a", versioned(2, fields), at: 16), .records("b", [2], of: versioned(2, fields), at: 32))
    let both = record([16: value, 32: value, 48: value])
    #expect(try read(nested, nested, both) == both)
    let names = String(decoding: try archive(nested, both), as: UTF8.self)
    #expect(names.contains("a.$item.version") && names.contains("b[].$item.version"))
  }

  @Test("values of the current version are not migrated, and types without a migration write nothing more")
  func today() throws {
    let new = bytes(1.5) + bytes(Int32(4)) + bytes(Int32(0))
    #expect(try read(item(), item(), new) == new)
    #expect(try read(item(), item(version: 2), new) == new)
    // Archived by version 3 and read by version 4.
    let next = try read(item(), item(version: 4), new)
    #expect(Array(next[12...]) == bytes(Int32(3)))
    let nested = schema(.record("a", item(), at: 16), .records("b", [2], of: item(), at: 32))
    let both = record([16: new, 32: new, 48: new])
    #expect(try read(nested, nested, both) == both)
    #expect(try archive(item(version: nil), new).count < archive(item(), new).count)
    let text = String(decoding: try archive(nested, both), as: UTF8.self)
    #expect(text.contains("a.$item.version") && text.contains("b[].$item.version"))
    #expect(
      try archive(item(version: nil), new)
        == archive(
          RecordSchema(
            "item", size: 16, alignment: 8,
            fields: [
              .scalar("price", .f64, at: 0), .scalar("count", .i32, at: 8),
            ]), new))
  }

  @Test("a nested record that the archive does not have is not migrated")
  func absent() throws {
    let old = schema(.scalar("x", .u8, at: 0))
    let new = schema(.scalar("x", .u8, at: 0), .record("a", item(), at: 16), .records("b", [2], of: item(), at: 32))
    #expect(try read(old, new, record([0: [1]])) == record([0: [1]]))
  }

  @Test("all keys may be former ones, but not none")
  func onlyFormer() throws {
    let old = RecordSchema("item", size: 16, alignment: 8, fields: Array(former.dropLast()))
    let new = item([.scalar("price", .f64, at: 0)])
    #expect(Array(try read(old, new, value)[..<8]) == bytes(2.5))
    #expect(throws: ArchiveError.self) {
      try unarchive(new, try archive(RecordSchema("item", size: 16, alignment: 8, fields: []), value))
    }
  }

  /// A former declaration, of which the first release had no field.
  private struct Former: ArchivableRecord, BitwiseCopyable {
    var cents: Int32
    var mark: Int32

    static var archiveSchema: RecordSchema {
      RecordSchema(
        "former", size: 8, alignment: 4,
        fields: [.scalar("cents", .i32, at: 0).default(100), .scalar("mark", .i32, at: 4)])
    }
  }

  @Test("a former struct of which an archive has no key is what its fields are without keys")
  func formerStruct() throws {
    let migration = RecordMigration("item", was: [], to: 3, Fields.self) { item, version, decoder in
      let former = try decoder.decode(Former.self)
      item.price = Double(former.cents) / 100
      item.version = former.mark
      #expect(throws: ArchiveError.self) { try decoder.decode(Former.self, forKey: "part") }
    }
    let new = RecordSchema(
      "item", size: 16, alignment: 8, migration: migration,
      fields: [.scalar("price", .f64, at: 0), .scalar("count", .i32, at: 8)])
    let first = RecordSchema("item", size: 16, alignment: 8, fields: [.scalar("count", .i32, at: 12)])
    let second = RecordSchema(
      "item", size: 16, alignment: 8, fields: [.scalar("cents", .i32, at: 0), .scalar("count", .i32, at: 12)])
    #expect(try read(first, new, value) == bytes(1.0) + bytes(Int32(7)) + bytes(Int32(0)))
    #expect(try read(second, new, value) == bytes(2.5) + bytes(Int32(7)) + bytes(Int32(0)))
  }

  @Test("what it throws is an error with the key path, and an invalid version is an error, too")
  func failures() throws {
    var bad = value
    bad.replaceSubrange(4..<8, with: [9, 0, 9, 0])
    let old = schema(.records("a", [2], of: item(former, version: nil), at: 16))
    let new = schema(.records("a", [2], of: item(), at: 16))
    #expect {
      try unarchive(new, try archive(old, record([16: value, 32: bad])))
    } throws: { error in
      let error = error as? ArchiveError
      return error?.code == .migrationFailed && error?.path == "a[1]."
    }
    #expect(throws: ArchiveError.missingKey(path: "a[0].cents")) {
      let lacking = schema(.records("a", [2], of: item([.scalar("count", .i32, at: 12)], version: nil), at: 16))
      _ = try unarchive(new, try archive(lacking, record([16: value])))
    }
    for version in [Int32(0), -1, .min] {
      var bytes = value
      bytes.replaceSubrange(12..., with: self.bytes(version))
      #expect(throws: ArchiveError.self) {
        let old = RecordSchema(
          "item", size: 16, alignment: 8,
          fields: [.scalar("cents", .i32, at: 0), .scalar("$item.version", .i32, at: 12)])
        _ = try unarchive(item(), try archive(old, bytes))
      }
    }
  }

  @Test("the decoder is good for the call only")
  func kept() throws {
    final class Box: @unchecked Sendable { var decoder: RecordDecoder? }
    let box = Box()
    let new = RecordSchema(
      "item", size: 16, alignment: 8,
      migration: RecordMigration("item", to: 2, Fields.self) { _, _, decoder in box.decoder = decoder },
      fields: [.scalar("count", .i32, at: 12)])
    _ = try unarchive(new, try archive(item(former, version: nil), value))
    let decoder = try #require(box.decoder)
    #expect(throws: ArchiveError.decodingOver) { try decoder.decode(Int32.self, forKey: "cents") }
    #expect(throws: ArchiveError.decodingOver) { try decoder.keys }
  }

  @Test("in a graph, with its pointers")
  func graph() throws {
    let old = Cycle("node", size: 32) { cycle in
      [.link("next", to: cycle.schema, at: 0), .scalar("cents", .i32, at: 8), .scalar("x", .u8, at: 16)]
    }
    let first = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 8)
    defer { first.deallocate() }
    first.initializeMemory(as: UInt8.self, repeating: 0, count: 64)
    first.storeBytes(of: UInt(bitPattern: first + 32), as: UInt.self)
    first.storeBytes(of: 120, toByteOffset: 8, as: Int32.self)
    first.storeBytes(of: 340, toByteOffset: 40, as: Int32.self)
    let schema = MigratedNode.schema { node, version, decoder in
      node.sum = Int64(try decoder.decode(Int32.self, forKey: "cents")) + (node.next == 0 ? 0 : 1)
    }
    let data = try old.archive(first)
    let plan = try schema.graphPlan
    let graph = try ParsedArchive(data, limits: .init()).readRoot(nil, names: ["node*"]) {
      (source) throws(ArchiveError) in
      try GraphBuilder.read(
        plan, of: AnyRecord.self, key: "", .init(), .reject, byteCount: data.count, .individual, from: &source)
    }
    let root = try #require(graph.root).withMemoryRebound(to: MigratedNode.self, capacity: 1) { $0.pointee }
    #expect(root.sum == 121)
  }
}

private struct MigratedNode {
  var next: UInt
  var cents: Int64
  var x: UInt64
  var sum: Int64

  nonisolated(unsafe) static var shared: RecordSchema?

  static func schema(
    _ update: @escaping @Sendable (inout MigratedNode, Int, RecordDecoder) throws -> Void
  ) -> RecordSchema {
    let schema = RecordSchema(
      "node", size: 32, alignment: 8, migration: RecordMigration("node", to: 2, MigratedNode.self, update),
      fields: [
        .link("next", to: shared ?? RecordSchema("none", size: 1, alignment: 1, fields: []), at: 0),
        .scalar("x", .u8, at: 16),
      ])
    shared = schema
    return schema
  }
}
