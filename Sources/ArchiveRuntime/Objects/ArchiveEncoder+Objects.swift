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

  // MARK: One root object

  /// An archive whose root is the value, such as an object, with every object that can be reached from it.
  ///
  /// - Throws: the errors of the values' own code; `ArchiveError.duplicateKey` for a key used twice in one object,
  ///   `ambiguousClassName` for two types with one archived name.
  public func encode<Value: ArchivableValue>(_ value: Value) throws -> Data { try encode(value, to: nil) }

  /// The same archive without what `output` has taken.
  func encode<Value: ArchivableValue>(_ value: Value, to output: PropertyListOutput?) throws -> Data {
    let encoder = ObjectEncoder(settings, output)
    let root = try value.archived(in: encoder)
    try encoder.encodeQueue()
    // An absent root is null, as with other keys.
    try encoder.put(encoder.isNullElement(root) ? .null : root, forKey: KeyedArchiveFormat.rootKey)
    try encoder.substitution?.finish()
    let (archive, cost) = try encoder.finish()
    return try settings.checked(archive, cost, output)
  }
}
