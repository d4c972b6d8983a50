import ArchiveRuntime
import UntypedArchive

/// A report for people: a line for each difference, and what is left out.
package struct DiffText {
  package var hasColor = false

  package init(hasColor: Bool = false) { self.hasColor = hasColor }

  /// - Parameters: the names of the two files.
  package func write(_ report: DiffReport, _ first: String, _ second: String, to output: OutputBuffer) {
    if report.isEqual { return }
    line("--- \(first)", .heading, to: output)
    line("+++ \(second)", .heading, to: output)
    for difference in report.differences { write(difference, to: output) }
    for section in report.sections where section.omitted > 0 {
      line("… and \(section.omitted) more in \(Self.name(section.name))", .note, to: output)
    }
    line(Self.summary(report), .note, to: output)
    if report.omitted > 0 { line("'--head 0 --limit 0' lists all", .note, to: output) }
  }

  private func write(_ difference: Difference, to output: OutputBuffer) {
    let path = difference.path.isEmpty ? "(root)" : difference.path
    let values = [difference.before, difference.after].compactMap(\.self).joined(separator: " → ")
    line("\(Self.sign(of: difference.kind)) \(path): \(values)", Self.style(of: difference.kind), to: output)
  }

  /// The first character of a difference's line.
  static func sign(of kind: Difference.Kind) -> String {
    switch kind {
    case .added: "+"
    case .removed: "-"
    case .changed: "~"
    case .type: "!"
    case .sharing: "&"
    }
  }

  private static func style(of kind: Difference.Kind) -> StyledLine.Style {
    switch kind {
    case .added: .text
    case .removed: .problem
    case .changed: .number
    case .type: .type
    case .sharing: .key
    }
  }

  /// Counts alone: a line for each key of the root and each table.
  package func writeStatistics(_ report: DiffReport, _ first: String, _ second: String, to output: OutputBuffer) {
    if report.isEqual { return }
    let sections = report.sections.map { (name: Self.name($0.name), counts: Self.counts($0.counts)) }
    let width = sections.reduce(0) { max($0, TerminalText.width($1.name)) }
    for section in sections {
      let space = String(repeating: " ", count: width - TerminalText.width(section.name))
      line(" \(section.name)\(space) | \(section.counts)", .plain, to: output)
    }
    line(" " + Self.summary(report), .plain, to: output)
  }

  package static func summary(_ report: DiffReport) -> String {
    let total = report.total
    var counts: [Difference.Kind: Int] = [:]
    for kind in Difference.Kind.allCases { counts[kind] = report.count(kind) }
    return "\(NumberText.counted(total, "difference")): \(Self.counts(counts))"
  }

  static func name(_ section: String) -> String { section.isEmpty ? "the root" : TerminalText.escaped(section) }

  static func counts(_ counts: [Difference.Kind: Int]) -> String {
    let words: [(Difference.Kind, String)] = [
      (.changed, "changed"), (.added, "added"), (.removed, "removed"), (.type, "of other type"),
      (.sharing, "shared otherwise"),
    ]
    return words.compactMap { kind, word in (counts[kind] ?? 0) > 0 ? "\(counts[kind] ?? 0) \(word)" : nil }
      .joined(separator: ", ")
  }

  private func line(_ text: String, _ style: StyledLine.Style, to output: OutputBuffer) {
    LineStyle(hasColor: hasColor).write(StyledLine(text, style), to: output)
  }
}
