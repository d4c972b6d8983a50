import ArchiveModel
import Testing

/// What pointers to pointers lead to is a table of records of one pointer each, under a name that stands in archives: it
/// may never change.
@Suite("Archived names of pointers behind pointers") struct PointerTableNameTests {
  /// The names of the tables that a field of this type leads to, as generated code has them.
  private func names(_ type: CType, _ annotation: String) throws -> [String] {
    let item = record("item", [("x", int, "")], line: 100)
    let plan = plan([record("s", [("n", int, ""), ("p", type, annotation)]), item])
    return plan.privateSchemas.compactMap(\.schema.name).filter { $0.hasSuffix("*") }
  }

  private func enumeration(_ underlying: CType) -> CType {
    .enumeration(Enumeration(name: "e", underlying: underlying, isClosed: false, cases: []))
  }

  @Test(
    "Of each element type",
    arguments: [
      (.bool(size: 1), "bool*"), (.bool(size: 4), "bool*"),
      (.integer(bits: 8, isSigned: false), "u8*"), (.integer(bits: 8, isSigned: true), "i8*"),
      (.integer(bits: 16, isSigned: false), "u16*"), (.integer(bits: 16, isSigned: true), "i16*"),
      (.integer(bits: 32, isSigned: false), "u32*"), (.integer(bits: 32, isSigned: true), "i32*"),
      (.integer(bits: 64, isSigned: false), "u64*"), (.integer(bits: 64, isSigned: true), "i64*"),
      (.integer(bits: 128, isSigned: false), "u128*"), (.integer(bits: 128, isSigned: true), "i128*"),
      (.floating(.half, size: 2), "f16*"), (.floating(.bfloat16, size: 2), "bf16*"),
      (.floating(.single, size: 4), "f32*"), (.floating(.double, size: 8), "f64*"),
      (.floating(.quad, size: 16), "f128*"), (.floating(.doubleDouble, size: 16), "doubleDouble*"),
      (.floating(.x87, size: 16), "x87*"), (.floating(.x87, size: 12), "x87(storage: 12)*"),
      (.bitInt(bits: 17, isSigned: true, size: 4), "bitInt(17, storage: 4)*"),
      (.bitInt(bits: 32, isSigned: true, size: 4), "bitInt(32, storage: 4)*"),
      (.bitInt(bits: 100, isSigned: false, size: 16), "unsignedBitInt(100, storage: 16)*"),
      (.complex(.floating(.single, size: 4)), "complex(.f32)*"),
      (.complex(.floating(.double, size: 8)), "complex(.f64)*"),
      (.complex(.floating(.x87, size: 16)), "complex(.x87)*"),
      (.complex(.floating(.x87, size: 12)), "complex(.x87(storage: 12))*"),
      (.complex(.floating(.doubleDouble, size: 16)), "complex(.doubleDouble)*"),
      (.complex(.floating(.quad, size: 16)), "complex(.f128)*"),
      (.complex(.integer(bits: 16, isSigned: true)), "complex(.i16)*"),
      (.vector(.floating(.single, size: 4), count: 3, size: 16), "vector(.f32, 3, storage: 16)*"),
      (.vector(.integer(bits: 8, isSigned: false), count: 16, size: 16), "vector(.u8, 16, storage: 16)*"),
      (
        .vector(.bitInt(bits: 8, isSigned: true, size: 1), count: 4, size: 4),
        "vector(.bitInt(8, storage: 1), 4, storage: 4)*"
      ),
      (.vector(.floating(.half, size: 2), count: 8, size: 16), "vector(.f16, 8, storage: 16)*"),
    ] as [(CType, String)])
  func elements(type: CType, name: String) throws {
    #expect(try names(.pointer(to: .pointer(to: type)), "count(n)") == [name])
    if case .integer = type {
      #expect(try names(.pointer(to: .pointer(to: enumeration(type))), "count(n)") == [name])
    }
  }

  @Test(
    "Of records, weak ones, texts, arrays and pointers to such pointers",
    arguments: [
      (.pointer(to: pointer(to: "item")), "count(n)", ["item*"]),
      (.pointer(to: pointer(to: "item")), "count(n), weak", ["weak item*"]),
      (.pointer(to: .pointer(to: char)), "count(n), cstring", ["utf8*"]),
      (.pointer(to: .pointer(to: char)), "count(n), cstring(latin1)", ["latin1*"]),
      (.pointer(to: .pointer(to: .array(int, count: 4))), "count(n)", ["i32[4]*"]),
      (.pointer(to: .pointer(to: .array(.array(short, count: 4), count: 2))), "count(n)", ["u16[8]*"]),
      (.pointer(to: .pointer(to: .pointer(to: short))), "count(n)", ["u16*", "u16**"]),
      (.pointer(to: .pointer(to: pointer(to: "item"))), "count(n), weak", ["weak item*", "weak item**"]),
      (.pointer(to: .pointer(to: .void)), "bytes(n)", ["u8*"]),
    ] as [(CType, String, [String])])
  func others(type: CType, annotation: String, expected: [String]) throws {
    #expect(try names(type, annotation).sorted() == expected.sorted())
  }
}
