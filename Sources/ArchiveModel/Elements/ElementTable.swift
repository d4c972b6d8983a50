/// The number types of C, one per row. `ElementTableTests` compares the table with the runtime's and FORMAT.md's.
public enum ElementTable {
  public static let rows: [ElementRow] = [
    ElementRow(.bool, "bool", archived: 1, size: 1, swift: "Bool", literal: .truth),
    integer(8, false, swift: "UInt8"), integer(16, false, swift: "UInt16"),
    integer(32, false, swift: "UInt32"), integer(64, false, swift: "UInt64"), integer(128, false),
    integer(8, true, swift: "Int8"), integer(16, true, swift: "Int16"),
    integer(32, true, swift: "Int32"), integer(64, true, swift: "Int64"), integer(128, true),
    floating(.half, archived: 2, literal: .floating),
    floating(.bfloat16, archived: 2, literal: .floating),
    floating(.single, archived: 4, swift: "Float", literal: .floating),
    floating(.double, archived: 8, swift: "Double", literal: .floating),
    // On i386 the size is 12 bytes.
    floating(.x87, archived: 10, size: 16, member: "x87"),
    floating(.quad, archived: 16),
    floating(.doubleDouble, archived: 16, member: "doubleDouble"),
  ]

  private static func integer(_ bits: Int, _ isSigned: Bool, swift: String? = nil) -> ElementRow {
    ElementRow(
      .integer(bits: bits, isSigned: isSigned), "\(isSigned ? "i" : "u")\(bits)", archived: bits / 8, size: bits / 8,
      swift: swift, literal: .integer)
  }

  private static func floating(
    _ format: FloatingFormat, archived: Int, size: Int? = nil, member: String? = nil, swift: String? = nil,
    literal: ElementRow.Literal? = nil
  ) -> ElementRow {
    ElementRow(
      .floating(format), format.rawValue, archived: archived, size: size ?? archived, member: member, swift: swift,
      literal: literal)
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

/// One number type, with every property that the stages of the generator need.
public struct ElementRow: Sendable {
  /// The form of a `default(…)` for such a field.
  public enum Literal: Sendable {
    case truth, integer, floating
  }

  public let number: ElementType.Number
  /// The name in archives, see FORMAT.md.
  public let name: String
  /// The size of one lane in an archive, in bytes.
  public let archivedSize: Int
  /// The usual size in memory, in bytes.
  public let size: Int
  /// The member of the runtime's `ElementType` that generated code uses.
  public let member: String
  /// The prefix of the archived names of pointers to this type.
  public let pointeeName: String
  /// The standard library's type with the same bits, if every platform has one.
  public let swiftType: String?
  public let literal: Literal?

  init(
    _ number: ElementType.Number, _ name: String, archived: Int, size: Int, member: String? = nil,
    swift: String? = nil, literal: Literal?
  ) {
    self.number = number
    self.name = name
    archivedSize = archived
    self.size = size
    self.member = member ?? name
    pointeeName = member ?? name
    swiftType = swift
    self.literal = literal
  }
}
