import Foundation

/// Archives C records field by field under stable keys, as a keyed archive: a binary property list of the kind that
/// NSKeyedArchiver writes.
///
/// ```swift
/// let data = try ArchiveEncoder().encode(order)
/// ```
/// It has the settings, and makes archives with one root value. Several values under keys of your choice are put into
/// one archive by an ``ArchiveWriter``, which takes its settings from an encoder.
public struct ArchiveEncoder: Sendable {
  package var settings = Settings()
  /// The values that the encoder's own calls with keys have encoded.
  var writer: ArchiveWriter?

  /// An encoder for binary archives.
  public init() {}

  // MARK: Settings

  /// The form of archives: binary property lists, or XML ones, which are larger and slower and readable for people.
  public var outputFormat: OutputFormat {
    get { settings.outputFormat }
    set {
      settings.outputFormat = newValue
      settingsChanged()
    }
  }

  /// The limits of the program that reads the archive; by default those of a decoder. Writing a value that they would
  /// refuse because of its memory or its nesting is an error (`notArchivableValue`).
  public var readingLimits: ArchiveDecoder.Limits {
    get { settings.readingLimits }
    set {
      settings.readingLimits = newValue
      settingsChanged()
    }
  }

  package mutating func settingsChanged() { writer?.settings = settings }

  // MARK: One root value

  /// An archive whose root is `value`: an object of the record's archived name that has a key for every field.
  ///
  /// - Throws: `ArchiveError`: `invalidText` for text that is not in its encoding, `unknownEnumerationValue` for a
  ///   value that a closed enumeration does not have, `layoutMismatch` if the generated code is for another target.
  public func encode<Record: ArchivableRecord>(_ value: Record) throws(ArchiveError) -> Data {
    let schema = Record.archiveSchema
    if schema.images != nil, settings.areUsual, let archive = copy(of: schema, with: value) { return archive }
    return try archive(value, as: RecordForm())
  }

  /// An archive whose root is the array, in columns: one byte string for every field.
  ///
  /// - Throws: the same errors as for one value; key paths include the element, `[3].name`.
  public func encode<Record: ArchivableRecord>(_ values: [Record]) throws(ArchiveError) -> Data {
    if let images = Record.archiveSchema.arrayImages, settings.areUsual, let archive = copy(of: images, with: values) {
      return archive
    }
    return try archive(values, as: RecordsForm())
  }
}

/// Calls `body` with the bytes of one record.
@inline(__always)
func withRecord<Record: ArchivableRecord, Result>(
  _ value: Record, _ body: (UnsafeRawPointer) throws(ArchiveError) -> Result
) throws(ArchiveError) -> Result {
  // C's empty struct has no bytes, and Swift has no address for it.
  guard MemoryLayout<Record>.size > 0 else {
    return try Record.withArchivedBytes(of: UnsafeBufferPointer(start: nil, count: 0), body)
  }
  return try withUnsafePointer(to: value) { (pointer) throws(ArchiveError) in
    try Record.withArchivedBytes(of: UnsafeBufferPointer(start: pointer, count: 1), body)
  }
}
