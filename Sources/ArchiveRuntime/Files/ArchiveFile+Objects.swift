import Foundation

// Objects and values of the app's own, whose code may throw errors of its own.
extension ArchiveFile {
  /// Replaces the file by an archive whose root is the value, an object for instance, with all that it leads to.
  ///
  /// - Parameter progress: Called on this thread as it encodes and writes.
  /// - Throws: What `ArchiveEncoder.encode` throws, and `ArchiveError.file`; the old file is as it was.
  public func save<Value: ArchivableValue>(
    _ value: Value, progress: (@Sendable (ArchiveProgress) -> Void)? = nil
  ) throws {
    try blocking(.objects, progress) { (monitor) throws(FileFailure) in try write(value, monitor) }.get()
  }

  /// The same on a thread of its own; nobody may change the objects until the call returns. Objects of a class that
  /// conforms on an actor cannot go there: encode these to data, and save that.
  ///
  /// - Throws: `CancellationError`, too, when the task is cancelled.
  public func save<Value: ArchivableValue & SendableMetatype>(
    _ value: Value, progress: (@Sendable (ArchiveProgress) -> Void)? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try await FileJob.run(path, .objects, progress, isolation) { (monitor) throws(FileFailure) in
      try write(value, monitor)
    }.get()
  }

  /// The archive's root, an object for instance, and all that it leads to.
  ///
  /// Large data of a `.mapped` file comes as pages of that file, which are copied when they are written to, and keeps it
  /// open.
  ///
  /// - Parameter progress: Called on this thread as it reads and decodes.
  /// - Throws: What `ArchiveDecoder.decode` throws, and `ArchiveError.file`.
  public func load<Value: ArchivableValue>(
    _ type: Value.Type, progress: (@Sendable (ArchiveProgress) -> Void)? = nil
  ) throws -> Value {
    try blocking(.objects, progress) { (monitor) throws(FileFailure) in try read(type, monitor) }.get()
  }

  /// The same on a thread of its own.
  ///
  /// - Throws: `CancellationError`, too, when the task is cancelled.
  public func load<Value: ArchivableValue & SendableMetatype>(
    _ type: Value.Type, progress: (@Sendable (ArchiveProgress) -> Void)? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> Value {
    try await FileJob.run(path, .objects, progress, isolation) { (monitor) throws(FileFailure) in
      try read(type, monitor)
    }.get()
  }

  /// - Returns: The error of the values' own code, if they threw one.
  private func write<Value: ArchivableValue>(
    _ value: Value, _ monitor: WorkMonitor
  ) throws(FileFailure) -> Result<Void, any Error> {
    var failure: (any Error)?
    do throws(FileFailure) {
      try write(monitor) { () throws(ArchiveError) in
        do { return try ArchiveEncoder().encode(value) } catch {
          failure = error
          throw .cancelled
        }
      }
    } catch {
      guard let failure, !monitor.isCancelled else { throw error }
      return .failure(failure)
    }
    return .success(())
  }

  private func read<Value: ArchivableValue>(
    _ type: Value.Type, _ monitor: WorkMonitor
  ) throws(FileFailure) -> Result<Value, any Error> {
    var failure: (any Error)?
    do throws(FileFailure) {
      let value = try read(monitor) { (data, file) throws(ArchiveError) in
        var decoder = ArchiveDecoder(limits: limits)
        decoder.settings.mappedFile = file
        do { return try decoder.decode(type, from: data) } catch {
          failure = error
          throw .cancelled
        }
      }
      return .success(value)
    } catch {
      guard let failure, !monitor.isCancelled else { throw error }
      return .failure(failure)
    }
  }
}
