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

  private static let style = """
    :root{color-scheme:light dark;--line:#8886;--add:#0a7d3620;--remove:#c0392b20;--change:#b5890020;--type:#6c3fb520;--mark:#e0a00055}
    body{font:15px/1.45 system-ui,sans-serif;margin:1.5rem}
    h1{font-size:1.2rem;overflow-wrap:anywhere}
    table{border-collapse:collapse;margin:1rem 0}
    caption{text-align:left;font-weight:600;padding:.3rem 0}
    th,td{text-align:left;vertical-align:top;padding:.25rem .6rem;border-bottom:1px solid var(--line)}
    tbody th,.differences td+td,.differences th~td{font:13px/1.5 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere}
    .counts tbody th{max-width:60ch}
    .differences{width:100%;table-layout:fixed}
    .differences thead th{position:sticky;top:0;background:Canvas;box-shadow:0 1px var(--line)}
    .differences tr>:first-child{width:6.5rem;white-space:nowrap}
    .differences tr>:nth-child(2){width:26%}
    td span{display:inline-block;width:1ch;font:13px/1.5 ui-monospace,monospace}
    mark{background:var(--mark);color:inherit;border-radius:2px}
    tr.added{background:var(--add)}tr.removed{background:var(--remove)}tr.changed{background:var(--change)}
    tr.type,tr.sharing{background:var(--type)}
    @media(max-width:45rem){
    body{margin:.75rem}
    th,td{padding:.25rem .4rem}
    .differences,.differences tbody,.differences tr,.differences tbody td,.differences tbody th{display:block}
    .differences thead{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden}
    .differences tr{padding:.35rem .5rem;border-bottom:1px solid var(--line)}
    .differences tbody tr>:nth-child(n){border:0;padding:.1rem 0;width:auto}
    .differences td:empty{display:none}
    .differences td[data-name]{padding-left:4rem;text-indent:-4rem}
    td[data-name]::before{content:attr(data-name);display:inline-block;width:4rem;text-indent:0;font:13px/1.5 system-ui,sans-serif;opacity:.75}
    }
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
