import Foundation
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

/// A tag and a union of an integer, a real and four bytes, 16 bytes in all.
struct Choice: ArchivableRecord, Equatable {
  var kind: UInt8
  var bits: UInt64

  static let archiveSchema = RecordSchema("choice", size: 16, alignment: 8, fields: fields)
  static let fields: [FieldSchema] = [
    .scalar("value.i", .i32, at: 8).when("kind", [1, 2]),
    .scalar("value.d", .f64, at: 8).when("kind", [3]),
    .array("value.raw", [4], of: .u8, at: 8).when("kind", [7]),
    // The tag may come after the union.
    .scalar("kind", .u8, at: 0),
    .union("value", tag: "kind", cases: [1, 2, 3, 7]),
  ]
}

@Suite("Unions whose tag says which member is live")
struct UnionTests {
  private let choices = [
    Choice(kind: 1, bits: UInt64(UInt32(bitPattern: -5))), Choice(kind: 3, bits: 2.5.bitPattern),
    Choice(kind: 7, bits: 0x0403_0201), Choice(kind: 2, bits: 9),
  ]

  @Test("The live member alone has a key")
  func keys() throws {
    var encoder = ArchiveWriter()
    for (index, choice) in choices.enumerated() { try encoder.encode(choice, forKey: "c\(index)") }
    let decoder = try ArchiveReader(encoder.finish())
    #expect(
      decoder.keys.sorted() == [
        "c0.kind", "c0.value.i", "c1.kind", "c1.value.d", "c2.kind", "c2.value.raw", "c3.kind", "c3.value.i",
      ])
    for (index, choice) in choices.enumerated() {
      #expect(try decoder.decode(Choice.self, forKey: "c\(index)") == choice)
    }
    for choice in choices {
      #expect(try ArchiveDecoder().decode(Choice.self, from: ArchiveEncoder().encode(choice)) == choice)
    }
  }

  @Test("In an array a member's column has the records in which it is live")
  func columns() throws {
    let data = try ArchiveEncoder().encode(choices)
    #expect(try ArchiveDecoder().decode([Choice].self, from: data) == choices)
    let text = "count 4\nu8 kind\n@1=1,2 i32 value.i\n@1=3 f64 value.d\n@1=7 u8[4] value.raw"
    #expect(data.range(of: Data(text.utf8)) != nil)
  }

  @Test("Through Foundation's archiver they come back too")
  func coder() throws {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    try archiver.encode(choices[1], forKey: "one")
    try archiver.encode(choices, forKey: "many")
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    #expect(try unarchiver.decode(Choice.self, forKey: "one") == choices[1])
    #expect(try unarchiver.decode([Choice].self, forKey: "many") == choices)
  }

  @Test("A tag without a member is an error in both directions")
  func unknownTag() throws {
    let bad = Choice(kind: 4, bits: 0)
    let expected = ArchiveError.unknownTag(path: "value", tag: "kind", value: 4)
    #expect(throws: expected) { try ArchiveEncoder().encode(bad) }
    #expect(throws: ArchiveError.unknownTag(path: "[1].value", tag: "[1].kind", value: 4)) {
      try ArchiveEncoder().encode([choices[0], bad])
    }
    let lax = RecordSchema("choice", size: 16, alignment: 8, fields: Choice.fields.dropLast())
    var record = [UInt8](repeating: 0, count: 16)
    record[0] = 4
    #expect(throws: expected) { try ArchiveDecoder().decode(Choice.self, from: archive(lax, record)) }
    #expect(throws: ArchiveError.unknownTag(path: "[0].value", tag: "[0].kind", value: 4)) {
      try ArchiveDecoder().decode([Choice].self, from: archive(lax, columns: record))
    }
  }

  @Test("A required member has to be in the archive if it is live")
  func requiredMember() throws {
    func schema(_ member: FieldSchema) -> RecordSchema {
      RecordSchema(
        "choice", size: 16, alignment: 8,
        fields: [
          .scalar("kind", .u8, at: 0), member.when("kind", [1]), .scalar("d", .f64, at: 8).when("kind", [2]),
        ])
    }
    let old = schema(.scalar("before", .u8, at: 8))
    let new = schema(.scalar("a", .u8, at: 8).required())
    func record(_ kind: UInt8) -> [UInt8] { [kind] + [UInt8](repeating: 0, count: 15) }
    #expect(try unarchive(new, archive(old, record(2))) == record(2))
    #expect(try unarchive(new, columns: archive(old, columns: record(2) + record(2))) == record(2) + record(2))
    #expect(throws: ArchiveError.missingKey(path: "a")) { try unarchive(new, archive(old, record(1))) }
    #expect(throws: ArchiveError.self) { try unarchive(new, columns: archive(old, columns: record(2) + record(1))) }
  }

  @Test("A column for other values of the tag is not taken for this member's")
  func otherCases() throws {
    let other = RecordSchema(
      "choice", size: 16, alignment: 8,
      fields: [
        .scalar("kind", .u8, at: 0), .scalar("value.i", .i32, at: 8).when("kind", [3]),
        .scalar("value.d", .f64, at: 8).when("kind", [1]),
      ])
    let records = [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
      buffer.initialize(repeating: 0)
      buffer[0] = 1
      buffer[16] = 3
      count = 32
    }
    #expect(throws: ArchiveError.self) {
      try ArchiveDecoder().decode([Choice].self, from: archive(other, columns: records))
    }
  }

  @Test("A record with a union that becomes an array is its first element, single and in columns")
  func becameArray() throws {
    func made(_ fields: [FieldSchema], size: Int = 256) -> RecordSchema {
      RecordSchema("r", size: size, alignment: 16, fields: fields)
    }
    func choice(_ tag: String, was former: String? = nil) -> RecordSchema {
      let kind = FieldSchema.scalar(tag, .u8, at: 0)
      return made(
        [
          .scalar("value.i", .i32, at: 8).when(tag, [1, 2]), .scalar("value.d", .f64, at: 8).when(tag, [3]),
          .array("value.raw", [4], of: .u8, at: 8).when(tag, [7]), former.map { kind.was($0) } ?? kind,
          .union("value", tag: tag, cases: [0, 1, 2, 3, 7]),
        ], size: 16)
    }
    func outer(_ field: FieldSchema, size: Int = 256) -> RecordSchema {
      made([.scalar("n", .u8, at: 0), field], size: size)
    }
    let one = choice("kind")
    let old = outer(.record("item", one, at: 16))
    let (holder, holders) = (
      outer(.record("item", one, at: 16), size: 64), outer(.records("item", [2], of: one, at: 16), size: 64)
    )
    for kind: UInt8 in [0, 1, 2, 3, 7] {
      let bytes = recordBytes([0: 9, 16: kind, 24: kind == 0 ? 0 : 5])
      for form in [RecordArrayForm.columns, .elements] {
        #expect(try readBothWays(old, outer(.records("item", [2], of: one, at: 16, as: form)), bytes) == bytes)
        // Both were called otherwise.
        let sorted = outer(.record("thing", choice("sort"), at: 16))
        let renamed = FieldSchema.records("item", [2], of: choice("kind", was: "sort"), at: 16, as: form).was("thing")
        #expect(try readBothWays(sorted, outer(renamed), bytes) == bytes)
      }
      let single = try readBothWays(
        made([.record("all", holder, at: 0)]), made([.records("all", [2], of: holders, at: 0)]), bytes)
      #expect(single == bytes)
      let pair = Array(bytes[..<64] + bytes[..<64] + bytes[128...])
      let inArray = try readBothWays(
        made([.records("all", [2], of: holder, at: 0)]), made([.records("all", [2], of: holders, at: 0)]), pair)
      #expect(inArray == pair)
    }
  }

  @Test("A case that is new leaves older archives as they were, the default's too")
  func newCase() throws {
    let old = RecordSchema(
      "choice", size: 16, alignment: 8,
      fields: [
        .scalar("kind", .u8, at: 0), .scalar("a", .u8, at: 8).when("kind", [1]),
        .scalar("b", .u8, at: 8).unless("kind", [1]),
      ])
    let new = RecordSchema(
      "choice", size: 16, alignment: 8,
      fields: [
        .scalar("kind", .u8, at: 0), .scalar("a", .u8, at: 8).when("kind", [1]),
        .scalar("c", .u8, at: 8).when("kind", [2]), .scalar("b", .u8, at: 8).unless("kind", [1, 2]),
      ])
    func record(_ kind: UInt8, _ value: UInt8) -> [UInt8] {
      [kind] + [UInt8](repeating: 0, count: 7) + [value] + [UInt8](repeating: 0, count: 7)
    }
    let records = record(1, 10) + record(5, 50)
    #expect(try unarchive(new, columns: archive(old, columns: records)) == records)
    // Where the default stood for the new case, what it had there would be lost.
    #expect(throws: ArchiveError.self) { try unarchive(new, columns: archive(old, columns: record(2, 20))) }
  }
}
