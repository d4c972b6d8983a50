import Foundation

/// Archives C records field by field under stable keys, as a keyed archive: a binary property list of the kind that
/// NSKeyedArchiver writes.
///
/// One value as the root:
/// ```swift
/// let data = try ArchiveEncoder().encode(order)
/// ```
/// Several values under keys of your choice; each call takes the value as it is then:
/// ```swift
/// var encoder = ArchiveEncoder()
/// try encoder.encode(order, forKey: "theStruct")      // theStruct.order, theStruct.flags, …
/// try encoder.encode(lines, forKey: "lines")
/// let data = try encoder.finish()
/// ```
public struct ArchiveEncoder: Sendable {
  private var top: TopLevel?
  private(set) var settings = Settings()

  /// An encoder with nothing in it, for binary archives.
  public init() {}

  // MARK: Settings

  /// Whether archives are binary property lists, or XML ones: larger and slower, to be read by people.
  public var outputFormat: OutputFormat {
    get { settings.outputFormat }
    set {
      settings.outputFormat = newValue
      settingsChanged()
    }
  }

  /// The limits that whoever reads the archive has, those of a decoder by default: a value that they would refuse for the
  /// memory it takes, or for how deep it nests, is an error (`notArchivableValue`) when it is written.
  public var readingLimits: ArchiveDecoder.Limits {
    get { settings.readingLimits }
    set {
      settings.readingLimits = newValue
      settingsChanged()
    }
  }

  /// Has the last word on every object that is archived.
  public var delegate: (any ArchiveEncoderDelegate)? {
    get { settings.delegate }
    set {
      settings.delegate = newValue
      settingsChanged()
    }
  }

  /// Archives objects of the class `type` under this name; nil undoes it. It goes before `archivedClassName`.
  /// Encoding two types under one name throws `ambiguousClassName`.
  public mutating func setClassName(_ name: String?, for type: any ArchivableValue.Type) {
    settings.classNames[ObjectIdentifier(type)] = name
    settingsChanged()
  }

  /// The name that `setClassName(_:for:)` gave.
  public func className(for type: any ArchivableValue.Type) -> String? {
    settings.classNames[ObjectIdentifier(type)]
  }

  private mutating func settingsChanged() {
    guard top != nil else { return }
    unshared().objects.settings = settings
  }

  // MARK: One root value

  /// An archive whose root is `value`: an object of the record's archived name that has a key for every field.
  ///
  /// - Throws: `ArchiveError`: `invalidText` for text that is not in its encoding, `unknownEnumerationValue` for a
  ///   value that a closed enumeration has not, `layoutMismatch` when the generated code is for another target.
  public func encode<Record: ArchivableRecord>(_ value: Record) throws(ArchiveError) -> Data {
    try archive(value, as: RecordForm())
  }

  /// An archive whose root is the array, stored as columns: one byte string for every field.
  ///
  /// - Throws: As for one value; key paths name the element, `[3].name`.
  public func encode<Record: ArchivableRecord>(_ values: [Record]) throws(ArchiveError) -> Data {
    try archive(values, as: RecordsForm())
  }

  // MARK: Several values

  /// Archives a record under `key`: its fields' keys follow it and a dot.
  ///
  /// - Throws: As for one value, and `duplicateKey`; the encoder then holds what it held before.
  public mutating func encode<Record: ArchivableRecord>(
    _ value: Record, forKey key: String
  ) throws(ArchiveError) {
    try put(value, as: RecordForm(), forKey: key)
  }

  /// Archives an array of records under `key`, as columns.
  ///
  /// - Throws: As for one record.
  public mutating func encode<Record: ArchivableRecord>(
    _ values: [Record], forKey key: String
  ) throws(ArchiveError) {
    try put(values, as: RecordsForm(), forKey: key)
  }

  /// Archives a value under `key`: a number, text, data, a date, a collection, a struct or an object, with all that it
  /// leads to. Objects are the same under every key.
  ///
  /// - Throws: `ArchiveError.duplicateKey`; `outOfRange` for an integer that neither `Int64` nor `UInt64` holds; what
  ///   the values' own code throws. The encoder then holds what it held before.
  public mutating func encode<Value: ArchivableValue>(_ value: Value, forKey key: String) throws {
    try unshared().objects.attempt { encoder in
      try encoder.encode(value, forKey: key)
      try encoder.encodeQueue()
    }
  }

  /// Archives a reference to an object under `key` if something else archives the object, before or after; otherwise
  /// null.
  ///
  /// - Throws: `duplicateKey`; the encoder then holds what it held before.
  public mutating func encodeConditionalObject<Object: ArchivableObject>(
    _ object: Object?, forKey key: String
  ) throws {
    try unshared().objects.attempt { try $0.encodeConditionalObject(object, forKey: key) }
  }

  /// Archives bytes under `key`, within the archive's top.
  ///
  /// - Throws: `duplicateKey`; the encoder then holds what it held before.
  public mutating func encodeBytes(_ bytes: Data, forKey key: String) throws {
    try unshared().objects.attempt { try $0.encodeBytes(bytes, forKey: key) }
  }

  /// The archive of all values encoded so far. The encoder is empty again afterwards.
  ///
  /// - Throws: `limitExceeded` when memory runs out; `notArchivableValue` for what the `readingLimits` would refuse.
  public mutating func finish() throws(ArchiveError) -> Data {
    let objects = unshared().objects
    top = nil
    let cost = objects.sink.cost
    return try settings.checked(try objects.finish(), cost)
  }

  /// Writes to the values' dictionary; what a call that fails has written is taken back.
  mutating func write(
    _ body: (inout PropertyListSink) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    try unshared().objects.sink.attempt(body)
  }

  /// The archive in the making, this encoder's alone: a copy of an encoder goes its own way.
  private mutating func unshared() -> TopLevel {
    if isKnownUniquelyReferenced(&top), let top { return top }
    let own = TopLevel(top.map { $0.objects.copy() } ?? ObjectEncoder(settings))
    top = own
    return own
  }

  // MARK: One root object

  /// An archive whose root is the value, an object for instance, with every object that it leads to, each once.
  ///
  /// - Throws: What the values' own code throws; `ArchiveError.duplicateKey` for a key used twice in one object,
  ///   `ambiguousClassName` for two types of one archived name.
  public func encode<Value: ArchivableValue>(_ value: Value) throws -> Data {
    let encoder = ObjectEncoder(settings)
    let root = try value.archived(in: encoder)
    try encoder.encodeQueue()
    // Nothing at the root is null, as at every key.
    try encoder.put(encoder.isNullElement(root) ? .null : root, forKey: KeyedArchive.rootKey)
    let cost = encoder.sink.cost
    return try settings.checked(try encoder.finish(), cost)
  }
}

/// Gives the bytes of one record for the length of `body`.
@inline(__always)
func withRecord<Record: ArchivableRecord, Result>(
  _ value: Record, _ body: (UnsafeRawPointer) throws(ArchiveError) -> Result
) throws(ArchiveError) -> Result {
  // C's empty struct has no bytes, and Swift no address for it.
  guard MemoryLayout<Record>.size > 0 else {
    return try Record.withArchivedBytes(of: UnsafeBufferPointer(start: nil, count: 0), body)
  }
  return try withUnsafePointer(to: value) { (pointer) throws(ArchiveError) in
    try Record.withArchivedBytes(of: UnsafeBufferPointer(start: pointer, count: 1), body)
  }
}

/// The archive in the making; a class, because a writer is not copied. Never changed while shared.
private final class TopLevel: @unchecked Sendable {
  let objects: ObjectEncoder

  init(_ objects: ObjectEncoder) { self.objects = objects }
}
