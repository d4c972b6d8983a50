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

  static func plain(_ number: Int, from decoder: ObjectDecoder) -> Decimal? { decoder.plainDecimal(number) }

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
    let found = bytes.withUnsafeBytes { MantissaDigits($0, length: length, isBigEndian: byteOrder == 2) }
    guard let digits = found else {
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
    digits = value.isNaN ? MantissaDigits() : MantissaDigits(of: value)
    exponent = value.isNaN ? 0 : Int8(clamping: value.exponent)
    isNegative = value.isNaN || value.sign == .minus
  }

  init(_ digits: MantissaDigits, exponent: Int8, isNegative: Bool) {
    (self.digits, self.exponent, self.isNegative) = (digits, exponent, isNegative)
  }

  /// nil if Foundation has no such number.
  var value: Decimal? {
    let significand = digits.words.high == 0 ? Decimal(digits.words.low) : Decimal(string: digits.text)
    return significand.map { Decimal(sign: isNegative ? .minus : .plus, exponent: Int(exponent), significand: $0) }
  }
}

/// An unsigned number of 128 bits, because `UInt128` needs macOS 15. An archive has it as eight digits to the base 65,536, least significant
/// first.
struct MantissaDigits {
  private(set) var words: (low: UInt64, high: UInt64) = (0, 0)

  init() {}

  init(words: (low: UInt64, high: UInt64)) { self.words = words }

  /// The digits of a decimal that is a number.
  init(of value: Decimal) {
    // Foundation gives them as text alone, which takes twenty times as long. They are taken from where NSDecimal has them, if they give
    // the same value.
    let low = withUnsafeBytes(of: value) { $0.count >= 12 ? $0.loadUnaligned(fromByteOffset: 4, as: UInt64.self) : 0 }
    if Decimal(sign: value.sign, exponent: value.exponent, significand: Decimal(low)) == value {
      self.init(words: (low, 0))
    } else {
      self.init("\(value.significand)")
    }
  }

  /// - Parameter text: the decimal digits of a number below 2^128.
  init(_ text: String) {
    for character in text.utf8 where UInt8(ascii: "0")...UInt8(ascii: "9") ~= character {
      let (carry, low) = words.low.multipliedFullWidth(by: 10)
      let (sum, overflow) = low.addingReportingOverflow(UInt64(character - UInt8(ascii: "0")))
      words = (sum, words.high &* 10 &+ carry &+ (overflow ? 1 : 0))
    }
  }

  /// - Parameter length: the number of digits that count.
  init?(_ bytes: UnsafeRawBufferPointer, length: Int, isBigEndian: Bool) {
    guard bytes.count == 16, 0...8 ~= length else { return nil }
    for place in 0..<length {
      let digit = bytes.loadUnaligned(fromByteOffset: place * 2, as: UInt16.self)
      let value = UInt64(isBigEndian ? UInt16(bigEndian: digit) : UInt16(littleEndian: digit)) << UInt64(place % 4 * 16)
      if place < 4 { words.low |= value } else { words.high |= value }
    }
  }

  var length: Int {
    let bits = words.high == 0 ? 64 - words.low.leadingZeroBitCount : 128 - words.high.leadingZeroBitCount
    return (bits + 15) / 16
  }

  var littleEndianBytes: Data {
    withUnsafeBytes(of: (words.low.littleEndian, words.high.littleEndian)) { Data($0) }
  }

  /// Decimal digits.
  var text: String {
    var (low, high) = words
    var text: [UInt8] = []
    while low != 0 || high != 0 {
      let (upper, rest) = high.quotientAndRemainder(dividingBy: 10)
      let (lower, digit) = UInt64(10).dividingFullWidth((rest, low))
      (low, high) = (lower, upper)
      text.append(UInt8(ascii: "0") + UInt8(digit))
    }
    return text.isEmpty ? "0" : String(decoding: text.reversed(), as: UTF8.self)
  }
}
