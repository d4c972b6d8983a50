@_spi(GeneratedCode) import ArchiveRuntime
import UntypedArchive

/// A table, or an array as a table of one column, that is written as CSV or lines of JSON.
package struct SelectedTable {
  /// What it is called among others: its key path.
  package let name: String
  package let content: Content

  package enum Content {
    case columns(ArchiveTable, GraphTables?)
    /// An array of dictionaries.
    case records(RecordList)
  }

  init(name: String, table: ArchiveTable, graph: GraphTables?) {
    (self.name, content) = (name, .columns(table, graph))
  }

  init(name: String, records: RecordList) { (self.name, content) = (name, .records(records)) }
}

extension ArchiveDocument {
  /// The tables of a part of the archive: itself, those of a graph, or those of an object's fields; of the whole archive
  /// those of `$top` and of every object.
  ///
  /// - Parameter name: the selection's key path, with which the tables' names begin; empty for the whole archive.
  package func tables(of selection: Selection, name: String = "") throws -> [SelectedTable] {
    switch selection {
    case .table(let table, let graph), .cell(let table, let graph):
      return [SelectedTable(name: name, table: table, graph: graph)]
    case .row(let table, let graph, let row):
      return [SelectedTable(name: name, table: table.only(row: row, in: view.bytes), graph: graph)]
    case .column(let table, let graph, let column):
      return [SelectedTable(name: name, table: table.only(column), graph: graph)]
    case .array(let array):
      return ArchiveTable(array, named: "value").map { [SelectedTable(name: name, table: $0, graph: nil)] } ?? []
    case .element(let array, let place): return try tables(of: .array(array[place]), name: name)
    case .graph(let graph):
      return zip(graph.tables.indices, graph.pathNames).flatMap { Self.tables(graph, $0, name + $1) }
    case .graphTable(let graph, let number): return Self.tables(graph, number, name)
    case .group, .part, .text: return []
    case .records(let list): return [SelectedTable(name: name, records: list)]
    case .value(let value):
      if let list = try records(of: value) { return [SelectedTable(name: name, records: list)] }
      let columns = try columnTables(of: value, name: name)
      if !columns.isEmpty { return columns }
      if let list = try records(of: value, takesObjects: true) { return [SelectedTable(name: name, records: list)] }
      let records = try recordTables(in: value, name, takesObjects: false)
      return records.isEmpty ? try recordTables(in: value, name, takesObjects: true) : records
    }
  }

  /// The table that a value is: of an array of records, which may be the root.
  package func tableItself(_ selection: Selection) throws -> Selection {
    guard case .value(let value) = selection, let fields = try fields(of: value)?.fields else { return selection }
    if let own = fields.first(where: { $0.pathKey.isEmpty }), case .table = own.content { return try content(of: own) }
    guard value.index == keyed?.topIndex, fields.count == 1, fields[0].key == "root", case .value = fields[0].content,
      case .table(let table, let graph) = try tableItself(.value(try inspected(fields[0].index)))
    else { return selection }
    return .table(table, graph)
  }

  private func columnTables(of value: InspectedValue, name: String) throws -> [SelectedTable] {
    guard keyed != nil else { return [] }
    guard value.index == keyed?.topIndex else { return try tables(in: value, name) }
    var found = try tables(in: value, name)
    let names = try objectNames()
    for uid in 1..<max(objectCount, 1) {
      let object = try self.object(uid)
      guard case .object = object.meaning else { continue }
      found += try tables(in: object, names[uid] ?? "#\(uid)")
    }
    return found
  }

  /// Key paths of objects that are easier to read than their numbers: of the root, and of what it refers to.
  private func objectNames() throws -> [Int: String] {
    var names: [Int: String] = [:]
    var holder = try inspected(start)
    if let fields = try fields(of: holder)?.fields, fields.count == 1, fields[0].key == "root",
      case .value = fields[0].content
    {
      holder = try inspected(fields[0].index)
      if let uid = holder.uid { names[uid] = "" }
    }
    for field in try fields(of: holder)?.fields ?? [] {
      guard case .value = field.content, let uid = try inspected(field.index).uid, names[uid] == nil,
        let first = field.pathKey.utf8.first,
        ![UInt8(ascii: "#"), UInt8(ascii: "["), UInt8(ascii: ".")].contains(first)
      else { continue }
      names[uid] = field.pathKey
    }
    return names
  }

  /// Arrays of dictionaries, or of objects, below a value, nearest first; not those within such arrays.
  private func recordTables(
    in value: InspectedValue, _ name: String, takesObjects: Bool
  ) throws -> [SelectedTable] {
    var found: [SelectedTable] = []
    var seen: Set<Int> = [value.index]
    // Paths are made of what leads to a value only where there is a table: those of all values would be as long as the lists are deep.
    var open = [(value: value, parent: 0, key: name)]
    var next = 0
    while next < open.count, found.count < Self.mostTables {
      let (place, value) = (next, open[next].value)
      next += 1
      if let list = try records(of: value, takesObjects: takesObjects), list.hasKeys {
        var keys: [String] = []
        var step = place
        while step > 0 {
          keys.append(open[step].key)
          step = open[step].parent
        }
        found.append(SelectedTable(name: keys.reversed().reduce(name, PathTree.joined), records: list))
        continue
      }
      for (key, index) in try entries(of: value) {
        let child = try inspected(index)
        guard RecordList.isContainer(child), seen.insert(child.index).inserted else { continue }
        open.append((child, place, key))
      }
    }
    return found
  }

  private static let mostTables = 1_000

  /// What a value has, with the steps of a key path.
  private func entries(of value: InspectedValue) throws -> [(String, Int)] {
    if let elements = elements(of: value) {
      return try (0..<elements.count).map { ("[\($0)]", try view.reference($0, in: elements)) }
    }
    if case .dictionary(let keys, let values) = value.meaning {
      return try (0..<keys.count).compactMap { position in
        guard let key = try text(try view.node(try view.reference(position, in: keys))) else { return nil }
        return (key, try view.reference(position, in: values))
      }
    }
    return try fields(of: value)?.fields.compactMap {
      if case .value = $0.content { ($0.pathKey, $0.index) } else { nil }
    } ?? []
  }

  private func tables(in value: InspectedValue, _ name: String) throws -> [SelectedTable] {
    guard let fields = try fields(of: value) else { return [] }
    var found: [SelectedTable] = []
    for field in fields.fields {
      switch field.content {
      case .table, .graph, .array:
        let path = PathTree.joined(name, field.pathKey)
        let content = try content(of: field)
        // What is all of the root has no key; of a graph the tables' names are the paths.
        if case .graph = content {
          found += try tables(of: content, name: path)
        } else {
          found += try tables(of: content, name: path.isEmpty ? "[]" : path)
        }
      case .value, .group, .description: break
      }
    }
    return found
  }

  /// - Parameter own: its key path.
  private static func tables(_ graph: GraphTables, _ number: Int, _ own: String) -> [SelectedTable] {
    let table = graph.tables[number]
    switch table.content {
    case .records(let records): return [SelectedTable(name: own, table: records, graph: graph)]
    case .numbers(let column):
      return ArchiveTable(
        DescribedArray(
          array: ArchivedArray(column.array.element, [table.rowCount]), order: .little, bytes: column.bytes),
        named: "value"
      )
      .map { [SelectedTable(name: own, table: $0, graph: nil)] } ?? []
    case .texts, .handles, .missing: return []
    }
  }
}

extension ArchiveTable {
  /// An array as a table: its first dimension has the rows. nil for bytes in another order than this form has.
  init?(_ packed: DescribedArray, named name: String) {
    var dimensions = packed.array.dimensions
    guard packed.order == .little || packed.array.isSingleBytes else { return nil }
    let rows: Int
    if case .text = packed.array.element, dimensions.count == 1 {
      rows = 1
    } else {
      rows = dimensions.isEmpty ? 1 : dimensions.removeFirst()
    }
    let description = ColumnsDescription(
      dimensions: [rows], isElements: false,
      columns: [.init(name: name, array: ArchivedArray(packed.array.element, dimensions), conditions: [], tables: [])])
    guard let table = try? ArchiveTable(name: name, description, data: { _ in packed.bytes }) else { return nil }
    self = table
  }
}
