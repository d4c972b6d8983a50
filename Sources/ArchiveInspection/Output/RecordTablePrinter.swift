import ArchiveRuntime
import UntypedArchive

/// Shows an array of dictionaries as a table for people.
struct RecordTablePrinter {
  private let list: RecordList
  private let options: TreePrinter.Options
  private let values: ValueText

  init(_ list: RecordList, _ options: TreePrinter.Options) {
    (self.list, self.options) = (list, options)
    values = ValueText(list.document)
  }

  /// The widest table that is shown in place of a tree, where no terminal says how wide it is.
  private static let usualWidth = 160

  /// Whether the table has everything that the tree would show: each value of the shown rows has no values of its own, and
  /// fits.
  func isWhole(_ indent: Int) throws -> Bool {
    guard list.hasKeys, list.rowCount > 1 else { return false }
    let rows = range
    var widths = list.shownColumns.map { TerminalText.width(TerminalText.key(list.name(of: $0))) }
    for row in rows.prefix(Self.measured) {
      for (place, cell) in try list.cells(row).enumerated() {
        guard let cell else { continue }
        if RecordList.isContainer(cell) { return false }
        if cell.data != nil, options.expandsData { return false }
        widths[place] = max(widths[place], TerminalText.width(text(cell)))
      }
      if widths.contains(where: { $0 > Self.greatestCell }) { return false }
    }
    // Rows that were not measured may have containers, which would then be told in a word.
    for row in rows.dropFirst(Self.measured) {
      if try list.cells(row).contains(where: { $0.map(RecordList.isContainer) ?? false }) { return false }
    }
    let numberWidth = max(3, String(rows.upperBound).count)
    return widths.reduce(numberWidth + 2 * indent) { $0 + $1 + 2 } <= options.style.width ?? Self.usualWidth
  }

  private static let measured = 200
  private static let greatestCell = 60

  private var range: Range<Int> {
    let first = min(options.skip, list.rowCount)
    return first..<(first + min(options.head, list.rowCount - first))
  }

  func write(_ indent: Int, to output: OutputBuffer) throws {
    let titles = list.shownColumns.map { TerminalText.key(list.name(of: $0)) }
    var widths = titles.map(TerminalText.width)
    let numberWidth = max(3, String(range.upperBound).count)
    var isFirst = true
    var row = range.lowerBound
    while row < range.upperBound, output.isOpen {
      var lines: [[(text: String, isNumber: Bool)]] = []
      // The widths come from the first rows; a later value may be wider.
      for row in row..<min(row + Self.measured, range.upperBound) {
        lines.append(
          try list.cells(row).map { cell in
            guard let cell else { return ("–", false) }
            return (TerminalText.cut(text(cell), to: Self.greatestCell), Self.isNumber(cell))
          })
      }
      for line in lines {
        for (place, cell) in line.enumerated() { widths[place] = max(widths[place], TerminalText.width(cell.text)) }
      }
      if isFirst {
        var line = StyledLine(indent)
        line.add(String(repeating: " ", count: numberWidth), .note)
        for (place, title) in titles.enumerated() {
          let isRight = lines.first?[place].isNumber ?? false
          // Nothing follows the last column.
          let width = place == titles.count - 1 && !isRight ? 0 : widths[place]
          line.add("  " + Self.padded(title, width, isRight), .key)
        }
        options.style.write(line, to: output)
        isFirst = false
      }
      for (number, cells) in lines.enumerated() {
        var line = StyledLine(indent)
        let digits = String(row + number)
        line.add(String(repeating: " ", count: max(0, numberWidth - digits.count)) + digits, .note)
        for (place, cell) in cells.enumerated() {
          let width = place == cells.count - 1 && !cell.isNumber ? 0 : widths[place]
          line.add("  " + Self.padded(cell.text, width, cell.isNumber), cell.isNumber ? .number : .plain)
        }
        options.style.write(line, to: output)
      }
      row += lines.count
    }
    if range.upperBound < list.rowCount {
      let left = list.rowCount - range.upperBound
      var line = StyledLine(indent)
      line.add("… \(left) more row\(left == 1 ? "" : "s")", .note)
      options.style.write(line, to: output)
    }
  }

  private func text(_ value: InspectedValue) -> String { values.summary(value) }

  private static func isNumber(_ value: InspectedValue) -> Bool {
    switch value.node {
    case .integer, .wideInteger, .real32, .real64: true
    default: false
    }
  }

  private static func padded(_ text: String, _ width: Int, _ isRight: Bool) -> String {
    let space = String(repeating: " ", count: max(0, width - TerminalText.width(text)))
    return isRight ? space + text : text + space
  }
}

extension InspectedValue {
  /// The bytes that it is.
  var data: Range<Int>? {
    switch meaning {
    case .data(let range), .plain(.data(let range)): range
    default: nil
    }
  }
}
