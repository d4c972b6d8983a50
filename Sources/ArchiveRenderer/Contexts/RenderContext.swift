import Mustache

/// A part of the render model, as a template sees it.
///
/// swift-mustache looks up a name in the innermost context and then in those around it, and renders nothing for an
/// unknown name. So every name in `names` always has a value here (`false` if there is none), and `TemplateCheck`
/// compares templates with these lists.
protocol RenderContext: MustacheParent, Sendable {
  /// The names that a template may use; for a list or section of parts, with the context that it opens.
  static var names: [String: (any RenderContext.Type)?] { get }
}

extension RenderContext {
  /// A value for a section that is rendered only if there is a value.
  func present(_ value: (some CustomStringConvertible)?) -> Any { value.map { RenderedText($0) } ?? false }

  /// Several literals, joined for a list; nothing if there are none.
  func list(_ items: [String]) -> Any { items.isEmpty ? false : RenderedText(items.joined(separator: ", ")) }
}
