@_spi(GeneratedCode) import ArchiveRuntime
import UntypedArchive

/// The tables of one archive's graph, with what links lead to.
struct GraphSide {
  /// What a link leads to, independent of where the row stands.
  enum Place {
    case null
    case record(table: Int, row: Int)
    case number(table: Int, row: Int)
    case text(UnsafeRawBufferPointer)
    case handle(UnsafeRawBufferPointer)
    /// A value inside another record: the record, the field's path and the index of the value.
    case part(table: Int, row: Int, path: String, index: UInt64)
    /// No elements, and not NULL.
    case end(String)
    /// A row of a record without fields.
    case bare(String)
    case invalid(UInt64)
  }

  let graph: GraphTables
  let document: ArchiveDocument
  /// For tables of records.
  let rows: [RowReader?]
  /// For tables of numbers how many there are.
  let numbers: [Int]
  /// For each row of a table with blocks the end of its block; nil where every row is one.
  private let blockEnds: [[Int]?]
  private let texts: [[Range<Int>]]
  private let handles: [[Range<Int>]]
  private let partCounts: [Int]
  /// For tables of records and numbers: the rows of the parts before each part.
  private let partStarts: [[UInt64]]

  init(_ graph: GraphTables, _ document: ArchiveDocument) throws(ArchiveError) {
    self.graph = graph
    self.document = document
    let bytes = document.view.bytes
    func word(_ offset: Int) -> UInt64 {
      UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
    var rows: [RowReader?] = []
    var numbers: [Int] = []
    var ends: [[Int]?] = []
    var texts: [[Range<Int>]] = []
    var handles: [[Range<Int>]] = []
    for table in graph.tables {
      var reader: RowReader?
      var count = 0
      var ownTexts: [Range<Int>] = []
      var ownHandles: [Range<Int>] = []
      func fail(_ range: Range<Int>, _ what: String) -> ArchiveError {
        .corrupt(
          offset: range.lowerBound,
          reason:
            "the table '\(TerminalText.escaped(table.name))' of the graph has \(NumberText.counted(table.rowCount, "row")), and its columns have \(what)"
        )
      }
      switch table.content {
      case .records(let records):
        let own = try RowReader(records, document)
        guard records.rowCount == table.rowCount || records.rowCount == 0 else {
          throw fail(0..<0, "\(records.rowCount)")
        }
        reader = own
      case .numbers(let column):
        let size = column.elementsPerRow * column.elementSize
        count = size == 0 ? 0 : column.bytes.count / size
        guard count == table.rowCount, size > 0 else { throw fail(column.bytes, "\(count)") }
      case .texts(let range):
        ownTexts = GraphTables.texts(range, in: bytes)
        guard ownTexts.count == table.rowCount else { throw fail(range, "\(ownTexts.count)") }
      case .handles(let lengths, let contents):
        guard lengths.count == Description.product([table.rowCount, 8]) else {
          throw fail(lengths, "\(lengths.count / 8)")
        }
        var start = contents.lowerBound
        for offset in stride(from: lengths.lowerBound, to: lengths.upperBound, by: 8) {
          guard let length = Int(exactly: word(offset)), length <= contents.upperBound - start else {
            throw .corrupt(offset: offset, reason: "a length beyond the bytes of the table '#handles'")
          }
          ownHandles.append(start..<(start + length))
          start += length
        }
      case .missing: if table.rowCount > 0 { throw fail(0..<0, "no values") }
      }
      let confirmed = reader?.rowCount ?? count
      var blockEnds: [Int]?
      if !table.blocks.isEmpty {
        var own: [Int] = []
        for offset in stride(from: table.blocks.lowerBound, to: table.blocks.upperBound - 7, by: 8) {
          guard let length = Int(exactly: word(offset)), length <= confirmed - own.count else {
            throw .corrupt(
              offset: offset, reason: "a block of the table '\(TerminalText.escaped(table.name))' is beyond its rows")
          }
          let end = own.count + length
          own += repeatElement(end, count: length)
        }
        while own.count < confirmed { own.append(own.count + 1) }
        blockEnds = own
      }
      rows.append(reader)
      numbers.append(count)
      ends.append(blockEnds)
      texts.append(ownTexts)
      handles.append(ownHandles)
    }
    (self.rows, self.numbers, blockEnds, self.texts, self.handles) = (rows, numbers, ends, texts, handles)
    partCounts = graph.partCounts(in: bytes)
    partStarts = graph.tables.map { table in
      if table.name == "#text" { return [] }
      var sum: UInt64 = 0
      return stride(from: table.parts.lowerBound, to: table.parts.upperBound - 31, by: 32).map { offset in
        defer { sum = sum.addingReportingOverflow(word(offset + 24)).overflow ? .max : sum + word(offset + 24) }
        return sum
      }
    }
  }

  /// The end of the rows that were allocated with this one.
  func blockEnd(_ table: Int, _ row: Int) -> Int { blockEnds[table]?[row] ?? row + 1 }

  /// The value of a link.
  func link(_ column: TableColumn, _ offset: Int) -> UInt64 {
    column.number(document.view.bytes, at: offset)?.bits ?? 0
  }

  /// Where a link leads to.
  func place(of link: UInt64, in tables: [Int]) -> Place {
    switch graph.target(of: link, in: tables, partCounts: partCounts) {
    case .none: return .null
    case .invalid(let link): return .invalid(link)
    case .row(let table, let number):
      let own = graph.tables[table]
      let row = number - 1
      guard row < own.rowCount else { return part(own, row - own.rowCount, table) }
      switch own.content {
      case .records:
        guard let reader = rows[table], row < reader.rowCount else { return .bare("\(own.name):\(number)") }
        return .record(table: table, row: row)
      case .numbers: return .number(table: table, row: row)
      case .texts: return .text(UnsafeRawBufferPointer(rebasing: document.view.bytes[texts[table][row]]))
      case .handles: return .handle(UnsafeRawBufferPointer(rebasing: document.view.bytes[handles[table][row]]))
      case .missing: return .invalid(link)
      }
    }
  }

  private func part(_ table: GraphTables.Table, _ row: Int, _ number: Int) -> Place {
    let bytes = document.view.bytes
    func word(_ offset: Int) -> UInt64 {
      UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
    if case .texts = table.content {
      let offset = table.parts.lowerBound + row * 16
      guard row < partCounts[number] else { return .end(table.name) }
      guard let text = Int(exactly: word(offset)), text >= 1, text <= texts[number].count,
        let skipped = Int(exactly: word(offset + 8)), skipped <= texts[number][text - 1].count
      else { return .invalid(UInt64(row)) }
      return .text(UnsafeRawBufferPointer(rebasing: bytes[texts[number][text - 1].dropFirst(skipped)]))
    }
    // The last part that begins at the row or before.
    let starts = partStarts[number]
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= UInt64(row) { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return .end(table.name) }
    let offset = table.parts.lowerBound + (low - 1) * 32
    let rest = UInt64(row) - starts[low - 1]
    guard rest < word(offset + 24) else { return .end(table.name) }
    guard let site = Int(exactly: word(offset)), table.sites.indices.contains(site),
      let record = Int(exactly: word(offset + 8)), record >= 1, graph.tables.indices.contains(table.sites[site].table),
      let reader = rows[table.sites[site].table], record <= reader.rowCount
    else { return .invalid(UInt64(row)) }
    return .part(
      table: table.sites[site].table, row: record - 1, path: table.sites[site].path, index: word(offset + 16) &+ rest)
  }

  func text(_ place: Place, other: GraphSide? = nil) -> String {
    switch place {
    case .null: "NULL"
    case .record(let table, let row): "#\(graph.tables[table].name):\(row + 1)"
    case .number(let table, let row):
      "#\(PathTree.plain(graph.tables[table].name)):\(row + 1) (\(number(table, row).text))"
    case .text(let bytes): TerminalText.quoted(String(decoding: bytes.prefix(200), as: UTF8.self))
    case .handle(let bytes): "\(NumberText.counted(bytes.count, "byte")) \(NumberText.digits(bytes.prefix(32)))"
    case .part(let table, let row, let path, let index):
      "#\(graph.tables[table].name):\(row + 1).\(path), value \(index)"
    case .end: "no elements"
    case .bare(let name): "#" + name
    case .invalid(let link): "the invalid link \(link)"
    }
  }

  func number(_ table: Int, _ row: Int) -> (text: String, offset: Int) {
    guard case .numbers(let column) = graph.tables[table].content else { return ("", 0) }
    let offset = column.bytes.lowerBound + row * column.elementsPerRow * column.elementSize
    return (ValueText.element(column.stored, document.view.bytes, at: offset), offset)
  }
}

extension PathTree {
  /// A table's name without the sign of those that have no records.
  static func plain(_ name: String) -> String { name.hasPrefix("#") ? String(name.dropFirst()) : name }
}
