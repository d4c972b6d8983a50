import ArchiveModel
import Dispatch
import Mustache
import Templates

/// Turns a render model into files in memory. The templates interpolate, loop and branch; they decide nothing.
public struct ArchiveRenderer: Sendable {
  private let library: MustacheLibrary

  /// The templates that stand in the middle of a line of others.
  private static let partsOfLines: Set<String> = ["Schema"]

  /// The templates of what headers give.
  private static let ofHeaders: Set<String> = ["GeneratedFile", "Import", "Schema", "ModuleMap", "ModuleHeader"]

  /// - Parameters:
  ///   - overrides: templates by name that take the place of the embedded ones, each with the path that diagnostics
  ///     name.
  ///   - hasModels: whether Swift models are rendered. Their templates take longer to parse than a small header.
  /// - Throws: `TemplateError` for a template that does not parse, has an unknown tag, or an unknown name.
  public init(overrides: [String: TemplateSource] = [:], hasModels: Bool = true) throws(TemplateError) {
    var sources = EmbeddedTemplates.all.mapValues { TemplateSource(path: nil, text: $0) }
    var problems: [Diagnostic] = []
    for (name, source) in overrides.sorted(by: { $0.key < $1.key }) {
      if sources[name] == nil {
        let near = nearestWord(to: name, among: sources.keys.sorted())
        problems.append(
          Diagnostic(
            .unknownTemplate, at: source.path.map { SourceLocation(file: $0, line: 1, column: 1) },
            "there is no template '\(name)'",
            advice: near.map { "did you mean '\($0)'?" }
              ?? "the templates are \(sources.keys.sorted().joined(separator: ", "))"))
      }
      sources[name] = source
      problems += TemplateCheck.problems(in: source, named: name)
    }
    guard problems.isEmpty else { throw TemplateError(diagnostics: problems) }
    var templates: [String: MustacheTemplate] = [:]
    for (name, source) in sources where hasModels || Self.ofHeaders.contains(name) || overrides[name] != nil {
      do {
        // The newline that ends the part's file would break the line that it is used in.
        let text =
          Self.partsOfLines.contains(name) && source.text.hasSuffix("\n") ? String(source.text.dropLast()) : source.text
        templates[name] = try MustacheTemplate(string: text)
      } catch {
        let place = source.path.map { SourceLocation(file: $0, line: 1, column: 1) }
        throw TemplateError(diagnostics: [
          Diagnostic(.templateSyntax, at: place, "template '\(name)' does not parse: \(error)")
        ])
      }
    }
    library = MustacheLibrary(templates: templates)
  }

  /// The Swift files and, if the model has a module, its map and header; sorted by name.
  public func render(_ model: RenderModel) -> [RenderedFile] {
    var parts: [Part] = []
    if let module = model.module {
      // As large as all others together.
      parts.append(Part(module.headerName, "ModuleHeader") { ModuleContext(module: module) })
      parts.append(Part("module.modulemap", "ModuleMap") { ModuleContext(module: module) })
    }
    parts += model.files.map { file in Part(file.name, "GeneratedFile") { FileContext(file: file) } }
    parts += model.swiftFiles.map { file in Part(file.name, "GeneratedModel") { SwiftFileContext(file: file) } }
    return render(parts).sorted { $0.name < $1.name }
  }

  /// A file to be rendered.
  private struct Part: Sendable {
    let name: String
    let template: String
    let context: @Sendable () -> any RenderContext

    init(_ name: String, _ template: String, _ context: @escaping @Sendable () -> any RenderContext) {
      self.name = name
      self.template = template
      self.context = context
    }
  }

  /// Files do not depend on each other, and a large set of headers makes hundreds.
  private func render(_ parts: [Part]) -> [RenderedFile] {
    [RenderedFile](unsafeUninitializedCapacity: parts.count) { buffer, initialized in
      nonisolated(unsafe) let slots = buffer
      DispatchQueue.concurrentPerform(iterations: parts.count) { index in
        let part = parts[index]
        slots.initializeElement(
          at: index, to: RenderedFile(name: part.name, text: text(of: part.context(), part.template)))
      }
      initialized = parts.count
    }
  }

  private func text(of context: any RenderContext, _ template: String) -> String {
    library.render(context, withTemplate: template) ?? ""
  }
}
