/// The shortest decimal digits of floating-point numbers, written into a buffer.
///
/// Most numbers that people measure have few decimals. For them a multiplication and a division are enough: if m / 10^k is
/// the number, with m below 2^53, then m with k decimals is read as this number, and the first such k gives the fewest
/// digits. All others are written by the standard library.
package enum RealDigits {
  private static let powers: [Double] = [1, 10, 100, 1_000, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]

  /// - Returns: the number of bytes, at most 40.
  @inline(__always)
  package static func write(_ value: Double, to target: UnsafeMutablePointer<UInt8>) -> Int {
    let magnitude = value.magnitude
    if magnitude < 9e15, magnitude >= 1e-3 || magnitude == 0 {
      for decimals in 0..<4 {
        let scaled = magnitude * powers[decimals]
        guard scaled < 9_007_199_254_740_992 else { break }
        let whole = scaled.rounded(.toNearestOrEven)
        if whole / powers[decimals] == magnitude {
          return write(UInt64(whole), decimals, isNegative: value.sign == .minus, to: target)
        }
      }
    }
    if magnitude >= 1e-3, magnitude < 1e15 {
      var (digits, exponent) = ShortestDecimal.digits(magnitude)
      while digits % 10 == 0 {
        digits /= 10
        exponent += 1
      }
      // Numbers without a fraction were written above, where they have no more digits than a double.
      if exponent < 0 { return writeDecimal(digits, -exponent, isNegative: value.sign == .minus, to: target) }
    }
    return write(value.description, to: target)
  }

  /// digits / 10^decimals, where the number is not below 0.001.
  @inline(__always)
  private static func writeDecimal(
    _ digits: UInt64, _ decimals: Int, isNegative: Bool, to target: UnsafeMutablePointer<UInt8>
  ) -> Int {
    var start = 0
    if isNegative {
      target[0] = UInt8(ascii: "-")
      start = 1
    }
    let count = DecimalDigits.write(digits, to: target + (start &+ 1))
    let whole = count &- decimals
    guard whole > 0 else {
      // 0.00123: the digits move behind the zeros.
      let zeros = -whole
      var place = count
      while place > 0 {
        place &-= 1
        target[start &+ 2 &+ zeros &+ place] = target[start &+ 1 &+ place]
      }
      target[start] = UInt8(ascii: "0")
      target[start &+ 1] = UInt8(ascii: ".")
      for zero in 0..<zeros { target[start &+ 2 &+ zero] = UInt8(ascii: "0") }
      return start &+ 2 &+ zeros &+ count
    }
    for place in 0..<whole { target[start &+ place] = target[start &+ 1 &+ place] }
    target[start &+ whole] = UInt8(ascii: ".")
    return start &+ count &+ 1
  }

  @inline(__always)
  package static func write(_ value: Float, to target: UnsafeMutablePointer<UInt8>) -> Int {
    let magnitude = Double(value.magnitude)
    if magnitude < 1e6, magnitude >= 1e-3 || magnitude == 0 {
      for decimals in 0..<7 {
        let scaled = magnitude * powers[decimals]
        guard scaled < 16_777_216 else { break }
        let whole = scaled.rounded(.toNearestOrEven)
        if Float(whole / powers[decimals]) == value.magnitude {
          return write(UInt64(whole), decimals, isNegative: value.sign == .minus, to: target)
        }
      }
    }
    return write(value.description, to: target)
  }

  private static func write(_ text: String, to target: UnsafeMutablePointer<UInt8>) -> Int {
    var count = 0
    for byte in text.utf8.prefix(40) {
      target[count] = byte
      count += 1
    }
    return count
  }

  @inline(__always)
  private static func write(
    _ whole: UInt64, _ decimals: Int, isNegative: Bool, to target: UnsafeMutablePointer<UInt8>
  ) -> Int {
    var count = 0
    if isNegative {
      target[0] = UInt8(ascii: "-")
      count = 1
    }
    if decimals == 0 {
      count &+= DecimalDigits.write(whole, to: target + count)
      target[count] = UInt8(ascii: ".")
      target[count &+ 1] = UInt8(ascii: "0")
      return count &+ 2
    }
    var power: UInt64 = 1
    for _ in 0..<decimals { power &*= 10 }
    count &+= DecimalDigits.write(whole / power, to: target + count)
    target[count] = UInt8(ascii: ".")
    count &+= 1
    var rest = whole % power
    var place = decimals
    while place > 0 {
      place &-= 1
      target[count &+ place] = UInt8(truncatingIfNeeded: 48 &+ rest % 10)
      rest /= 10
    }
    return count &+ decimals
  }
}
