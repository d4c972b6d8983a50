import ArchiveInspection
import ArchiveModel
import ArgumentParser
import SchemaLock

/// The command `archivegen explain ID`.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explains a kind of diagnostic, with an example and the remedies.",
    discussion: "Without a name it lists all kinds.")

  @Argument(
    help: "The name that a message shows in brackets, such as 'unresolved-pointer'.",
    completion: .list(names))
  var name: String?

  /// What stands in brackets: kinds of diagnostics, and kinds of changes that 'check' finds.
  private static let names = DiagnosticID.allCases.map(\.rawValue) + Rule.allCases.map(\.rawValue)

  func validate() throws {
    guard let name, !Self.names.contains(name) else { return }
    throw ValidationError(
      "there is no diagnostic '\(name)'"
        + (didYouMean(name, among: Self.names).map { "; \($0)" } ?? "; 'archivegen explain' lists all"))
  }

  func run() throws { try StandardOutput.write(text + "\n") }

  private var text: String {
    if let id = name.flatMap(DiagnosticID.init(rawValue:)) { return Self.text(of: id) }
    if let rule = name.flatMap(Rule.init(rawValue:)) { return Self.text(of: rule) }
    let width = DiagnosticID.allCases.map(\.rawValue.count).max() ?? 0
    let lines = DiagnosticID.allCases.sorted { $0.rawValue < $1.rawValue }.map { id in
      let padding = String(repeating: " ", count: width - id.rawValue.count)
      return "\(id.rawValue)\(padding)  \(id.severity)  \(id.explanation.summary)\n"
    }
    return lines.joined() + "\nThe kinds of changes that 'archivegen check' finds: 'archivegen rules'."
  }

  static func text(of rule: Rule) -> String {
    let explanation = rule.explanation
    return [
      "\(rule.rawValue): a change that 'archivegen check' finds",
      wrapped(
        "Old archives in new code: \(explanation.backward.rawValue). New archives in old code: \(explanation.forward.rawValue). "
          + explanation.why), "What to do:\n  - \(explanation.remedy)",
      "To accept it: 'archivegen lock INPUT --accept \(rule.rawValue):KEY --reason TEXT'\n'archivegen rules' lists all kinds.",
    ].joined(separator: "\n\n")
  }

  static func text(of id: DiagnosticID) -> String {
    let explanation = id.explanation
    var parts = ["\(id.rawValue): \(explanation.severity)", wrapped(explanation.summary + " " + explanation.details)]
    if !explanation.example.isEmpty { parts.append("Example:\n" + indented(explanation.example)) }
    parts.append("What to do:\n" + explanation.remedies.map { "  - \($0)" }.joined(separator: "\n"))
    if explanation.severity != .error {
      parts.append(
        "Options: -Wno-\(id.rawValue) hides it, -Werror=\(id.rawValue) makes it an error. In archivegen.yml:\n"
          + "  diagnostics:\n    \(id.rawValue): error    # or warning, ignore")
    }
    return parts.joined(separator: "\n\n")
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }.joined(separator: "\n")
  }
}
