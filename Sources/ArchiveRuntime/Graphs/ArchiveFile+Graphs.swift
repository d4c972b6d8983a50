// Graphs in files, on the caller's thread.
extension ArchiveFile {
  /// Replaces the file by an archive of everything that can be reached from `root`.
  ///
  /// - Throws: What `ArchiveEncoder.encode(graph:)` throws, and `ArchiveError.file`; the old file is as it was.
  public func save<Root: ArchivableNode>(
    graph root: UnsafePointer<Root>?, progress: (@Sendable (ArchiveProgress) -> Void)? = nil
  ) throws(ArchiveError) {
    try saveBlocking(.graph, progress) { () throws(ArchiveError) in try encoder.encode(graph: root) }
  }

  /// The archive's graph, whose root must be of this type; it owns the memory that it takes.
  ///
  /// - Parameter allocation: Where its memory comes from: a block for each node unless said otherwise.
  /// - Throws: What `ArchiveDecoder.decodeGraph` throws, and `ArchiveError.file`.
  public func loadGraph<Root: ArchivableNode>(
    _ type: Root.Type, allocation: GraphAllocation = .individual,
    progress: (@Sendable (ArchiveProgress) -> Void)? = nil
  ) throws(ArchiveError) -> ArchiveGraph<Root> {
    try loadBlocking(.graph, progress) { (data, _) throws(ArchiveError) in
      try limitedLoader.decodeGraph(type, from: data, allocation: allocation)
    }
  }
}

// The same on a thread of their own while the task waits.
extension ArchiveFile {
  /// Replaces the file by an archive of everything that can be reached from `root`, which nobody may change until the
  /// call returns: another thread walks it.
  ///
  /// - Throws: What `ArchiveEncoder.encode(graph:)` throws, `ArchiveError.file`, and `CancellationError` when the task is
  ///   cancelled; the old file is as it was.
  public func save<Root: ArchivableNode>(
    graph root: UnsafePointer<Root>?, progress: (@Sendable (ArchiveProgress) -> Void)? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try await save(.graph, progress, isolation) { () throws(ArchiveError) in try encoder.encode(graph: root) }
  }

  /// The archive's graph, whose root must be of this type; it owns the memory that it takes.
  ///
  /// - Parameter allocation: Where its memory comes from: a block for each node unless said otherwise.
  /// - Throws: What `ArchiveDecoder.decodeGraph` throws, `ArchiveError.file`, and `CancellationError`.
  public func loadGraph<Root: ArchivableNode>(
    _ type: Root.Type, allocation: GraphAllocation = .individual,
    progress: (@Sendable (ArchiveProgress) -> Void)? = nil, isolation: isolated (any Actor)? = #isolation
  ) async throws -> ArchiveGraph<Root> {
    try await load(.graph, progress, isolation) { (data, _) throws(ArchiveError) in
      try limitedLoader.decodeGraph(type, from: data, allocation: allocation)
    }
  }
}
