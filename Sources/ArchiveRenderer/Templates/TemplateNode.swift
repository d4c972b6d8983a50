import Mustache

/// A part of a parsed template, from swift-mustache's own tree.
///
/// The tree is not public, so it is read by reflection. A test checks that all tags of the built-in templates are
/// found.
enum TemplateNode {
  case text(String)
  case variable(String)
  case section(String, [TemplateNode])
  case invertedSection(String, [TemplateNode])
  case partial(String)
  /// `{{% CONTENT_TYPE:TEXT}}`, or another type, which escapes characters.
  case contentType(isPlainText: Bool)
  case other

  /// The parts of a template, in the order of its text.
  static func all(in template: MustacheTemplate) -> [TemplateNode] {
    let tokens = Mirror(reflecting: template).children.first { $0.label == "tokens" }?.value
    return tokens.map { Mirror(reflecting: $0).children.map { TemplateNode(token: $0.value) } } ?? []
  }

  /// - Parameter token: a case of an enumeration, with a name and, for a section, a template.
  private init(token: Any) {
    let payload = Mirror(reflecting: token).children.first
    // A single value is not a tuple; several are.
    let values = payload.map { [$0.value] + Mirror(reflecting: $0.value).children.map(\.value) } ?? []
    let name = values.lazy.compactMap { $0 as? String }.first ?? ""
    let hasTransforms = values.lazy.compactMap { $0 as? [String] }.first { !$0.isEmpty } != nil
    let inner = values.lazy.compactMap { $0 as? MustacheTemplate }.first.map { Self.all(in: $0) } ?? []
    self =
      switch payload?.label {
      case "text": .text(name)
      case "variable" where !hasTransforms, "unescapedVariable" where !hasTransforms: .variable(name)
      case "section": .section(hasTransforms ? "" : name, inner)
      case "invertedSection": .invertedSection(hasTransforms ? "" : name, inner)
      case "partial": .partial(name)
      case "contentType":
        .contentType(isPlainText: values.first.map { "\(type(of: $0))" == "TextContentType" } ?? false)
      default: .other
      }
  }
}
