/// UTF-8 as defined by the Unicode standard's table 3-7: no overlong forms, no surrogates, nothing above U+10FFFF.
package enum UTF8Text {
  /// Whether every byte is below 0x80.
  @inline(__always)
  package static func isASCII(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var index = 0
    while index &+ 8 <= bytes.count {
      if bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 != 0 { return false }
      index &+= 8
    }
    // The last bytes, some of them a second time.
    if bytes.count >= 8 {
      return bytes.loadUnaligned(fromByteOffset: bytes.count &- 8, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
    }
    while index < bytes.count {
      if bytes[index] >= 0x80 { return false }
      index &+= 1
    }
    return true
  }

  /// The offset of the first byte that begins no well-formed sequence; nil if the bytes are valid.
  package static func firstInvalidOffset(in bytes: UnsafeRawBufferPointer) -> Int? {
    if isASCII(bytes) { return nil }
    var index = 0
    while index < bytes.count {
      let size = sequenceSize(in: bytes, at: index)
      guard size > 0 else { return index }
      index &+= size
    }
    return nil
  }

  /// The length of the well-formed sequence at `index`, or 0.
  @inline(__always)
  package static func sequenceSize(in bytes: UnsafeRawBufferPointer, at index: Int) -> Int {
    let first = bytes[index]
    if first < 0x80 { return 1 }
    let size: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch first {
    case 0xC2...0xDF: size = 2
    case 0xE0: (size, second) = (3, 0xA0...0xBF)
    case 0xED: (size, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: size = 3
    case 0xF0: (size, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: size = 4
    case 0xF4: (size, second) = (4, 0x80...0x8F)
    default: return 0
    }
    guard bytes.count &- index >= size, second ~= bytes[index &+ 1] else { return 0 }
    for offset in 2..<max(size, 2) where bytes[index &+ offset] & 0xC0 != 0x80 { return 0 }
    return size
  }

  /// The number of UTF-16 code units for well-formed UTF-8.
  package static func utf16Count(ofValid bytes: UnsafeRawBufferPointer) -> Int {
    var count = 0
    var index = 0
    while bytes.count &- index >= 8 {
      let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      // The highest bit of each byte: of those that begin with 10, and with 1111.
      let later = word & ~(word << 1) & 0x8080_8080_8080_8080
      let pairs = word & word << 1 & word << 2 & word << 3 & 0x8080_8080_8080_8080
      count &+= 8 &- later.nonzeroBitCount &+ pairs.nonzeroBitCount
      index &+= 8
    }
    for byte in bytes[index...] {
      if byte & 0xC0 != 0x80 { count &+= 1 }
      if byte >= 0xF0 { count &+= 1 }
    }
    return count
  }

  /// Writes well-formed UTF-8 as big-endian UTF-16; `target` has room for `utf16Count(ofValid:)` units.
  package static func writeUTF16(ofValid bytes: UnsafeRawBufferPointer, to target: UnsafeMutableRawPointer) {
    var target = target
    var index = 0
    while index < bytes.count {
      while bytes.count &- index >= 4 {
        let ascii = bytes.bigEndian(at: index, as: UInt32.self)
        guard ascii & 0x8080_8080 == 0 else { break }
        // ABCD to 0A0B0C0D: the halves are moved apart, then their bytes.
        var units = UInt64(ascii)
        units = (units | units << 16) & 0x0000_FFFF_0000_FFFF
        units = (units | units << 8) & 0x00FF_00FF_00FF_00FF
        target.storeBytes(of: units.bigEndian, as: UInt64.self)
        target += 8
        index &+= 4
      }
      guard index < bytes.count else { return }
      let scalar: UInt32
      let first = UInt32(bytes[index])
      switch first {
      case ..<0x80:
        scalar = first
        index &+= 1
      case ..<0xE0:
        scalar = (first & 0x1F) << 6 | rest(bytes, index &+ 1)
        index &+= 2
      case ..<0xF0:
        scalar = (first & 0x0F) << 12 | rest(bytes, index &+ 1) << 6 | rest(bytes, index &+ 2)
        index &+= 3
      default:
        scalar =
          (first & 0x07) << 18 | rest(bytes, index &+ 1) << 12 | rest(bytes, index &+ 2) << 6
          | rest(bytes, index &+ 3)
        index &+= 4
      }
      if scalar > 0xFFFF {
        store(0xD800 | UInt16(truncatingIfNeeded: (scalar &- 0x10000) >> 10), at: &target)
        store(0xDC00 | UInt16(truncatingIfNeeded: scalar & 0x3FF), at: &target)
      } else {
        store(UInt16(truncatingIfNeeded: scalar), at: &target)
      }
    }
  }

  @inline(__always)
  private static func rest(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> UInt32 { UInt32(bytes[index] & 0x3F) }

  @inline(__always)
  private static func store(_ unit: UInt16, at target: inout UnsafeMutableRawPointer) {
    target.storeBytes(of: unit.bigEndian, as: UInt16.self)
    target += 2
  }
}
