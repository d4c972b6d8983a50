import Foundation

extension ArchiveFile {
  /// The same calls without `async`. They work on the caller's thread, which waits for the disk, and ignore the
  /// cancellation of tasks.
  ///
  /// ```swift
  /// try ArchiveFile(path: "orders.archive").blocking.save(orders)
  /// ```
  public var blocking: Blocking { Blocking(file: self) }

  /// The calls of a file that work on the caller's thread; see ``ArchiveFile/blocking``.
  public struct Blocking: Sendable {
    let file: ArchiveFile
  }
}

extension ArchiveFile.Blocking {
  /// Replaces the file by an archive whose root is `value`.
  ///
  /// - Parameters:
  ///   - value: the value to archive.
  ///   - progress: called on this thread while it encodes and writes.
  /// - Throws: the errors of `ArchiveEncoder.encode`, and `ArchiveError.file`. The old file is then unchanged.
  public func save<Record: ArchivableRecord>(
    _ value: Record, progress: (@Sendable (ArchiveProgress) -> Void)? = nil
  ) throws(ArchiveError) {
    try file.saveBlocking(.records, progress) { (_) throws(ArchiveError) in try file.encoder.encode(value) }
  }

  /// Replaces the file by an archive whose root is the array, stored in columns.
  ///
  /// - Throws: the same errors as for one value.
  public func save<Record: ArchivableRecord>(
    _ values: [Record], progress: (@Sendable (ArchiveProgress) -> Void)? = nil
  ) throws(ArchiveError) {
    try file.saveBlocking(.records, progress) { (output) throws(ArchiveError) in
      try file.encoder.archive(values, as: RecordsForm(), to: output)
    }
  }

  /// Replaces the file by a finished archive, such as the result of `ArchiveWriter.finish()`. The bytes are not
  /// checked.
  ///
  /// - Throws: `ArchiveError.file`. The old file is then unchanged.
  public func save(
    data: Data, progress: (@Sendable (ArchiveProgress) -> Void)? = nil
  ) throws(ArchiveError) {
    try file.saveBlocking(.bytes, progress) { (_) throws(ArchiveError) in data }
  }

  /// The archive's root, which must be a record of this type.
  ///
  /// - Parameters:
  ///   - type: the type of the archive's root.
  ///   - progress: called on this thread while it reads and decodes.
  /// - Throws: the errors of `ArchiveDecoder.decode`, and `ArchiveError.file`.
  public func load<Record: ArchivableRecord>(
    _ type: Record.Type, progress: (@Sendable (ArchiveProgress) -> Void)? = nil
  ) throws(ArchiveError) -> Record {
    try file.loadBlocking(.records, progress) { (data, _) throws(ArchiveError) in
      try file.limitedLoader.decode(type, from: data)
    }
  }

  /// The archive's root, which must be an array of records of this type.
  ///
  /// - Throws: the same errors as for one record, and `limitExceeded` if the archive claims more than its size allows.
  public func load<Record: ArchivableRecord>(
    _ type: [Record].Type, progress: (@Sendable (ArchiveProgress) -> Void)? = nil
  ) throws(ArchiveError) -> [Record] {
    try file.loadBlocking(.records, progress) { (data, _) throws(ArchiveError) in
      try file.limitedLoader.decode(type, from: data)
    }
  }

  /// Some records of the array that is the archive's root; see ``ArchiveDecoder/rows(_:of:from:)``.
  ///
  /// With the reading ``ArchiveFile/Reading/mapped`` nothing else of the file is read.
  ///
  /// - Throws: the errors of that call, and `file`.
  public func rows<Record: ArchivableRecord>(
    _ rows: Range<Int>, of type: Record.Type
  ) throws(ArchiveError) -> [Record] {
    try file.loadBlocking(.records, nil) { (data, _) throws(ArchiveError) in
      try file.limitedLoader.rows(rows, of: type, from: data)
    }
  }

  /// One member of the records of the array that is the archive's root; see ``ArchiveDecoder/column(_:rows:from:)``.
  ///
  /// With the reading ``ArchiveFile/Reading/mapped`` nothing else of the file is read.
  ///
  /// - Throws: the errors of that call, and `file`.
  public func column<Record: ArchivableRecord, Value>(
    _ member: KeyPath<Record, Value>, rows: Range<Int>? = nil
  ) throws(ArchiveError) -> [Value] {
    try file.loadBlocking(.records, nil) { (data, _) throws(ArchiveError) in
      try file.limitedLoader.column(member, rows: rows, from: data)
    }
  }

  /// The number of records in the array that is the archive's root; see ``ArchiveDecoder/rowCount(of:from:)``.
  ///
  /// - Throws: the errors of that call, and `file`.
  public func rowCount<Record: ArchivableRecord>(of type: Record.Type) throws(ArchiveError) -> Int {
    try file.loadBlocking(.records, nil) { (data, _) throws(ArchiveError) in
      try file.limitedLoader.rowCount(of: type, from: data)
    }
  }

  /// A reader of an archive with several values, with the settings of the file's `loader`. It keeps the bytes of the
  /// archive, even if the file changes.
  ///
  /// - Throws: `notAnArchive`, `corrupt`, `file`.
  public func reader(
    progress: (@Sendable (ArchiveProgress) -> Void)? = nil
  ) throws(ArchiveError) -> ArchiveReader {
    try file.loadBlocking(.bytes, progress, keptLonger: true, file.reader)
  }
}

extension ArchiveFile {
  /// The common part of all blocking saves.
  func saveBlocking(
    _ kind: WorkMonitor.Kind, _ progress: (@Sendable (ArchiveProgress) -> Void)?,
    _ encode: (PropertyListOutput) throws(ArchiveError) -> Data
  ) throws(ArchiveError) {
    try work(kind, progress) { (monitor) throws(FileFailure) in try write(monitor, encode) }
  }

  /// The common part of all blocking loads.
  func loadBlocking<Value>(
    _ kind: WorkMonitor.Kind, _ progress: (@Sendable (ArchiveProgress) -> Void)?, keptLonger: Bool = false,
    _ decode: (Data, MappedFile?) throws(ArchiveError) -> Value
  ) throws(ArchiveError) -> Value {
    try work(kind, progress) { (monitor) throws(FileFailure) in
      try read(monitor, keptLonger: keptLonger, decode)
    }
  }

  func work<Value>(
    _ kind: WorkMonitor.Kind, _ progress: (@Sendable (ArchiveProgress) -> Void)?,
    _ body: (WorkMonitor) throws(FileFailure) -> Value
  ) throws(ArchiveError) -> Value {
    let monitor = WorkMonitor(kind, progress, nil)
    // Without a progress function and without a task that can be cancelled, the engine does not need a monitor.
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
