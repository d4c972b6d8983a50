import Foundation

// The calls that had one name for both, and those that returned a decoder for one archive. Programs that make them compile.
extension ArchiveFile {
  /// See ``ArchiveFile/blocking``.
  ///
  /// - Throws: the same errors as `blocking.save(_:progress:)`.
  @available(*, deprecated, message: "in a function that is not async write 'blocking.save(_:)'")
  public func save<Record: ArchivableRecord>(
    _ value: Record, progress: (@Sendable (ArchiveProgress) -> Void)? = nil
  ) throws(ArchiveError) {
    try blocking.save(value, progress: progress)
  }

  /// See ``ArchiveFile/blocking``.
  ///
  /// - Throws: the same errors as `blocking.save(_:progress:)`.
  @available(*, deprecated, message: "in a function that is not async write 'blocking.save(_:)'")
  public func save<Record: ArchivableRecord>(
    _ values: [Record], progress: (@Sendable (ArchiveProgress) -> Void)? = nil
  ) throws(ArchiveError) {
    try blocking.save(values, progress: progress)
  }

  /// See ``ArchiveFile/blocking``.
  ///
  /// - Throws: the same errors as `blocking.save(_:progress:)`.
  @available(*, deprecated, message: "in a function that is not async write 'blocking.save(_:)'")
  public func save<Value: ArchivableValue>(
    _ value: Value, progress: (@Sendable (ArchiveProgress) -> Void)? = nil
  ) throws {
    try blocking.save(value, progress: progress)
  }

  /// See ``ArchiveFile/blocking``.
  ///
  /// - Throws: the same errors as `blocking.save(data:progress:)`.
  @available(*, deprecated, message: "in a function that is not async write 'blocking.save(data:)'")
  public func save(data: Data, progress: (@Sendable (ArchiveProgress) -> Void)? = nil) throws(ArchiveError) {
    try blocking.save(data: data, progress: progress)
  }

  /// See ``ArchiveFile/blocking``.
  ///
  /// - Throws: the same errors as `blocking.save(graph:progress:)`.
  @available(*, deprecated, message: "in a function that is not async write 'blocking.save(graph:)'")
  public func save<Root: ArchivableNode>(
    graph root: UnsafePointer<Root>?, progress: (@Sendable (ArchiveProgress) -> Void)? = nil
  ) throws(ArchiveError) {
    try blocking.save(graph: root, progress: progress)
  }

  /// See ``ArchiveFile/blocking``.
  ///
  /// - Throws: the same errors as `blocking.load(_:progress:)`.
  @available(*, deprecated, message: "in a function that is not async write 'blocking.load(_:)'")
  public func load<Record: ArchivableRecord>(
    _ type: Record.Type, progress: (@Sendable (ArchiveProgress) -> Void)? = nil
  ) throws(ArchiveError) -> Record {
    try blocking.load(type, progress: progress)
  }

  /// See ``ArchiveFile/blocking``.
  ///
  /// - Throws: the same errors as `blocking.load(_:progress:)`.
  @available(*, deprecated, message: "in a function that is not async write 'blocking.load(_:)'")
  public func load<Record: ArchivableRecord>(
    _ type: [Record].Type, progress: (@Sendable (ArchiveProgress) -> Void)? = nil
  ) throws(ArchiveError) -> [Record] {
    try blocking.load(type, progress: progress)
  }

  /// See ``ArchiveFile/blocking``.
  ///
  /// - Throws: the same errors as `blocking.load(_:progress:)`.
  @available(*, deprecated, message: "in a function that is not async write 'blocking.load(_:)'")
  public func load<Value: ArchivableValue>(
    _ type: Value.Type, progress: (@Sendable (ArchiveProgress) -> Void)? = nil
  ) throws -> Value {
    try blocking.load(type, progress: progress)
  }

  /// See ``ArchiveFile/blocking``.
  ///
  /// - Throws: the same errors as `blocking.loadGraph(_:allocation:progress:)`.
  @available(*, deprecated, message: "in a function that is not async write 'blocking.loadGraph(_:)'")
  public func loadGraph<Root: ArchivableNode>(
    _ type: Root.Type, allocation: GraphAllocation = .individual,
    progress: (@Sendable (ArchiveProgress) -> Void)? = nil
  ) throws(ArchiveError) -> ArchiveGraph<Root> {
    try blocking.loadGraph(type, allocation: allocation, progress: progress)
  }

  /// See ``ArchiveReader``.
  ///
  /// - Throws: the same errors as `blocking.reader(progress:)`.
  @available(*, deprecated, message: "write 'blocking.reader()', or 'await reader()' in an async function")
  public func decoder(progress: (@Sendable (ArchiveProgress) -> Void)? = nil) throws(ArchiveError) -> ArchiveDecoder {
    ArchiveDecoder(try blocking.reader(progress: progress))
  }

  /// See ``ArchiveReader``.
  ///
  /// - Throws: the same errors as `reader(progress:)`.
  @available(*, deprecated, message: "read the values with 'reader()'")
  public func decoder(
    progress: (@Sendable (ArchiveProgress) -> Void)? = nil, isolation: isolated (any Actor)? = #isolation
  ) async throws -> ArchiveDecoder {
    ArchiveDecoder(try await reader(progress: progress))
  }
}
