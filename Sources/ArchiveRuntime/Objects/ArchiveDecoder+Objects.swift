import Foundation

extension ArchiveDecoder {
  // MARK: Several values

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
  /// - Throws: `notAnArchive` for a decoder without an archive; `corrupt`.
  public func containsValue(forKey key: String) throws -> Bool {
    try readValues { try $0.containsValue(forKey: key) }
  }

  /// Reads several values that share the objects they refer to. The objects are complete when the call returns, but not
  /// yet within `body`.
  ///
  /// ```swift
  /// let (team, captain) = try decoder.readValues { top in
  ///   (try top.decode(Team.self, forKey: "team"), try top.decode(Player.self, forKey: "captain"))
  /// }
  /// ```
  ///
  /// - Throws: the errors of `body` and of the objects' own code; `notAnArchive` for a decoder without an archive.
  public func readValues<Result>(_ body: (ObjectDecoder) throws -> Result) throws -> Result {
    try readValues(within: nil, body)
  }

  /// - Parameter key: the only key that is read.
  private func readValues<Result>(within key: String?, _ body: (ObjectDecoder) throws -> Result) throws -> Result {
    guard let file else {
      throw ArchiveError.notAnArchive(reason: "no archive was given; make the decoder with init(forReadingFrom:)")
    }
    return try DecodingSession.read(file, shapes, settings.keyUse) { archive in
      let decoder = try ObjectDecoder(archive, settings)
      let result = try decoder.complete { try body(decoder) }
      try decoder.finishKeys(within: key, isWhole: false)
      return result
    }
  }

  // MARK: One root object

  /// The root of the archive, such as an object, and everything that can be reached from it. Only this class, classes
  /// that its objects request, and their `archivableSubclasses` are instantiated.
  ///
  /// - Throws: `ArchiveError`, and the errors of the values' own code.
  public func decode<Value: ArchivableValue>(_ type: Value.Type, from data: Data) throws -> Value {
    let file = try ParsedArchive(data, limits: limits)
    return try DecodingSession.read(file, ShapeTable(), settings.keyUse) { archive in
      let decoder = try ObjectDecoder(archive, settings)
      let value = try decoder.complete { try decoder.root(type) }
      try decoder.finishKeys(within: nil, isWhole: true)
      return value
    }
  }

  // MARK: Settings

  /// A delegate that can replace every object that is read.
  public var delegate: (any ArchiveDecoderDelegate)? {
    get { settings.objects.delegate }
    set { settings.objects.delegate = newValue }
  }

  /// Decodes objects with this class name as `type`, where `type` is allowed. nil removes the mapping.
  public mutating func setClass(_ type: (any ArchivableValue.Type)?, forClassName name: String) {
    settings.objects.classes[ExactText(name)] = type.map(ObjectDecodingSettings.MappedClass.init)
  }

  /// The class that `setClass(_:forClassName:)` has set for the name.
  public func `class`(forClassName name: String) -> (any ArchivableValue.Type)? {
    settings.objects.classes[ExactText(name)]?.type
  }
}
