import Foundation
import RuntimeTestC
import TestRandom
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

@Suite("Archives of one record that are copied from an image")
struct RecordImageTests {
  /// The general way's archive in the layout of the images.
  func general(_ schema: RecordSchema, _ record: [UInt8]) throws -> Data {
    let plan = try schema.plan
    return try record.withUnsafeBufferPointer { (buffer) throws(ArchiveError) in
      var sink = PropertyListSink(plan.keys.object == nil ? .written : .block)
      sink.hasFixedWidths = true
      sink.reserveRoot()
      try plan.encode(UnsafeRawPointer(buffer.baseAddress!), into: &sink)
      return try sink.finishRoot(plan.keys.object, name: plan.name)
    }
  }

  func copied(_ schema: RecordSchema, _ record: [UInt8]) -> Data? {
    record.withUnsafeBytes { schema.images?.archive($0.baseAddress!) }
  }

  func recognised(_ schema: RecordSchema, _ archive: Data) -> [UInt8]? {
    guard let images = schema.images else { return nil }
    var memory = [UInt8](repeating: 0, count: images.memorySize)
    // What is there from another archive does no harm.
    for index in schema.size..<memory.count { memory[index] = UInt8(truncatingIfNeeded: index) }
    let isRead = archive.withUnsafeBytes { bytes in
      memory.withUnsafeMutableBytes { images.read(bytes, into: $0.baseAddress!) }
    }
    return isRead ? Array(memory.prefix(schema.size)) : nil
  }

  // MARK: Random types

  private struct Maker {
    var random: SeededRandom
    var fields: [FieldSchema] = []
    var texts: [Range<Int>] = []
    var offset = 0

    mutating func room(_ size: Int) -> Int {
      let start = offset
      offset += size + Int.random(in: 0...3, using: &random)
      return start
    }

    mutating func add(_ key: String, conditions: (FieldSchema) -> FieldSchema = { $0 }) {
      let type = everyType.randomElement(using: &random)!.type
      let plain: [ElementType] = [.bool, .u8, .u16, .u32, .u64, .i8, .i16, .i32, .i64, .f32, .f64]
      let field: FieldSchema
      switch Int.random(in: 0..<16, using: &random) {
      case 0: field = .scalar(key, type, at: room(type.storage))
      case 1: field = .array(key, [3], of: type, at: room(3 * type.storage))
      case 2: field = .array(key, [2, 2], of: .u16, at: room(8), as: .native)
      case 3: field = .scalar(key, .i8, at: room(1)).closed([1, 2, 5])
      case 4: field = .array(key, [0], of: .u32, at: room(0))
      case 5: field = .records(key, [2], of: RecordImageTests.pair, at: room(16))
      case 6: field = .record(key, RecordImageTests.pair, at: room(8))
      case 11, 12:
        let count = [0, 1, 7, 16, 40, 300].randomElement(using: &random)!
        let start = room(count)
        texts.append(start..<start + count)
        field = .text(key, count, Bool.random(using: &random) ? .utf8 : .latin1, at: start)
      case 7...10:
        let width = Int.random(in: 1...40, using: &random)
        let type: ElementType = width == 1 ? .bool : Bool.random(using: &random) ? .u64 : .i64
        field = .bits(key, width, of: type, at: room(8) * 8 + Int.random(in: 0...20, using: &random))
      default:
        let type = plain.randomElement(using: &random)!
        field = .scalar(key, type, at: room(type.storage))
      }
      fields.append(conditions(field))
    }
  }

  fileprivate static let pair = RecordSchema(
    "pair", size: 8, alignment: 1, fields: [.scalar("x", .i32, at: 0), .scalar("y", .u32, at: 4)])

  /// - Returns: Also where its texts are.
  private func randomSchema(_ random: inout SeededRandom) -> (RecordSchema, texts: [Range<Int>]) {
    var maker = Maker(random: random)
    for index in 0..<Int.random(in: 1...10, using: &maker.random) { maker.add("field\(index)") }
    if Bool.random(using: &maker.random) {
      let tag = maker.room(1)
      maker.fields.append(.scalar("tag", .u8, at: tag))
      for value in 1...3 { maker.add("union.member\(value)") { $0.when("tag", value == 3 ? [3, 4] : [Int64(value)]) } }
      maker.fields.append(.union("union", tag: "tag", cases: [0, 1, 2, 3, 4]))
    }
    if Bool.random(using: &maker.random) {
      let start = maker.room(4) * 8
      maker.fields += [
        .bits("low", 3, of: .u32, at: start).grouped("word", at: 0),
        .bits("high", 9, of: .i32, at: start + 3).grouped("word", at: Int.random(in: 3...20, using: &maker.random)),
      ]
    }
    random = maker.random
    return (RecordSchema("random", size: maker.offset + 16, alignment: 1, fields: maker.fields), maker.texts)
  }

  /// Texts of every kind, some of which archives have anyway.
  private static let words = [
    "", "", "a", "field0", "$class", "$null", "random", "NSObject", "tag", "bytes of 14..", "of 15 bytes....", "größer",
    "日本語", "a😀b",
    String(repeating: "x", count: 254), String(repeating: "y", count: 255), String(repeating: "z", count: 300),
    "\u{7F}\u{1}", "é",
  ]

  /// Bytes of which many are values that a type has few of, and texts.
  private func randomRecord(
    _ schema: RecordSchema, _ texts: [Range<Int>], _ random: inout SeededRandom
  ) -> [UInt8] {
    var record = randomBytes(schema, &random)
    for place in texts where Int.random(in: 0..<40, using: &random) > 0 {
      var word = Self.words.randomElement(using: &random)!
      while word.utf8.count > place.count { word.removeLast() }
      for (index, byte) in zip(place, Array(word.utf8) + [0]) { record[index] = byte }
    }
    return record
  }

  private func randomBytes(_ schema: RecordSchema, _ random: inout SeededRandom) -> [UInt8] {
    let few = UInt8.random(in: 0...3, using: &random)
    return (0..<schema.size).map { _ in
      switch few {
      case 0: UInt8.random(in: 0...255, using: &random)
      case 1: UInt8.random(in: 0...5, using: &random)
      case 2: Bool.random(using: &random) ? 0xFF : 1
      default: Bool.random(using: &random) ? 1 : 2
      }
    }
  }

  @Test("Both ways write the same bytes, and read the same record, for random types and values")
  func sameBytes() throws {
    var random = SeededRandom.replayable()
    let seed = random.seed
    var copies = 0
    for _ in 0..<400 {
      let (schema, texts) = randomSchema(&random)
      guard schema.images != nil else { continue }
      for _ in 0..<12 {
        let record = randomRecord(schema, texts, &random)
        guard let archive = copied(schema, record) else { continue }
        copies += 1
        try #require(try general(schema, record) == archive, "seed \(seed)")
        let back = try unarchive(schema, archive)
        try #require(try #require(recognised(schema, archive), "seed \(seed)") == back, "seed \(seed)")
      }
    }
    #expect(copies > 500, "the images of random types are hardly tried")
  }

  @Test("What the general way refuses to write is not copied either")
  func sameErrors() throws {
    var random = SeededRandom.replayable()
    let seed = random.seed
    for _ in 0..<200 {
      let (schema, texts) = randomSchema(&random)
      for _ in 0..<8 {
        let record = randomRecord(schema, texts, &random)
        if (try? general(schema, record)) == nil { try #require(copied(schema, record) == nil, "seed \(seed)") }
      }
    }
  }

  @Test("An image with any byte changed is read as the general way reads it, or left to it")
  func changedBytes() throws {
    var random = SeededRandom.replayable()
    let seed = random.seed
    for _ in 0..<12 {
      let (schema, texts) = randomSchema(&random)
      var made: Data?
      for _ in 0..<20 where made == nil { made = copied(schema, randomRecord(schema, texts, &random)) }
      guard var archive = made else { continue }
      for place in archive.indices {
        let byte = archive[place]
        for change: UInt8 in [1, 2, 0x10, 0x80, UInt8.random(in: 1...255, using: &random)] {
          archive[place] = byte ^ change
          guard let record = recognised(schema, archive) else { continue }
          try #require(try unarchive(schema, archive) == record, "byte \(place), seed \(seed)")
        }
        archive[place] = byte
      }
      for count in 0..<archive.count { try #require(recognised(schema, archive.prefix(count)) == nil) }
      try #require(recognised(schema, archive + [0]) == nil)
    }
  }

  @Test("A group of bit-fields that has a bit of no field is left to the general way, which refuses it")
  func bitOfNoField() throws {
    let schema = RecordSchema(
      "flags", size: 4, alignment: 4,
      fields: [
        .bits("low", 3, of: .u32, at: 0).grouped("word", at: 0),
        .bits("high", 9, of: .u32, at: 3).grouped("word", at: 3),
      ])
    var archive = try #require(copied(schema, [0x02, 0x02, 0, 0]))
    let place = archive.firstRange(of: Data([0x11, 2, 2]))?.lowerBound
    let own = try #require(place)
    archive[own + 1] = 0x0F
    #expect(recognised(schema, archive) == [0x02, 0x0F, 0, 0])
    archive[own + 1] = 0x12
    #expect(recognised(schema, archive) == nil)
    #expect(throws: ArchiveError.self) { try unarchive(schema, archive) }
  }

  // MARK: Known types

  @Test("Structs of numbers, of bit-fields, of structs and of tagged unions have images")
  func typesWithImages() throws {
    #expect(RuntimeTestC.sample.archiveSchema.images != nil)
    #expect(RuntimeTestC.numbers.archiveSchema.images != nil)
    #expect(Choice.archiveSchema.images != nil)
    #expect(Self.pair.images != nil)
    for choice in [Choice(kind: 1, bits: 5), Choice(kind: 3, bits: 2.5.bitPattern), Choice(kind: 7, bits: 9)] {
      let archive = try ArchiveEncoder().encode(choice)
      #expect(withUnsafeBytes(of: choice) { Choice.archiveSchema.images?.archive($0.baseAddress!) } == archive)
      #expect(recognised(Choice.archiveSchema, archive) != nil)
      #expect(try ArchiveDecoder().decode(Choice.self, from: archive) == choice)
    }
  }

  @Test("An integer above Int64.max goes the general way, and comes back")
  func largeIntegers() throws {
    var value = RuntimeTestC.numbers()
    for number in [UInt64(Int64.max), UInt64(Int64.max) + 1, .max] {
      value.u64 = number
      #expect(
        try ArchiveDecoder().decode(RuntimeTestC.numbers.self, from: ArchiveEncoder().encode(value)).u64 == number)
    }
    let isCopied =
      withUnsafeBytes(of: value) { RuntimeTestC.numbers.archiveSchema.images?.archive($0.baseAddress!) } != nil
    #expect(!isCopied)
  }

  @Test("A tag of no member, and a tag whose member is not in the archive, are the general way's errors")
  func tags() throws {
    #expect(throws: ArchiveError.self) { try ArchiveEncoder().encode(Choice(kind: 9, bits: 0)) }
    let one = try ArchiveEncoder().encode(Choice(kind: 1, bits: 5))
    var other = one
    let three = try ArchiveEncoder().encode(Choice(kind: 2, bits: 5))
    let place = try #require(one.indices.first { one[$0] != three[$0] })
    for tag: UInt8 in [3, 9] {
      other[place] = tag
      #expect(recognised(Choice.archiveSchema, other) == nil)
      #expect(throws: ArchiveError.self) { try ArchiveDecoder().decode(Choice.self, from: other) }
    }
    other[place] = 2
    #expect(try ArchiveDecoder().decode(Choice.self, from: other) == Choice(kind: 2, bits: 5))
  }

  @Test("Limits that the archive exceeds are errors for an image, too")
  func limits() throws {
    let archive = try ArchiveEncoder().encode(RuntimeTestC.sample())
    for change: (inout ArchiveDecoder.Limits) -> Void in [
      { $0.maximumByteCount = 100 }, { $0.maximumObjectCount = 1 }, { $0.maximumContainerCount = 2 },
      { $0.maximumStringLength = 3 }, { $0.checksum = .required },
    ] {
      var limits = ArchiveDecoder.Limits()
      change(&limits)
      #expect(throws: ArchiveError.self) {
        try ArchiveDecoder(limits: limits).decode(RuntimeTestC.sample.self, from: archive)
      }
    }
  }

  @Test("Where numbers in full width would make archives larger by more than a fifth, the shortest are written")
  func manyIntegers() throws {
    let many = RecordSchema(
      "many", size: 400, alignment: 4, fields: (0..<100).map { .scalar("f\($0)", .i32, at: $0 * 4) })
    #expect(many.images == nil)
  }
}
