@_spi(GeneratedCode) import ArchiveRuntime

/// Puts what is unknown of a graph into the new archive: columns, links, and the rows that only unknown links lead to.
///
/// Nodes that the program has read are known again by their addresses, so that they may have been added, removed and moved.
/// Those that it has not read, for no link that it knows leads to them, are copied from the earlier archive, behind the rows
/// of the new one. A node that it has removed and an unknown link leads to is an error.
final class GraphMerge {
  typealias Edit = MergeEdit

  let written: WrittenNodes
  let place: MergedGraph
  let merge: ArchiveMerge
  let keys: GraphKeys
  let description: GraphDescription
  private(set) var newDescription: GraphDescription
  /// By the earlier archive's tables.
  private(set) var tables: [MergedTable] = []
  /// How many rows each table of the new archive has that are no parts of others, and how many that are.
  let newPartRows: [Int]
  /// Those, by the new archive's tables, when all of these are known.
  private(set) var byTarget: [Int: MergedTable] = [:]
  private var queue: [(table: Int, row: Int)] = []

  init?(_ graph: DecodedNodes, _ place: MergedGraph, _ merge: ArchiveMerge) throws(ArchiveError) {
    let written = place.written
    keys = GraphKeys(key: graph.key)
    guard let text = try place.object.text(keys.description), let description = GraphDescription(text),
      let newText = try place.newObject.text(keys.description), let newDescription = GraphDescription(newText),
      newDescription.tables.count == written.rows.count
    else { return nil }
    self.written = written
    self.place = place
    self.merge = merge
    self.description = description
    self.newDescription = newDescription
    var partRows: [Int] = []
    for table in newDescription.tables { partRows.append(try Self.partRows(table, keys, place.newObject)) }
    newPartRows = partRows
    try merge.cost.charge(description.tables.count, times: newDescription.tables.count)
    for (index, table) in description.tables.enumerated() {
      let loaded = graph.tables.first { $0.archived == index && $0.index < written.rows.count }
      let sameName = newDescription.tables.firstIndex { $0.name.isExactly(table.name) }
      // Of numbers that have become wider, no pointer that is unknown can lead to the new ones.
      let target = table.name.hasPrefix("#") ? sameName : loaded?.index ?? sameName
      tables.append(
        try MergedTable(
          index, table, target: target, loaded: target == loaded?.index ? loaded?.addresses : nil,
          partRows: Self.partRows(table, keys, place.object), self))
    }
  }

  /// How many rows of a table are parts of others.
  private static func partRows(
    _ table: GraphDescription.Table, _ keys: GraphKeys, _ object: MergedObject
  ) throws(ArchiveError) -> Int {
    guard table.parts > 0, !table.name.isExactly("#text") else { return table.parts }
    let key = keys.column(table.name, GraphKeys.parts)
    guard let data = try object.data(key), Description.product([table.parts, 32]) == data.count else {
      throw .missingKey(path: key)
    }
    let words = ArchivedWords(data, size: 8)
    var total = 0
    for part in 0..<table.parts {
      guard let count = Int(exactly: words.word(part * 4 + 3)), count < 1 << 48, total < 1 << 48 else {
        throw .wrongType(path: key, expected: "a part", found: "too many rows")
      }
      total += count
    }
    return total
  }

  func lost(_ keys: [String], _ reason: String) -> ArchiveError { .unknownDataLost(keys: keys, reason: reason) }

  // MARK: What is to be copied

  func restore() throws(ArchiveError) {
    guard tables.contains(where: { !$0.unknown.isEmpty }) || merge.preserved.hasVersions else {
      for table in tables { note(table) }
      return
    }
    for table in tables {
      try pairIdentified(table)
      note(table)
      try table.checkRebuilt()
      try checkFormer(table)
      guard table.isLoaded, let columns = table.columns else { continue }
      for column in columns.columns where !column.tables.isEmpty && table.isUnknown(column.name) {
        try meet(column, of: table, rows: table.surviving)
      }
    }
    let work = WorkMonitor.current.map(WorkStage.init)
    while let (index, row) = queue.popLast() {
      try work?.step()
      guard let columns = tables[index].columns else { continue }
      for column in columns.columns where !column.tables.isEmpty { try meet(column, of: tables[index], rows: [row]) }
    }
    addTables()
    for table in tables { if let target = table.target, byTarget[target] == nil { byTarget[target] = table } }
    try write()
  }

  /// Adds the tables that columns of unknown links name, be they empty.
  private func addTables() {
    var open = tables.indices.filter { tables[$0].isLoaded && tables[$0].columns != nil }
    var visited = Set(open)
    while let index = open.popLast() {
      let table = tables[index]
      if table.target == nil {
        table.target = newDescription.tables.count
        newDescription.tables.append(GraphDescription.Table(name: table.name, rows: 0))
      }
      for column in table.columns?.columns ?? [] where isAdded(table) || table.isUnknown(column.name) {
        for target in column.tables where target < tables.count && visited.insert(target).inserted {
          open.append(target)
        }
      }
    }
  }

  /// Whether the new archive has no table of the name, but for what is taken over.
  func isAdded(_ table: MergedTable) -> Bool { table.target.map { $0 >= written.rows.count } ?? true }

  private func note(_ table: MergedTable) {
    guard table.isLoaded, table.columns != nil else { return }
    merge.note(rows: table.origins, of: keys.table(table.name) + "[]", in: place.newNumber)
  }

  /// Looks at what links lead to, so that it is copied if it has to be.
  private func meet(
    _ column: ColumnsDescription.Column, of table: MergedTable, rows: some Sequence<Int>
  ) throws(ArchiveError) {
    let links = try table.links(column)
    for row in rows {
      for value in try links.places(row) {
        guard let (target, row) = try target(of: links.words[value], links) else { continue }
        try require(row, of: tables[target], by: links.key)
      }
    }
  }

  /// The row that a link of the earlier archive leads to, from 0 on; nil for NULL and for no elements.
  private func target(of value: UInt64, _ links: EarlierLinks) throws(ArchiveError) -> (table: Int, row: Int)? {
    if value == 0 { return nil }
    var rest = value
    for (place, index) in links.tables.enumerated() {
      let table = tables[index]
      let (own, total) = (UInt64(table.count), UInt64(table.count + table.partRows))
      if rest <= own { return (index, Int(rest) - 1) }
      if rest <= total { throw lost([links.key], "it leads into another record, at a part of it") }
      if rest == total + 1, place == links.tables.count - 1 { return nil }
      rest -= total
    }
    throw .linkOutOfRange(path: links.key, link: value, count: tables[links.tables[0]].count)
  }

  private func require(_ row: Int, of table: MergedTable, by key: String) throws(ArchiveError) {
    if table.newRow(row) != nil {
      guard table.isWhole(row) else {
        throw lost([key], "it leads to several rows of '\(table.name)' side by side, which the program has one by one")
      }
      return
    }
    guard !table.wasRemoved(row) else {
      throw lost([key], "it leads to a row of '\(table.name)' that the program has removed")
    }
    // What was allocated together stays together.
    for member in try table.append(row) { queue.append((table.index, member)) }
  }

  // MARK: Links

  /// How many rows a table of the new archive gets.
  private func appended(to target: Int) -> Int { byTarget[target]?.appended.count ?? 0 }

  private func ownCount(_ target: Int) -> Int { target < written.ownCounts.count ? written.ownCounts[target] : 0 }
  private func partRows(_ target: Int) -> Int { target < newPartRows.count ? newPartRows[target] : 0 }

  /// How many rows a table of the new archive has in the end.
  func total(_ target: Int) -> Int { ownCount(target) + appended(to: target) + partRows(target) }

  /// What a link of the earlier archive is in the new one.
  private func translated(_ value: UInt64, _ links: EarlierLinks) throws(ArchiveError) -> UInt64 {
    if value == 0 { return 0 }
    guard let (index, row) = try target(of: value, links) else {
      let totals = links.tables.map { tables[$0].target.map(total) ?? 0 }
      return UInt64(totals.reduce(0, +) + 1)
    }
    guard let own = tables[index].newRow(row) else { throw lost([links.key], "it leads nowhere") }
    guard index != links.tables[0] else { return UInt64(own) }
    let before = tables[links.tables[0]].target.map(total) ?? 0
    return UInt64(before + own)
  }

  /// The bytes of a column of links of the earlier archive as they are in the new one.
  func translated(_ bytes: [UInt8], _ links: EarlierLinks) throws(ArchiveError) -> [UInt8] {
    try Self.mapWords(bytes, size: links.size, links.key) { (value) throws(ArchiveError) in try translated(value, links)
    }
  }

  /// The name of the tables in a column's line.
  func tableWords(_ links: EarlierLinks) -> String {
    links.tables.map { "&\((tables[$0].target ?? 0) + 1)" }.joined()
  }

  /// The links of the new archive, moved by what was put in front of them; nil if they stay as they are.
  func shifted(
    _ bytes: UnsafeRawBufferPointer, _ column: ColumnsDescription.Column, _ key: String
  ) throws(ArchiveError) -> [UInt8]? {
    guard column.tables.contains(where: { appended(to: $0) > 0 }) else { return nil }
    return try Self.mapWords(Array(bytes), size: EarlierLinks.size(column), key) { (value) throws(ArchiveError) in
      var (rest, before) = (value, 0)
      for target in column.tables {
        let (own, total) = (UInt64(ownCount(target)), UInt64(ownCount(target) + partRows(target)))
        if rest <= own { return UInt64(before) + rest }
        if rest <= total || target == column.tables.last {
          return UInt64(before) + rest + UInt64(appended(to: target))
        }
        rest -= total
        before += self.total(target)
      }
      return value
    }
  }

  private static func mapWords(
    _ bytes: [UInt8], size: Int, _ key: String, _ body: (UInt64) throws(ArchiveError) -> UInt64
  ) throws(ArchiveError) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for start in stride(from: 0, to: bytes.count - size + 1, by: size) {
      var value: UInt64 = 0
      for byte in 0..<size { value |= UInt64(bytes[start + byte]) << UInt64(byte * 8) }
      let own = value == 0 ? 0 : try body(value)
      guard size == 8 || own <= UInt64(UInt32.max) else {
        throw .limitExceeded(limit: "rows of a table", value: Int(clamping: own), maximum: Int(UInt32.max))
      }
      for byte in 0..<size { result.append(UInt8(truncatingIfNeeded: own >> UInt64(byte * 8))) }
    }
    return result
  }
}

/// The links of one column of the earlier archive.
struct EarlierLinks {
  let key: String
  let tables: [Int]
  let size: Int
  let words: ArchivedWords
  /// Links of one value.
  let width: Int
  /// See `ColumnMerge.starts(of:)`.
  let starts: [Int]?

  static func size(_ column: ColumnsDescription.Column) -> Int {
    if case .number(.u64) = column.array.element { 8 } else { 4 }
  }

  /// The places of a row's links among the column's.
  func places(_ row: Int) throws(ArchiveError) -> Range<Int> {
    let values = starts.map { $0[row]..<$0[row + 1] } ?? row..<row + 1
    guard let first = Description.product([values.lowerBound, width]),
      let end = Description.product([values.upperBound, width]), end <= words.count
    else { throw .wrongType(path: key, expected: "a link for every pointer", found: "\(words.count)") }
    return first..<end
  }
}
