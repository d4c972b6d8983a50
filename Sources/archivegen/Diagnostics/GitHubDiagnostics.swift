import ArchiveModel

/// Diagnostics as GitHub's workflow commands (docs.github.com, "Workflow commands for GitHub Actions").
enum GitHubDiagnostics {
  static func text(of diagnostics: [Diagnostic]) -> String {
    diagnostics.map { diagnostic in
      var properties: [String] = []
      if let location = diagnostic.location {
        properties = [
          "file=\(property(location.file))", "line=\(location.line)", "col=\(location.column)",
        ]
      }
      properties.append("title=archivegen" + (diagnostic.name.map { " \($0)" } ?? ""))
      let lines =
        [diagnostic.message, diagnostic.advice].compactMap(\.self) + diagnostic.notes.map { note($0, of: diagnostic) }
      let command = diagnostic.severity == .note ? "notice" : diagnostic.severity.name
      return "::\(command) \(properties.joined(separator: ","))::\(data(lines.joined(separator: "\n")))\n"
    }.joined()
  }

  /// The place of the diagnostic itself is shown already.
  private static func note(_ note: Diagnostic, of diagnostic: Diagnostic) -> String {
    (note.location.map { $0 == diagnostic.location ? "" : "\($0): " } ?? "") + note.message
  }

  private static func data(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  private static func property(_ text: String) -> String {
    data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
