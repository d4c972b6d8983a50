// Further calls of generated code.

extension ObjectEncoder {
  /// Archives the version of a type's keys, for a migration by a later version.
  ///
  /// - Throws: `duplicateKey`.
  @_spi(GeneratedCode) public func encodeVersion(_ version: Int, of name: String) throws {
    if let substitution { return try substitution.encodeVersion(version, of: name, in: self) }
    try encode(version, forKey: "$" + name + ".version")
  }
}

extension ObjectDecoder {
  /// The version with which a type was archived; 1 if the archive has none.
  ///
  /// - Parameter names: the type's archived name and its former ones.
  /// - Throws: `wrongType` or `outOfRange` for a version that is not an `Int`.
  @_spi(GeneratedCode) public func decodeVersion(of names: String...) throws -> Int {
    try decodeVersion(among: names)
  }

  /// The same, for a type whose keys have this version today: an archive with a higher one is of a later release.
  ///
  /// - Throws: As `decodeVersion(of:)`.
  @_spi(GeneratedCode) public func decodeVersion(of names: String..., upTo version: Int) throws -> Int {
    try decodeVersion(of: names, upTo: version)
  }

  /// The same for the names of a generic type.
  ///
  /// - Throws: As `decodeVersion(of:)`.
  @_spi(GeneratedCode) public func decodeVersion(of names: [String], upTo version: Int) throws -> Int {
    let found = try decodeVersion(among: names)
    if found > version { archive.use?.noteNewerVersion() }
    return found
  }

  private func decodeVersion(among names: [String]) throws -> Int {
    for name in names where try hasKey("$" + name + ".version") {
      // Whether it is above today's is seen when the object is written, at the latest.
      archive.use?.noteVersion()
      return try decode(Int.self, forKey: "$" + name + ".version")
    }
    return 1
  }

  /// A key that is relative to the root of the object, or of a value at the archive's top, and not to the struct that
  /// is read: for a property that moved.
  @_spi(GeneratedCode) public func keyFromRoot(_ key: String) -> String {
    current.prefix == current.root ? key : ObjectFields.rootMark + key
  }

  /// The first of these keys that the object has: the key itself, or one that follows it after a dot or `[]`.
  ///
  /// - Throws: `decodingOver`; `corrupt`.
  @_spi(GeneratedCode) public func storedKey(_ keys: String...) throws -> String? { try storedKey(among: keys) }

  /// The same for one key, without an array of keys.
  ///
  /// - Throws: `decodingOver`; `corrupt`.
  @_spi(GeneratedCode) public func storedKey(_ key: String) throws -> String? {
    try containsValue(forKey: key) ? key : nil
  }

  /// The same for a struct that also exists, under the first key, if the object has one of the root keys that it reads.
  ///
  /// - Throws: `decodingOver`; `corrupt`.
  @_spi(GeneratedCode) public func storedKey(_ keys: String..., orFromRoot roots: [String]) throws -> String? {
    try storedKey(among: keys, orFromRoot: roots)
  }

  /// The same, for any number of keys.
  ///
  /// - Throws: `decodingOver`; `corrupt`.
  @_spi(GeneratedCode) public func storedKey(among keys: [String], orFromRoot roots: [String] = []) throws -> String? {
    for key in keys where try hasKey(key) { return key }
    for key in keys where try containsValues(within: key) { return key }
    for key in keys where try hasKey(key + "[]") { return key }
    for root in roots where try containsValue(forKey: keyFromRoot(root)) { return keys.first }
    return nil
  }

  /// The same; if the object has none, the first key, so that reading it throws.
  ///
  /// - Throws: `decodingOver`; `corrupt`.
  @_spi(GeneratedCode) public func requiredKey(_ first: String, _ others: String...) throws -> String {
    if try hasKey(first) { return first }
    for key in others where try storedKey(key) != nil { return try storedKey(first) ?? key }
    return first
  }
}

extension ObjectDecoder {
  /// The first of these keys that the object has.
  ///
  /// - Throws: `missingKey` if it has none: for a property that is required although it may be nil.
  @_spi(GeneratedCode) public func presentKey(_ first: String, _ others: String...) throws -> String {
    if let key = try storedKey(first) { return key }
    for key in others { if let found = try storedKey(key) { return found } }
    throw ArchiveError.missingKey(path: path(first))
  }
}

extension ObjectEncoder {
  /// Assigns an index in the archive to the object.
  ///
  /// - Throws: the errors of choosing a replacement for it.
  @_spi(GeneratedCode) public func reference<Object: ArchivableObject>(to object: Object) throws -> ArchivedReference {
    ArchivedReference(number: try number(of: object))
  }

  /// Writes an enumeration as a separate object.
  ///
  /// - Throws: the errors of its values.
  @_spi(GeneratedCode) public func encodeEnumeration<Value: ArchivableEnumeration>(_ value: Value) throws {
    let name = archivedCase(of: value)
    try name.archive(in: self, forKey: "case")
    try encodeValues(of: value, within: name)
  }
}

@_spi(GeneratedCode) extension GeneratedCodeInterface1 {
  /// Compiles only if the type's conformance may be used here, which excludes types of other actors.
  public static func isUsableHere<Value: ArchivableValue>(_ type: Value.Type) {}

  /// Compiles only for a type that belongs to no actor.
  public static func isUsableAnywhere<Value: ArchivableValue & SendableMetatype>(_ type: Value.Type) {}

  /// Stores a function in a function pointer. It is marked as unsafe, because the surrounding record may be.
  @unsafe
  public static func assign<Value>(_ place: inout Value, _ value: Value) { place = value }

  /// Returns the result of a method of the app that may throw. Generated code always writes `try`, and the compiler
  /// would warn if the method does not throw.
  @discardableResult
  public static func called<Value>(_ value: Value) throws -> Value { value }
}

/// A C enumeration as its number, because it conforms to no protocol of this library.
@_spi(GeneratedCode) public struct ArchivedRawValue<Enumeration: RawRepresentable>: RawRepresentable, ArchivableValue
where Enumeration.RawValue: ArchivableValue {
  /// The enumeration's value.
  public var value: Enumeration

  /// Represents this value.
  public init(_ value: Enumeration) { self.value = value }

  public var rawValue: Enumeration.RawValue { value.rawValue }

  public init?(rawValue: Enumeration.RawValue) {
    guard let value = Enumeration(rawValue: rawValue) else { return nil }
    self.value = value
  }
}

@_spi(GeneratedCode) extension ArchivedRawValue: Encodable where Enumeration.RawValue: Encodable {
  public func encode(to encoder: any Encoder) throws { try rawValue.encode(to: encoder) }
}

@_spi(GeneratedCode) extension ArchivedRawValue: Decodable where Enumeration.RawValue: Decodable {
  public init(from decoder: any Decoder) throws {
    let rawValue = try Enumeration.RawValue(from: decoder)
    guard let value = Enumeration(rawValue: rawValue) else {
      throw CodableModel.unknownCase("\(rawValue)", of: Enumeration.self, decoder)
    }
    self.value = value
  }
}

/// A C record as a separate object, for collections and optionals of records in generated code.
public struct ArchivedRecord<Record: ArchivableRecord>: ArchivableComposite {
  /// The record's value.
  public var record: Record

  /// An object with this value.
  public init(_ record: Record) { self.record = record }

  public static var archivedClassName: String { Record.archiveSchema.name }
  public static var earlierArchivedClassNames: [String] { Record.archiveSchema.formerNames }
  public static var archivedIdentity: [String] { (try? Record.archiveSchema.plan.identity) ?? [] }
  public static var isArchivedInPlace: Bool { false }

  public func encode(to encoder: ObjectEncoder) throws { try encoder.encode(record, forKey: "") }
  public init(from decoder: ObjectDecoder) throws { record = try decoder.decode(Record.self, forKey: "") }
}
