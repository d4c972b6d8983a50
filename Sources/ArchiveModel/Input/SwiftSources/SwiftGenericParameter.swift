public struct SwiftGenericParameter: Sendable, Equatable {
  public var name: String
  /// The protocol or superclass that the parameter is constrained to.
  public var constraint: SwiftType?
  /// `each` for a parameter pack, `let` for a value.
  public var specifier: String?

  public init(name: String, constraint: SwiftType? = nil, specifier: String? = nil) {
    self.name = name
    self.constraint = constraint
    self.specifier = specifier
  }
}
