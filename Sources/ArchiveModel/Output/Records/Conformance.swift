/// A type that Swift imports, and its schema.
public struct Conformance: Sendable {
  /// As an extension names it: `CShop.order`.
  public let typeName: SwiftName
  /// The extension says so too; Swift then does not warn of the name in it.
  public let isDeprecated: Bool
  /// Swift has no name for it under C++ interoperability.
  public let isForCOnly: Bool
  /// A value is all in the record itself; else only a graph can be archived.
  public let isPlain: Bool
  public let schema: Schema

  public init(
    typeName: SwiftName, isDeprecated: Bool = false, isForCOnly: Bool = false, isPlain: Bool = true, schema: Schema
  ) {
    self.isForCOnly = isForCOnly
    self.typeName = typeName
    self.isDeprecated = isDeprecated
    self.isPlain = isPlain
    self.schema = schema
  }
}
