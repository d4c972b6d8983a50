import Foundation

// The calls by which decoders themselves read one archive of several values. Programs that make them compile.
extension ArchiveDecoder {
  /// See ``ArchiveReader``.
  ///
  /// - Throws: `notAnArchive` or `corrupt`, with the byte offset.
  @available(*, deprecated, message: "read several values with ArchiveReader: 'let archive = try ArchiveReader(data)'")
  public init(forReadingFrom data: Data, limits: Limits = Limits()) throws(ArchiveError) {
    self.init(limits: limits)
    opened = try OpenedArchive(data, limits: limits)
  }

  /// A decoder for the archive of a reader.
  init(_ reader: ArchiveReader) {
    (opened, settings) = (reader.opened, reader.settings)
  }

  /// See ``ArchiveReader``.
  @available(*, deprecated, message: "read several values with ArchiveReader: 'let archive = try ArchiveReader(data)'")
  public var keys: [String] { opened.map { ArchiveReader($0, settings).keys } ?? [] }

  /// See ``ArchiveReader``.
  ///
  /// - Throws: the same errors as the reader's call; `notAnArchive` for a decoder without an archive.
  @available(*, deprecated, message: "read several values with ArchiveReader: 'let archive = try ArchiveReader(data)'")
  public func decode<Record: ArchivableRecord>(
    _ type: Record.Type, forKey key: String
  ) throws(ArchiveError) -> Record {
    try reader().decode(type, forKey: key)
  }

  /// See ``ArchiveReader``.
  ///
  /// - Throws: the same errors as the reader's call; `notAnArchive` for a decoder without an archive.
  @available(*, deprecated, message: "read several values with ArchiveReader: 'let archive = try ArchiveReader(data)'")
  public func decode<Record: ArchivableRecord>(
    _ type: [Record].Type, forKey key: String
  ) throws(ArchiveError) -> [Record] {
    try reader().decode(type, forKey: key)
  }

  /// See ``ArchiveReader``.
  ///
  /// - Throws: the same errors as the reader's call; `notAnArchive` for a decoder without an archive.
  @available(*, deprecated, message: "read several values with ArchiveReader: 'let archive = try ArchiveReader(data)'")
  public func decodeGraph<Root: ArchivableNode>(
    _ type: Root.Type, forKey key: String, allocation: GraphAllocation = .individual
  ) throws(ArchiveError) -> ArchiveGraph<Root> {
    try reader().decodeGraph(type, forKey: key, allocation: allocation)
  }

  /// See ``ArchiveReader``.
  ///
  /// - Throws: the same errors as the reader's call; `notAnArchive` for a decoder without an archive.
  @available(*, deprecated, message: "read several values with ArchiveReader: 'let archive = try ArchiveReader(data)'")
  public func decode<Value: ArchivableValue>(_ type: Value.Type, forKey key: String) throws -> Value {
    try reader().decode(type, forKey: key)
  }

  /// See ``ArchiveReader``.
  ///
  /// - Throws: the same errors as the reader's call; `notAnArchive` for a decoder without an archive.
  @available(*, deprecated, message: "read several values with ArchiveReader: 'let archive = try ArchiveReader(data)'")
  public func decodeIfPresent<Value: ArchivableValue>(_ type: Value.Type, forKey key: String) throws -> Value? {
    try reader().decodeIfPresent(type, forKey: key)
  }

  /// See ``ArchiveReader``.
  ///
  /// - Throws: the same errors as the reader's call; `notAnArchive` for a decoder without an archive.
  @available(*, deprecated, message: "read several values with ArchiveReader: 'let archive = try ArchiveReader(data)'")
  public func withBytes<Result>(forKey key: String, _ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result
  {
    try reader().withBytes(forKey: key, body)
  }

  /// See ``ArchiveReader``.
  ///
  /// - Throws: the same errors as the reader's call; `notAnArchive` for a decoder without an archive.
  @available(*, deprecated, message: "read several values with ArchiveReader: 'let archive = try ArchiveReader(data)'")
  public func containsValue(forKey key: String) throws -> Bool { try reader().containsValue(forKey: key) }

  /// See ``ArchiveReader``.
  ///
  /// - Throws: the same errors as the reader's call; `notAnArchive` for a decoder without an archive.
  @available(*, deprecated, message: "read several values with ArchiveReader: 'let archive = try ArchiveReader(data)'")
  public func readValues<Result>(_ body: (ObjectDecoder) throws -> Result) throws -> Result {
    try reader().readValues(body)
  }

  /// See ``ArchiveReader``.
  ///
  /// - Throws: `unusedKeys`.
  @available(*, deprecated, message: "read several values with ArchiveReader: 'let archive = try ArchiveReader(data)'")
  public func checkAllKeysUsed() throws(ArchiveError) {
    let keys = unusedKeys
    guard keys.isEmpty else { throw .unusedKeys(keys) }
  }

  /// A reader that notes unread keys in this decoder.
  private func reader() throws(ArchiveError) -> ArchiveReader {
    guard let opened else {
      throw .notAnArchive(reason: "no archive was given; read the values of one archive with ArchiveReader(data)")
    }
    return ArchiveReader(opened, settings)
  }
}
