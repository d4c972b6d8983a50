/// A name in one file for a record that is nested in another one in C++, and not nested in C.
public struct NestedType: Sendable, Hashable {
  public let name: String
  /// Swift's name of the record: `CShop.line`.
  public let typeName: SwiftName
  /// The name under C++ interoperability: `CShop.order.line`.
  public let cxxTypeName: SwiftName
  public let isDeprecated: Bool

  public init(name: String, typeName: SwiftName, cxxTypeName: SwiftName, isDeprecated: Bool) {
    self.name = name
    self.typeName = typeName
    self.cxxTypeName = cxxTypeName
    self.isDeprecated = isDeprecated
  }
}
