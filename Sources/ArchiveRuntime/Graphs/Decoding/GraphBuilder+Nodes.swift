extension GraphBuilder {
  /// Where the nodes are in memory, now that the graph is made.
  func nodes(_ number: Int, key: String) -> DecodedNodes {
    DecodedNodes(
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
        return DecodedNodes.Table(archived: archived, index: index, addresses: addresses)
      })
  }
}
