import ArchiveRuntime

/// Findings as lines of text: `FILE:OFFSET: error: KEYPATH: message [rule]`.
package struct LintText {
  package var hasColor = false

  package init(hasColor: Bool = false) { self.hasColor = hasColor }

  package func write(_ report: LintReport, _ file: String, to output: OutputBuffer) {
    let name = TerminalText.escaped(file)
    for finding in report.findings {
      let place = finding.offset.map { "\(name):\($0)" } ?? name
      let color = finding.severity == .error ? "31" : "33"
      let severity = hasColor ? "\u{1B}[\(color)m\(finding.severity.rawValue)\u{1B}[0m" : finding.severity.rawValue
      let path = finding.path.map { $0.isEmpty ? "(root): " : "\(TerminalText.escaped($0)): " } ?? ""
      output.append("\(place): \(severity): \(path)\(finding.message) [\(finding.rule.rawValue)]\n")
    }
    for (rule, count) in report.omitted.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      output.append("\(name): \(count) more of [\(rule.rawValue)]; '--head 0' lists all\n")
    }
    if report.isSound { return }
    output.append(
      "\(name): \(report.errors) error\(report.errors == 1 ? "" : "s"), \(report.warnings) warning\(report.warnings == 1 ? "" : "s")\n"
    )
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
