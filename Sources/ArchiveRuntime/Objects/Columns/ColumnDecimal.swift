import Foundation

/// The digits of a decimal, as a column has them: an integer of 128 bits.
struct ColumnMantissa: ColumnNumber {
  #if _endian(big)
    private let high: UInt64
    private let low: UInt64
  #else
    private let low: UInt64
    private let high: UInt64
  #endif

  static var columnElement: ColumnElement { ColumnElement(type: .u128) }

  init(_ digits: MantissaDigits) { (low, high) = digits.words }

  var digits: MantissaDigits { MantissaDigits(words: (low: low, high: high)) }
}

extension Decimal: ColumnValue {
  @_documentation(visibility: internal)
  public static var columnForm: ColumnForm {
    ColumnForm(
      kind: .nested([
        ColumnProperty(ColumnMantissa.self, "NS.mantissa"), ColumnProperty(Int8.self, "NS.exponent"),
        ColumnProperty(Bool.self, "NS.negative"),
      ]), part: .decimal)
  }

  @_documentation(visibility: internal)
  public static func encodeColumn<Row>(
    forKey key: String, to encoder: ColumnsEncoder<Row>, _ value: @escaping (Row) -> Decimal
  ) throws {
    let parts = encoder.nested(key) { DecimalParts(value($0)) }
    try parts.encode(forKey: "NS.mantissa") { ColumnMantissa($0.digits) }
    try parts.encode(forKey: "NS.exponent") { $0.exponent }
    try parts.encode(forKey: "NS.negative") { $0.isNegative }
  }

  @_documentation(visibility: internal)
  public static func value(in row: ColumnsRow, _ index: Int) throws -> Decimal {
    let parts = try row.nested(index)
    let digits = try parts.decode(ColumnMantissa.self, 0).digits
    let isNegative = try parts.decode(Bool.self, 2)
    let exponent = try parts.decode(Int8.self, 1)
    guard let value = DecimalParts(digits, exponent: exponent, isNegative: isNegative).value else {
      throw row.outOfRange(digits.text, "Decimal", index)
    }
    return value
  }
}
