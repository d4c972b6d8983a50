import Mustache

/// A value that is printed. swift-mustache prints values of any type, but first checks each for four protocols, and a
/// file has thousands of values.
struct RenderedText: MustacheCustomRenderable {
  let renderText: String
  var isNull: Bool { false }

  init(_ text: String) { renderText = text }
  init(_ value: some CustomStringConvertible) { renderText = value.description }
}
