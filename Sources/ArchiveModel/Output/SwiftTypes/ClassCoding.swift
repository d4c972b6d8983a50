public struct ClassCoding: Sendable, Hashable {
  public let type: CodedType
  /// The last part of its functions' names: `OuterInner`.
  public let identifier: String
  /// The nearest superclass that is archived.
  public let superclass: String?
  /// Every class that may stand where this one is declared, for the class that declares the conformance.
  public let hierarchy: [Member]
  public let values: [CodedValue]
  public let initializer: InitializerCall
  /// What is assigned when the object is made. Here and below: what its superclasses declare included.
  public let assigned: [CodedValue]
  /// What is read when other objects are there.
  public let connected: [CodedValue]
  public let migrations: [CodedMigration]
  public let isGeneric: Bool
  public let replacement: String?
  public let resolution: String?
  /// Methods in the order in which they are called.
  public let validations: [String]
  /// What Codable writes, and assigns behind the initializer.
  public let codableValues: [CodedValue]
  public let codableAssigned: [CodedValue]
  /// Whether it gets a conformance to `NSSecureCoding`, and the same for that.
  public let isSecureCoding: Bool
  public let secureValues: [CodedValue]
  public let secureAssigned: [CodedValue]

  public struct Member: Sendable, Hashable {
    public let typeName: SwiftName
    public let identifier: String

    public init(typeName: SwiftName, identifier: String) {
      self.typeName = typeName
      self.identifier = identifier
    }
  }

  public init(
    type: CodedType, identifier: String, superclass: String?, hierarchy: [Member], values: [CodedValue],
    initializer: InitializerCall, assigned: [CodedValue], connected: [CodedValue], migrations: [CodedMigration],
    isGeneric: Bool, replacement: String?, resolution: String?, validations: [String], codableValues: [CodedValue],
    codableAssigned: [CodedValue], isSecureCoding: Bool, secureValues: [CodedValue], secureAssigned: [CodedValue]
  ) {
    self.isSecureCoding = isSecureCoding
    self.secureValues = secureValues
    self.secureAssigned = secureAssigned
    self.codableValues = codableValues
    self.codableAssigned = codableAssigned
    self.type = type
    self.identifier = identifier
    self.superclass = superclass
    self.hierarchy = hierarchy
    self.values = values
    self.initializer = initializer
    self.assigned = assigned
    self.connected = connected
    self.migrations = migrations
    self.isGeneric = isGeneric
    self.replacement = replacement
    self.resolution = resolution
    self.validations = validations
  }
}
