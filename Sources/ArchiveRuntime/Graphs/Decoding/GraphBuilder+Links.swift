/// Sets the pointers, after all their targets have addresses.
extension GraphBuilder {
  /// The number of elements behind a pointer according to the record; nil if it has none, or if the last element ends them.
  func count(
    _ link: GraphLink, _ base: UnsafeRawPointer, _ path: () -> String
  ) throws(ArchiveError) -> Int? {
    guard let counted = link.plan.count, link.terminator == nil else { return nil }
    guard let product = counted.number(base),
      !counted.isBytes || link.elementSize > 0 && product % link.elementSize == 0
    else {
      throw .wrongCount(
        path: path(), count: counted.words,
        value: counted.values(base), reason: "it is no count")
    }
    return counted.isBytes ? product / link.elementSize : product
  }

  func link() throws(ArchiveError) {
    for index in plan.tables.indices {
      let live = plan.tables[index].linkDispatch.map { live in
        let rows = tables[index].addresses.buffer
        return live.liveRows(0..<tables[index].ownCount, selections: plan.tables[index].links.count) {
          UnsafeRawPointer(bitPattern: rows[$0]).unsafelyUnwrapped
        }
      }
      for (position, link) in plan.tables[index].links.enumerated() where !link.isTrailing {
        if isSimple(link), let words = links[index][position] {
          try linkSimply(index, link, words)
        } else {
          try self.link(index, position, link, rows: link.plan.selection == nil ? nil : live?[position])
        }
      }
    }
  }

  private func isSimple(_ link: GraphLink) -> Bool {
    guard case .records = link.kind else { return false }
    return link.plan.selection == nil && link.plan.dimensions.isEmpty && link.plan.count == nil
      && link.container == nil
  }

  /// The common case: each record has one pointer to one record.
  private func linkSimply(_ index: Int, _ link: GraphLink, _ words: ArchivedWords) throws(ArchiveError) {
    let rows = tables[index].addresses.buffer
    let count = tables[index].ownCount
    let targets = tables[link.table].addresses.buffer
    let limit = UInt64(targets.count)
    func path(_ row: Int) -> String { "\(reader.name(index))[\(row)].\(link.plan.name)" }
    guard words.count == count else {
      throw .wrongType(path: path(0), expected: "\(count) link\(count == 1 ? "" : "s")", found: "\(words.count)")
    }
    var start = 0
    while start < count {
      let end = min(start + WorkStage.interval, count)
      for row in start..<end {
        let value = words[row]
        guard value > 0 else { continue }
        guard value <= limit else { throw .linkOutOfRange(path: path(row), link: value, count: targets.count) }
        let record = UnsafeMutableRawPointer(bitPattern: rows[row]).unsafelyUnwrapped
        (record + link.plan.offset).storeBytes(of: targets[Int(value) - 1], as: UInt.self)
      }
      try work?.advance(by: end - start)
      start = end
    }
    guard coverage[link.table] != nil else { return }
    for row in 0..<count where words[row] > 0 { cover(link.table, Int(words[row]) - 1, 1) }
  }

  /// - Parameter rows: the records with the link, if not all have it.
  private func link(_ index: Int, _ position: Int, _ link: GraphLink, rows: [UInt32]?) throws(ArchiveError) {
    let words = links[index][position]
    let addresses = tables[index].addresses
    let (reach, covered) = (reach, coverage[link.table])
    var used = 0
    if let rows {
      for row in rows {
        try work?.advance(by: 1)
        guard let record = UnsafeMutableRawPointer(bitPattern: addresses[Int(row)]) else { continue }
        try self.link(index, position, link, words, &used, reach, covered, at: record, of: record, row: Int(row))
      }
    } else {
      let selection = link.plan.selection
      for row in 0..<tables[index].ownCount {
        try work?.advance(by: 1)
        guard let record = UnsafeMutableRawPointer(bitPattern: addresses[row]) else { continue }
        guard let selection else {
          try self.link(index, position, link, words, &used, reach, covered, at: record, of: record, row: row)
          continue
        }
        try selection.forEach(record) { (base) throws(ArchiveError) in
          try self.link(index, position, link, words, &used, reach, covered, at: base, of: record, row: row)
        }
      }
    }
    guard let words, words.count != used else { return }
    throw .wrongType(
      path: "\(reader.name(index)).\(link.plan.name)", expected: "\(used) link\(used == 1 ? "" : "s")",
      found: "\(words.count)")
  }

  /// Sets the pointers of one record.
  @inline(__always)
  private func link(
    _ index: Int, _ position: Int, _ link: GraphLink, _ words: ArchivedWords?, _ used: inout Int,
    _ reach: GraphReach?, _ covered: BlockCoverage?, at base: UnsafeMutableRawPointer,
    of record: UnsafeMutableRawPointer, row: Int
  ) throws(ArchiveError) {
    func path() -> String { "\(reader.name(index))[\(row)].\(link.plan.name(at: base - record))" }
    let count = try count(link, UnsafeRawPointer(base), path)
    // Blocks that are freed at once do not need texts and handles.
    let isReached = reach.map { $0.contains(index, row) } ?? true
    for place in 0..<link.plan.width {
      guard let words else {
        guard link.plan.count?.mayBeNull(UnsafeRawPointer(base)) ?? true else { throw .missingKey(path: path()) }
        continue
      }
      guard used < words.count else {
        throw .wrongType(path: path(), expected: "a link for every pointer", found: "\(words.count)")
      }
      let value = words[used]
      used += 1
      guard isReached else { continue }
      if value == 0, let counted = link.plan.count, !link.isWeak, !counted.mayBeNull(UnsafeRawPointer(base)) {
        throw .wrongCount(path: path(), count: counted.words, value: "\(count ?? 0)", reason: "the pointer is NULL")
      }
      let address = try target(value, count, link, index, position, covered, path)
      (base + link.plan.offset + place * MemoryLayout<UInt>.size).storeBytes(of: address, as: UInt.self)
    }
  }

  /// The address for an archived link.
  private func target(
    _ value: UInt64, _ count: Int?, _ link: GraphLink, _ index: Int, _ position: Int,
    _ covered: BlockCoverage?, _ path: () -> String
  ) throws(ArchiveError) -> UInt {
    guard value > 0 else { return 0 }
    let table = tables[link.table]
    switch link.kind {
    case .text(let encoding):
      return try texts.address(row(value, texts.count, path), encoding, memory, path: path)
    case .symbol(let symbols):
      let row = try row(value, texts.count, path)
      guard let symbol = symbols.first(where: { texts.isText(row, $0.name) }) else {
        throw .unknownSymbol(path: path(), found: "'\(texts.string(row))'")
      }
      return symbol.address
    case .handle(let handle):
      let owner = HandleOwner(handle, table: index, link: position)
      let key = GraphHandles.Key(row: try row(value, handles.count, path), owner: owner)
      return try handles.address(key, handle, memory, path: path)
    case .records, .numbers: break
    }
    if let container = link.container {
      let heads = tables[container.table]
      let place = try row(value, table.count + heads.count, path)
      if place < table.count { cover(link.table, place, 1) } else { cover(container.table, place - table.count, 1) }
      if place < table.count { return table.addresses[place] + UInt(container.offset) }
      guard isHead(place - table.count, container.table) else {
        throw .linkOutOfRange(path: path(), link: value, count: table.count)
      }
      return heads.addresses[place - table.count]
    }
    if count == 0 {
      try checkEmpty(value, link, table, path)
      // A pointer to no elements is not NULL, and nothing else is known about it.
      return UInt(bitPattern: try memory.allocate(1, alignment: 16))
    }
    let first = try row(value, table.count, path)
    let block = table.block(of: first + 1)
    let rows = table.rows(block)
    let found = rows.upperBound - 1 - first
    if link.terminator != nil {
      covered?.add(block, first, found)
      terminated.append(
        TerminatedArray(table: link.table, block: block, first: first, owner: index, position: position))
      return address(of: first, in: block, link)
    }
    // Elements without bytes have one address, and so one row, however many there are.
    let wanted = link.elementSize > 0 ? count ?? 1 : min(count ?? 1, found)
    guard wanted <= found else {
      throw .wrongCount(
        path: path(), count: link.plan.count?.words ?? "", value: "\(wanted)",
        reason: "the archive has \(found) elements there")
    }
    covered?.add(block, first, wanted)
    return address(of: first, in: block, link)
  }

  private func address(of row: Int, in block: Int, _ link: GraphLink) -> UInt {
    let table = tables[link.table]
    guard case .numbers = link.kind else { return table.addresses[row] }
    return table.addresses[block] + UInt((row + 1 - table.rows(block).lowerBound) * link.elementSize)
  }

  /// A link to no elements has the index after the last row. Any other index means that the archive has elements that
  /// the count does not include any more.
  func checkEmpty(
    _ value: UInt64, _ link: GraphLink, _ table: DecodedTable, _ path: () -> String
  ) throws(ArchiveError) {
    guard value != UInt64(table.count) + 1 else { return }
    guard value <= UInt64(table.count) else {
      throw .linkOutOfRange(path: path(), link: value, count: table.count)
    }
    throw .wrongCount(
      path: path(), count: link.plan.count?.words ?? "", value: "0", reason: "the archive has elements there")
  }

  /// Whether this row is the head of a list. Other link records without a node cannot be distinguished from a head.
  private func isHead(_ row: Int, _ table: Int) -> Bool {
    let links = tables[table]
    let part = links.block(of: row + 1) - links.ownBlocks
    return row >= links.ownCount && parts[table].indices.contains(part)
      && plan.tables[table].sites[parts[table][part].site].isHead
  }

  private func row(_ value: UInt64, _ count: Int, _ path: () -> String) throws(ArchiveError) -> Int {
    guard let row = Int(exactly: value), row <= count else {
      throw .linkOutOfRange(path: path(), link: value, count: count)
    }
    return row - 1
  }
}
