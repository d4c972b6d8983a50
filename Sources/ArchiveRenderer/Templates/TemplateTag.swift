import Mustache

/// A tag of a parsed template, from swift-mustache's own tree.
///
/// The tree is not public, so it is read by reflection. A test checks that all tags of the built-in templates are found.
struct TemplateTag {
  enum Kind {
    case variable, partial
    case section([TemplateTag])
    case invertedSection([TemplateTag])
  }

  let name: String
  let kind: Kind

  /// The tags of a template, in the order of its text.
  static func all(in template: MustacheTemplate) -> [TemplateTag] {
    let tokens = Mirror(reflecting: template).children.first { $0.label == "tokens" }?.value
    return tokens.map { Mirror(reflecting: $0).children.compactMap { TemplateTag(token: $0.value) } } ?? []
  }

  /// - Parameter token: a case of an enumeration, with a name and, for a section, a template.
  private init?(token: Any) {
    guard let payload = Mirror(reflecting: token).children.first, let label = payload.label else { return nil }
    let values = Mirror(reflecting: payload.value).children.map(\.value)
    guard let name = values.lazy.compactMap({ $0 as? String }).first else { return nil }
    let inner = values.lazy.compactMap { $0 as? MustacheTemplate }.first.map { Self.all(in: $0) } ?? []
    switch label {
    case "variable", "unescapedVariable": kind = .variable
    case "section": kind = .section(inner)
    case "invertedSection": kind = .invertedSection(inner)
    case "partial": kind = .partial
    default: return nil
    }
    self.name = name
  }
}
