import ArchiveInspection
import ArchiveModel
import Foundation

/// The formats in which diagnostics are printed.
enum DiagnosticFormat: String, CaseIterable {
  /// Clang's format: location, severity, message, and the source line with a caret.
  case text
  /// One JSON object, for scripts.
  case json
  /// SARIF 2.1.0 (OASIS), for code scanning services.
  case sarif
  /// Workflow commands, which GitHub shows beside the changed lines.
  case github
}

/// Prints diagnostics to standard error.
///
/// A run reports several times. A format that consists of one document is printed by `finish`.
final class DiagnosticOutput {
  private let format: DiagnosticFormat
  private let text: TextDiagnostics
  private let isQuiet: Bool
  private var collected: [Diagnostic] = []
  /// The errors so far.
  private(set) var errors: [Diagnostic] = []
  private var summary: String?

  /// - Parameters:
  ///   - color: nil enables colours if standard error is a terminal.
  ///   - isQuiet: whether only errors are printed.
  init(format: DiagnosticFormat = .text, color: Bool? = nil, isQuiet: Bool = false) {
    self.format = format
    self.isQuiet = isQuiet
    text = TextDiagnostics(color: color)
  }

  func print(_ diagnostics: [Diagnostic]) {
    let own = diagnostics.filter { $0.severity == .error }
    errors += own
    let shown = isQuiet ? own : diagnostics
    switch format {
    case .text: StandardError.write(text.text(of: shown))
    case .github: StandardError.write(GitHubDiagnostics.text(of: shown))
    case .json, .sarif: collected += shown
    }
  }

  /// Prints a line without a location. Formats for programs omit it.
  func print(line: String) {
    if format == .text || format == .github { StandardError.write(TerminalText.line(line) + "\n") }
  }

  /// Prints the result of the run.
  func print(summary: String) {
    self.summary = summary
    print(more: summary)
  }

  /// Prints a line that adds to the result.
  func print(more line: String) { if !isQuiet { print(line: "archivegen: " + line) } }

  /// Prints what the format collects until the end.
  ///
  /// - Throws: `file` if it cannot be written.
  func finish() throws {
    switch format {
    case .text, .github: break
    case .json: try StandardError.write(document: JSONDiagnostics(collected, summary: summary).text)
    case .sarif: try StandardError.write(document: SARIFLog(collected).text)
    }
  }
}

extension Encodable {
  /// The value as JSON with sorted keys, so that equal values have equal texts.
  func prettyJSON() -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // Strings and numbers can always be encoded.
    return ((try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}") + "\n"
  }
}

extension Diagnostic.Severity {
  /// The severity's name in clang's text, SARIF and GitHub.
  var name: String {
    switch self {
    case .note: "note"
    case .warning: "warning"
    case .error: "error"
    }
  }
}
