@_spi(GeneratedCode) import ArchiveRuntime
import UntypedArchive

/// Writes rows of a table as JSON objects. A link is the name of its row, `"#node:17"`, or null.
package struct RowJSONWriter {
  private let table: ArchiveTable
  private let output: OutputBuffer
  private let bytes: UnsafeRawBufferPointer
  private let cells: CellText
  private let columns: [Int]
  private let graph: GraphTables?

  package init(_ table: ArchiveTable, _ graph: GraphTables?, _ document: ArchiveDocument, to output: OutputBuffer) {
    self.table = table
    self.output = output
    self.graph = graph
    bytes = document.view.bytes
    cells = CellText(table, of: graph, in: document.view.bytes)
    columns = table.shownColumns.filter { table.columns[$0].problem == nil }
  }

  package mutating func write(_ row: Int) {
    var cursor = TableCursor(table, in: bytes)
    cursor.skip(to: row)
    write(cursor)
  }

  package mutating func writeAll(head: Int, skip: Int, separator: String, prefix: String = "") {
    guard skip < table.rowCount else { return }
    var cursor = TableCursor(table, in: bytes)
    cursor.skip(to: skip)
    var left = head
    var isFirst = true
    while left > 0, output.isOpen {
      if !isFirst { output.append(separator) }
      isFirst = false
      left -= 1
      write(cursor, prefix: prefix)
      if !cursor.advance() { return }
    }
  }

  private func write(_ cursor: borrowing TableCursor, prefix: String = "") {
    output.append("{" + prefix)
    var isFirst = prefix.isEmpty
    for index in columns {
      guard let cell = cursor.cell(index), cell.isLive else { continue }
      if !isFirst { output.append(UInt8(ascii: ",")) }
      isFirst = false
      let column = table.columns[index]
      output.append(json: column.name)
      output.append(UInt8(ascii: ":"))
      if let uuid = cells.uuid(column, at: cell.offset, count: cell.count) {
        output.append(json: uuid)
        continue
      }
      let isSingle = cell.count == 1 && column.rowDimensions.isEmpty && !(Self.isSeveral(column))
      if !isSingle { output.append(UInt8(ascii: "[")) }
      for element in 0..<cell.count {
        if element > 0 { output.append(UInt8(ascii: ",")) }
        append(column, at: cell.offset + element * column.elementSize)
      }
      if !isSingle { output.append(UInt8(ascii: "]")) }
    }
    output.append(UInt8(ascii: "}"))
  }

  /// Whether one element has several numbers.
  private static func isSeveral(_ column: TableColumn) -> Bool {
    if case .number(let type) = column.stored.element { return type.lanes > 1 }
    return false
  }

  private func append(_ column: TableColumn, at offset: Int) {
    if column.part != nil { return output.append(cells.element(column, at: offset)) }
    if !column.links.isEmpty, let graph {
      let target = cells.target(column, at: offset)
      return target == .none ? output.append("null") : output.append(json: graph.name(target))
    }
    let range = offset..<(offset + column.elementSize)
    let own = UnsafeRawBufferPointer(rebasing: bytes[range])
    if case .text = column.stored.element {
      return TypedList.append(ArchivedArray(column.stored.element, [column.elementSize]), own, to: output)
    }
    TypedList.append(ArchivedArray(column.stored.element, []), own, to: output)
  }
}
