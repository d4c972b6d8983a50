import ArchiveModel
import Foundation

/// The forms in which diagnostics are printed.
enum DiagnosticFormat: String, CaseIterable {
  /// Clang's: place, severity, message, the source line with a caret.
  case text
  /// One object, for scripts.
  case json
  /// SARIF 2.1.0 (OASIS), for code scanning services.
  case sarif
  /// Workflow commands, which GitHub shows beside the changed lines.
  case github
}

/// Prints diagnostics to standard error.
///
/// A form that is one document is printed by `finish`, since a run reports at several moments.
final class DiagnosticOutput {
  private let format: DiagnosticFormat
  private let text: TextDiagnostics
  private let isQuiet: Bool
  private var collected: [Diagnostic] = []
  private var summary: String?

  /// - Parameters:
  ///   - color: nil decides by whether standard error is a terminal.
  ///   - isQuiet: leaves out all that is no error.
  init(format: DiagnosticFormat, color: Bool?, isQuiet: Bool) {
    self.format = format
    self.isQuiet = isQuiet
    text = TextDiagnostics(color: color)
  }

  func print(_ diagnostics: [Diagnostic]) {
    let shown = isQuiet ? diagnostics.filter { $0.severity == .error } : diagnostics
    switch format {
    case .text: write(text.text(of: shown))
    case .github: write(GitHubDiagnostics.text(of: shown))
    case .json, .sarif: collected += shown
    }
  }

  /// A line that belongs to no place. Documents for programs leave it out.
  func print(line: String) {
    if format == .text || format == .github { write(line + "\n") }
  }

  /// What became of the run.
  func print(summary: String) {
    self.summary = summary
    print(line: "archivegen: " + summary)
  }

  /// Prints what the form keeps until the end.
  func finish() {
    switch format {
    case .text, .github: break
    case .json: write(JSONDiagnostics(collected, summary: summary).text)
    case .sarif: write(SARIFLog(collected).text)
    }
  }

  private func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}

extension Encodable {
  /// Keys are sorted, so that equal values give equal texts.
  func prettyJSON() -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // Strings and numbers alone: there is nothing that cannot be encoded.
    return ((try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}") + "\n"
  }
}

extension Diagnostic.Severity {
  /// As clang, SARIF and GitHub call it.
  var name: String {
    switch self {
    case .note: "note"
    case .warning: "warning"
    case .error: "error"
    }
  }
}
