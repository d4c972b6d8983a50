@_spi(GeneratedCode) import ArchiveRuntime
import ArchiveInspection
import UntypedArchive

/// A start that leads to no objects.
package struct NetworkError: Error, CustomStringConvertible {
  package let description: String
}

/// Follows the links of an archive from a start, nearest first. Collections and values without identity are no vertices:
/// links lead through them.
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
    var next = 0
    while next < builder.items.count {
      let from = builder.network.vertices[next].depth
      for link in try builder.links(of: builder.items[next]) {
        if builder.numbers[link.target] == nil, from >= depth { continue }
        guard let to = try builder.vertex(link.target, depth: from + 1) else { continue }
        builder.network.edges.append(.init(from: next, to: to, label: link.label))
      }
      next += 1
    }
    return builder.network
  }

  private mutating func items(of selection: Selection, _ path: String) throws -> [Item] {
    switch selection {
    case .value(let value):
      if case .object = value.meaning, let uid = value.uid { return [.object(value.index, uid: uid)] }
      return try links(from: value).map(\.target)
    case .graph(let graph):
      let number = number(of: graph)
      return roots(of: number)
    case .graphTable(let graph, let table):
      let number = number(of: graph)
      return (0..<min(graph.tables[table].rowCount, most)).map { .row(graph: number, table: table, row: $0) }
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
      network.isCut = true
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
    for field in fields.prefix(8) {
      guard case .value = field.content else { continue }
      let value = try document.inspected(field.index)
      switch value.meaning {
      case .text(let text), .plain(.string(let text)): return try document.view.string(text)
      case .plain(.integer(let number)): return "\(field.key) \(number)"
      default: continue
      }
    }
    return ""
  }

  // MARK: Links

  private mutating func links(of item: Item) throws -> [Link] {
    switch item {
    case .object(let index, _): return try links(from: try document.inspected(index))
    case .row(let graph, let table, let row):
      return graphs[graph].links(table, row).map { (.row(graph: graph, table: $0.table, row: $0.row), $0.label) }
    }
  }

  /// The objects and rows that a value leads to, also through collections.
  private mutating func links(from value: InspectedValue) throws -> [Link] {
    var found: [Link] = []
    var open: [(value: InspectedValue, path: String)] = [(value, "")]
    var seen: Set<Int> = [value.index]
    while let (container, path) = open.popLast() {
      var children: [(value: InspectedValue, path: String)] = []
      if let elements = document.elements(of: container) {
        for position in 0..<min(elements.count, most * 4) {
          children.append(
            (try document.inspected(try document.view.reference(position, in: elements)), "\(path)[\(position)]"))
        }
      } else if case .dictionary(let keys, let values) = container.meaning {
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
            found += roots(of: number).map { ($0, Self.joined(path, graph.key.isEmpty ? "root" : graph.key)) }
          default: continue
          }
        }
      }
      for child in children.reversed() {
        if case .object = child.value.meaning, child.value.uid != nil { continue }
        if Self.isContainer(child.value.meaning), seen.count < 100_000, seen.insert(child.value.index).inserted {
          open.append(child)
        }
      }
      for child in children {
        if case .object = child.value.meaning, let uid = child.value.uid {
          found.append((.object(child.value.index, uid: uid), child.path))
        }
      }
    }
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

  private func roots(of graph: Int) -> [Item] {
    graphs[graph].tables.rootRows(in: document.source.bytes, limit: most).compactMap { row in
      guard row > 0, let first = graphs[graph].tables.tables.first, row <= first.rowCount else { return nil }
      return .row(graph: graph, table: 0, row: row - 1)
    }
  }
}
