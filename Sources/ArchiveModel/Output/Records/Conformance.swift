/// The conformance of an imported type, with its schema.
public struct Conformance: Sendable {
  /// The name in the extension: `CShop.order`.
  public let typeName: SwiftName
  /// Whether the type is deprecated. The extension is marked as deprecated too, so that Swift does not warn.
  public let isDeprecated: Bool
  /// Whether Swift has no name for the type under C++ interoperability.
  public let isForCOnly: Bool
  /// Whether the whole value is in the record itself. Otherwise only a graph can be archived.
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
