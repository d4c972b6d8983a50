/// Converts two's complement integers of any width, little-endian, without a type that is as wide as the widest.
enum IntegerConversion {
  /// Writes the integer at `source` as one of `bits` bits at `target`, and extends it to the unused high bits.
  ///
  /// - Returns: whether the value fits; if not, the bytes at `target` are undefined.
  static func convert(
    _ source: UnsafeRawPointer, bits sourceBits: Int, isSigned sourceIsSigned: Bool,
    to target: UnsafeMutableRawPointer, bits: Int, isSigned: Bool
  ) -> Bool {
    let sourceCount = (sourceBits + 7) / 8
    let count = (bits + 7) / 8
    let isNegative = sourceIsSigned && bit(sourceBits - 1, of: source)
    let fill: UInt8 = isNegative ? 0xFF : 0
    for index in 0..<count {
      let byte = index < sourceCount ? source.load(fromByteOffset: index, as: UInt8.self) : fill
      target.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
    }
    var index = count
    while index < sourceCount {
      guard source.load(fromByteOffset: index, as: UInt8.self) == fill else { return false }
      index += 1
    }
    guard isSigned || !isNegative else { return false }
    return isExtended(UnsafeRawPointer(target), bits: bits, isSigned: isSigned, isNegative: isNegative)
  }

  /// Whether all bits from the sign bit (unsigned: from the first bit beyond the width) equal `isNegative`.
  private static func isExtended(_ bytes: UnsafeRawPointer, bits: Int, isSigned: Bool, isNegative: Bool) -> Bool {
    var position = isSigned ? bits - 1 : bits
    while position < (bits + 7) / 8 * 8 {
      guard bit(position, of: bytes) == isNegative else { return false }
      position += 1
    }
    return true
  }

  /// Whether the bits of an archived integer beyond its width are the extension of its value.
  static func isCanonical(_ bytes: UnsafeRawPointer, bits: Int, isSigned: Bool) -> Bool {
    guard bits & 7 != 0 else { return true }
    let isNegative = isSigned && bit(bits - 1, of: bytes)
    return isExtended(bytes, bits: bits, isSigned: isSigned, isNegative: isNegative)
  }

  /// Extends the integer in the low `bits` of `from` bytes to `to` bytes. `from` is at least as long as those bits.
  static func extend(_ bytes: UnsafeMutableRawPointer, bits: Int, isSigned: Bool, to count: Int) {
    let isNegative = isSigned && bit(bits - 1, of: UnsafeRawPointer(bytes))
    let held = (bits + 7) / 8
    if bits & 7 != 0 {
      let mask = UInt8(truncatingIfNeeded: 0xFF << (bits & 7))
      let top = bytes.load(fromByteOffset: held - 1, as: UInt8.self)
      bytes.storeBytes(of: isNegative ? top | mask : top & ~mask, toByteOffset: held - 1, as: UInt8.self)
    }
    if count > held {
      (bytes + held).initializeMemory(as: UInt8.self, repeating: isNegative ? 0xFF : 0, count: count - held)
    }
  }

  private static func bit(_ position: Int, of bytes: UnsafeRawPointer) -> Bool {
    bytes.load(fromByteOffset: position >> 3, as: UInt8.self) >> (position & 7) & 1 == 1
  }
}
