/// Writes decimal digits, two at a time.
package enum DecimalDigits {
  /// The most digits that a number has.
  package static let greatestCount = 20

  /// "00", "01" and so on up to "99".
  @inline(__always)
  private static var pairs: UnsafePointer<UInt8> {
    let digits: StaticString = """
      0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849\
      5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899
      """
    return digits.utf8Start
  }

  /// - Returns: the number of digits.
  @inline(__always)
  package static func write(_ value: UInt64, to target: UnsafeMutablePointer<UInt8>) -> Int {
    let count = count(value)
    write(value, count: count, to: target)
    return count
  }

  /// - Parameter count: the number of digits that `value` has.
  @inline(__always)
  package static func write(_ value: UInt64, count: Int, to target: UnsafeMutablePointer<UInt8>) {
    var (rest, end) = (value, count)
    // Eight digits at a time have divisions of 32 bits, which do not wait for each other.
    while rest >= 100_000_000 {
      let low = UInt32(truncatingIfNeeded: rest % 100_000_000)
      rest /= 100_000_000
      end &-= 8
      let (upper, lower) = (low / 10_000, low % 10_000)
      put(upper / 100, target + end)
      put(upper % 100, target + (end &+ 2))
      put(lower / 100, target + (end &+ 4))
      put(lower % 100, target + (end &+ 6))
    }
    var small = UInt32(truncatingIfNeeded: rest)
    while small >= 100 {
      end &-= 2
      put(small % 100, target + end)
      small /= 100
    }
    if small >= 10 {
      put(small, target + (end &- 2))
    } else {
      target[end &- 1] = UInt8(truncatingIfNeeded: 48 &+ small)
    }
  }

  @inline(__always)
  private static func put(_ pair: UInt32, _ target: UnsafeMutablePointer<UInt8>) {
    let source = UnsafeRawPointer(pairs + Int(truncatingIfNeeded: pair) &* 2)
    UnsafeMutableRawPointer(target).storeBytes(of: source.loadUnaligned(as: UInt16.self), as: UInt16.self)
  }

  private static let powers: [UInt64] = [
    1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
    100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000, 1_000_000_000_000_000,
    10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
  ]

  /// The number of digits; one for 0.
  @inline(__always)
  package static func count(_ value: UInt64) -> Int {
    // 1233 / 4096 is a little more than the decimal logarithm of 2, and right for up to 64 bits.
    let least = ((64 &- (value | 1).leadingZeroBitCount) &* 1_233) >> 12
    return least &+ (value >= powers[least] || value == 0 ? 1 : 0)
  }
}
