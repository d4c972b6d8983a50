/// Where the nodes of an archived graph are in memory: what a save knows them again by.
struct DecodedGraph: PreservedGraph {
  struct Table: Sendable {
    /// Among the archive's tables.
    let archived: Int
    /// Among the plan's, whose order is that of a new archive.
    let index: Int
    /// Of records the address of every row, of numbers that of every block, of texts that of every row; 0 for what the program
    /// has not.
    let addresses: [UInt]
  }

  let number: Int
  let key: String
  let tables: [Table]

  func restore(in merge: ArchiveMerge, _ place: MergedGraph) throws(ArchiveError) {
    guard let written = place.written as? WrittenGraph, let graph = try GraphMerge(self, written, place, merge) else {
      return
    }
    try graph.restore()
  }
}

/// The places of a graph's nodes in a new archive.
struct WrittenGraph: WrittenNodes {
  let number: Int
  let key: String
  /// By the plan's tables: of records the row of each address, of numbers the first row of each block, of texts the row.
  let rows: [[UInt: Int]]
  /// How many rows of a table are no parts of others.
  let ownCounts: [Int]
  /// The lengths of blocks, where they are not all 1.
  let blocks: [[Int]]

  init(_ walk: GraphWalk, number: Int, key: String) {
    self.number = number
    self.key = key
    var rows: [[UInt: Int]] = []
    var ownCounts: [Int] = []
    var blocks: [[Int]] = []
    for index in walk.plan.tables.indices {
      var own: [UInt: Int] = [:]
      if let table = walk.records[index] {
        own.reserveCapacity(table.rowAddresses.count)
        for (row, address) in table.rowAddresses.enumerated() where own[address] == nil { own[address] = row + 1 }
        ownCounts.append(table.rowAddresses.count)
        blocks.append(table.blocks)
      } else if let table = walk.numbers[index] {
        var row = 1
        for block in table.blocks {
          own[block.address] = row
          row += block.count
        }
        ownCounts.append(table.ownCount)
        blocks.append(table.needsBlocks ? table.blocks.map(\.count) : [])
      } else if walk.plan.text == index {
        for (number, entry) in walk.texts.entries.enumerated() where entry.address != 0 {
          own[entry.address] = Int(walk.texts.rows[number])
        }
        ownCounts.append(walk.texts.own.count)
        blocks.append([])
      } else {
        ownCounts.append(walk.handles.entries.count)
        blocks.append([])
      }
      rows.append(own)
    }
    self.rows = rows
    self.ownCounts = ownCounts
    self.blocks = blocks
  }
}

extension GraphBuilder {
  /// What is known of the nodes, now that the graph is made.
  func identities(_ number: Int, key: String) -> DecodedGraph {
    DecodedGraph(
      number: number, key: key,
      tables: plan.tables.indices.compactMap { index in
        guard let archived = reader.sources[index] else { return nil }
        let table = tables[index]
        var addresses: [UInt]
        switch plan.tables[index].kind {
        case .records:
          addresses = Array(table.addresses.buffer.prefix(table.ownCount))
          if let reach { for row in addresses.indices where !reach.contains(index, row) { addresses[row] = 0 } }
        case .numbers:
          addresses = Array(table.addresses.buffer.prefix(table.ownBlocks))
          if let reach {
            for block in addresses.indices where !reach.contains(index, table.rows(block).lowerBound - 1) {
              addresses[block] = 0
            }
          }
        case .text: addresses = texts.addresses
        case .handles: addresses = []
        }
        return DecodedGraph.Table(archived: archived, index: index, addresses: addresses)
      })
  }
}
