/// The first byte of every object in a binary property list: a kind in the high four bits, a size in the low four.
///
/// The rules are those of CoreFoundation's `CFBinaryPList.c` ("HEADER … OBJECT TABLE …"). Reader and writer use only
/// this table.
package enum ObjectMarker {
  package static let null: UInt8 = 0x00
  package static let `false`: UInt8 = 0x08
  package static let `true`: UInt8 = 0x09
  /// 2^low bytes, big-endian: 1, 2 and 4 bytes are unsigned, 8 and 16 are signed.
  package static let integer: UInt8 = 0x10
  /// 2^low bytes, big-endian IEEE 754: 4 or 8.
  package static let real: UInt8 = 0x20
  /// Seconds since 2001-01-01T00:00:00Z as an 8-byte real.
  package static let date: UInt8 = 0x33
  /// low bytes.
  package static let data: UInt8 = 0x40
  /// low bytes of ASCII.
  package static let asciiString: UInt8 = 0x50
  /// low UTF-16 code units, big-endian.
  package static let utf16String: UInt8 = 0x60
  /// low + 1 bytes, big-endian, unsigned.
  package static let uid: UInt8 = 0x80
  /// low references.
  package static let array: UInt8 = 0xA0
  /// low references.
  package static let set: UInt8 = 0xC0
  /// low references of keys, then as many of values.
  package static let dictionary: UInt8 = 0xD0
  /// The value of the low bits if the size follows as an integer object.
  package static let longSize: UInt8 = 0x0F
}

/// The fixed parts of a binary property list.
package enum BinaryFormat {
  /// "bplist00".
  package static let magic: UInt64 = 0x6270_6C69_7374_3030
  package static let headerSize = 8
  /// 5 unused bytes, sort version, offset size and reference size, then object count, top object and the position of
  /// the offset table in 8 bytes each.
  package static let trailerSize = 32
  /// A header, an object of one byte, an offset of one byte, a trailer.
  package static let minimumSize = headerSize + 1 + 1 + trailerSize

  /// The size of references among this number of objects, or of offsets before an offset table at this position: 1, 2,
  /// 4 or 8 bytes. CoreFoundation refuses a file whose object count or table offset itself does not fit, so 256 objects
  /// already need two bytes.
  package static func width(holding limit: Int) -> Int {
    if limit <= 0xFF { return 1 }
    if limit <= 0xFFFF { return 2 }
    return UInt64(limit) <= 0xFFFF_FFFF ? 4 : 8
  }
}
