/// An attribute of a Swift declaration, without `@`.
public struct SwiftAttribute: Sendable, Hashable {
  public let name: String
  /// The attribute with its arguments.
  public let text: String
  public let arguments: [Argument]

  public struct Argument: Sendable, Hashable {
    public let label: String?
    /// The expression as written.
    public let text: String
    /// The text of a string literal without interpolations.
    public let literal: String?

    public init(label: String? = nil, text: String, literal: String? = nil) {
      self.label = label
      self.text = text
      self.literal = literal
    }
  }

  public init(name: String, text: String, arguments: [Argument] = []) {
    self.name = name
    self.text = text
    self.arguments = arguments
  }

  /// The name without a module.
  public var ownName: String { name.split(separator: ".").last.map(String.init) ?? name }
}
