@_spi(GeneratedCode) import ArchiveRuntime
import UntypedArchive

/// Compares two graphs: nodes are the same if their values are unique in both, or if the same links lead to them.
///
/// Where a row stands is no difference. A link is compared by the node that it leads to.
final class GraphComparison {
  let comparison: ArchiveComparison
  let first: GraphSide
  let second: GraphSide
  private let path: Int
  /// The tables of the second graph with the names of the first's.
  var others: [Int?] = []
  private var pairs: [[TableComparison.Pair]] = []
  private var matches: [[RowMatch]] = []
  /// Which of the pairs are links in both.
  private var isLink: [[Bool]] = []
  private var tablePaths: [Int] = []
  /// For each row of each table the other graph's row, from 1, and 0 for none.
  var matched: (first: [[Int32]], second: [[Int32]]) = ([], [])
  /// Nodes that are to be compared.
  private var work: [(table: Int, row: Int, other: Int)] = []

  init(_ comparison: ArchiveComparison, _ first: GraphTables, _ second: GraphTables, at path: Int) throws {
    self.comparison = comparison
    self.path = path
    self.first = try GraphSide(first, comparison.first)
    self.second = try GraphSide(second, comparison.second)
  }

  func run() throws {
    try matchTables()
    if try areBytesEqual() { return }
    matchUniqueNodes()
    try compareRoots()
    // Nodes that the roots lead to come first, in the order in which they are met.
    var next = 0
    while next < work.count {
      let (table, row, other) = work[next]
      next += 1
      try compare(table, row, other)
    }
    try reportUnmatched()
  }

  // MARK: Tables

  private func matchTables() throws {
    var names: [ExactText: Int] = [:]
    for (index, table) in second.graph.tables.enumerated() { names[ExactText(table.name)] = index }
    var known = Set<Int>()
    let key = comparison.paths.text(path)
    for (index, table) in first.graph.tables.enumerated() {
      let name = "\(key)#\(PathTree.plain(table.name))"
      let tablePath = comparison.paths.appendSection(name, .text("#\(PathTree.plain(table.name))"), to: path)
      tablePaths.append(tablePath)
      matched.first.append(Array(repeating: 0, count: first.rows[index]?.rowCount ?? first.numbers[index]))
      var other = names[ExactText(table.name)]
      if let found = other, !known.insert(found).inserted { other = nil }
      others.append(other)
      guard let other else {
        pairs.append([])
        matches.append([])
        isLink.append([])
        try comparison.add(.removed, tablePath, nil, { "table of \(NumberText.counted(table.rowCount, "row"))" }, nil)
        continue
      }
      guard let rows = first.rows[index], let otherRows = second.rows[other] else {
        pairs.append([])
        matches.append([])
        isLink.append([])
        continue
      }
      let own = try TableComparison.columns(comparison, rows, otherRows, at: tablePath, prefix: name + ":")
      pairs.append(own)
      matches.append(own.map { RowMatch($0, rows, otherRows) })
      isLink.append(
        own.map { !rows.table.columns[$0.first].links.isEmpty && !otherRows.table.columns[$0.second].links.isEmpty })
    }
    for (index, table) in second.graph.tables.enumerated() {
      matched.second.append(Array(repeating: 0, count: second.rows[index]?.rowCount ?? second.numbers[index]))
      if known.contains(index) { continue }
      let name = "\(key)#\(PathTree.plain(table.name))"
      let tablePath = comparison.paths.appendSection(name, .text("#\(PathTree.plain(table.name))"), to: path)
      try comparison.add(.added, tablePath, nil, nil, { "table of \(NumberText.counted(table.rowCount, "row"))" })
    }
  }

  /// Whether all tables are the same byte for byte.
  private func areBytesEqual() throws -> Bool {
    let (own, other) = (first.graph, second.graph)
    func isSame(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
      UnsafeRawBufferPointer(rebasing: comparison.first.view.bytes[left]).hasSameBytes(
        as: UnsafeRawBufferPointer(rebasing: comparison.second.view.bytes[right]))
    }
    guard own.rootCount == other.rootCount, isSame(own.roots, other.roots), own.tables.count == other.tables.count
    else { return false }
    for (index, table) in own.tables.enumerated() {
      let counterpart = other.tables[index]
      guard others[index] == index, table.rowCount == counterpart.rowCount, table.sites == counterpart.sites,
        isSame(table.blocks, counterpart.blocks), isSame(table.parts, counterpart.parts)
      else { return false }
      switch (table.content, counterpart.content) {
      case (.records(let left), .records(let right)):
        guard pairs[index].allSatisfy(\.isSame), left.columns.map(\.links) == right.columns.map(\.links),
          left.rowCount == right.rowCount
        else { return false }
      case (.numbers(let left), .numbers(let right)):
        guard left.stored == right.stored, isSame(left.bytes, right.bytes) else { return false }
      case (.texts(let left), .texts(let right)): guard isSame(left, right) else { return false }
      case (.handles(let left, let bytes), .handles(let right, let otherBytes)):
        guard isSame(left, right), isSame(bytes, otherBytes) else { return false }
      default: return false
      }
    }
    return true
  }

  // MARK: Nodes

  /// Nodes whose values, without links, occur once in both graphs are the same node wherever they are.
  private func matchUniqueNodes() {
    for (table, other) in others.enumerated() {
      guard let other, let rows = first.rows[table], let otherRows = second.rows[other] else { continue }
      let options = comparison.options
      let values = pairs[table].filter { pair in
        guard rows.table.columns[pair.first].links.isEmpty, otherRows.table.columns[pair.second].links.isEmpty
        else { return false }
        if options.hasTolerance, case .number(let type) = pair.cells.first.array.element, case .floating = type.number {
          return false
        }
        return true
      }
      if let key = comparison.key(at: tablePaths[table]),
        match(
          values.filter { pair in
            key.columns.contains { $0.utf8.elementsEqual(rows.table.columns[pair.first].name.utf8) }
          }, table, rows, other, otherRows)
      {
        comparison.use(key)
        continue
      }
      _ = match(values, table, rows, other, otherRows)
    }
  }

  private func match(
    _ columns: [TableComparison.Pair], _ table: Int, _ rows: RowReader, _ other: Int, _ otherRows: RowReader
  ) -> Bool {
    if columns.isEmpty { return false }
    var hashes = [ValueHash](repeating: ValueHash(), count: rows.rowCount)
    var otherHashes = [ValueHash](repeating: ValueHash(), count: otherRows.rowCount)
    for pair in columns {
      let isByValue = !pair.cells.isSameType || pair.cells.first.part != nil
      rows.combine(pair.first, isByValue: isByValue, into: &hashes, pair.cells.first)
      otherRows.combine(pair.second, isByValue: isByValue, into: &otherHashes, pair.cells.second)
    }
    func once(_ hashes: [ValueHash]) -> [UInt64: Int] {
      var places: [UInt64: Int] = [:]
      places.reserveCapacity(hashes.count)
      for (row, hash) in hashes.enumerated() { places[hash.value] = places[hash.value] == nil ? row : -1 }
      return places
    }
    let (own, others) = (once(hashes), once(otherHashes))
    for row in hashes.indices where own[hashes[row].value] == row {
      guard let counterpart = others[hashes[row].value], counterpart >= 0 else { continue }
      unite(table, row, other, counterpart)
    }
    return true
  }

  func unite(_ table: Int, _ row: Int, _ other: Int, _ otherRow: Int) {
    matched.first[table][row] = Int32(clamping: otherRow + 1)
    matched.second[other][otherRow] = Int32(clamping: row + 1)
    if first.rows[table] != nil { work.append((table, row, otherRow)) }
  }

  private func compareRoots() throws {
    let (own, other) = (first.graph, second.graph)
    let roots = own.rootRows(in: comparison.first.view.bytes, limit: .max)
    let otherRoots = other.rootRows(in: comparison.second.view.bytes, limit: .max)
    for index in 0..<max(roots.count, otherRoots.count) {
      let name = PathTree.Part.text(roots.count == 1 && otherRoots.count == 1 ? "[].#root" : "[].#root[\(index)]")
      guard index < otherRoots.count else {
        try comparison.add(
          .removed, path, name, { self.first.text(self.first.place(of: UInt64(roots[index]), in: [0])) }, nil)
        continue
      }
      guard index < roots.count else {
        try comparison.add(
          .added, path, name, nil, { self.second.text(self.second.place(of: UInt64(otherRoots[index]), in: [0])) })
        continue
      }
      try compareLinks(
        first.place(of: UInt64(roots[index]), in: [0]), second.place(of: UInt64(otherRoots[index]), in: [0]), path, name
      )
    }
  }

  private func compare(_ table: Int, _ row: Int, _ other: Int) throws {
    guard let rows = first.rows[table], let otherTable = others[table], let otherRows = second.rows[otherTable]
    else { return }
    for (index, match) in matches[table].enumerated() {
      // Links lead to the same node only if their rows do.
      if !isLink[table][index], match.isSame && row == other || match.isEqual(row, other) ?? false { continue }
      let pair = pairs[table][index]
      let column = rows.table.columns[pair.first]
      let otherColumn = otherRows.table.columns[pair.second]
      let (range, otherRange) = (rows.range(pair.first, row), otherRows.range(pair.second, other))
      // Paths are made for differences alone.
      var prefix: String { ":\(row + 1)." + column.name }
      guard !column.links.isEmpty, !otherColumn.links.isEmpty else {
        if pair.isSame && row == other || TableComparison.isEqual(pair, range, otherRange) { continue }
        if pair.isSingle, comparison.countIfFull(.changed, tablePaths[table]) { continue }
        try TableComparison.compare(
          comparison, pair, range, otherRange, column.rowDimensions, prefix, at: tablePaths[table])
        continue
      }
      let (count, otherCount) = (range.count / column.elementSize, otherRange.count / otherColumn.elementSize)
      for index in 0..<max(count, otherCount) {
        let own =
          index < count
          ? first.place(of: first.link(column, range.lowerBound + index * column.elementSize), in: column.links) : .null
        let target =
          index < otherCount
          ? second.place(
            of: second.link(otherColumn, otherRange.lowerBound + index * otherColumn.elementSize), in: otherColumn.links
          )
          : .null
        if isSameNode(own, target) { continue }
        let place = column.rowDimensions.isEmpty ? "" : Description.subscripts(of: index, in: column.rowDimensions)
        try compareLinks(own, target, tablePaths[table], .text(prefix + place))
      }
    }
    // Rows that were allocated together belong together.
    if row + 1 < first.blockEnd(table, row), other + 1 < second.blockEnd(otherTable, other),
      matched.first[table][row + 1] == 0, matched.second[otherTable][other + 1] == 0
    {
      unite(table, row + 1, otherTable, other + 1)
    }
  }

  private func reportUnmatched() throws {
    for (table, rows) in first.rows.enumerated() {
      guard let rows, others[table] != nil else { continue }
      for row in matched.first[table].indices where matched.first[table][row] == 0 {
        if comparison.countIfFull(.removed, tablePaths[table]) { continue }
        try comparison.add(
          .removed, tablePaths[table], .text(":\(row + 1)"), { rows.text(row, graph: self.first.graph) }, nil)
      }
    }
    for (table, other) in others.enumerated() {
      guard let other, let rows = second.rows[other] else { continue }
      for row in matched.second[other].indices where matched.second[other][row] == 0 {
        if comparison.countIfFull(.added, tablePaths[table]) { continue }
        try comparison.add(
          .added, tablePaths[table], .text(":\(row + 1)"), nil, { rows.text(row, graph: self.second.graph) })
      }
    }
  }
}
