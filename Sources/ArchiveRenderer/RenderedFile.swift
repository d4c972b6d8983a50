/// A rendered file, which is not yet written.
public struct RenderedFile: Sendable, Hashable {
  public let name: String
  public let text: String

  public init(name: String, text: String) {
    self.name = name
    self.text = text
  }
}
