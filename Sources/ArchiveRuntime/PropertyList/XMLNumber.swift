/// The numbers of XML property lists.
enum XMLNumber {
  /// A decimal number, or a hexadecimal one after "0x", with or without a sign and surrounding white space.
  ///
  /// - Returns: nil if it is not an integer, or has more than 128 bits.
  static func integer(_ text: UnsafeRawBufferPointer) -> WideInteger? {
    var digits = trimmed(text)
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
    var radix: UInt64 = 10
    if digits.count > 2, digits.first == UInt8(ascii: "0"),
      digits.dropFirst().first.map({ $0 | 0x20 }) == UInt8(ascii: "x")
    {
      radix = 16
      digits = digits.dropFirst(2)
    }
    guard !digits.isEmpty else { return nil }
    var high: UInt64 = 0
    var low: UInt64 = 0
    for byte in digits {
      guard let digit = digit(byte), digit < radix else { return nil }
      let product = low.multipliedFullWidth(by: radix)
      let (sum, carry) = product.low.addingReportingOverflow(digit)
      let (scaled, overflow) = high.multipliedReportingOverflow(by: radix)
      let (total, overflowing) = scaled.addingReportingOverflow(product.high &+ (carry ? 1 : 0))
      if overflow || overflowing { return nil }
      (high, low) = (total, sum)
    }
    let signBit: UInt64 = 1 << 63
    guard isNegative else { return high < signBit ? WideInteger(high: Int64(bitPattern: high), low: low) : nil }
    guard high < signBit || (high == signBit && low == 0) else { return nil }
    let (negatedLow, carry) = (~low).addingReportingOverflow(1)
    return WideInteger(high: Int64(bitPattern: ~high &+ (carry ? 1 : 0)), low: negatedLow)
  }

  /// A decimal number with or without fraction and exponent, or "nan", "inf" and "infinity" in upper or lower case with
  /// or without a sign, as CoreFoundation reads them.
  ///
  /// - Returns: nil if it is not a number, or a finite one that a double cannot represent.
  static func real(_ text: UnsafeRawBufferPointer) -> Double? {
    let text = trimmed(text)
    // No double needs more than 1,100 digits. The limit keeps the cost of the conversion small.
    guard !text.isEmpty, text.count <= 2_048 else { return nil }
    let word = String(decoding: text, as: UTF8.self).lowercased()
    switch word {
    case "nan", "+nan", "-nan": return .nan
    case "inf", "+inf", "infinity", "+infinity": return .infinity
    case "-inf", "-infinity": return -.infinity
    default: break
    }
    guard word.utf8.allSatisfy(isDecimal), let number = Double(word), number.isFinite else { return nil }
    return number
  }

  private static func isDecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "e"): true
    case UInt8(ascii: "+"), UInt8(ascii: "-"): true
    default: false
    }
  }

  static func trimmed(_ text: UnsafeRawBufferPointer) -> Slice<UnsafeRawBufferPointer> {
    var text = text[...]
    while let first = text.first, XMLCharacter.isSpace(first) { text = text.dropFirst() }
    while let last = text.last, XMLCharacter.isSpace(last) { text = text.dropLast() }
    return text
  }

  @inline(__always)
  private static func digit(_ byte: UInt8) -> UInt64? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }
}
