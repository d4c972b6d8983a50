// What generated code asks for besides the calls that people write.

extension ObjectEncoder {
  /// Archives the version of a type's keys, for its migration when a later one reads them.
  ///
  /// - Throws: `duplicateKey`.
  @_spi(GeneratedCode) public func encodeVersion(_ version: Int, of name: String) throws {
    if let saving = settings.saving { return try encodeReleaseVersion(version, of: name, saving.release) }
    try encode(version, forKey: "$" + name + ".version")
  }
}

extension ObjectDecoder {
  /// The version under which a type was archived; 1 when the archive says none.
  ///
  /// - Parameter names: The type's archived name and its earlier ones.
  /// - Throws: `wrongType` or `outOfRange` for a version that is no `Int`.
  @_spi(GeneratedCode) public func decodeVersion(of names: String...) throws -> Int {
    for name in names where try hasKey("$" + name + ".version") {
      return try decode(Int.self, forKey: "$" + name + ".version")
    }
    return 1
  }

  /// A key that counts from the root of the object, or of a value of the archive's top, and not from the struct in it that
  /// is read: for a property that moved.
  @_spi(GeneratedCode) public func keyFromRoot(_ key: String) -> String {
    current.prefix == current.root ? key : ObjectFields.rootMark + key
  }

  /// The first of these keys that the object has: itself, or followed by a dot or by `[]` where a value takes several.
  ///
  /// - Throws: `decodingOver`; `corrupt`.
  @_spi(GeneratedCode) public func storedKey(_ keys: String...) throws -> String? { try storedKey(among: keys) }

  /// The same of a struct that is there, under the first key, if one of the keys from the root is that values in it read.
  ///
  /// - Throws: `decodingOver`; `corrupt`.
  @_spi(GeneratedCode) public func storedKey(_ keys: String..., orFromRoot roots: [String]) throws -> String? {
    if let key = try storedKey(among: keys) { return key }
    for root in roots where try containsValue(forKey: keyFromRoot(root)) { return keys.first }
    return nil
  }

  private func storedKey(among keys: [String]) throws -> String? {
    for key in keys where try hasKey(key) { return key }
    for key in keys where try containsValues(within: key) { return key }
    for key in keys where try hasKey(key + "[]") { return key }
    return nil
  }

  /// The same; the first of them when the object has none, for the error that reading it throws.
  @_spi(GeneratedCode) public func requiredKey(_ first: String, _ others: String...) throws -> String {
    if try hasKey(first) { return first }
    for key in others where try storedKey(key) != nil { return try storedKey(first) ?? key }
    return first
  }
}

extension ObjectDecoder {
  /// The first of these keys that the object has.
  ///
  /// - Throws: `missingKey` when it has none: for a property that has to be there although it may be nil.
  @_spi(GeneratedCode) public func presentKey(_ first: String, _ others: String...) throws -> String {
    if let key = try storedKey(first) { return key }
    for key in others { if let found = try storedKey(key) { return found } }
    throw ArchiveError.missingKey(path: path(first))
  }
}

extension ObjectEncoder {
  /// Gives the object its place in the archive.
  ///
  /// - Throws: What choosing a replacement for it throws.
  @_spi(GeneratedCode) public func reference<Object: ArchivableObject>(to object: Object) throws -> ArchivedReference {
    ArchivedReference(number: try number(of: object))
  }

  /// Writes an enumeration as an object of its own.
  ///
  /// - Throws: What its values throw.
  @_spi(GeneratedCode) public func encodeEnumeration<Value: ArchivableEnumeration>(_ value: Value) throws {
    let name = releaseCase(value)
    try name.archive(in: self, forKey: "case")
    try encodeValues(of: value, within: name)
  }
}

@_spi(GeneratedCode) extension GeneratedCodeInterface1 {
  /// Compiles where the type's conformance may be used: not for a type of another actor than the caller.
  public static func isUsableHere<Value: ArchivableValue>(_ type: Value.Type) {}

  /// Compiles for a type that belongs to no actor.
  public static func isUsableAnywhere<Value: ArchivableValue & SendableMetatype>(_ type: Value.Type) {}

  /// Puts a function into a pointer to one. Marked as unsafe since the record around it may be.
  @unsafe
  public static func assign<Value>(_ place: inout Value, _ value: Value) { place = value }

  /// Takes what a method of the app's, or a function of C, gave that brings a record up to date: it may throw or not.
  /// Marked as unsafe since the record may be.
  ///
  /// - Throws: What the method throws.
  @unsafe
  public static func updated<Value>(_ value: Value) throws {}

  /// What a function of C returned that brings a record up to date.
  ///
  /// - Throws: An error that has the code, unless that is 0.
  @unsafe
  public static func updated(code: Int32) throws {
    if code != 0 { throw MigrationCode(code: code) }
  }

  /// What a method of the app's gave, which may throw or not: generated code writes `try` in any case, and the compiler
  /// warns of one that nothing needs.
  @discardableResult
  public static func called<Value>(_ value: Value) throws -> Value { value }
}

private struct MigrationCode: Error, CustomStringConvertible {
  let code: Int32
  var description: String { "the function returned \(code)" }
}

/// A struct that stands for a tuple in generated code. Tuples with the same labels have one name in archives, so that
/// their elements' types may change.
@_spi(GeneratedCode) public protocol ArchivedTuple: ArchivableComposite {}

/// A C enumeration, which conforms to nothing here, as the number that it is.
@_spi(GeneratedCode) public struct ArchivedRawValue<Enumeration: RawRepresentable>: RawRepresentable, ArchivableValue
where Enumeration.RawValue: ArchivableValue {
  /// The enumeration's value.
  public var value: Enumeration

  /// Stands for this value.
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

/// A C record as an object of its own: for collections and optionals of records in generated code.
public struct ArchivedRecord<Record: ArchivableRecord>: ArchivableComposite {
  /// The record's value.
  public var record: Record

  /// An object with this value.
  public init(_ record: Record) { self.record = record }

  public static var archivedClassName: String { Record.archiveSchema.name }
  public static var earlierArchivedClassNames: [String] { Record.archiveSchema.formerNames }
  public static var isArchivedInPlace: Bool { false }

  public func encode(to encoder: ObjectEncoder) throws { try encoder.encode(record, forKey: "") }
  public init(from decoder: ObjectDecoder) throws { record = try decoder.decode(Record.self, forKey: "") }
}
