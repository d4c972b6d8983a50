import Foundation

/// Makes the records of a graph in memory: takes the memory, fills in the fields, then the pointers.
///
/// Whatever fails, `memory` has all that was taken and frees it.
struct GraphBuilder {
  let plan: GraphPlan
  let memory: GraphMemory
  private var reader: GraphReader
  private(set) var tables: [DecodedTable] = []
  private var parts: [[PartOfRecord]] = []
  private var found: [FoundColumns?] = []
  private var texts = GraphTexts()
  private var handles = GraphHandles([])
  /// The archived links of each field, and bytes of one.
  private var links: [[ArchivedWords?]] = []

  /// Reads the graph under `key`.
  static func read<Root: ArchivableNode, Source: FieldSource & ~Copyable>(
    _ root: Root.Type, key: String, _ limits: ArchiveDecoder.Limits, byteCount: Int?, _ allocation: GraphAllocation,
    from source: inout Source
  ) throws(ArchiveError) -> ArchiveGraph<Root> {
    let plan = try root.archiveSchema.graphPlan
    try root.checkArchivedLayout()
    return try read(plan, of: root, key: key, limits, byteCount: byteCount, allocation, from: &source)
  }

  static func read<Root: ArchivableNode, Source: FieldSource & ~Copyable>(
    _ plan: GraphPlan, of root: Root.Type, key: String, _ limits: ArchiveDecoder.Limits, byteCount: Int?,
    _ allocation: GraphAllocation, from source: inout Source
  ) throws(ArchiveError) -> ArchiveGraph<Root> {
    let reader = try GraphReader(plan, key: key, from: &source)
    var builder = GraphBuilder(plan: plan, memory: GraphMemory(allocation), reader: reader)
    try builder.find(limits, byteCount, from: &source)
    let roots = try builder.rootRows(from: &source)
    try builder.takeMemory(from: &source)
    try builder.fill(from: &source)
    try builder.link()
    let tables = builder.tables
    return ArchiveGraph(
      builder.memory, roots: roots.map { $0 == 0 ? 0 : tables[0].addresses[$0 - 1] },
      tables: plan.tables.indices.compactMap { index in
        plan.tables[index].plan == nil
          ? nil : (plan.tables[index].name, tables[index].addresses, tables[index].ownCount)
      })
  }

  private init(plan: GraphPlan, memory: GraphMemory, reader: GraphReader) {
    self.plan = plan
    self.memory = memory
    self.reader = reader
  }

  // MARK: Finding

  private func rowCount(_ table: Int) -> Int {
    reader.sources[table].map { reader.description.tables[$0].rows } ?? 0
  }

  private mutating func find<Source: FieldSource & ~Copyable>(
    _ limits: ArchiveDecoder.Limits, _ byteCount: Int?, from source: inout Source
  ) throws(ArchiveError) {
    var blocks: [[Int]] = []
    for (index, table) in plan.tables.enumerated() {
      let places = try reader.places(index, from: &source)
      blocks.append(places.blocks)
      parts.append(places.parts)
      found.append(try reader.found(index, from: &source))
      reader.byteCount += found[index]?.byteCount ?? 0
      var words: [ArchivedWords?] = []
      for position in table.links.indices { words.append(try link(index, position, from: &source)) }
      links.append(words)
    }
    // Nothing is allocated by a count before the archive's size has borne it out.
    try checkLimits(limits, byteCount)
    for (index, table) in plan.tables.enumerated() {
      tables.append(
        DecodedTable(
          rows: rowCount(index), blocks: blocks[index], parts: parts[index].map(\.count), byBlock: table.plan == nil))
    }
    for index in plan.tables.indices where reader.sources[index] != nil {
      let key = reader.keys.column(reader.name(index), GraphKeys.text)
      if case .text = plan.tables[index].kind {
        let data = try reader.data(key, from: &source)
        texts = try GraphTexts(data, count: tables[index].count, path: source.path(key))
        let parts = reader.sources[index].map { reader.description.tables[$0].parts } ?? 0
        if parts > 0 {
          let key = reader.keys.column(reader.name(index), GraphKeys.parts)
          let words = try reader.words(key, size: 16, count: parts, from: &source)
          try texts.add(parts: words, count: parts, path: source.path(key))
        }
      }
      if case .handles = plan.tables[index].kind { handles = try readHandles(index, from: &source) }
    }
  }

  /// The column of a link; where its length depends on nothing but the number of rows, it is checked.
  private mutating func link<Source: FieldSource & ~Copyable>(
    _ table: Int, _ position: Int, from source: inout Source
  ) throws(ArchiveError) -> ArchivedWords? {
    let link = plan.tables[table].links[position]
    guard let name = reader.linkNames[table][position], let column = reader.columns[table][name],
      let description = reader.descriptions[table]
    else {
      guard !link.plan.isRequired || rowCount(table) == 0 || reader.sources[table] == nil else {
        throw .missingKey(path: "\(reader.name(table)).\(link.plan.name)")
      }
      return nil
    }
    let key = reader.keys.column(reader.name(table), name)
    let selection = link.plan.selection ?? Selection(tests: [])
    let archived = try FoundSelected.selection(
      column, description, like: selection, plan.tables[table].plan?.columns ?? [], source.path(key))
    guard archived == nil else { throw FoundSelected.mismatch(source.path(key)) }
    let data = try reader.data(key, from: &source)
    var size = 4
    if case .number(.u64) = column.array.element { size = 8 }
    guard data.count % size == 0 else {
      throw .wrongType(path: source.path(key), expected: "links of \(size) bytes", found: "\(data.count) bytes")
    }
    return ArchivedWords(data, size: size)
  }

  private mutating func readHandles<Source: FieldSource & ~Copyable>(
    _ index: Int, from source: inout Source
  ) throws(ArchiveError) -> GraphHandles {
    let name = reader.name(index)
    let lengths = try reader.words(
      reader.keys.column(name, GraphKeys.lengths), size: 8, count: tables[index].count, from: &source)
    let key = reader.keys.column(name, GraphKeys.bytes)
    let bytes = try reader.data(key, from: &source)
    var entries: [UnsafeRawBufferPointer] = []
    var start = 0
    for entry in 0..<lengths.count {
      guard let length = Int(exactly: lengths[entry]), length <= bytes.count - start else {
        throw .wrongType(path: source.path(key), expected: "\(lengths[entry]) bytes more", found: "\(bytes.count - start)")
      }
      entries.append(UnsafeRawBufferPointer(rebasing: bytes[start..<(start + length)]))
      start += length
    }
    guard start == bytes.count else {
      throw .wrongType(path: source.path(key), expected: "\(start) bytes", found: "\(bytes.count)")
    }
    return GraphHandles(entries.map { Data($0) })
  }

  private func checkLimits(_ limits: ArchiveDecoder.Limits, _ byteCount: Int?) throws(ArchiveError) {
    var total = 0
    for (index, table) in plan.tables.enumerated() {
      // A row costs its address too, and one in a block the block's start.
      let size = max(table.size, 1) + 2 * MemoryLayout<UInt>.size
      let count = parts[index].reduce(rowCount(index)) { $0 + $1.count }
      guard let bytes = Description.product([count, size]),
        case let (sum, overflow) = total.addingReportingOverflow(bytes), !overflow
      else { throw .limitExceeded(limit: "memoryPerByte", value: .max, maximum: .max - 1) }
      total = sum
    }
    try limits.check(total, of: 1, from: byteCount ?? reader.byteCount)
  }

  private mutating func rootRows<Source: FieldSource & ~Copyable>(
    from source: inout Source
  ) throws(ArchiveError) -> [Int] {
    let count = reader.description.roots
    let key = reader.keys.roots
    let words = try reader.words(key, size: 4, count: count, from: &source)
    var rows: [Int] = []
    for index in 0..<count {
      guard let row = Int(exactly: words[index]), row <= tables[0].count else {
        throw .linkOutOfRange(path: "\(source.path(key))[\(index)]", link: words[index], count: tables[0].count)
      }
      rows.append(row)
    }
    return rows
  }

  // MARK: Memory

  private mutating func takeMemory<Source: FieldSource & ~Copyable>(
    from source: inout Source
  ) throws(ArchiveError) {
    // Records with flexible arrays first: what is behind them has its place in them.
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

  /// Takes a block for every block of the table that has no place yet.
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
    }
  }

  private func zeroed(_ size: Int, _ alignment: Int) throws(ArchiveError) -> UnsafeMutableRawPointer {
    let address = try memory.allocate(size, alignment: alignment)
    address.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    return address
  }

  /// Says where a block is.
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

  /// Records that end in a flexible array: their counts say how much each takes.
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
    // The fields, for the counts among them.
    let scratch = UnsafeMutableRawPointer.allocate(byteCount: max(size * table.ownCount, 1), alignment: max(alignment, 16))
    defer { scratch.deallocate() }
    scratch.initializeMemory(as: UInt8.self, repeating: 0, count: size * table.ownCount)
    for row in 0..<table.ownCount { table.addresses[row] = UInt(bitPattern: scratch + row * size) }
    try fill(index)
    var counts: [Int] = []
    var total = 0
    for row in 0..<table.ownCount {
      let count = try count(link, UnsafeRawPointer(scratch + row * size)) { path(row) } ?? 0
      guard count > 0 else {
        counts.append(0)
        continue
      }
      guard let words = links[index][position] else { throw .missingKey(path: path(row)) }
      guard words.count == table.ownCount else {
        throw .wrongType(path: path(row), expected: "\(table.ownCount) links", found: "\(words.count)")
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
      counts.append(count)
      total += (link.plan.offset + count * link.elementSize + alignment - 1) / alignment * alignment
    }
    var pool: UnsafeMutableRawPointer?
    if memory.isPooled {
      pool = try zeroed(total + size * table.ownCount, alignment)
    }
    for row in 0..<table.ownCount {
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

  // MARK: Fields

  private func fill<Source: FieldSource & ~Copyable>(from source: inout Source) throws(ArchiveError) {
    for index in plan.tables.indices {
      switch plan.tables[index].kind {
      case .records: try fill(index)
      default: break
      }
    }
    var reader = reader
    for index in plan.tables.indices {
      guard case .numbers(let type) = plan.tables[index].kind, reader.sources[index] != nil else { continue }
      let name = reader.name(index)
      guard let archived = ElementType(name: name.dropFirst()) else { continue }
      try fillNumbers(index, type, archived, reader.keys.column(name, GraphKeys.numbers), &reader, from: &source)
    }
  }

  private func fill(_ index: Int) throws(ArchiveError) {
    guard let columns = found[index], columns.count > 0 else { return }
    let table = tables[index]
    let name = reader.name(index)
    let rows = UnsafeBufferPointer(rebasing: table.addresses.buffer[..<table.ownCount])
    func path(_ row: Int) -> String { "\(name)[\(row)]." }
    let chunk = 256
    var start = 0
    while start < rows.count {
      let block = UnsafeBufferPointer(rebasing: rows[start..<min(start + chunk, rows.count)])
      for column in columns.found { try column.scatter(start, block) { path($0) + column.column.name } }
      for column in columns.missing where !column.defaultBytes.isEmpty {
        for address in block {
          guard let record = UnsafeMutableRawPointer(bitPattern: address) else { continue }
          column.cell.fill(column.defaultBytes, into: record, stride: 0, count: 1)
        }
      }
      start += block.count
    }
    try plan.tables[index].plan?.scatterMembers(
      of: columns, to: { UnsafeMutableRawPointer(bitPattern: rows[$0]).unsafelyUnwrapped }, path: path)
  }

  private func fillNumbers<Source: FieldSource & ~Copyable>(
    _ index: Int, _ type: ElementType, _ archived: ElementType, _ key: String, _ reader: inout GraphReader,
    from source: inout Source
  ) throws(ArchiveError) {
    let table = tables[index]
    let data = try reader.data(key, from: &source)
    let path = source.path(key)
    let size = archived.archivedSize
    guard Description.product([table.ownCount, size]) == data.count else {
      throw .wrongType(
        path: path, expected: "\(table.ownCount) numbers of \(archived.name)", found: "\(data.count) bytes")
    }
    guard let bytes = data.baseAddress, table.ownCount > 0 else { return }
    let cell = Cell(type, offset: 0)
    let conversion =
      archived == type.archived
      ? nil : try ArrayConversion(from: ArchivedArray(.number(archived), []), to: cell.archived, path)
    var converted = [UInt8](repeating: 0, count: max(cell.byteCount, 1))
    for block in 0..<table.ownBlocks {
      let rows = table.rows(block)
      guard let target = UnsafeMutableRawPointer(bitPattern: table.addresses[block]) else { continue }
      let from = bytes + (rows.lowerBound - 1) * size
      guard let conversion else {
        let done = cell.gatherBack(from, count: rows.count, to: target, stride: type.storage)
        guard done == rows.count else { throw cell.invalid("\(path)[\(rows.lowerBound - 1 + done)]", from + done * size) }
        continue
      }
      for element in 0..<rows.count {
        try converted.withUnsafeMutableBufferPointer { (buffer) throws(ArchiveError) in
          guard let scratch = buffer.baseAddress.map(UnsafeMutableRawPointer.init) else { return }
          let elementPath = "\(path)[\(rows.lowerBound - 1 + element)]"
          try conversion.convert(from + element * size, to: scratch, elementPath)
          let place = target + element * type.storage
          guard cell.scatter(UnsafeRawPointer(scratch), count: 1, to: place, stride: 0) == 1 else {
            throw cell.invalid(elementPath, UnsafeRawPointer(scratch))
          }
        }
      }
    }
  }

  // MARK: Pointers

  /// How many elements a record says are behind its pointer; nil where it does not say.
  private func count(
    _ link: GraphLink, _ base: UnsafeRawPointer, _ path: () -> String
  ) throws(ArchiveError) -> Int? {
    guard let counted = link.plan.count else { return nil }
    guard let product = counted.product(base),
      !counted.isBytes || link.elementSize > 0 && product % link.elementSize == 0
    else {
      throw .wrongCount(
        path: path(), count: counted.words,
        value: counted.factors.map { "\($0.value(base))" }.joined(separator: " × "), reason: "it is no count")
    }
    return counted.isBytes ? product / link.elementSize : product
  }

  private mutating func link() throws(ArchiveError) {
    for index in plan.tables.indices {
      for (position, link) in plan.tables[index].links.enumerated() where !link.isTrailing {
        if isSimple(link), let words = links[index][position] {
          try linkSimply(index, link, words)
        } else {
          try self.link(index, position, link)
        }
      }
    }
  }

  private func isSimple(_ link: GraphLink) -> Bool {
    guard case .records = link.kind else { return false }
    return link.plan.selection == nil && link.plan.dimensions.isEmpty && link.plan.count == nil
      && link.container == nil
  }

  /// The usual case: one pointer to one record in every record.
  private func linkSimply(_ index: Int, _ link: GraphLink, _ words: ArchivedWords) throws(ArchiveError) {
    let rows = tables[index].addresses.buffer
    let count = tables[index].ownCount
    let targets = tables[link.table].addresses.buffer
    let limit = UInt64(targets.count)
    func path(_ row: Int) -> String { "\(reader.name(index))[\(row)].\(link.plan.name)" }
    guard words.count == count else {
      throw .wrongType(path: path(0), expected: "\(count) links", found: "\(words.count)")
    }
    for row in 0..<count {
      let value = words[row]
      guard value > 0 else { continue }
      guard value <= limit else { throw .linkOutOfRange(path: path(row), link: value, count: targets.count) }
      let record = UnsafeMutableRawPointer(bitPattern: rows[row]).unsafelyUnwrapped
      (record + link.plan.offset).storeBytes(of: targets[Int(value) - 1], as: UInt.self)
    }
  }

  private func link(_ index: Int, _ position: Int, _ link: GraphLink) throws(ArchiveError) {
    let words = links[index][position]
    var used = 0
    for row in 0..<tables[index].ownCount {
      guard let record = UnsafeMutableRawPointer(bitPattern: tables[index].addresses[row]) else { continue }
      let selection = link.plan.selection ?? Selection(tests: [])
      try selection.forEach(record) { (base) throws(ArchiveError) in
        func path() -> String { "\(reader.name(index))[\(row)].\(link.plan.name(at: base - record))" }
        let count = try count(link, UnsafeRawPointer(base), path)
        for place in 0..<link.plan.width {
          guard let words else {
            guard (count ?? 0) == 0 else { throw .missingKey(path: path()) }
            continue
          }
          guard used < words.count else {
            throw .wrongType(path: path(), expected: "a link for every pointer", found: "\(words.count)")
          }
          let value = words[used]
          used += 1
          let address = try target(value, count, link, index, position, path)
          (base + link.plan.offset + place * MemoryLayout<UInt>.size).storeBytes(of: address, as: UInt.self)
        }
      }
    }
    guard let words, words.count != used else { return }
    throw .wrongType(
      path: "\(reader.name(index)).\(link.plan.name)", expected: "\(used) links", found: "\(words.count)")
  }

  /// The address that an archived link stands for.
  private func target(
    _ value: UInt64, _ count: Int?, _ link: GraphLink, _ index: Int, _ position: Int, _ path: () -> String
  ) throws(ArchiveError) -> UInt {
    guard value > 0 else {
      guard (count ?? 0) == 0 || link.isWeak else {
        throw .wrongCount(
          path: path(), count: link.plan.count?.words ?? "", value: "\(count ?? 0)", reason: "the pointer is NULL")
      }
      return 0
    }
    let table = tables[link.table]
    switch link.kind {
    case .text(let encoding):
      return try texts.address(row(value, texts.count, path), encoding, memory, path: path)
    case .symbol(let symbols):
      let name = texts.string(try row(value, texts.count, path))
      guard let symbol = symbols.first(where: { $0.name == name }) else {
        throw .unknownSymbol(path: path(), found: "'\(name)'")
      }
      return symbol.address
    case .handle(let handle):
      let key = GraphHandles.Key(row: try row(value, handles.count, path), table: index, link: position)
      return try handles.address(key, handle, memory, path: path)
    case .records, .numbers: break
    }
    if let container = link.container {
      let heads = tables[container.table]
      let place = try row(value, table.count + heads.count, path)
      if place < table.count { return table.addresses[place] + UInt(container.offset) }
      guard isHead(place - table.count, container.table) else {
        throw .linkOutOfRange(path: path(), link: value, count: table.count)
      }
      return heads.addresses[place - table.count]
    }
    if count == 0 {
      // A pointer to no elements is not NULL; what else it is cannot be known.
      return UInt(bitPattern: try memory.allocate(1, alignment: 16))
    }
    let first = try row(value, table.count, path)
    let wanted = count ?? 1
    let block = table.block(of: first + 1)
    let rows = table.rows(block)
    guard wanted <= rows.upperBound - 1 - first else {
      throw .wrongCount(
        path: path(), count: link.plan.count?.words ?? "", value: "\(wanted)",
        reason: "the archive has \(rows.upperBound - 1 - first) elements there")
    }
    guard case .numbers = link.kind else { return table.addresses[first] }
    return table.addresses[block] + UInt((first + 1 - rows.lowerBound) * link.elementSize)
  }

  /// Whether this row is a list's head. Any other link record that is in no node cannot be told from one that is.
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

extension FoundColumns.Found {
  /// Puts the column into these records, of which the first is number `start`.
  fileprivate func scatter(
    _ start: Int, _ rows: UnsafeBufferPointer<UInt>, path: (Int) -> String
  ) throws(ArchiveError) {
    let cell = column.cell
    let size = cell.byteCount
    guard let conversion else {
      let source = bytes + start * size
      let done = AddressLoop.scatter(cell, source, to: rows)
      guard done == rows.count else { throw cell.invalid(path(start + done), source + done * size) }
      return
    }
    var scratch = [UInt8](repeating: 0, count: max(size, 1))
    for row in rows.indices {
      guard let record = UnsafeMutableRawPointer(bitPattern: rows[row]) else { continue }
      try scratch.withUnsafeMutableBufferPointer { (buffer) throws(ArchiveError) in
        guard let target = buffer.baseAddress.map(UnsafeMutableRawPointer.init) else { return }
        try conversion.convert(bytes + (start + row) * conversion.sourceByteCount, to: target, path(start + row))
        guard cell.scatter(UnsafeRawPointer(target), count: 1, to: record, stride: 0) == 1 else {
          throw cell.invalid(path(start + row), UnsafeRawPointer(target))
        }
      }
    }
  }
}

extension Cell {
  /// Puts `count` archived values into memory, one after another.
  fileprivate func gatherBack(
    _ source: UnsafeRawPointer, count: Int, to target: UnsafeMutableRawPointer, stride: Int
  ) -> Int {
    scatter(source, count: count, to: target, stride: stride)
  }
}
