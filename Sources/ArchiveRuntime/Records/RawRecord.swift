/// A Swift struct for a C record that Swift cannot name or import, because of its alignment or an ambiguous name.
///
/// It is a value type with copy-on-write semantics, and has the bytes of the C record. Generated code declares the
/// fields.
public protocol RawRecord: ArchivableNode, Sendable {
  /// The record's bytes.
  var storage: RecordStorage { get set }
  /// Creates a record with these bytes. Their number must be the schema's size.
  init(storage: RecordStorage)
}

extension RawRecord {
  /// Creates a record of zeros, as C's static initialization does.
  public init() { self.init(storage: RecordStorage(Self.archiveSchema)) }

  /// Copies the C record at `record`.
  public init(copying record: UnsafeRawPointer) {
    self.init()
    storage.withUnsafeMutableBytes { bytes in
      bytes.baseAddress?.copyMemory(from: record, byteCount: bytes.count)
    }
  }

  /// Copies the C record at `record`. Swift imports a pointer to such a record as an `OpaquePointer`.
  public init(copying record: OpaquePointer) { self.init(copying: UnsafeRawPointer(record)) }

  /// Copies the record's bytes to `record`, which must have room for them.
  public func copy(to record: UnsafeMutableRawPointer) {
    storage.withUnsafeBytes { bytes in
      if let address = bytes.baseAddress { record.copyMemory(from: address, byteCount: bytes.count) }
    }
  }

  /// Copies the record's bytes to `record`. Swift imports a pointer to such a record as an `OpaquePointer`.
  public func copy(to record: OpaquePointer) { copy(to: UnsafeMutableRawPointer(record)) }

  /// Passes the record's bytes to `body`. The pointer must not escape.
  ///
  /// - Throws: the errors of `body`.
  public func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try storage.withUnsafeBytes(body)
  }

  /// Passes the record's bytes to `body`, which may change them. The pointer must not escape. Shared bytes are copied
  /// first.
  ///
  /// - Throws: the errors of `body`.
  public mutating func withUnsafeMutableBytes<Result, Failure: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try storage.withUnsafeMutableBytes(body)
  }
}

extension RawRecord {
  static func withCopiedBytes<Result>(
    of records: UnsafeBufferPointer<Self>, _ body: (UnsafeRawPointer) throws(ArchiveError) -> Result
  ) throws(ArchiveError) -> Result {
    let size = archiveSchema.size
    for record in records where record.storage.size != size {
      throw .layoutMismatch(
        type: "\(Self.self)", expected: "\(size) bytes", found: "\(record.storage.size) bytes of another record")
    }
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: max(size * records.count, 1), alignment: 16)
    defer { bytes.deallocate() }
    for index in records.indices { records[index].copy(to: bytes + index * size) }
    return try body(UnsafeRawPointer(bytes))
  }

  static func copies(
    count: Int, _ fill: (UnsafeMutableRawPointer) throws(ArchiveError) -> Void
  ) throws(ArchiveError) -> [Self] {
    let size = archiveSchema.size
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: max(size * count, 1), alignment: 16)
    defer { bytes.deallocate() }
    try fill(bytes)
    return (0..<count).map { Self(copying: UnsafeRawPointer(bytes + $0 * size)) }
  }
}
