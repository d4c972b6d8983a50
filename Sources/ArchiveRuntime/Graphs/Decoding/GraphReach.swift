/// The rows that can be reached from the roots, if the archive may have others: when links are left out, when two of the
/// plan's tables read one of the archive's, or when the archive has rows that no link leads to.
///
/// A pointer reaches the whole block of its target, and the record that the target is part of: memory is freed by
/// blocks, and no pointer inside a block may dangle.
final class GraphReach {
  private let builder: GraphBuilder
  private var isReached: [[Bool]]
  private var queue: [(table: Int, row: Int)] = []
  /// For elements of flexible arrays, the record that contains them.
  private var owners: [[Int: (table: Int, row: Int)]]
  /// The index of a row's first link in a column, for columns that not all rows have.
  private var starts: [[[Int]?]]

  init(_ builder: GraphBuilder, roots: [Int]) {
    self.builder = builder
    isReached = builder.tables.map { Array(repeating: false, count: $0.count) }
    owners = Array(repeating: [:], count: builder.tables.count)
    starts = builder.plan.tables.map { Array(repeating: nil, count: $0.links.count) }
    findOwners()
    for row in roots where row > 0 { reach(0, row - 1) }
    while let (table, row) = queue.popLast() { follow(table, row) }
  }

  func contains(_ table: Int, _ row: Int) -> Bool { isReached[table][row] }

  /// Whether any row of the table is reached.
  func hasAny(_ table: Int) -> Bool { isReached[table].contains(true) }

  private func findOwners() {
    for (index, table) in builder.plan.tables.enumerated() {
      guard let trailing = table.trailing, let words = builder.links[index][trailing] else { continue }
      let target = table.links[trailing].table
      for row in 0..<min(words.count, builder.tables[index].ownCount) {
        guard let first = Int(exactly: words[row]), first > 0, first <= builder.tables[target].ownCount else {
          continue
        }
        owners[target][builder.tables[target].block(of: first)] = (index, row)
      }
    }
  }

  private func reach(_ index: Int, _ row: Int) {
    guard row >= 0, row < isReached[index].count, !isReached[index][row] else { return }
    let table = builder.tables[index]
    let block = table.block(of: row + 1)
    for member in table.rows(block) where !isReached[index][member - 1] {
      isReached[index][member - 1] = true
      if member <= table.ownCount { queue.append((index, member - 1)) }
    }
    if block >= table.ownBlocks, row >= table.ownCount {
      let part = builder.parts[index][block - table.ownBlocks]
      reach(part.table, Int(part.record) - 1)
    } else if let owner = owners[index][block] {
      reach(owner.table, owner.row)
    }
  }

  /// Reaches the targets of a record's pointers. Links out of range are reported when they are resolved.
  private func follow(_ index: Int, _ row: Int) {
    let table = builder.plan.tables[index]
    guard table.plan != nil, let record = UnsafeMutableRawPointer(bitPattern: builder.tables[index].addresses[row])
    else { return }
    for (position, link) in table.links.enumerated() {
      guard let words = builder.links[index][position] else { continue }
      if link.isTrailing {
        if row < words.count { reach(words[row], link, count: nil) }
        continue
      }
      guard let selection = link.plan.selection else {
        follow(words, row * link.plan.width, link, at: record)
        continue
      }
      var next = starts(index, position, link, selection)[row]
      try? selection.forEach(record) { base in
        follow(words, next, link, at: base)
        next += link.plan.width
      }
    }
  }

  private func follow(_ words: ArchivedWords, _ first: Int, _ link: GraphLink, at base: UnsafeMutableRawPointer) {
    let count = try? builder.count(link, UnsafeRawPointer(base)) { "" }
    // A damaged archive may have fewer links than rows; that is found when they are resolved.
    for place in first..<max(first, min(first + link.plan.width, words.count)) where words[place] > 0 {
      reach(words[place], link, count: count)
    }
  }

  private func reach(_ value: UInt64, _ link: GraphLink, count: Int?) {
    guard let number = Int(exactly: value), number > 0, count != 0 else { return }
    switch link.kind {
    case .text, .symbol, .handle: return
    case .records, .numbers: break
    }
    let nodes = builder.tables[link.table].count
    if let container = link.container, number > nodes { return reach(container.table, number - nodes - 1) }
    reach(link.table, number - 1)
  }

  private func starts(_ index: Int, _ position: Int, _ link: GraphLink, _ selection: UnionMember) -> [Int] {
    if let known = starts[index][position] { return known }
    var next = 0
    let rows = builder.tables[index].addresses
    let starts = (0..<builder.tables[index].ownCount).map { row in
      let start = next
      if let record = UnsafeMutableRawPointer(bitPattern: rows[row]) {
        try? selection.forEach(record) { _ in next += link.plan.width }
      }
      return start
    }
    self.starts[index][position] = starts
    return starts
  }
}

extension GraphBuilder {
  /// Whether the archive may have rows that cannot be reached from the roots.
  func needsReach(from roots: [Int]) -> Bool {
    if dropsLinks { return true }
    let sources = reader.sources.indices.compactMap { plan.tables[$0].hasSites ? reader.sources[$0] : nil }
    return Set(sources).count < sources.count || !areAllLinked(from: roots)
  }

  /// Whether a root, an earlier row of the same table, or a row of an earlier table leads to each block: then all of them
  /// are reached, by induction. Nodes are archived in the order in which they are reached, so that mostly this pass is enough.
  private func areAllLinked(from roots: [Int]) -> Bool {
    var isLinked = plan.tables.indices.map { index in
      Array(repeating: false, count: plan.tables[index].hasSites ? tables[index].ownBlocks : 0)
    }
    for root in roots where root > 0 { note(0, root, from: 0, row: -1, &isLinked) }
    for (index, table) in plan.tables.enumerated() {
      for (position, link) in table.links.enumerated() {
        guard let words = links[index][position] else { continue }
        switch link.kind {
        case .text, .symbol, .handle: continue
        case .records, .numbers: break
        }
        // Of links that not all rows have, the row is not known here.
        let width = link.isTrailing ? 1 : link.plan.selection == nil ? link.plan.width : 0
        let nodes = tables[link.table].count
        for place in 0..<words.count {
          guard let number = Int(exactly: words[place]), number > 0 else { continue }
          let row = width > 0 ? place / width : .max
          if let container = link.container, number > nodes {
            note(container.table, number - nodes, from: index, row: row, &isLinked)
          } else {
            note(link.table, number, from: index, row: row, &isLinked)
          }
        }
      }
    }
    return isLinked.allSatisfy { !$0.contains(false) }
  }

  /// - Parameter row: the row of table `source` that has the link to row `number`, which is counted from 1.
  @inline(__always)
  private func note(_ index: Int, _ number: Int, from source: Int, row: Int, _ isLinked: inout [[Bool]]) {
    // An index after the last row is the link of a pointer to no elements. Others are reported when links are resolved.
    guard number <= tables[index].count else { return }
    let block = tables[index].block(of: number)
    guard block >= tables[index].ownBlocks else {
      if source < index || source == index && row < number - 1, block < isLinked[index].count {
        isLinked[index][block] = true
      }
      return
    }
    let part = parts[index][block - tables[index].ownBlocks]
    let record = Int(part.record)
    guard part.table != index || record <= tables[index].ownCount else { return }
    note(part.table, record, from: source, row: row, &isLinked)
  }

  /// Frees the blocks that cannot be reached from the roots, because a new owner of the graph would never find them.
  func freeUnreached() {
    guard let reach else { return }
    var unwanted: Set<UInt> = []
    for index in plan.tables.indices where plan.tables[index].hasSites {
      let table = tables[index]
      if memory.isPooled {
        // All nodes of a type are in one block.
        if !reach.hasAny(index), table.ownCount > 0 { unwanted.insert(table.addresses[0]) }
        continue
      }
      for block in 0..<table.ownBlocks {
        let row = table.rows(block).lowerBound - 1
        guard !reach.contains(index, row) else { continue }
        unwanted.insert(table.addresses[plan.tables[index].plan == nil ? block : row])
      }
    }
    memory.freeBlocks(unwanted)
  }

  /// The addresses of the rows of a table of records that belong to the graph.
  func reachedRows(_ index: Int) -> (addresses: RawList<UInt>, count: Int) {
    let table = tables[index]
    guard let reach, !memory.isPooled || !reach.hasAny(index) else { return (table.addresses, table.ownCount) }
    let rows = RawList<UInt>()
    for row in 0..<table.ownCount where reach.contains(index, row) { rows.append(table.addresses[row]) }
    return (rows, rows.count)
  }
}
