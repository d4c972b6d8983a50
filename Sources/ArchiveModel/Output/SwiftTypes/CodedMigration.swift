/// A method that migrates values of an earlier version.
public struct CodedMigration: Sendable, Hashable {
  public let name: CodedTypeName
  public let formerNames: [String]
  public let version: Int
  public let method: String

  public init(name: CodedTypeName, formerNames: [String], version: Int, method: String) {
    self.name = name
    self.formerNames = formerNames
    self.version = version
    self.method = method
  }
}
