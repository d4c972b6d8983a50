import ArchiveModel
import Mustache

/// Errors in templates, with their locations.
public struct TemplateError: Error {
  public let diagnostics: [Diagnostic]

  init(diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }

  /// - Parameter error: swift-mustache's parse error.
  init(_ error: any Error, in source: TemplateSource, named name: String) {
    guard let parsing = error as? MustacheTemplate.ParserError else {
      diagnostics = [
        Diagnostic(
          .templateSyntax, at: source.path.map { SourceLocation(file: $0, line: 1, column: 1) },
          "template '\(name)' does not parse: \(error)")
      ]
      return
    }
    let (message, advice) = Self.texts(parsing.error)
    diagnostics = [
      Diagnostic(
        .templateSyntax,
        at: SourceLocation(
          file: source.path ?? name, line: parsing.context.lineNumber, column: parsing.context.columnNumber),
        message, advice: advice, sourceLine: parsing.context.line)
    ]
  }

  private static func texts(_ error: any Error) -> (message: String, advice: String) {
    switch error as? MustacheTemplate.Error {
    case .sectionCloseNameIncorrect:
      ("this tag closes no open section", "use the name of the section that was opened last")
    case .expectedSectionEnd: ("a section is never closed", "write {{/name}} at its end")
    // Without a specific error the text ended too early.
    case .unfinishedName, nil: ("this tag has no end, or an invalid name", "write it like {{name}}")
    case .invalidConfigVariableSyntax, .unrecognisedConfigVariable:
      ("this setting is not known", "write {{% CONTENT_TYPE:TEXT}}")
    default: ("this is not valid in a template: \(error)", "see mustache(5)")
    }
  }
}

/// A template's text, and its path unless it is embedded.
public struct TemplateSource: Sendable {
  public let path: String?
  public let text: String

  public init(path: String?, text: String) {
    self.path = path
    self.text = text
  }
}
