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
      for decimals in 0..<7 {
        let scaled = magnitude * powers[decimals]
        guard scaled < 9_007_199_254_740_992 else { break }
        let whole = scaled.rounded(.toNearestOrEven)
        if whole / powers[decimals] == magnitude {
          return write(UInt64(whole), decimals, isNegative: value.sign == .minus, to: target)
        }
      }
    }
    return write(value.description, to: target)
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
