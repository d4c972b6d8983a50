import ArchiveEvolution
import Foundation
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

/// A type of two releases, of one archived name: 1.0 does not know all that 1.1 has.
private enum Release10 {
  struct Item: ArchivableRecord, Equatable {
    var x: UInt16
    var y: UInt16
    static let archiveSchema = RecordSchema(
      "item", size: 4, alignment: 2, fields: [.scalar("x", .u16, at: 0), .scalar("y", .u16, at: 2)])
  }

  struct Box: ArchivableRecord {
    var id: UInt32
    var item: Item
    var items: (Item, Item)
    static let archiveSchema = RecordSchema(
      "box", size: 16, alignment: 4,
      fields: [
        .scalar("id", .u32, at: 0), .record("item", Item.archiveSchema, at: 4),
        .records("items", [2], of: Item.archiveSchema, at: 8),
      ])
  }

  /// A union whose tag has two values.
  struct Shape: ArchivableRecord {
    var kind: UInt8
    var value: UInt32
    static let archiveSchema = RecordSchema(
      "shape", size: 8, alignment: 4,
      fields: [
        .scalar("kind", .u8, at: 0), .scalar("value.i", .u32, at: 4).when("kind", [1]),
        .union("value", tag: "kind", cases: [0, 1]),
      ])
  }
}

private enum Release11 {
  struct Item: ArchivableRecord, Equatable {
    var x: UInt32
    var y: UInt16
    var colour: UInt16
    static let archiveSchema = RecordSchema(
      "item", size: 8, alignment: 4,
      fields: [.scalar("x", .u32, at: 0), .scalar("y", .u16, at: 4), .scalar("colour", .u16, at: 6)])
  }

  struct Box: ArchivableRecord {
    var id: UInt32
    var item: Item
    var items: (Item, Item)
    var weights: (Float, Float, Float)
    var extra: Item
    static let archiveSchema = RecordSchema(
      "box", size: 48, alignment: 4,
      fields: [
        .scalar("id", .u32, at: 0), .record("item", Item.archiveSchema, at: 4),
        .records("items", [2], of: Item.archiveSchema, at: 12), .array("weights", [3], of: .f32, at: 28),
        .record("extra", Item.archiveSchema, at: 40),
      ])
  }

  /// The tag may be 7, and then there are two fields.
  struct Shape: ArchivableRecord, Equatable {
    var kind: UInt8
    var value: UInt32
    var other: UInt32
    static let archiveSchema = RecordSchema(
      "shape", size: 12, alignment: 4,
      fields: [
        .scalar("kind", .u8, at: 0), .scalar("value.i", .u32, at: 4).when("kind", [1]),
        .scalar("value.r.w", .u32, at: 4).when("kind", [7]), .scalar("value.r.h", .u32, at: 8).when("kind", [7]),
        .union("value", tag: "kind", cases: [0, 1, 7]),
      ])
  }
}

@Suite("What an older program does not know survives its load and save: C records")
struct PreservingRecordTests {
  private let box = Release11.Box(
    id: 1, item: .init(x: 2, y: 3, colour: 4), items: (.init(x: 5, y: 6, colour: 7), .init(x: 8, y: 9, colour: 10)),
    weights: (1, 2, .nan), extra: .init(x: 11, y: 12, colour: 13))

  @Test("Of a record its own keys, those of records in it and the columns of its arrays", arguments: [false, true])
  func record(isXML: Bool) throws {
    var encoder = ArchiveEncoder()
    encoder.outputFormat = isXML ? .xml : .binary
    let data = try encoder.encode(box)
    let decoder = ArchiveDecoder(preservingUnknown: true)
    var old = try decoder.decode(Release10.Box.self, from: data)
    #expect(
      Set(decoder.unknownKeys) == [
        "item.colour", "items[].colour", "weights", "weights[]", "extra.x", "extra.y", "extra.colour",
      ])
    #expect(decoder.isFromNewerRelease)
    old.id = 100
    old.item.x = 200
    swap(&old.items.0, &old.items.1)
    var saving = ArchiveEncoder(preserving: decoder)
    saving.outputFormat = isXML ? .xml : .binary
    let strict = strictDecoder()
    let new = try strict.decode(Release11.Box.self, from: try saving.encode(old))
    #expect(new.id == 100 && new.item == .init(x: 200, y: 3, colour: 4))
    #expect(new.items.0 == box.items.1 && new.items.1 == box.items.0)
    #expect(new.weights.0 == 1 && new.weights.1 == 2 && new.weights.2.isNaN && new.extra == box.extra)
    let plain = try ArchiveEncoder().encode(old)
    #expect(throws: ArchiveError.self, "without preserving it is gone") {
      let new = try strict.decode(Release11.Box.self, from: plain)
      if new.extra.colour == 0 { throw ArchiveError.missingKey(path: "extra") }
    }
  }

  private func strictDecoder() -> ArchiveDecoder {
    var decoder = ArchiveDecoder()
    decoder.unknownKeys = .reject
    return decoder
  }

  @Test("An archive of the same release is written byte for byte as without")
  func nothingUnknown() throws {
    let data = try ArchiveEncoder().encode(box)
    let decoder = ArchiveDecoder(preservingUnknown: true)
    let same = try decoder.decode(Release11.Box.self, from: data)
    #expect(decoder.unknownKeys.isEmpty && !decoder.isFromNewerRelease && decoder.unknownData?.isEmpty == true)
    #expect(try ArchiveEncoder(preserving: decoder).encode(same) == ArchiveEncoder().encode(same))
  }

  @Test("Of an array of records the columns, while the rows are the same")
  func array() throws {
    let items = (0..<5).map { Release11.Item(x: UInt32($0), y: 1, colour: UInt16($0) + 50) }
    let data = try ArchiveEncoder().encode(items)
    let decoder = ArchiveDecoder(preservingUnknown: true)
    var old = try decoder.decode([Release10.Item].self, from: data)
    #expect(Array(decoder.unknownKeys) == ["[].colour"])
    old.swapAt(0, 3)
    var expected = items
    expected.swapAt(0, 3)
    let unknown = try #require(decoder.unknownData)
    #expect(unknown.keys == ["[].colour"] && unknown.isFromNewerRelease)
    let saved = try ArchiveEncoder(preserving: unknown).encode(old)
    #expect(try strictDecoder().decode([Release11.Item].self, from: saved) == expected)
    // Rows with the same values are the same, wherever they are; what is left over on one side was added or removed.
    let added = Release10.Item(x: 99, y: 1)
    for (changed, rows) in [
      (Array(old.dropLast()), Array(expected.dropLast())), (Array(old.reversed()), Array(expected.reversed())),
      ([added] + old, [.init(x: 99, y: 1, colour: 0)] + expected), ([], []),
    ] {
      let saved = try ArchiveEncoder(preserving: unknown).encode(changed)
      #expect(try strictDecoder().decode([Release11.Item].self, from: saved) == rows)
    }
    // What is left over on both sides was changed, or removed and added: that cannot be known.
    var edited = old
    edited[2].y = 9
    for changed in [edited, Array(edited.reversed()), old + [old[0]], Array(old[1...]) + [added]] {
      let error = #expect(throws: ArchiveError.self) { try ArchiveEncoder(preserving: unknown).encode(changed) }
      #expect(error?.code == .unknownDataLost && error?.details.keys == ["[].colour"], "\(changed)")
    }
    // Of rows that are alike it does not matter which one is removed, if what is unknown of them is alike, too.
    for (colours, isLost) in [([1, 1, 1], false), ([1, 2, 1], true)] {
      let alike = colours.map { Release11.Item(x: 1, y: 1, colour: UInt16($0)) }
      let same = try decoder.decode([Release10.Item].self, from: try ArchiveEncoder().encode(alike))
      #expect(
        try strictDecoder().decode([Release11.Item].self, from: ArchiveEncoder(preserving: decoder).encode(same))
          == alike)
      let save = { try ArchiveEncoder(preserving: decoder).encode(Array(same.dropLast())) }
      if isLost {
        #expect(throws: ArchiveError.self) { try save() }
      } else {
        #expect(throws: Never.self) { try save() }
      }
    }
  }

  @Test("Of several values each its own, and values that nobody asked for")
  func several() throws {
    var encoder = ArchiveWriter()
    try encoder.encode(box, forKey: "box")
    try encoder.encode([box.item, box.extra], forKey: "items")
    try encoder.encode(box.item, forKey: "gone")
    try encoder.encode("settings", forKey: "other")
    try encoder.encode(["a", "b"], forKey: "list")
    let data = try encoder.finish()
    let decoder = try ArchiveReader(data, settings: ArchiveDecoder(preservingUnknown: true))
    var old = try decoder.decode(Release10.Box.self, forKey: "box")
    let items = try decoder.decode([Release10.Item].self, forKey: "items")
    _ = try decoder.decode(Release10.Item.self, forKey: "gone")
    old.item.y = 33
    var saving = ArchiveWriter(settings: ArchiveEncoder(preserving: decoder))
    try saving.encode(old, forKey: "box")
    try saving.encode(items, forKey: "items")
    var reporting = ArchiveDecoder()
    reporting.unknownKeys = .report
    let reading = try ArchiveReader(saving.finish(), settings: reporting)
    let new = try reading.decode(Release11.Box.self, forKey: "box")
    #expect(new.item == .init(x: 2, y: 33, colour: 4) && new.extra == box.extra && new.items.1 == box.items.1)
    #expect(try reading.decode([Release11.Item].self, forKey: "items") == [box.item, box.extra])
    #expect(try reading.decode(String.self, forKey: "other") == "settings")
    #expect(try reading.decode([String].self, forKey: "list") == ["a", "b"])
    #expect(reading.unusedKeys.isEmpty, "what the program has removed is gone: \(reading.unusedKeys)")
  }

  @Test("A union's member of a tag that is not known, in a record and in columns")
  func union() throws {
    let shapes = [
      Release11.Shape(kind: 7, value: 3, other: 4), .init(kind: 1, value: 5, other: 0),
      .init(kind: 0, value: 0, other: 0),
      .init(kind: 7, value: 8, other: 9),
    ]
    let decoder = ArchiveDecoder(preservingUnknown: true)
    let alone = try decoder.decode(Release10.Shape.self, from: try ArchiveEncoder().encode(shapes[0]))
    #expect(alone.kind == 7 && Set(decoder.unknownKeys) == ["value.r.w", "value.r.h"])
    let saved = try ArchiveEncoder(preserving: decoder).encode(alone)
    #expect(try strictDecoder().decode(Release11.Shape.self, from: saved) == shapes[0])
    // The program makes it another one.
    let other = try ArchiveEncoder(preserving: decoder).encode(Release10.Shape(kind: 1, value: 6))
    #expect(try strictDecoder().decode(Release11.Shape.self, from: other) == .init(kind: 1, value: 6, other: 0))
    // Without the archive's own member the tag is as wrong as ever.
    #expect(throws: ArchiveError.self) { try ArchiveEncoder().encode(alone) }
    #expect(throws: ArchiveError.self) {
      try ArchiveDecoder().decode(Release10.Shape.self, from: try ArchiveEncoder().encode(shapes[0]))
    }

    var columns = try decoder.decode([Release10.Shape].self, from: try ArchiveEncoder().encode(shapes))
    #expect(columns.map(\.kind) == [7, 1, 0, 7])
    let same = try ArchiveEncoder(preserving: decoder).encode(columns)
    #expect(try strictDecoder().decode([Release11.Shape].self, from: same) == shapes)
    columns[0] = .init(kind: 1, value: 77)
    let error = #expect(throws: ArchiveError.self, "a shape has no identity") {
      try ArchiveEncoder(preserving: decoder).encode(columns)
    }
    #expect(error?.code == .unknownDataLost && error?.details.keys.contains("[].value.r.w") == true)
  }

  @Test("An encoder says so when there is nothing it could preserve")
  func misuse() throws {
    let data = try ArchiveEncoder().encode(box)
    let plain = ArchiveDecoder()
    let old = try plain.decode(Release10.Box.self, from: data)
    for decoder in [plain, ArchiveDecoder(preservingUnknown: true)] {
      let error = #expect(throws: ArchiveError.self) { try ArchiveEncoder(preserving: decoder).encode(old) }
      #expect(error?.code == .unknownDataLost)
    }
    let decoder = ArchiveDecoder(preservingUnknown: true)
    _ = try decoder.decode(Release10.Box.self, from: data)
    let error = #expect(throws: ArchiveError.self) { try ArchiveEncoder(preserving: decoder).encode(old.item) }
    #expect(error?.code == .unknownDataLost && error?.details.keys.contains("extra.x") == true)
    #expect("\(try #require(error))".contains("'item.colour'"))
  }
}
