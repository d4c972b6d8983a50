import Mustache

/// Prints the fields of tables by the template `Field`.
///
/// Many headers together have 15,000 fields, and swift-mustache takes 15 µs for a partial with three tags, 220 ms in
/// all. So a template that consists of text and names alone, like the built-in one, is converted into a list of both,
/// which is printed without swift-mustache.
struct FieldPrinter: Sendable {
  private enum Part {
    case text(String)
    /// A name of the built-in template, printed without a lookup by name.
    case value(KeyPath<FieldExpression, String> & Sendable)
    case name(String)
  }

  private let template: MustacheTemplate
  private let library: MustacheLibrary
  /// nil for a template with sections or partials.
  private let parts: [Part]?

  init(_ template: MustacheTemplate, in library: MustacheLibrary) {
    self.template = template
    self.library = library
    parts = Self.parts(of: TemplateNode.all(in: template))
  }

  private static func parts(of nodes: [TemplateNode]) -> [Part]? {
    var parts: [Part] = []
    guard case .contentType(isPlainText: true)? = nodes.first else { return nil }
    for node in nodes.dropFirst() {
      switch node {
      case .text(let text): parts.append(.text(text))
      case .variable("form"): parts.append(.value(\.form))
      case .variable("arguments"): parts.append(.value(\.arguments))
      case .variable("modifiers"): parts.append(.value(\.modifiers))
      case .variable(let name) where FieldContext.names[name] != nil: parts.append(.name(name))
      default: return nil
      }
    }
    return parts
  }

  func text(of field: FieldContext) -> String {
    guard let parts else { return template.render(field, library: library) }
    var text = ""
    for part in parts {
      switch part {
      case .text(let literal): text += literal
      case .value(let path): text += field.entry[keyPath: path]
      case .name(let name): text += (field.child(named: name) as? RenderedText)?.renderText ?? ""
      }
    }
    return text
  }
}
