@_spi(GeneratedCode) import ArchiveRuntime
import UntypedArchive

/// What types an archive has, and which keys of which types: no values.
package struct SchemaPrinter {
  private let document: ArchiveDocument
  private let output: OutputBuffer
  private let style: LineStyle

  private struct Group {
    var count = 0
    var order: [String] = []
    /// For a key the names of types, with the number of objects that have it.
    var keys: [ExactText: (types: [String], count: Int)] = [:]
    var superclasses: [String] = []
  }

  private var groups: [ExactText: Group] = [:]
  private var names: [String] = []

  package init(_ document: ArchiveDocument, to output: OutputBuffer, style: LineStyle = LineStyle()) {
    (self.document, self.output, self.style) = (document, output, style)
  }

  package mutating func write() throws {
    if document.keyed == nil {
      try plain()
    } else {
      try add(try document.inspected(document.start), name: "$top")
      for uid in 1..<max(document.objectCount, 1) {
        let value = try document.object(uid)
        guard case .object = value.meaning, let type = value.type else { continue }
        try add(value, name: type.name)
      }
    }
    for name in names {
      guard let group = groups[ExactText(name)] else { continue }
      var line = StyledLine()
      line.add(TerminalText.escaped(name), .type)
      if group.superclasses.count > 1 {
        line.add(": " + group.superclasses.dropFirst().map(TerminalText.escaped).joined(separator: ", "), .note)
      }
      if group.count > 1 { line.add("  × \(group.count)", .note) }
      style.write(line, to: output)
      for key in group.order {
        guard let entry = group.keys[ExactText(key)] else { continue }
        var line = StyledLine(1)
        line.add(TerminalText.key(key), .key)
        line.add(": " + entry.types.joined(separator: " | "))
        if entry.count != group.count { line.add("  in \(entry.count) of \(group.count)", .note) }
        style.write(line, to: output)
      }
    }
  }

  private mutating func add(_ value: InspectedValue, name: String) throws {
    var group = groups.removeValue(forKey: ExactText(name)) ?? Group()
    if group.count == 0 {
      names.append(name)
      group.superclasses = value.type?.hierarchy ?? []
    }
    group.count += 1
    for field in try document.fields(of: value)?.fields ?? [] {
      for (key, type) in try types(of: field) { Self.note(key, type, &group) }
    }
    groups[ExactText(name)] = group
  }

  private static func note(_ key: String, _ type: String, _ group: inout Group) {
    if let known = group.keys[ExactText(key)] {
      // Types that are many are told by a few.
      let types = known.types.contains(type) || known.types.count >= 8 ? known.types : known.types + [type]
      group.keys[ExactText(key)] = (types, known.count + 1)
    } else {
      group.order.append(key)
      group.keys[ExactText(key)] = ([type], 1)
    }
  }

  private func types(of field: DescribedFields.Field) throws -> [(String, String)] {
    func columns(_ table: ArchiveTable, _ prefix: String, _ graph: GraphTables?) -> [(String, String)] {
      table.columns.map { column in
        let links = column.links.map { number in
          // Outside a graph a table has no number but its own.
          guard let graph else { return number == 0 ? "its rows" : "?" }
          return graph.tables.indices.contains(number) ? graph.tables[number].name : "?"
        }
        return (
          prefix + column.name,
          column.typeName + (links.isEmpty ? "" : " → " + links.joined(separator: ", "))
            + (column.conditions.isEmpty ? "" : " (some rows)") + (column.problem.map { " (\($0))" } ?? "")
        )
      }
    }
    switch field.content {
    case .value:
      let value = try document.inspected(field.index)
      return [(field.key, typeName(value))] + (try recordTypes(value, field.pathKey + "[]"))
    case .array(let array): return [(field.key, array.array.name)]
    case .group(let group):
      return [(field.key, "u\(group.bits)")]
        + group.parts.map { (GroupPart.key($0.name, in: field.key), ($0.isSigned ? "i" : "u") + "\($0.width)") }
    case .description: return [(field.key, "description")]
    case .table(let table):
      return [(field.key, NumberText.counted(table.describedCount, "row"))] + columns(table, field.pathKey + "[].", nil)
    case .graph(let graph):
      return [(field.key, "graph")]
        + graph.tables.flatMap { table -> [(String, String)] in
          let own = [(table.name, NumberText.counted(table.rowCount, "row"))]
          guard case .records(let records) = table.content else { return own }
          return own + columns(records, table.name + "[].", graph)
        }
    }
  }

  /// The columns of an array of dictionaries.
  private func recordTypes(_ value: InspectedValue, _ prefix: String) throws -> [(String, String)] {
    guard let list = try document.records(of: value), list.hasKeys else { return [] }
    var types = [[String]](repeating: [], count: list.columns.count)
    for row in 0..<min(list.rowCount, Self.readRows) {
      for (column, cell) in try list.cells(row).enumerated() {
        guard let cell else { continue }
        let type = typeName(cell)
        if types[column].count < 8, !types[column].contains(type) { types[column].append(type) }
      }
    }
    return [(prefix, NumberText.counted(list.rowCount, "row"))]
      + list.columns.enumerated().map { place, column in
        let all =
          types[place].isEmpty ? "(not among the first \(Self.readRows) rows)" : types[place].joined(separator: " | ")
        let some =
          column.count == list.rowCount ? "" : "  in \(column.count) of \(NumberText.counted(list.rowCount, "row"))"
        return ("\(prefix).\(column.name)", all + some)
      }
  }

  /// How many rows of an array of dictionaries tell the types of its columns.
  private static let readRows = 1_000

  /// A type in a word, from the value alone.
  package func typeName(_ value: InspectedValue) -> String {
    switch value.meaning {
    case .null: return "nil"
    case .text: return "text"
    case .data: return "data"
    case .date: return "date"
    case .uuid: return "UUID"
    case .url: return "URL"
    case .list, .dictionary, .object, .classDescription: return TerminalText.escaped(value.type?.name ?? "object")
    case .plain(let node):
      switch node {
      case .null: return "null"
      case .bool: return "boolean"
      case .integer, .wideInteger: return "integer"
      case .real32: return "real (f32)"
      case .real64: return "real"
      case .date: return "date"
      case .data: return "data"
      case .string: return "text"
      case .uid: return "reference"
      case .array: return "array"
      case .set: return "set"
      case .dictionary: return "dictionary"
      }
    }
  }

  /// A list that is no archive: its key paths, with `[]` for the elements of arrays.
  private mutating func plain() throws {
    var group = Group()
    group.count = 1
    names.append("(property list)")
    var seen: Set<Int> = []
    var open: [(index: Int, path: String)] = [(document.view.top, "")]
    /// For the keys of the elements of arrays: how many elements have them, of how many.
    var shares: [ExactText: (count: Int, rows: Int)] = [:]
    while let next = open.popLast() {
      let value = try document.inspected(next.index, isRaw: true)
      Self.note(next.path.isEmpty ? "." : next.path, typeName(value), &group)
      guard next.path.utf8.count < 4_096, seen.insert(next.index).inserted else { continue }
      if let list = try document.records(of: value), list.hasKeys {
        for column in list.columns {
          let known = shares[ExactText("\(next.path)[].\(column.name)")] ?? (0, 0)
          shares[ExactText("\(next.path)[].\(column.name)")] = (known.count + column.count, known.rows + list.rowCount)
        }
      }
      switch value.node {
      case .dictionary(let dictionary):
        for field in try document.plainFields(of: dictionary).fields.reversed() {
          open.append((field.index, next.path.isEmpty ? field.key : next.path + "." + field.key))
        }
      case .array(let list), .set(let list):
        for position in (0..<list.count).reversed() {
          open.append((try document.view.reference(position, in: list), next.path + "[]"))
        }
      default: break
      }
    }
    for key in group.order {
      group.keys[ExactText(key)]?.count = 1
      if let share = shares[ExactText(key)], share.count < share.rows, let types = group.keys[ExactText(key)]?.types {
        group.keys[ExactText(key)]?.types = [
          types.joined(separator: " | ") + "  in \(share.count) of \(NumberText.counted(share.rows, "row"))"
        ]
      }
    }
    groups[ExactText("(property list)")] = group
  }
}
