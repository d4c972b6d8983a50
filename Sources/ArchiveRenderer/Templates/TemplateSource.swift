/// A template's text, and its path unless it is embedded.
public struct TemplateSource: Sendable {
  public let path: String?
  public let text: String

  public init(path: String?, text: String) {
    self.path = path
    self.text = text
  }
}
