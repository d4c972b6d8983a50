import Foundation
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

@Suite("Archives of one record with text that are copied from an image")
struct RecordImageTextTests {
  private let ways = RecordImageTests()
  private static let place = RecordSchema(
    "place", size: 12, alignment: 4, fields: [.scalar("x", .f64, at: 0), .scalar("height", .i32, at: 8)])
  /// Two texts, numbers before, between and behind them, a struct.
  private let schema = RecordSchema(
    "station", size: 720, alignment: 8,
    fields: [
      .scalar("id", .u64, at: 0), .text("name", 300, .utf8, at: 8), .record("place", Self.place, at: 308),
      .array("codes", [4], of: .u16, at: 320), .text("note", 300, .latin1, at: 328), .scalar("valid", .bool, at: 628),
      .scalar("level", .f32, at: 632), .text("short", 1, .utf8, at: 636),
    ])

  private func record(_ name: [UInt8], _ note: [UInt8], short: UInt8 = 0) -> [UInt8] {
    var record = [UInt8](repeating: 0, count: schema.size)
    for (index, byte) in zip(0..., [1, 2, 3] as [UInt8]) { record[index] = byte }
    record.replaceSubrange(8..<8 + name.count, with: name)
    record.replaceSubrange(328..<328 + note.count, with: note)
    for index in 308..<328 { record[index] = UInt8(index & 0x3F) }
    (record[628], record[635], record[636]) = (1, 0x40, short)
    return record
  }

  /// The archive of a record, which both ways have to write and to read.
  @discardableResult
  private func archive(_ record: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) throws -> Data {
    let archive = try #require(ways.copied(schema, record), sourceLocation: sourceLocation)
    #expect(try ways.general(schema, record) == archive, sourceLocation: sourceLocation)
    #expect(try unarchive(schema, archive) == record, sourceLocation: sourceLocation)
    #expect(ways.recognised(schema, archive) == record, sourceLocation: sourceLocation)
    return archive
  }

  @Test(
    "Texts of every length are copied, whether they are ASCII or not",
    arguments: [0, 1, 14, 15, 16, 254, 255, 256, 299, 300])
  func lengths(count: Int) throws {
    let ascii = [UInt8](repeating: 0x61, count: count)
    try archive(record(ascii, []))
    try archive(record([], ascii))
    try archive(record(ascii, ascii, short: 0x62))
    try archive(record([], [UInt8](repeating: 0xE4, count: count)))
    let twoBytes = Array(String(repeating: "é", count: count / 2).utf8)
    try archive(record(twoBytes, ascii))
    try archive(record(Array(String(repeating: "😀", count: count / 4).utf8), [UInt8](repeating: 0xFF, count: count)))
  }

  @Test("Texts that are equal to each other, to keys or to what every archive has are copied")
  func equalTexts() throws {
    for word in ["same", "name", "station", "$null", "$class", "$objects", "NSKeyedArchiver", "NSObject", "u16[4]"] {
      let text = Array(word.utf8)
      try archive(record(text, text))
    }
  }

  @Test("Text that is not in its encoding is refused as in the general way")
  func invalidText() throws {
    for name: [UInt8] in [[0xFF], [0x61, 0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80]] {
      #expect(ways.copied(schema, record(name, [])) == nil)
      #expect(throws: ArchiveError.self) { try ways.general(schema, record(name, [])) }
    }
  }

  @Test("An archive with text and any byte changed, removed or added is read as in the general way, or left to it")
  func changedBytes() throws {
    var recognised = 0
    for record in [
      record(Array("Großer 😀".utf8), Array("note".utf8)), record(Array("a name of more than 15".utf8), [0xE4, 0x62]),
      record([], [], short: 0x61),
    ] {
      let archive = try archive(record)
      func compare(_ changed: Data, _ place: Int) throws {
        guard let read = ways.recognised(schema, changed) else { return }
        recognised += 1
        #expect(try unarchive(schema, changed) == read, "byte \(place)")
      }
      for place in archive.indices {
        var changed = archive
        for change: UInt8 in [1, 2, 4, 8, 0x10, 0x20, 0x40, 0x80, 0xFF] {
          changed[place] = archive[place] ^ change
          try compare(changed, place)
        }
        changed = archive
        changed.remove(at: place)
        try compare(changed, place)
        changed = archive
        changed.insert(0x61, at: place)
        try compare(changed, place)
        #expect(ways.recognised(schema, archive.prefix(place)) == nil)
      }
    }
    #expect(recognised > 100, "hardly a change is recognised")
  }

  /// The archive with another object for the text "a", and the offsets that belong to it.
  private func archive(_ archive: Data, withText object: [UInt8]) throws -> Data {
    let place = try #require(archive.firstRange(of: Data([0x51, 0x61]))).lowerBound
    var changed = archive
    changed.replaceSubrange(place..<place + 2, with: object)
    let shift = object.count - 2
    func number(_ place: Int, _ count: Int) -> Int { changed[place..<place + count].reduce(0) { $0 << 8 | Int($1) } }
    func put(_ number: Int, _ place: Int, _ count: Int) {
      for index in 0..<count { changed[place + index] = UInt8(truncatingIfNeeded: number >> ((count - 1 - index) * 8)) }
    }
    let count = number(changed.count - 24, 8)
    let table = number(changed.count - 8, 8) + shift
    put(table, changed.count - 8, 8)
    for entry in stride(from: table, to: table + 2 * count, by: 2) where number(entry, 2) > place {
      put(number(entry, 2) + shift, entry, 2)
    }
    return changed
  }

  @Test("A text in a form that this library does not write is read as in the general way, or left to it")
  func otherForms() throws {
    let long = [UInt8](repeating: 0x62, count: 301)
    for (object, isText) in [
      ([0x5F, 0x10, 1, 0x62], true), ([0x5F, 0x12, 0, 0, 0, 1, 0x62], true), ([0x61, 0, 0x62], true),
      ([0x5F, 0x11, 1, 44] + long.dropLast(), true), ([0x5F, 0x11, 1, 45] + long, false), ([0x51, 0], false),
      ([0x51, 0x80], false), ([0x61, 0xD8, 0], false), ([0x61, 0, 0], false), ([0x41, 0x62], true), ([0x10, 1], false),
      ([0x5F, 0x13, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], false), ([0x08], false),
    ] as [([UInt8], Bool)] {
      let archive = try archive(archive(record([0x61], [])), withText: object)
      let general = try? unarchive(schema, archive)
      #expect((general != nil) == isText, "\(object.prefix(8))")
      if let read = ways.recognised(schema, archive) { #expect(read == general, "\(object.prefix(8))") }
    }
  }

  @Test("Text so long that offsets would begin again at zero is left to the general way, which refuses it")
  func wrappedOffsets() throws {
    let archive = try archive(
      archive(record([0x61], [])), withText: [0x5F, 0x12, 0, 1, 0, 0] + [UInt8](repeating: 0x62, count: 65_536))
    #expect(ways.recognised(schema, archive) == nil)
    #expect(throws: ArchiveError.self) { try unarchive(schema, archive) }
  }

  @Test("Texts in members of a tagged union are copied, and read by the member that the tag says")
  func unions() throws {
    let schema = RecordSchema(
      "note", size: 48, alignment: 4,
      fields: [
        .scalar("kind", .u32, at: 0), .text("title", 12, .utf8, at: 4),
        .text("value.name", 16, .utf8, at: 16).when("kind", [1]),
        .text("value.name2", 16, .latin1, at: 16).when("kind", [2, 3]),
        .scalar("value.count", .i64, at: 16).when("kind", [4]),
        .union("value", tag: "kind", cases: [1, 2, 3, 4]),
      ])
    for kind: UInt8 in 1...4 {
      for text in ["", "value", "sixteen bytes..."] {
        var record = [UInt8](repeating: 0, count: schema.size)
        record[0] = kind
        record.replaceSubrange(4..<7, with: Array("ti\(kind)".utf8))
        record.replaceSubrange(16..<16 + text.utf8.count, with: Array(text.utf8))
        if kind == 4 { record.replaceSubrange(24..<32, with: repeatElement(0, count: 8)) }
        let archive = try #require(ways.copied(schema, record))
        #expect(try ways.general(schema, record) == archive)
        #expect(ways.recognised(schema, archive) == record)
        #expect(try unarchive(schema, archive) == record)
        for other: UInt8 in 0...5 {
          let change = Data([0x12, 0, 0, 0, kind])
          var changed = archive
          changed[try #require(archive.firstRange(of: change)).upperBound - 1] = other
          if let read = ways.recognised(schema, changed) { #expect(try unarchive(schema, changed) == read) }
        }
      }
    }
  }

  @Test("Types whose texts may be longer than offsets of two bytes reach have no images, and shorter ones have")
  func longTexts() throws {
    func schema(_ count: Int) -> RecordSchema {
      RecordSchema("long", size: count, alignment: 1, fields: [.text("text", count, .latin1, at: 0)])
    }
    #expect(schema(16_384).images != nil)
    #expect(schema(40_000).images == nil)
    let long = schema(16_384)
    let record = [UInt8](repeating: 0xE4, count: 16_384)
    let archive = try #require(ways.copied(long, record))
    #expect(try ways.general(long, record) == archive)
    #expect(ways.recognised(long, archive) == record)
  }
}
