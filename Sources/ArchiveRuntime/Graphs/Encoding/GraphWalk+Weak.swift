/// Resolves weak pointers at the end of the walk, when it is known what other pointers lead to.
extension GraphWalk {
  func resolveWeak() throws(ArchiveError) {
    for pointer in weak {
      try work?.step()
      let link = plan.tables[pointer.table].links[pointer.link]
      var number: UInt32 = 0
      switch link.kind {
      case .records:
        if let container = link.container {
          if let heads = records[container.table], case let head = heads.known.number(of: pointer.address),
            heads.heads[head] != nil
          {
            number = head | Self.headMark
          } else {
            number = records[link.table]?.known.number(of: pointer.address &- UInt(container.offset)) ?? 0
          }
        } else {
          number = partNumber(pointer.address, link.table)
        }
      case .numbers:
        guard let table = numbers[link.table],
          table.covers(pointer.address, size: link.elementSize)
            || part(at: pointer.address, count: 1, of: link.table) != nil
        else { continue }
        table.ranges.append(MemoryRange(address: pointer.address, count: 1))
        number = UInt32(truncatingIfNeeded: table.ranges.count)
      case .text(let encoding): number = texts.number(of: pointer.address, encoding)
      case .symbol, .handle: break
      }
      records[pointer.table]?.links[pointer.link][pointer.position] = number
    }
  }

  /// The index of a record that was found, or that is part of one; 0 for any other address.
  private func partNumber(_ address: UInt, _ table: Int) -> UInt32 {
    guard let target = records[table] else { return 0 }
    let number = target.known.number(of: address)
    guard number == 0, let part = part(at: address, count: 1, of: table) else { return number }
    let new = target.known.add(address)
    // Its links are those of its owner, as for any head.
    target.heads[new] = part
    return new
  }
}
