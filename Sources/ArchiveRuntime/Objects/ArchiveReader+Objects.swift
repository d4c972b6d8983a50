import Foundation

extension ArchiveReader {
  /// The value that was encoded under `key`: a number, text, data, a date, a collection, a struct or an object with all
  /// objects that can be reached from it.
  ///
  /// Objects of several keys are shared only within one call of `readValues(_:)`.
  ///
  /// - Throws: `ArchiveError`: `missingKey`, `wrongType`, `outOfRange` if the type cannot represent a number,
  ///   `typeNotAllowed`; and the errors of the values' own code.
  public func decode<Value: ArchivableValue>(_ type: Value.Type, forKey key: String) throws -> Value {
    try readValues(within: key) { try $0.decode(type, forKey: key) }
  }

  /// The same; nil if there is no such key, or if its value is null.
  ///
  /// - Throws: the same errors as `decode(_:forKey:)`, except for `missingKey` of the key itself.
  public func decodeIfPresent<Value: ArchivableValue>(_ type: Value.Type, forKey key: String) throws -> Value? {
    try readValues(within: key) { try $0.decodeIfPresent(type, forKey: key) }
  }

  /// Passes the bytes of the `Data` under `key` to `body` without copying them. The pointer must not escape.
  /// `decode(Data.self, forKey:)` returns a copy.
  ///
  /// - Throws: `missingKey`; `wrongType`; the errors of `body`.
  public func withBytes<Result>(forKey key: String, _ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result
  {
    try readValues { try $0.withBytes(forKey: key, body) }
  }

  /// Whether the archive has a value under this key, which may be null. Structs and C data have keys that begin with
  /// it.
  ///
  /// - Throws: `corrupt`.
  public func containsValue(forKey key: String) throws -> Bool {
    try readValues { try $0.containsValue(forKey: key) }
  }

  /// Reads several values that share the objects they refer to. The objects are complete when the call returns, but not
  /// yet within `body`, which may be called again from its beginning.
  ///
  /// ```swift
  /// let (team, captain) = try archive.readValues { top in
  ///   (try top.decode(Team.self, forKey: "team"), try top.decode(Player.self, forKey: "captain"))
  /// }
  /// ```
  ///
  /// - Throws: the errors of `body` and of the objects' own code.
  public func readValues<Result>(_ body: (ObjectDecoder) throws -> Result) throws -> Result {
    try readValues(within: nil, body)
  }

  /// - Parameter key: the only key that is read.
  func readValues<Result>(within key: String?, _ body: (ObjectDecoder) throws -> Result) throws -> Result {
    try ObjectDecoder.read(opened.file, try opened.shapes(), settings, body) { decoder in
      try decoder.finishKeys(within: key, isWhole: false)
      try decoder.releaseObjects()
      decoder.tellValues()
    }
  }
}
