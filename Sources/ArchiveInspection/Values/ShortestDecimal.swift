/// The shortest decimal number that is read as a given number: Raffaello Giulietti's Schubfach ("The Schubfach way to
/// render doubles", 2022). The standard library's digits are the same, but come as a string of their own.
enum ShortestDecimal {
  /// - Parameter value: finite, not zero, normal, of about 10^-40 to 10^40.
  /// - Returns: digits · 10^exponent, of the magnitude.
  @inline(__always)
  static func digits(_ value: Double) -> (digits: UInt64, exponent: Int) {
    let fraction = value.bitPattern & 0x000F_FFFF_FFFF_FFFF
    let biased = Int(truncatingIfNeeded: value.bitPattern >> 52 & 0x7FF)
    return digits(fraction | 1 << 52, biased &- 1_075, isCloser: fraction == 0 && biased > 1)
  }

  /// - Parameter value: finite, not zero, normal.
  @inline(__always)
  static func digits(_ value: Float) -> (digits: UInt64, exponent: Int) {
    let fraction = UInt64(value.bitPattern & 0x007F_FFFF)
    let biased = Int(truncatingIfNeeded: value.bitPattern >> 23 & 0xFF)
    return digits(fraction | 1 << 23, biased &- 150, isCloser: fraction == 0 && biased > 1)
  }

  /// - Parameter isCloser: whether the number before is nearer than the one behind.
  /// - Returns: c · 2^q in the fewest digits.
  @inline(__always)
  private static func digits(_ c: UInt64, _ q: Int, isCloser: Bool) -> (digits: UInt64, exponent: Int) {
    let isEven = c & 1 == 0
    let lower = 4 &* c &- 2 &+ (isCloser ? 1 : 0)
    let k = (q &* 1_262_611 &- (isCloser ? 524_031 : 0)) >> 22
    let shift = UInt64(truncatingIfNeeded: q &+ ((-k &* 1_741_647) >> 19) &+ 1)
    let power = powers[-k &- leastPower]
    let vl = roundToOdd(power, lower << shift)
    let v = roundToOdd(power, (4 &* c) << shift)
    let vr = roundToOdd(power, (4 &* c &+ 2) << shift)
    let low = vl &+ (isEven ? 0 : 1)
    let high = vr &- (isEven ? 0 : 1)
    let s = v / 4
    if s >= 10 {
      let tenth = s / 10
      let isLowInside = low <= 40 &* tenth
      let isHighInside = 40 &* tenth &+ 40 <= high
      if isLowInside != isHighInside { return (tenth &+ (isHighInside ? 1 : 0), k &+ 1) }
    }
    let isLowInside = low <= 4 &* s
    let isHighInside = 4 &* s &+ 4 <= high
    if isLowInside != isHighInside { return (s &+ (isHighInside ? 1 : 0), k) }
    let middle = 4 &* s &+ 2
    return (s &+ (v > middle || v == middle && s & 1 == 1 ? 1 : 0), k)
  }

  @inline(__always)
  private static func roundToOdd(_ power: (high: UInt64, low: UInt64), _ value: UInt64) -> UInt64 {
    let x = power.low.multipliedFullWidth(by: value)
    let y = power.high.multipliedFullWidth(by: value)
    let (low, carry) = y.low.addingReportingOverflow(x.high)
    return (y.high &+ (carry ? 1 : 0)) | (low > 1 ? 1 : 0)
  }

  static let leastPower = -60
  private static let greatestPower = 60

  /// For 10^k its first 128 bits, rounded up. Only powers for numbers of about 10^-40 to 10^40 are made.
  private static let powers: [(high: UInt64, low: UInt64)] = (leastPower...greatestPower).map { power in
    // Long integers of 32-bit digits, least significant first.
    func times(_ digits: [UInt32], _ factor: UInt64) -> [UInt32] {
      var carry: UInt64 = 0
      var result = digits.map { digit -> UInt32 in
        let product = UInt64(digit) * factor + carry
        carry = product >> 32
        return UInt32(truncatingIfNeeded: product)
      }
      if carry > 0 { result.append(UInt32(carry)) }
      return result
    }
    var number: [UInt32] = [1]
    for _ in 0..<abs(power) { number = times(number, 10) }
    func bitCount(_ digits: [UInt32]) -> Int { digits.count * 32 - (digits.last?.leadingZeroBitCount ?? 0) }
    func bit(_ digits: [UInt32], _ place: Int) -> UInt32 {
      place < 0 ? 0 : digits[place / 32] >> UInt32(place % 32) & 1
    }
    var high: UInt64 = 0
    var low: UInt64 = 0
    var hasRest = false
    func push(_ bit: UInt32) {
      high = high << 1 | low >> 63
      low = low << 1 | UInt64(bit)
    }
    if power >= 0 {
      let count = bitCount(number)
      for place in 0..<128 { push(bit(number, count - 1 - place)) }
      hasRest = count > 128 && (0..<(count - 128)).contains { bit(number, $0) == 1 }
    } else {
      // 2^n divided by 10^-k, bit by bit.
      let count = bitCount(number)
      var rest = [UInt32](repeating: 0, count: number.count + 1)
      func shift(_ bit: UInt32) {
        var carry = bit
        for index in rest.indices {
          let next = rest[index] >> 31
          rest[index] = rest[index] << 1 | carry
          carry = next
        }
      }
      func isAtLeastNumber() -> Bool {
        for index in rest.indices.reversed() {
          let other = index < number.count ? number[index] : 0
          if rest[index] != other { return rest[index] > other }
        }
        return true
      }
      var pushed = 0
      var position = 0
      while pushed < 128 {
        shift(position == 0 ? 1 : 0)
        position += 1
        let isOne = isAtLeastNumber()
        if isOne {
          var borrow: UInt64 = 0
          for index in rest.indices {
            let subtrahend = UInt64(index < number.count ? number[index] : 0) + borrow
            let own = UInt64(rest[index])
            borrow = own < subtrahend ? 1 : 0
            rest[index] = UInt32(truncatingIfNeeded: own &- subtrahend)
          }
        }
        if isOne || pushed > 0 {
          push(isOne ? 1 : 0)
          pushed += 1
        }
        if position > count + 200 { break }
      }
      hasRest = rest.contains { $0 != 0 }
    }
    if hasRest {
      let (sum, carry) = low.addingReportingOverflow(1)
      (high, low) = (high + (carry ? 1 : 0), sum)
    }
    return (high, low)
  }
}
