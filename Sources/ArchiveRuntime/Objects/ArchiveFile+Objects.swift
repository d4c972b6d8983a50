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

  /// The same on a thread of its own; nobody may change the objects until the call returns. Values of types that belong
  /// to an actor stay there: for those the compiler takes `save(_:slice:)`.
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

  /// The same for values of types that belong to an actor, the main actor for instance: their code runs on the actor that
  /// the call is made on, in slices between which others have it, and all that concerns the file on a thread of its own.
  ///
  /// Nobody may change the objects until the call returns, as nothing keeps others on the actor from doing between two
  /// slices: what is written then may be half of the old and half of the new state. Where that cannot be avoided, take
  /// one slice.
  ///
  /// - Parameters:
  ///   - slice: How long encoding keeps the actor before others have a turn; one object is never divided. With nil
  ///     everything is encoded at once.
  /// - Throws: `CancellationError`, too, when the task is cancelled, which is looked at after each slice.
  public func save<Value: ArchivableValue>(
    _ value: Value, slice: Duration? = .milliseconds(4), progress: (@Sendable (ArchiveProgress) -> Void)? = nil,
    isolation: isolated any Actor = #isolation
  ) async throws {
    let slices = TimeSlices(slice)
    let monitor = WorkMonitor(.objects, progress, FileCancellation())
    monitor.beginEncoding(expecting: oldByteCount)
    let encoder = WorkMonitor.$current.withValue(monitor) { ObjectEncoder(self.encoder.settings) }
    let root = try value.archived(in: encoder)
    while try encoder.encodeNext() {
      if slices.isDue { try await slices.pause(isolation) }
    }
    try encoder.put(encoder.isNullElement(root) ? .null : root, forKey: KeyedArchiveFormat.rootKey)
    try encoder.settings.saving?.check(encoder.losses)
    try await FileJob.run(path, monitor, isolation) { (monitor) throws(FileFailure) in
      try write(monitor, isEncoding: false) { () throws(ArchiveError) in
        let (archive, cost) = try encoder.finish()
        return try encoder.settings.checked(archive, cost)
      }
    }
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
        do { return try encoder.encode(value) } catch {
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

  /// The same for values of types that belong to an actor, the main actor for instance: their code runs on the actor that
  /// the call is made on, in slices between which others have it, and all that concerns the file on a thread of its own.
  ///
  /// - Parameters:
  ///   - slice: How long decoding keeps the actor before others have a turn, one object's own code aside; nil decodes
  ///     everything at once.
  /// - Throws: `CancellationError`, too, when the task is cancelled, which is looked at after each slice.
  public func load<Value: ArchivableValue>(
    _ type: Value.Type, slice: Duration? = .milliseconds(4), progress: (@Sendable (ArchiveProgress) -> Void)? = nil,
    isolation: isolated any Actor = #isolation
  ) async throws -> Value {
    // The bytes are read for longer than a lease lasts.
    let monitor = WorkMonitor(.objects, progress, FileCancellation())
    let file = try await FileJob.run(path, monitor, isolation) { (monitor) throws(FileFailure) in
      try read(monitor, keptLonger: true, isDecoding: true) { (data, _) throws(ArchiveError) in
        try ParsedArchive(data, limits: limits)
      }
    }
    let value = try await ObjectDecoder.decodeRoot(
      type, from: file, limitedLoader.settings, TimeSlices(slice), monitor, isolation)
    monitor.finish()
    return value
  }

  private func read<Value: ArchivableValue>(
    _ type: Value.Type, _ monitor: WorkMonitor
  ) throws(FileFailure) -> Result<Value, any Error> {
    var failure: (any Error)?
    do throws(FileFailure) {
      let value = try read(monitor) { (data, file) throws(ArchiveError) in
        var decoder = limitedLoader
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
