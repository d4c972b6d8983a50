// Files of graphs, on the caller's thread.
extension ArchiveFile.Blocking {
  /// Replaces the file by an archive of everything that can be reached from `root`.
  ///
  /// - Throws: the errors of `ArchiveEncoder.encode(graph:)`, and `ArchiveError.file`. The old file is then unchanged.
  public func save<Root: ArchivableNode>(
    graph root: UnsafePointer<Root>?, progress: (@Sendable (ArchiveProgress) -> Void)? = nil
  ) throws(ArchiveError) {
    try save(graphs: [root], progress: progress)
  }

  /// The same for several roots, which may share nodes; ``ArchiveGraph/roots`` has them after loading.
  ///
  /// - Throws: the same errors as for one root.
  public func save<Root: ArchivableNode>(
    graphs roots: [UnsafePointer<Root>?], progress: (@Sendable (ArchiveProgress) -> Void)? = nil
  ) throws(ArchiveError) {
    try file.saveBlocking(.graph, progress) { (output) throws(ArchiveError) in
      try file.encoder.archive(roots.map { UnsafeRawPointer($0) }, as: GraphForm<Root>(), to: output)
    }
  }

  /// Names the call for a pointer, which is the root of a graph.
  @available(*, unavailable, message: "a pointer is the root of a graph: write save(graph: …)")
  public func save<Root: ArchivableNode>(_ root: UnsafePointer<Root>?) throws(ArchiveError) { try save(graph: root) }

  /// The graph of the archive, whose root must be of this type. It owns its memory.
  ///
  /// - Parameters:
  ///   - type: the type of the node that the archived pointer led to.
  ///   - allocation: how its memory is allocated; by default in a block for each node.
  ///   - progress: called on this thread while it reads and decodes.
  /// - Throws: the errors of `ArchiveDecoder.decodeGraph`, and `ArchiveError.file`.
  public func loadGraph<Root: ArchivableNode>(
    _ type: Root.Type, allocation: GraphAllocation = .individual,
    progress: (@Sendable (ArchiveProgress) -> Void)? = nil
  ) throws(ArchiveError) -> ArchiveGraph<Root> {
    try file.loadBlocking(.graph, progress) { (data, _) throws(ArchiveError) in
      try file.limitedLoader.decodeGraph(type, from: data, allocation: allocation)
    }
  }

  /// Names the call for a type with pointers, which is the root of a graph.
  @available(*, unavailable, message: "a type with pointers is the root of a graph: write loadGraph(…)")
  public func load<Root: ArchivableNode>(_ type: Root.Type) throws(ArchiveError) -> ArchiveGraph<Root> {
    try loadGraph(type)
  }

  /// The same for the type of a pointer.
  @available(*, unavailable, message: "a pointer is the root of a graph: write loadGraph(…) with its pointee")
  public func load<Root: ArchivableNode>(
    _ type: UnsafeMutablePointer<Root>.Type
  ) throws(ArchiveError) -> ArchiveGraph<Root> {
    try loadGraph(Root.self)
  }
}

// The same on a separate thread, while the task waits.
extension ArchiveFile {
  /// Replaces the file by an archive of everything that can be reached from `root`. The graph must not be changed until
  /// the call returns, because another thread walks it.
  ///
  /// - Throws: the errors of `ArchiveEncoder.encode(graph:)`, `ArchiveError.file`, and `CancellationError` if the task
  ///   is cancelled. The old file is then unchanged.
  public func save<Root: ArchivableNode>(
    graph root: UnsafePointer<Root>?, progress: (@Sendable (ArchiveProgress) -> Void)? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try await save(graphs: [root], progress: progress, isolation: isolation)
  }

  /// The same for several roots, which may share nodes; ``ArchiveGraph/roots`` has them after loading.
  ///
  /// - Throws: the same errors as for one root.
  public func save<Root: ArchivableNode>(
    graphs roots: [UnsafePointer<Root>?], progress: (@Sendable (ArchiveProgress) -> Void)? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try await save(.graph, progress, isolation) { (output) throws(ArchiveError) in
      try encoder.archive(roots.map { UnsafeRawPointer($0) }, as: GraphForm<Root>(), to: output)
    }
  }

  /// Names the call for a pointer, which is the root of a graph.
  @available(*, unavailable, message: "a pointer is the root of a graph: write save(graph: …)")
  public func save<Root: ArchivableNode>(_ root: UnsafePointer<Root>?) async throws { try await save(graph: root) }

  /// The graph of the archive, whose root must be of this type. It owns its memory.
  ///
  /// - Parameters:
  ///   - type: the type of the node that the archived pointer led to.
  ///   - allocation: how its memory is allocated; by default in a block for each node.
  ///   - progress: called on the working thread while it reads and decodes.
  ///   - isolation: the caller's actor.
  /// - Throws: the errors of `ArchiveDecoder.decodeGraph`, `ArchiveError.file`, and `CancellationError`.
  public func loadGraph<Root: ArchivableNode>(
    _ type: Root.Type, allocation: GraphAllocation = .individual,
    progress: (@Sendable (ArchiveProgress) -> Void)? = nil, isolation: isolated (any Actor)? = #isolation
  ) async throws -> ArchiveGraph<Root> {
    try await load(.graph, progress, isolation) { (data, _) throws(ArchiveError) in
      try limitedLoader.decodeGraph(type, from: data, allocation: allocation)
    }
  }

  /// Names the call for a type with pointers, which is the root of a graph.
  @available(*, unavailable, message: "a type with pointers is the root of a graph: write loadGraph(…)")
  public func load<Root: ArchivableNode>(_ type: Root.Type) async throws -> ArchiveGraph<Root> {
    try await loadGraph(type)
  }

  /// The same for the type of a pointer.
  @available(*, unavailable, message: "a pointer is the root of a graph: write loadGraph(…) with its pointee")
  public func load<Root: ArchivableNode>(_ type: UnsafeMutablePointer<Root>.Type) async throws -> ArchiveGraph<Root> {
    try await loadGraph(Root.self)
  }
}
