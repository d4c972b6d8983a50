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
    try saveBlocking(.records, progress) { () throws(ArchiveError) in try encoder.encode(value) }
  }

  /// Replaces the file by an archive whose root is the array, as columns.
  ///
  /// - Throws: As for one value.
  public func save<Record: ArchivableRecord>(
    _ values: [Record], progress: (@Sendable (ArchiveProgress) -> Void)? = nil
  ) throws(ArchiveError) {
    try saveBlocking(.records, progress) { () throws(ArchiveError) in try encoder.encode(values) }
  }

  /// Replaces the file by a finished archive, such as `ArchiveEncoder.finish()` gives. The bytes are not checked.
  ///
  /// - Throws: `ArchiveError.file`; the old file is as it was.
  public func save(
    data: Data, progress: (@Sendable (ArchiveProgress) -> Void)? = nil
  ) throws(ArchiveError) {
    try saveBlocking(.bytes, progress) { () throws(ArchiveError) in data }
  }

  /// The archive's root, which must be a record of this type.
  ///
  /// - Parameter progress: Called on this thread as it reads and decodes.
  /// - Throws: What `ArchiveDecoder.decode` throws, and `ArchiveError.file`.
  public func load<Record: ArchivableRecord>(
    _ type: Record.Type, progress: (@Sendable (ArchiveProgress) -> Void)? = nil
  ) throws(ArchiveError) -> Record {
    try loadBlocking(.records, progress) { (data, _) throws(ArchiveError) in try limitedLoader.decode(type, from: data)
    }
  }

  /// The archive's root, which must be an array of records of this type.
  ///
  /// - Throws: As for one record, and `limitExceeded` when the archive claims more than its size allows.
  public func load<Record: ArchivableRecord>(
    _ type: [Record].Type, progress: (@Sendable (ArchiveProgress) -> Void)? = nil
  ) throws(ArchiveError) -> [Record] {
    try loadBlocking(.records, progress) { (data, _) throws(ArchiveError) in try limitedLoader.decode(type, from: data)
    }
  }

  /// A decoder for an archive of several values. It keeps the archive's bytes, whatever becomes of the file.
  ///
  /// - Throws: `notAnArchive`, `corrupt`, `file`.
  public func decoder(
    progress: (@Sendable (ArchiveProgress) -> Void)? = nil
  ) throws(ArchiveError) -> ArchiveDecoder {
    try loadBlocking(.bytes, progress, keptLonger: true, decoder)
  }

  /// What every blocking save does.
  func saveBlocking(
    _ kind: WorkMonitor.Kind, _ progress: (@Sendable (ArchiveProgress) -> Void)?,
    _ encode: () throws(ArchiveError) -> Data
  ) throws(ArchiveError) {
    try blocking(kind, progress) { (monitor) throws(FileFailure) in try write(monitor, encode) }
  }

  /// What every blocking load does.
  func loadBlocking<Value>(
    _ kind: WorkMonitor.Kind, _ progress: (@Sendable (ArchiveProgress) -> Void)?, keptLonger: Bool = false,
    _ decode: (Data, MappedFile?) throws(ArchiveError) -> Value
  ) throws(ArchiveError) -> Value {
    try blocking(kind, progress) { (monitor) throws(FileFailure) in
      try read(monitor, keptLonger: keptLonger, decode)
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
