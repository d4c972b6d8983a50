import Foundation

extension ArchiveEncoder {
  // MARK: Settings

  /// A delegate that can replace every object that is archived.
  public var delegate: (any ArchiveEncoderDelegate)? {
    get { settings.objects.delegate }
    set {
      settings.objects.delegate = newValue
      settingsChanged()
    }
  }

  /// Sets the archived name of the class `type`, which overrides `archivedClassName`. nil removes it. Encoding two
  /// types with the same name throws `ambiguousClassName`.
  public mutating func setClassName(_ name: String?, for type: any ArchivableValue.Type) {
    settings.objects.classNames[ObjectIdentifier(type)] = name
    settingsChanged()
  }

  /// The name that `setClassName(_:for:)` has set for the type.
  public func className(for type: any ArchivableValue.Type) -> String? {
    settings.objects.classNames[ObjectIdentifier(type)]
  }

  // MARK: Several values

  /// Archives a value under `key`: a number, text, data, a date, a collection, a struct or an object, with all objects
  /// that can be reached from it. Objects are shared between all keys.
  ///
  /// - Throws: `ArchiveError.duplicateKey`; `outOfRange` for an integer that fits neither `Int64` nor `UInt64`; the
  ///   errors of the values' own code. The encoder is then unchanged.
  public mutating func encode<Value: ArchivableValue>(_ value: Value, forKey key: String) throws {
    try objectEncoder().attempt { encoder in
      try encoder.encode(value, forKey: key)
      try encoder.encodeQueue()
    }
  }

  /// Archives a reference to an object under `key` if something else archives the object, earlier or later; otherwise
  /// null.
  ///
  /// - Throws: `duplicateKey`. The encoder is then unchanged.
  public mutating func encodeConditionalObject<Object: ArchivableObject>(
    _ object: Object?, forKey key: String
  ) throws {
    try objectEncoder().attempt { try $0.encodeConditionalObject(object, forKey: key) }
  }

  /// Archives bytes under `key`, in the archive's top dictionary.
  ///
  /// - Throws: `duplicateKey`. The encoder is then unchanged.
  public mutating func encodeBytes(_ bytes: Data, forKey key: String) throws {
    try objectEncoder().attempt { try $0.encodeBytes(bytes, forKey: key) }
  }

  /// The encoder for objects, which continues what was written before.
  private mutating func objectEncoder() -> ObjectEncoder {
    let top = unshared()
    if let objects = top.encoding as? ObjectEncoder { return objects }
    let objects = ObjectEncoder(settings, continuing: top.encoding.takeSink())
    top.encoding = objects
    return objects
  }

  // MARK: One root object

  /// An archive whose root is the value, such as an object, with every object that can be reached from it.
  ///
  /// - Throws: the errors of the values' own code; `ArchiveError.duplicateKey` for a key used twice in one object,
  ///   `ambiguousClassName` for two types with one archived name.
  public func encode<Value: ArchivableValue>(_ value: Value) throws -> Data {
    let encoder = ObjectEncoder(settings)
    let root = try value.archived(in: encoder)
    try encoder.encodeQueue()
    // An absent root is null, as with other keys.
    try encoder.put(encoder.isNullElement(root) ? .null : root, forKey: KeyedArchiveFormat.rootKey)
    try encoder.substitution?.finish()
    let (archive, cost) = try encoder.finish()
    return try settings.checked(archive, cost)
  }
}
