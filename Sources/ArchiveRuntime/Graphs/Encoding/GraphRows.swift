/// Assigns a row to everything that the walk has found: records that were allocated together get consecutive rows, and
/// parts of other records get rows after those of the table.
extension GraphWalk {
  func settleRows() throws(ArchiveError) {
    texts.settle()
    for index in plan.tables.indices {
      try work?.check()
      if let table = records[index] { try settle(table, index) }
      if let table = numbers[index] { try settle(table, index) }
    }
    // All records have rows now, so that parts can refer to them.
    for table in records.compactMap(\.self) {
      for part in table.parts.indices { nameOwner(&table.parts[part]) }
    }
    for table in numbers.compactMap(\.self) {
      for part in table.parts.indices { nameOwner(&table.parts[part]) }
    }
    // This frees memory before the archive needs it.
    for table in records.compactMap(\.self) { table.known.forgetNumbers() }
  }

  private func nameOwner(_ part: inout PartOfRecord) {
    part.record = records[part.table]?.row(part.record) ?? 0
  }

  private func settle(_ table: RecordTable, _ index: Int) throws(ArchiveError) {
    let sites = plan.tables[index].sites
    let known = table.known
    if table.ranges.count == 0, table.heads.isEmpty, sites.isEmpty {
      table.rowAddresses = known.addresses.buffer
      return
    }
    let size = plan.tables[index].size
    // These are blocks of more than one record, and their starts among the indices.
    var isInBlock = [Bool](repeating: false, count: known.count)
    var blocks: [(first: UInt32, numbers: [UInt32])] = []
    let merged = MergedRanges(table.ranges.buffer, size: size)
    try checkTrailing(merged, table.trailing, index)
    for range in merged.ranges {
      let numbers = (0..<range.count).map { known.number(of: range.address + UInt($0 * size)) }
      for number in numbers where number > 0 { isInBlock[Int(number) - 1] = true }
      blocks.append((numbers.min() ?? 0, numbers))
    }
    for number in 1..<UInt32(known.count + 1) where !isInBlock[Int(number) - 1] { blocks.append((number, [number])) }
    blocks.sort { $0.first < $1.first }

    var own: [UInt32] = []
    own.reserveCapacity(known.count)
    var partBlocks: [[UInt32]] = []
    for block in blocks {
      let address = known.addresses[Int(block.numbers[0]) - 1]
      if let part = table.heads[block.first] ?? part(at: address, count: block.numbers.count, of: index) {
        var whole = part
        whole.count = block.numbers.count
        table.parts.append(whole)
        partBlocks.append(block.numbers)
      } else {
        own += block.numbers
        table.blocks.append(block.numbers.count)
      }
    }
    if !table.blocks.contains(where: { $0 != 1 }) { table.blocks = [] }
    var rows = [UInt32](repeating: 0, count: known.count)
    for (row, number) in (own + partBlocks.joined()).enumerated() { rows[Int(number) - 1] = UInt32(row + 1) }
    table.rows = rows
    table.order(own)
  }

  private func settle(_ table: NumberTable, _ index: Int) throws(ArchiveError) {
    let size = UInt(max(plan.tables[index].size, 1))
    let merged = MergedRanges(table.ranges.buffer, size: Int(size))
    try checkTrailing(merged, table.trailing, index)
    var starts = [Int](repeating: 0, count: merged.ranges.count)
    var parts: [(Int, PartOfRecord)] = []
    var row = 1
    for (place, range) in merged.ranges.enumerated() {
      if table.trailing[range.address] == nil, let part = part(at: range.address, count: range.count, of: index) {
        parts.append((place, part))
        continue
      }
      starts[place] = row
      row += range.count
      table.blocks.append(range)
    }
    for (place, part) in parts {
      starts[place] = row
      row += part.count
      table.parts.append(part)
    }
    table.rows = table.ranges.buffer.indices.map { range in
      let owner = merged.owners[range]
      return starts[owner] + Int((table.ranges[range].address - merged.ranges[owner].address) / size)
    }
  }

  /// The record that contains these elements: the outermost one, which is part of no other.
  func part(at address: UInt, count: Int, of table: Int) -> PartOfRecord? {
    var found: PartOfRecord?
    for (number, site) in plan.tables[table].sites.enumerated() where site.owner != table {
      guard let owners = records[site.owner], let record = owners.number(atOrBefore: address) else { continue }
      if let found, !plan.isOuter(site.owner, than: found.table) { continue }
      let start = owners.known.addresses[Int(record) - 1]
      guard address - start < UInt(plan.tables[site.owner].size),
        let index = site.index(Int(address - start), count: count)
      else { continue }
      found = PartOfRecord(table: site.owner, record: record, site: number, index: index, count: count)
    }
    return found
  }

  /// A flexible array belongs to its record, so no other range may extend beyond it.
  private func checkTrailing(
    _ merged: MergedRanges, _ trailing: [UInt: Int], _ index: Int
  ) throws(ArchiveError) {
    guard !trailing.isEmpty else { return }
    var whole = 0
    for range in merged.ranges {
      guard let count = trailing[range.address] else { continue }
      whole += 1
      guard count == range.count else { throw overrun(index, count, range.count) }
    }
    guard whole == trailing.count else { throw overrun(index, 0, 0) }
  }

  private func overrun(_ index: Int, _ count: Int, _ found: Int) -> ArchiveError {
    .wrongCount(
      path: plan.tables[index].name, count: "the elements of a flexible array", value: "\(count)",
      reason: "another pointer leads to \(found) elements from inside or in front of it")
  }
}
