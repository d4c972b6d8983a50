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
  /// For each table the rows behind each block of rows that were allocated together; empty where each row is alone.
  private let blockEnds: [[Int]]
  /// The links of one cell that are read.
  static let mostElements = 1024

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
    blockEnds = tables.tables.map { Self.blockEnds(of: $0, in: bytes) }
  }

  private static func blockEnds(of table: GraphTables.Table, in bytes: UnsafeRawBufferPointer) -> [Int] {
    guard case .records(let records) = table.content else { return [] }
    var ends: [Int] = []
    var end = 0
    for offset in stride(from: table.blocks.lowerBound, to: table.blocks.upperBound - 7, by: 8) {
      let count = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      guard count <= UInt64(records.rowCount - end) else { return [] }
      end += Int(count)
      ends.append(end)
    }
    return ends
  }

  /// The rows that were allocated together with a row; all are from 0.
  func block(_ table: Int, of row: Int) -> Range<Int> {
    let ends = blockEnds[table]
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] > row { high = middle } else { low = middle + 1 }
    }
    return low < ends.count ? (low == 0 ? 0 : ends[low - 1])..<ends[low] : row..<(row + 1)
  }

  /// The record that holds a part, an array's element that was archived in its place.
  ///
  /// - Parameter index: the part's number in the table, from 0.
  private func holder(ofPart index: Int, _ table: GraphTables.Table) -> (table: Int, row: Int)? {
    var first = 0
    for offset in stride(from: table.parts.lowerBound, to: table.parts.upperBound - 31, by: 32) {
      func word(_ place: Int) -> Int {
        Int(
          clamping: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 8 * place, as: UInt64.self)))
      }
      let (end, isOver) = first.addingReportingOverflow(word(3))
      guard !isOver else { return nil }
      if index < end {
        guard table.sites.indices.contains(word(0)) else { return nil }
        let owner = table.sites[word(0)].table
        guard tables.tables.indices.contains(owner), case .records(let records) = tables.tables[owner].content,
          (1...max(records.rowCount, 1)).contains(word(1)), records.rowCount > 0
        else { return nil }
        return (owner, word(1) - 1)
      }
      first = end
    }
    return nil
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
      for element in 0..<min(cell.count, Self.mostElements) {
        guard case .row(let table, let row) = text.target(column, at: cell.offset + element * column.elementSize),
          case .records(let records) = tables.tables[table].content
        else { continue }
        let label = cell.count == 1 ? column.name : "\(column.name)[\(element)]"
        if row <= records.rowCount {
          found.append(Link(table: table, row: row - 1, label: label))
        } else if let holder = holder(ofPart: row - records.rowCount - 1, tables.tables[table]) {
          found.append(Link(table: holder.table, row: holder.row, label: label))
        }
      }
    }
    return found
  }

  /// The first text of a row that is not empty, its own or one that it links to, or its first number.
  func label(_ table: Int, _ row: Int) -> String {
    guard tables.tables.indices.contains(table), let cell = cells[table] else { return "" }
    var cursor = TableCursor(cell.table, in: bytes)
    cursor.skip(to: row)
    var number: String?
    for (index, column) in cell.table.columns.enumerated() {
      guard let place = cursor.cell(index), place.isLive else { continue }
      if case .text = column.array.element {
        guard let text = cell.text(index, cursor), text != "\"\"" else { continue }
        return text
      }
      if !column.links.isEmpty {
        guard case .row(let target, let row) = cell.target(column, at: place.offset),
          case .texts = tables.tables[target].content, texts.indices.contains(row - 1), !texts[row - 1].isEmpty
        else { continue }
        return String(decoding: UnsafeRawBufferPointer(rebasing: bytes[texts[row - 1]]), as: UTF8.self)
      }
      if number == nil { number = cell.text(index, cursor).map { "\(column.name) \($0)" } }
    }
    return number ?? ""
  }
}
