/// Follows every pointer from the roots once, and records its target.
///
/// There is no recursion: the tables' lists of addresses are also the queues of records that have not been followed
/// yet.
final class GraphWalk {
  let plan: GraphPlan
  let records: [RecordTable?]
  let numbers: [NumberTable?]
  let texts = TextTable()
  let handles = HandleTable()
  /// Weak pointers, which are resolved at the end.
  private(set) var weak: [Weak] = []
  private(set) var rootNumbers: [UInt32] = []
  let checksPointers: Bool
  /// Counts records as they are walked, get their rows and are written; nil without a monitor.
  let work = WorkMonitor.current.map(WorkStage.init)
  /// For each table its pointers to links of intrusive lists, and the others.
  private let containedLinks: [[EnumeratedSequence<[GraphLink]>.Element]]
  private let otherLinks: [[EnumeratedSequence<[GraphLink]>.Element]]
  /// Tables with pointers to links of intrusive lists.
  private let containedTables: [Int]
  /// Tables with other pointers to records.
  private let leadingTables: [RecordTable]
  /// An estimate of the bytes in the archive for one record of each table.
  private let rowByteCounts: [Int]

  struct Weak {
    let table: Int
    let link: Int
    let position: Int
    let address: UInt
  }

  /// The index of a pointer that is not NULL but has no elements.
  static let empty = UInt32.max

  init(
    _ plan: GraphPlan, roots: [UnsafeRawPointer?], checksPointers: Bool = ArchivePointers.isOn
  ) throws(ArchiveError) {
    self.checksPointers = checksPointers
    self.plan = plan
    rowByteCounts = plan.tables.map { table in
      (table.plan?.columns.all.reduce(0) { $0 + $1.cell.byteCount } ?? 0) + table.links.count * 4
    }
    let records = plan.tables.map { $0.plan == nil ? nil : RecordTable($0) }
    self.records = records
    let links = plan.tables.map { Array($0.links.enumerated()) }
    let (contained, others) = (
      links.map { links in links.filter { $0.element.container != nil } },
      links.map { links in links.filter { $0.element.container == nil } }
    )
    (containedLinks, otherLinks) = (contained, others)
    containedTables = contained.indices.filter { !contained[$0].isEmpty }
    leadingTables = zip(records, others).compactMap { table, links in
      links.contains { if case .records = $0.element.kind { true } else { false } } ? table : nil
    }
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
    try checkHeads()
    try resolveWeak()
  }

  // MARK: Found records

  @inline(__always)
  private func add(_ address: UInt, to table: Int) throws(ArchiveError) -> UInt32 {
    guard let records = records[table] else { return 0 }
    let before = records.known.count
    let number = records.known.add(address)
    if records.known.count > before { try met(number, address, records, table) }
    return number
  }

  /// Records the heads of lists inside a record when it is found, before any pointer to them is followed.
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
        let link = links.known.add(address &+ UInt(offset))
        // The record with the head may be a part of another, which has it too.
        if let known = links.heads[link], !plan.isOuter(table, than: known.table) { continue }
        links.heads[link] = PartOfRecord(table: table, record: number, site: head.site, index: index, count: 1)
      }
    }
  }

  /// Checks that no head was taken for the link of a node, before the record with the head was found.
  private func checkHeads() throws(ArchiveError) {
    struct Place: Hashable { let heads: Int, nodes: Int, offset: Int }
    let places = containedLinks.joined().compactMap { _, link in
      link.container.map { Place(heads: $0.table, nodes: link.table, offset: $0.offset) }
    }
    for place in Set(places) {
      guard let heads = records[place.heads], let nodes = records[place.nodes] else { continue }
      for (head, part) in heads.heads {
        let node = heads.known.addresses[Int(head) - 1] &- UInt(place.offset)
        // A node inside another record has its link there, too.
        guard nodes.known.number(of: node) != 0, self.part(at: node, count: 1, of: place.nodes) == nil else { continue }
        let path = plan.tables[place.heads].sites[part.site].paths[0]
        throw .notArchivableValue(
          path: "\(plan.tables[part.table].name)[\(part.record - 1)].\(path)", value: "the head of a list",
          reason: "links led to it before the record that has it was found; begin with that record")
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
    let loops = plan.tables.indices.map { RowKernel($0, self) }
    work?.begin(0...0.6, of: nil)
    repeat {
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
    } while try followContained()
  }

  /// Follows links of intrusive lists, which a list's head has to be known for: what other pointers lead to is known.
  ///
  /// - Returns: Whether there are records whose other pointers have not been followed. They may lead to further heads.
  private func followContained() throws(ArchiveError) -> Bool {
    var hasMoved = true
    while hasMoved {
      hasMoved = false
      for index in containedTables {
        guard let table = records[index] else { continue }
        let leadsOn = leadingTables.contains { $0 === table }
        while table.nextContained < (leadsOn ? table.next : table.known.count) {
          hasMoved = true
          let count = leadingCount
          try work?.step { found }
          try follow(table.nextContained, index, table, areContained: true)
          table.nextContained += 1
          if leadingCount > count { return true }
        }
      }
    }
    return records.contains { $0.map { $0.next < $0.known.count } ?? false }
  }

  /// The number of records found whose pointers, other than those of links, lead to records.
  private var leadingCount: Int { leadingTables.reduce(0) { $0 + $1.known.count } }

  /// Follows the records of one type that have been found, including those that are found meanwhile.
  private func walk(_ index: Int, _ table: RecordTable, _ loop: RowKernel) throws(ArchiveError) {
    if loop.isSimple { return try walkSimply(index, table, loop) }
    if otherLinks[index].isEmpty {
      table.next = table.known.count
      return
    }
    while table.next < table.known.count {
      try work?.step { found }
      try follow(table.next, index, table, areContained: false)
      table.next += 1
    }
  }

  /// Follows the pointers of one record: those that lead to links of intrusive lists, or all others.
  private func follow(_ row: Int, _ index: Int, _ table: RecordTable, areContained: Bool) throws(ArchiveError) {
    // The links of a head are followed with its owner.
    guard table.heads.isEmpty || table.heads[UInt32(row + 1)] == nil,
      let record = UnsafeRawPointer(bitPattern: table.known.addresses[row])
    else { return }
    if let live = plan.tables[index].linkDispatch {
      let links = plan.tables[index].links
      try live.forEachLive(record) { (position) throws(ArchiveError) in
        guard (links[position].container != nil) == areContained else { return }
        try follow(links[position], position, at: record, of: record, row, index, table)
      }
    } else {
      for (position, link) in areContained ? containedLinks[index] : otherLinks[index] {
        try follow(link, position, record, row, index, table)
      }
    }
  }

  /// The numbers of records that have been followed and found.
  var found: WorkStage.Found {
    var (done, known, byteCount) = (0, 0, 0)
    for (index, table) in records.enumerated() {
      guard let table else { continue }
      done += table.next
      known += table.known.count
      byteCount += table.next * rowByteCounts[index]
    }
    return WorkStage.Found(done: done, known: known, byteCount: byteCount)
  }

  @inline(never)
  func metWithMore(
    _ number: UInt32, _ pointer: UInt, _ link: RowKernel.Link, _ table: Int, row: Int
  ) throws(ArchiveError) {
    guard let target = records[link.table] else { return }
    try met(number, pointer, target, link.table)
    guard checksPointers, let address = UnsafeRawPointer(bitPattern: pointer) else { return }
    try check(address, plan.tables[link.table].size) {
      "\(plan.tables[table].name)[\(row)].\(plan.tables[table].links[link.position].plan.name)"
    }
  }

  private func follow(
    _ link: GraphLink, _ position: Int, _ record: UnsafeRawPointer, _ row: Int, _ index: Int, _ table: RecordTable
  ) throws(ArchiveError) {
    guard let selection = link.plan.selection else {
      return try follow(link, position, at: record, of: record, row, index, table)
    }
    try selection.forEach(UnsafeMutableRawPointer(mutating: record)) { (base) throws(ArchiveError) in
      try follow(link, position, at: UnsafeRawPointer(base), of: record, row, index, table)
    }
  }

  private func follow(
    _ link: GraphLink, _ position: Int, at base: UnsafeRawPointer, of record: UnsafeRawPointer, _ row: Int,
    _ index: Int, _ table: RecordTable
  ) throws(ArchiveError) {
    let list = table.links[position]
    func path() -> String {
      "\(plan.tables[index].name)[\(row)].\(link.plan.name(at: UnsafeRawPointer(base) - record))"
    }
    let size = MemoryLayout<UInt>.size
    for place in 0..<link.plan.width {
      let field = base + link.plan.offset
      let address =
        link.isTrailing
        ? UInt(bitPattern: field) : (field + place * size).loadUnaligned(as: UInt.self)
      var count = 1
      if let terminator = link.terminator {
        count = try elementCount(upTo: terminator, UnsafeRawPointer(bitPattern: address), link.elementSize, path)
      } else if let counted = link.plan.count {
        count = try elementCount(counted, link, base, path)
        guard address != 0 || counted.mayBeNull(base) else {
          throw .wrongCount(
            path: path(), count: counted.words, value: "\(count)",
            reason: "the pointer is NULL, and no 'nullable' allows that")
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
          list.append(try addLink(address, link, container, path))
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
        list.append(texts.add(address, encoding, TextTable.Place(table: index, link: position, record: row)))
      case .symbol(let symbols):
        guard let symbol = symbols.first(where: { $0.address == address }) else {
          throw .unknownSymbol(path: path(), found: "at 0x\(String(address, radix: 16))")
        }
        list.append(texts.add(name: symbol.name))
      case .handle(let handle):
        let key = HandleTable.Key(address: address, owner: HandleOwner(handle, table: index, link: position))
        list.append(try handles.add(key, handle, path: path()))
      }
    }
  }

  private func elementCount(
    _ counted: CountPlan, _ link: GraphLink, _ base: UnsafeRawPointer, _ path: () -> String
  ) throws(ArchiveError) -> Int {
    guard let product = counted.number(base) else {
      throw .wrongCount(
        path: path(), count: counted.words, value: counted.values(base),
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

  /// The number of elements including the last; 0 behind NULL.
  private func elementCount(
    upTo terminator: Terminator, _ first: UnsafeRawPointer?, _ size: Int, _ path: () -> String
  ) throws(ArchiveError) -> Int {
    guard var element = first else { return 0 }
    var count = 1
    try check(element, size, path)
    while !terminator.isLast(element) {
      element += size
      count += 1
      try check(element, size, path)
      try work?.step { found }
    }
    return count
  }

  private func addRecords(
    _ pointer: UnsafeRawPointer, _ count: Int, _ link: GraphLink, _ path: () -> String
  ) throws(ArchiveError) -> UInt32 {
    let size = link.elementSize
    try check(pointer, count * size, path)
    guard let target = records[link.table] else { return 0 }
    let address = UInt(bitPattern: pointer)
    let first = try add(address, to: link.table)
    // Records without bytes all have the same address.
    if size > 0, count > 1 {
      for element in 1..<count { _ = try add(address + UInt(element * size), to: link.table) }
    }
    if count > 1 || link.isTrailing { target.ranges.append(MemoryRange(address: address, count: size > 0 ? count : 1)) }
    if link.isTrailing { target.trailing[address] = count }
    return first
  }

  /// A link of an intrusive list: to a head, or to the same link in another node. The indices of heads continue after
  /// those of nodes, so they are marked until the number of nodes is known.
  private func addLink(
    _ address: UInt, _ link: GraphLink, _ container: (table: Int, offset: Int), _ path: () -> String
  ) throws(ArchiveError) -> UInt32 {
    if let heads = records[container.table] {
      let number = heads.known.number(of: address)
      if number != 0, heads.heads[number] != nil { return number | Self.headMark }
    }
    let node = address &- UInt(container.offset)
    guard let pointer = UnsafeRawPointer(bitPattern: node) else { return 0 }
    try check(pointer, plan.tables[link.table].size, path)
    let number = try add(node, to: link.table)
    guard number < Self.headMark else {
      throw .limitExceeded(limit: "nodes of one type", value: Int(number), maximum: Int(Self.headMark))
    }
    return number
  }

  static let headMark: UInt32 = 1 << 31
}
