@_spi(GeneratedCode) import ArchiveRuntime
import ArchiveInspection
import UntypedArchive

/// What descriptions explain: arrays of numbers, columns, graphs, and groups of bit-fields.
extension NodeCollector {
  mutating func add(_ field: DescribedFields.Field, to parent: Int) throws(ArchiveError) {
    let range = try self.range(of: field.index)
    guard nodes.count < limits.nodes else { return }
    switch field.content {
    case .value, .description: add(node(at: field.index), to: parent, key: field.key)
    case .array(let array):
      let node = append(PageNode(kind: .table, range: range, value: .plain("\(tables.count)")))
      var table = PageTable(numbers: array, name: path(to: parent, field.key), node: node)
      table.place(in: lists[current])
      tables.append(table)
      add(node, to: parent, key: field.key)
    case .group(let group):
      add(try self.group(group, at: field.index, range), to: parent, key: field.key)
    case .table(let table):
      let type = nodes[parent].type.map { String($0.hasSuffix("[]") ? $0.dropLast(2) : $0[...]) }
      let name = table.name.isEmpty ? type ?? "" : path(to: parent, table.name)
      add(self.table(PageTable(table, name: name, kind: .records), range), to: parent, key: table.name)
    case .graph(let graph):
      add(self.graph(graph, range, parent), to: parent, key: graph.key.isEmpty ? "graph" : graph.key)
    }
  }

  /// The key, behind that of the object if it has a name of its own.
  private func path(to parent: Int, _ key: String) -> String {
    guard let type = nodes[parent].type else { return key }
    return key.isEmpty ? type : "\(type) \(key)"
  }

  private mutating func table(_ table: PageTable, _ range: Range<Int>) -> Int {
    let index = tables.count
    let node = append(PageNode(kind: .table, range: range, value: .plain("\(index)")))
    var table = table
    table.node = node
    table.place(in: lists[current])
    tables.append(table)
    for (position, column) in table.columns.enumerated() {
      add(
        append(PageNode(kind: .column, range: 0..<0, value: .plain("\(index)"), uid: position)), to: node,
        key: column.name)
    }
    return node
  }

  /// The number and the parts that its bits are.
  private mutating func group(_ group: GroupDescription, at index: Int, _ range: Range<Int>) throws(ArchiveError)
    -> Int?
  {
    let word: UInt64
    switch try view.node(index) {
    case .integer(let number): word = UInt64(bitPattern: number)
    case .wideInteger(let number): word = number.low
    default: return node(at: index)
    }
    let node = append(PageNode(kind: .map, range: range, type: "u\(group.bits) \(word)"))
    for part in group.parts {
      let value = part.value(in: word)
      let number: PageNode.Value =
        part.isSigned ? Self.number(Int64(bitPattern: value)) : value < 1 << 53 ? .plain("\(value)") : .text("\(value)")
      add(append(PageNode(kind: .int, range: range, value: number, type: part.number.name)), to: node, key: part.name)
    }
    return node
  }

  private mutating func graph(_ graph: GraphTables, _ range: Range<Int>, _ parent: Int) -> Int {
    let node = append(PageNode(kind: .graph, range: range, value: .plain("\(graphs.count)")))
    let first = tables.count
    graphs.append(
      PageGraph(
        name: graph.key, tables: first..<(first + graph.tables.count),
        roots: graph.rootRows(in: document.source.bytes, limit: 10_000)))
    let partCounts = graph.partCounts(in: document.source.bytes)
    for (index, table) in graph.tables.enumerated() {
      let name = graph.key.isEmpty ? table.name : "\(graph.key).\(table.name)"
      var made = PageTable(table, name: name, firstTable: first)
      made.parts = partCounts[index]
      add(self.table(made, 0..<0), to: node, key: table.name)
    }
    return node
  }
}
