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

  /// The same on a thread of its own; nobody may change the objects until the call returns. Values of types that belong
  /// to an actor stay there: for those the compiler takes `save(_:slice:)`.
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
    let encoder = ObjectEncoder(ArchiveEncoder.Settings())
    let root = try value.archived(in: encoder)
    while try encoder.encodeNext() {
      if slices.isDue { try await slices.pause(isolation) }
    }
    try encoder.put(encoder.isNullElement(root) ? .null : root, forKey: KeyedArchive.rootKey)
    try await FileJob.run(path, progress, isolation) { (steps) throws(FileFailure) in
      try write(steps) { () throws(ArchiveError) in try encoder.finish() }
    }
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
    let file = try await FileJob.run(path, progress, isolation) { (steps) throws(FileFailure) in
      try read(steps, keptLonger: true) { (data) throws(ArchiveError) in try KeyedArchiveFile(data, limits: limits) }
    }
    return try await ObjectDecoder.decodeRoot(
      type, from: file, ArchiveDecoder(limits: limits).settings, TimeSlices(slice), isolation)
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
