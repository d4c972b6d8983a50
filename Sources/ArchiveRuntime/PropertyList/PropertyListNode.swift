/// One object of a property list. It contains no copies: large contents are positions in the file.
package enum PropertyListNode: Equatable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  /// An integer beyond 64 signed bits (a UInt64 above Int64.max, or one of 16 bytes).
  case wideInteger(WideInteger)
  case real32(bitPattern: UInt32)
  case real64(bitPattern: UInt64)
  /// Seconds since 2001-01-01T00:00:00Z, as the bits of a double.
  case date(bitPattern: UInt64)
  /// The byte range of the contents.
  case data(Range<Int>)
  case string(PropertyListText)
  /// The index in `$objects` of a keyed archive's reference. It is not checked against an array.
  case uid(Int)
  case array(PropertyListReferences)
  case set(PropertyListReferences)
  case dictionary(PropertyListDictionary)

  /// The kind of value for errors: "an integer", "a string".
  package var kindName: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .integer, .wideInteger: "an integer"
    case .real32, .real64: "a real number"
    case .date: "a date"
    case .data: "data"
    case .string: "a string"
    case .uid: "a reference"
    case .array: "an array"
    case .set: "a set"
    case .dictionary: "a dictionary"
    }
  }
}

/// A 128-bit two's complement integer, because `Int128` needs macOS 15.
package struct WideInteger: Hashable, Sendable {
  package let high: Int64
  package let low: UInt64

  package init(high: Int64, low: UInt64) { (self.high, self.low) = (high, low) }

  /// The value, if it fits.
  package var int64: Int64? {
    high == 0 ? Int64(exactly: low) : high == -1 ? Int64(bitPattern: low) < 0 ? Int64(bitPattern: low) : nil : nil
  }
  package var uint64: UInt64? { high == 0 ? low : nil }
}

extension WideInteger: CustomStringConvertible {
  /// Decimal digits.
  package var description: String {
    let negative = high < 0
    var magnitude = (high: UInt64(bitPattern: high), low: low)
    if negative {
      let (low, carry) = (~magnitude.low).addingReportingOverflow(1)
      magnitude = (~magnitude.high &+ (carry ? 1 : 0), low)
    }
    guard magnitude.high != 0 else { return (negative ? "-" : "") + String(magnitude.low) }
    // Long division by 10^18. After two rounds there are at most three parts, with 38 digits in all.
    let base: UInt64 = 1_000_000_000_000_000_000
    var pieces: [String] = []
    while magnitude.high != 0 {
      let upper = magnitude.high.quotientAndRemainder(dividingBy: base)
      let lower = base.dividingFullWidth((upper.remainder, magnitude.low))
      magnitude = (upper.quotient, lower.quotient)
      let digits = String(lower.remainder)
      pieces.append(String(repeating: "0", count: 18 - digits.utf8.count) + digits)
    }
    if magnitude.low != 0 { pieces.append(String(magnitude.low)) }
    let digits = pieces.reversed().joined()
    return (negative ? "-" : "") + digits.drop { $0 == "0" }
  }
}

/// The location of a string in the file.
package struct PropertyListText: Equatable, Sendable {
  /// The offset of the first byte of the contents.
  package let offset: Int
  /// The number of code units: bytes for ASCII, otherwise big-endian UTF-16 units of two bytes.
  package let count: Int
  package let isASCII: Bool

  package init(offset: Int, count: Int, isASCII: Bool) {
    (self.offset, self.count, self.isASCII) = (offset, count, isASCII)
  }

  /// The byte range of the contents.
  package var range: Range<Int> { offset..<(offset &+ (isASCII ? count : count &* 2)) }
}

/// Consecutive references to objects: the elements of an array, or the keys or values of a dictionary.
package struct PropertyListReferences: Equatable, Sendable {
  /// The offset of the first reference.
  package let offset: Int
  package let count: Int

  static let none = PropertyListReferences(offset: 0, count: 0)
}

/// The references of a dictionary; `keys.count == values.count`.
package struct PropertyListDictionary: Equatable, Sendable {
  package let keys: PropertyListReferences
  package let values: PropertyListReferences
  package var count: Int { keys.count }
}
