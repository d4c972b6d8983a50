/// Writes what a walk has met.
struct GraphWriter {
  private let walk: GraphWalk
  private let plan: GraphPlan
  private let keys: GraphKeys

  /// Writes the graph under `key`.
  static func write<Sink: FieldSink & ~Copyable>(
    _ plan: GraphPlan, roots: [UnsafeRawPointer?], key: String, into sink: inout Sink
  ) throws(ArchiveError) {
    let walk = try GraphWalk(plan, roots: roots)
    try walk.settleRows()
    let writer = GraphWriter(walk: walk, plan: plan, keys: GraphKeys(key: key))
    try sink.key(writer.keys.description)
    sink.description(writer.description.text)
    let rootRows = walk.rootNumbers.map { walk.records[0]?.row($0) ?? 0 }
    try sink.key(writer.keys.roots)
    try sink.data(byteCount: rootRows.count * 4) { (target) throws(ArchiveError) in
      for (index, row) in rootRows.enumerated() {
        target.storeBytes(of: row.littleEndian, toByteOffset: index * 4, as: UInt32.self)
      }
    }
    walk.work?.begin(0.65...1, of: plan.tables.indices.reduce(0) { $0 + (walk.records[$1]?.rowAddresses.count ?? 0) })
    for index in plan.tables.indices { try writer.writeTable(index, into: &sink) }
    sink.observer?.wrote(walk.places(number: sink.objectNumber, key: sink.prefix + key))
    sink.note(records: writer.readByteCount, key: key.isEmpty ? KeyedArchiveFormat.rootKey : key)
  }

  /// The memory that the records take when they are read, as `GraphBuilder` counts it.
  private var readByteCount: Int {
    plan.tables.indices.reduce(0) { sum, index in
      let parts: [PartOfRecord]
      let rows: Int
      switch plan.tables[index].kind {
      case .records: (rows, parts) = (walk.records[index]?.rowAddresses.count ?? 0, walk.records[index]?.parts ?? [])
      case .numbers: (rows, parts) = (walk.numbers[index]?.ownCount ?? 0, walk.numbers[index]?.parts ?? [])
      case .text, .handles: return sum
      }
      return sum &+ parts.reduce(rows) { $0 &+ $1.count } &* plan.tables[index].byteCountOfRow
    }
  }

  private var description: GraphDescription {
    GraphDescription(
      roots: walk.rootNumbers.count,
      tables: plan.tables.indices.map { index in
        let table = plan.tables[index]
        var description = GraphDescription.Table(name: table.name, rows: 0)
        switch table.kind {
        case .records:
          guard let records = walk.records[index] else { break }
          description.rows = records.rowAddresses.count
          description.blocks = records.blocks.count
          description.parts = records.parts.count
        case .numbers:
          guard let numbers = walk.numbers[index] else { break }
          description.rows = numbers.ownCount
          description.blocks = numbers.needsBlocks ? numbers.blocks.count : 0
          description.parts = numbers.parts.count
        case .text:
          description.rows = walk.texts.own.count
          description.parts = walk.texts.parts.count
        case .handles: description.rows = walk.handles.entries.count
        }
        if description.parts > 0, !table.sites.isEmpty {
          description.sites = table.sites.map { (table: $0.owner, path: $0.paths[0]) }
        }
        return description
      })
  }

  private func writeTable<Sink: FieldSink & ~Copyable>(_ index: Int, into sink: inout Sink) throws(ArchiveError) {
    switch plan.tables[index].kind {
    case .records(let record):
      guard let records = walk.records[index] else { return }
      try writeRecords(record, records, index, into: &sink)
      try writePlaces(index, blocks: records.blocks, parts: records.parts, into: &sink)
    case .numbers(let type):
      guard let numbers = walk.numbers[index] else { return }
      let name = plan.tables[index].name
      try writeNumbers(numbers, type, keys.column(name, GraphKeys.numbers), into: &sink)
      try writePlaces(
        index, blocks: numbers.needsBlocks ? numbers.blocks.map(\.count) : [], parts: numbers.parts, into: &sink)
    case .text:
      let name = plan.tables[index].name
      let writer = TextWriter(walk.texts) { place in
        let table = walk.plan.tables[place.table]
        return "\(table.name)[\(place.record)].\(table.links[place.link].plan.name)"
      }
      try writer.write(
        keys.column(name, GraphKeys.text), parts: keys.column(name, GraphKeys.parts), into: &sink)
    case .handles: try writeHandles(plan.tables[index].name, into: &sink)
    }
  }

  // MARK: Records

  private func writeRecords<Sink: FieldSink & ~Copyable>(
    _ record: RecordPlan, _ table: RecordTable, _ index: Int, into sink: inout Sink
  ) throws(ArchiveError) {
    let name = plan.tables[index].name
    let links = plan.tables[index].links
    let tableKey = keys.table(name)
    let writer = ColumnWriter(
      plan: record,
      // Nothing else asks for the addresses then.
      rows: AddressedRows(
        table.rowAddresses, areLastUsed: sink.observer == nil && record.columns.ofMembers.isEmpty), work: walk.work,
      path: { "\(name)[\($0)]." },
      tagRule: sink.observer?.tagRule(behind: "\(sink.prefix)\(tableKey)[]."))
    try writer.checkUnions()
    try sink.key(tableKey + "[]")
    sink.description(
      ColumnsDescription.firstLine([table.rowAddresses.count]) + record.columns.lines
        + links.map { linkLine($0, among: record.columns.lineNames) }.joined())
    let lists = links.indices.map { table.inRowOrder($0, links[$0]) }
    let linkColumns = ColumnWriter<AddressedRows>.Further(
      names: links.map(\.plan.name),
      data: zip(links, lists).map { link, list in
        DataColumns(rowCount: list.count, rowByteCount: linkIsWide(link) ? 8 : 4) {
          (rows, target) throws(ArchiveError) in
          try walk.work?.advance(by: 0)
          writeLinks(UnsafeBufferPointer(rebasing: list.buffer[rows]), link, to: target)
          if rows.upperBound == list.count { list.removeAll() }
        }
      })
    try writer.write(tableKey, linkColumns, into: &sink)
    try record.encodeVersions(tableKey, into: &sink)
  }

  private func linkLine(_ link: GraphLink, among names: [String]) -> String {
    let words = (link.plan.selection?.tests ?? []).map { test in
      "@\((names.firstIndex(of: test.column) ?? -1) + 1)\(test.words) "
    }
    var tables = "&\(link.table + 1)"
    if let container = link.container { tables += "&\(container.table + 1)" }
    let dimensions = (link.plan.selection?.unconditionedDimensions ?? []) + link.plan.dimensions
    let array = ArchivedArray(.number(linkIsWide(link) ? .u64 : .u32), dimensions)
    return "\n" + words.joined() + array.name + tables + " " + link.plan.name
  }

  /// Only numbers can be so many that their rows need more than 32 bits.
  private func linkIsWide(_ link: GraphLink) -> Bool {
    (walk.numbers[link.table]?.rowCount ?? 0) >= Int(UInt32.max) - 1
  }

  private func writeLinks(_ list: UnsafeBufferPointer<UInt32>, _ link: GraphLink, to target: UnsafeMutableRawPointer) {
    let count = list.count
    func store(_ row: (UInt32) -> UInt32) {
      for index in 0..<count {
        (target + index * 4).storeBytes(of: row(list[index]).littleEndian, as: UInt32.self)
      }
    }
    switch link.kind {
    case .text, .symbol: store { $0 == 0 ? 0 : walk.texts.rows[Int($0) - 1] }
    case .handle: store { $0 }
    case .numbers:
      guard let numbers = walk.numbers[link.table] else { return }
      let end = numbers.rowCount + 1
      let isWide = linkIsWide(link)
      for index in 0..<count {
        let number = list[index]
        let row = number == 0 ? 0 : number == GraphWalk.empty ? end : numbers.rows[Int(number) - 1]
        if isWide {
          (target + index * 8).storeBytes(of: UInt64(row).littleEndian, as: UInt64.self)
        } else {
          (target + index * 4).storeBytes(of: UInt32(row).littleEndian, as: UInt32.self)
        }
      }
    case .records:
      guard let records = walk.records[link.table] else { return }
      if let container = link.container, let heads = walk.records[container.table] {
        let nodes = UInt32(records.rowCount)
        return store { number in
          number & GraphWalk.headMark == 0
            ? records.row(number) : nodes + heads.row(number & ~GraphWalk.headMark)
        }
      }
      if records.rows == nil, link.plan.count == nil {
        if ByteOrder.host == .little {
          return UnsafeMutableRawBufferPointer(start: target, count: count * 4).copyMemory(
            from: UnsafeRawBufferPointer(list))
        }
        return store { $0 }
      }
      let end = UInt32(records.rowCount + 1)
      store { $0 == GraphWalk.empty ? end : records.row($0) }
    }
  }

  // MARK: The rest

  private func writeNumbers<Sink: FieldSink & ~Copyable>(
    _ numbers: NumberTable, _ type: ElementType, _ key: String, into sink: inout Sink
  ) throws(ArchiveError) {
    let cell = ElementAccess(type, offset: 0)
    var next = (block: 0, element: 0)
    let data = DataColumns(rowCount: numbers.ownCount, rowByteCount: cell.byteCount) { rows, target in
      var (target, rest) = (target, rows.count)
      while rest > 0 {
        let block = numbers.blocks[next.block]
        let count = min(rest, block.count - next.element)
        if let source = UnsafeRawPointer(bitPattern: block.address) {
          _ = cell.gather(source + next.element * type.storage, stride: type.storage, count: count, to: target)
        }
        target += count * cell.byteCount
        rest -= count
        next = next.element + count == block.count ? (next.block + 1, 0) : (next.block, next.element + count)
      }
    }
    try sink.columns(keys: { _ in key }, [data])
  }

  private func writePlaces<Sink: FieldSink & ~Copyable>(
    _ index: Int, blocks: [Int], parts: [PartOfRecord], into sink: inout Sink
  ) throws(ArchiveError) {
    let name = plan.tables[index].name
    if !blocks.isEmpty {
      let data = DataColumns(rowCount: blocks.count, rowByteCount: 8) { rows, target in
        for (place, block) in blocks[rows].enumerated() {
          target.storeBytes(of: UInt64(block).littleEndian, toByteOffset: place * 8, as: UInt64.self)
        }
      }
      try sink.columns(keys: { _ in keys.column(name, GraphKeys.blocks) }, [data])
    }
    guard !parts.isEmpty else { return }
    let data = DataColumns(rowCount: parts.count, rowByteCount: 32) { rows, target in
      for (place, part) in parts[rows].enumerated() {
        let values = [UInt64(part.site), UInt64(part.record), UInt64(part.index), UInt64(part.count)]
        for (field, value) in values.enumerated() {
          target.storeBytes(of: value.littleEndian, toByteOffset: place * 32 + field * 8, as: UInt64.self)
        }
      }
    }
    try sink.columns(keys: { _ in keys.column(name, GraphKeys.parts) }, [data])
  }

  private func writeHandles<Sink: FieldSink & ~Copyable>(_ name: String, into sink: inout Sink) throws(ArchiveError) {
    let entries = walk.handles.entries
    try sink.key(keys.column(name, GraphKeys.lengths))
    try sink.data(byteCount: entries.count * 8) { (target) throws(ArchiveError) in
      for (place, entry) in entries.enumerated() {
        target.storeBytes(of: UInt64(entry.count).littleEndian, toByteOffset: place * 8, as: UInt64.self)
      }
    }
    try sink.key(keys.column(name, GraphKeys.bytes))
    try sink.data(byteCount: entries.reduce(0) { $0 + $1.count }) { (target) throws(ArchiveError) in
      var target = target
      for entry in entries {
        entry.copyBytes(to: target.assumingMemoryBound(to: UInt8.self), count: entry.count)
        target += entry.count
      }
    }
  }
}

extension NumberTable {
  /// Whether the archive has to say what was allocated together.
  var needsBlocks: Bool { blocks.contains { $0.count != 1 } }
}
