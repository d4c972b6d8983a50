/// The links of a record type that are single pointers to records, prepared for the loop over all its records.
struct RowKernel {
  struct Link: BitwiseCopyable {
    let offset: Int
    let target: UnsafeMutablePointer<AddressTable.Storage>
    let numbers: UnsafeMutablePointer<RawList<UInt32>.Storage>
    let table: Int
    let position: Int
    /// Whether more has to be done when a record is found.
    let needsMore: Bool
    var last: UInt32 = 0
  }

  let simple: [Link]
  let isSimple: Bool

  init(_ index: Int, _ walk: GraphWalk) {
    let table = walk.plan.tables[index]
    guard let own = walk.records[index] else {
      simple = []
      isSimple = false
      return
    }
    simple = table.links.enumerated().compactMap { position, link in
      guard case .records = link.kind, link.plan.selection == nil, link.plan.width == 1, link.plan.dimensions.isEmpty,
        link.plan.count == nil, link.container == nil, !link.isWeak, !link.isTrailing,
        let target = walk.records[link.table]
      else { return nil }
      return Link(
        offset: link.plan.offset, target: target.known.storage, numbers: own.links[position].storage, table: link.table,
        position: position, needsMore: walk.checksPointers || !walk.plan.tables[link.table].heads.isEmpty)
    }
    isSimple = simple.count == table.links.count && own.heads.isEmpty && table.sites.allSatisfy { !$0.isHead }
  }
}

extension GraphWalk {
  /// How many records ahead of the walk a record is loaded into the cache: nodes of a tree that are shuffled in memory
  /// are archived in 0.8 of the time. A list has no record ahead.
  private static var lookahead: Int { 8 }

  /// The loop over records whose links are all single pointers to records.
  func walkSimply(_ index: Int, _ table: RecordTable, _ loop: RowKernel) throws(ArchiveError) {
    let known = table.known.storage
    var next = table.next
    defer { table.next = next }
    // Each link has the index of its last target, because the next target is often the one after it.
    let links = UnsafeMutableBufferPointer<RowKernel.Link>.allocate(capacity: loop.simple.count)
    _ = links.initialize(from: loop.simple)
    defer { links.deallocate() }
    var touched: UInt8 = 0
    defer { table.touched = touched }
    while next < known.pointee.count {
      let record = UnsafeRawPointer(bitPattern: known.pointee.address(next)).unsafelyUnwrapped
      next &+= 1
      let ahead = next &+ Self.lookahead
      if ahead < known.pointee.count, let first = links.first {
        let coming = UnsafeRawPointer(bitPattern: known.pointee.address(ahead)).unsafelyUnwrapped
        touched ^= coming.load(fromByteOffset: first.offset, as: UInt8.self)
      }
      if let work {
        // The position is only needed by callers that continue the walk.
        table.next = next
        try work.step { found }
      }
      for place in links.indices {
        let link = links[place]
        let pointer = record.loadUnaligned(fromByteOffset: link.offset, as: UInt.self)
        guard pointer != 0 else {
          link.numbers.pointee.append(0)
          continue
        }
        let count = link.target.pointee.count
        if Int(link.last) < count, link.target.pointee.address(Int(link.last)) == pointer {
          links[place].last &+= 1
          link.numbers.pointee.append(link.last &+ 1)
          continue
        }
        let number = link.target.pointee.add(pointer)
        if link.needsMore, link.target.pointee.count > count {
          try metWithMore(number, pointer, link, index, row: next - 1)
        }
        link.numbers.pointee.append(number)
        links[place].last = number
      }
    }
  }
}
