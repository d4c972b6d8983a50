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
    try await save(.records, progress, isolation) { () throws(ArchiveError) in try encoder.encode(value) }
  }

  /// Replaces the file by an archive whose root is the array, as columns.
  ///
  /// - Throws: As for one value.
  public func save<Record: ArchivableRecord>(
    _ values: [Record], progress: (@Sendable (ArchiveProgress) -> Void)? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try await save(.records, progress, isolation) { () throws(ArchiveError) in try encoder.encode(values) }
  }

  /// Replaces the file by a finished archive, such as `ArchiveEncoder.finish()` gives. The bytes are not checked.
  ///
  /// - Throws: `ArchiveError.file`, and `CancellationError` when the task is cancelled; the old file is as it was.
  public func save(
    data: Data, progress: (@Sendable (ArchiveProgress) -> Void)? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try await save(.bytes, progress, isolation) { () throws(ArchiveError) in data }
  }

  /// The archive's root, which must be a record of this type.
  ///
  /// - Parameter progress: Called on the working thread as it reads and decodes.
  /// - Throws: What `ArchiveDecoder.decode` throws, `ArchiveError.file`, and `CancellationError`.
  public func load<Record: ArchivableRecord>(
    _ type: Record.Type, progress: (@Sendable (ArchiveProgress) -> Void)? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> Record {
    try await load(.records, progress, isolation) { (data, _) throws(ArchiveError) in
      try limitedLoader.decode(type, from: data)
    }
  }

  /// The archive's root, which must be an array of records of this type.
  ///
  /// - Throws: As for one record, and `limitExceeded` when the archive claims more than its size allows.
  public func load<Record: ArchivableRecord>(
    _ type: [Record].Type, progress: (@Sendable (ArchiveProgress) -> Void)? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> [Record] {
    try await load(.records, progress, isolation) { (data, _) throws(ArchiveError) in
      try limitedLoader.decode(type, from: data)
    }
  }

  /// A decoder for an archive of several values. It keeps the archive's bytes, whatever becomes of the file.
  ///
  /// - Throws: `notAnArchive`, `corrupt`, `file`, and `CancellationError`.
  public func decoder(
    progress: (@Sendable (ArchiveProgress) -> Void)? = nil, isolation: isolated (any Actor)? = #isolation
  ) async throws -> ArchiveDecoder {
    try await load(.bytes, progress, isolation, keptLonger: true, decoder)
  }

  /// What every async save does.
  func save(
    _ kind: WorkMonitor.Kind, _ progress: (@Sendable (ArchiveProgress) -> Void)?, _ isolation: isolated (any Actor)?,
    _ encode: @escaping () throws(ArchiveError) -> Data
  ) async throws {
    try await FileJob.run(path, kind, progress, isolation) { (monitor) throws(FileFailure) in
      try write(monitor, encode)
    }
  }

  /// What every async load does.
  func load<Value>(
    _ kind: WorkMonitor.Kind, _ progress: (@Sendable (ArchiveProgress) -> Void)?, _ isolation: isolated (any Actor)?,
    keptLonger: Bool = false, _ decode: @escaping (Data, MappedFile?) throws(ArchiveError) -> Value
  ) async throws -> Value {
    try await FileJob.run(path, kind, progress, isolation) { (monitor) throws(FileFailure) in
      try read(monitor, keptLonger: keptLonger, decode)
    }
  }
}
