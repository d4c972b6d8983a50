import Foundation

/// Reads the archives that `ArchiveEncoder` and keyed archivers write.
///
/// ```swift
/// let order = try ArchiveDecoder().decode(Order.self, from: data)
/// let orders = try ArchiveDecoder().decode([Order].self, from: data)
/// ```
/// It has the settings, and reads archives with one root value. The values of an archive of several are read by an
/// ``ArchiveReader``, which takes its settings from a decoder.
///
/// Archives are not trusted: for any bytes the calls return a value or throw an `ArchiveError`, and use memory in
/// proportion to the archive's size.
public struct ArchiveDecoder: Sendable {
  /// Limits for archives. A decoder throws `limitExceeded` for an archive beyond one of them.
  public struct Limits: Sendable, Hashable {
    /// The maximum length of an archive, in bytes; by default the machine's memory, because a longer file would displace
    /// everything else from it.
    public var maximumByteCount = defaultMaximumByteCount
    /// The maximum number of objects in an archive. Like the next two it is unlimited by default: every archive that can
    /// be written can be read, and each object, element and character takes bytes, which `maximumByteCount` limits.
    public var maximumObjectCount = Int.max
    /// The maximum number of elements in a collection, of keys in an object, and of records in an array.
    public var maximumContainerCount = Int.max
    /// The maximum length of a text, in bytes of the archive.
    public var maximumStringLength = Int.max
    /// The maximum nesting of elements in an archive in XML form.
    public var maximumNesting = 1_000
    /// The maximum nesting of an `ArchiveValue`. Decoding does not need the limit, but Swift frees, compares and hashes a
    /// nested enumeration by recursion: freeing takes 170 bytes of stack for each level, 250 in debug builds.
    public var maximumValueNesting = 1_000
    /// The maximum nesting of values and containers of a `Codable` type, which read themselves by recursion. A struct, an array, and
    /// a value that is coded in place of another are a level each; in debug builds one takes up to 4 KB of stack.
    public var maximumCodableNesting = 100
    /// Decoded arrays and collections may take this many bytes for every byte of the archive …
    public var memoryPerByte = 256
    /// … and this many in addition. A single record takes its own size, for any archive.
    public var memoryAllowance = 16 << 20
    /// What is done with the checksums that archives may carry.
    public var checksum = Checksum.verified

    /// The default limits.
    public init() {}

    /// The size of the machine's memory, in bytes.
    public static let defaultMaximumByteCount = Int(clamping: ProcessInfo.processInfo.physicalMemory)

    var propertyList: PropertyListLimits {
      PropertyListLimits(
        maximumByteCount: maximumByteCount, maximumXMLNesting: maximumNesting, maximumStringLength: maximumStringLength)
    }

    /// - Throws: `limitExceeded` if an array of this many records is too long.
    func checkContainer(_ count: Int) throws(ArchiveError) {
      guard count <= maximumContainerCount else {
        throw .limitExceeded(limit: "maximumContainerCount", value: count, maximum: maximumContainerCount)
      }
    }

    /// - Throws: `limitExceeded` if `count` records of `size` bytes are too much for an archive of `byteCount`.
    func check(_ count: Int, of size: Int, from byteCount: Int) throws(ArchiveError) {
      // A record without bytes still counts as one, so that a count alone cannot keep a loop busy.
      let wanted = Description.product([count, max(size, 1)]) ?? .max
      let allowed = allowed(from: byteCount)
      guard wanted <= allowed else {
        throw .limitExceeded(limit: "memoryPerByte", value: wanted, maximum: allowed)
      }
    }

    /// The bytes of memory that an archive of this size may take.
    func allowed(from byteCount: Int) -> Int {
      let (perByte, overflow) = byteCount.multipliedReportingOverflow(by: max(memoryPerByte, 0))
      let (maximum, overflowSum) = (overflow ? Int.max : perByte).addingReportingOverflow(max(memoryAllowance, 0))
      return overflowSum ? Int.max : maximum
    }
  }

  var limits: Limits { settings.limits }
  package var settings: Settings
  /// The archive of a decoder that was made for one; nil for any other.
  var opened: OpenedArchive?

  /// A decoder with these limits and otherwise the default settings.
  public init(limits: Limits = Limits()) { settings = Settings(limits: limits) }

  // MARK: One root value

  /// The archive's root, which has to be a record of this type under its archived name or a former one.
  ///
  /// - Throws: `ArchiveError`: `typeNotAllowed` for a root of another class; `missingKey`, `wrongType`, `outOfRange`,
  ///   `invalidText` and `unknownEnumerationValue` with the key path; `corrupt` with the byte offset.
  public func decode<Record: ArchivableRecord>(
    _ type: Record.Type, from data: Data
  ) throws(ArchiveError) -> Record {
    let schema = Record.archiveSchema
    if schema.images != nil, settings.areUsual(for: data.count) { return try root(of: type, from: data, by: schema) }
    return try root(of: RecordForm(), from: data)
  }

  /// The archive's root, which has to be an array of records of this type.
  ///
  /// - Throws: the same errors as for one value, and `limitExceeded` if the archive claims more than its size allows.
  public func decode<Record: ArchivableRecord>(
    _ type: [Record].Type, from data: Data
  ) throws(ArchiveError) -> [Record] {
    guard let images = Record.archiveSchema.arrayImages, settings.areUsual(for: data.count) else {
      return try root(of: RecordsForm(), from: data)
    }
    if let records = records(type, from: data, by: images) { return records }
    let records = try root(of: RecordsForm<Record>(), from: data)
    images.note(records.count)
    return records
  }
}
