@_spi(GeneratedCode) import ArchiveRuntime
import UntypedArchive

/// Finds the values of any row of a table, also in columns that only some rows have.
struct RowReader {
  let table: ArchiveTable
  let document: ArchiveDocument
  private let layouts: [Layout]
  /// For columns with conditions where each row's values begin, and one more.
  private let starts: [[Int]]

  /// Where a column's values are. It has no references, so that reading a row counts none.
  private struct Layout {
    let start: Int
    let rowSize: Int
    let hasConditions: Bool
  }

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
    layouts = table.columns.map {
      Layout(
        start: $0.bytes.lowerBound, rowSize: $0.elementsPerRow * $0.elementSize, hasConditions: !$0.conditions.isEmpty)
    }
    var starts = [[Int]](repeating: [], count: table.columns.count)
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
          starts[index].append(ends[index] ?? 0)
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
        starts[index].append(end)
      }
    }
    self.starts = starts
  }

  var rowCount: Int { table.rowCount }

  /// The bytes of a row's values in a column.
  @inline(__always)
  func range(_ column: Int, _ row: Int) -> Range<Int> {
    let layout = layouts[column]
    guard layout.hasConditions else {
      let start = layout.start + row * layout.rowSize
      return start..<(start + layout.rowSize)
    }
    guard row + 1 < starts[column].count else { return 0..<0 }
    return starts[column][row]..<starts[column][row + 1]
  }

  /// The bytes of all rows in a column, and of one row; nil if not all rows have the same number of values.
  func fixedLayout(_ column: Int) -> (bytes: Range<Int>, rowSize: Int)? {
    let layout = layouts[column]
    guard !layout.hasConditions else { return nil }
    return (layout.start..<(layout.start + rowCount * layout.rowSize), layout.rowSize)
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
      if let uuid = cells.uuid(own, at: range.lowerBound, count: range.count) {
        shown.append("\(TerminalText.key(own.name)) \(uuid)")
        continue
      }
      let values = stride(from: range.lowerBound, to: range.upperBound, by: max(own.elementSize, 1)).prefix(8).map {
        cells.element(own, at: $0)
      }
      let text = values.count == 1 && own.rowDimensions.isEmpty ? values[0] : "[" + values.joined(separator: ", ") + "]"
      shown.append("\(TerminalText.key(own.name)) \(TerminalText.cut(text, to: 80))")
    }
    return "{" + shown.joined(separator: ", ") + (shown.count < columns.count ? ", …" : "") + "}"
  }
}
