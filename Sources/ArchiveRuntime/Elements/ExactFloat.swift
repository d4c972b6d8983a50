/// A floating-point number of any format as sign, exponent and significand. A conversion through this form is either
/// exact or reported as inexact.
///
/// The processor's conversions are not used, because they turn signalling NaNs into quiet ones (IEEE 754-2019, 6.2).
struct ExactFloat {
  enum Class { case zero, finite, infinity, nan }

  let `class`: Class
  let isNegative: Bool
  /// For finite numbers: the value is 1.fraction × 2^exponent, and the leading 1 is the top bit of the significand.
  var exponent = 0
  /// For NaNs: the fraction, with its highest bit at the top.
  var significand = Bits128()
}

extension FloatFormat {
  private var bias: Int { 1 << (layout.exponent - 1) - 1 }

  /// The number at `bytes` in its archived form; nil for a pattern that is not a number (the x87's unnormals), and for
  /// a double-double whose second part is not zero.
  func read(_ bytes: UnsafeRawPointer) -> ExactFloat? {
    if self == .doubleDouble {
      let rest = Bits128(littleEndian: bytes + 8, count: 8)
      return rest.low << 1 == 0 ? FloatFormat.double.read(bytes) : nil
    }
    let (_, exponentBits, fractionBits, hasIntegerBit) = layout
    let bits = Bits128(littleEndian: bytes, count: archivedSize)
    let start = fractionBits + (hasIntegerBit ? 1 : 0)
    let isNegative = (bits >> (start + exponentBits)).low & 1 == 1
    let exponent = Int((bits >> start).low & (1 << UInt64(exponentBits) - 1))
    let fraction = bits & Bits128.ones(fractionBits)
    let integer = hasIntegerBit ? (bits >> fractionBits).low & 1 == 1 : exponent != 0
    if exponent == 1 << exponentBits - 1 {
      guard integer else { return nil }
      return fraction.isZero
        ? ExactFloat(class: .infinity, isNegative: isNegative)
        : ExactFloat(class: .nan, isNegative: isNegative, significand: fraction << (128 - fractionBits))
    }
    guard integer || exponent == 0 else { return nil }
    let significand = integer ? fraction | Bits128(low: 1) << fractionBits : fraction
    if significand.isZero { return ExactFloat(class: .zero, isNegative: isNegative) }
    let zeros = significand.leadingZeroBitCount
    return ExactFloat(
      class: .finite, isNegative: isNegative, exponent: max(exponent, 1) - bias + 127 - zeros - fractionBits,
      significand: significand << zeros)
  }

  /// Writes `number` at `bytes` in its archived form.
  ///
  /// - Returns: whether this format can represent it exactly; if not, nothing is written.
  func write(_ number: ExactFloat, to bytes: UnsafeMutableRawPointer) -> Bool {
    if self == .doubleDouble {
      guard FloatFormat.double.write(number, to: bytes) else { return false }
      Bits128().store(littleEndian: bytes + 8, count: 8)
      return true
    }
    let (_, exponentBits, fractionBits, hasIntegerBit) = layout
    var fraction = Bits128()
    var exponent = 0
    var integer = false
    switch number.class {
    case .zero: break
    case .infinity, .nan:
      exponent = 1 << exponentBits - 1
      integer = true
      fraction = number.significand >> (128 - fractionBits)
      guard fraction << (128 - fractionBits) == number.significand else { return false }
    case .finite:
      let least = 1 - bias
      guard number.exponent <= bias else { return false }
      let shift = 127 - fractionBits + max(0, least - number.exponent)
      guard shift < 128 else { return false }
      let significand = number.significand >> shift
      guard significand << shift == number.significand else { return false }
      integer = number.exponent >= least
      exponent = integer ? number.exponent + bias : 0
      fraction = significand & Bits128.ones(fractionBits)
    }
    let start = fractionBits + (hasIntegerBit ? 1 : 0)
    var bits = fraction | Bits128(low: UInt64(exponent)) << start
    if hasIntegerBit, integer { bits = bits | Bits128(low: 1) << fractionBits }
    if number.isNegative { bits = bits | Bits128(low: 1) << (start + exponentBits) }
    bits.store(littleEndian: bytes, count: archivedSize)
    return true
  }
}

extension FloatFormat {
  /// The bits of a value, of a format of up to 64 bits; nil if the format cannot represent it exactly.
  package func bits(exactly value: Double) -> UInt64? {
    var source = value.bitPattern.littleEndian
    var target: UInt64 = 0
    guard archivedSize <= 8, let number = FloatFormat.double.read(&source), write(number, to: &target) else {
      return nil
    }
    return UInt64(littleEndian: target)
  }

  /// The number at `bytes` in its archived form as a double; nil if none is equal.
  package func exactDouble(_ bytes: UnsafeRawPointer) -> Double? {
    var target: UInt64 = 0
    guard let number = read(bytes), FloatFormat.double.write(number, to: &target) else { return nil }
    return Double(bitPattern: UInt64(littleEndian: target))
  }

  /// The magnitude of the number at `bytes` in its archived form, and its sign; nil for one that is no integer of up to 64 bits.
  package func exactInteger(_ bytes: UnsafeRawPointer) -> (magnitude: UInt64, isNegative: Bool)? {
    guard let number = read(bytes), number.class == .finite, 0...63 ~= number.exponent else { return nil }
    let shift = 127 - number.exponent
    let magnitude = number.significand >> shift
    return magnitude << shift == number.significand ? (magnitude.low, number.isNegative) : nil
  }

  /// The nearest double to the number at `bytes` in its archived form; no number for a pattern that is none.
  package func nearestDouble(_ bytes: UnsafeRawPointer) -> Double {
    if self == .doubleDouble {
      return FloatFormat.double.nearestDouble(bytes) + FloatFormat.double.nearestDouble(bytes + 8)
    }
    guard let number = read(bytes) else { return .nan }
    let magnitude: Double
    switch number.class {
    case .zero: magnitude = 0
    case .infinity: magnitude = .infinity
    case .nan: return .nan
    case .finite:
      // The lowest bit says whether bits follow, so that the number is rounded once.
      let significand = number.significand.high | (number.significand.low == 0 ? 0 : 1)
      magnitude = Double(sign: .plus, exponent: number.exponent - 63, significand: Double(significand))
    }
    return number.isNegative ? -magnitude : magnitude
  }

  /// A binary16 or bfloat16 as the binary32 with the same value. A NaN keeps its payload.
  package func widened(_ bits: UInt16) -> UInt32 {
    if self == .bfloat16 { return UInt32(bits) << 16 }
    let sign = UInt32(bits & 0x8000) << 16
    let exponent = UInt32(bits >> 10 & 0x1F)
    let fraction = UInt32(bits & 0x3FF)
    switch exponent {
    case 0 where fraction == 0: return sign
    case 0:
      // The value is fraction × 2^-24, normalised.
      let zeros = UInt32(fraction.leadingZeroBitCount)
      return sign | (134 - zeros) << 23 | fraction << (zeros - 8) & 0x7F_FFFF
    case 31: return sign | 0x7F80_0000 | fraction << 13
    default: return sign | (exponent + 112) << 23 | fraction << 13
    }
  }
}
