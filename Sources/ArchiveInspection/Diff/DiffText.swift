import ArchiveRuntime

/// A report for people: a line for each difference, and what is left out.
package struct DiffText {
  package var hasColor = false

  package init(hasColor: Bool = false) { self.hasColor = hasColor }

  /// - Parameters: the names of the two files.
  package func write(_ report: DiffReport, _ first: String, _ second: String, to output: OutputBuffer) {
    if report.isEqual { return }
    line("--- \(TerminalText.escaped(first))", "1", to: output)
    line("+++ \(TerminalText.escaped(second))", "1", to: output)
    for difference in report.differences { write(difference, to: output) }
    for section in report.sections where section.omitted > 0 {
      line("… and \(section.omitted) more in \(Self.name(section.name))", "2", to: output)
    }
    line(Self.summary(report), "2", to: output)
    if report.omitted > 0 { line("'--head 0 --limit 0' lists all", "2", to: output) }
  }

  private func write(_ difference: Difference, to output: OutputBuffer) {
    let path = difference.path.isEmpty ? "(root)" : TerminalText.escaped(difference.path)
    let before = difference.before.map(TerminalText.escapedLine)
    let after = difference.after.map(TerminalText.escapedLine)
    let values = [before, after].compactMap(\.self).joined(separator: " → ")
    line("\(Self.sign(of: difference.kind)) \(path): \(values)", Self.color(of: difference.kind), to: output)
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

  private static func color(of kind: Difference.Kind) -> String {
    switch kind {
    case .added: "32"
    case .removed: "31"
    case .changed: "33"
    case .type: "35"
    case .sharing: "36"
    }
  }

  /// Counts alone: a line for each key of the root and each table.
  package func writeStatistics(_ report: DiffReport, _ first: String, _ second: String, to output: OutputBuffer) {
    if report.isEqual { return }
    let sections = report.sections.map { (name: Self.name($0.name), counts: Self.counts($0.counts)) }
    let width = sections.reduce(0) { max($0, TerminalText.width($1.name)) }
    for section in sections {
      let space = String(repeating: " ", count: width - TerminalText.width(section.name))
      line(" \(section.name)\(space) | \(section.counts)", nil, to: output)
    }
    line(" " + Self.summary(report), nil, to: output)
  }

  package static func summary(_ report: DiffReport) -> String {
    let total = report.total
    var counts: [Difference.Kind: Int] = [:]
    for kind in Difference.Kind.allCases { counts[kind] = report.count(kind) }
    return "\(total) difference\(total == 1 ? "" : "s"): \(Self.counts(counts))"
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

  private func line(_ text: String, _ color: String?, to output: OutputBuffer) {
    if hasColor, let color { output.append("\u{1B}[\(color)m\(text)\u{1B}[0m\n") } else { output.append(text + "\n") }
  }
}

extension TerminalText {
  /// Text that may have quotes of its own: only what could act on a terminal is escaped.
  package static func escapedLine(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { escaped(String($0)) != String($0) && $0 != "\"" && $0 != "\\" }) else {
      return text
    }
    return text.unicodeScalars.map { $0 == "\"" || $0 == "\\" ? String($0) : escaped(String($0)) }.joined()
  }
}
