import Foundation

/// Decimals in the form of Cocoa's NSDecimalNumber: eight 16-bit digits, their number, the exponent and the sign.
extension Decimal: ArchivableValue, FoundationValue {
  static var foundationClass: FoundationClass { .decimal }

  func foundationFields(_ encoder: ObjectEncoder) throws -> [(key: String, value: PropertyListWriter.Reference)] {
    let parts = DecimalParts(self)
    return [
      ("NS.compact", encoder.sink.writer.bool(true)),
      ("NS.exponent", encoder.sink.writer.integer(Int64(parts.exponent))),
      ("NS.length", encoder.sink.writer.integer(Int64(parts.digits.length))),
      ("NS.mantissa", try encoder.sink.data(parts.digits.littleEndianBytes)),
      ("NS.mantissa.bo", encoder.sink.writer.integer(1)),
      ("NS.negative", encoder.sink.writer.bool(parts.isNegative)),
    ]
  }

  static func made(from decoder: ObjectDecoder) throws -> Decimal {
    if let text = try decoder.unkeyed(0, String.self) {
      guard let value = text == "NaN" ? .nan : Decimal(string: text) else {
        throw ArchiveError.invalidText(path: decoder.path("$0"), reason: "'\(text)' is not a decimal number")
      }
      return value
    }
    let exponent = try decoder.decode(Int8.self, forKey: "NS.exponent")
    let length = try decoder.decode(Int.self, forKey: "NS.length")
    let isNegative = try decoder.decode(Bool.self, forKey: "NS.negative")
    let byteOrder = try decoder.decodeIfPresent(Int.self, forKey: "NS.mantissa.bo") ?? 1
    let bytes = try decoder.decodeBytes(forKey: "NS.mantissa")
    guard let digits = MantissaDigits(bytes, length: length, isBigEndian: byteOrder == 2) else {
      throw ArchiveError.wrongType(
        path: decoder.path("NS.mantissa"), expected: "eight digits of 16 bits",
        found: "\(bytes.count) bytes of which \(length) digits count")
    }
    if length == 0 { return isNegative ? .nan : 0 }
    guard let value = DecimalParts(digits, exponent: exponent, isNegative: isNegative).value else {
      throw ArchiveError.outOfRange(path: decoder.path("NS.mantissa"), value: digits.text, type: "Decimal")
    }
    return value
  }
}

/// What an archive has of a decimal. Not a number has no digits and is negative.
struct DecimalParts {
  let digits: MantissaDigits
  let exponent: Int8
  let isNegative: Bool

  init(_ value: Decimal) {
    digits = value.isNaN ? MantissaDigits() : MantissaDigits("\(value.significand)")
    exponent = value.isNaN ? 0 : Int8(clamping: value.exponent)
    isNegative = value.isNaN || value.sign == .minus
  }

  init(_ digits: MantissaDigits, exponent: Int8, isNegative: Bool) {
    (self.digits, self.exponent, self.isNegative) = (digits, exponent, isNegative)
  }

  /// nil if Foundation has no such number.
  var value: Decimal? {
    Decimal(string: digits.text).map {
      Decimal(sign: isNegative ? .minus : .plus, exponent: Int(exponent), significand: $0)
    }
  }
}

/// An unsigned number of 128 bits, as eight digits to the base 65,536, least significant first.
struct MantissaDigits {
  private var digits = [UInt16](repeating: 0, count: 8)

  init() {}

  /// - Parameter text: the decimal digits of a number below 2^128.
  init(_ text: String) {
    for character in text.utf8 where UInt8(ascii: "0")...UInt8(ascii: "9") ~= character {
      var carry = UInt32(character - UInt8(ascii: "0"))
      for place in 0..<8 {
        carry += UInt32(digits[place]) * 10
        digits[place] = UInt16(truncatingIfNeeded: carry)
        carry >>= 16
      }
    }
  }

  init?(_ bytes: Data, length: Int, isBigEndian: Bool) {
    guard bytes.count == 16, 0...8 ~= length else { return nil }
    let bytes = [UInt8](bytes)
    for place in 0..<length {
      let (first, second) = (UInt16(bytes[place * 2]), UInt16(bytes[place * 2 + 1]))
      digits[place] = isBigEndian ? first << 8 | second : second << 8 | first
    }
  }

  /// The lower and the higher half.
  init(words: (UInt64, UInt64)) {
    for place in 0..<8 {
      digits[place] = UInt16(truncatingIfNeeded: (place < 4 ? words.0 : words.1) >> UInt64(place % 4 * 16))
    }
  }

  /// The lower and the higher half.
  var words: (UInt64, UInt64) {
    func word(_ digits: ArraySlice<UInt16>) -> UInt64 { digits.reversed().reduce(0) { $0 << 16 | UInt64($1) } }
    return (word(digits[..<4]), word(digits[4...]))
  }

  var length: Int { (digits.lastIndex { $0 != 0 } ?? -1) + 1 }

  var littleEndianBytes: Data {
    Data(digits.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] })
  }

  /// Decimal digits.
  var text: String {
    var rest = digits
    var text: [UInt8] = []
    while rest.contains(where: { $0 != 0 }) {
      var remainder: UInt32 = 0
      for place in (0..<8).reversed() {
        let value = remainder << 16 | UInt32(rest[place])
        rest[place] = UInt16(value / 10)
        remainder = value % 10
      }
      text.append(UInt8(ascii: "0") + UInt8(remainder))
    }
    return text.isEmpty ? "0" : String(decoding: text.reversed(), as: UTF8.self)
  }
}
