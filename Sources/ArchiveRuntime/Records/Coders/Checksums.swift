extension ArchiveEncoder {
  /// What an archive carries for readers to find that its bytes have changed.
  public enum Checksum: Sendable, Hashable {
    /// Nothing.
    case none
    /// The CRC-32 of the file, in fewer than 50 bytes. It detects flipped bits, and files that were cut or edited. It does
    /// not protect from somebody who changes the checksum as well.
    case crc32
  }

  /// Whether archives carry a checksum, which every later decoder verifies. Readers that do not know it ignore it: earlier
  /// versions of this library, Foundation, GNUstep.
  ///
  /// It takes one more pass over the file, of about half a nanosecond a byte (`make bench`, part `checksums`, on a core of 2024): a
  /// large array of structs of eight scalars, which is otherwise little more than copied, takes 10 times as long. One such struct
  /// takes 12 times as long to encode and 23 times to decode, some 2 µs, because it is otherwise a copy of an image of its archive.
  ///
  /// ```swift
  /// encoder.checksum = .crc32
  /// file.saver.checksum = .crc32          // an ArchiveFile
  /// ```
  public var checksum: Checksum {
    get { settings.checksum }
    set {
      settings.checksum = newValue
      settingsChanged()
    }
  }
}

extension ArchiveDecoder.Limits {
  /// What is done with the checksums of archives, see ``ArchiveEncoder/checksum-swift.property``.
  public enum Checksum: Sendable, Hashable {
    /// An archive whose checksum does not fit is refused with `checksumMismatch`; one without a checksum is read.
    case verified
    /// An archive without a checksum is refused, too.
    case required
    /// Checksums are not looked at. So archives can be read that another program has converted, for example to XML, without
    /// knowing their checksum.
    case ignored
  }
}

extension ParsedArchive {
  /// - Parameters:
  ///   - file: the given bytes, which may be XML.
  ///   - outer: the dictionary with `$objects`.
  /// - Throws: `checksumMismatch`.
  static func verify(
    _ found: ArchiveChecksum.Found, of file: UnsafeRawBufferPointer, isXML: Bool,
    _ view: PropertyListView,
    _ rule: ArchiveDecoder.Limits.Checksum
  ) throws(ArchiveError) {
    guard rule != .ignored else { return }
    if found.isAbsent {
      guard rule == .required else { return }
      throw .checksumMismatch(reason: "it has no checksum, and one is required")
    }
    try ArchiveChecksum.verify(found, of: file, isXML: isXML, view)
  }
}
