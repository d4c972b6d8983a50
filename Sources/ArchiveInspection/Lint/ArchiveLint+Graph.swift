@_spi(GeneratedCode) import ArchiveRuntime
import UntypedArchive

/// The rules of FORMAT.md for graphs.
extension ArchiveLint {
  mutating func checkGraph(_ graph: GraphTables, _ path: String, _ keys: Set<ExactText>) {
    let names = GraphKeys(key: graph.key)
    let own = path + "#"
    func place(_ range: Range<Int>) -> Int? { document.hasOffsets && !range.isEmpty ? range.lowerBound : nil }
    var seen = Set<ExactText>()
    for table in graph.tables {
      let name = own + PathTree.plain(table.name)
      if !seen.insert(ExactText(table.name)).inserted {
        report.add(.error, .graph, at: nil, name, "the graph has two tables of this name")
      }
      var confirmed = table.rowCount
      switch table.content {
      case .records(let records):
        checkTable(records, name, names.table(table.name), keys)
        if records.describedCount != table.rowCount {
          report.add(
            .error, .graph, at: nil, name,
            "the graph has \(NumberText.counted(table.rowCount, "row")), and the table's description \(records.describedCount)"
          )
        }
        confirmed = records.rowCount
      case .numbers(let column):
        let size = column.elementsPerRow * column.elementSize
        if Description.product([size, table.rowCount]) != column.bytes.count {
          report.add(
            .error, .column, at: place(column.bytes), name,
            "the description has \(NumberText.counted(table.rowCount, "row")) of \(NumberText.counted(size, "byte")), and the archive \(NumberText.counted(column.bytes.count, "byte"))"
          )
          confirmed = size == 0 ? 0 : min(column.bytes.count / size, table.rowCount)
        }
      case .texts(let range): checkTexts(range, table, name)
      case .handles(let lengths, let bytes): checkHandles(lengths, bytes, table, name)
      case .missing:
        report.add(
          table.rowCount == 0 ? .warning : .error, .graph, at: nil, name,
          table.name.hasPrefix("#")
            ? "there is no table of this kind"
            : "there is no description of its columns, or it does not follow the grammar")
      }
      checkBlocks(table, confirmed, name)
    }
    checkParts(graph, own)
    checkRoots(graph, path)
    checkLinks(graph, own)
  }

  private func word(_ offset: Int) -> UInt64 {
    UInt64(littleEndian: view.bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  private func at(_ offset: Int) -> Int? { document.hasOffsets ? offset : nil }

  // MARK: Tables

  private mutating func checkTexts(_ range: Range<Int>, _ table: GraphTables.Table, _ path: String) {
    if let last = range.last, view.bytes[last] != 0 {
      report.add(.error, .text, at: at(last), path, "the last text has no end: it is not followed by a zero")
    }
    let texts = GraphTables.texts(range, in: view.bytes)
    if texts.count != table.rowCount {
      report.add(
        .error, .graph, at: at(range.lowerBound), path,
        "the description has \(NumberText.counted(table.rowCount, "text")), and the archive \(texts.count)")
    }
    for (row, text) in texts.enumerated() {
      let bytes = UnsafeRawBufferPointer(rebasing: view.bytes[text])
      if UTF8Text.isASCII(bytes) || String(validating: bytes, as: UTF8.self) != nil { continue }
      report.add(.error, .text, at: at(text.lowerBound), "\(path):\(row + 1)", "the text is not valid UTF-8")
    }
  }

  private mutating func checkHandles(
    _ lengths: Range<Int>, _ bytes: Range<Int>, _ table: GraphTables.Table, _ path: String
  ) {
    guard lengths.count == Description.product([table.rowCount, 8]) else {
      report.add(
        .error, .column, at: at(lengths.lowerBound), path,
        "\(table.rowCount) lengths are described, and there are \(lengths.count / 8)")
      return
    }
    var sum: UInt64 = 0
    for offset in stride(from: lengths.lowerBound, to: lengths.upperBound, by: 8) {
      let (next, overflow) = sum.addingReportingOverflow(word(offset))
      sum = overflow ? .max : next
    }
    if sum != UInt64(bytes.count) {
      report.add(
        .error, .column, at: at(bytes.lowerBound), path,
        "the lengths are \(sum) bytes together, and there are \(bytes.count)")
    }
  }

  private mutating func checkBlocks(_ table: GraphTables.Table, _ rows: Int, _ path: String) {
    guard !table.blocks.isEmpty else { return }
    guard table.blocks.count % 8 == 0 else {
      report.add(
        .error, .graph, at: at(table.blocks.lowerBound), path,
        "the blocks have \(NumberText.counted(table.blocks.count, "byte")), no multiple of 8")
      return
    }
    var sum: UInt64 = 0
    for offset in stride(from: table.blocks.lowerBound, to: table.blocks.upperBound, by: 8) {
      let (next, overflow) = sum.addingReportingOverflow(word(offset))
      sum = overflow ? .max : next
    }
    if sum != UInt64(table.rowCount) {
      report.add(
        .error, .graph, at: at(table.blocks.lowerBound), path,
        "the blocks have \(sum) rows together, and the table has \(table.rowCount)")
    }
  }

  private mutating func checkParts(_ graph: GraphTables, _ own: String) {
    for table in graph.tables where !table.parts.isEmpty {
      let path = own + PathTree.plain(table.name)
      let size = table.name == "#text" ? 16 : 32
      guard table.parts.count % size == 0 else {
        report.add(
          .error, .graph, at: at(table.parts.lowerBound), path,
          "the parts have \(NumberText.counted(table.parts.count, "byte")), no multiple of \(size)")
        continue
      }
      for site in table.sites where !graph.tables.indices.contains(site.table) {
        report.add(
          .error, .graph, at: nil, path,
          "the site '\(TerminalText.escaped(site.path))' is in the table \(site.table + 1), of \(graph.tables.count)")
      }
      for (number, offset) in stride(from: table.parts.lowerBound, to: table.parts.upperBound, by: size).enumerated() {
        let site = word(offset)
        let row = size == 16 ? site : word(offset + 8)
        var rows = table.rowCount
        if size == 32 {
          guard site < UInt64(table.sites.count), graph.tables.indices.contains(table.sites[Int(site)].table) else {
            report.add(
              .error, .graph, at: at(offset), path, "the part \(number) is in the site \(site), of \(table.sites.count)"
            )
            continue
          }
          rows = graph.tables[table.sites[Int(site)].table].rowCount
        }
        if row == 0 || row > UInt64(rows) {
          report.add(.error, .graph, at: at(offset), path, "the part \(number) is in the row \(row), of \(rows)")
        }
      }
    }
  }

  // MARK: Links

  private mutating func checkRoots(_ graph: GraphTables, _ path: String) {
    if graph.tables.isEmpty, graph.rootCount > 0 {
      report.add(.error, .graph, at: nil, path, "the graph has \(graph.rootCount) roots and no table")
    }
    if Description.product([graph.rootCount, 4]) != graph.roots.count {
      report.add(
        .error, .graph, at: at(graph.roots.lowerBound), "\(path)[].#root",
        "the description has \(NumberText.counted(graph.rootCount, "root")) of 4 bytes, and the archive \(NumberText.counted(graph.roots.count, "byte"))"
      )
      return
    }
    guard let first = graph.tables.first else { return }
    for (place, row) in graph.rootRows(in: view.bytes, limit: .max).enumerated() where row > first.rowCount {
      report.add(
        .error, .link, at: at(graph.roots.lowerBound + place * 4), "\(path)[].#root[\(place)]",
        "the root is the row \(row) of '\(TerminalText.escaped(first.name))', which has \(first.rowCount)")
    }
  }

  /// Links of a table that is in no graph lead to its own rows.
  mutating func checkOwnLinks(_ table: ArchiveTable, _ path: String) {
    for column in table.columns where !column.links.isEmpty && column.problem == nil {
      guard column.links == [0], column.stored == ArchivedArray(.number(.u32), []) else {
        report.add(
          .error, .link, at: at(column.bytes.lowerBound), "\(path)[].\(column.name)",
          "links of a table that is in no graph are u32 and lead to the table itself")
        continue
      }
      for (row, offset) in stride(from: column.bytes.lowerBound, to: column.bytes.upperBound, by: 4).enumerated() {
        let link = ElementNumber(ElementType.u32.number, view.bytes, at: offset, order: .little).bits ?? 0
        if link <= UInt64(table.describedCount) { continue }
        report.add(
          .error, .link, at: at(offset), "\(path)[\(row)].\(column.name)",
          "the link \(link) leads to no row of the table, which has \(table.describedCount)")
      }
    }
  }

  private mutating func checkLinks(_ graph: GraphTables, _ own: String) {
    let parts = graph.partCounts(in: view.bytes)
    for table in graph.tables {
      guard case .records(let records) = table.content else { continue }
      let path = own + PathTree.plain(table.name)
      guard let reader = try? RowReader(records, document) else { continue }
      for (index, column) in records.columns.enumerated() where !column.links.isEmpty {
        guard case .number(let type) = column.stored.element, type.shape == .single,
          [.integer(bits: 32, isSigned: false), .integer(bits: 64, isSigned: false)].contains(type.number)
        else {
          report.add(
            .error, .link, at: at(column.bytes.lowerBound), "\(path)[].\(column.name)",
            "links are u32 or u64, and these are \(column.typeName)")
          continue
        }
        if let missing = column.links.first(where: { !graph.tables.indices.contains($0) }) {
          report.add(
            .error, .link, at: at(column.bytes.lowerBound), "\(path)[].\(column.name)",
            "the links lead to the table \(missing + 1), and there are \(graph.tables.count)")
          continue
        }
        for row in 0..<records.rowCount {
          let range = reader.range(index, row)
          for offset in stride(from: range.lowerBound, to: range.upperBound, by: column.elementSize) {
            let link = ElementNumber(type.number, view.bytes, at: offset, order: .little).bits ?? 0
            guard case .invalid = graph.target(of: link, in: column.links, partCounts: parts) else { continue }
            let names = column.links.map {
              "'\(TerminalText.escaped(graph.tables[$0].name))' of \(graph.tables[$0].rowCount + parts[$0])"
            }
            report.add(
              .error, .link, at: at(offset), "\(path):\(row + 1).\(column.name)",
              "the link \(link) leads to no row of \(names.joined(separator: " and "))")
          }
        }
      }
    }
  }
}
