import ArchiveModel
import Mustache

/// Compares the names in a template with those of the render model, because swift-mustache prints nothing for a name that
/// it does not find.
struct TemplateCheck {
  private let source: TemplateSource
  private let template: String
  /// The contexts around the current tag, innermost last.
  private var scopes: [any RenderContext.Type]
  private var position: TemplatePosition
  private var problems: [Diagnostic] = []

  /// - Parameter names: the templates that there are.
  static func problems(
    in parsed: MustacheTemplate, _ source: TemplateSource, named template: String, among names: [String]
  ) -> [Diagnostic] {
    guard let contexts = TemplateContexts.all[template] else { return [] }
    var check = TemplateCheck(
      source: source, template: template, scopes: contexts, position: TemplatePosition(source.text))
    check.check(TemplateTag.all(in: parsed), names)
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

  private mutating func check(_ tags: [TemplateTag], _ templates: [String]) {
    for tag in tags {
      position.advance(to: tag.name)
      if case .partial = tag.kind {
        let name = TemplateContexts.withoutPrefix(tag.name)
        if TemplateContexts.all[name] == nil {
          report(.unknownTemplate, "there is no template '\(tag.name)'", advice(tag.name, templates))
        }
        continue
      }
      // `{{.}}` is the section's own value; a transform like `{{^last()}}` has no name.
      let isValue = tag.name == "." || tag.name.isEmpty || tag.name.hasSuffix("()")
      let scope = scopes.last { $0.names[tag.name] != nil }
      if !isValue, scope == nil {
        let known = Set(scopes.flatMap { $0.names.keys }).sorted()
        report(.unknownTemplateTag, "unknown tag '{{\(tag.name)}}'", advice(tag.name, known))
      }
      switch tag.kind {
      case .variable, .partial: break
      case .invertedSection(let inner): check(inner, templates)
      case .section(let inner):
        let context = scope.flatMap { $0.names[tag.name] ?? nil }
        if let context { scopes.append(context) }
        check(inner, templates)
        if context != nil { scopes.removeLast() }
      }
    }
  }

  private mutating func report(_ id: DiagnosticID, _ message: String, _ advice: String) {
    let place = SourceLocation(file: source.path ?? template, line: position.line, column: position.column)
    problems.append(Diagnostic(id, at: place, message, advice: advice, sourceLine: position.sourceLine))
  }

  private func advice(_ word: String, _ known: [String]) -> String {
    nearestWord(to: word, among: known).map { "did you mean '\($0)'?" }
      ?? "the names here are \(known.joined(separator: ", "))"
  }
}
