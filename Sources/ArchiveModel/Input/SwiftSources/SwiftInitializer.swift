public struct SwiftInitializer: Sendable, Equatable {
  public var parameters: [SwiftParameter]
  public var access: SwiftAccess
  public var isFailable: Bool
  public var isThrowing: Bool
  public var isAsync: Bool
  public var isRequired: Bool
  public var isConvenience: Bool
  /// Whether it has generic parameters or a `where` clause of its own.
  public var isGeneric: Bool
  public var location: SourceLocation

  public init(
    parameters: [SwiftParameter], access: SwiftAccess = .internal, isFailable: Bool = false, isThrowing: Bool = false,
    isAsync: Bool = false, isRequired: Bool = false, isConvenience: Bool = false,
    isGeneric: Bool = false, location: SourceLocation
  ) {
    self.parameters = parameters
    self.access = access
    self.isFailable = isFailable
    self.isThrowing = isThrowing
    self.isAsync = isAsync
    self.isRequired = isRequired
    self.isConvenience = isConvenience
    self.isGeneric = isGeneric
    self.location = location
  }
}
