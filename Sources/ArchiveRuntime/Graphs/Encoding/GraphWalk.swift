/// Follows every pointer from the roots, once, and notes what it leads to.
///
/// Without recursion: the tables' lists of addresses are the queues of what is still to be looked at.
final class GraphWalk {
  let plan: GraphPlan
  let records: [RecordTable?]
  let numbers: [NumberTable?]
  let texts = TextTable()
  let handles = HandleTable()
  /// Weak pointers, to be looked up when everything else is known.
  private var weak: [Weak] = []
  private(set) var rootNumbers: [UInt32] = []
  private let checksPointers = ArchivePointers.isOn

  private struct Weak {
    let table: Int
    let link: Int
    let position: Int
    let address: UInt
  }

  /// A pointer that is not NULL, to no elements.
  static let empty = UInt32.max

  init(_ plan: GraphPlan, roots: [UnsafeRawPointer?]) throws(ArchiveError) {
    self.plan = plan
    records = plan.tables.map { $0.plan == nil ? nil : RecordTable($0) }
    numbers = plan.tables.map { if case .numbers = $0.kind { NumberTable() } else { nil } }
    for root in roots {
      guard let root else {
        rootNumbers.append(0)
        continue
      }
      try check(root, plan.tables[0].size, { "root" })
      rootNumbers.append(try add(UInt(bitPattern: root), to: 0))
    }
    try walk()
    try resolveWeak()
  }

  // MARK: What is met

  @inline(__always)
  private func add(_ address: UInt, to table: Int) throws(ArchiveError) -> UInt32 {
    guard let records = records[table] else { return 0 }
    let before = records.known.count
    let number = records.known.add(address)
    if records.known.count > before { try met(number, address, records, table) }
    return number
  }

  /// Notes the heads of lists inside a record when it is met, before any pointer to them is.
  @inline(__always)
  private func met(_ number: UInt32, _ address: UInt, _ records: RecordTable, _ table: Int) throws(ArchiveError) {
    if !plan.tables[table].heads.isEmpty { noteHeads(of: number, address, table) }
  }

  private func noteHeads(of number: UInt32, _ address: UInt, _ table: Int) {
    for head in plan.tables[table].heads {
      let site = plan.tables[head.table].sites[head.site]
      guard let links = records[head.table] else { continue }
      for index in 0..<site.positions {
        guard let offset = site.offset(of: index, count: 1) else { continue }
        let link = links.known.add(address + UInt(offset))
        links.heads[link] = PartOfRecord(table: table, record: number, site: head.site, index: index, count: 1)
      }
    }
  }

  private func check(
    _ pointer: UnsafeRawPointer, _ byteCount: Int, _ path: () -> String
  ) throws(ArchiveError) {
    guard checksPointers else { return }
    try ArchivePointers.check(pointer, byteCount, path)
  }

  // MARK: The walk

  private func walk() throws(ArchiveError) {
    let loops = plan.tables.indices.map { RecordLoop($0, self) }
    var isDone = false
    while !isDone {
      isDone = true
      for (index, loop) in loops.enumerated() {
        guard let table = records[index], table.next < table.known.count else { continue }
        isDone = false
        try walk(index, table, loop)
        guard table.known.count < Int(Self.empty) else {
          throw .limitExceeded(limit: "nodes of one type", value: table.known.count, maximum: Int(Self.empty) - 1)
        }
      }
    }
  }

  /// Looks at the records of one type that have been met; those that are met on the way are looked at too.
  private func walk(_ index: Int, _ table: RecordTable, _ loop: RecordLoop) throws(ArchiveError) {
    if loop.isSimple { return try walkSimply(index, table, loop) }
    let links = plan.tables[index].links
    while table.next < table.known.count {
      let number = UInt32(table.next + 1)
      // A head's links are followed where it stands, in its owner.
      if table.heads.isEmpty || table.heads[number] == nil {
        guard let record = UnsafeRawPointer(bitPattern: table.known.addresses[table.next]) else { break }
        for (position, link) in links.enumerated() { try follow(link, position, record, index, table) }
      }
      table.next += 1
    }
  }

  /// The loop over records that have nothing but pointers to one record each.
  private func walkSimply(_ index: Int, _ table: RecordTable, _ loop: RecordLoop) throws(ArchiveError) {
    let known = table.known.storage
    var next = table.next
    defer { table.next = next }
    // Each link with the number that it led to last: the next one is often the one after that.
    let links = UnsafeMutableBufferPointer<RecordLoop.Link>.allocate(capacity: loop.simple.count)
    _ = links.initialize(from: loop.simple)
    defer { links.deallocate() }
    while next < known.pointee.count {
      let record = UnsafeRawPointer(bitPattern: known.pointee.address(next)).unsafelyUnwrapped
      next &+= 1
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
        if link.needsMore, link.target.pointee.count > count { try metWithMore(number, pointer, link, index) }
        link.numbers.pointee.append(number)
        links[place].last = number
      }
    }
  }

  @inline(never)
  private func metWithMore(
    _ number: UInt32, _ pointer: UInt, _ link: RecordLoop.Link, _ table: Int
  ) throws(ArchiveError) {
    guard let target = records[link.table] else { return }
    try met(number, pointer, target, link.table)
    guard checksPointers, let address = UnsafeRawPointer(bitPattern: pointer) else { return }
    try check(address, plan.tables[link.table].size) { plan.tables[table].links[link.position].plan.name }
  }

  private func follow(
    _ link: GraphLink, _ position: Int, _ record: UnsafeRawPointer, _ index: Int, _ table: RecordTable
  ) throws(ArchiveError) {
    guard let selection = link.plan.selection else {
      return try follow(link, position, at: record, of: record, index, table)
    }
    try selection.forEach(UnsafeMutableRawPointer(mutating: record)) { (base) throws(ArchiveError) in
      try follow(link, position, at: UnsafeRawPointer(base), of: record, index, table)
    }
  }

  private func follow(
    _ link: GraphLink, _ position: Int, at base: UnsafeRawPointer, of record: UnsafeRawPointer, _ index: Int,
    _ table: RecordTable
  ) throws(ArchiveError) {
    let list = table.links[position]
    func path() -> String {
      "\(plan.tables[index].name)[\(table.next)].\(link.plan.name(at: UnsafeRawPointer(base) - record))"
    }
    let size = MemoryLayout<UInt>.size
    for place in 0..<link.plan.width {
      let field = base + link.plan.offset
      let address =
        link.isTrailing
        ? UInt(bitPattern: field) : (field + place * size).loadUnaligned(as: UInt.self)
      var count = 1
      if let counted = link.plan.count {
        count = try elementCount(counted, link, base, path)
        guard address != 0 || count == 0 else {
          throw .wrongCount(
            path: path(), count: counted.words, value: "\(count)", reason: "the pointer is NULL")
        }
      }
      guard let pointer = UnsafeRawPointer(bitPattern: address) else {
        list.append(0)
        continue
      }
      if link.isWeak {
        weak.append(Weak(table: index, link: position, position: list.count, address: address))
        list.append(0)
        continue
      }
      if count == 0 {
        list.append(link.isTrailing ? 0 : Self.empty)
        continue
      }
      switch link.kind {
      case .records:
        if let container = link.container {
          list.append(try addLink(address, link, container))
        } else {
          list.append(try addRecords(pointer, count, link, path))
        }
      case .numbers:
        try check(pointer, count * link.elementSize, path)
        guard let ranges = numbers[link.table] else { continue }
        if link.isTrailing { ranges.trailing[address] = count }
        ranges.ranges.append(MemoryRange(address: address, count: count))
        list.append(UInt32(truncatingIfNeeded: ranges.ranges.count))
      case .text(let encoding):
        try check(pointer, 1, path)
        list.append(texts.add(address, encoding, TextTable.Place(table: index, link: position, record: table.next)))
      case .symbol(let symbols):
        guard let symbol = symbols.first(where: { $0.address == address }) else {
          throw .unknownSymbol(path: path(), found: "at 0x\(String(address, radix: 16))")
        }
        list.append(texts.add(name: symbol.name))
      case .handle(let handle):
        let key = HandleTable.Key(address: address, table: index, link: position)
        list.append(try handles.add(key, handle, path: path()))
      }
    }
  }

  private func elementCount(
    _ counted: CountPlan, _ link: GraphLink, _ base: UnsafeRawPointer, _ path: () -> String
  ) throws(ArchiveError) -> Int {
    guard let product = counted.product(base) else {
      throw .wrongCount(
        path: path(), count: counted.words, value: counted.factors.map { "\($0.value(base))" }.joined(separator: " × "),
        reason: "a count is not negative and fits a size")
    }
    guard counted.isBytes else {
      guard Description.product([product, max(link.elementSize, 1)]) != nil else {
        throw .wrongCount(path: path(), count: counted.words, value: "\(product)", reason: "it is no size of memory")
      }
      return product
    }
    guard link.elementSize > 0, product % link.elementSize == 0 else {
      throw .wrongCount(
        path: path(), count: counted.words, value: "\(product)",
        reason: "an element has \(link.elementSize) bytes, and this is no whole number of them")
    }
    return product / link.elementSize
  }

  private func addRecords(
    _ pointer: UnsafeRawPointer, _ count: Int, _ link: GraphLink, _ path: () -> String
  ) throws(ArchiveError) -> UInt32 {
    let size = link.elementSize
    try check(pointer, count * size, path)
    guard let target = records[link.table] else { return 0 }
    let address = UInt(bitPattern: pointer)
    let first = try add(address, to: link.table)
    // Records without bytes all stand at one place.
    if size > 0, count > 1 {
      for element in 1..<count { _ = try add(address + UInt(element * size), to: link.table) }
    }
    if count > 1 || link.isTrailing { target.ranges.append(MemoryRange(address: address, count: size > 0 ? count : 1)) }
    if link.isTrailing { target.trailing[address] = count }
    return first
  }

  /// A link of an intrusive list: to a head, or to the same link in another node. The heads' numbers go on where the
  /// nodes' end, so they have a mark until that is known.
  private func addLink(
    _ address: UInt, _ link: GraphLink, _ container: (table: Int, offset: Int)
  ) throws(ArchiveError) -> UInt32 {
    if let heads = records[container.table] {
      let number = heads.known.number(of: address)
      if number != 0, heads.heads[number] != nil { return number | Self.headMark }
    }
    let node = address &- UInt(container.offset)
    guard let pointer = UnsafeRawPointer(bitPattern: node) else { return 0 }
    try check(pointer, plan.tables[link.table].size) { link.plan.name }
    let number = try add(node, to: link.table)
    guard number < Self.headMark else {
      throw .limitExceeded(limit: "nodes of one type", value: Int(number), maximum: Int(Self.headMark))
    }
    return number
  }

  static let headMark: UInt32 = 1 << 31

  private func resolveWeak() throws(ArchiveError) {
    for pointer in weak {
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
}

extension GraphWalk {
  /// The number of a record that was met, or that is part of one; 0 for any other.
  private func partNumber(_ address: UInt, _ table: Int) -> UInt32 {
    guard let target = records[table] else { return 0 }
    let number = target.known.number(of: address)
    guard number == 0, let part = part(at: address, count: 1, of: table) else { return number }
    let new = target.known.add(address)
    // As of a head, its links are those of its owner.
    target.heads[new] = part
    return new
  }
}

/// The links of a record type that are nothing but a pointer to one record, ready for the loop over a million of them.
struct RecordLoop {
  struct Link: BitwiseCopyable {
    let offset: Int
    let target: UnsafeMutablePointer<AddressTable.Storage>
    let numbers: UnsafeMutablePointer<RawList<UInt32>.Storage>
    let table: Int
    let position: Int
    /// Whether there is more to do when a record is met for the first time.
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
        position: position, needsMore: ArchivePointers.isOn || !walk.plan.tables[link.table].heads.isEmpty)
    }
    isSimple = simple.count == table.links.count && own.heads.isEmpty && table.sites.allSatisfy { !$0.isHead }
  }
}
