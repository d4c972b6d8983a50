import Foundation

// Files of objects and values of the app, whose code may throw its own errors.
extension ArchiveFile {
  /// Replaces the file by an archive whose root is the value, such as an object, with everything that can be reached
  /// from it. The objects must not be changed until the call returns. Values of types that belong to an actor stay there:
  /// for these the compiler selects `save(_:slice:)`.
  ///
  /// - Parameters:
  ///   - value: the value to archive.
  ///   - progress: called on the working thread while it encodes and writes.
  ///   - isolation: the caller's actor.
  /// - Throws: the errors of `ArchiveEncoder.encode`, `ArchiveError.file`, and `CancellationError` if the task is
  ///   cancelled. The old file is then unchanged.
  public func save<Value: ArchivableValue & SendableMetatype>(
    _ value: Value, progress: (@Sendable (ArchiveProgress) -> Void)? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try await FileJob.run(path, .objects, progress, isolation) { (monitor) throws(FileFailure) in
      try write(monitor) { try $0.encode(value, to: $1) }
    }.get()
  }

  /// The same for values of types that belong to an actor, such as the main actor. Their code runs on the actor of the
  /// caller, in slices between which other code can use the actor; the file is written on a separate thread.
  ///
  /// The objects must not be changed until the call returns, although other code on the actor could do so between two
  /// slices: the archive would contain a mixture of old and new state. If this cannot be avoided, use a single slice.
  ///
  /// - Parameters:
  ///   - value: the value to archive.
  ///   - slice: the time for which encoding uses the actor without a pause. One object is never divided. With nil,
  ///     everything is encoded at once.
  ///   - progress: is called with what has been done.
  ///   - isolation: the caller's actor.
  /// - Throws: also `CancellationError` if the task is cancelled, which is checked after each slice.
  public func save<Value: ArchivableValue>(
    _ value: Value, slice: Duration? = .milliseconds(4), progress: (@Sendable (ArchiveProgress) -> Void)? = nil,
    isolation: isolated any Actor = #isolation
  ) async throws {
    let slices = TimeSlices(slice)
    let monitor = WorkMonitor(.objects, progress, FileCancellation())
    monitor.beginEncoding(expecting: oldByteCount)
    let settings = try self.encoder.settings
    let encoder = WorkMonitor.$current.withValue(monitor) { ObjectEncoder(settings) }
    let root = try value.archived(in: encoder)
    while try encoder.encodeNext() {
      if slices.isDue { try await slices.pause(isolation) }
    }
    try encoder.put(encoder.isNullElement(root) ? .null : root, forKey: KeyedArchiveFormat.rootKey)
    try encoder.substitution?.finish()
    try await FileJob.run(path, monitor, isolation) { (monitor) throws(FileFailure) in
      try write(monitor, isEncoding: false) { (_) throws(ArchiveError) in
        let (archive, cost) = try encoder.finish()
        return try encoder.settings.checked(archive, cost)
      }
    }
  }

  /// The root of the archive, such as an object, and everything that can be reached from it.
  ///
  /// Large data of a `.mapped` file consists of pages of that file. They are copied when they are written to, and keep
  /// the file open.
  ///
  /// - Parameters:
  ///   - type: the type of the archive's root.
  ///   - progress: called on the working thread while it reads and decodes.
  ///   - isolation: the caller's actor.
  /// - Throws: the errors of `ArchiveDecoder.decode`, `ArchiveError.file`, and `CancellationError`.
  public func load<Value: ArchivableValue & SendableMetatype>(
    _ type: Value.Type, progress: (@Sendable (ArchiveProgress) -> Void)? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> Value {
    try await FileJob.run(path, .objects, progress, isolation) { (monitor) throws(FileFailure) in
      try read(monitor) { try $0.decode(type, from: $1) }
    }.get()
  }

  /// - Returns: the error of the values' own code, if they threw one.
  func write(
    _ monitor: WorkMonitor, _ encode: (ArchiveEncoder, PropertyListOutput) throws -> Data
  ) throws(FileFailure) -> Result<Void, any Error> {
    var failure: (any Error)?
    do throws(FileFailure) {
      try write(monitor) { (output) throws(ArchiveError) in
        do { return try encode(encoder, output) } catch {
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

  /// The same for values of types that belong to an actor, such as the main actor. Their code runs on the actor of the
  /// caller, in slices between which other code can use the actor; the file is read on a separate thread.
  ///
  /// - Parameters:
  ///   - type: the type of the value.
  ///   - slice: the time for which decoding uses the actor without a pause, apart from the code of one object. With
  ///     nil, everything is decoded at once.
  ///   - progress: is called with what has been done.
  ///   - isolation: the caller's actor.
  /// - Throws: also `CancellationError` if the task is cancelled, which is checked after each slice.
  public func load<Value: ArchivableValue>(
    _ type: Value.Type, slice: Duration? = .milliseconds(4), progress: (@Sendable (ArchiveProgress) -> Void)? = nil,
    isolation: isolated any Actor = #isolation
  ) async throws -> Value {
    // The bytes are used for longer than a lease lasts.
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

  func read<Value>(
    _ monitor: WorkMonitor, _ decode: (ArchiveDecoder, Data) throws -> Value
  ) throws(FileFailure) -> Result<Value, any Error> {
    var failure: (any Error)?
    do throws(FileFailure) {
      let value = try read(monitor) { (data, file) throws(ArchiveError) in
        var decoder = limitedLoader
        decoder.settings.mappedFile = file
        do { return try decode(decoder, data) } catch {
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

extension ArchiveFile.Blocking {
  /// Replaces the file by an archive whose root is the value, such as an object, with everything that can be reached
  /// from it.
  ///
  /// - Parameters:
  ///   - value: the value to archive.
  ///   - progress: called on this thread while it encodes and writes.
  /// - Throws: the errors of `ArchiveEncoder.encode`, and `ArchiveError.file`. The old file is then unchanged.
  public func save<Value: ArchivableValue>(
    _ value: Value, progress: (@Sendable (ArchiveProgress) -> Void)? = nil
  ) throws {
    try file.work(.objects, progress) { (monitor) throws(FileFailure) in
      try file.write(monitor) { try $0.encode(value, to: $1) }
    }.get()
  }

  /// The root of the archive, such as an object, and everything that can be reached from it.
  ///
  /// Large data of a `.mapped` file consists of pages of that file. They are copied when they are written to, and keep
  /// the file open.
  ///
  /// - Parameters:
  ///   - type: the type of the archive's root.
  ///   - progress: called on this thread while it reads and decodes.
  /// - Throws: the errors of `ArchiveDecoder.decode`, and `ArchiveError.file`.
  public func load<Value: ArchivableValue>(
    _ type: Value.Type, progress: (@Sendable (ArchiveProgress) -> Void)? = nil
  ) throws -> Value {
    try file.work(.objects, progress) { (monitor) throws(FileFailure) in
      try file.read(monitor) { try $0.decode(type, from: $1) }
    }.get()
  }
}
