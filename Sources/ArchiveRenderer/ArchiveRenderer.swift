import ArchiveModel
import ArchivePlanner
import Dispatch
import Mustache
import Templates

/// Turns a render model into files in memory. The templates interpolate, loop and branch; they decide nothing.
public struct ArchiveRenderer: Sendable {
  private let library: MustacheLibrary

  /// - Parameters:
  ///   - overrides: templates by name that replace the embedded ones, each with its path for diagnostics. In such a
  ///     template, `{{> builtin/NAME}}` is the embedded template.
  ///   - hasModels: whether Swift models are rendered. Their templates take longer to parse than a small header.
  /// - Throws: `TemplateError` for a template that does not parse, has an unknown tag, or an unknown name.
  public init(
    overrides: [String: TemplateSource] = [:], hasModels: Bool = true
  ) throws(TemplateError) {
    var templates: [String: MustacheTemplate] = [:]
    var problems: [Diagnostic] = []
    let names = EmbeddedTemplates.all.keys.sorted()
    for (name, text) in EmbeddedTemplates.all where hasModels || TemplateContexts.ofHeaders.contains(name) {
      let template = try Self.parsed(TemplateSource(path: nil, text: text), named: name)
      templates[name] = template
      if !overrides.isEmpty { templates[TemplateContexts.builtIn + name] = template }
    }
    for (name, source) in overrides.sorted(by: { $0.key < $1.key }) {
      if EmbeddedTemplates.all[name] == nil { problems.append(Self.unknown(name, source, names)) }
      do {
        let template = try Self.parsed(source, named: name)
        problems += TemplateCheck.problems(in: template, source, named: name, among: names)
        templates[name] = template
      } catch {
        problems += error.diagnostics
      }
    }
    guard problems.isEmpty else { throw TemplateError(diagnostics: problems) }
    library = MustacheLibrary(templates: templates)
  }

  private static func parsed(_ source: TemplateSource, named name: String) throws(TemplateError) -> MustacheTemplate {
    // The line feed at the end of the partial's file would break the line that includes it.
    let isPart = TemplateContexts.partsOfLines.contains(name) && source.text.hasSuffix("\n")
    do {
      return try MustacheTemplate(string: isPart ? String(source.text.dropLast()) : source.text)
    } catch {
      throw TemplateError(error, in: source, named: name)
    }
  }

  private static func unknown(_ name: String, _ source: TemplateSource, _ names: [String]) -> Diagnostic {
    Diagnostic(
      .unknownTemplate, at: source.path.map { SourceLocation(file: $0, line: 1, column: 1) },
      "there is no template '\(name)'",
      advice: didYouMean(name, among: names)
        ?? "the templates are \(names.joined(separator: ", "))")
  }

  /// The Swift files and, if the model has a module, its map and header; sorted by name.
  public func render(_ model: RenderModel) -> [RenderedFile] {
    var parts: [Part] = []
    if let module = model.module {
      // This is as large as all other files together.
      parts.append(Part(name: module.headerName, template: "ModuleHeader", context: module))
      parts.append(Part(name: "module.modulemap", template: "ModuleMap", context: module))
    }
    parts += model.files.map { Part(name: $0.name, template: "GeneratedFile", context: $0) }
    parts += model.swiftFiles.map { Part(name: $0.name, template: "GeneratedModel", context: $0) }
    if let releases = model.releases {
      parts.append(Part(name: GeneratedReleases.fileName, template: "ArchiveReleases", context: releases))
    }
    return render(parts).sorted { $0.name < $1.name }
  }

  /// A file to be rendered.
  private struct Part: Sendable {
    let name: String
    let template: String
    let context: any RenderContext
  }

  /// Renders the parts in parallel, because files do not depend on each other, and many headers give hundreds of files.
  private func render(_ parts: [Part]) -> [RenderedFile] {
    [RenderedFile](unsafeUninitializedCapacity: parts.count) { buffer, initialized in
      nonisolated(unsafe) let slots = buffer
      DispatchQueue.concurrentPerform(iterations: parts.count) { index in
        let part = parts[index]
        let text = library.render(part.context.rendered, withTemplate: part.template) ?? ""
        slots.initializeElement(at: index, to: RenderedFile(name: part.name, text: text))
      }
      initialized = parts.count
    }
  }
}

/// A rendered file, which is not yet written.
public struct RenderedFile: Sendable, Hashable {
  public let name: String
  public let text: String

  public init(name: String, text: String) {
    self.name = name
    self.text = text
  }
}
