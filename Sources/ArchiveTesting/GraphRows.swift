@_spi(GeneratedCode) import ArchiveRuntime
import UntypedArchive

/// The rows of a graph's tables as objects, with references in place of links.
struct GraphRows {
  typealias Value = ArchiveContents.Value

  /// The rows of one table.
  private struct Rows {
    /// Of the first record among all objects.
    let firstObject: Int
    let count: Int
    /// Of texts, numbers and handles.
    let values: [Value]
    /// How many rows were allocated together.
    let blocks: [Int]
    /// The runs of rows that are parts of other records, or ends of other texts.
    let runs: [Int]
  }

  private let graph: GraphTables
  private let bytes: UnsafeRawBufferPointer
  private let partCounts: [Int]
  private let use: ArchiveContents.Use
  private var tables: [Rows] = []

  init(_ graph: GraphTables, _ bytes: UnsafeRawBufferPointer, firstObject: Int, _ use: ArchiveContents.Use) {
    (self.graph, self.bytes, partCounts) = (graph, bytes, graph.partCounts(in: bytes))
    self.use = use
    var next = firstObject
    for table in graph.tables {
      let count = min(table.rowCount, 1 << 20)
      tables.append(
        Rows(
          firstObject: next, count: count, values: values(table.content), blocks: numbers(table.blocks),
          runs: numbers(table.parts)))
      if !table.name.hasPrefix("#") { next += count }
    }
  }

  private func values(_ content: GraphTables.Content) -> [Value] {
    switch content {
    case .records, .missing: return []
    case .numbers(let column): return Value.elements(column.stored, bytes, column.bytes, .little, use)
    case .texts(let range): return GraphTables.texts(range, in: bytes).map { .text(text($0)) }
    case .handles(let lengths, let range):
      var rest = range
      return numbers(lengths).map { length in
        let own = rest.prefix(max(0, length))
        rest = rest.dropFirst(own.count)
        return .data(NumberText.digits(bytes[own]))
      }
    }
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: UnsafeRawBufferPointer(rebasing: bytes[range]), as: UTF8.self)
  }

  private func numbers(_ range: Range<Int>) -> [Int] {
    stride(from: range.lowerBound, through: range.upperBound - 8, by: 8).map {
      Int(truncatingIfNeeded: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: $0, as: UInt64.self)))
    }
  }

  /// What the roots lead to: one value, or a list.
  var roots: Value {
    let links = graph.rootRows(in: bytes, limit: 1 << 20).map { value(of: UInt64($0), [0]) }
    return links.count == 1 ? links[0] : .list(links)
  }

  // MARK: Records

  /// The objects of all tables of records, in their order.
  func objects() -> [ArchiveContents.Object] {
    zip(graph.tables, tables).flatMap { table, rows -> [ArchiveContents.Object] in
      guard !table.name.hasPrefix("#") else { return [] }
      var objects = (0..<rows.count).map { _ in ArchiveContents.Object(className: table.name, fields: [:]) }
      if case .records(let records) = table.content, records.rowCount > 0 { fill(&objects, records) }
      linkNeighbours(&objects, rows)
      return objects
    }
  }

  private func fill(_ objects: inout [ArchiveContents.Object], _ table: ArchiveTable) {
    var cursor = TableCursor(table, in: bytes)
    repeat {
      guard objects.indices.contains(cursor.row) else { return }
      for (index, column) in table.columns.enumerated() where column.isShown(in: use) {
        guard let cell = cursor.cell(index), cell.isLive else { continue }
        let elements = (0..<cell.count).map { element(column, at: cell.offset + $0 * column.elementSize) }
        objects[cursor.row].fields[column.name] =
          cell.live.count > 1 ? .list(elements) : elements.list(of: column.rowDimensions)
      }
    } while cursor.advance()
  }

  private func element(_ column: TableColumn, at offset: Int) -> Value {
    guard !column.links.isEmpty, let link = column.number(bytes, at: offset)?.bits else {
      return Value.element(column.stored, bytes, at: offset, .little, use).part(column.part)
    }
    return value(of: link, column.links)
  }

  /// Rows that were allocated together lead on to each other.
  private func linkNeighbours(_ objects: inout [ArchiveContents.Object], _ rows: Rows) {
    var row = 0
    for block in rows.blocks {
      for _ in 0..<min(max(0, block - 1), rows.count) where row + 1 < rows.count {
        objects[row].fields["(next)"] = .object(rows.firstObject + row + 1)
        row += 1
      }
      row += 1
    }
  }

  // MARK: Links

  private func value(of link: UInt64, _ targets: [Int]) -> Value {
    switch graph.target(of: link, in: targets, partCounts: partCounts) {
    case .none: .null
    case .row(let table, let row): value(row, of: table)
    // It leads to no elements.
    case .invalid: .list([])
    }
  }

  /// - Parameter row: From 1. Behind the table's own rows are its parts, and behind these is the end.
  private func value(_ row: Int, of index: Int) -> Value {
    let (table, rows) = (graph.tables[index], tables[index])
    if row > table.rowCount {
      return row - table.rowCount > partCounts[index] ? .list([]) : part(row - table.rowCount, of: index)
    }
    switch table.content {
    case .texts, .handles: return rows.values.indices.contains(row - 1) ? rows.values[row - 1] : .null
    case .numbers:
      var end = rows.blocks.isEmpty ? row : 0
      for block in rows.blocks where end < row { end += min(max(0, block), 1 << 20) }
      end = min(end, rows.values.count)
      return row <= end ? .list(Array(rows.values[(row - 1)..<end])) : .null
    case .records, .missing: return .object(rows.firstObject + row - 1)
    }
  }

  /// Something inside another record, or the end of another text.
  private func part(_ number: Int, of index: Int) -> Value {
    let runs = tables[index].runs
    if graph.tables[index].name == "#text" {
      guard number * 2 <= runs.count, case let row = runs[number * 2 - 2] &- 1,
        tables[index].values.indices.contains(row), let text = tables[index].values[row].text
      else { return .null }
      return .text(String(decoding: text.utf8.dropFirst(max(0, runs[number * 2 - 1])), as: UTF8.self))
    }
    var rest = number - 1
    for run in stride(from: 0, to: runs.count - 3, by: 4) {
      guard rest >= runs[run + 3] else {
        let sites = graph.tables[index].sites
        guard sites.indices.contains(runs[run]), tables.indices.contains(sites[runs[run]].table) else { return .null }
        let site = sites[runs[run]]
        guard (1...max(1, tables[site.table].count)).contains(runs[run + 1]) else { return .null }
        return .list([
          .object(tables[site.table].firstObject + runs[run + 1] - 1), .text(site.path),
          .integer(Int64(runs[run + 2] &+ rest)),
        ])
      }
      rest &-= runs[run + 3]
    }
    return .null
  }
}
