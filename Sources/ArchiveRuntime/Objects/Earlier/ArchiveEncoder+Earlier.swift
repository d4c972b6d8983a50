import Foundation

// The calls by which encoders themselves were archives of several values. Programs that make them compile.
extension ArchiveEncoder {
  /// See ``ArchiveWriter``.
  ///
  /// - Throws: the same errors as the writer's call.
  @available(*, deprecated, message: "write several values with ArchiveWriter: 'var archive = ArchiveWriter()'")
  public mutating func encode<Record: ArchivableRecord>(_ value: Record, forKey key: String) throws(ArchiveError) {
    try writing { (writer) throws(ArchiveError) in try writer.encode(value, forKey: key) }
  }

  /// See ``ArchiveWriter``.
  ///
  /// - Throws: the same errors as the writer's call.
  @available(*, deprecated, message: "write several values with ArchiveWriter: 'var archive = ArchiveWriter()'")
  public mutating func encode<Record: ArchivableRecord>(_ values: [Record], forKey key: String) throws(ArchiveError) {
    try writing { (writer) throws(ArchiveError) in try writer.encode(values, forKey: key) }
  }

  /// See ``ArchiveWriter``.
  ///
  /// - Throws: the same errors as the writer's call.
  @available(*, deprecated, message: "write several values with ArchiveWriter: 'var archive = ArchiveWriter()'")
  public mutating func encode<Root: ArchivableNode>(
    graph root: UnsafePointer<Root>?, forKey key: String
  ) throws(ArchiveError) {
    try writing { (writer) throws(ArchiveError) in try writer.encode(graph: root, forKey: key) }
  }

  /// See ``ArchiveWriter``.
  ///
  /// - Throws: the same errors as the writer's call.
  @available(*, deprecated, message: "write several values with ArchiveWriter: 'var archive = ArchiveWriter()'")
  public mutating func encode<Root: ArchivableNode>(
    graphs roots: [UnsafePointer<Root>?], forKey key: String
  ) throws(ArchiveError) {
    try writing { (writer) throws(ArchiveError) in try writer.encode(graphs: roots, forKey: key) }
  }

  /// See ``ArchiveWriter``.
  ///
  /// - Throws: the same errors as the writer's call.
  @available(*, deprecated, message: "write several values with ArchiveWriter: 'var archive = ArchiveWriter()'")
  public mutating func encode<Root: RawRecord>(
    graph root: UnsafeRawPointer?, of type: Root.Type, forKey key: String
  ) throws(ArchiveError) {
    try writing { (writer) throws(ArchiveError) in try writer.encode(graph: root, of: type, forKey: key) }
  }

  /// See ``ArchiveWriter``.
  ///
  /// - Throws: the same errors as the writer's call.
  @available(*, deprecated, message: "write several values with ArchiveWriter: 'var archive = ArchiveWriter()'")
  public mutating func encode<Value: ArchivableValue>(_ value: Value, forKey key: String) throws {
    try writing { try $0.encode(value, forKey: key) }
  }

  /// See ``ArchiveWriter``.
  ///
  /// - Throws: the same errors as the writer's call.
  @available(*, deprecated, message: "write several values with ArchiveWriter: 'var archive = ArchiveWriter()'")
  public mutating func encodeConditionalObject<Object: ArchivableObject>(
    _ object: Object?, forKey key: String
  ) throws {
    try writing { try $0.encodeConditionalObject(object, forKey: key) }
  }

  /// See ``ArchiveWriter``.
  ///
  /// - Throws: the same errors as the writer's call.
  @available(*, deprecated, message: "write several values with ArchiveWriter: 'var archive = ArchiveWriter()'")
  public mutating func encodeBytes(_ bytes: Data, forKey key: String) throws {
    try writing { try $0.encodeBytes(bytes, forKey: key) }
  }

  /// See ``ArchiveWriter``.
  ///
  /// - Throws: the same errors as the writer's call.
  @available(*, deprecated, message: "write several values with ArchiveWriter: 'var archive = ArchiveWriter()'")
  public mutating func finish() throws(ArchiveError) -> Data {
    try writing { (writer) throws(ArchiveError) in try writer.finish() }
  }

  private mutating func writing<Result, Failure: Error>(
    _ body: (inout ArchiveWriter) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var own = writer ?? ArchiveWriter(settings: self)
    // What is not shared is not copied.
    writer = nil
    defer { writer = own }
    return try body(&own)
  }
}
