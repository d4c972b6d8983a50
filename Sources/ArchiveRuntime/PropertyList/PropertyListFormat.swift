/// The format of a property list.
package enum PropertyListFormat: Equatable {
  case binary
  case xml(XMLEncoding)

  /// The format according to the first bytes; nil if they are not enough to determine it.
  ///
  /// - Throws: `notAnArchive` if they are the beginning of neither format.
  package init?(ofBeginning bytes: UnsafeRawBufferPointer) throws(ArchiveError) {
    if !bytes.starts(with: [0xEF]), bytes.allSatisfy(XMLCharacter.isSpace) { return nil }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]), bytes.dropFirst(3).allSatisfy(XMLCharacter.isSpace) { return nil }
    try self.init(of: bytes)
  }

  /// - Throws: `notAnArchive` for anything else.
  package init(of bytes: UnsafeRawBufferPointer) throws(ArchiveError) {
    guard !bytes.isEmpty else { throw .notAnArchive(reason: "it is empty") }
    if bytes.starts(with: "bplist".utf8) {
      guard bytes.starts(with: "bplist00".utf8) || bytes.starts(with: "bplist01".utf8) else {
        let version = String(decoding: bytes.dropFirst(6).prefix(2), as: UTF8.self)
        throw .notAnArchive(reason: "it is a binary property list of the version '\(version)', not '00'")
      }
      self = .binary
    } else if bytes.starts(with: [0xFF, 0xFE]) {
      self = .xml(.utf16LittleEndian)
    } else if bytes.starts(with: [0xFE, 0xFF]) {
      self = .xml(.utf16BigEndian)
    } else {
      let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
      guard text.first(where: { !XMLCharacter.isSpace($0) }) == UInt8(ascii: "<") else {
        throw .notAnArchive(reason: "it begins like neither a binary nor an XML property list")
      }
      self = .xml(.utf8)
    }
  }
}

/// The character encoding of an XML property list, according to its byte order mark.
package enum XMLEncoding: Equatable {
  case utf8
  case utf16LittleEndian
  case utf16BigEndian
}

/// The classes of characters in XML, as far as the reader needs them.
package enum XMLCharacter {
  @inline(__always)
  package static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
}
