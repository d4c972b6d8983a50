@_spi(GeneratedCode) import ArchiveRuntime

/// Goes through the rows of a table and finds the values of each column, also of those that only some rows have.
package struct TableCursor {
  package let table: ArchiveTable
  private let bytes: UnsafeRawBufferPointer
  /// The row whose cells are asked for.
  package private(set) var row = 0
  /// For a column with conditions: the position of the row's first value among all, and which elements are live.
  private var next: [Int]
  private var live: [[Bool]]

  /// The values of one row in one column.
  package struct Cell {
    /// Of the first value in the file.
    package let offset: Int
    /// The number of values.
    package let count: Int
    /// Which elements of the row have values; empty for a column of every row.
    package let live: [Bool]
    /// Whether the row has the column at all.
    package var isLive: Bool { live.isEmpty || live.contains(true) }
  }

  package init(_ table: ArchiveTable, in bytes: UnsafeRawBufferPointer) {
    self.table = table
    self.bytes = bytes
    next = Array(repeating: 0, count: table.columns.count)
    live = Array(repeating: [], count: table.columns.count)
    if table.hasConditions, table.rowCount > 0 { findLive() }
  }

  /// - Returns: false at the end.
  package mutating func advance() -> Bool {
    if table.hasConditions {
      for index in table.columns.indices where !table.columns[index].conditions.isEmpty {
        next[index] += live[index].lazy.filter { $0 }.count * table.columns[index].elementsPerRow
      }
    }
    row += 1
    guard row < table.rowCount else { return false }
    if table.hasConditions { findLive() }
    return true
  }

  /// Goes to a row, which is at once done unless the table has conditions.
  package mutating func skip(to target: Int) {
    guard table.hasConditions else {
      row = target
      return
    }
    while row < target, advance() {}
  }

  package func cell(_ index: Int) -> Cell? {
    let column = table.columns[index]
    guard column.problem == nil, row < table.rowCount else { return nil }
    let size = column.elementSize
    if column.conditions.isEmpty {
      let count = column.elementsPerRow
      return Cell(offset: column.bytes.lowerBound + row * count * size, count: count, live: [])
    }
    let count = live[index].lazy.filter { $0 }.count * column.elementsPerRow
    let offset = column.bytes.lowerBound + next[index] * size
    // Rows that the tags give more values than there are.
    guard count * size <= column.bytes.upperBound - offset else { return nil }
    return Cell(offset: offset, count: count, live: live[index])
  }

  private mutating func findLive() {
    for index in table.columns.indices where !table.columns[index].conditions.isEmpty {
      live[index] = liveElements(table.columns[index])
    }
  }

  private func liveElements(_ column: TableColumn) -> [Bool] {
    var result = [true]
    for condition in column.conditions {
      let tags = values(condition.column)
      if result.count == 1, tags.count != 1 { result = Array(repeating: result[0], count: tags.count) }
      guard tags.count == 1 || tags.count == result.count else { return [false] }
      for element in result.indices {
        let tag = tags[tags.count == 1 ? 0 : element]
        result[element] = result[element] && tag.map { condition.values.contains($0) != condition.isExclusion } ?? false
      }
    }
    return result.isEmpty ? [false] : result
  }

  /// The values of a tag in the row; nil where there are none.
  private func values(_ index: Int) -> [Int64?] {
    guard table.columns.indices.contains(index), let cell = cell(index) else { return [nil] }
    let column = table.columns[index]
    guard case .number(let type) = column.stored.element else { return [nil] }
    func value(_ position: Int) -> Int64? {
      let number = ElementNumber(type.number, bytes, at: cell.offset + position * column.elementSize, order: .little)
      if let part = column.part, let word = number.bits { return Int64(bitPattern: part.value(in: word)) }
      return number.int64
    }
    guard !cell.live.isEmpty else { return (0..<min(cell.count, 1 << 20)).map(value) }
    var position = 0
    return cell.live.map { isLive in
      guard isLive else { return nil }
      defer { position += column.elementsPerRow }
      return value(position)
    }
  }
}
