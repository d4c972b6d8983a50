import Foundation

/// Reads the values of one archive by their keys.
///
/// ```swift
/// let archive = try ArchiveReader(data)
/// let order = try archive.decode(Order.self, forKey: "theStruct")
/// let lines = try archive.decode([Line].self, forKey: "lines")
/// ```
/// Such archives are made by an ``ArchiveWriter``. An archive with one root value is read by
/// ``ArchiveDecoder/decode(_:from:)-(Record.Type,_)`` instead.
///
/// The settings are those of a decoder, and do not change:
/// ```swift
/// var settings = ArchiveDecoder()
/// settings.unknownKeys = .report
/// let archive = try ArchiveReader(data, settings: settings)
/// ```
/// Copies of a reader read the same archive, and have the same ``unusedKeys``.
public struct ArchiveReader: Sendable {
  package private(set) var settings: ArchiveDecoder.Settings
  let opened: OpenedArchive

  /// A reader for an archive, which it keeps.
  ///
  /// - Parameters:
  ///   - data: the archive.
  ///   - decoder: the settings: limits, unknown keys and links, names of classes, a delegate. Which keys are unread is
  ///     noted for the reader, and not for this decoder.
  /// - Throws: `notAnArchive` or `corrupt`, with the byte offset; `limitExceeded`.
  public init(_ data: Data, settings decoder: ArchiveDecoder = ArchiveDecoder()) throws(ArchiveError) {
    try self.init(data, decoder.settings)
  }

  init(_ data: Data, _ settings: ArchiveDecoder.Settings) throws(ArchiveError) {
    opened = try OpenedArchive(data, limits: settings.limits)
    self.settings = settings
    self.settings.unused = settings.unknownKeys.collector
  }

  /// A reader that notes unread keys where the settings' decoder does.
  init(_ opened: OpenedArchive, _ settings: ArchiveDecoder.Settings) {
    (self.opened, self.settings) = (opened, settings)
  }

  /// The keys of the archive's values, in the archive's order: `theStruct.order`, `theStruct.flags`, …. Each
  /// access computes them in time linear in their number.
  public var keys: [String] { opened.table?.keys.compactMap(KeyedArchiveFormat.unmangled) ?? [] }

  /// The record that was encoded under `key`.
  ///
  /// - Throws: the same errors as `ArchiveDecoder.decode(_:from:)`, and `missingKey` if the archive has none of its fields.
  public func decode<Record: ArchivableRecord>(
    _ type: Record.Type, forKey key: String
  ) throws(ArchiveError) -> Record {
    try value(of: RecordForm(), forKey: key)
  }

  /// The array of records that was encoded under `key`.
  ///
  /// - Throws: the same errors as for one record, and `limitExceeded` if the archive claims more than its size allows.
  public func decode<Record: ArchivableRecord>(
    _ type: [Record].Type, forKey key: String
  ) throws(ArchiveError) -> [Record] {
    try value(of: RecordsForm(), forKey: key)
  }

  // MARK: Unread keys

  /// The key paths in the archive that no call has read so far, in the archive's order; empty if the settings'
  /// ``ArchiveDecoder/unknownKeys-swift.property`` is `.ignore`. A key of objects of one class is listed once, at its first
  /// occurrence. Keys in `removed` are not listed.
  public var unusedKeys: [String] { settings.unused?.keys ?? [] }

  /// Whether the archive was written by a release that has more than this one; see
  /// ``ArchiveDecoder/isFromNewerRelease``. It is asked after all values have been read.
  public var isFromNewerRelease: Bool { settings.unused?.isNewer ?? false }

  /// Throws unless every key of the archive was read. Call it after the values have been read.
  ///
  /// - Throws: `unusedKeys`.
  public func checkAllKeysUsed() throws(ArchiveError) {
    let keys = unusedKeys
    guard keys.isEmpty else { throw .unusedKeys(keys) }
  }

  // MARK: Forms

  @inline(__always)
  func value<Form: ArchivedForm>(of form: Form, forKey key: String) throws(ArchiveError) -> Form.Read {
    if let journal = settings.unused?.journal { return try observed(form, forKey: key, by: journal) }
    return try unobserved(form, forKey: key)
  }

  /// A function of its own, because a record may be as large as a stack: what is not observed is not copied once more.
  @inline(never)
  private func observed<Form: ArchivedForm>(
    _ form: Form, forKey key: String, by journal: any DecodingJournal
  ) throws(ArchiveError) -> Form.Read {
    let value = try unobserved(form, forKey: key)
    journal.read { encoder in
      var writer = ArchiveWriter(settings: encoder)
      try writer.put(form.written(value), as: form, forKey: key)
      return try writer.finish()
    }
    return value
  }

  @inline(__always)
  private func unobserved<Form: ArchivedForm>(_ form: Form, forKey key: String) throws(ArchiveError) -> Form.Read {
    let plan = try form.plan()
    let reading = reading
    return try read(key) { (source) throws(ArchiveError) in
      try form.read(plan, forKey: key, reading, from: &source, last: { _ in })
    }
  }

  var reading: FormReading {
    FormReading(
      limits: settings.limits, unknownLinks: settings.unknownLinksWhenRead, byteCount: opened.file.list.data.count)
  }

  /// Reads the value under `key` in the values' dictionary.
  func read<Result>(
    _ key: String, _ body: (inout PropertyListSource) throws(ArchiveError) -> Result
  ) throws(ArchiveError) -> Result {
    // A record may be as large as a stack: what is not noted is not copied once more.
    if let use = settings.keyUse { return try read(key, use, body) }
    let file = opened.file
    return try file.list.read { (view) throws(ArchiveError) in
      var source = PropertyListSource(view, file.top, objects: file.objects, table: opened.table)
      return try body(&source)
    }
  }

  private func read<Result>(
    _ key: String, _ use: KeyUse, _ body: (inout PropertyListSource) throws(ArchiveError) -> Result
  ) throws(ArchiveError) -> Result {
    let file = opened.file
    return try file.list.read { (view) throws(ArchiveError) in
      var source = PropertyListSource(view, file.top, objects: file.objects, table: opened.table)
      source.used = use.flags(0, file.top)
      source.observe(use, 0)
      let result = try body(&source)
      try settings.finish(use, file, view, within: key, isWhole: false) { $1 }
      return result
    }
  }
}

/// An archive of several values whose outer parts have been checked.
struct OpenedArchive: Sendable {
  let file: ParsedArchive
  let table: KeyTable?
  private let topShapes = TopShapes()

  init(_ data: Data, limits: ArchiveDecoder.Limits) throws(ArchiveError) {
    let file = try ParsedArchive(data, limits: limits)
    self.file = file
    table = try file.list.read { (view) throws(ArchiveError) in try KeyTable(file.top, in: view) }
  }

  /// The keys of `$top`, for values that are not records.
  func shapes() throws(ArchiveError) -> ShapeTable { try topShapes.value(in: file) }
}

/// The shape of `$top`, which is found for the first value that is not a record: it takes half the time of opening a small archive.
private final class TopShapes: @unchecked Sendable {
  private let lock = NSLock()
  private var found: ShapeTable?

  func value(in file: ParsedArchive) throws(ArchiveError) -> ShapeTable {
    lock.lock()
    defer { lock.unlock() }
    if let found { return found }
    let shapes = try file.list.read { (view) throws(ArchiveError) in
      var shapes = ShapeTable()
      _ = try shapes.shape(of: file.top, view)
      return shapes
    }
    found = shapes
    return shapes
  }
}
