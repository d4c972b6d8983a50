import Foundation

// Objects and values of the app's own, whose code may throw errors of its own.
extension ArchiveFile {
  /// Replaces the file by an archive whose root is the value, an object for instance, with all that it leads to.
  ///
  /// - Parameter progress: Called on this thread while bytes are written.
  /// - Throws: What `ArchiveEncoder.encode` throws, and `ArchiveError.file`; the old file is as it was.
  public func save<Value: ArchivableValue>(
    _ value: Value, progress: (@Sendable (ArchiveProgress) -> Void)? = nil
  ) throws {
    try save(data: try ArchiveEncoder().encode(value), progress: progress)
  }

  /// The same on a thread of its own; nobody may change the objects until the call returns. Objects of a class that
  /// conforms on an actor cannot go there: encode these to data, and save that.
  ///
  /// - Throws: `CancellationError`, too, when the task is cancelled.
  public func save<Value: ArchivableValue & SendableMetatype>(
    _ value: Value, progress: (@Sendable (ArchiveProgress) -> Void)? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) async throws {
    let outcome = try await FileJob.run(path, progress, isolation) { (steps) throws(FileFailure) in
      try steps.check()
      let encoded = Result { try ArchiveEncoder().encode(value) }
      guard case .success(let data) = encoded else { return encoded }
      try write(steps) { () throws(ArchiveError) in data }
      return encoded
    }
    _ = try outcome.get()
  }

  /// The archive's root, an object for instance, and all that it leads to.
  ///
  /// Data that is most of a `.mapped` file is that file's, uncopied, and keeps it mapped.
  ///
  /// - Parameter progress: Called on this thread while bytes are read.
  /// - Throws: What `ArchiveDecoder.decode` throws, and `ArchiveError.file`.
  public func load<Value: ArchivableValue>(
    _ type: Value.Type, progress: (@Sendable (ArchiveProgress) -> Void)? = nil
  ) throws -> Value {
    try blocking(progress) { (steps) throws(FileFailure) in try read(type, steps) }.get()
  }

  /// The same on a thread of its own.
  ///
  /// - Throws: `CancellationError`, too, when the task is cancelled.
  public func load<Value: ArchivableValue & SendableMetatype>(
    _ type: Value.Type, progress: (@Sendable (ArchiveProgress) -> Void)? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> Value {
    try await FileJob.run(path, progress, isolation) { (steps) throws(FileFailure) in try read(type, steps) }.get()
  }

  private func read<Value: ArchivableValue>(
    _ type: Value.Type, _ steps: FileSteps
  ) throws(FileFailure) -> Result<Value, any Error> {
    try read(steps) { (data) throws(ArchiveError) in
      var decoder = limitedLoader
      // A mapping under a lease ends with the call.
      decoder.settings.sharesBytes = reading != .automatic
      return Result { try decoder.decode(type, from: data) }
    }
  }
}
