import ArchiveModel

public struct ClassCoding: Sendable, Hashable {
  public let type: CodedType
  /// The end of its functions' names: `OuterInner`.
  public let identifier: String
  /// The nearest superclass that is archived.
  public let superclass: String?
  /// For the root class, which declares the conformance: the class itself and all archived classes that derive from it.
  public let hierarchy: [Member]
  public let values: [CodedValue]
  public let initializer: InitializerCall
  /// The values that are assigned when the object is created. This and the following lists include those of
  /// superclasses.
  public let assigned: [CodedValue]
  /// The values that are read when the other objects exist.
  public let connected: [CodedValue]
  public let migrations: [CodedMigration]
  public let isGeneric: Bool
  public let replacement: String?
  public let resolution: String?
  /// The validation methods in the order in which they are called.
  public let validations: [String]
  /// The values that Codable encodes, and assigns after the initializer.
  public let codableValues: [CodedValue]
  public let codableAssigned: [CodedValue]
  /// Whether the class gets a conformance to `NSSecureCoding`.
  public let isSecureCoding: Bool
  public let secureValues: [CodedValue]
  public let secureAssigned: [CodedValue]
  /// Whether objects are archived as rows of a table with a column for each value. The connected values are links then.
  public var hasColumns = false
  /// Whether something that the code names is deprecated, so that only deprecated code may use it without a warning.
  public var usesDeprecated = false

  public struct Member: Sendable, Hashable {
    public let typeName: SwiftName
    public let identifier: String
  }
}
