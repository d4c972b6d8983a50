/// A name within a file for a record that C++ has inside another one, and C outside.
public struct NestedType: Sendable, Hashable {
  public let name: String
  /// Swift's name of the record: `CShop.line`.
  public let typeName: SwiftName
  /// And under C++ interoperability: `CShop.order.line`.
  public let cxxTypeName: SwiftName
  public let isDeprecated: Bool

  public init(name: String, typeName: SwiftName, cxxTypeName: SwiftName, isDeprecated: Bool) {
    self.name = name
    self.typeName = typeName
    self.cxxTypeName = cxxTypeName
    self.isDeprecated = isDeprecated
  }
}
