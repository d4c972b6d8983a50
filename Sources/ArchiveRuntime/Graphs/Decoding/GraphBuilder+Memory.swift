import Foundation

/// Allocates memory: a block for every block of the archive, and an address for each part of a record.
extension GraphBuilder {
  func takeMemory<Source: FieldSource & ~Copyable>(
    from source: inout Source
  ) throws(ArchiveError) {
    // Records with flexible arrays come first, because the arrays are part of their memory.
    for index in plan.tables.indices where plan.tables[index].trailing != nil { try takeMemoryWithTails(index) }
    for index in plan.tables.indices where plan.tables[index].trailing == nil {
      switch plan.tables[index].kind {
      case .records, .numbers: try takeMemory(index)
      case .text, .handles: break
      }
    }
    for index in plan.tables.indices {
      var row = tables[index].ownCount
      for (place, part) in parts[index].enumerated() {
        let site = plan.tables[index].sites[part.site]
        let owner = tables[part.table].addresses[Int(part.record) - 1]
        guard let offset = site.offset(of: part.index, count: part.count) else { continue }
        let address = owner + UInt(offset)
        if plan.tables[index].plan == nil {
          tables[index].addresses[tables[index].ownBlocks + place] = address
        } else {
          for element in 0..<part.count { tables[index].addresses[row + element] = address + UInt(element * site.size) }
          row += part.count
        }
      }
    }
  }

  /// Allocates every block of the table that has no address yet.
  private func takeMemory(_ index: Int) throws(ArchiveError) {
    let table = tables[index]
    let size = plan.tables[index].size
    let alignment = plan.tables[index].alignment
    let isNumbers = plan.tables[index].plan == nil
    var pool: UnsafeMutableRawPointer?
    if memory.isPooled, table.ownCount > 0 {
      pool = try memory.allocate(table.ownCount * size, alignment: alignment)
      pool?.initializeMemory(as: UInt8.self, repeating: 0, count: table.ownCount * size)
    }
    if table.starts.isEmpty {
      for row in 0..<table.ownCount where table.addresses[row] == 0 {
        let address: UnsafeMutableRawPointer
        if let pool { address = pool + row * size } else { address = try zeroed(size, alignment) }
        table.addresses[row] = UInt(bitPattern: address)
        try work?.advance(by: 1)
      }
      return
    }
    for block in 0..<table.ownBlocks {
      let rows = table.rows(block)
      if table.addresses[isNumbers ? block : rows.lowerBound - 1] != 0 { continue }
      let address: UnsafeMutableRawPointer
      if let pool {
        address = pool + (rows.lowerBound - 1) * size
      } else {
        address = try zeroed(rows.count * size, alignment)
      }
      place(index, block, UInt(bitPattern: address))
      try work?.advance(by: rows.count)
    }
  }

  func zeroed(_ size: Int, _ alignment: Int) throws(ArchiveError) -> UnsafeMutableRawPointer {
    let address = try memory.allocate(size, alignment: alignment)
    address.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    return address
  }

  /// Sets the address of a block.
  private func place(_ index: Int, _ block: Int, _ address: UInt) {
    let table = tables[index]
    guard plan.tables[index].plan != nil else {
      table.addresses[block] = address
      return
    }
    let rows = table.rows(block)
    for (element, row) in rows.enumerated() {
      table.addresses[row - 1] = address + UInt(element * plan.tables[index].size)
    }
  }

  /// Allocates records that end in a flexible array, whose counts determine the size of each.
  private func takeMemoryWithTails(_ index: Int) throws(ArchiveError) {
    let table = tables[index]
    guard let position = plan.tables[index].trailing, table.ownCount > 0 else { return }
    let link = plan.tables[index].links[position]
    let size = plan.tables[index].size
    let alignment = plan.tables[index].alignment
    func path(_ row: Int) -> String { "\(reader.name(index))[\(row)].\(link.plan.name)" }
    guard table.starts.isEmpty || table.ownBlocks == table.ownCount else {
      throw .wrongType(
        path: reader.name(index), expected: "records allocated one by one", found: "arrays of records of variable size")
    }
    // The fields are needed for the counts.
    let scratch = UnsafeMutableRawPointer.allocate(
      byteCount: max(size * table.ownCount, 1), alignment: max(alignment, 16))
    defer { scratch.deallocate() }
    scratch.initializeMemory(as: UInt8.self, repeating: 0, count: size * table.ownCount)
    for row in 0..<table.ownCount { table.addresses[row] = UInt(bitPattern: scratch + row * size) }
    try fill(index)
    var counts: [Int] = []
    var total = 0
    for row in 0..<table.ownCount {
      let count = try tailCount(link, position, of: index, row, UnsafeRawPointer(scratch + row * size)) { path(row) }
      guard count > 0 else {
        if let words = links[index][position], row < words.count, words[row] > 0 {
          try checkEmpty(words[row], link, tables[link.table]) { path(row) }
        }
        counts.append(0)
        continue
      }
      guard let words = links[index][position] else {
        // Of an array that is new there are only the elements that every record has.
        let mayBeMissing =
          link.terminator.map { $0.value == 0 } ?? link.plan.count?.mayBeNull(UnsafeRawPointer(scratch + row * size))
        guard mayBeMissing ?? true else { throw .missingKey(path: path(row)) }
        counts.append(count)
        total += (link.plan.offset + count * link.elementSize + alignment - 1) / alignment * alignment
        continue
      }
      guard words.count == table.ownCount else {
        throw .wrongType(
          path: path(row), expected: "\(table.ownCount) link\(table.ownCount == 1 ? "" : "s")", found: "\(words.count)")
      }
      let value = words[row]
      guard value > 0, value <= UInt64(tables[link.table].ownCount) else {
        throw .linkOutOfRange(path: path(row), link: value, count: tables[link.table].ownCount)
      }
      let target = tables[link.table]
      let block = target.block(of: Int(value))
      guard target.rows(block).lowerBound == Int(value), target.rows(block).count == count else {
        throw .wrongCount(
          path: path(row), count: link.plan.count?.words ?? "", value: "\(count)",
          reason: "the archive has \(target.rows(block).count) elements in one block there")
      }
      cover(link.table, Int(value) - 1, count)
      if link.terminator != nil {
        terminated.append(
          TerminatedArray(table: link.table, block: block, first: Int(value) - 1, owner: index, position: position))
      }
      counts.append(count)
      total += (link.plan.offset + count * link.elementSize + alignment - 1) / alignment * alignment
    }
    var pool: UnsafeMutableRawPointer?
    if memory.isPooled {
      pool = try zeroed(total + size * table.ownCount, alignment)
    }
    for row in 0..<table.ownCount {
      try work?.advance(by: 1)
      let bytes = max(size, link.plan.offset + counts[row] * link.elementSize)
      let address: UnsafeMutableRawPointer
      if let place = pool {
        address = place
        pool = place + (bytes + alignment - 1) / alignment * alignment
      } else {
        address = try zeroed(bytes, alignment)
      }
      table.addresses[row] = UInt(bitPattern: address)
      guard counts[row] > 0, let words = links[index][position] else { continue }
      let target = tables[link.table]
      let block = target.block(of: Int(words[row]))
      let isNumbers = plan.tables[link.table].plan == nil
      guard target.addresses[isNumbers ? block : Int(words[row]) - 1] == 0 else {
        throw .wrongCount(
          path: path(row), count: link.plan.count?.words ?? "", value: "\(counts[row])",
          reason: "another record has the same elements in its own flexible array")
      }
      place(link.table, block, UInt(bitPattern: address) + UInt(link.plan.offset))
    }
  }
  /// The number of elements in a record's flexible array. One that an element ends has those of its block; if it is new, one,
  /// which is zero and ends it.
  private func tailCount(
    _ link: GraphLink, _ position: Int, of index: Int, _ row: Int, _ record: UnsafeRawPointer, _ path: () -> String
  ) throws(ArchiveError) -> Int {
    guard link.terminator != nil else { return try count(link, record, path) ?? 0 }
    guard let words = links[index][position], row < words.count, let target = Int(exactly: words[row]),
      (1...max(tables[link.table].ownCount, 1)).contains(target), tables[link.table].ownCount > 0
    else { return 1 }
    let table = tables[link.table]
    return table.rows(table.block(of: target)).count
  }
}
