/// An attribute of a Swift declaration, without `@`.
public struct SwiftAttribute: Sendable, Hashable {
  public let name: String
  /// The attribute with its arguments.
  public let text: String

  public init(name: String, text: String) {
    self.name = name
    self.text = text
  }
}
