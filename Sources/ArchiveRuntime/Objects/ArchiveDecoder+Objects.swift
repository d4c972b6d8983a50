import Foundation

extension ArchiveDecoder {
  // MARK: Several values

  /// The value that was encoded under `key`: a number, text, data, a date, a collection, a struct or an object with all
  /// that it leads to.
  ///
  /// Objects that several keys share are shared only within one call of `readValues(_:)`.
  ///
  /// - Throws: `ArchiveError`: `missingKey`, `wrongType`, `outOfRange` when the type cannot hold a number,
  ///   `typeNotAllowed`; and what the values' own code throws.
  public func decode<Value: ArchivableValue>(_ type: Value.Type, forKey key: String) throws -> Value {
    try readValues(within: key) { try $0.decode(type, forKey: key) }
  }

  /// The same; nil when there is no such key, or null under it.
  ///
  /// - Throws: As `decode(_:forKey:)`, but for `missingKey` of the key itself.
  public func decodeIfPresent<Value: ArchivableValue>(_ type: Value.Type, forKey key: String) throws -> Value? {
    try readValues(within: key) { try $0.decodeIfPresent(type, forKey: key) }
  }

  /// Gives the bytes of the `Data` under `key` as they stand in the archive, uncopied, for the length of `body`; the
  /// pointer must not leave it. `decode(Data.self, forKey:)` makes a copy, which is the caller's to change.
  ///
  /// - Throws: `missingKey`; `wrongType`; what `body` throws.
  public func withBytes<Result>(forKey key: String, _ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result
  {
    try readValues { try $0.withBytes(forKey: key, body) }
  }

  /// Whether the archive has a value under this key, be it null; a struct's, or C data's, are under keys that begin with
  /// it.
  ///
  /// - Throws: `notAnArchive` for a decoder that was given no archive; `corrupt`.
  public func containsValue(forKey key: String) throws -> Bool {
    try readValues { try $0.containsValue(forKey: key) }
  }

  /// Reads several values, which share the objects that they lead to. These are whole when the call returns, not yet
  /// within `body`.
  ///
  /// ```swift
  /// let (team, captain) = try decoder.readValues { top in
  ///   (try top.decode(Team.self, forKey: "team"), try top.decode(Player.self, forKey: "captain"))
  /// }
  /// ```
  ///
  /// - Throws: What `body` throws, and what the objects' own code does; `notAnArchive` for a decoder that was given none.
  public func readValues<Result>(_ body: (ObjectDecoder) throws -> Result) throws -> Result {
    try readValues(within: nil, body)
  }

  /// - Parameter key: The only one that is read.
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

  /// The archive's root, an object for instance, and all that it leads to. No class is made but this one, those that its
  /// objects ask for, and their `archivableSubclasses`.
  ///
  /// - Throws: `ArchiveError`, and what the values' own code throws.
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

  /// Has the last word on every object that is read.
  public var delegate: (any ArchiveDecoderDelegate)? {
    get { settings.objects.delegate }
    set { settings.objects.delegate = newValue }
  }

  /// Makes a `type` of every object whose class has this name in the archive, where `type` is allowed; nil undoes it.
  public mutating func setClass(_ type: (any ArchivableValue.Type)?, forClassName name: String) {
    settings.objects.classes[ExactText(name)] = type.map(ObjectDecodingSettings.MappedClass.init)
  }

  /// The class that `setClass(_:forClassName:)` gave.
  public func `class`(forClassName name: String) -> (any ArchivableValue.Type)? {
    settings.objects.classes[ExactText(name)]?.type
  }
}
