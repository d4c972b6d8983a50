import Foundation

// The calls that work on the caller's thread. They look at no task: the async ones do.
extension ArchiveFile {
  /// Replaces the file by an archive whose root is `value`.
  ///
  /// - Parameter progress: Called on this thread as it encodes and writes.
  /// - Throws: What `ArchiveEncoder.encode` throws, and `ArchiveError.file`; the old file is as it was.
  public func save<Record: ArchivableRecord>(
    _ value: Record, progress: (@Sendable (ArchiveProgress) -> Void)? = nil
  ) throws(ArchiveError) {
    try blocking(.records, progress) { (monitor) throws(FileFailure) in
      try write(monitor) { () throws(ArchiveError) in try ArchiveEncoder().encode(value) }
    }
  }

  /// Replaces the file by an archive whose root is the array, as columns.
  public func save<Record: ArchivableRecord>(
    _ values: [Record], progress: (@Sendable (ArchiveProgress) -> Void)? = nil
  ) throws(ArchiveError) {
    try blocking(.records, progress) { (monitor) throws(FileFailure) in
      try write(monitor) { () throws(ArchiveError) in try ArchiveEncoder().encode(values) }
    }
  }

  /// Replaces the file by an archive of everything that can be reached from `root`.
  public func save<Root: ArchivableNode>(
    graph root: UnsafePointer<Root>?, progress: (@Sendable (ArchiveProgress) -> Void)? = nil
  ) throws(ArchiveError) {
    try blocking(.graph, progress) { (monitor) throws(FileFailure) in
      try write(monitor) { () throws(ArchiveError) in try ArchiveEncoder().encode(graph: root) }
    }
  }

  /// Replaces the file by a finished archive, such as `ArchiveEncoder.finish()` gives. The bytes are not checked.
  public func save(
    data: Data, progress: (@Sendable (ArchiveProgress) -> Void)? = nil
  ) throws(ArchiveError) {
    try blocking(.bytes, progress) { (monitor) throws(FileFailure) in
      try write(monitor) { () throws(ArchiveError) in data }
    }
  }

  /// The archive's root, which must be a record of this type.
  ///
  /// - Parameter progress: Called on this thread as it reads and decodes.
  /// - Throws: What `ArchiveDecoder.decode` throws, and `ArchiveError.file`.
  public func load<Record: ArchivableRecord>(
    _ type: Record.Type, progress: (@Sendable (ArchiveProgress) -> Void)? = nil
  ) throws(ArchiveError) -> Record {
    try blocking(.records, progress) { (monitor) throws(FileFailure) in
      try read(monitor) { (data, _) throws(ArchiveError) in try limitedLoader.decode(type, from: data) }
    }
  }

  /// The archive's root, which must be an array of records of this type.
  public func load<Record: ArchivableRecord>(
    _ type: [Record].Type, progress: (@Sendable (ArchiveProgress) -> Void)? = nil
  ) throws(ArchiveError) -> [Record] {
    try blocking(.records, progress) { (monitor) throws(FileFailure) in
      try read(monitor) { (data, _) throws(ArchiveError) in try limitedLoader.decode(type, from: data) }
    }
  }

  /// The archive's graph, whose root must be of this type; it owns the memory that it takes.
  public func loadGraph<Root: ArchivableNode>(
    _ type: Root.Type, allocation: GraphAllocation = .individual,
    progress: (@Sendable (ArchiveProgress) -> Void)? = nil
  ) throws(ArchiveError) -> ArchiveGraph<Root> {
    try blocking(.graph, progress) { (monitor) throws(FileFailure) in
      try read(monitor) { (data, _) throws(ArchiveError) in
        try limitedLoader.decodeGraph(type, from: data, allocation: allocation)
      }
    }
  }

  /// A decoder for an archive of several values. It keeps the archive's bytes, whatever becomes of the file.
  public func decoder(
    progress: (@Sendable (ArchiveProgress) -> Void)? = nil
  ) throws(ArchiveError) -> ArchiveDecoder {
    try blocking(.bytes, progress) { (monitor) throws(FileFailure) in
      try read(monitor, keptLonger: true) { (data, file) throws(ArchiveError) in
        var decoder = try ArchiveDecoder(forReadingFrom: data, limits: limits)
        decoder.settings.mappedFile = file
        return decoder
      }
    }
  }

  func blocking<Value>(
    _ kind: WorkMonitor.Kind, _ progress: (@Sendable (ArchiveProgress) -> Void)?,
    _ body: (WorkMonitor) throws(FileFailure) -> Value
  ) throws(ArchiveError) -> Value {
    let monitor = WorkMonitor(kind, progress, nil)
    // Without somebody to tell, and without a task to be cancelled, the engine need not look.
    let outcome =
      progress == nil
      ? FileJob.outcome(monitor, body)
      : WorkMonitor.$current.withValue(monitor) { FileJob.outcome(monitor, body) }
    do throws(FileFailure) { return try outcome.get() } catch {
      switch error {
      case .failed(let error): throw error
      case .cancelled: throw .cancelled
      }
    }
  }
}
