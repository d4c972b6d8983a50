import Foundation

/// Archives C records field by field under stable keys, as a keyed archive: a binary property list of the kind that
/// NSKeyedArchiver writes.
///
/// One value as the root:
/// ```swift
/// let data = try ArchiveEncoder().encode(order)
/// ```
/// Several values under keys of your choice; each call archives the present value:
/// ```swift
/// var encoder = ArchiveEncoder()
/// try encoder.encode(order, forKey: "theStruct")      // theStruct.order, theStruct.flags, …
/// try encoder.encode(lines, forKey: "lines")
/// let data = try encoder.finish()
/// ```
public struct ArchiveEncoder: Sendable {
  private var top: TopLevel?
  package var settings = Settings()

  /// An empty encoder for binary archives.
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

  package mutating func settingsChanged() {
    guard top != nil else { return }
    unshared().encoding.settings = settings
  }

  // MARK: One root value

  /// An archive whose root is `value`: an object of the record's archived name that has a key for every field.
  ///
  /// - Throws: `ArchiveError`: `invalidText` for text that is not in its encoding, `unknownEnumerationValue` for a
  ///   value that a closed enumeration does not have, `layoutMismatch` if the generated code is for another target.
  public func encode<Record: ArchivableRecord>(_ value: Record) throws(ArchiveError) -> Data {
    try archive(value, as: RecordForm())
  }

  /// An archive whose root is the array, in columns: one byte string for every field.
  ///
  /// - Throws: the same errors as for one value; key paths include the element, `[3].name`.
  public func encode<Record: ArchivableRecord>(_ values: [Record]) throws(ArchiveError) -> Data {
    try archive(values, as: RecordsForm())
  }

  // MARK: Several values

  /// Archives a record under `key`: its fields' keys follow it and a dot.
  ///
  /// - Throws: the same errors as for one value, and `duplicateKey`; the encoder is then unchanged.
  public mutating func encode<Record: ArchivableRecord>(
    _ value: Record, forKey key: String
  ) throws(ArchiveError) {
    try put(value, as: RecordForm(), forKey: key)
  }

  /// Archives an array of records under `key`, as columns.
  ///
  /// - Throws: the same errors as for one record.
  public mutating func encode<Record: ArchivableRecord>(
    _ values: [Record], forKey key: String
  ) throws(ArchiveError) {
    try put(values, as: RecordsForm(), forKey: key)
  }

  /// The archive of all values encoded so far. The encoder is empty again afterwards.
  ///
  /// - Throws: `limitExceeded` if memory runs out; `notArchivableValue` for values that the `readingLimits` would refuse.
  public mutating func finish() throws(ArchiveError) -> Data {
    let encoding = unshared().encoding
    top = nil
    let (archive, cost) = try encoding.finish()
    return try settings.checked(archive, cost)
  }

  /// Writes to the values' dictionary; the output of a call that fails is removed.
  mutating func write(
    _ body: (inout PropertyListSink) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    try unshared().encoding.write(body)
  }

  /// The unfinished archive, of this encoder alone: copies of an encoder are independent.
  mutating func unshared() -> TopLevel {
    if isKnownUniquelyReferenced(&top), let top { return top }
    let own = TopLevel(top.map { $0.encoding.copy() } ?? RecordEncoding(settings))
    top = own
    return own
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
