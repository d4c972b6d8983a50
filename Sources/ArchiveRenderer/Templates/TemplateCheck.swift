import ArchiveModel
import Mustache

/// Compares the names in a template with those of the render model, because swift-mustache prints nothing for a name
/// that it does not find.
struct TemplateCheck {
  private let source: TemplateSource
  private let template: String
  /// The contexts around the current tag, innermost last.
  private var scopes: [any RenderContext.Type]
  private var position: TemplatePosition
  private var problems: [Diagnostic] = []

  /// - Parameter names: the names of all templates.
  static func problems(
    in parsed: MustacheTemplate, _ source: TemplateSource, named template: String, among names: [String]
  ) -> [Diagnostic] {
    guard let contexts = TemplateContexts.all[template] else { return [] }
    var check = TemplateCheck(
      source: source, template: template, scopes: contexts, position: TemplatePosition(source.text))
    check.check(TemplateNode.all(in: parsed), names)
    return check.problems
  }

  private init(
    source: TemplateSource, template: String, scopes: [any RenderContext.Type], position: TemplatePosition
  ) {
    self.source = source
    self.template = template
    self.scopes = scopes
    self.position = position
  }

  private mutating func check(_ nodes: [TemplateNode], _ templates: [String]) {
    for node in nodes {
      switch node {
      case .text, .contentType, .other: break
      case .variable(let name): _ = context(named: name)
      case .invertedSection(let name, let inner):
        _ = context(named: name)
        check(inner, templates)
      case .section(let name, let inner):
        let context = context(named: name)
        if let context { scopes.append(context) }
        check(inner, templates)
        if context != nil { scopes.removeLast() }
      case .partial(let name):
        position.advance(to: name)
        if TemplateContexts.all[TemplateContexts.withoutPrefix(name)] == nil {
          report(.unknownTemplate, "there is no template '\(name)'", advice(name, templates))
        }
      }
    }
  }

  /// Reports a name that is not in the render model.
  ///
  /// - Returns: the context that a section of this name opens, if it opens one.
  private mutating func context(named name: String) -> (any RenderContext.Type)? {
    // `{{.}}` is the section's own value; a transform like `{{^last()}}` has no name.
    if name.isEmpty || name == "." { return nil }
    position.advance(to: name)
    if let scope = scopes.last(where: { $0.names[name] != nil }) { return scope.names[name] ?? nil }
    let known = Set(scopes.flatMap { $0.names.keys }).sorted()
    report(.unknownTemplateTag, "unknown tag '{{\(name)}}'", advice(name, known))
    return nil
  }

  private mutating func report(_ id: DiagnosticID, _ message: String, _ advice: String) {
    let place = SourceLocation(file: source.path ?? template, line: position.line, column: position.column)
    problems.append(Diagnostic(id, at: place, message, advice: advice, sourceLine: position.sourceLine))
  }

  private func advice(_ word: String, _ known: [String]) -> String {
    didYouMean(word, among: known)
      ?? "the names here are \(known.joined(separator: ", "))"
  }
}
