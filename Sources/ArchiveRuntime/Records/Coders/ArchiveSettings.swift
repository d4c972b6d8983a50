import Foundation

extension ArchiveEncoder {
  /// The two forms of a keyed archive.
  public enum OutputFormat: Sendable, Hashable {
    /// A binary property list, version 00 of the format.
    case binary
    /// A property list in XML, in UTF-8.
    case xml
  }

  package struct Settings: Sendable {
    var outputFormat = OutputFormat.binary
    var readingLimits = ArchiveDecoder.Limits()
    var checksum = Checksum.none
    /// What completes archives; nil if nothing does.
    package var finisher: (any ArchiveFinisher)? { didSet { noteParticulars() } }
    /// The form of the values; nil for the program's own.
    package var form: (any SubstituteForm)? { didSet { noteParticulars() } }
    /// Whether there is a finisher or a form. To compare them with nil copies both, which took a fifth of the instructions of the archive
    /// of one record.
    private var hasParticulars = false
    /// What concerns objects alone; its type is known where objects are.
    var ofObjects: (any Sendable)?

    /// Whether data of archives can be written before the archives are finished.
    var takesOutput: Bool { !hasParticulars && outputFormat == .binary }

    /// Whether an archive is nothing but the value's.
    var areUsual: Bool { takesOutput && checksum == .none }

    private mutating func noteParticulars() { hasParticulars = finisher != nil || form != nil }

    /// The archive in the selected form, if a decoder with the `readingLimits` can read it.
    ///
    /// - Parameter output: what has taken some of the archive.
    func checked(
      _ binary: Data, _ cost: ReadingCost, _ output: PropertyListOutput? = nil
    ) throws(ArchiveError) -> Data {
      try cost.check(binary.count + (output?.byteCount ?? 0), readingLimits)
      return try formatted(binary)
    }

    /// The archive in the selected form.
    func formatted(_ binary: Data) throws(ArchiveError) -> Data {
      switch outputFormat {
      case .binary: binary
      case .xml where checksum == .crc32:
        try ArchiveChecksum.renewed(try XMLPropertyListWriter.xml(binary))
      case .xml: try XMLPropertyListWriter.xml(binary)
      }
    }
  }
}

extension ArchiveDecoder {
  package struct Settings: Sendable {
    var limits = Limits()
    /// What concerns objects alone; its type is known where objects are.
    var ofObjects: (any Sendable)?
    var unknownLinks = UnknownLinks.reject
    var unknownKeys = UnknownKeys.ignore
    /// The keys that the last call did not read, for all copies of the decoder.
    package var unused: UnusedKeys?
    /// The file that the archive is mapped from, if it stays mapped.
    var mappedFile: MappedFile?
  }
}
