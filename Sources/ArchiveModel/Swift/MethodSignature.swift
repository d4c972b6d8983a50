/// What a caller has to know of a method.
public struct MethodSignature: Sendable, Hashable {
  public let name: String
  /// `_` for a parameter without one.
  public let labels: [String]
  /// nil where nothing is written.
  public let result: SwiftType?
  /// Whether other files cannot call it.
  public let isPrivate: Bool
  /// Whether it is the type's and not an instance's.
  public let isStatic: Bool

  public init(
    name: String, labels: [String] = [], result: SwiftType? = nil, isPrivate: Bool = false, isStatic: Bool = false
  ) {
    self.name = name
    self.labels = labels
    self.result = result
    self.isPrivate = isPrivate
    self.isStatic = isStatic
  }
}
