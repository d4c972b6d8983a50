import ArchiveRuntime

/// A report for programs.
///
/// `{"archivegen":1,"first":…,"second":…,"equal":false,"counts":{…},"sections":[…],"differences":[…],"omitted":0}`; see the
/// page "Looking into archives". Values are texts as `--format text` has them.
package enum DiffJSON {
  package static func write(_ report: DiffReport, _ first: String, _ second: String, to output: OutputBuffer) {
    output.append("{\"archivegen\":1,\"first\":")
    output.append(json: first)
    output.append(",\"second\":")
    output.append(json: second)
    output.append(",\"equal\":\(report.isEqual),\"counts\":{")
    for (place, kind) in Difference.Kind.allCases.enumerated() {
      output.append("\(place == 0 ? "" : ",")\"\(kind.rawValue)\":\(report.count(kind))")
    }
    output.append("},\"sections\":[")
    for (place, section) in report.sections.enumerated() {
      output.append(place == 0 ? "\n{\"path\":" : ",\n{\"path\":")
      output.append(json: section.name)
      for kind in Difference.Kind.allCases {
        if let count = section.counts[kind] { output.append(",\"\(kind.rawValue)\":\(count)") }
      }
      output.append(",\"omitted\":\(section.omitted)}")
    }
    output.append("],\"differences\":[")
    for (place, difference) in report.differences.enumerated() {
      output.append(place == 0 ? "\n" : ",\n")
      write(difference, to: output)
    }
    output.append("],\"omitted\":\(report.omitted)}\n")
  }

  private static func write(_ difference: Difference, to output: OutputBuffer) {
    output.append("{\"kind\":\"\(difference.kind.rawValue)\",\"path\":")
    output.append(json: difference.path)
    if let before = difference.before {
      output.append(",\"before\":")
      output.append(json: before)
    }
    if let after = difference.after {
      output.append(",\"after\":")
      output.append(json: after)
    }
    if let offset = difference.offsets.before { output.append(",\"beforeOffset\":\(offset)") }
    if let offset = difference.offsets.after { output.append(",\"afterOffset\":\(offset)") }
    output.append("}")
  }
}
