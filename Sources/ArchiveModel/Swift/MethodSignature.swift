/// The properties of a method that a caller needs.
public struct MethodSignature: Sendable, Hashable {
  public let name: String
  /// The labels; `_` for a parameter without one.
  public let labels: [String]
  /// The types of the parameters.
  public let parameters: [SwiftType]
  /// nil if no result type is written.
  public let result: SwiftType?
  /// Whether other files cannot call it.
  public let isPrivate: Bool
  /// Whether it is a static method.
  public let isStatic: Bool
  public var isAsync = false
  /// The isolation as written on the method itself.
  public var isolation: SwiftIsolation?

  public init(
    name: String, labels: [String] = [], parameters: [SwiftType] = [], result: SwiftType? = nil,
    isPrivate: Bool = false, isStatic: Bool = false
  ) {
    self.name = name
    self.labels = labels
    self.parameters = parameters
    self.result = result
    self.isPrivate = isPrivate
    self.isStatic = isStatic
  }
}
