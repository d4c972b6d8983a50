import Foundation

/// The characters of an XML property list as UTF-8, and the corresponding offsets in the file.
struct XMLSource {
  /// Valid UTF-8, with or without a byte order mark.
  let utf8: Data
  private let original: Data
  private let encoding: XMLEncoding

  /// - Throws: `corrupt` at the first byte that is not valid in the encoding.
  init(_ data: Data, encoding: XMLEncoding) throws(ArchiveError) {
    original = data
    self.encoding = encoding
    switch encoding {
    case .utf8:
      utf8 = data
      let invalid = try data.withBytes { (bytes) throws(ArchiveError) in UTF8Text.firstInvalidOffset(in: bytes) }
      if let invalid { throw .corrupt(offset: invalid, reason: "bytes that are not UTF-8") }
    case .utf16LittleEndian, .utf16BigEndian:
      guard data.count % 2 == 0 else { throw .corrupt(offset: data.count - 1, reason: "half a UTF-16 code unit") }
      var buffer = ByteBuffer(capacity: data.count)
      try data.withBytes { (bytes) throws(ArchiveError) in
        try Self.eachScalar(of: bytes, encoding) { scalar, _ in
          let encoded = Unicode.UTF8.encode(scalar)
          for byte in encoded ?? Unicode.UTF8.encodedReplacementCharacter { buffer.append(byte) }
          return true
        }
      }
      guard !buffer.isExhausted else {
        throw .limitExceeded(limit: "available memory", value: data.count, maximum: buffer.count)
      }
      utf8 = buffer.takeData()
    }
  }

  /// The offset after a byte order mark.
  var start: Int { utf8.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

  /// The error with its offset in `utf8` converted to an offset in the file.
  func located(_ error: ArchiveError) -> ArchiveError {
    guard encoding != .utf8, case .corrupt(let offset, let reason) = error.kind else { return error }
    var count = 0
    var found = original.count
    try? original.withBytes { (bytes) throws(ArchiveError) in
      try Self.eachScalar(of: bytes, encoding) { scalar, position in
        if count >= offset {
          found = position
          return false
        }
        count += UTF8.width(scalar)
        return true
      }
    }
    return .corrupt(offset: found, reason: reason)
  }

  /// Calls `body` with every scalar and its byte offset until it returns false.
  private static func eachScalar(
    of bytes: UnsafeRawBufferPointer, _ encoding: XMLEncoding, _ body: (Unicode.Scalar, Int) -> Bool
  ) throws(ArchiveError) {
    func unit(_ offset: Int) -> UInt32 {
      let stored = bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self)
      return UInt32(encoding == .utf16LittleEndian ? UInt16(littleEndian: stored) : UInt16(bigEndian: stored))
    }
    var offset = 0
    while offset + 2 <= bytes.count {
      let first = unit(offset)
      var value = first
      var size = 2
      if 0xD800..<0xDC00 ~= first, offset + 4 <= bytes.count, 0xDC00..<0xE000 ~= unit(offset + 2) {
        value = 0x10000 + ((first & 0x3FF) << 10 | unit(offset + 2) & 0x3FF)
        size = 4
      }
      guard let scalar = Unicode.Scalar(value) else {
        throw .corrupt(offset: offset, reason: "a UTF-16 surrogate without its partner")
      }
      guard body(scalar, offset) else { return }
      offset += size
    }
  }
}
