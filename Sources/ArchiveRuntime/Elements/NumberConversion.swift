/// The reason why an archived number cannot be converted to a field's type.
package enum ConversionFailure: Error, Hashable {
  /// The number is of the right kind, but the field's type cannot represent it exactly.
  case outOfRange
  /// The value is not a number of the right kind.
  case wrongType
}

extension ElementType.Number {
  /// Writes the number at `source`, archived as `self`, in the archived form of `target`.
  ///
  /// Integers are converted if the value fits; 0 and 1 are converted from and to booleans; integers are converted to
  /// floating-point numbers, and these between formats, if the result is exact; a real is converted to an integer if it
  /// is one and in range.
  package func convert(
    _ source: UnsafeRawPointer, to target: ElementType.Number, at bytes: UnsafeMutableRawPointer
  ) -> ConversionFailure? {
    switch (self, target) {
    case (.integer(let bits, let isSigned), .integer(let targetBits, let targetIsSigned)):
      guard IntegerConversion.isCanonical(source, bits: bits, isSigned: isSigned) else { return .outOfRange }
      return IntegerConversion.convert(
        source, bits: bits, isSigned: isSigned, to: bytes, bits: targetBits, isSigned: targetIsSigned)
        ? nil : .outOfRange
    case (.bool, .bool), (.bool, .integer):
      let byte = source.load(as: UInt8.self)
      guard byte <= 1 else { return .outOfRange }
      if case .integer(let bits, let isSigned) = target {
        return IntegerConversion.convert(source, bits: 8, isSigned: false, to: bytes, bits: bits, isSigned: isSigned)
          ? nil : .outOfRange
      }
      bytes.storeBytes(of: byte, as: UInt8.self)
      return nil
    case (.integer(let bits, let isSigned), .bool):
      return IntegerConversion.convert(source, bits: bits, isSigned: isSigned, to: bytes, bits: 1, isSigned: false)
        ? nil : .outOfRange
    case (.floating(let format), .floating(let targetFormat)):
      if format == targetFormat {
        bytes.copyMemory(from: source, byteCount: archivedSize)
        return nil
      }
      guard let number = format.read(source), targetFormat.write(number, to: bytes) else { return .outOfRange }
      return nil
    case (.integer(let bits, let isSigned), .floating(let format)):
      return Self.convert(integer: source, bits, isSigned, to: format, at: bytes)
    case (.floating(let format), .integer(let bits, let isSigned)):
      return Self.convert(real: source, format, to: bytes, bits, isSigned)
    case (.bool, .floating), (.floating, .bool):
      return .wrongType
    }
  }

  private static func convert(
    integer source: UnsafeRawPointer, _ bits: Int, _ isSigned: Bool, to format: FloatFormat,
    at bytes: UnsafeMutableRawPointer
  ) -> ConversionFailure? {
    // 136 bits are 128 for the magnitude, and a sign.
    withUnsafeTemporaryAllocation(byteCount: 17, alignment: 8) { scratch in
      guard let address = scratch.baseAddress,
        IntegerConversion.convert(source, bits: bits, isSigned: isSigned, to: address, bits: 136, isSigned: true)
      else { return .outOfRange }
      let value = Bits128(littleEndian: address, count: 16)
      let isNegative = scratch[16] != 0
      let magnitude = isNegative ? value.negated : value
      guard !(isNegative && magnitude.isZero) else { return .outOfRange }
      let zeros = magnitude.leadingZeroBitCount
      let number = ExactFloat(
        class: magnitude.isZero ? .zero : .finite, isNegative: isNegative, exponent: 127 - zeros,
        significand: magnitude << zeros)
      return format.write(number, to: bytes) ? nil : .outOfRange
    }
  }

  private static func convert(
    real source: UnsafeRawPointer, _ format: FloatFormat, to bytes: UnsafeMutableRawPointer, _ bits: Int,
    _ isSigned: Bool
  ) -> ConversionFailure? {
    guard let number = format.read(source) else { return .wrongType }
    var magnitude = Bits128()
    switch number.class {
    case .zero: break
    case .infinity, .nan: return .wrongType
    case .finite:
      guard 0...127 ~= number.exponent else { return .wrongType }
      magnitude = number.significand >> (127 - number.exponent)
      guard magnitude << (127 - number.exponent) == number.significand else { return .wrongType }
    }
    let isNegative = number.isNegative && !magnitude.isZero
    return withUnsafeTemporaryAllocation(byteCount: 17, alignment: 8) { scratch in
      guard let address = scratch.baseAddress else { return .wrongType }
      (isNegative ? magnitude.negated : magnitude).store(littleEndian: address, count: 16)
      scratch[16] = isNegative ? 0xFF : 0
      return IntegerConversion.convert(
        UnsafeRawPointer(address), bits: 136, isSigned: true, to: bytes, bits: bits, isSigned: isSigned)
        ? nil : .wrongType
    }
  }
}

extension ConversionFailure {
  func error(_ path: String, _ kind: String, _ value: String, _ type: String) -> ArchiveError {
    switch self {
    case .wrongType:
      let isNumber = kind == "a real number" || kind == "an integer"
      return .wrongType(path: path, expected: type, found: isNumber ? "\(kind), \(value)" : kind)
    case .outOfRange: return .outOfRange(path: path, value: value, type: type)
    }
  }
}
