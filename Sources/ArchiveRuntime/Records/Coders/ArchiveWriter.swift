import Foundation

/// Puts several values into one archive, each under a key of your choice.
///
/// ```swift
/// var archive = ArchiveWriter()
/// try archive.encode(order, forKey: "theStruct")      // theStruct.order, theStruct.flags, …
/// try archive.encode(lines, forKey: "lines")
/// let data = try archive.finish()
/// ```
/// Each call archives the present value. An ``ArchiveReader`` reads the values by their keys. Copies of a writer are
/// independent: each goes on from what was written before.
///
/// The settings are those of an encoder:
/// ```swift
/// var settings = ArchiveEncoder()
/// settings.outputFormat = .xml
/// var archive = ArchiveWriter(settings: settings)
/// ```
public struct ArchiveWriter: Sendable {
  private var top: TopLevel?
  var settings: ArchiveEncoder.Settings {
    didSet { if top != nil { unshared().encoding.settings = settings } }
  }

  /// A writer for a new archive.
  ///
  /// - Parameter encoder: the settings: the form of the archive, names of classes, a delegate, an earlier release.
  public init(settings encoder: ArchiveEncoder = ArchiveEncoder()) { settings = encoder.settings }

  /// Archives a record under `key`: its fields' keys follow it and a dot.
  ///
  /// - Throws: the same errors as `ArchiveEncoder.encode(_:)`, and `duplicateKey`; the writer is then unchanged.
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

  /// The archive of all values encoded so far. The writer is empty again afterwards.
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

  /// The unfinished archive, of this writer alone: copies of a writer are independent.
  mutating func unshared() -> TopLevel {
    if isKnownUniquelyReferenced(&top), let top { return top }
    let own = TopLevel(top.map { $0.encoding.copy() } ?? RecordEncoding(settings))
    top = own
    return own
  }
}
