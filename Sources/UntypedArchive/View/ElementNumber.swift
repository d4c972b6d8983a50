@_spi(GeneratedCode) import ArchiveRuntime

/// One archived number as it is shown.
package enum ElementNumber: Equatable {
  case bool(UInt8)
  case signed(Int64)
  case unsigned(UInt64)
  case single(Float)
  case double(Double)
  /// Wider than 64 bits: the bytes, least significant first, and whether they are an integer with a sign.
  case wide([UInt8], ElementType.Number)

  /// The number at an offset, which the caller has checked to be inside.
  package init(_ type: ElementType.Number, _ bytes: UnsafeRawBufferPointer, at offset: Int, order: ByteOrder) {
    let size = type.archivedSize
    guard size <= 8 else {
      var own = Array(bytes[offset..<(offset + size)])
      if order == .big { own.reverse() }
      self = .wide(own, type)
      return
    }
    var bits: UInt64 = 0
    for index in 0..<size {
      bits |= UInt64(bytes[order == .big ? offset + size - 1 - index : offset + index]) << UInt64(index * 8)
    }
    self = Self(type, bits: bits)
  }

  package init(_ type: ElementType.Number, bits: UInt64) {
    switch type {
    case .bool: self = .bool(UInt8(truncatingIfNeeded: bits))
    case .integer(_, isSigned: true):
      let unused = UInt64(64 - type.archivedSize * 8)
      self = .signed(Int64(bitPattern: bits << unused) >> Int64(unused))
    case .integer: self = .unsigned(bits)
    case .floating(.double): self = .double(Double(bitPattern: bits))
    case .floating(.single): self = .single(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
    case .floating(let format) where format.archivedSize == 2:
      self = .single(Float(bitPattern: format.widened(UInt16(truncatingIfNeeded: bits))))
    case .floating: self = .unsigned(bits)
    }
  }

  package var bits: UInt64? {
    switch self {
    case .bool(let value): UInt64(value)
    case .signed(let value): UInt64(bitPattern: value)
    case .unsigned(let value): value
    default: nil
    }
  }

  package var int64: Int64? {
    switch self {
    case .bool(let value): Int64(value)
    case .signed(let value): value
    case .unsigned(let value): Int64(exactly: value)
    default: nil
    }
  }

  /// Decimal digits; for wide floating-point numbers the nearest double after `≈`.
  package var text: String {
    switch self {
    case .bool(let value): value == 0 ? "false" : value == 1 ? "true" : "true (byte \(value))"
    case .signed(let value): "\(value)"
    case .unsigned(let value): "\(value)"
    case .single(let value): NumberText.real(value)
    case .double(let value): NumberText.real(value)
    case .wide(let bytes, .integer(_, let isSigned)):
      bytes.count <= 16 ? NumberText.wide(bytes, isSigned: isSigned) : NumberText.hexadecimal(bytes)
    case .wide(let bytes, .floating(let format)): "≈" + NumberText.real(NumberText.double(bytes, format))
    case .wide(let bytes, _): NumberText.hexadecimal(bytes)
    }
  }
}

/// Numbers in words.
package enum NumberText {
  package static func real(_ value: Double) -> String {
    value.isNaN ? nan(value.bitPattern, usual: Double.nan.bitPattern) : "\(value)"
  }
  package static func real(_ value: Float) -> String {
    value.isNaN ? nan(UInt64(value.bitPattern), usual: UInt64(Float.nan.bitPattern)) : "\(value)"
  }

  private static func nan(_ bits: UInt64, usual: UInt64) -> String {
    bits == usual ? "nan" : "nan (0x\(String(bits, radix: 16)))"
  }

  /// An integer of 9 to 16 bytes, least significant first.
  package static func wide(_ bytes: [UInt8], isSigned: Bool) -> String {
    var words: (UInt64, UInt64) = (0, 0)
    let isNegative = isSigned && (bytes.last ?? 0) >= 0x80
    for index in 0..<16 {
      let byte = UInt64(index < bytes.count ? bytes[index] : isNegative ? 0xFF : 0)
      if index < 8 { words.0 |= byte << UInt64(index * 8) } else { words.1 |= byte << UInt64(index * 8 - 64) }
    }
    guard !isSigned, words.1 >> 63 == 1 else {
      return WideInteger(high: Int64(bitPattern: words.1), low: words.0).description
    }
    // Beyond what a signed number of 128 bits holds: by long division.
    var high = words.1.quotientAndRemainder(dividingBy: 10)
    let low = UInt64(10).dividingFullWidth((high.remainder, words.0))
    let upper = WideInteger(high: Int64(bitPattern: high.quotient), low: low.quotient).description
    high.remainder = low.remainder
    return upper + "\(high.remainder)"
  }

  /// "0x" and the digits of a number whose least significant byte is the first.
  package static func hexadecimal(_ bytes: some BidirectionalCollection<UInt8>) -> String {
    "0x" + digits(bytes.reversed())
  }

  /// Two digits for each byte, in their order.
  package static func digits(_ bytes: some Sequence<UInt8>) -> String {
    let table = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for byte in bytes {
      text.append(table[Int(byte >> 4)])
      text.append(table[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The nearest double to a number whose least significant byte is the first.
  package static func double(_ bytes: [UInt8], _ format: FloatFormat) -> Double {
    func word(_ start: Int, _ count: Int) -> UInt64 {
      (0..<count).reduce(0) { $0 | UInt64(bytes[start + $1]) << UInt64($1 * 8) }
    }
    switch format {
    case .half, .bfloat16: return Double(Float(bitPattern: format.widened(UInt16(word(0, 2)))))
    case .single: return Double(Float(bitPattern: UInt32(word(0, 4))))
    case .double: return Double(bitPattern: word(0, 8))
    case .x87:
      let top = word(8, 2)
      let exponent = Int(top & 0x7FFF)
      let significand = word(0, 8)
      let sign: FloatingPointSign = top >> 15 == 1 ? .minus : .plus
      if exponent == 0x7FFF { return significand << 1 == 0 ? (sign == .minus ? -.infinity : .infinity) : .nan }
      return scaled(Double(significand), exponent - 16383 - 63, sign)
    case .quad:
      let top = word(8, 8)
      let exponent = Int(top >> 48 & 0x7FFF)
      let sign: FloatingPointSign = top >> 63 == 1 ? .minus : .plus
      let high = top & 0xFFFF_FFFF_FFFF
      if exponent == 0x7FFF { return high == 0 && word(0, 8) == 0 ? (sign == .minus ? -.infinity : .infinity) : .nan }
      let lead: Double = exponent == 0 ? 0 : 0x1p48
      return scaled(lead + Double(high) + Double(word(0, 8)) * 0x1p-64, max(exponent, 1) - 16383 - 48, sign)
    case .doubleDouble: return Double(bitPattern: word(0, 8)) + Double(bitPattern: word(8, 8))
    }
  }

  private static func scaled(_ value: Double, _ exponent: Int, _ sign: FloatingPointSign) -> Double {
    guard value != 0 else { return sign == .minus ? -0.0 : 0 }
    return Double(sign: sign, exponent: max(-3000, min(exponent, 3000)), significand: value)
  }
}
