import ArchiveInspection
import ArchiveModel
import ArgumentParser

/// The command `archivegen attributes` prints the table of attributes, for people and for the documentation.
struct AttributesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "attributes",
    abstract: "Lists the attributes of annotations and what they mean.",
    discussion: "An annotation is a comment such as '// archive: key(\"status\"), required'.")

  enum Subject: String, CaseIterable, ExpressibleByArgument {
    /// C headers.
    case c
    /// Types of Swift sources.
    case types = "swift-types"
    /// Properties, cases and their values in Swift sources.
    case properties = "swift-properties"

    var placement: Attribute.Placement {
      switch self {
      case .c: .c
      case .types: [.swiftType, .swiftProtocol]
      case .properties: [.property, .enumCase, .payload]
      }
    }

    var title: String {
      switch self {
      case .c: "In C headers"
      case .types: "On Swift types"
      case .properties: "On Swift properties, cases and their values"
      }
    }
  }

  @Option(
    help: ArgumentHelp(
      "What the attributes stand on: 'c', 'swift-types' or 'swift-properties'. Default: all.", valueName: "subject"))
  var on: Subject?

  @Flag(help: "Print tables in Markdown.")
  var markdown = false

  @Flag(help: "Print ArchiveAnnotations.h, by which C headers write annotations as macros.")
  var header = false

  @Flag(help: "Print snippets of annotations for editors (VS Code's format).")
  var snippets = false

  func run() throws {
    if snippets { return try StandardOutput.write(AnnotationSnippets.make().prettyJSON()) }
    if header { return try StandardOutput.write(AnnotationHeader.text) }
    let subjects = on.map { [$0] } ?? Subject.allCases
    try StandardOutput.write(
      subjects.map { markdown ? Self.markdown($0) : Self.text($0) }.joined(separator: "\n\n") + "\n")
  }

  private typealias Row = (forms: [String], on: String, meaning: String)

  private static func rows(_ subject: Subject) -> [Row] {
    Attribute.Name.allCases.map(\.rule).flatMap { rule in
      rule.uses.filter { !$0.on.isDisjoint(with: subject.placement) }
        .map { ($0.forms, rule.subjects(of: $0), $0.meaning) }
    }
  }

  private static func markdown(_ subject: Subject) -> String {
    let rows = rows(subject).map { row in
      let forms = row.forms.map { "`\($0)`" }.joined(separator: ", ")
      return "| \(forms) | \(row.on) | \(row.meaning.replacing("|", with: "\\|")) |"
    }
    return (["| attribute | on | meaning |", "|---|---|---|"] + rows).joined(separator: "\n")
  }

  private static func text(_ subject: Subject) -> String {
    let rows = rows(subject).map { row in
      "  \(row.forms.joined(separator: ", "))  (\(row.on))\n"
        + wrapped(row.meaning.replacing("**", with: ""), indent: "      ")
    }
    return ([subject.title + ":"] + rows).joined(separator: "\n")
  }
}

/// Wraps text at spaces to the width of a terminal with 80 columns.
func wrapped(_ text: String, indent: String = "") -> String {
  var lines: [String] = []
  var line = ""
  for word in text.split(separator: " ") {
    if !line.isEmpty, indent.count + line.count + word.count + 1 > 80 {
      lines.append(indent + line)
      line = ""
    }
    line += (line.isEmpty ? "" : " ") + word
  }
  return (lines + [indent + line]).joined(separator: "\n")
}
