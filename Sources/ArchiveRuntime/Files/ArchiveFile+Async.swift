import Foundation

// The async calls, which work on a separate thread while the task waits.
extension ArchiveFile {
  /// Replaces the file by an archive whose root is `value`.
  ///
  /// - Parameters:
  ///   - value: the value to archive.
  ///   - progress: called on the working thread while it encodes and writes.
  ///   - isolation: the caller's actor.
  /// - Throws: the errors of `ArchiveEncoder.encode`, `ArchiveError.file`, and `CancellationError` if the task is
  ///   cancelled. The old file is then unchanged.
  public func save<Record: ArchivableRecord>(
    _ value: Record, progress: (@Sendable (ArchiveProgress) -> Void)? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try await save(.records, progress, isolation) { (_) throws(ArchiveError) in try encoder.encode(value) }
  }

  /// Replaces the file by an archive whose root is the array, stored in columns.
  ///
  /// - Throws: the same errors as for one value.
  public func save<Record: ArchivableRecord>(
    _ values: [Record], progress: (@Sendable (ArchiveProgress) -> Void)? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try await save(.records, progress, isolation) { (output) throws(ArchiveError) in
      try encoder.archive(values, as: RecordsForm(), to: output)
    }
  }

  /// Replaces the file by a finished archive, such as the result of `ArchiveWriter.finish()`. The bytes are not
  /// checked.
  ///
  /// - Throws: `ArchiveError.file`, and `CancellationError` if the task is cancelled. The old file is then unchanged.
  public func save(
    data: Data, progress: (@Sendable (ArchiveProgress) -> Void)? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try await save(.bytes, progress, isolation) { (_) throws(ArchiveError) in data }
  }

  /// The archive's root, which must be a record of this type.
  ///
  /// - Parameters:
  ///   - type: the type of the archive's root.
  ///   - progress: called on the working thread while it reads and decodes.
  ///   - isolation: the caller's actor.
  /// - Throws: the errors of `ArchiveDecoder.decode`, `ArchiveError.file`, and `CancellationError`.
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
  /// - Throws: the same errors as for one record, and `limitExceeded` if the archive claims more than its size allows.
  public func load<Record: ArchivableRecord>(
    _ type: [Record].Type, progress: (@Sendable (ArchiveProgress) -> Void)? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> [Record] {
    try await load(.records, progress, isolation) { (data, _) throws(ArchiveError) in
      try limitedLoader.decode(type, from: data)
    }
  }

  /// Some records of the array that is the archive's root; see ``ArchiveDecoder/rows(_:of:from:)``.
  ///
  /// With the reading ``ArchiveFile/Reading/mapped`` nothing else of the file is read.
  ///
  /// - Throws: the errors of that call, `file`, and `CancellationError`.
  public func rows<Record: ArchivableRecord>(
    _ rows: Range<Int>, of type: Record.Type, isolation: isolated (any Actor)? = #isolation
  ) async throws -> [Record] {
    try await load(.records, nil, isolation) { (data, _) throws(ArchiveError) in
      try limitedLoader.rows(rows, of: type, from: data)
    }
  }

  /// One member of the records of the array that is the archive's root; see ``ArchiveDecoder/column(_:rows:from:)``.
  ///
  /// With the reading ``ArchiveFile/Reading/mapped`` nothing else of the file is read.
  ///
  /// - Throws: the errors of that call, `file`, and `CancellationError`.
  public func column<Record: ArchivableRecord, Value>(
    _ member: KeyPath<Record, Value>, rows: Range<Int>? = nil, isolation: isolated (any Actor)? = #isolation
  ) async throws -> [Value] {
    try await load(.records, nil, isolation) { (data, _) throws(ArchiveError) in
      try limitedLoader.column(member, rows: rows, from: data)
    }
  }

  /// The number of records in the array that is the archive's root; see ``ArchiveDecoder/rowCount(of:from:)``.
  ///
  /// - Throws: the errors of that call, `file`, and `CancellationError`.
  public func rowCount<Record: ArchivableRecord>(
    of type: Record.Type, isolation: isolated (any Actor)? = #isolation
  ) async throws -> Int {
    try await load(.records, nil, isolation) { (data, _) throws(ArchiveError) in
      try limitedLoader.rowCount(of: type, from: data)
    }
  }

  /// A reader of an archive with several values, with the settings of the file's `loader`. It keeps the bytes of the
  /// archive, even if the file changes.
  ///
  /// - Throws: `notAnArchive`, `corrupt`, `file`, and `CancellationError`.
  public func reader(
    progress: (@Sendable (ArchiveProgress) -> Void)? = nil, isolation: isolated (any Actor)? = #isolation
  ) async throws -> ArchiveReader {
    try await load(.bytes, progress, isolation, keptLonger: true, reader)
  }

  /// The common part of all async saves.
  func save(
    _ kind: WorkMonitor.Kind, _ progress: (@Sendable (ArchiveProgress) -> Void)?, _ isolation: isolated (any Actor)?,
    _ encode: @escaping (PropertyListOutput) throws(ArchiveError) -> Data
  ) async throws {
    try await FileJob.run(path, kind, progress, isolation) { (monitor) throws(FileFailure) in
      try write(monitor, encode)
    }
  }

  /// The common part of all async loads.
  func load<Value>(
    _ kind: WorkMonitor.Kind, _ progress: (@Sendable (ArchiveProgress) -> Void)?, _ isolation: isolated (any Actor)?,
    keptLonger: Bool = false, _ decode: @escaping (Data, MappedFile?) throws(ArchiveError) -> Value
  ) async throws -> Value {
    try await FileJob.run(path, kind, progress, isolation) { (monitor) throws(FileFailure) in
      try read(monitor, keptLonger: keptLonger, decode)
    }
  }
}
