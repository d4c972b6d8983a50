/// Sets the fields that have the sizes of blocks, after all pointers have been set.
extension GraphBuilder {
  /// A block that was read has room for as many elements as were archived, whatever it had room for when they were. A library that
  /// believed the archived size would write past the block.
  func setCapacities() throws(ArchiveError) {
    for index in plan.tables.indices {
      for link in plan.tables[index].links {
        guard let counted = link.plan.count, let capacity = counted.capacity else { continue }
        for row in 0..<tables[index].ownCount {
          try work?.step()
          guard let record = UnsafeMutableRawPointer(bitPattern: tables[index].addresses[row]) else { continue }
          func set(_ base: UnsafeMutableRawPointer) throws(ArchiveError) {
            let isThere = link.isTrailing || base.loadUnaligned(fromByteOffset: link.plan.offset, as: UInt.self) != 0
            let room = isThere ? max((counted.number(base) ?? 0) / capacity.unit - capacity.more, 0) : 0
            guard capacity.cell.store(room, in: base) else {
              throw .wrongCount(
                path: "\(reader.name(index))[\(row)].\(link.plan.name(at: base - record))", count: counted.words,
                value: "\(room)", reason: "'\(capacity.name)' cannot hold it")
            }
          }
          if let selection = link.plan.selection { try selection.forEach(record, set) } else { try set(record) }
        }
      }
    }
  }
}
