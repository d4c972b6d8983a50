@_spi(GeneratedCode) import ArchiveRuntime
import ArchiveInspection
import UntypedArchive

/// The rows of a graph of C records, and their links to other records.
struct NetworkGraph {
  let tables: GraphTables
  private let bytes: UnsafeRawBufferPointer
  private let cells: [CellText?]
  private let texts: [Range<Int>]
  private var scanned: [Int: [[Link]]] = [:]

  struct Link {
    let table: Int
    let row: Int
    let label: String
  }

  init(_ tables: GraphTables, in bytes: UnsafeRawBufferPointer) {
    self.tables = tables
    self.bytes = bytes
    cells = tables.tables.map { table in
      guard case .records(let records) = table.content else { return nil }
      return CellText(records, of: tables, in: bytes)
    }
    var texts: [Range<Int>] = []
    for table in tables.tables {
      if case .texts(let range) = table.content { texts = GraphTables.texts(range, in: bytes, limit: 1 << 20) }
    }
    self.texts = texts
  }

  /// What a row leads to. Where the columns depend on unions, all rows are read once.
  mutating func links(_ table: Int, _ row: Int) -> [Link] {
    guard tables.tables.indices.contains(table), let cell = cells[table] else { return [] }
    var cursor = TableCursor(cell.table, in: bytes)
    guard cell.table.hasConditions else {
      cursor.skip(to: row)
      return links(cell, cursor)
    }
    if scanned[table] == nil {
      var all: [[Link]] = []
      repeat { all.append(links(cell, cursor)) } while cursor.advance()
      scanned[table] = all
    }
    return scanned[table].flatMap { $0.indices.contains(row) ? $0[row] : nil } ?? []
  }

  private func links(_ text: CellText, _ cursor: borrowing TableCursor) -> [Link] {
    var found: [Link] = []
    for (index, column) in text.table.columns.enumerated() where !column.links.isEmpty {
      guard let cell = cursor.cell(index) else { continue }
      for element in 0..<min(cell.count, 1024) {
        guard case .row(let table, let row) = text.target(column, at: cell.offset + element * column.elementSize),
          case .records(let records) = tables.tables[table].content, row <= records.rowCount
        else { continue }
        found.append(
          Link(table: table, row: row - 1, label: cell.count == 1 ? column.name : "\(column.name)[\(element)]"))
      }
    }
    return found
  }

  /// The first text of a row, its own or one that it links to, or its first number.
  func label(_ table: Int, _ row: Int) -> String {
    guard tables.tables.indices.contains(table), let cell = cells[table] else { return "" }
    var cursor = TableCursor(cell.table, in: bytes)
    cursor.skip(to: row)
    var number: String?
    for (index, column) in cell.table.columns.enumerated() {
      guard let place = cursor.cell(index), place.isLive else { continue }
      if case .text = column.array.element { return cell.text(index, cursor) ?? "" }
      if !column.links.isEmpty {
        guard case .row(let target, let row) = cell.target(column, at: place.offset),
          case .texts = tables.tables[target].content, texts.indices.contains(row - 1)
        else { continue }
        return String(decoding: UnsafeRawBufferPointer(rebasing: bytes[texts[row - 1]]), as: UTF8.self)
      }
      if number == nil { number = cell.text(index, cursor).map { "\(column.name) \($0)" } }
    }
    return number ?? ""
  }
}
