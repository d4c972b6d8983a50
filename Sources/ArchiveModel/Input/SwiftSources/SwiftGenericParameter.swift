public struct SwiftGenericParameter: Sendable, Equatable {
  public var name: String
  /// What it has to conform to.
  public var constraint: SwiftType?
  /// `each` of a parameter pack, `let` of a value.
  public var specifier: String?

  public init(name: String, constraint: SwiftType? = nil, specifier: String? = nil) {
    self.name = name
    self.constraint = constraint
    self.specifier = specifier
  }
}
