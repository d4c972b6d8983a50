@_spi(GeneratedCode) import ArchiveRuntime
import UntypedArchive

/// Writes the columns of a table as CSV (RFC 4180), row by row. Links are row indices, from 1; 0 is NULL.
package struct CSVWriter {
  /// More columns than this are not of use to anyone.
  package static let greatestWidth = 16_384

  private let table: ArchiveTable
  private let bytes: UnsafeRawBufferPointer
  private let base: UnsafeRawPointer
  private let output: OutputBuffer
  private let cells: [CSVCell]
  private let places: [Int]
  /// Texts that were not UTF-8, and are hexadecimal digits in the output.
  package private(set) var invalidTexts = 0

  /// - Returns: nil if the table is too wide.
  package init?(_ table: ArchiveTable, in bytes: UnsafeRawBufferPointer, to output: OutputBuffer) {
    let cells = table.shownColumns.filter { table.columns[$0].problem == nil }
      .map { CSVCell(table.columns[$0], index: $0, in: bytes) }
    var width = 0
    for cell in cells {
      guard cell.count <= Self.greatestWidth, width <= Self.greatestWidth else { return nil }
      width += cell.count
    }
    guard width <= Self.greatestWidth, let base = bytes.baseAddress else { return nil }
    (self.table, self.bytes, self.base, self.output, self.cells) = (table, bytes, base, output, cells)
    places = Self.places(table)
  }

  package mutating func write(skip: Int = 0, limit: Int = .max) {
    header()
    guard table.rowCount > skip else { return }
    let end = skip + min(limit, table.rowCount - skip)
    if table.hasConditions { return writeConditional(from: skip, to: end) }
    if let blocks = CSVBlocks(cells, in: bytes) {
      invalidTexts += blocks.write(rows: skip..<end, to: output)
      return
    }
    for row in skip..<end {
      guard output.isOpen else { return }
      var isFirst = true
      for cell in cells {
        let start = base + cell.start + row &* cell.count &* cell.size
        for element in 0..<cell.count {
          if !isFirst { output.append(UInt8(ascii: ",")) }
          isFirst = false
          append(cell, start + element &* cell.size)
        }
      }
      output.append(UInt8(ascii: "\n"))
    }
  }

  private mutating func append(_ cell: CSVCell, _ address: UnsafeRawPointer) {
    if !cell.append(address, to: output) { invalidTexts += 1 }
  }

  private mutating func writeConditional(from skip: Int, to end: Int) {
    var cursor = TableCursor(table, in: bytes)
    cursor.skip(to: skip)
    while cursor.row < end, output.isOpen {
      var isFirst = true
      for cell in cells {
        let found = cursor.cell(cell.index)
        let width = cell.column.conditions.isEmpty ? cell.count : max(conditionalWidth(cell), 1)
        var position = 0
        for place in 0..<width {
          if !isFirst { output.append(UInt8(ascii: ",")) }
          isFirst = false
          guard let found else { continue }
          let isLive =
            found.live.isEmpty
            || (found.live.count == 1
              ? found.live[0] : place / cell.count < found.live.count && found.live[place / cell.count])
          guard isLive, position < found.count else { continue }
          append(cell, base + found.offset + position &* cell.size)
          position += 1
        }
      }
      output.append(UInt8(ascii: "\n"))
      if !cursor.advance() { return }
    }
  }

  /// The most elements that a row has in a column with conditions: those of the tags' arrays.
  private func conditionalWidth(_ cell: CSVCell) -> Int {
    min(places[cell.index] * cell.count, Self.greatestWidth)
  }

  /// For each column the elements of the arrays that its conditions are on. Tags stand before what depends on them.
  private static func places(_ table: ArchiveTable) -> [Int] {
    guard table.hasConditions else { return [] }
    var places: [Int] = []
    for column in table.columns {
      let tags = column.conditions.map { condition in
        places.indices.contains(condition.column)
          ? min(
            places[condition.column] * min(table.columns[condition.column].elementsPerRow, greatestWidth), greatestWidth
          )
          : 1
      }
      places.append(tags.max() ?? 1)
    }
    return places
  }

  private func header() {
    var isFirst = true
    for cell in cells {
      let isConditional = !cell.column.conditions.isEmpty
      let count = isConditional ? max(conditionalWidth(cell), 1) : cell.count
      let dimensions = isConditional && count != cell.count ? [count] : cell.dimensions
      for element in 0..<count {
        if !isFirst { output.append(UInt8(ascii: ",")) }
        isFirst = false
        let subscripts = dimensions.isEmpty ? "" : Description.subscripts(of: element, in: dimensions)
        CSVCell.append(text: cell.column.name + subscripts, to: output)
      }
    }
    output.append(UInt8(ascii: "\n"))
  }
}
