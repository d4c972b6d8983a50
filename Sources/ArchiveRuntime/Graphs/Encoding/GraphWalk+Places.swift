extension GraphWalk {
  /// Where the nodes are in the archive.
  ///
  /// - Parameters:
  ///   - number: The object that has the graph's keys.
  ///   - key: The graph's key in it.
  func places(number: Int, key: String) -> WrittenNodes {
    var rows: [[UInt: Int]] = []
    var ownCounts: [Int] = []
    var blocks: [[Int]] = []
    for index in plan.tables.indices {
      var own: [UInt: Int] = [:]
      if let table = records[index] {
        own.reserveCapacity(table.rowAddresses.count)
        for (row, address) in table.rowAddresses.enumerated() where own[address] == nil { own[address] = row + 1 }
        ownCounts.append(table.rowAddresses.count)
        blocks.append(table.blocks)
      } else if let table = numbers[index] {
        var row = 1
        for block in table.blocks {
          own[block.address] = row
          row += block.count
        }
        ownCounts.append(table.ownCount)
        blocks.append(table.needsBlocks ? table.blocks.map(\.count) : [])
      } else if plan.text == index {
        for (number, entry) in texts.entries.enumerated() where entry.address != 0 {
          own[entry.address] = Int(texts.rows[number])
        }
        ownCounts.append(texts.own.count)
        blocks.append([])
      } else {
        ownCounts.append(handles.entries.count)
        blocks.append([])
      }
      rows.append(own)
    }
    return WrittenNodes(
      number: number, key: key, rows: rows, ownCounts: ownCounts, blocks: blocks,
      identities: plan.tables.map { $0.plan?.identity ?? [] })
  }
}
