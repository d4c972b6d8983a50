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
  /// The columns with conditions whose places in the file have to be known for what is shown.
  private let tracked: [Int]

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
    tracked = Self.tracked(table)
    if table.rowCount > 0 { findLive() }
  }

  /// - Returns: false at the end.
  package mutating func advance() -> Bool {
    for index in tracked {
      next[index] += live[index].lazy.filter { $0 }.count * table.columns[index].elementsPerRow
    }
    row += 1
    guard row < table.rowCount else { return false }
    findLive()
    return true
  }

  /// Goes to a row that is not before this one. Of the rows between, only the tags of columns with conditions are read.
  package mutating func skip(to target: Int) {
    guard target > row, target < table.rowCount else { return row = max(row, target) }
    let plain = tracked.map(plainTags)
    guard plain.allSatisfy({ $0 != nil }) else {
      while row < target, advance() {}
      return
    }
    for (index, tags) in zip(tracked, plain) {
      let count = (row..<target).count { row in tags?.allSatisfy { $0.isMet(bytes, row) } ?? false }
      next[index] += count * table.columns[index].elementsPerRow
    }
    row = target
    findLive()
  }

  /// One number in each row that says whether the row has a value in another column.
  private struct PlainTag {
    let condition: ColumnsDescription.Condition
    let column: TableColumn
    let type: ElementType.Number
    let size: Int

    func isMet(_ bytes: UnsafeRawBufferPointer, _ row: Int) -> Bool {
      let number = ElementNumber(type, bytes, at: column.bytes.lowerBound + row * size, order: .little)
      return condition.accepts(column.tag(number))
    }
  }

  /// The tags of a column; nil if they have conditions themselves, or more than one in a row.
  private func plainTags(_ index: Int) -> [PlainTag]? {
    var tags: [PlainTag] = []
    for condition in table.columns[index].conditions {
      guard table.columns.indices.contains(condition.column) else { return nil }
      let column = table.columns[condition.column]
      guard column.conditions.isEmpty, column.problem == nil, column.elementsPerRow == 1,
        case .number(let type) = column.stored.element
      else { return nil }
      tags.append(PlainTag(condition: condition, column: column, type: type.number, size: column.elementSize))
    }
    return tags
  }

  /// The shown columns that have conditions, and the tags with conditions that these depend on.
  private static func tracked(_ table: ArchiveTable) -> [Int] {
    guard table.hasConditions else { return [] }
    var needed = Set(table.selected ?? Array(table.columns.indices))
    // Tags stand before what depends on them.
    for index in table.columns.indices.reversed() where needed.contains(index) {
      needed.formUnion(table.columns[index].conditions.lazy.map(\.column))
    }
    return table.columns.indices.filter { needed.contains($0) && !table.columns[$0].conditions.isEmpty }
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
    for index in tracked { live[index] = liveElements(table.columns[index]) }
  }

  /// Which elements of the row have values. An array inside another repeats each element of the outer one.
  private func liveElements(_ column: TableColumn) -> [Bool] {
    var result = [true]
    for condition in column.conditions {
      let tags = values(condition.column)
      let (few, many) = (min(tags.count, result.count), max(tags.count, result.count))
      guard few > 0, many % few == 0 else { return [false] }
      if result.count < many { result = (0..<many).map { result[$0 / (many / few)] } }
      let elementsPerTag = many / tags.count
      for element in result.indices where result[element] {
        result[element] = condition.accepts(tags[element / elementsPerTag])
      }
    }
    return result
  }

  /// The values of a tag in the row; nil where there are none.
  private func values(_ index: Int) -> [Int64?] {
    guard table.columns.indices.contains(index), let cell = cell(index), cell.isLive else { return [nil] }
    let column = table.columns[index]
    guard case .number(let type) = column.stored.element else { return [nil] }
    func value(_ position: Int) -> Int64? {
      column.tag(
        ElementNumber(type.number, bytes, at: cell.offset + position * column.elementSize, order: .little))
    }
    let limit = 1 << 20
    guard !cell.live.isEmpty else { return (0..<min(cell.count, limit)).map(value) }
    let width = column.elementsPerRow
    var (tags, position) = ([Int64?](), 0)
    for isLive in cell.live {
      for place in 0..<min(width, limit - tags.count) { tags.append(isLive ? value(position + place) : nil) }
      if isLive { position += width }
    }
    return tags
  }
}

extension TableColumn {
  /// The value of a tag; nil if it is no integer.
  fileprivate func tag(_ number: ElementNumber) -> Int64? {
    if let part, let word = number.bits { return Int64(bitPattern: part.value(in: word)) }
    return number.int64
  }
}

extension ColumnsDescription.Condition {
  fileprivate func accepts(_ tag: Int64?) -> Bool { tag.map { values.contains($0) != isExclusion } ?? false }
}
