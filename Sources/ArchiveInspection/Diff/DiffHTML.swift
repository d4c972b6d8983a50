import ArchiveRuntime

/// A report as one page, without scripts and without anything that is fetched.
package enum DiffHTML {
  package static func write(_ report: DiffReport, _ first: String, _ second: String, to output: OutputBuffer) {
    let title = "\(HTMLText.escaped(first)) ↔ \(HTMLText.escaped(second))"
    output.append(
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(title)</title>
      <style>\(style)</style>
      </head>
      <body>
      <h1>\(title)</h1>
      <p>\(report.isEqual ? "No difference." : HTMLText.escaped(DiffText.summary(report)) + ".")</p>

      """)
    if !report.isEqual { writeTables(report, to: output) }
    output.append("</body>\n</html>\n")
  }

  private static func writeTables(_ report: DiffReport, to output: OutputBuffer) {
    output.append(
      "<table class=\"counts\"><caption>By place</caption><thead><tr><th scope=\"col\">Place</th><th scope=\"col\">Differences</th><th scope=\"col\">Not listed</th></tr></thead><tbody>\n"
    )
    for section in report.sections {
      output.append(
        "<tr><th scope=\"row\">\(HTMLText.escaped(DiffText.name(section.name)))</th><td>\(DiffText.counts(section.counts))</td><td>\(section.omitted == 0 ? "" : "\(section.omitted)")</td></tr>\n"
      )
    }
    output.append(
      "</tbody></table>\n<table><caption>Differences</caption><thead><tr><th scope=\"col\">Kind</th><th scope=\"col\">Key path</th><th scope=\"col\">Before</th><th scope=\"col\">After</th></tr></thead><tbody>\n"
    )
    for difference in report.differences {
      let kind = difference.kind.rawValue
      func cell(_ text: String?) -> String { text.map { "<td>\(HTMLText.escaped($0))</td>" } ?? "<td></td>" }
      output.append("<tr class=\"\(kind)\"><td>\(kind)</td><th scope=\"row\">")
      output.append(HTMLText.escaped(difference.path.isEmpty ? "(root)" : difference.path))
      output.append("</th>\(cell(difference.before))\(cell(difference.after))</tr>\n")
    }
    output.append("</tbody></table>\n")
    if report.omitted > 0 {
      output.append("<p>\(report.omitted) more differences are not listed; ‘--head 0 --limit 0’ lists all.</p>\n")
    }
  }

  private static let style = """
    :root{color-scheme:light dark;--line:#8884;--add:#0a7d3620;--remove:#c0392b20;--change:#b5890020;--type:#6c3fb520}
    body{font:15px/1.45 system-ui,sans-serif;margin:1.5rem;max-width:110rem}
    h1{font-size:1.2rem;overflow-wrap:anywhere}
    table{border-collapse:collapse;width:100%;margin:1rem 0}
    caption{text-align:left;font-weight:600;padding:.3rem 0}
    th,td{text-align:left;vertical-align:top;padding:.25rem .6rem;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
    tbody th,tbody td+td,tbody td:last-child{font:13px/1.45 ui-monospace,monospace;white-space:pre-wrap}
    .counts{width:auto}
    tr.added{background:var(--add)}tr.removed{background:var(--remove)}tr.changed{background:var(--change)}
    tr.type,tr.sharing{background:var(--type)}
    """
}

/// Text of an archive in a page: nothing in it is markup.
package enum HTMLText {
  package static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result.append(contentsOf: "&amp;".unicodeScalars)
      case "<": result.append(contentsOf: "&lt;".unicodeScalars)
      case ">": result.append(contentsOf: "&gt;".unicodeScalars)
      case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
      case "'": result.append(contentsOf: "&#39;".unicodeScalars)
      // Control characters are no characters of HTML; marks that turn the direction of writing would turn the page.
      default:
        let shown = TerminalText.escaped(String(scalar))
        result.append(contentsOf: scalar == "\\" ? "\\".unicodeScalars : shown.unicodeScalars)
      }
    }
    return String(result)
  }
}
