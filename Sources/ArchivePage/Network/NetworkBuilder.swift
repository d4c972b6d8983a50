@_spi(GeneratedCode) import ArchiveRuntime
import ArchiveInspection
import UntypedArchive

/// A start that leads to no objects.
package struct NetworkError: Error, CustomStringConvertible {
  package let description: String
}

/// Follows the links of an archive from a start, nearest first. Collections and values without identity are no vertices:
/// links lead through them. A pointer to rows that were allocated together leads to each of them, because only the
/// program knows the count; where several pointers lead into one such block, the first does, and others to their row alone.
package struct NetworkBuilder {
  private let document: ArchiveDocument
  private let most: Int
  private let depth: Int
  private var network = Network()
  private var numbers: [Item: Int] = [:]
  private var items: [Item] = []
  private var groups: [ExactText: Int] = [:]
  private var graphs: [NetworkGraph] = []
  private var graphNumbers: [String: Int] = [:]

  private enum Item: Hashable {
    /// By the index in the property list.
    case object(Int, uid: Int)
    case row(graph: Int, table: Int, row: Int)
  }

  private typealias Link = (target: Item, label: String)

  private struct Block: Hashable {
    let graph: Int
    let table: Int
    let first: Int
  }
  private var drawnBlocks: Set<Block> = []
  private var tooMany: Set<Item> = []

  /// - Parameters:
  ///   - most: the number of vertices.
  ///   - depth: how many links they are from the start.
  private init(_ document: ArchiveDocument, most: Int, depth: Int) {
    self.document = document
    self.most = most
    self.depth = depth
  }

  /// - Parameter keyPath: where to start, the root if it is nil.
  /// - Throws: `KeyPathError`, `NetworkError`, `ArchiveError`.
  package static func network(
    of document: ArchiveDocument, from keyPath: String? = nil, most: Int, depth: Int = .max
  ) throws -> Network {
    var builder = NetworkBuilder(document, most: most, depth: depth)
    let start =
      try keyPath.map { try document.selection($0) } ?? .value(try document.inspected(document.start))
    for item in try builder.items(of: start, keyPath ?? "") { _ = try builder.vertex(item, depth: 0) }
    var (next, tooDeep) = (0, Set<Item>())
    while next < builder.items.count {
      let from = builder.network.vertices[next].depth
      for link in try builder.links(of: builder.items[next]) {
        if builder.numbers[link.target] == nil, from >= depth {
          tooDeep.insert(link.target)
          continue
        }
        guard let to = try builder.vertex(link.target, depth: from + 1) else { continue }
        builder.network.edges.append(.init(from: next, to: to, label: link.label))
      }
      next += 1
    }
    builder.network.leftOutByNumber += builder.tooMany.count
    builder.network.leftOutByDepth = tooDeep.subtracting(builder.tooMany).count
    return builder.network
  }

  private mutating func items(of selection: Selection, _ path: String) throws -> [Item] {
    switch selection {
    case .value(let value):
      if case .object = value.meaning, let uid = value.uid { return [.object(value.index, uid: uid)] }
      return try links(from: value).map(\.target)
    case .graph(let graph):
      return roots(of: number(of: graph), "").map(\.target)
    case .graphTable(let graph, let table):
      let number = number(of: graph)
      let count = graph.tables[table].rowCount
      network.leftOutByNumber += max(0, count - most)
      return (0..<min(count, most)).map { .row(graph: number, table: table, row: $0) }
    case .row(let table, let graph?, let row):
      let place = graph.tables.firstIndex { $0.name == table.name } ?? 0
      return [.row(graph: number(of: graph), table: place, row: row)]
    default:
      throw NetworkError(
        description: "'\(TerminalText.escaped(path))' is no object, no collection of objects and no graph")
    }
  }

  private mutating func vertex(_ item: Item, depth: Int) throws -> Int? {
    if let number = numbers[item] { return number }
    guard network.vertices.count < most else {
      tooMany.insert(item)
      return nil
    }
    let (title, label, group) = try describe(item)
    let exact = ExactText(group)
    if groups[exact] == nil {
      groups[exact] = network.groups.count
      network.groups.append(group)
    }
    network.vertices.append(.init(title: title, label: label, group: groups[exact] ?? 0, depth: depth))
    items.append(item)
    numbers[item] = items.count - 1
    return items.count - 1
  }

  private func describe(_ item: Item) throws -> (title: String, label: String, group: String) {
    switch item {
    case .object(let index, let uid):
      let value = try document.inspected(index)
      let name = value.type?.name ?? "object"
      return ("\(name) #\(uid)", try label(of: value), name)
    case .row(let graph, let table, let row):
      let name = graphs[graph].tables.tables[table].name
      return ("#\(name):\(row + 1)", graphs[graph].label(table, row), name)
    }
  }

  private func label(of value: InspectedValue) throws -> String {
    guard let fields = try document.fields(of: value)?.fields else { return "" }
    var number: String?
    for field in fields.prefix(8) {
      guard case .value = field.content else { continue }
      let value = try document.inspected(field.index)
      switch value.meaning {
      case .text(let text), .plain(.string(let text)):
        let text = try document.view.string(text)
        if !text.isEmpty { return text }
      case .plain(.integer(let own)): number = number ?? "\(field.key) \(own)"
      default: continue
      }
    }
    return number ?? ""
  }

  // MARK: Links

  private mutating func links(of item: Item) throws -> [Link] {
    switch item {
    case .object(let index, _): return try links(from: try document.inspected(index))
    case .row(let graph, let table, let row):
      return graphs[graph].links(table, row).flatMap { withBlock(graph, $0.table, $0.row, $0.label) }
    }
  }

  /// A link to a row, and to the others of its block if no link led there before.
  private mutating func withBlock(_ graph: Int, _ table: Int, _ row: Int, _ label: String) -> [Link] {
    let block = graphs[graph].block(table, of: row)
    let own: Link = (.row(graph: graph, table: table, row: row), label)
    guard block.count > 1, drawnBlocks.insert(Block(graph: graph, table: table, first: block.lowerBound)).inserted
    else { return [own] }
    // The row that the pointer leads to comes first: its block may have more rows than are drawn.
    let rows = [row] + block.prefix(most + 1).filter { $0 != row }
    network.leftOutByNumber += max(0, block.count - rows.count)
    return rows.map { (.row(graph: graph, table: table, row: $0), "\(label)[\($0 - row)]") }
  }

  /// The objects and rows that a value leads to, also through collections.
  private mutating func links(from value: InspectedValue) throws -> [Link] {
    var found: [Link] = []
    var open: [(value: InspectedValue, path: String)] = [(value, "")]
    var seen: Set<Int> = [value.index]
    // Elements behind these are not read; whether they are objects is not known.
    var unread = 0
    while let (container, path) = open.popLast() {
      var children: [(value: InspectedValue, path: String)] = []
      if let elements = document.elements(of: container) {
        unread += max(0, elements.count - most * 4)
        for position in 0..<min(elements.count, most * 4) {
          children.append(
            (try document.inspected(try document.view.reference(position, in: elements)), "\(path)[\(position)]"))
        }
      } else if case .dictionary(let keys, let values) = container.meaning {
        unread += max(0, keys.count - most * 4)
        for position in 0..<min(keys.count, most * 4) {
          let key = try document.text(try document.view.node(try document.view.reference(position, in: keys)))
          children.append(
            (
              try document.inspected(try document.view.reference(position, in: values)),
              Self.joined(path, key ?? "[\(position)]")
            ))
        }
      } else if let fields = try document.fields(of: container)?.fields {
        for field in fields {
          switch field.content {
          case .value: children.append((try document.inspected(field.index), Self.joined(path, field.key)))
          case .graph(let graph):
            let number = number(of: graph)
            found += roots(of: number, Self.joined(path, graph.key.isEmpty ? "root" : graph.key))
          default: continue
          }
        }
      }
      for child in children.reversed() {
        if case .object = child.value.meaning, child.value.uid != nil { continue }
        guard Self.isContainer(child.value.meaning) else { continue }
        guard seen.count < 100_000 else {
          unread += 1
          continue
        }
        if seen.insert(child.value.index).inserted { open.append(child) }
      }
      for child in children {
        if case .object = child.value.meaning, let uid = child.value.uid {
          found.append((.object(child.value.index, uid: uid), child.path))
        }
      }
    }
    // A list of numbers leaves out no object.
    if unread > 0, !found.isEmpty { network.hasMore = true }
    return found
  }

  private static func isContainer(_ meaning: ObjectMeaning) -> Bool {
    switch meaning {
    case .list, .dictionary, .object, .plain(.array), .plain(.set), .plain(.dictionary): true
    default: false
    }
  }

  private static func joined(_ path: String, _ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

  // MARK: Graphs of records

  private mutating func number(of graph: GraphTables) -> Int {
    let identity = "\(graph.roots) \(graph.key)"
    if let number = graphNumbers[identity] { return number }
    graphs.append(NetworkGraph(graph, in: document.source.bytes))
    graphNumbers[identity] = graphs.count - 1
    return graphs.count - 1
  }

  private mutating func roots(of graph: Int, _ label: String) -> [Link] {
    let tables = graphs[graph].tables
    network.leftOutByNumber += max(0, tables.rootCount - most)
    return tables.rootRows(in: document.source.bytes, limit: most).flatMap { row -> [Link] in
      guard row > 0, let first = tables.tables.first, row <= first.rowCount else { return [] }
      return withBlock(graph, 0, row - 1, label)
    }
  }
}
