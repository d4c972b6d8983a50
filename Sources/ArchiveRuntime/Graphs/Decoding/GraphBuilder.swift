import Foundation

/// Makes the records of a graph in memory: takes the memory, fills in the fields, then the pointers.
///
/// Whatever fails, `memory` has all that was taken and frees it.
final class GraphBuilder {
  let plan: GraphPlan
  let memory: GraphMemory
  var reader: GraphReader
  var tables: [DecodedTable] = []
  var parts: [[PartOfRecord]] = []
  var found: [FoundColumns?] = []
  var texts = GraphTexts()
  var handles = GraphHandles([])
  /// The archived links of each field, and bytes of one.
  var links: [[ArchivedWords?]] = []
  /// Whether the archive has links that are left out on purpose: then rows may be left that nothing leads to.
  var dropsLinks = false
  /// For tables with blocks of several rows.
  var coverage: [BlockCoverage?] = []
  /// Arrays whose last element has to be in their block.
  var terminated: [TerminatedArray] = []
  /// The rows that the roots lead to; nil where that is all.
  var reach: GraphReach?
  /// Arrays of links that have other dimensions in the archive, until there may be memory for them.
  private var resized: [(table: Int, position: Int, bytes: UnsafeRawBufferPointer, conversion: ArrayConversion)] = []
  private let resizedWords = RetainedBytes()
  private var recordBytes = 0
  /// Counts records as they get their memory, their fields and their links; nil where nobody follows.
  let work = WorkMonitor.current.map(WorkStage.init)

  /// Reads the graph under `key`.
  static func read<Root: ArchivableNode, Source: FieldSource & ~Copyable>(
    _ plan: GraphPlan, of root: Root.Type, key: String, _ limits: ArchiveDecoder.Limits,
    _ unknownLinks: ArchiveDecoder.UnknownLinks, byteCount: Int?, _ allocation: GraphAllocation,
    from source: inout Source
  ) throws(ArchiveError) -> ArchiveGraph<Root> {
    let reader = try GraphReader(plan, key: key, from: &source)
    let builder = GraphBuilder(plan: plan, memory: GraphMemory(allocation), reader: reader)
    // It refers to the builder.
    defer { builder.reach = nil }
    try builder.find(limits, byteCount, from: &source)
    let roots = try builder.rootRows(from: &source)
    try builder.checkStructure(unknownLinks, from: &source)
    let total = builder.tables.reduce(0) { $0 + $1.ownCount }
    do throws(ArchiveError) {
      builder.work?.begin(0...0.4, of: total)
      try builder.takeMemory(from: &source)
      builder.work?.begin(0.4...0.7, of: total)
      try builder.fill(from: &source)
      if builder.needsReach(from: roots) { builder.reach = GraphReach(builder, roots: roots) }
      let linkCount = plan.tables.indices.reduce(0) { $0 + builder.tables[$1].ownCount * plan.tables[$1].links.count }
      builder.work?.begin(0.7...1, of: linkCount)
      try builder.link()
      try builder.setCapacities()
      try builder.checkTerminators()
      try builder.migrate()
      // A migration may have changed what ends an array.
      try builder.checkTerminators()
    } catch .cancelled {
      // Nobody waits for millions of blocks to be freed.
      builder.memory.freeLater()
      throw .cancelled
    }
    for row in roots where row > 0 { builder.cover(0, row - 1, 1) }
    try builder.checkCoverage()
    let rootAddresses = roots.map { $0 == 0 ? 0 : builder.tables[0].addresses[$0 - 1] }
    builder.freeUnreached()
    if let object = source.observed {
      object.use.observer?.made(builder.nodes(object.number, key: source.path(key)))
    }
    return ArchiveGraph(
      builder.memory, roots: rootAddresses,
      tables: plan.tables.indices.compactMap { index in
        plan.tables[index].plan.map { _ in
          let rows = builder.reachedRows(index)
          return (plan.tables[index].name, rows.addresses, rows.count)
        }
      }, byteCount: builder.recordBytes &+ builder.reader.byteCount)
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

  private func find<Source: FieldSource & ~Copyable>(
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
    try resizeLinks()
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
  private func link<Source: FieldSource & ~Copyable>(
    _ table: Int, _ position: Int, from source: inout Source
  ) throws(ArchiveError) -> ArchivedWords? {
    let link = plan.tables[table].links[position]
    guard let name = reader.linkNames[table][position], let column = reader.columns[table][ExactText(name)],
      let description = reader.descriptions[table]
    else {
      guard !link.plan.isRequired || rowCount(table) == 0 || reader.sources[table] == nil else {
        throw .missingKey(path: "\(reader.name(table)).\(link.plan.name)")
      }
      return nil
    }
    let key = reader.keys.column(reader.name(table), name)
    let selection = link.plan.selection ?? UnionMember(tests: [])
    let archived = try FoundUnionMembers.selection(
      column, description, like: selection, [], plan.tables[table].plan?.columns.fields ?? [], source.path(key))
    guard archived == nil else { throw FoundUnionMembers.mismatch(source.path(key)) }
    let data = try reader.data(key, from: &source)
    var size = 4
    if case .number(.u64) = column.array.element { size = 8 }
    guard data.count % size == 0 else {
      throw .wrongType(path: source.path(key), expected: "links of \(size) bytes", found: "\(data.count) bytes")
    }
    let dimensions = link.plan.columnDimensions
    let absentArrays = reader.absentArrays[table][position] ?? []
    if column.conditions.isEmpty, column.array.dimensions != dimensions || !absentArrays.isEmpty {
      let own = ArchivedArray(.number(.u64), dimensions)
      let absent = ElementAccess.ranges(absentArrays, of: link.plan.outerRanks ?? [])
      let conversion = try ArrayConversion(
        from: column.array, to: own, outerRank: (link.plan.outerRanks ?? []).reduce(0, +), absent: absent,
        source.path(key))
      guard Description.product([conversion.sourceByteCount, rowCount(table)]) == data.count else {
        throw .wrongType(
          path: source.path(key), expected: "\(rowCount(table)) records of \(column.array.name)",
          found: "\(data.count) bytes")
      }
      resized.append((table, position, data, conversion))
    }
    return ArchivedWords(data, size: size)
  }

  /// Gives arrays of links the field's own dimensions: what is new is NULL.
  private func resizeLinks() throws(ArchiveError) {
    for (table, position, bytes, conversion) in resized {
      let link = plan.tables[table].links[position].plan
      let width = link.columnDimensions.reduce(1, *) * 8
      let count = rowCount(table)
      guard let source = bytes.baseAddress, count > 0, width > 0 else {
        links[table][position] = ArchivedWords(UnsafeRawBufferPointer(start: nil, count: 0), size: 8)
        if count > 0, width > 0 { links[table][position] = nil }
        continue
      }
      let target = resizedWords.take(count * width)
      for row in 0..<count {
        try work?.step()
        try conversion.convert(source + row * conversion.sourceByteCount, to: target + row * width) {
          "\(reader.name(table))[\(row)].\(link.name)"
        }
      }
      links[table][position] = ArchivedWords(UnsafeRawBufferPointer(start: target, count: count * width), size: 8)
    }
  }

  private func readHandles<Source: FieldSource & ~Copyable>(
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
        throw .wrongType(
          path: source.path(key), expected: "\(lengths[entry]) bytes more", found: "\(bytes.count - start)")
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
      let size = table.byteCountOfRow
      let count = parts[index].reduce(rowCount(index)) { $0 + $1.count }
      guard let bytes = Description.product([count, size]),
        case (let sum, let overflow) = total.addingReportingOverflow(bytes), !overflow
      else { throw .limitExceeded(limit: "memoryPerByte", value: .max, maximum: .max - 1) }
      total = sum
    }
    recordBytes = total
    try limits.check(total, of: 1, from: byteCount ?? reader.byteCount)
  }

  private func rootRows<Source: FieldSource & ~Copyable>(
    from source: inout Source
  ) throws(ArchiveError) -> [Int] {
    let count = reader.description.roots
    if reader.former != nil { return Array(1..<(count + 1)) }
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
}
