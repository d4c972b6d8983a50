import Foundation

/// Decimals in the form of Cocoa's NSDecimalNumber: eight 16-bit digits, their number, the exponent and the sign.
extension Decimal: ArchivableValue, FoundationValue {
  static var foundationClass: FoundationClass { .decimal }

  func foundationFields(_ encoder: ObjectEncoder) throws -> [(key: String, value: PropertyListWriter.Reference)] {
    try DecimalParts(self).foundationFields(encoder)
  }

  static func plain(_ number: Int, from decoder: ObjectDecoder) -> Decimal? {
    guard let value = decoder.plainDecimal(number)?.value else { return nil }
    return try? decoder.noted(value, number)
  }

  static func made(from decoder: ObjectDecoder) throws -> Decimal {
    let parts = try DecimalParts.made(from: decoder)
    guard let value = parts.value else {
      throw ArchiveError.outOfRange(
        path: decoder.path("NS.mantissa"), value: parts.digits.text, type: "Decimal")
    }
    return value
  }
}

/// The same of a number that need not be a `Decimal`.
extension DecimalParts: FoundationValue {
  static var foundationClass: FoundationClass { .decimal }

  func foundationFields(_ encoder: ObjectEncoder) throws -> [(key: String, value: PropertyListWriter.Reference)] {
    [
      ("NS.compact", encoder.sink.writer.bool(true)),
      ("NS.exponent", encoder.sink.writer.integer(Int64(exponent))),
      ("NS.length", encoder.sink.writer.integer(Int64(digits.length))),
      ("NS.mantissa", try encoder.sink.data(digits.littleEndianBytes)),
      ("NS.mantissa.bo", encoder.sink.writer.integer(1)),
      ("NS.negative", encoder.sink.writer.bool(isNegative)),
    ]
  }

  static func plain(_ number: Int, from decoder: ObjectDecoder) -> DecimalParts? {
    guard let parts = decoder.plainDecimal(number) else { return nil }
    return try? decoder.noted(parts, number)
  }

  static func made(from decoder: ObjectDecoder) throws -> DecimalParts {
    if let text = try decoder.unkeyed(0, String.self) {
      guard let value = text == "NaN" ? .nan : Decimal(string: text) else {
        throw ArchiveError.invalidText(path: decoder.path("$0"), reason: "'\(text)' is not a decimal number")
      }
      return DecimalParts(value)
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
    return DecimalParts(digits, exponent: exponent, isNegative: isNegative)
  }
}
