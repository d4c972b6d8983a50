/// A stand-in for a C record that Swift cannot name or import: over-aligned ones, ambiguous names.
///
/// A value type that is copied on write; its bytes are the C record's. Generated code declares the fields.
public protocol RawRecord: ArchivableNode, Sendable {
  /// The record's bytes.
  var storage: RecordStorage { get set }
  /// The record that has these bytes, as many as its schema says.
  init(storage: RecordStorage)
}

extension RawRecord {
  /// All zeros, C's static initialisation.
  public init() { self.init(storage: RecordStorage(Self.archiveSchema)) }

  /// A copy of the C record at `record`, which must hold one.
  public init(copying record: UnsafeRawPointer) {
    self.init()
    storage.withUnsafeMutableBytes { bytes in
      bytes.baseAddress?.copyMemory(from: record, byteCount: bytes.count)
    }
  }

  /// A copy of the C record at `record`: how Swift sees a pointer to a record it could not import.
  public init(copying record: OpaquePointer) { self.init(copying: UnsafeRawPointer(record)) }

  /// Copies the record's bytes to `record`, which must have room for them.
  public func copy(to record: UnsafeMutableRawPointer) {
    storage.withUnsafeBytes { bytes in
      if let address = bytes.baseAddress { record.copyMemory(from: address, byteCount: bytes.count) }
    }
  }

  /// Copies the record's bytes to `record`, as Swift sees a pointer to a record it could not import.
  public func copy(to record: OpaquePointer) { copy(to: UnsafeMutableRawPointer(record)) }

  /// Gives the record's bytes for the length of `body`; the pointer must not leave it.
  ///
  /// - Throws: What `body` throws.
  public func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try storage.withUnsafeBytes(body)
  }

  /// Gives the record's bytes, to be changed, for the length of `body`; the pointer must not leave it. Bytes that another
  /// value shares are copied first.
  ///
  /// - Throws: What `body` throws.
  public mutating func withUnsafeMutableBytes<Result, Failure: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try storage.withUnsafeMutableBytes(body)
  }
}

extension RawRecord {
  @_spi(GeneratedCode) public static var _standIn: (any RawRecord.Type)? { self }

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
