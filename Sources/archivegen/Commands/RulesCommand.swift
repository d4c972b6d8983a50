import ArchiveInspection
import ArgumentParser
import SchemaLock

/// `archivegen rules`.
struct RulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules",
    abstract: "Lists the kinds of changes: what each does to data, why, and what to do.")

  @Option(help: "The format: 'text' or 'json'.")
  var format = Format.text

  enum Format: String, CaseIterable, ExpressibleByArgument { case text, json }

  private struct Entry: Encodable {
    let rule: String
    let level: String
    let forward: String
    let why: String
    let remedy: String
  }

  func run() throws {
    let entries = Rule.allCases.map { rule in
      Entry(
        rule: rule.rawValue, level: rule.explanation.backward.rawValue, forward: rule.explanation.forward.rawValue,
        why: rule.explanation.why, remedy: rule.explanation.remedy)
    }
    guard format == .text else { return try StandardOutput.write(entries.prettyJSON()) }
    try StandardOutput.write(
      "What a change does to old archives read by new code, and (second) to new archives read by old code.\n"
        + entries.map { "\n\($0.rule): \($0.level), \($0.forward)\n  \($0.why)\n  \($0.remedy)\n" }.joined())
  }
}
