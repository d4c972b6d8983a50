/// What an extension of any Swift type says of it.
public struct CodedType: Sendable, Hashable {
  public let isolation: CodedIsolation
  /// Types within the values' types that have to be of the same isolation, which the compiler is to check: it looks at
  /// no conformance behind that of a collection.
  public let checkedTypes: [SwiftName]
  public let typeName: SwiftName
  /// Generic parameters, its own and those of the types around it.
  public let parameters: [String]
  public let access: GeneratedAccess
  public let name: ArchivedTypeName
  public let formerNames: [String]
  public let version: Int?
  /// Whether it gets a conformance to `Codable` as well.
  public let isCodable: Bool

  public init(
    typeName: SwiftName, isolation: CodedIsolation = CodedIsolation(), checkedTypes: [SwiftName] = [],
    parameters: [String] = [], access: GeneratedAccess, name: ArchivedTypeName, formerNames: [String] = [],
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
