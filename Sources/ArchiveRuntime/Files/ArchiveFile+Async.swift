import Foundation

// The calls that work on a thread of their own while the task waits.
extension ArchiveFile {
  /// Replaces the file by an archive whose root is `value`.
  ///
  /// - Parameter progress: Called on the working thread as it encodes and writes.
  /// - Throws: What `ArchiveEncoder.encode` throws, `ArchiveError.file`, and `CancellationError` when the task is
  ///   cancelled; the old file is as it was.
  public func save<Record: ArchivableRecord>(
    _ value: Record, progress: (@Sendable (ArchiveProgress) -> Void)? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try await FileJob.run(path, .records, progress, isolation) { (monitor) throws(FileFailure) in
      try write(monitor) { () throws(ArchiveError) in try ArchiveEncoder().encode(value) }
    }
  }

  /// Replaces the file by an archive whose root is the array, as columns.
  public func save<Record: ArchivableRecord>(
    _ values: [Record], progress: (@Sendable (ArchiveProgress) -> Void)? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try await FileJob.run(path, .records, progress, isolation) { (monitor) throws(FileFailure) in
      try write(monitor) { () throws(ArchiveError) in try ArchiveEncoder().encode(values) }
    }
  }

  /// Replaces the file by an archive of everything that can be reached from `root`, which nobody may change until the
  /// call returns: another thread walks it.
  public func save<Root: ArchivableNode>(
    graph root: UnsafePointer<Root>?, progress: (@Sendable (ArchiveProgress) -> Void)? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try await FileJob.run(path, .graph, progress, isolation) { (monitor) throws(FileFailure) in
      try write(monitor) { () throws(ArchiveError) in try ArchiveEncoder().encode(graph: root) }
    }
  }

  /// Replaces the file by a finished archive, such as `ArchiveEncoder.finish()` gives. The bytes are not checked.
  public func save(
    data: Data, progress: (@Sendable (ArchiveProgress) -> Void)? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try await FileJob.run(path, .bytes, progress, isolation) { (monitor) throws(FileFailure) in
      try write(monitor) { () throws(ArchiveError) in data }
    }
  }

  /// The archive's root, which must be a record of this type.
  ///
  /// - Parameter progress: Called on the working thread as it reads and decodes.
  /// - Throws: What `ArchiveDecoder.decode` throws, `ArchiveError.file`, and `CancellationError`.
  public func load<Record: ArchivableRecord>(
    _ type: Record.Type, progress: (@Sendable (ArchiveProgress) -> Void)? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> Record {
    try await FileJob.run(path, .records, progress, isolation) { (monitor) throws(FileFailure) in
      try read(monitor) { (data, _) throws(ArchiveError) in try limitedLoader.decode(type, from: data) }
    }
  }

  /// The archive's root, which must be an array of records of this type.
  public func load<Record: ArchivableRecord>(
    _ type: [Record].Type, progress: (@Sendable (ArchiveProgress) -> Void)? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> [Record] {
    try await FileJob.run(path, .records, progress, isolation) { (monitor) throws(FileFailure) in
      try read(monitor) { (data, _) throws(ArchiveError) in try limitedLoader.decode(type, from: data) }
    }
  }

  /// The archive's graph, whose root must be of this type; it owns the memory that it takes.
  public func loadGraph<Root: ArchivableNode>(
    _ type: Root.Type, allocation: GraphAllocation = .individual,
    progress: (@Sendable (ArchiveProgress) -> Void)? = nil, isolation: isolated (any Actor)? = #isolation
  ) async throws -> ArchiveGraph<Root> {
    try await FileJob.run(path, .graph, progress, isolation) { (monitor) throws(FileFailure) in
      try read(monitor) { (data, _) throws(ArchiveError) in
        try limitedLoader.decodeGraph(type, from: data, allocation: allocation)
      }
    }
  }

  /// A decoder for an archive of several values. It keeps the archive's bytes, whatever becomes of the file.
  public func decoder(
    progress: (@Sendable (ArchiveProgress) -> Void)? = nil, isolation: isolated (any Actor)? = #isolation
  ) async throws -> ArchiveDecoder {
    try await FileJob.run(path, .bytes, progress, isolation) { (monitor) throws(FileFailure) in
      try read(monitor, keptLonger: true) { (data, file) throws(ArchiveError) in
        var decoder = try ArchiveDecoder(forReadingFrom: data, limits: limits)
        decoder.settings.mappedFile = file
        return decoder
      }
    }
  }
}
