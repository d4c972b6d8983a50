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
  /// It takes one more pass over the file, of about half a nanosecond a byte (`make bench`, part `checksums`, on a core of 2024): one
  /// struct of eight scalars takes 1.3 times as long to encode and 1.2 times to decode; a large array of them, which is
  /// otherwise little more than copied, 10 times.
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
