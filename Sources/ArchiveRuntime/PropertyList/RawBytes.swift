import Foundation

extension UnsafeRawBufferPointer {
  @inline(__always)
  package func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    guard let left = baseAddress, let right = other.baseAddress else { return true }
    return memcmp(left, right, count) == 0
  }

  /// A big-endian number. The caller has checked the bounds.
  @inline(__always)
  package func bigEndian<Number: FixedWidthInteger>(at offset: Int, as type: Number.Type) -> Number {
    Number(bigEndian: loadUnaligned(fromByteOffset: offset, as: type))
  }

  /// A big-endian number of 1 to 8 bytes. The caller has checked the bounds.
  @inline(__always)
  package func bigEndian(at offset: Int, size: Int) -> UInt64 {
    switch size {
    case 1: return UInt64(self[offset])
    case 2: return UInt64(bigEndian(at: offset, as: UInt16.self))
    case 4: return UInt64(bigEndian(at: offset, as: UInt32.self))
    case 8: return bigEndian(at: offset, as: UInt64.self)
    default:
      var number: UInt64 = 0
      for index in offset..<(offset + size) { number = number << 8 | UInt64(self[index]) }
      return number
    }
  }
}

extension UnsafeMutableRawPointer {
  /// Writes the low 1, 2, 4 or 8 bytes of a number, most significant first.
  @inline(__always)
  func storeBigEndian(_ number: UInt64, size: Int) {
    switch size {
    case 1: storeBytes(of: UInt8(truncatingIfNeeded: number), as: UInt8.self)
    case 2: storeBytes(of: UInt16(truncatingIfNeeded: number).bigEndian, as: UInt16.self)
    case 4: storeBytes(of: UInt32(truncatingIfNeeded: number).bigEndian, as: UInt32.self)
    default: storeBytes(of: number.bigEndian, as: UInt64.self)
    }
  }
}
