/// The shortest decimal digits of floating-point numbers, written into a buffer, as Swift's `description` has them.
///
/// Most numbers that people measure have few decimals. For them a multiplication and a division are enough: if m / 1000 is
/// the number, with m below 2^53, then m is its digits. Others have those of `ShortestDecimal`, and very great and very
/// small ones are written by the standard library.
package enum RealDigits {
  /// The most bytes that a number takes.
  package static let greatestSize = 40

  /// - Returns: the number of bytes, at most `greatestSize`.
  @inline(__always)
  package static func write(_ value: Double, to target: UnsafeMutablePointer<UInt8>) -> Int {
    let magnitude = value.magnitude
    guard magnitude >= 1e-3 || magnitude == 0, magnitude < 1e15 else { return write(value.description, to: target) }
    let isNegative = value.sign == .minus
    // Below 2^42 numbers are nearer to each other than a thousandth, so that no other m gives the same.
    if magnitude < 4e12 {
      let thousandths = UInt64(magnitude * 1_000 + 0.5)
      if Double(thousandths) / 1_000 == magnitude {
        return write(thousandths: thousandths, isNegative: isNegative, to: target)
      }
    } else if magnitude == magnitude.rounded(.towardZero) {
      return write(thousandths: UInt64(magnitude) &* 1_000, isNegative: isNegative, to: target)
    }
    let (digits, exponent) = ShortestDecimal.digits(magnitude)
    return write(digits, exponent, isNegative: isNegative, to: target) ?? write(value.description, to: target)
  }

  @inline(__always)
  package static func write(_ value: Float, to target: UnsafeMutablePointer<UInt8>) -> Int {
    let magnitude = value.magnitude
    // Up to 2^24 each whole number is a number of its own.
    guard magnitude >= 1e-3 || magnitude == 0, magnitude < 16_777_216 else {
      return write(value.description, to: target)
    }
    let isNegative = value.sign == .minus
    let whole = UInt64(magnitude)
    if Float(whole) == magnitude { return write(thousandths: whole &* 1_000, isNegative: isNegative, to: target) }
    let (digits, exponent) = ShortestDecimal.digits(magnitude)
    return write(digits, exponent, isNegative: isNegative, to: target) ?? write(value.description, to: target)
  }

  /// digits · 10^exponent.
  ///
  /// - Returns: nil for a whole number.
  @inline(__always)
  private static func write(
    _ digits: UInt64, _ exponent: Int, isNegative: Bool, to target: UnsafeMutablePointer<UInt8>
  ) -> Int? {
    var (digits, exponent) = (digits, exponent)
    while digits % 10 == 0 {
      digits /= 10
      exponent &+= 1
    }
    guard exponent < 0 else { return nil }
    target[0] = UInt8(ascii: "-")
    let start = isNegative ? 1 : 0
    let count = DecimalDigits.count(digits)
    let whole = count &+ exponent
    guard whole > 0 else {
      // 0.00123
      for place in 0..<(2 &- whole) { target[start &+ place] = UInt8(ascii: "0") }
      target[start &+ 1] = UInt8(ascii: ".")
      DecimalDigits.write(digits, count: count, to: target + (start &+ 2 &- whole))
      return start &+ 2 &- whole &+ count
    }
    DecimalDigits.write(digits, count: count, to: target + (start &+ 1))
    for place in 0..<whole { target[start &+ place] = target[start &+ 1 &+ place] }
    target[start &+ whole] = UInt8(ascii: ".")
    return start &+ count &+ 1
  }

  @inline(__always)
  private static func write(
    thousandths: UInt64, isNegative: Bool, to target: UnsafeMutablePointer<UInt8>
  ) -> Int {
    target[0] = UInt8(ascii: "-")
    var count = isNegative ? 1 : 0
    count &+= DecimalDigits.write(thousandths / 1_000, to: target + count)
    target[count] = UInt8(ascii: ".")
    var rest = UInt32(truncatingIfNeeded: thousandths % 1_000)
    repeat {
      count &+= 1
      target[count] = UInt8(truncatingIfNeeded: 48 &+ rest / 100)
      rest = rest % 100 &* 10
    } while rest > 0
    return count &+ 1
  }

  private static func write(_ text: String, to target: UnsafeMutablePointer<UInt8>) -> Int {
    var count = 0
    for byte in text.utf8.prefix(greatestSize) {
      target[count] = byte
      count += 1
    }
    return count
  }
}
