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
    // Not every platform has `Float16`.
    case .floating(let format):
      self = .single(Float(bitPattern: format.widened(UInt16(truncatingIfNeeded: bits))))
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

extension GroupPart {
  /// The bit-field in its group's integer.
  package func number(in word: UInt64) -> ElementNumber {
    let value = value(in: word)
    return isSigned ? .signed(Int64(bitPattern: value)) : .unsigned(value)
  }
}
