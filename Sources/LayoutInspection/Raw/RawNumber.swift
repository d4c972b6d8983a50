import ArchiveModel

/// An integer of any width, from the bytes of memory.
struct RawInteger: Sendable {
  /// Least significant first, with as many bits as the value has; the rest of the last byte is zero.
  private let bytes: [UInt8]
  private let bits: Int
  private let isSigned: Bool

  /// - Parameters:
  ///   - bytes: of a record.
  ///   - offset: in bits, as the ABI counts: from the low end on a little-endian target, from the high end on a
  ///     big-endian one.
  init(_ bytes: ArraySlice<UInt8>, bitOffset: Int, bits: Int, isSigned: Bool, isBigEndian: Bool) {
    var result = [UInt8](repeating: 0, count: (bits + 7) / 8)
    for bit in 0..<bits {
      let place = isBigEndian ? bitOffset + bits - 1 - bit : bitOffset + bit
      let index = bytes.startIndex + place / 8
      guard bytes.indices.contains(index) else { continue }
      let shift = isBigEndian ? 7 - place % 8 : place % 8
      if bytes[index] >> shift & 1 == 1 { result[bit / 8] |= 1 << (bit % 8) }
    }
    self.bytes = result
    self.bits = bits
    self.isSigned = isSigned
  }

  /// - Parameter bits: fewer than the bytes have for `_BitInt`, whose other bits are padding.
  init(_ bytes: ArraySlice<UInt8>, bits: Int, isSigned: Bool, isBigEndian: Bool) {
    var result = isBigEndian ? Array(bytes.reversed()) : Array(bytes)
    result = Array(result.prefix((bits + 7) / 8))
    if bits % 8 != 0, let last = result.indices.last { result[last] &= (1 << (bits % 8)) - 1 }
    self.bytes = result
    self.bits = bits
    self.isSigned = isSigned
  }

  /// The low 64 bits, extended by the sign.
  var low: UInt64 {
    var value: UInt64 = 0
    for index in bytes.indices.prefix(8) { value |= UInt64(bytes[index]) << (8 * index) }
    if isNegative, bits < 64 { value |= ~0 << bits }
    return value
  }

  private var isNegative: Bool {
    isSigned && bits > 0 && bytes[(bits - 1) / 8] >> ((bits - 1) % 8) & 1 == 1
  }

  var decimal: String {
    if bits <= 64 { return isSigned ? String(Int64(bitPattern: low)) : String(low) }
    var magnitude = bytes
    if isNegative {
      var carry = 1
      for index in magnitude.indices {
        let sum = Int(~magnitude[index]) + carry
        magnitude[index] = UInt8(truncatingIfNeeded: sum)
        carry = sum >> 8
      }
      if bits % 8 != 0, let last = magnitude.indices.last { magnitude[last] &= (1 << (bits % 8)) - 1 }
    }
    // Nine digits at a time. A `_BitInt` of millions of bits is shown in base 16.
    guard bits <= 4096 else { return hexadecimal }
    var digits = ""
    while magnitude.contains(where: { $0 != 0 }) {
      var rest = 0
      for index in magnitude.indices.reversed() {
        let value = rest << 8 | Int(magnitude[index])
        magnitude[index] = UInt8(value / 1_000_000_000 & 0xff)
        rest = value % 1_000_000_000
      }
      let text = String(rest)
      let isLast = !magnitude.contains { $0 != 0 }
      digits = (isLast ? text : String(repeating: "0", count: 9 - text.count) + text) + digits
    }
    return (isNegative ? "-" : "") + (digits.isEmpty ? "0" : digits)
  }

  /// The bits, without a sign.
  var hexadecimal: String {
    var text = bytes.reversed().map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()[...]
    while text.count > 1, text.first == "0" { text.removeFirst() }
    return "0x\(text.isEmpty ? "0" : text)"
  }
}

/// Floating-point numbers of every format of C, as the nearest `Double`.
enum RawFloat {
  static func text(_ bytes: ArraySlice<UInt8>, _ format: FloatingFormat, isBigEndian: Bool) -> String {
    let little = isBigEndian ? Array(bytes.reversed()) : Array(bytes)
    func word(_ from: Int, _ count: Int) -> UInt64 {
      (0..<count).reduce(0) { $0 | UInt64(from + $1 < little.count ? little[from + $1] : 0) << (8 * $1) }
    }
    switch format {
    case .single: return spelled(Float(bitPattern: UInt32(word(0, 4))))
    case .double: return spelled(Double(bitPattern: word(0, 8)))
    case .bfloat16: return spelled(Float(bitPattern: UInt32(word(0, 2)) << 16))
    case .half:
      return value(word(0, 2), exponentBits: 5, exponentAt: 10, significand: word(0, 2) & 0x3ff, bits: 10, sign: 15)
    case .x87:
      let high = word(8, 2)
      let exponent = Int(high & 0x7fff)
      let significand = word(0, 8)
      let sign = high >> 15 == 1
      if exponent == 0x7fff { return significand << 1 == 0 ? (sign ? "-inf" : "inf") : "nan" }
      return scaled(Double(significand), exponent - 16383 - 63, sign)
    case .quad:
      let high = word(8, 8)
      let exponent = Int(high >> 48 & 0x7fff)
      let sign = high >> 63 == 1
      let fraction = Double(high & 0xffff_ffff_ffff) * 0x1p64 + Double(word(0, 8))
      if exponent == 0x7fff { return fraction == 0 ? (sign ? "-inf" : "inf") : "nan" }
      return exponent == 0
        ? scaled(fraction, -16382 - 112, sign) : scaled(fraction + 0x1p112, exponent - 16383 - 112, sign)
    case .doubleDouble:
      // The first is the greater one, on targets of either endianness.
      let (first, second) = isBigEndian ? (word(8, 8), word(0, 8)) : (word(0, 8), word(8, 8))
      return spelled(Double(bitPattern: first) + Double(bitPattern: second))
    }
  }

  private static func value(
    _ word: UInt64, exponentBits: Int, exponentAt: Int, significand: UInt64, bits: Int, sign: Int
  ) -> String {
    let most = (1 << exponentBits) - 1
    let exponent = Int(word >> exponentAt) & most
    let isNegative = word >> sign & 1 == 1
    if exponent == most { return significand == 0 ? (isNegative ? "-inf" : "inf") : "nan" }
    let bias = most / 2
    return exponent == 0
      ? scaled(Double(significand), 1 - bias - bits, isNegative)
      : scaled(Double(significand | 1 << UInt64(bits)), exponent - bias - bits, isNegative)
  }

  /// `value * 2^exponent`, in two steps because the factor alone may be too small.
  private static func scaled(_ value: Double, _ exponent: Int, _ isNegative: Bool) -> String {
    let magnitude =
      value == 0 ? 0 : Double(sign: .plus, exponent: max(-20000, min(20000, exponent)), significand: value)
    return spelled(isNegative ? -magnitude : magnitude)
  }

  private static func spelled<Value: BinaryFloatingPoint & CustomStringConvertible>(_ value: Value) -> String {
    value.isNaN ? "nan" : value.isInfinite ? (value.sign == .minus ? "-inf" : "inf") : value.description
  }
}
