/// The version of a C struct's records, with the method or function that migrates earlier ones: `version(2), migrate(update)`.
@_spi(GeneratedCode) public struct RecordMigration: Sendable {
  /// The type's archived name, under which archives have the version.
  package let name: String
  package let formerNames: [String]
  package let version: Int
  /// nil for a type that has a version and no migration: records of earlier versions are read as they are.
  let update: (@Sendable (UnsafeMutableRawPointer, Int, RecordDecoder) throws -> Void)?

  /// The version of a type without a migration. Archives have it, so that a later release knows what it migrates.
  public init(_ name: String, was formerNames: [String] = [], to version: Int) {
    self.name = name
    self.formerNames = formerNames
    self.version = version
    update = nil
  }

  /// - Parameters:
  ///   - version: the current version. Records of lower versions are migrated.
  ///   - update: takes the record after its fields were read, its archived version, and the archive's values.
  public init<Record>(
    _ name: String, was formerNames: [String] = [], to version: Int, _ type: Record.Type,
    _ update: @escaping @Sendable (inout Record, Int, RecordDecoder) throws -> Void
  ) {
    self.name = name
    self.formerNames = formerNames
    self.version = version
    self.update = { record, version, decoder in
      try update(&record.assumingMemoryBound(to: type).pointee, version, decoder)
    }
  }

  /// The same for a struct that represents a record that Swift does not import.
  public init<Record: RawRecord>(
    _ name: String, was formerNames: [String] = [], to version: Int, _ type: Record.Type,
    _ update: @escaping @Sendable (inout Record, Int, RecordDecoder) throws -> Void
  ) {
    self.name = name
    self.formerNames = formerNames
    self.version = version
    self.update = { record, version, decoder in
      var copy = Record(copying: UnsafeRawPointer(record))
      try update(&copy, version, decoder)
      copy.copy(to: record)
    }
  }

  func versionKeys(_ prefixes: [String]) -> [String] {
    prefixes.flatMap { prefix in ([name] + formerNames).map { "\(prefix)$\($0).version" } }
  }
}

// Calls of generated code around a migration.

@_spi(GeneratedCode) extension GeneratedCodeInterface1 {
  /// Calls a migration, which is a method of the app or a C function, and may throw. It is marked as unsafe, because
  /// the record may be.
  ///
  /// - Throws: the errors of the method.
  @unsafe
  public static func updated<Value>(_ value: Value) throws {}

  /// Checks the result of a C function that migrates a record.
  ///
  /// - Throws: an error with the code, unless it is 0.
  @unsafe
  public static func updated(code: Int32) throws {
    if code != 0 { throw MigrationCode(code: code) }
  }
}

private struct MigrationCode: Error, CustomStringConvertible {
  let code: Int32
  var description: String { "the function returned \(code)" }
}
