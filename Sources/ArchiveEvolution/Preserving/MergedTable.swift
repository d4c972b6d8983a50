@_spi(GeneratedCode) import ArchiveRuntime

/// A table of the earlier archive, and the one that it becomes.
final class MergedTable {
  let index: Int
  let name: String
  /// How many rows are no parts of others, and how many are.
  let count: Int
  let partRows: Int
  /// The new archive's table; nil while it has none.
  var target: Int?
  /// Whether the program has read it.
  let isLoaded: Bool
  /// The columns of records; nil for numbers, texts and handles.
  let columns: ColumnsDescription?
  /// The columns that the program does not know.
  let unknown: [String]
  /// For each row of the new archive the earlier one, -1 for one that is new.
  private(set) var origins: [Int] = []
  /// The rows that are copied, in their order behind those of the new archive, and the blocks that they stand in.
  private(set) var appended: [Int] = []
  private(set) var appendedBlocks: [Int] = []

  private unowned let graph: GraphMerge
  private let names: Set<ExactText>
  let addresses: [UInt]
  private let ownCount: Int
  /// The new rows, from 1 on, of the rows that the program has; 0 for others.
  private var loadedRows: [Int] = []
  private var copiedRows: [Int: Int] = [:]
  /// The blocks that were looked at, and where those of the new archive begin, rows from 1 on.
  private var wholeBlocks: [Int: Bool] = [:]
  private var newBlockStarts: [Int] = []
  /// Where blocks begin, rows from 0 on; empty where every row is one.
  private let blockStarts: [Int]

  init(
    _ index: Int, _ table: GraphDescription.Table, target: Int?, loaded: [UInt]?, partRows: Int, _ graph: GraphMerge
  ) throws(ArchiveError) {
    self.index = index
    self.graph = graph
    self.target = target
    self.partRows = partRows
    name = table.name
    count = table.rows
    isLoaded = loaded != nil
    addresses = loaded ?? []
    let array = graph.keys.table(table.name) + "[]"
    let object = graph.place.object
    var columns: ColumnsDescription?
    if !table.name.hasPrefix("#") {
      guard let text = try object.text(array), let found = ColumnsDescription(text), found.dimensions == [table.rows],
        !found.isElements
      else { throw .missingKey(path: array) }
      columns = found
    }
    self.columns = columns
    let own = target.flatMap { $0 < graph.newDescription.tables.count ? graph.newDescription.tables[$0].name : nil }
    let newText = try own.flatMap { (own) throws(ArchiveError) in
      try graph.place.newObject.text(graph.keys.table(own) + "[]")
    }
    let known = Set((newText.flatMap { ColumnsDescription($0) }?.columns ?? []).map { ExactText($0.name) })
    // Of groups of bit-fields the fields.
    let unknownColumns = (columns?.columns ?? []).filter { column in
      column.parts.isEmpty && !known.contains(ExactText(column.name))
        && graph.place.unread.contains(ExactText("\(array).\(column.stored.name)"))
    }
    unknown = unknownColumns.map(\.stored.name)
    names = Set(unknownColumns.map { ExactText($0.name) })
    if let own, !own.isExactly(table.name), !unknown.isEmpty {
      throw .unknownDataLost(
        keys: unknown.map { "\(array).\($0)" }, reason: "the type '\(table.name)' has the name '\(own)' in this program"
      )
    }
    blockStarts = try Self.blockStarts(table, graph)
    ownCount = target.flatMap { $0 < graph.written.ownCounts.count ? graph.written.ownCounts[$0] : nil } ?? 0
    if let target, isLoaded { findRows(target) }
  }

  private static func blockStarts(
    _ table: GraphDescription.Table, _ graph: GraphMerge
  ) throws(ArchiveError) -> [Int] {
    guard table.blocks > 0 else { return [] }
    let key = graph.keys.column(table.name, GraphKeys.blocks)
    guard let data = try graph.place.object.data(key), Description.product([table.blocks, 8]) == data.count else {
      throw .missingKey(path: key)
    }
    let words = ArchivedWords(data, size: 8)
    var starts: [Int] = []
    var row = 0
    for block in 0..<table.blocks {
      guard let count = Int(exactly: words[block]), count > 0, count <= table.rows - row else {
        throw .wrongType(path: key, expected: "blocks of \(table.rows) rows", found: "one of \(words[block])")
      }
      starts.append(row)
      row += count
    }
    return starts
  }

  /// Finds the rows that the program has read in the new archive.
  private func findRows(_ target: Int) {
    let rows = graph.written.rows[target]
    if columns != nil { origins = Array(repeating: -1, count: ownCount) }
    loadedRows = Array(repeating: 0, count: count)
    let isByBlock = columns == nil && !name.isExactly("#text")
    for (place, address) in addresses.enumerated() where address != 0 {
      guard let row = rows[address] else { continue }
      if isByBlock {
        for (offset, member) in block(place).enumerated() where member < count { loadedRows[member] = row + offset }
      } else if place < count {
        loadedRows[place] = row
        if columns != nil, row <= ownCount, origins[row - 1] < 0 { origins[row - 1] = place }
      }
    }
  }

  /// Gives rows of the new archive other earlier ones.
  func pair(_ origins: [Int]) {
    self.origins = origins
    for row in loadedRows.indices where row < addresses.count && addresses[row] != 0 { loadedRows[row] = 0 }
    for (row, earlier) in origins.enumerated() where earlier >= 0 && loadedRows[earlier] == 0 {
      loadedRows[earlier] = row + 1
    }
  }

  private func block(_ number: Int) -> Range<Int> {
    guard !blockStarts.isEmpty else { return number..<number + 1 }
    guard number < blockStarts.count else { return 0..<0 }
    return blockStarts[number]..<(number + 1 < blockStarts.count ? blockStarts[number + 1] : count)
  }

  private func blockNumber(of row: Int) -> Int {
    guard !blockStarts.isEmpty else { return row }
    var (low, high) = (0, blockStarts.count)
    while low < high {
      let middle = (low + high) / 2
      if blockStarts[middle] <= row { low = middle + 1 } else { high = middle }
    }
    return low - 1
  }

  func isUnknown(_ column: String) -> Bool { names.contains(ExactText(column)) }

  /// The rows that the program has read and still has.
  var surviving: [Int] { origins.filter { $0 >= 0 } }

  /// The row of the new archive, from 1 on, where that is settled.
  func newRow(_ row: Int) -> Int? {
    if row < loadedRows.count, loadedRows[row] != 0 { return loadedRows[row] }
    return copiedRows[row]
  }

  /// Whether the rows that were allocated together with this one are side by side in the new archive, too, and in one block.
  func isWhole(_ row: Int) -> Bool {
    let number = blockNumber(of: row)
    let rows = block(number)
    guard rows.count > 1, copiedRows[row] == nil, let target else { return true }
    if let known = wholeBlocks[number] { return known }
    let first = loadedRows[rows.lowerBound]
    var isWhole = first > 0 && rows.allSatisfy { loadedRows[$0] == first + $0 - rows.lowerBound }
    if newBlockStarts.isEmpty {
      var start = 1
      for count in graph.written.blocks[target] {
        newBlockStarts.append(start)
        start += count
      }
      newBlockStarts.append(start)
    }
    if isWhole {
      var (low, high) = (0, newBlockStarts.count)
      while low < high {
        let middle = (low + high) / 2
        if newBlockStarts[middle] <= first { low = middle + 1 } else { high = middle }
      }
      isWhole = low > 0 && low < newBlockStarts.count && first + rows.count <= newBlockStarts[low]
    }
    wholeBlocks[number] = isWhole
    return isWhole
  }

  /// Whether the program had the row, and has it no longer. A text is a value: another pointer to it has it still.
  func wasRemoved(_ row: Int) -> Bool {
    if columns == nil, name.isExactly("#text") { return false }
    let place = columns == nil ? blockNumber(of: row) : row
    return place < addresses.count && addresses[place] != 0
  }

  /// Takes over the block that a row is in.
  ///
  /// - Returns: Its rows.
  func append(_ row: Int) throws(ArchiveError) -> Range<Int> {
    let rows = block(blockNumber(of: row))
    guard rows.contains(row) else {
      throw .linkOutOfRange(path: name, link: UInt64(row + 1), count: count)
    }
    for member in rows {
      appended.append(member)
      copiedRows[member] = ownCount + appended.count
    }
    appendedBlocks.append(rows.count)
    return rows
  }

  /// Nodes that all have other addresses were made anew: then nothing says which is which.
  func checkRebuilt() throws(ArchiveError) {
    guard isLoaded, columns != nil, !unknown.isEmpty, ownCount > 0, addresses.contains(where: { $0 != 0 }),
      surviving.isEmpty
    else { return }
    throw .unknownDataLost(
      keys: unknown.map { "\(graph.keys.table(name))[].\($0)" },
      reason: "no node of '\(name)' is one that was read: change the graph that was read")
  }

  /// The columns in both archives; those of the earlier one alone if the new one has no such table.
  func merge() throws(ArchiveError) -> ColumnMerge? {
    let array = graph.keys.table(name) + "[]"
    let place = graph.place
    let hasOwn = place.newObject.has(array)
    var merge = try ColumnMerge(
      array, place.object, hasOwn ? place.newObject : place.object, keys: unknown.map { "\(array).\($0)" },
      graph.merge.cost)
    merge?.rows = hasOwn ? isLoaded ? origins : Array(repeating: -1, count: ownCount) : []
    return merge
  }

  func links(_ column: ColumnsDescription.Column) throws(ArchiveError) -> EarlierLinks {
    let key = "\(graph.keys.table(name))[].\(column.name)"
    guard let data = try graph.place.object.data(key), case .number(let type) = column.array.element,
      type == .u32 || type == .u64, let width = Description.product(column.array.dimensions),
      column.tables.allSatisfy({ $0 < graph.description.tables.count })
    else { throw .wrongType(path: key, expected: "links", found: column.array.name) }
    return EarlierLinks(
      key: key, tables: column.tables, size: EarlierLinks.size(column),
      words: ArchivedWords(data, size: EarlierLinks.size(column)), width: width,
      starts: try merge()?.starts(of: column))
  }
}
