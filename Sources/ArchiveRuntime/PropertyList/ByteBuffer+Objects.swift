extension ByteBuffer {
  /// Appends a marker with a size in its low bits, or in an integer object after it.
  @inline(__always)
  package mutating func append(_ marker: UInt8, size: Int) {
    if size < Int(ObjectMarker.longSize) {
      append(marker | UInt8(truncatingIfNeeded: size))
    } else {
      append(marker | ObjectMarker.longSize)
      append(integerObject: Int64(size))
    }
  }

  /// Appends an integer object in the shortest form. Negative integers take 8 bytes.
  @inline(__always)
  package mutating func append(integerObject value: Int64) {
    switch UInt64(bitPattern: value) {
    case ...0xFF: append(bigEndian: UInt16(ObjectMarker.integer) << 8 | UInt16(truncatingIfNeeded: value))
    case ...0xFFFF:
      append(ObjectMarker.integer | 1)
      append(bigEndian: UInt16(truncatingIfNeeded: value))
    case ...0xFFFF_FFFF:
      append(ObjectMarker.integer | 2)
      append(bigEndian: UInt32(truncatingIfNeeded: value))
    default:
      append(ObjectMarker.integer | 3)
      append(bigEndian: value)
    }
  }

  package mutating func append(stringObject text: String) {
    var text = text
    text.withUTF8 { utf8 in
      let utf8 = UnsafeRawBufferPointer(utf8)
      if UTF8Text.isASCII(utf8) { append(stringObjectASCII: utf8) } else { append(stringObjectNonASCII: utf8) }
    }
  }

  /// - Returns: false if the bytes are not UTF-8. Then nothing is appended.
  package mutating func append(stringObjectUTF8 utf8: UnsafeRawBufferPointer) -> Bool {
    if UTF8Text.isASCII(utf8) {
      append(stringObjectASCII: utf8)
      return true
    }
    guard UTF8Text.firstInvalidOffset(in: utf8) == nil else { return false }
    append(stringObjectNonASCII: utf8)
    return true
  }

  private mutating func append(stringObjectASCII bytes: UnsafeRawBufferPointer) {
    append(ObjectMarker.asciiString, size: bytes.count)
    append(bytes)
  }

  /// - Parameter utf8: Valid.
  private mutating func append(stringObjectNonASCII utf8: UnsafeRawBufferPointer) {
    let count = UTF8Text.utf16Count(ofValid: utf8)
    append(ObjectMarker.utf16String, size: count)
    guard let target = extend(by: count &* 2) else { return }
    UTF8Text.writeUTF16(ofValid: utf8, to: target)
  }

  package mutating func append(stringObjectLatin1 latin1: UnsafeRawBufferPointer) {
    guard !UTF8Text.isASCII(latin1) else { return append(stringObjectASCII: latin1) }
    append(ObjectMarker.utf16String, size: latin1.count)
    guard var target = extend(by: latin1.count &* 2) else { return }
    for byte in latin1 {
      target.storeBytes(of: UInt16(byte).bigEndian, as: UInt16.self)
      target += 2
    }
  }
}
