import Foundation
import TestRandom
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

@Suite("Bit-fields that are archived in one integer")
struct BitGroupTests {
  /// priority:3, urgent:1, kind:5 (signed), level:4, from bit 64 on, as a compiler lays them out.
  private static let layout: [(key: String, width: Int, type: ElementType)] = [
    ("priority", 3, .u32), ("urgent", 1, .bool), ("kind", 5, .i32), ("level", 4, .u32),
  ]

  private func field(_ key: String, at bit: Int? = nil) -> FieldSchema {
    var offset = 64
    for field in Self.layout {
      if field.key == key { return .bits(key, field.width, of: field.type, at: bit ?? offset) }
      offset += field.width
    }
    return .scalar(key, .u8, at: 0)
  }

  private func single(_ more: FieldSchema...) -> RecordSchema {
    made([.scalar("x", .u8, at: 0)] + Self.layout.map { field($0.key) } + more)
  }

  private func made(_ fields: [FieldSchema], size: Int = 256) -> RecordSchema {
    RecordSchema("thing", size: size, alignment: 1, fields: fields)
  }

  private var grouped: RecordSchema {
    made([
      .scalar("x", .u8, at: 0), field("priority").grouped("flags", at: 0), field("urgent").grouped("flags", at: 3),
      field("kind").grouped("flags", at: 4), field("level").grouped("flags", at: 9),
    ])
  }

  /// The same with other positions, in another order, with bits left free.
  private var reordered: RecordSchema {
    made([
      .scalar("x", .u8, at: 0), field("level").grouped("flags", at: 20), field("kind").grouped("flags", at: 2),
      field("urgent").grouped("flags", at: 0), field("priority").grouped("flags", at: 60),
    ])
  }

  /// priority 5, urgent, kind -3, level 9.
  private let word = 5 | 1 << 3 | (0x1D << 4) | 9 << 9
  private var record: [UInt8] { recordBytes([0: 7, 8: UInt8(word & 255), 9: UInt8(word >> 8)]) }

  private func keys(_ data: Data) throws -> [String: Any] {
    let list = try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
    let objects = try #require(list?["$objects"] as? [Any])
    return try #require(objects[1] as? [String: Any])
  }

  @Test("one key has the integer, and one describes whose bits are whose")
  func format() throws {
    let data = try archive(grouped, record)
    #expect(Set(try keys(data).keys) == ["x", "[bits]", "flags", "$class"])
    #expect(try keys(data)["flags"] as? Int == word)
    let text = "u16 flags\n u3 priority\n u1 urgent\n i5 kind\n u4 level"
    #expect(try grouped.plan.fields.groupScopes.map(\.text) == [text])
    #expect(
      try reordered.plan.fields.groupScopes[0].text
        == "u64 flags\n u1 urgent\n i5@2 kind\n u4@20 level\n u3@60 priority")
    #expect(try grouped.plan.columns.lines == "\nu8 x\n" + text)
    #expect(GroupDescription.groups(text)?.map(\.text) == [text])
    #expect(try unarchive(grouped, data) == record)
    let columns = try archive(grouped, columns: record + record)
    #expect(try unarchive(grouped, columns: columns) == record + record)
  }

  @Test("positions of another table, single keys and groups read each other")
  func convert() throws {
    let two = made([
      .scalar("x", .u8, at: 0), field("priority").grouped("a", at: 0), field("level").grouped("b", at: 3),
      field("kind").grouped("b", at: 7), field("urgent"),
    ])
    let all = [single(), grouped, reordered, two]
    for old in all {
      for new in all { #expect(try readBothWays(old, new, record) == record) }
    }
    // Renamed, moved into members and out of them.
    let inner = made([field("level").was(fromRoot: "level").grouped("bits", at: 1)], size: 32)
    let renamed = made([
      .bits("rank", 3, of: .u32, at: 64).was("priority").grouped("flags", at: 0), .record("in", inner, at: 32),
      .bits("sort", 8, of: .i32, at: 72).was("kind"),
    ])
    for old in [single(), grouped, reordered, two] {
      let back = try readBothWays(old, renamed, record)
      #expect(back[8] == 5 && back[9] == 0xFD && back[41] == 9 << 1)
    }
    for new in [single(.scalar("y", .u8, at: 1)), grouped] {
      let fields = [
        field("priority").was("rank"), field("level").was("in.level"), field("kind").was("sort"),
        .scalar("x", .u8, at: 0),
      ]
      let out = made(
        new.fields.count == 6 ? fields : fields.map { $0.key == "x" ? $0 : $0.grouped("g", at: $0.offset - 64) })
      let back = try readBothWays(renamed, out, try unarchive(renamed, try archive(grouped, record)))
      #expect(back == recordBytes([8: UInt8(word & 0xF7), 9: UInt8(word >> 8)]))
    }
  }

  @Test("a field's own key in a group is read before its former key")
  func ownKeyFirst() throws {
    let new = made([.scalar("priority", .u8, at: 8).was("x")])
    for old in [single(), grouped, reordered] { #expect(try readBothWays(old, new, record)[8] == 5) }
  }

  @Test("a wider field, a narrower one, and one of another kind")
  func widths() throws {
    func one(_ width: Int, _ type: ElementType, at position: Int?) -> RecordSchema {
      let bits = FieldSchema.bits("n", width, of: type, at: 64)
      return made([.scalar("x", .u8, at: 0), position.map { bits.grouped("g", at: $0) } ?? bits])
    }
    func value(_ n: UInt8) -> [UInt8] { recordBytes([0: 1, 8: n]) }
    for position in [0, 5, nil] {
      #expect(try readBothWays(one(3, .u32, at: 0), one(8, .u32, at: position), value(7)) == value(7))
      #expect(try readBothWays(one(3, .i32, at: 2), one(8, .i32, at: position), value(7)) == value(255))
      #expect(throws: ArchiveError.self) {
        try unarchive(one(3, .u32, at: position), try archive(one(8, .u32, at: 1), value(9)))
      }
      #expect(throws: ArchiveError.self) {
        try unarchive(one(3, .u32, at: position), columns: try archive(one(8, .u32, at: 1), columns: value(9)))
      }
      #expect(throws: ArchiveError.self) {
        try unarchive(one(3, .u32, at: position), try archive(one(3, .i32, at: 0), value(7)))
      }
    }
    let whole = made([
      .bits("n", 64, of: .i64, at: 68).grouped("g", at: 0), .bits("x", 64, of: .u64, at: 192).grouped("h", at: 0),
    ])
    let wide = made([.scalar("n", .i64, at: 32), .array("x", [2], of: .u64, at: 40), .scalar("y", .f64, at: 0)])
    let bytes = recordBytes([8: 0xF0, 9: 1, 16: 0x0F, 24: 3, 31: 0x80])
    #expect(try readBothWays(whole, whole, bytes) == bytes)
    let back = try readBothWays(whole, wide, bytes)
    #expect(Array(back[32..<48]) == [0x1F, 0, 0, 0, 0, 0, 0, 0xF0, 3, 0, 0, 0, 0, 0, 0, 0x80])
    #expect(back[48..<56].allSatisfy { $0 == 0 })
    let real = made([.scalar("x", .u8, at: 0), .scalar("priority", .f64, at: 32), .scalar("urgent", .u16, at: 40)])
    let floating = try readBothWays(grouped, real, record)
    #expect(Array(floating[32..<42]) == [0, 0, 0, 0, 0, 0, 0x14, 0x40, 1, 0])
  }

  @Test("fields that an archive lacks are defaults or required, those that it has besides are ignored")
  func missing() throws {
    func with(_ more: FieldSchema...) -> RecordSchema {
      made([.scalar("x", .u8, at: 0), field("level").grouped("flags", at: 9)] + more)
    }
    for old in [grouped, single(), reordered] {
      #expect(try readBothWays(old, with(), record) == recordBytes([0: 7, 9: 9 << 1]))
      let more = with(.bits("new", 6, of: .i32, at: 104).grouped("flags", at: 0).default(-2))
      #expect(try readBothWays(old, more, record) == recordBytes([0: 7, 9: 9 << 1, 13: 0x3E]))
      let required = with(.bits("new", 6, of: .i32, at: 104).grouped("flags", at: 0).required())
      #expect(throws: ArchiveError.missingKey(path: "new")) { try unarchive(required, try archive(old, record)) }
      #expect(throws: ArchiveError.missingKey(path: "[].new")) {
        try unarchive(required, columns: try archive(old, columns: record))
      }
    }
    let nothing = made([field("level").grouped("flags", at: 0)])
    #expect(throws: ArchiveError.missingKey(path: "level")) {
      try unarchive(nothing, try archive(made([.scalar("x", .u8, at: 0)]), record))
    }
  }

  @Test("nested, in arrays of either form, and arrays that grew")
  func nested() throws {
    let inner = made([field("kind").grouped("flags", at: 1), field("level").grouped("flags", at: 6)], size: 16)
    let plain = made([field("kind"), field("level")], size: 16)
    let list = recordBytes([0: 1, 16 + 8: 0xD0, 16 + 9: 0x13, 32 + 8: 0x90, 32 + 9: 0x01, 48 + 8: 0x70, 48 + 9: 0x0D])
    for (first, second) in [(inner, inner), (inner, plain), (plain, inner)] {
      for form in [RecordArrayForm.columns, .elements] {
        let old = made([
          .scalar("x", .u8, at: 0), .record("one", first, at: 16), .records("many", [2], of: first, at: 32, as: form),
        ])
        let new = made([
          .scalar("x", .u8, at: 0), .record("one", second, at: 16), .records("many", [3], of: second, at: 32),
        ])
        let back = try readBothWays(old, new, list)
        #expect(back == list)
        // A record that became the first element of an array.
        let array = made([.scalar("x", .u8, at: 0), .records("one", [2], of: second, at: 64)])
        let first = try readBothWays(old, array, list)
        #expect(Array(first[64..<80]) == Array(list[16..<32]))
      }
    }
  }

  @Test("closed enumerations; a table in which fields overlap, or that puts something else in a group")
  func checks() throws {
    let closed = made([
      .scalar("x", .u8, at: 0), field("priority").closed([1, 5]).grouped("flags", at: 0),
      field("level").grouped("flags", at: 9),
    ])
    #expect(try readBothWays(grouped, closed, record) == recordBytes([0: 7, 8: 5, 9: 9 << 1]))
    #expect(try readBothWays(closed, closed, recordBytes([0: 7, 8: 5])) == recordBytes([0: 7, 8: 5]))
    let wrong = recordBytes([0: 7, 8: 2])
    for old in [grouped, single()] {
      #expect(throws: ArchiveError.unknownEnumerationValue(path: "priority", value: 2, type: "u3")) {
        try unarchive(closed, try archive(old, wrong))
      }
      #expect(throws: ArchiveError.self) { try unarchive(closed, columns: try archive(old, columns: wrong)) }
    }
    #expect(throws: ArchiveError.unknownEnumerationValue(path: "priority", value: 2, type: "u3")) {
      try archive(closed, wrong)
    }
    #expect(throws: ArchiveError.unknownEnumerationValue(path: "[0].priority", value: 2, type: "u3")) {
      try archive(closed, columns: wrong)
    }
    let bad: [[FieldSchema]] = [
      [field("priority").grouped("g", at: 0), field("level").grouped("g", at: 2)],
      [.scalar("x", .u8, at: 0).grouped("g", at: 0), field("level").grouped("g", at: 2)],
      [field("priority").grouped("g", at: 62)], [field("priority").grouped("g", at: -1)],
      [field("priority").grouped("x", at: 0), .scalar("x", .u8, at: 0)],
      [field("priority").grouped("priority", at: 0)], [field("priority").grouped("a.b", at: 0)],
      [field("priority").grouped("a[]", at: 0)],
    ]
    for fields in bad {
      #expect(throws: ArchiveError.self) { try made(fields).plan }
    }
  }

  @Test("unknown bit-fields are reported by the key of their group")
  func unknown() throws {
    struct Reader: ArchivableRecord {
      var bytes: (UInt64, UInt64)
      static let archiveSchema = RecordSchema(
        "thing", size: 16, alignment: 8,
        fields: [.scalar("x", .u8, at: 0), .bits("level", 4, of: .u32, at: 73).grouped("flags", at: 0)])
    }
    struct All: ArchivableRecord {
      var bytes: (UInt64, UInt64)
      static let archiveSchema = RecordSchema(
        "thing", size: 16, alignment: 8,
        fields: [
          .scalar("x", .u8, at: 0), .bits("level", 4, of: .u32, at: 73).grouped("flags", at: 3),
          .bits("kind", 5, of: .i32, at: 68).grouped("other", at: 0),
          .bits("more", 2, of: .u32, at: 64).grouped("flags", at: 1),
        ])
    }
    let all = All(bytes: (1, 0xFFF))
    var decoder = ArchiveDecoder()
    decoder.unknownKeys = .report
    _ = try decoder.decode(Reader.self, from: ArchiveEncoder().encode(all))
    #expect(decoder.unusedKeys.sorted() == ["flags", "other"])
    _ = try decoder.decode([Reader].self, from: ArchiveEncoder().encode([all]))
    #expect(decoder.unusedKeys.sorted() == ["[].flags", "[].other"])
    _ = try decoder.decode(All.self, from: ArchiveEncoder().encode(all))
    #expect(decoder.unusedKeys.isEmpty)
    _ = try decoder.decode([All].self, from: ArchiveEncoder().encode([all]))
    #expect(decoder.unusedKeys.isEmpty)
  }

  @Test("a bit-field that has become a text is refused, and not dropped")
  func becameText() throws {
    for field: FieldSchema in [
      .text("priority", 8, .utf8, at: 32), .text("rank", 4, .latin1, at: 32).was("priority"),
      .array("priority", [2, 2], of: .vector(.f32, 4, storage: 16), at: 32),
    ] {
      let new = made([.scalar("x", .u8, at: 0), field])
      #expect(throws: ArchiveError.self) { try unarchive(new, try archive(single(), record)) }
      for old in [grouped, reordered] {
        #expect(throws: ArchiveError.self) { try unarchive(new, try archive(old, record)) }
        #expect(throws: ArchiveError.self) { try unarchive(new, columns: try archive(old, columns: record)) }
      }
    }
  }

  @Test("a group's key is no number of a field that has the key now")
  func reusedKey() throws {
    let former = schema(.scalar("x", .u8, at: 0), .scalar("y", .u16, at: 8).was("flags"), name: "thing")
    let inner = made([field("kind").grouped("flags", at: 0)], size: 16)
    for new in [
      made([.scalar("x", .u8, at: 0), .scalar("flags", .u16, at: 8)]), former,
      made([.scalar("flags", .f64, at: 8)]), made([.array("flags", [3], of: .u16, at: 8)]),
      made([.scalar("x", .u8, at: 0), .scalar("flags", .u16, at: 32), field("kind").grouped("other", at: 0)]),
    ] {
      for old in [grouped, reordered] {
        #expect(throws: ArchiveError.self) { try unarchive(new, try archive(old, record)) }
        #expect(throws: ArchiveError.self) { try unarchive(new, columns: try archive(old, columns: record)) }
      }
    }
    let old = made([.scalar("x", .u8, at: 0), .record("in", inner, at: 32)])
    let number = made([.scalar("x", .u8, at: 0), .scalar("in.flags", .u16, at: 32)])
    #expect(throws: ArchiveError.self) { try unarchive(number, try archive(old, record)) }
    let coder = NSKeyedArchiver(requiringSecureCoding: true)
    let plan = try grouped.plan
    try record.withUnsafeBufferPointer { (buffer) throws(ArchiveError) in
      var sink = CoderSink(coder, prefix: "a.")
      try plan.encode(UnsafeRawPointer(buffer.baseAddress!), into: &sink)
    }
    coder.finishEncoding()
    let decoder = try NSKeyedUnarchiver(forReadingFrom: coder.encodedData)
    var source = CoderSource(decoder, prefix: "a.")
    var bytes = [UInt8](repeating: 0, count: 256)
    #expect(throws: ArchiveError.self) {
      try bytes.withUnsafeMutableBufferPointer { (buffer) throws(ArchiveError) in
        try former.plan.decode(into: UnsafeMutableRawPointer(buffer.baseAddress!), from: &source)
      }
    }
  }

  @Test("a tag of a union, and members of a union, in groups")
  func unions() throws {
    func schema(_ isGrouped: Bool) -> RecordSchema {
      let tag = FieldSchema.bits("kind", 3, of: .u32, at: 67)
      let other = FieldSchema.bits("other", 3, of: .u32, at: 64)
      let first = FieldSchema.bits("a", 4, of: .u32, at: 128).when("kind", [1])
      let second = FieldSchema.bits("b", 4, of: .u32, at: 132).when("kind", [1])
      let real = FieldSchema.scalar("d", .f64, at: 16).when("kind", [2])
      return made(
        isGrouped
          ? [
            other.grouped("flags", at: 0), tag.grouped("flags", at: 3), first.grouped("ab", at: 0),
            second.grouped("ab", at: 4), real,
          ] : [other, tag, first, second, real])
    }
    for kind: UInt8 in 1...3 {
      let bytes = recordBytes([8: 5 | kind << 3, kind == 1 ? 16 : kind == 2 ? 23 : 200: kind == 3 ? 0 : 0x43])
      for (old, new) in [(true, true), (true, false), (false, true)] {
        #expect(try readBothWays(schema(old), schema(new), bytes) == bytes, "\(kind) \(old) \(new)")
      }
    }
    let text = try schema(true).plan.columns.lines
    #expect(text == "\nu8 flags\n u3 other\n u3 kind\n@3=1 u8 ab\n u4 a\n u4 b\n@3=2 f64 d")
  }

  @Test("migrations see the fields that groups had")
  func migration() throws {
    struct Fields {
      var seen: UInt64
    }
    struct Unhappy: Error {}
    let new = RecordSchema(
      "thing", size: 256, alignment: 1,
      migration: RecordMigration("thing", to: 2, Fields.self) { item, _, decoder in
        guard Set(try decoder.keys).isSuperset(of: ["x", "kind", "level"]), try !decoder.keys.contains("flags") else {
          throw Unhappy()
        }
        item.seen = UInt64(try decoder.decode(UInt8.self, forKey: "level"))
        if try decoder.decode(Int.self, forKey: "kind") != -3 { throw Unhappy() }
        if try decoder.containsValue(forKey: "none") { throw Unhappy() }
      }, fields: [.scalar("x", .u8, at: 10)])
    for old in [grouped, reordered, single()] {
      #expect(try readBothWays(old, new, record) == recordBytes([0: 9, 10: 7]))
    }
  }

  @Test("Foundation's archivers take groups, too")
  func foundation() throws {
    let coder = NSKeyedArchiver(requiringSecureCoding: true)
    let plan = try reordered.plan
    try record.withUnsafeBufferPointer { (buffer) throws(ArchiveError) in
      var sink = CoderSink(coder, prefix: "a.")
      try plan.encode(UnsafeRawPointer(buffer.baseAddress!), into: &sink)
    }
    coder.finishEncoding()
    for new in [reordered, grouped, single()] {
      let decoder = try NSKeyedUnarchiver(forReadingFrom: coder.encodedData)
      var source = CoderSource(decoder, prefix: "a.")
      var bytes = [UInt8](repeating: 0, count: 256)
      try bytes.withUnsafeMutableBufferPointer { (buffer) throws(ArchiveError) in
        try new.plan.decode(into: UnsafeMutableRawPointer(buffer.baseAddress!), from: &source)
      }
      #expect(bytes == record)
    }
  }

  @Test("descriptions that do not follow the grammar are refused, and none traps")
  func hostile() {
    let good = ["u8 a", "u64 a\n u1 b", "u8 a\n u3 b\n i5 c", "u8 a\n u1@7 b\nu1 c\n u1 d", "u8 a\n u3 b c"]
    for text in good { #expect(GroupDescription.groups(text) != nil, "\(text)") }
    let bad = [
      "", " u1 a", "u8", "u8 ", "i8 a", "u65 a", "bool a", "u8 a\n u9 b", "u8 a\n u3 b\n u6 c",
      "u8 a\n u3@1 b\n u1@2 c",
      "u8 a\n u3@8 b", "u8 a\n f32 b", "u8 a\n u3", "u8 a\n u3 ", "u8 a\n u3@ b", "u8 a\n u3@-1 b", "u8 a\n u3@99999 b",
      "u8 a\n u0 b", "u8[2] a", "u8 a\n", "u8 a\n u8388608 b",
    ]
    for text in bad { #expect(GroupDescription.groups(text) == nil, "\(text)") }
    for text in ["count 1\n u1 a", "count 1\nf32 a\n u1 b", "count 1\nu8 a\n u1 b\n u8 c", "count 1\nu32&1 a\n u1 b"] {
      #expect(ColumnsDescription(text) == nil, "\(text)")
    }
    #expect(ColumnsDescription("count 2\nu8[3] a.b\n u1 c")?.columns.map(\.name) == ["a.b", "a.c"])
  }

  @Test("damaged archives are errors, and random layouts read each other")
  func random() throws {
    var random = SeededRandom(seed: 11)
    func table() -> (RecordSchema, [UInt8]) {
      var fields: [FieldSchema] = [.scalar("x", .u8, at: 0)]
      var bit = 8 * Int.random(in: 1...5, using: &random)
      var position = 0
      var group = 0
      for index in 0..<Int.random(in: 1...12, using: &random) {
        let width = Int.random(in: 1...(index == 3 ? 40 : 9), using: &random)
        let isSigned = index % 3 == 1
        let field = FieldSchema.bits("f\(index)", width, of: isSigned ? .i64 : .u64, at: bit)
        bit += width + (Bool.random(using: &random) ? 0 : Int.random(in: 0...3, using: &random))
        if position + width > 64 || Int.random(in: 0..<8, using: &random) == 0 {
          group += 1
          position = 0
        }
        if Int.random(in: 0..<6, using: &random) == 0 {
          fields.append(field)
        } else {
          fields.append(field.grouped("g\(group)", at: position))
          position += width
        }
      }
      return (made(fields.shuffled(using: &random)), (0..<256).map { _ in UInt8.random(in: 0...255, using: &random) })
    }
    for _ in 0..<200 {
      let (schema, bytes) = table()
      let data = try archive(schema, bytes)
      let back = try unarchive(schema, data)
      #expect(try archive(schema, back) == data)
      #expect(try unarchive(schema, columns: try archive(schema, columns: bytes + bytes)) == back + back)
      // Without groups.
      let plain = made(schema.fields.map { $0.group == nil ? $0 : .bits($0.key, $0.width, of: $0.type, at: $0.offset) })
      #expect(try readBothWays(schema, plain, bytes) == back)
      #expect(try readBothWays(plain, schema, bytes) == back)
      var damaged = data
      damaged[Int.random(in: 0..<damaged.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      _ = try? unarchive(schema, damaged)
      _ = try? unarchive(plain, damaged)
    }
  }
}

extension FieldSchema {
  fileprivate var width: Int { if case .bits(let width, _) = form { width } else { 0 } }
  fileprivate var type: ElementType { if case .bits(_, let type) = form { type } else { .u8 } }
}
