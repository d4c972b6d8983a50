import ArchiveRuntime
import PageFiles

/// A report as one page, without scripts and without anything that is fetched.
package enum DiffHTML {
  private static let page = HTMLPage(style: String(cString: page_files_diff_css()))

  package static func write(_ report: DiffReport, _ first: String, _ second: String, to output: OutputBuffer) {
    let title = "\(first) ↔ \(second)"
    output.append(page.begin(title))
    output.append(
      """
      <body>
      <h1>\(HTMLText.escaped(title))</h1>
      <p>\(report.isEqual ? "No difference." : HTMLText.escaped(DiffText.summary(report)) + ".")</p>

      """)
    if !report.isEqual { writeTables(report, to: output) }
    output.append(page.end)
  }

  private static func writeTables(_ report: DiffReport, to output: OutputBuffer) {
    let isWhole = report.omitted == 0
    output.append("<table class=\"counts\"><caption>By place</caption><thead><tr><th scope=\"col\">Place</th>")
    output.append(
      "<th scope=\"col\">Differences</th>\(isWhole ? "" : "<th scope=\"col\">Not listed</th>")</tr></thead><tbody>\n")
    for section in report.sections {
      output.append("<tr><th scope=\"row\">\(HTMLText.escaped(DiffText.name(section.name)))</th>")
      output.append("<td>\(DiffText.counts(section.counts))</td>\(isWhole ? "" : "<td>\(section.omitted)</td>")</tr>\n")
    }
    // Rows become blocks on small screens; the roles stay those of a table.
    output.append(
      """
      </tbody></table>
      <table class="differences" role="table"><caption>Differences</caption><thead role="rowgroup"><tr role="row">\
      <th scope="col" role="columnheader">Kind</th><th scope="col" role="columnheader">Key path</th>\
      <th scope="col" role="columnheader">Before</th><th scope="col" role="columnheader">After</th></tr></thead><tbody role="rowgroup">

      """)
    for difference in report.differences { write(difference, to: output) }
    output.append("</tbody></table>\n")
    if !isWhole {
      output.append("<p>\(report.omitted) more differences are not listed; ‘--head 0 --limit 0’ lists all.</p>\n")
    }
  }

  private static func write(_ difference: Difference, to output: OutputBuffer) {
    let (kind, sign) = (difference.kind.rawValue, DiffText.sign(of: difference.kind))
    output.append("<tr class=\"\(kind)\" role=\"row\"><td role=\"cell\">")
    output.append(
      "<span aria-hidden=\"true\">\(HTMLText.escaped(sign))</span> \(kind)</td><th scope=\"row\" role=\"rowheader\">")
    output.append(HTMLText.escaped(difference.path.isEmpty ? "(root)" : difference.path) + "</th>")
    let (before, after) = marked(difference.before, difference.after)
    for (name, text) in [("before", before), ("after", after)] {
      output.append("<td role=\"cell\"\(text.map { " data-name=\"\(name)\">\($0)" } ?? ">")</td>")
    }
    output.append("</tr>\n")
  }

  /// Both values as HTML. What differs between a beginning and an end that they share is marked.
  private static func marked(_ before: String?, _ after: String?) -> (String?, String?) {
    guard let before, let after, before.utf8.count + after.utf8.count < 20_000 else {
      return (before.map(HTMLText.escaped), after.map(HTMLText.escaped))
    }
    let (first, second) = (Array(before), Array(after))
    let most = min(first.count, second.count)
    let start = (0..<most).first { first[$0] != second[$0] } ?? most
    let end =
      (0..<(most - start)).first { first[first.count - 1 - $0] != second[second.count - 1 - $0] } ?? most - start
    // Without much in common all is different.
    guard start + end > 2 else { return (HTMLText.escaped(before), HTMLText.escaped(after)) }
    func html(_ text: [Character]) -> String {
      let parts = [text[..<start], text[start..<(text.count - end)], text[(text.count - end)...]]
      let escaped = parts.map { HTMLText.escaped(String($0)) }
      return escaped[0] + (escaped[1].isEmpty ? "" : "<mark>\(escaped[1])</mark>") + escaped[2]
    }
    return (html(first), html(second))
  }
}
