import Mustache

/// A part of the render model as a template sees it.
///
/// swift-mustache looks a name up in the innermost context, then in those around it, and renders nothing for one that
/// it does not find. So every name of `names` always has a value here (`false` stands for "not there"), and
/// `TemplateCheck` holds templates against these lists.
protocol RenderContext: MustacheParent, Sendable {
  /// The names that a template may use, and for a list or section of parts the context that it opens.
  static var names: [String: (any RenderContext.Type)?] { get }
}

extension RenderContext {
  /// A value for a section that is rendered when there is one.
  func present(_ value: (some CustomStringConvertible)?) -> Any { value.map { RenderedText($0) } ?? false }

  /// Several literals as they stand in a list, or nothing.
  func list(_ items: [String]) -> Any { items.isEmpty ? false : RenderedText(items.joined(separator: ", ")) }
}
