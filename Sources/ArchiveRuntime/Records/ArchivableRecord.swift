/// A C record that can be archived field by field. Generated code declares the conformances.
///
/// Conforming types are C records as Swift imports them, laid out as the schema says, or `RawRecord`s.
public protocol ArchivableRecord {
  /// The record's layout and keys.
  static var archiveSchema: RecordSchema { get }

  /// Gives the bytes of `records`, laid out one after another as in a C array, for the length of `body`.
  ///
  /// For this library alone; extensions provide it.
  static func _withArchivedBytes<Result>(
    of records: UnsafeBufferPointer<Self>, _ body: (UnsafeRawPointer) throws(ArchiveError) -> Result
  ) throws(ArchiveError) -> Result

  /// Makes `count` records of the bytes that `fill` writes, every one of them, laid out as in a C array.
  ///
  /// For this library alone; extensions provide it.
  static func _archivedRecords(
    count: Int, _ fill: (UnsafeMutableRawPointer) throws(ArchiveError) -> Void
  ) throws(ArchiveError) -> [Self]

  /// Makes one record of the bytes that `fill` puts into zeroed memory.
  static func _archivedRecord(
    _ fill: (UnsafeMutableRawPointer) throws(ArchiveError) -> Void
  ) throws(ArchiveError) -> Self

  /// Checks that Swift lays the type out as the schema says.
  ///
  /// For this library alone; extensions provide it.
  static func _checkArchivedLayout() throws(ArchiveError)
}

/// C records that Swift imports: their memory is the record.
extension ArchivableRecord {
  @inlinable
  public static func _withArchivedBytes<Result>(
    of records: UnsafeBufferPointer<Self>, _ body: (UnsafeRawPointer) throws(ArchiveError) -> Result
  ) throws(ArchiveError) -> Result {
    if let address = records.baseAddress { return try body(UnsafeRawPointer(address)) }
    return try withUnsafeBytes(of: 0 as UInt64) { (none) throws(ArchiveError) in
      try body(none.baseAddress.unsafelyUnwrapped)
    }
  }

  @inlinable
  public static func _archivedRecords(
    count: Int, _ fill: (UnsafeMutableRawPointer) throws(ArchiveError) -> Void
  ) throws(ArchiveError) -> [Self] {
    try [Self](unsafeUninitializedCapacity: count) { (buffer, initialized) throws(ArchiveError) in
      guard let address = buffer.baseAddress, count > 0 else { return }
      try fill(UnsafeMutableRawPointer(address))
      initialized = count
    }
  }

  @inlinable
  public static func _archivedRecord(
    _ fill: (UnsafeMutableRawPointer) throws(ArchiveError) -> Void
  ) throws(ArchiveError) -> Self {
    try withUnsafeTemporaryAllocation(of: Self.self, capacity: 1) { (buffer) throws(ArchiveError) in
      let address = buffer.baseAddress.unsafelyUnwrapped
      let bytes = UnsafeMutableRawPointer(address)
      bytes.initializeMemory(as: UInt8.self, repeating: 0, count: MemoryLayout<Self>.size)
      try fill(bytes)
      return address.move()
    }
  }

  public static func _checkArchivedLayout() throws(ArchiveError) {
    try archiveSchema.plan.checkLayout(of: Self.self)
  }
}
