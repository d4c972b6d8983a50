import ArchiveInspection
import ArchiveModel
import Foundation
import InspectionCommands
import UntypedArchive

/// Diagnostics in clang's form, with the source line, a caret and the diagnostic's name in brackets.
struct TextDiagnostics {
  private let usesColor: Bool

  /// - Parameter color: nil enables colours if standard error is a terminal and NO_COLOR (no-color.org) is not set.
  init(color: Bool?) {
    usesColor = color ?? ColorChoice.auto.isOn(STDERR_FILENO)
  }

  func text(of diagnostics: [Diagnostic]) -> String {
    var text = ""
    // One struct may be the cause of hundreds of warnings: the first one of them shows it.
    let holders = Dictionary(grouping: diagnostics.compactMap(Cause.init), by: \.self).mapValues(\.count)
    var shown: Set<Cause> = []
    for diagnostic in diagnostics {
      guard let cause = Cause(diagnostic), let count = holders[cause], count > 1 else {
        append(diagnostic, to: &text)
        continue
      }
      guard shown.insert(cause).inserted else {
        appendHead(of: diagnostic, to: &text)
        continue
      }
      append(diagnostic, to: &text)
      let rest =
        count == 2 ? "1 other message has this cause, and is" : "\(count - 1) other messages have this cause, and are"
      text += bold(place(of: diagnostic)) + severity(.note) + "\(rest) shown without notes\n"
    }
    return text
  }

  /// What leaves out a type because of another one.
  private struct Cause: Hashable {
    let advice: String?
    let notes: [Diagnostic]

    init?(_ diagnostic: Diagnostic) {
      guard diagnostic.id == .dependentType, !diagnostic.notes.isEmpty else { return nil }
      (advice, notes) = (diagnostic.advice, diagnostic.notes)
    }
  }

  private func place(of diagnostic: Diagnostic) -> String { diagnostic.location.map { "\($0): " } ?? "archivegen: " }

  private func appendHead(of diagnostic: Diagnostic, to text: inout String) {
    let id = diagnostic.name.map { " [\($0)]" } ?? ""
    text += bold(place(of: diagnostic)) + severity(diagnostic.severity) + bold(diagnostic.message) + id + "\n"
  }

  private func append(_ diagnostic: Diagnostic, to text: inout String) {
    let place = self.place(of: diagnostic)
    appendHead(of: diagnostic, to: &text)
    if let location = diagnostic.location, let line = diagnostic.sourceLine { text += excerpt(line, location) }
    if let advice = diagnostic.advice { text += bold(place) + severity(.note) + shown(advice) + "\n" }
    for note in diagnostic.notes { append(note, to: &text) }
  }

  private func excerpt(_ line: String, _ location: SourceLocation) -> String {
    let number = String(location.line)
    let margin = String(repeating: " ", count: max(0, 5 - number.count))
    let before = line.utf8.prefix(max(0, location.column - 1))
    // Tabs are kept, so that the caret is in the right column for every tab width.
    let padding = String(decoding: before, as: UTF8.self).map { (character) -> Character in
      character == "\t" ? "\t" : " "
    }
    let source = line.hasSuffix("\r") ? String(line.dropLast()) : line
    return "\(margin)\(number) | \(shown(source))\n      | \(String(padding))\(color("^", "1;32"))\n"
  }

  private func severity(_ severity: Diagnostic.Severity) -> String {
    switch severity {
    case .note: color("note: ", "1;36")
    case .warning: color("warning: ", "1;35")
    case .error: color("error: ", "1;31")
    }
  }

  private func bold(_ text: String) -> String { color(text, "1") }

  private func color(_ text: String, _ code: String) -> String {
    let text = shown(text)
    return usesColor ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }

  /// Text of a header or a configuration, which must not act on the terminal. Lines and tabs of our own messages stay.
  private func shown(_ text: String) -> String {
    if HiddenScalars.areAbsent(text) { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map { TerminalText.line(String($0)) }
        .joined(separator: "\t")
    }.joined(separator: "\n")
  }
}
