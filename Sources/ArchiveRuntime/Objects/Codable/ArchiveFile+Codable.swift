import Foundation

// Files of values of Codable types.

extension ArchiveFile {
  /// Replaces the file by an archive whose root is a value that is encoded by its own `encode(to:)`: any `Encodable` value. It must
  /// not be changed until the call returns.
  ///
  /// - Parameters:
  ///   - value: the value to archive.
  ///   - progress: called on the working thread while it encodes and writes.
  ///   - isolation: the caller's actor.
  /// - Throws: the errors of `ArchiveEncoder.encode(codable:)`, `ArchiveError.file`, and `CancellationError` if the task is
  ///   cancelled. The old file is then unchanged.
  public func save<Value: Encodable & SendableMetatype>(
    codable value: Value, progress: (@Sendable (ArchiveProgress) -> Void)? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try await FileJob.run(path, .objects, progress, isolation) { (monitor) throws(FileFailure) in
      try write(monitor) { try $0.encode(codable: value, to: $1) }
    }.get()
  }

  /// The root of the archive, made by its own `init(from:)`.
  ///
  /// - Parameters:
  ///   - type: the type of the archive's root.
  ///   - progress: called on the working thread while it reads and decodes.
  ///   - isolation: the caller's actor.
  /// - Throws: the errors of `ArchiveDecoder.decode(codable:from:)`, `ArchiveError.file`, and `CancellationError`.
  public func load<Value: Decodable & SendableMetatype>(
    codable type: Value.Type, progress: (@Sendable (ArchiveProgress) -> Void)? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> Value {
    try await FileJob.run(path, .objects, progress, isolation) { (monitor) throws(FileFailure) in
      try read(monitor) { try $0.decode(codable: type, from: $1) }
    }.get()
  }
}

extension ArchiveFile.Blocking {
  /// Replaces the file by an archive whose root is a value that is encoded by its own `encode(to:)`: any `Encodable` value.
  ///
  /// - Parameters:
  ///   - value: the value to archive.
  ///   - progress: called on this thread while it encodes and writes.
  /// - Throws: the errors of `ArchiveEncoder.encode(codable:)`, and `ArchiveError.file`. The old file is then unchanged.
  public func save<Value: Encodable>(
    codable value: Value, progress: (@Sendable (ArchiveProgress) -> Void)? = nil
  ) throws {
    try file.work(.objects, progress) { (monitor) throws(FileFailure) in
      try file.write(monitor) { try $0.encode(codable: value, to: $1) }
    }.get()
  }

  /// The root of the archive, made by its own `init(from:)`.
  ///
  /// - Parameters:
  ///   - type: the type of the archive's root.
  ///   - progress: called on this thread while it reads and decodes.
  /// - Throws: the errors of `ArchiveDecoder.decode(codable:from:)`, and `ArchiveError.file`.
  public func load<Value: Decodable>(
    codable type: Value.Type, progress: (@Sendable (ArchiveProgress) -> Void)? = nil
  ) throws -> Value {
    try file.work(.objects, progress) { (monitor) throws(FileFailure) in
      try file.read(monitor) { try $0.decode(codable: type, from: $1) }
    }.get()
  }
}
