import Foundation
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

private struct Plain: ArchivableRecord {
  var a: UInt32 = 0
  var b: UInt32 = 0
  static let archiveSchema = RecordSchema("plain", size: 12, alignment: 4, fields: [.scalar("a", .u32, at: 8)])
}

private struct Managed: ArchivableRecord {
  var a: String = ""
  static let archiveSchema = RecordSchema("managed", size: 16, alignment: 8, fields: [.scalar("a", .u32, at: 8)])
}

/// 64 bytes aligned to 64: what Swift does not import.
struct wide: RawRecord, ArchivableRecord {
  static let archiveSchema = RecordSchema(
    "wide", size: 64, alignment: 64,
    fields: [
      .scalar("a", .i32, at: 0), .bits("flags", 3, of: .u32, at: 32), .bits("big", 100, of: .i128, at: 64),
      .scalar("truth", .bool, at: 48),
    ])
  var storage: RecordStorage
  init(storage: RecordStorage) { self.storage = storage }
  var a: Int32 {
    get { storage.load(at: 0) }
    set { storage.store(newValue, at: 0) }
  }
  var flags: UInt32 {
    get { storage.bits(3, at: 32) }
    set { storage.setBits(newValue, 3, at: 32) }
  }
  var big: Int64 {
    get { storage.bits(100, at: 64) }
    set { storage.setBits(newValue, 100, at: 64) }
  }
  var truth: Bool {
    get { storage.load(at: 48) }
    set { storage.store(newValue, at: 48) }
  }
}

@Suite("Tables that cannot be trusted, and records without a Swift type")
struct SchemaTests {
  @Test("a layout other than Swift's is an error with advice")
  func layout() throws {
    let error = try #require(throws: ArchiveError.self) { try ArchiveEncoder().encode(Plain()) }
    #expect(
      error == .layoutMismatch(type: "plain", expected: "12 bytes aligned to 4", found: "8 bytes aligned to 4"))
    #expect(error.description.contains("--target"))
    #expect(throws: ArchiveError.self) { try ArchiveDecoder().decode(Plain.self, from: Data()) }
    #expect(throws: ArchiveError.self) { try ArchiveEncoder().encode([Managed()]) }
  }

  @Test("a table that contradicts itself is refused, never followed")
  func flaws() {
    let inner = schema(.scalar("x", .u8, at: 0), size: 16)
    let flawed: [[FieldSchema]] = [
      [.scalar("x", .u32, at: 253)], [.scalar("x", .u32, at: -1)], [.scalar("x", .u32, at: .max)],
      [.scalar("", .u8, at: 0)], [.scalar("a\nb", .u8, at: 0)], [.scalar("x", .u8, at: 0), .scalar("x", .u8, at: 1)],
      [.array("x", [257], of: .u8, at: 0)], [.array("x", [-1], of: .u8, at: 0)],
      [.array("x", [.max, .max], of: .u64, at: 0)], [.text("x", 300, .utf8, at: 0)], [.text("x", -1, .utf8, at: 0)],
      [.bits("x", 0, of: .u32, at: 0)], [.bits("x", 129, of: .u128, at: 0)], [.bits("x", 33, of: .u32, at: 0)],
      [.bits("x", 2, of: .bool, at: 0)], [.bits("x", 3, of: .f32, at: 0)], [.bits("x", 3, of: .u32, at: 2046)],
      [.bits("x", 3, of: .u32, at: -1)], [.record("x", inner, at: 241)],
      [.records("x", [17], of: inner, at: 0)], [.records("x", [.max], of: inner, at: 0)],
      [.records("x", [], of: inner, at: 0)], [.scalar("x", .x87(storage: 8), at: 0)],
      [.scalar("x", .bitInt(0, storage: 4), at: 0)], [.scalar("x", .bitInt(40, storage: 4), at: 0)],
      [.scalar("x", .vector(.f32, 4, storage: 12), at: 0)], [.scalar("x", .u8, at: 0).default(256)],
      [.scalar("x", .u8, at: 0).default("text")], [.text("x", 3, .utf8, at: 0).default("long")],
      [.scalar("x", .f32, at: 0).closed([1])], [.record("x", inner, at: 0).default(1)],
    ]
    for fields in flawed {
      let schema = RecordSchema("r", size: 256, alignment: 8, fields: fields)
      #expect(throws: ArchiveError.self, "\(fields)") { try schema.plan }
    }
    for (size, alignment) in [(-1, 1), (8, 0), (8, 3), (.max, 8)] {
      #expect(throws: ArchiveError.self) { try RecordSchema(size: size, alignment: alignment, fields: []).plan }
    }
    let broken = schema(.scalar("x", .u32, at: 400))
    #expect(throws: ArchiveError.self) { try schema(.record("in", broken, at: 0)).plan }
  }

  @Test("a stand-in is a value: copies go their own way")
  func values() {
    var one = wide()
    #expect(one.a == 0 && one.flags == 0 && !one.truth)
    one.a = -5
    one.flags = 0xFF
    one.big = -9
    one.truth = true
    var two = one
    two.a = 7
    two.flags = 1
    #expect(one.a == -5 && one.flags == 7 && one.big == -9 && two.a == 7 && two.flags == 1 && two.big == -9)
    two.withUnsafeMutableBytes { $0[48] = 0x80 }
    #expect(two.truth)
    one.withUnsafeBytes { #expect($0.count == 64 && Int(bitPattern: $0.baseAddress) % 64 == 0) }
  }

  @Test("a stand-in is archived as its record is, and copied from and to C")
  func archived() throws {
    var one = wide()
    one.a = 1
    one.flags = 6
    one.big = -2
    let back = try ArchiveDecoder().decode(wide.self, from: try ArchiveEncoder().encode(one))
    #expect(back.storage == one.storage)
    let many = (0..<700).map { index in
      var value = one
      value.a = Int32(index)
      return value
    }
    let columns = try ArchiveDecoder().decode([wide].self, from: try ArchiveEncoder().encode(many))
    #expect(columns.map(\.storage) == many.map(\.storage))
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 64)
    defer { memory.deallocate() }
    one.copy(to: OpaquePointer(memory))
    #expect(wide(copying: OpaquePointer(memory)).storage == one.storage)
    #expect(wide(copying: UnsafeRawPointer(memory)).flags == 6)
  }

  @Test("a pointer to numbers that Swift has no type for has no type in Swift")
  func widePointers() {
    for (target, isOpaque) in [
      (LayoutType.integer(bits: 128, isSigned: true), true), (.floating(bits: 16), true), (.record("x"), true),
      (.integer(bits: 32, isSigned: true), false), (.floating(bits: 64), false), (.void, false),
    ] {
      #expect(LayoutValue.matches(OpaquePointer?.self, nil, .pointer(target)) == isOpaque, "\(target)")
    }
  }

  @Test("descriptions are read strictly")
  func descriptions() {
    #expect(ColumnsDescription("count 2 3\nu32 flags\ni32[3] inner[].x\nutf8[16] a name")?.columns.count == 3)
    #expect(ColumnsDescription("elements count 10")?.isElements == true)
    for text in [
      "", "count", "count ", "count x", "count -1", "count 01", "count 1 ", "count 1  2", "count 1\n", "count 1\nu32",
      "count 1\nu32 ", "count 1\nu33x a", "count 1\n\nu32 a", " count 1", "count 1\nu32[ a", "count 1\nu32[-1] a",
      "count 99999999999999999999", "elements count 1\nu8 x", "counts 1", "count 1\nutf8 x",
    ] { #expect(ColumnsDescription(text) == nil, "\(text.debugDescription)") }
    #expect(ArrayDescription("elements u16[2][3]")?.storage == .elements)
    for text in ["", "u16[", "u16[]", "u16[1]x", "native u16[1]", "native  big u16", "elements", "u16 [1]", "utf8"] {
      #expect(ArrayDescription(text) == nil, "\(text)")
    }
  }
}
