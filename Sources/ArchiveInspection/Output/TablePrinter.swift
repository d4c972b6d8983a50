@_spi(GeneratedCode) import ArchiveRuntime
import UntypedArchive

/// Shows columns as tables, and graphs by their tables and rows.
struct TablePrinter {
  private let document: ArchiveDocument
  private let options: TreePrinter.Options
  private let output: OutputBuffer

  init(_ document: ArchiveDocument, _ options: TreePrinter.Options, to output: OutputBuffer) {
    (self.document, self.options, self.output) = (document, options, output)
  }

  private func write(_ line: StyledLine) { options.style.write(line, to: output) }

  func show(_ table: ArchiveTable, _ graph: GraphTables?, _ start: StyledLine, _ indent: Int) {
    var line = start
    let counts = table.dimensions.map(String.init).joined(separator: " × ")
    line.add("\(counts) row\(table.describedCount == 1 ? "" : "s")", .number)
    line.add(" of " + NumberText.counted(table.shownColumns.count, "column"))
    if table.rowCount != table.describedCount { line.add(", which no column has", .problem) }
    write(line)
    rows(table, graph, from: options.skip, limit: options.head, indent + 1, firstNumber: graph == nil ? 0 : 1)
  }

  /// One row, a field on each line.
  func show(_ table: ArchiveTable, _ graph: GraphTables?, row: Int, _ indent: Int) {
    var cursor = TableCursor(table, in: document.view.bytes)
    cursor.skip(to: row)
    let cells = CellText(table, of: graph, in: document.view.bytes)
    for column in table.shownColumns {
      guard let text = cells.text(column, cursor, limit: max(options.head, 1)) else { continue }
      if let decimal = cells.decimal(column, cursor) {
        var line = StyledLine(indent)
        line.add(TerminalText.key(decimal.name), .key)
        line.add(": ")
        line.add(decimal.text, .number)
        write(line)
      }
      var line = StyledLine(indent)
      line.add(TerminalText.key(table.columns[column].name), .key)
      line.add(": ")
      line.add(text, .number)
      if options.hasOffsets, document.hasOffsets, let cell = cursor.cell(column) {
        line.add("  @\(cell.offset)+\(cell.count * table.columns[column].elementSize)", .note)
      }
      write(line)
    }
  }

  func show(_ graph: GraphTables, _ start: StyledLine, _ indent: Int) {
    var line = start
    line.add("graph", .type)
    line.add(" of " + NumberText.counted(graph.tables.count, "table"))
    let counts = graph.partCounts(in: document.view.bytes)
    let roots = graph.rootRows(in: document.view.bytes, limit: 5).map {
      graph.name(graph.target(of: UInt64($0), in: [0], partCounts: counts))
    }
    line.add(", root\(graph.rootCount == 1 ? "" : "s") ")
    line.add(roots.joined(separator: ", ") + (graph.rootCount > 5 ? ", …" : ""), .number)
    write(line)
    for number in graph.tables.indices { show(graph, number, indent + 1) }
  }

  func show(_ graph: GraphTables, _ number: Int, _ indent: Int) {
    let table = graph.tables[number]
    var line = StyledLine(indent)
    line.add(TerminalText.key(table.name), .key)
    line.add(": ")
    switch table.content {
    case .records(let records): return show(records, graph, line, indent)
    case .missing:
      line.add("\(NumberText.counted(table.rowCount, "row")) without columns", .problem)
      write(line)
    case .numbers(let column):
      let array = DescribedArray(
        array: ArchivedArray(column.array.element, [table.rowCount]), order: .little, bytes: column.bytes)
      line.add(ValueText(document).array(array, head: max(options.head, 1)), .number)
      write(line)
    case .handles(let lengths, let bytes):
      line.add("\(NumberText.counted(lengths.count / 8, "handle")), \(NumberText.counted(bytes.count, "byte"))")
      write(line)
    case .texts(let range):
      line.add(NumberText.counted(table.rowCount, "text"), .number)
      write(line)
      let texts = GraphTables.texts(range, in: document.view.bytes, limit: options.skip + min(options.head, 1 << 40))
      for (row, text) in texts.enumerated().dropFirst(options.skip) {
        var line = StyledLine(indent + 1)
        line.add("\(row + 1)", .note)
        line.add("  ")
        line.add(TerminalText.quoted(String(decoding: document.view.bytes[text], as: UTF8.self)), .text)
        write(line)
      }
    }
  }

  /// Rows in columns that are as wide as the first of them need.
  private func rows(
    _ table: ArchiveTable, _ graph: GraphTables?, from skip: Int, limit: Int, _ indent: Int, firstNumber: Int
  ) {
    for column in table.columns where column.problem != nil {
      var line = StyledLine(indent)
      line.add("column \(TerminalText.key(column.name)): \(column.problem ?? "")", .problem)
      write(line)
    }
    let columns = table.shownColumns
    let cells = CellText(table, of: graph, in: document.view.bytes)
    var cursor = TableCursor(table, in: document.view.bytes)
    cursor.skip(to: min(skip, table.rowCount))
    let end = min(table.rowCount, cursor.row + min(limit, table.rowCount))
    let titles = columns.map { "\(TerminalText.key(table.columns[$0].name))" }
    let types = columns.map { table.columns[$0].typeName + (table.columns[$0].links.isEmpty ? "" : "&") }
    var widths = zip(titles, types).map { max(TerminalText.width($0), TerminalText.width($1)) }
    let numberWidth = max(3, String(max(end, 0)).count)
    var isFirst = true
    // The widths come from the first rows; a later value may be wider.
    while cursor.row < end, output.isOpen {
      var lines: [[String]] = []
      var numbers: [Int] = []
      while cursor.row < end, lines.count < 200 {
        numbers.append(cursor.row + firstNumber)
        lines.append(columns.map { TerminalText.cut(cells.text($0, cursor) ?? "–", to: 60) })
        if !cursor.advance() { break }
      }
      for line in lines {
        for (place, text) in line.enumerated() { widths[place] = max(widths[place], TerminalText.width(text)) }
      }
      if isFirst {
        var line = StyledLine(indent)
        line.add(String(repeating: " ", count: numberWidth), .note)
        for (place, title) in titles.enumerated() {
          line.add("  " + Self.padded(title, widths[place], columns[place], table), .key)
        }
        write(line)
        line = StyledLine(indent)
        line.add(String(repeating: " ", count: numberWidth), .note)
        for (place, type) in types.enumerated() {
          line.add("  " + Self.padded(type, widths[place], columns[place], table), .type)
        }
        write(line)
        isFirst = false
      }
      for (number, texts) in zip(numbers, lines) {
        var line = StyledLine(indent)
        let digits = String(number)
        line.add(String(repeating: " ", count: max(0, numberWidth - digits.count)) + digits, .note)
        for (place, text) in texts.enumerated() {
          line.add("  " + Self.padded(text, widths[place], columns[place], table))
        }
        write(line)
      }
      if numbers.isEmpty || cursor.row >= end { break }
    }
    if end < table.rowCount {
      var line = StyledLine(indent)
      line.add("… \(table.rowCount - end) more row\(table.rowCount - end == 1 ? "" : "s")", .note)
      write(line)
    }
  }

  /// Numbers stand at the right, texts at the left.
  private static func padded(_ text: String, _ width: Int, _ column: Int, _ table: ArchiveTable) -> String {
    let space = String(repeating: " ", count: max(0, width - TerminalText.width(text)))
    if case .text = table.columns[column].stored.element { return text + space }
    return table.columns[column].links.isEmpty ? space + text : text + space
  }
}
