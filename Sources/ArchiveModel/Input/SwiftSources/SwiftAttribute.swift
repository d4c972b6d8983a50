/// An attribute of a declaration, without `@`.
public struct SwiftAttribute: Sendable, Hashable {
  public let name: String
  /// With its arguments.
  public let text: String

  public init(name: String, text: String) {
    self.name = name
    self.text = text
  }
}
