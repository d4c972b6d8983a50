/// The number types of C, one per row. `ElementTableTests` compares the table with the runtime's and FORMAT.md's.
public enum ElementTable {
  public static let rows: [ElementRow] = [
    ElementRow(.bool, "bool", archived: 1, size: 1, swift: "Bool", literal: .truth),
    integer(8, false, swift: "UInt8"), integer(16, false, swift: "UInt16"),
    integer(32, false, swift: "UInt32"), integer(64, false, swift: "UInt64"), integer(128, false),
    integer(8, true, swift: "Int8"), integer(16, true, swift: "Int16"),
    integer(32, true, swift: "Int32"), integer(64, true, swift: "Int64"), integer(128, true),
    ElementRow(.floating(.half), "f16", archived: 2, size: 2, literal: .floating),
    ElementRow(.floating(.bfloat16), "bf16", archived: 2, size: 2, literal: .floating),
    ElementRow(.floating(.single), "f32", archived: 4, size: 4, swift: "Float", literal: .floating),
    ElementRow(.floating(.double), "f64", archived: 8, size: 8, swift: "Double", literal: .floating),
    // On i386 the size is 12 bytes.
    ElementRow(.floating(.x87), "f80", archived: 10, size: 16, member: "x87", literal: nil),
    ElementRow(.floating(.quad), "f128", archived: 16, size: 16, literal: nil),
    ElementRow(.floating(.doubleDouble), "dd", archived: 16, size: 16, member: "doubleDouble", literal: nil),
  ]

  private static func integer(_ bits: Int, _ isSigned: Bool, swift: String? = nil) -> ElementRow {
    ElementRow(
      .integer(bits: bits, isSigned: isSigned), "\(isSigned ? "i" : "u")\(bits)", archived: bits / 8, size: bits / 8,
      swift: swift, literal: .integer)
  }

  /// The row of `_BitInt` for one width. The runtime's member takes the width and the size in memory.
  private static func bitInt(_ bits: Int, _ isSigned: Bool) -> ElementRow {
    let bytes = (bits + 7) / 8
    return ElementRow(
      .bitInt(bits: bits, isSigned: isSigned), "\(isSigned ? "i" : "u")\(bits)", archived: bytes, size: bytes,
      member: isSigned ? "bitInt" : "unsignedBitInt", literal: .integer)
  }

  private static let places = Dictionary(uniqueKeysWithValues: rows.enumerated().map { ($1.number, $0) })

  public static func row(of number: ElementType.Number) -> ElementRow? {
    if case .bitInt(let bits, let isSigned) = number { return bitInt(bits, isSigned) }
    return places[number].map { rows[$0] }
  }
}
