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
