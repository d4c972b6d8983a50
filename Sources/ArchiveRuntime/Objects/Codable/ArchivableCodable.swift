/// A value that is archived by its own `init(from:)` and `encode(to:)`, whether the type or the compiler writes them.
///
/// ```swift
/// extension Account: ArchivableCodable {}   // archivegen writes it for '// archive: owncoding'
/// ```
/// The value is stored as ``ObjectEncoder/encode(codable:forKey:)`` stores it, under keys, in collections and as a root. Each
/// reference to an object is archived as a copy, because `Codable` has no references.
public protocol ArchivableCodable: ArchivableValue, Codable {}

extension ArchivableCodable {
  @_documentation(visibility: internal)
  public func archive(in encoder: ObjectEncoder, forKey key: String) throws {
    try checkClass()
    try encoder.encode(codable: self, forKey: key)
  }

  @_documentation(visibility: internal)
  public func archived(in encoder: ObjectEncoder) throws -> ArchivedReference {
    try checkClass()
    return try encoder.reference(codable: self)
  }

  /// `Codable` has no classes: an object comes back as one of the class that the property, or the collection's element, is declared with.
  private func checkClass() throws {
    guard Swift.type(of: self) != Self.self else { return }
    throw ArchiveError.notArchivableValue(
      path: "", value: "of the class '\(Swift.type(of: self))'",
      reason: "by its own coding it would come back as a '\(Self.self)'")
  }

  @_documentation(visibility: internal)
  public static func unarchived(from decoder: ObjectDecoder, forKey key: String) throws -> Self {
    try decoder.decode(codable: Self.self, forKey: key)
  }

  @_documentation(visibility: internal)
  public static func unarchived(_ reference: ArchivedReference, from decoder: ObjectDecoder) throws -> Self {
    try decoder.decode(codable: Self.self, at: reference)
  }
}

/// A value of a type of another module in generated code, archived by its own `Codable` coding.
@_spi(GeneratedCode) public struct ArchivedCodable<Value: Codable>: ArchivableCodable {
  /// The value itself.
  public var value: Value

  /// Represents this value.
  public init(_ value: Value) { self.value = value }

  public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
  public init(from decoder: any Decoder) throws { value = try Value(from: decoder) }

  // Without the wrapper, so that numbers, dates and other known values are stored as themselves.
  public func archive(in encoder: ObjectEncoder, forKey key: String) throws {
    try encoder.encode(codable: value, forKey: key)
  }

  public func archived(in encoder: ObjectEncoder) throws -> ArchivedReference {
    try encoder.reference(codable: value)
  }

  public static func unarchived(from decoder: ObjectDecoder, forKey key: String) throws -> Self {
    Self(try decoder.decode(codable: Value.self, forKey: key))
  }

  public static func unarchived(_ reference: ArchivedReference, from decoder: ObjectDecoder) throws -> Self {
    Self(try decoder.decode(codable: Value.self, at: reference))
  }
}
