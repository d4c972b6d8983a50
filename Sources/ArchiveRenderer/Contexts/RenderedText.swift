import Mustache

/// A value that is printed. swift-mustache would print any, but only after it has asked of each whether it is one of
/// four other things; a file has thousands.
struct RenderedText: MustacheCustomRenderable {
  let renderText: String
  var isNull: Bool { false }

  init(_ text: String) { renderText = text }
  init(_ value: some CustomStringConvertible) { renderText = value.description }
}
