import Foundation
import RuntimeTestC
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

@Suite("Schemas that generated code describes by a text")
struct DescribedSchemaTests {
  private func whole(_ fields: FieldSchema...) -> RecordSchema {
    RecordSchema("thing", size: 256, alignment: 8, fields: fields)
  }

  private func described(_ text: String, _ rows: FieldSchema...) -> RecordSchema {
    RecordSchema("thing", size: 256, alignment: 8, of: nil, text, rows: rows)
  }

  private let bytes = (0..<256).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 1) }

  /// Archives one record and an array of three by both schemas.
  private func expectSame(_ first: RecordSchema, _ second: RecordSchema) throws {
    #expect(try archive(first, bytes) == archive(second, bytes))
    let three = bytes + bytes.reversed() + bytes
    #expect(try archive(first, columns: three) == archive(second, columns: three))
  }

  @Test(
    "a word says as much as a row",
    arguments: [
      ("k:i8@1", FieldSchema.scalar("k", .i8, at: 1)), ("k:u8@1", .scalar("k", .u8, at: 1)),
      ("k:i16@2", .scalar("k", .i16, at: 2)), ("k:u16@2", .scalar("k", .u16, at: 2)),
      ("k:i32@4", .scalar("k", .i32, at: 4)), ("k:u32@4?", .scalar("k", .u32, at: 4)),
      ("k:i64@8", .scalar("k", .i64, at: 8)), ("~k:u64@8", .scalar("k", .u64, at: 8)),
      ("k:z32@8", .scalar("k", .u32, at: 8)), ("k:z64@8", .scalar("k", .u64, at: 8)),
      ("k:e8u@8", .scalar("k", .u8, at: 8)), ("k:e8s@8", .scalar("k", .i8, at: 8)),
      ("k:e16u@8", .scalar("k", .u16, at: 8)), ("k:e16s@8", .scalar("k", .i16, at: 8)),
      ("k:e32u@8", .scalar("k", .u32, at: 8)), ("k:e32s@8", .scalar("k", .i32, at: 8)),
      ("k:e64u@8", .scalar("k", .u64, at: 8)), ("k:e64s@8", .scalar("k", .i64, at: 8)),
      ("k:f32@12", .scalar("k", .f32, at: 12)), ("k:f64@16", .scalar("k", .f64, at: 16)),
      ("k:t@3", .scalar("k", .bool, at: 3)), ("k:[17]i8@36", .array("k", [17], of: .i8, at: 36)),
      ("k:[2][3]u16@36", .array("k", [2, 3], of: .u16, at: 36)), ("k:[0]f64@40", .array("k", [0], of: .f64, at: 40)),
      ("k:[4]t@5", .array("k", [4], of: .bool, at: 5)), ("k:[1][2]e32u@8", .array("k", [1, 2], of: .u32, at: 8)),
      ("=k:b1u@9", .bits("k", 1, of: .bool, at: 9)), ("=k:b1s@9", .bits("k", 1, of: .i32, at: 9)),
      ("=k:b5s@65", .bits("k", 5, of: .i8, at: 65)), ("~k:b64u@64", .bits("k", 64, of: .u64, at: 64)),
      ("größe:u16@2", .scalar("größe", .u16, at: 2)),
    ])
  func words(text: String, field: FieldSchema) throws {
    try expectSame(described(text), whole(field))
  }

  @Test("rows stand where the text says, in its order")
  func rowOrder() throws {
    let point = RecordSchema(size: 8, alignment: 4, fields: [.scalar("x", .i32, at: 0), .scalar("y", .i32, at: 4)])
    try expectSame(
      described(
        """
        second:u16@2
        =place:{point}@8#
        #
        padding:[3]u8@40-
        inner.x:u8@50
        first:u8@0
        note:[8]i8@60#
        ?
        """, .record("place", point, at: 8), .bits("hidden", 3, of: .u32, at: 257), .text("note", 8, .latin1, at: 60)),
      whole(
        .scalar("second", .u16, at: 2), .record("place", point, at: 8), .bits("hidden", 3, of: .u32, at: 257),
        .scalar("first", .u8, at: 0), .text("note", 8, .latin1, at: 60)))
  }

  @Test(
    "a text and rows that do not belong together are an error of the schema",
    arguments: [
      ("a:u8@0 b", "its layout cannot be read"), ("a:u8", "its layout cannot be read"),
      ("a:q8@0", "its layout cannot be read"), ("a:u8@99999999999999999999", "its layout cannot be read"),
      ("a:u8@0x", "its layout cannot be read"), ("a:{b@0", "its layout cannot be read"),
      ("a:u8@0#1", "its text has numbers of rows, which a whole table has"),
      ("a:u8@0", "its text stands for fewer rows than there are"),
      ("a:u8@0# #", "its text stands for more rows than there are"),
      ("a:{point}@0 #", "field 'a': 'point' needs a row of its own"),
      ("a:*i8@0 #", "field 'a': a pointer to a signed integer of 8 bits needs a row of its own"),
      ("a:u128@0 #", "field 'a': an unsigned integer of 128 bits needs a row of its own"),
      ("a:u64@249 #", "field 'a': 8 bytes at 249 are not inside a record of 256"),
      ("k:u8@0 #", "field 'k': the key 'k' is used twice"),
    ])
  func flaws(text: String, reason: String) {
    #expect(throws: ArchiveError.invalidSchema(type: "thing", reason: reason)) {
      try described(text, .scalar("k", .u8, at: 200)).plan
    }
  }

  @Test("the text is compared with the record that is compiled in")
  func comparison() throws {
    let usual = RecordSchema("point", size: 8, alignment: 4, of: point.self, "x:i32@0\n    y:i32@4")
    #expect(try archive(usual, [1, 0, 0, 0, 2, 0, 0, 0]) == archive(point.archiveSchema, [1, 0, 0, 0, 2, 0, 0, 0]))
    for (text, found) in [
      ("x:i32@0 y:u32@4", "whose 'y' is 'Int32'"), ("x:i32@4 y:i32@0", "whose 'x' stands elsewhere"),
      ("x:i32@0 z:i32@4", "whose 'z' is missing"), ("x:i32@0", "with a member 'y'"),
    ] {
      let schema = RecordSchema("point", size: 8, alignment: 4, of: point.self, text)
      do {
        _ = try schema.plan
        Issue.record("\(text) was accepted")
      } catch {
        #expect("\(error)".contains(found), "\(error)")
      }
    }
  }

  @Test("bit-fields of a described record are assigned and checked")
  func assigned() throws {
    func made(_ text: String) -> RecordSchema {
      RecordSchema(
        "order", size: MemoryLayout<order>.size, alignment: 8, of: order.self, text,
        check: .of(
          order.self,
          assign: {
            $1.pointee.status = $0.ones()
            $1.pointee.flag = $0.ones()
          }))
    }
    let rest = "order:u32@0 numbers:[2][3]u16@6 name:[16]i8@18 price:f64@40"
    let sound = made("\(rest) =status:b3u@32 =flag:b1u@35")
    #expect(throws: Never.self) { try sound.plan }
    #expect(throws: ArchiveError.self) { try made("\(rest) =status:b3u@32 =flag:b1u@36").plan }
  }
}
