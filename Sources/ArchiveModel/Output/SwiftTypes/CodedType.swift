/// The properties that the extensions of all Swift types have in common.
public struct CodedType: Sendable, Hashable {
  public let isolation: CodedIsolation
  /// Types in the types of the values that need the same isolation as this type. Generated code makes the compiler
  /// compare them, because the compiler ignores the conformances of a collection's elements.
  public let checkedTypes: [SwiftName]
  public let typeName: SwiftName
  /// The generic parameters of the type and of the types around it.
  public let parameters: [String]
  public let access: GeneratedAccess
  public let name: CodedTypeName
  public let formerNames: [String]
  public let version: Int?
  /// Whether the type also gets a conformance to `Codable`.
  public let isCodable: Bool

  public init(
    typeName: SwiftName, isolation: CodedIsolation = CodedIsolation(), checkedTypes: [SwiftName] = [],
    parameters: [String] = [], access: GeneratedAccess, name: CodedTypeName, formerNames: [String] = [],
    version: Int? = nil,
    isCodable: Bool = false
  ) {
    self.isolation = isolation
    self.checkedTypes = checkedTypes
    self.isCodable = isCodable
    self.typeName = typeName
    self.parameters = parameters
    self.access = access
    self.name = name
    self.formerNames = formerNames
    self.version = version
  }
}
