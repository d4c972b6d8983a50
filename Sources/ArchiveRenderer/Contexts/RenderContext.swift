import Mustache

/// A part of the render model, as a template sees it.
///
/// swift-mustache looks up a name in the innermost context and then in those around it, and renders nothing for an
/// unknown name. So every name in `tags` always has a value (`false` if there is none), and `TemplateCheck` compares
/// templates with these tables.
protocol RenderContext: Sendable {
  /// The names that a template may use here.
  static var tags: Tags { get }

  /// What swift-mustache gets.
  var rendered: any MustacheParent { get }
}

extension RenderContext {
  typealias Tags = [String: TemplateTag<Self>]

  /// The names, each with the context that a section of it opens, if it opens one.
  static var names: [String: (any RenderContext.Type)?] { tags.mapValues(\.opened) }

  var rendered: any MustacheParent { RenderedPart(self) }
}

/// A part of the render model in swift-mustache's stack. It is an object because swift-mustache copies structs, with
/// everything in them, at every lookup of a name, which was a third of a lookup's time.
final class RenderedPart<Part: RenderContext>: MustacheParent {
  private let part: Part

  init(_ part: Part) { self.part = part }

  func child(named name: String) -> Any? { Part.tags[name]?.value(part) }
}

/// The value that a template finds under one name.
struct TemplateTag<Context>: Sendable {
  /// The context that a section of this name opens.
  let opened: (any RenderContext.Type)?
  let value: @Sendable (Context) -> Any

  /// A value that is printed.
  static func text(_ value: @escaping @Sendable (Context) -> some CustomStringConvertible & SendableMetatype) -> Self {
    Self(opened: nil) { RenderedText(value($0)) }
  }

  /// A condition of a section.
  static func flag(_ value: @escaping @Sendable (Context) -> Bool) -> Self { Self(opened: nil, value: value) }

  /// A text, and a section that is rendered only if there is one.
  static func optional(_ value: @escaping @Sendable (Context) -> (some CustomStringConvertible & SendableMetatype)?)
    -> Self
  {
    Self(opened: nil) { present(value($0)) }
  }

  /// Several literals with commas between them; nothing if there are none.
  static func list(_ items: @escaping @Sendable (Context) -> [String]) -> Self {
    Self(opened: nil) { joined(items($0)) }
  }

  /// A section for each text, which is `{{.}}` in it.
  static func texts(_ values: @escaping @Sendable (Context) -> [String]) -> Self {
    Self(opened: nil) { values($0).map { RenderedText($0) } }
  }

  /// A section for each part.
  static func parts<Part: RenderContext>(_ parts: @escaping @Sendable (Context) -> [Part]) -> Self {
    Self(opened: Part.self) { parts($0).map(\.rendered) }
  }
}

extension Dictionary where Key == String {
  /// The tags of a part as those of the whole.
  func through<Part, Whole>(
    _ part: @escaping @Sendable (Whole) -> Part
  ) -> [String: TemplateTag<Whole>] where Value == TemplateTag<Part> {
    mapValues { tag in TemplateTag(opened: tag.opened) { tag.value(part($0)) } }
  }

  /// The same names, with no value.
  func withoutValues<Part, Whole>() -> [String: TemplateTag<Whole>] where Value == TemplateTag<Part> {
    mapValues { TemplateTag(opened: $0.opened) { _ in false } }
  }

  /// The tags of both; `own` replaces those of the same name.
  static func + <Context>(inherited: Self, own: Self) -> Self where Value == TemplateTag<Context> {
    inherited.merging(own) { _, own in own }
  }
}

/// A value for a section that is rendered only if there is a value.
func present(_ value: (some CustomStringConvertible)?) -> Any { value.map { RenderedText($0) } ?? false }

func joined(_ items: [String]) -> Any { items.isEmpty ? false : RenderedText(items.joined(separator: ", ")) }

/// A value that is printed. swift-mustache prints values of any type, but first checks each for four protocols, and a
/// file has thousands of values. In a section it has no names; of other values swift-mustache would reflect them.
struct RenderedText: MustacheCustomRenderable, MustacheParent {
  let renderText: String
  var isNull: Bool { false }

  func child(named name: String) -> Any? { nil }

  init(_ text: String) { renderText = text }
  init(_ value: some CustomStringConvertible) { renderText = value.description }
}
