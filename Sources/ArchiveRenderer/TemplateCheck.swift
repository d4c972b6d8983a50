import ArchiveModel

/// Holds a template's tags against the render model, since swift-mustache renders an unknown name as nothing.
enum TemplateCheck {
  /// Where each template starts: the contexts that it may be rendered with.
  static let roots: [String: [any RenderContext.Type]] = [
    "GeneratedFile": [FileContext.self],
    "Schema": [FileContext.self, SchemaContext.self],
    "Import": [FileContext.self, SwiftFileContext.self, ImportContext.self],
    "IsolationCheck": [SwiftFileContext.self, CodedTypeContext.self],
    "ModuleMap": [ModuleContext.self],
    "ModuleHeader": [ModuleContext.self],
    "GeneratedModel": [SwiftFileContext.self],
    "SecureCoding": [SwiftFileContext.self, ClassContext.self],
    "TypeNames": [SwiftFileContext.self, CodedTypeContext.self],
    "Class": [SwiftFileContext.self, ClassContext.self],
    "Codable": [SwiftFileContext.self, StructureContext.self, ClassContext.self],
    "CodableConstant": [SwiftFileContext.self, ConstantContext.self],
    "CodableEnumeration": [SwiftFileContext.self, EnumerationContext.self],
    "Constant": [SwiftFileContext.self, ConstantContext.self],
    "Migration": [SwiftFileContext.self, MigrationContext.self],
  ]

  static func problems(in source: TemplateSource, named template: String) -> [Diagnostic] {
    guard let roots = roots[template] else { return [] }
    var scopes: [any RenderContext.Type] = roots
    var open: [(name: String, addsScope: Bool)] = []
    var problems: [Diagnostic] = []
    for tag in tags(in: source.text) {
      func report(_ id: DiagnosticID, _ message: String, _ advice: String?) {
        let place = SourceLocation(file: source.path ?? template, line: tag.line, column: tag.column)
        problems.append(Diagnostic(id, at: place, message, advice: advice, sourceLine: tag.sourceLine))
      }
      switch tag.sigil {
      case "!", "%": continue
      case ">":
        if self.roots[tag.name] == nil {
          report(.unknownTemplate, "there is no template '\(tag.name)'", advice(tag.name, self.roots.keys.sorted()))
        }
        continue
      case "/":
        if open.last?.name != tag.name {
          report(
            .templateSyntax, "'{{/\(tag.name)}}' closes no open section", open.last.map { "write {{/\($0.name)}}" })
        } else if open.removeLast().addsScope {
          scopes.removeLast()
        }
        continue
      default: break
      }
      let isSection = tag.sigil == "#" || tag.sigil == "^"
      guard tag.name != ".", !tag.name.hasSuffix("()") else {
        if isSection { open.append((tag.name, false)) }
        continue
      }
      guard let scope = scopes.last(where: { $0.names[tag.name] != nil }) else {
        let known = Set(scopes.flatMap { $0.names.keys }).sorted()
        report(.unknownTemplateTag, "unknown tag '{{\(tag.name)}}'", advice(tag.name, known))
        if isSection { open.append((tag.name, false)) }
        continue
      }
      guard isSection else { continue }
      let inner = scope.names[tag.name] ?? nil
      if tag.sigil == "#", let inner { scopes.append(inner) }
      open.append((tag.name, tag.sigil == "#" && inner != nil))
    }
    if let unclosed = open.last {
      problems.append(
        Diagnostic(
          .templateSyntax, at: SourceLocation(file: source.path ?? template, line: 1, column: 1),
          "section '{{#\(unclosed.name)}}' is never closed", advice: "write {{/\(unclosed.name)}} at its end"))
    }
    return problems
  }

  private static func advice(_ word: String, _ known: [String]) -> String {
    nearestWord(to: word, among: known).map { "did you mean '\($0)'?" }
      ?? "the names here are \(known.joined(separator: ", "))"
  }

  private struct Tag {
    let sigil: Character?
    let name: String
    let line: Int
    let column: Int
    let sourceLine: String
  }

  private static func tags(in text: String) -> [Tag] {
    var tags: [Tag] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      var rest = line[...]
      while let start = rest.firstRange(of: "{{") {
        var inner = rest[start.upperBound...]
        if inner.first == "{" { inner = inner.dropFirst() }
        guard let end = inner.firstRange(of: "}}") else { break }
        let content = inner[..<end.lowerBound]
        let sigil = content.first.flatMap { "#^/>&!%".contains($0) ? $0 : nil }
        let name = content.dropFirst(sigil == nil ? 0 : 1).filter { $0 != " " && $0 != "." || content == "." }
        let column = line.utf8.distance(from: line.startIndex, to: start.lowerBound) + 1
        tags.append(
          Tag(
            sigil: sigil, name: name.isEmpty ? "." : String(name), line: index + 1, column: column,
            sourceLine: String(line)))
        rest = inner[end.upperBound...]
      }
    }
    return tags
  }
}
