@_spi(GeneratedCode) import ArchiveRuntime

/// Finds the values of any row of a table, also in columns that only some rows have.
struct RowReader {
  let table: ArchiveTable
  let document: ArchiveDocument
  /// For columns with conditions where each row's values begin, and one more.
  private let starts: [Int: [Int]]

  /// - Throws: `corrupt` for a column that does not fit its description.
  init(_ table: ArchiveTable, _ document: ArchiveDocument) throws(ArchiveError) {
    for column in table.columns {
      guard let problem = column.problem else { continue }
      throw .corrupt(
        offset: column.bytes.lowerBound,
        reason: "the column '\(TerminalText.escaped(column.name))' does not fit its description: \(problem)")
    }
    self.table = table
    self.document = document
    var starts: [Int: [Int]] = [:]
    if table.hasConditions, table.rowCount > 0 {
      var cursor = TableCursor(table, in: document.view.bytes)
      let columns = table.columns.indices.filter { !table.columns[$0].conditions.isEmpty }
      var ends = Dictionary(uniqueKeysWithValues: columns.map { ($0, table.columns[$0].bytes.lowerBound) })
      repeat {
        for index in columns {
          guard let cell = cursor.cell(index) else {
            throw .corrupt(
              offset: table.columns[index].bytes.upperBound,
              reason:
                "the tags ask for more values than the column '\(TerminalText.escaped(table.columns[index].name))' has")
          }
          starts[index, default: []].append(ends[index] ?? 0)
          ends[index, default: 0] += cell.count * table.columns[index].elementSize
        }
      } while cursor.advance()
      for index in columns {
        guard let end = ends[index], end == table.columns[index].bytes.upperBound else {
          throw .corrupt(
            offset: ends[index] ?? 0,
            reason:
              "the column '\(TerminalText.escaped(table.columns[index].name))' has more values than the tags ask for")
        }
        starts[index]?.append(end)
      }
    }
    self.starts = starts
  }

  var rowCount: Int { table.rowCount }

  /// The bytes of a row's values in a column.
  @inline(__always)
  func range(_ column: Int, _ row: Int) -> Range<Int> {
    let own = table.columns[column]
    guard own.conditions.isEmpty else {
      guard let starts = starts[column] else { return 0..<0 }
      return starts[row]..<starts[row + 1]
    }
    let size = own.elementsPerRow * own.elementSize
    return (own.bytes.lowerBound + row * size)..<(own.bytes.lowerBound + (row + 1) * size)
  }

  /// Adds the contents of a column to the hashes of all rows.
  ///
  /// - Parameter isByValue: whether columns of other types with the same values have the same hashes.
  func combine(
    _ column: Int, isByValue: Bool, into hashes: inout [ValueHash], _ cells: CellComparison.Side, from first: Int = 0
  ) {
    let bytes = document.view.bytes
    for row in hashes.indices {
      let range = range(column, first + row)
      if !isByValue, cells.part == nil {
        hashes[row].combine(UnsafeRawBufferPointer(rebasing: bytes[range]))
        continue
      }
      guard cells.size > 0 else { continue }
      for offset in stride(from: range.lowerBound, to: range.upperBound, by: cells.size) {
        if let number = cells.number(offset) {
          hashes[row].combine(number.int64.map { UInt64(bitPattern: $0) } ?? number.bits ?? Self.hash(number))
        } else {
          hashes[row].combine(cells.content(offset))
        }
      }
    }
  }

  private static func hash(_ number: ElementNumber) -> UInt64 {
    switch number {
    case .single(let value): Double(value).bitPattern
    case .double(let value): value.bitPattern
    default: 1
    }
  }

  /// `{order 1, price 2.5, …}`.
  func text(_ row: Int, graph: GraphTables? = nil) -> String {
    let cells = CellText(table, of: graph, in: document.view.bytes)
    var shown: [String] = []
    let columns = table.shownColumns
    for column in columns {
      guard shown.count < 6 else { break }
      let range = range(column, row)
      let own = table.columns[column]
      guard !range.isEmpty else { continue }
      let values = stride(from: range.lowerBound, to: range.upperBound, by: max(own.elementSize, 1)).prefix(8).map {
        cells.element(own, at: $0)
      }
      let text = values.count == 1 && own.rowDimensions.isEmpty ? values[0] : "[" + values.joined(separator: ", ") + "]"
      shown.append("\(TerminalText.key(own.name)) \(TerminalText.cut(text, to: 80))")
    }
    return "{" + shown.joined(separator: ", ") + (shown.count < columns.count ? ", …" : "") + "}"
  }
}
