import ArchiveRuntime
import UntypedArchive

/// Findings as lines of text: `FILE:OFFSET: error: KEYPATH: message [rule]`.
package struct LintText {
  package var hasColor = false

  package init(hasColor: Bool = false) { self.hasColor = hasColor }

  /// - Parameter statement: a last line about the file.
  package func write(
    _ report: LintReport, _ file: String, statement: String? = nil, to output: OutputBuffer
  ) {
    let style = LineStyle(hasColor: hasColor)
    for finding in report.findings {
      var line = StyledLine(finding.offset.map { "\(file):\($0)" } ?? file)
      line.add(": ")
      line.add(finding.severity.rawValue, Self.style(of: finding.severity))
      let path = finding.path.map { $0.isEmpty ? "(root): " : "\($0): " } ?? ""
      line.add(": \(path)\(finding.message) [\(finding.rule.rawValue)]")
      style.write(line, to: output)
    }
    func say(_ text: String) { style.write(StyledLine("\(file): \(text)"), to: output) }
    for (rule, count) in report.omitted.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      say("\(count) more of [\(rule.rawValue)]; '--head 0' lists all")
    }
    if !report.isSound {
      say("\(NumberText.counted(report.errors, "error")), \(NumberText.counted(report.warnings, "warning"))")
    }
    if let statement { say(statement) }
  }

  private static func style(of severity: LintFinding.Severity) -> StyledLine.Style {
    switch severity {
    case .error: .problem
    case .warning: .number
    case .note: .note
    }
  }
}

/// Findings for programs: an object for each file.
package enum LintJSON {
  /// - Parameter other: more members of the object, as JSON: `"schema":{…}`.
  package static func write(_ report: LintReport, _ file: String, other: String? = nil, to output: OutputBuffer) {
    output.append("{\"archivegen\":1,\"file\":")
    output.append(json: file)
    output.append(
      ",\"sound\":\(report.isSound),\"errors\":\(report.errors),\"warnings\":\(report.warnings),\"findings\":[")
    for (place, finding) in report.findings.enumerated() {
      output.append(place == 0 ? "\n" : ",\n")
      output.append("{\"severity\":\"\(finding.severity.rawValue)\",\"rule\":\"\(finding.rule.rawValue)\"")
      if let offset = finding.offset { output.append(",\"offset\":\(offset)") }
      if let path = finding.path {
        output.append(",\"path\":")
        output.append(json: path)
      }
      output.append(",\"message\":")
      output.append(json: finding.message)
      output.append("}")
    }
    output.append("],\"omitted\":\(report.omitted.values.reduce(0, +))")
    if let other { output.append(",\(other)") }
    output.append("}\n")
  }
}
