import ArchiveModel
import UntypedArchive

/// Several sides beside each other, as text, Markdown or JSON. A row that differs begins with `*`; `+` and `-` mark
/// members that only the last or only the first side has.
public struct ComparisonText {
  private let style: LayoutStyle
  private let titles: [String]

  public init(titles: [String], _ style: LayoutStyle) {
    self.titles = titles
    self.style = style
  }

  public func text(of comparison: LayoutComparison) -> String {
    let cells = table(of: comparison)
    var widths = [Int](repeating: 0, count: cells[0].columns.count)
    for row in cells {
      for (index, cell) in row.columns.enumerated() { widths[index] = max(widths[index], cell.count) }
    }
    let lines = cells.map { row -> String in
      let columns = row.columns.enumerated().map { index, cell in
        index > 0 && index <= titles.count ? cell.leftPadded(to: widths[index]) : cell.padded(to: widths[index])
      }
      let line = "\(row.mark) " + columns.joined(separator: "  ")
      let trimmed = line.trimmingEnd
      return row.mark == " " ? trimmed : style.changed(trimmed)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  public func markdown(of comparison: LayoutComparison) -> String {
    let cells = table(of: comparison)
    var lines = ["### \(LayoutMarkdown.code(comparison.name))", ""]
    for (index, row) in cells.enumerated() {
      let columns = row.columns.enumerated().map { place, cell in
        cell.isEmpty || place > 0 && place <= titles.count ? LayoutMarkdown.escaped(cell) : LayoutMarkdown.code(cell)
      }
      lines.append(
        "| \(row.mark == " " ? "" : "**\(LayoutMarkdown.escaped(String(row.mark)))**") | \(columns.joined(separator: " | ")) |"
      )
      if index == 0 { lines.append("|---|---|" + String(repeating: "---:|", count: titles.count) + "---|") }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private struct Cells {
    let mark: Character
    let columns: [String]
  }

  private func table(of comparison: LayoutComparison) -> [Cells] {
    var rows = [Cells(mark: " ", columns: [comparison.name] + titles.map(\.printable) + ["key"])]
    for row in comparison.rows {
      let texts = row.members.map { member in
        member.map { "\($0.place(style)) +\($0.length(style))" } ?? "–"
      }
      let types = row.members.compactMap { $0?.typeText }
      let shown = row.members.last.flatMap(\.self) ?? row.members.lazy.compactMap(\.self).first
      let before = row.members.first.flatMap(\.self)
      let type = Set(types).count > 1 ? types.joined(separator: " → ") : types.first ?? ""
      let keys = row.members.compactMap { $0?.key?.text }
      let key = Set(keys).count > 1 ? keys.joined(separator: " → ") : keys.first ?? ""
      let name = "\(row.path): \(shown?.isBitField == true ? "\(type) :\(shown?.bitSize ?? 0)" : type)".printable
      let mark: Character =
        row.isEqual ? " " : before == nil ? "+" : row.members.last.flatMap(\.self) == nil ? "-" : "*"
      rows.append(Cells(mark: mark, columns: ["  " + name] + texts + [key.printable]))
    }
    func total(_ name: String, _ value: (InspectedLayout) -> Int) -> Cells {
      let values = comparison.layouts.map { $0.map(value) }
      return Cells(
        mark: Set(values).count > 1 ? "*" : " ",
        columns: ["  (\(name))"] + values.map { $0.map(style.number) ?? "–" } + [""])
    }
    rows.append(total("size") { $0.size })
    rows.append(total("alignment") { $0.alignment })
    rows.append(total("unused bytes") { LayoutGaps(of: $0).bytes })
    return rows
  }

  // MARK: JSON

  package static func json(_ comparisons: [LayoutComparison], titles: [String], targets: [Target]) -> JSONValue {
    .object([
      ("format", .string("archivegen-layout-comparison-1")),
      (
        "sides",
        .array(
          zip(titles, targets).map { title, target in
            .object([("title", .string(title)), ("target", LayoutJSON.target(target))])
          })
      ),
      (
        "records",
        .array(
          comparisons.map { comparison in
            .object([
              ("name", .string(comparison.name)), ("equal", .bool(comparison.isEqual)),
              (
                "sides",
                .array(
                  comparison.layouts.map { layout in
                    guard let layout else { return .null }
                    return .object([("size", .count(layout.size)), ("alignment", .count(layout.alignment))])
                  })
              ),
              (
                "members",
                .array(
                  comparison.rows.map { row in
                    .object([
                      ("path", .string(row.path)), ("equal", .bool(row.isEqual)),
                      ("sides", .array(row.members.map { $0.map(LayoutJSON.member) ?? .null })),
                    ])
                  })
              ),
            ])
          })
      ),
    ])
  }
}

extension LayoutGaps {
  /// Whole bytes that no member has.
  public var bytes: Int {
    holes.values.reduce(0, +) + padding + (bitHoles.values.reduce(0, +) + bitPadding) / 8
  }
}

extension String {
  fileprivate var trimmingEnd: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
