import Mustache

/// Prints the fields of tables by the template `Field`.
///
/// A large set of headers has 15,000 fields, and swift-mustache takes 15 µs for a partial with three tags (220 ms in all). So a template of
/// text and names alone, as the built-in one is, becomes a list of both that is printed without it.
struct FieldPrinter: Sendable {
  private enum Part {
    case text(String)
    /// What the built-in template prints, without a lookup by name.
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
