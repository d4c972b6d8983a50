import Foundation
import RuntimeTestC
import TestRandom
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

@Suite("Archives of a few records that are copied from an image")
struct ArrayImageTests {
  // MARK: Both ways

  /// Reads the archive by the type's own columns, where they are the archive's.
  private func read(_ schema: RecordSchema, _ archive: Data) throws -> [UInt8] {
    let plan = try schema.plan
    let file = try ParsedArchive(archive, limits: ArchiveDecoder.Limits())
    return try file.readRoot((plan.keys.arrayLookup, plan.columns.names.count + 1), names: [plan.name + "[]"]) {
      (source) throws(ArchiveError) in
      let array = try plan.arrayDescription("", index: 0, ArchiveDecoder.Limits(), from: &source)
      let columns = try plan.findColumns(array, key: "", indices: { $0 + 1 }, from: &source)
      var records = [UInt8](repeating: 0xEE, count: array.count * plan.size)
      try records.withUnsafeMutableBufferPointer { (buffer) throws(ArchiveError) in
        try plan.scatter(columns, to: UnsafeMutableRawPointer(buffer.baseAddress!), stride: plan.size, path: "")
      }
      return records
    }
  }

  private func recognised(_ image: RecordImage, _ archive: Data, _ size: Int) -> [UInt8]? {
    var records = [UInt8](repeating: 0, count: image.recordCount * size)
    let isRead = archive.withUnsafeBytes { bytes in
      records.withUnsafeMutableBytes { image.matches(bytes) && image.load(bytes.baseAddress!, into: $0.baseAddress!) }
    }
    return isRead ? records : nil
  }

  // MARK: Random types

  private static let pair = RecordSchema(
    "pair", size: 8, alignment: 1, fields: [.scalar("x", .i32, at: 0), .text("name", 4, .utf8, at: 4)])

  private func randomSchema(_ random: inout SeededRandom) -> RecordSchema {
    var offset = 0
    func room(_ size: Int) -> Int {
      defer { offset += size + Int.random(in: 0...3, using: &random) }
      return offset
    }
    var fields: [FieldSchema] = []
    for index in 0..<Int.random(in: 1...6, using: &random) {
      let key = "field\(index)"
      let type = everyType.randomElement(using: &random)!.type
      switch Int.random(in: 0..<9, using: &random) {
      case 0: fields.append(.array(key, [3], of: type, at: room(3 * type.storage)))
      case 1: fields.append(.array(key, [2, 2], of: .u16, at: room(8), as: .native))
      case 2: fields.append(.scalar(key, .i8, at: room(1)).closed([1, 2, 5]))
      case 3: fields.append(.records(key, [2], of: Self.pair, at: room(16)))
      case 4: fields.append(.record(key, Self.pair, at: room(8)))
      case 5: fields.append(.text(key, 6, .utf8, at: room(6)))
      case 6:
        let start = room(4) * 8
        fields += [
          .bits(key + "low", 3, of: .u32, at: start).grouped(key, at: 0),
          .bits(key + "high", 9, of: .i32, at: start + 3).grouped(key, at: 3),
        ]
      case 7: fields.append(.bits(key, 11, of: .i32, at: room(4) * 8 + 3))
      default: fields.append(.scalar(key, type, at: room(type.storage)))
      }
    }
    return RecordSchema("random", size: offset + 8, alignment: 1, fields: fields)
  }

  /// Bytes of which many are values that a type has few of, and some are no text.
  private func randomRecords(_ count: Int, _ random: inout SeededRandom) -> [UInt8] {
    let few = UInt8.random(in: 0...3, using: &random)
    return (0..<count).map { _ in
      switch few {
      case 0: UInt8.random(in: 0...255, using: &random)
      case 1: UInt8.random(in: 0...5, using: &random)
      default: Bool.random(using: &random) ? 1 : 2
      }
    }
  }

  @Test("Both ways write the same bytes, and read the same records, for random types, numbers and values")
  func sameBytes() throws {
    var random = SeededRandom.replayable()
    let seed = random.seed
    var copies = 0
    for _ in 0..<200 {
      let schema = randomSchema(&random)
      let images = try #require(schema.arrayImages)
      for _ in 0..<10 {
        let count = Int.random(in: 1...6, using: &random)
        let records = randomRecords(count * schema.size, &random)
        guard let image = images.image(of: count) else { continue }
        let copy = records.withUnsafeBytes { image.archive($0.baseAddress!) }
        try #require(copy == (try? archive(schema, columns: records)), "seed \(seed)")
        guard let copy else { continue }
        copies += 1
        let back = try unarchive(schema, columns: copy)
        try #require(recognised(image, copy, schema.size) == back, "seed \(seed)")
        try #require(try read(schema, copy) == back, "seed \(seed)")
      }
    }
    #expect(copies > 300, "the images of random types are hardly tried")
  }

  @Test("An image with any byte changed is read as the general way reads it, or left to it")
  func changedBytes() throws {
    var random = SeededRandom.replayable()
    let seed = random.seed
    for _ in 0..<12 {
      let schema = randomSchema(&random)
      guard let image = ImageCompiler.image(of: 3, try schema.plan) else { continue }
      let records = [UInt8](repeating: 1, count: 3 * schema.size)
      guard var archive = records.withUnsafeBytes({ image.archive($0.baseAddress!) }) else { continue }
      for place in archive.indices {
        let byte = archive[place]
        for change: UInt8 in [1, 2, 0x10, 0x80, UInt8.random(in: 1...255, using: &random)] {
          archive[place] = byte ^ change
          let own = try? read(schema, archive)
          try #require(own == (try? unarchive(schema, columns: archive)), "byte \(place), seed \(seed)")
          if let found = recognised(image, archive, schema.size) {
            try #require(found == own, "byte \(place), seed \(seed)")
          }
        }
        archive[place] = byte
      }
      for count in 0..<archive.count { try #require(recognised(image, archive.prefix(count), schema.size) == nil) }
    }
  }

  // MARK: Calls

  private func samples(_ count: Int) -> [RuntimeTestC.sample] {
    (0..<count).map { index in
      var value = RuntimeTestC.sample()
      withUnsafeMutableBytes(of: &value) { $0[$0.startIndex] = UInt8(truncatingIfNeeded: index) }
      return value
    }
  }

  @Test("Arrays of any length come back alike however often they are archived")
  func calls() throws {
    for count in [0, 1, 2, 3, 63, 64, 65, 200] {
      let values = samples(count)
      let first = try ArchiveEncoder().encode(values)
      for _ in 0..<3 {
        let archive = try ArchiveEncoder().encode(values)
        #expect(archive == first)
        let back = try ArchiveDecoder().decode([RuntimeTestC.sample].self, from: archive)
        #expect(back.count == count)
        #expect(try ArchiveEncoder().encode(back) == first)
      }
    }
  }

  @Test("Images are made for eight lengths of a type at the most, each for the second archive of it")
  func fewImages() throws {
    let images = try #require(ArrayImages(try RuntimeTestC.sample.archiveSchema.plan))
    for count in 1...8 {
      #expect(images.image(of: count) == nil)
      #expect(images.image(of: count) != nil)
    }
    for _ in 0..<3 { #expect(images.image(of: 9) == nil) }
    #expect(images.image(of: 5)?.recordCount == 5)
    #expect(images.image(of: 0) == nil)
  }

  @Test("Limits that the archive exceeds are errors for an image, too")
  func limits() throws {
    let values = samples(3)
    var archive = Data()
    for _ in 0..<3 { archive = try ArchiveEncoder().encode(values) }
    for change: (inout ArchiveDecoder.Limits) -> Void in [
      { $0.maximumByteCount = 100 }, { $0.maximumObjectCount = 1 }, { $0.maximumContainerCount = 2 },
      { $0.maximumStringLength = 3 }, { $0.checksum = .required },
      {
        $0.memoryPerByte = 0
        $0.memoryAllowance = 20
      },
    ] {
      var limits = ArchiveDecoder.Limits()
      change(&limits)
      #expect(throws: ArchiveError.self) {
        try ArchiveDecoder(limits: limits).decode([RuntimeTestC.sample].self, from: archive)
      }
    }
    var encoder = ArchiveEncoder()
    encoder.readingLimits.memoryPerByte = 0
    encoder.readingLimits.memoryAllowance = 20
    #expect(throws: ArchiveError.self) { try encoder.encode(values) }
  }

  @Test("A type with members of unions has no images for arrays")
  func unions() {
    #expect(Choice.archiveSchema.arrayImages == nil)
  }
}
