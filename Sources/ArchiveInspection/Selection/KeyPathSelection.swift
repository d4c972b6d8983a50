@_spi(GeneratedCode) import ArchiveRuntime
import UntypedArchive

/// A part of an archive that a key path names: `root.items[2].name`, `#17.name`, `prices[].value`, `nodes#node:5`.
package enum Selection {
  case value(InspectedValue)
  case array(DescribedArray)
  /// An element of an array, by its place.
  case element(DescribedArray, Int)
  case group(GroupDescription, UInt64)
  case table(ArchiveTable, GraphTables?)
  case row(ArchiveTable, GraphTables?, Int)
  case column(ArchiveTable, GraphTables?, Int)
  case graph(GraphTables)
  case graphTable(GraphTables, Int)
  /// An array of dictionaries as a table, or one column of it.
  case records(RecordList)
  /// The text of a description.
  case text(String)
}

/// A key path that leads to nothing.
package struct KeyPathError: Error, CustomStringConvertible {
  package let description: String
}

extension ArchiveDocument {
  /// Follows a key path from `$top`. If `$top` has `root` alone, the path may begin behind it.
  ///
  /// - Throws: `KeyPathError`, `ArchiveError`.
  package func selection(_ path: String) throws -> Selection {
    var rest = Substring(path)
    let value: InspectedValue
    // A list that is no keyed archive has no numbers, and may have such keys.
    if keyed != nil, let uid = Self.uid(&rest) {
      guard uid < objectCount else {
        throw KeyPathError(
          description: "there is no object #\(uid): the archive has the objects #0 to #\(objectCount - 1)")
      }
      value = try object(uid)
    } else {
      value = try inspected(start)
      if keyed != nil, let top = try fields(of: value), top.fields.count == 1, top.fields[0].key == "root",
        case .value = top.fields[0].content, !rest.isEmpty, !isKey("root", atBeginningOf: rest)
      {
        return try follow(rest, from: .value(try inspected(top.fields[0].index)), path)
      }
    }
    return try follow(rest, from: .value(value), path)
  }

  /// Removes `#17` from the front.
  private static func uid(_ rest: inout Substring) -> Int? {
    guard rest.first == "#" else { return nil }
    let digits = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
    guard let uid = Int(digits) else { return nil }
    rest = rest.dropFirst(1 + digits.count)
    return uid
  }

  private func isKey(_ key: String, atBeginningOf path: Substring, endings: StaticString = ".[#") -> Bool {
    guard path.utf8.starts(with: key.utf8) else { return false }
    guard let next = path.utf8.dropFirst(key.utf8.count).first else { return true }
    return endings.withUTF8Buffer { $0.contains(next) }
  }

  func follow(_ path: Substring, from start: Selection, _ whole: String) throws -> Selection {
    var rest = path
    var current = start
    var isFirst = true
    while !rest.isEmpty {
      if rest.first == "." {
        rest = rest.dropFirst()
      } else if !isFirst, rest.first != "[", rest.first != "#" {
        throw KeyPathError(
          description:
            "'\(TerminalText.escaped(String(rest)))' of the key path '\(TerminalText.escaped(whole))' has to begin with '.', '[' or '#'"
        )
      }
      isFirst = false
      if let subscripts = try subscripts(&rest, whole) {
        current = try element(subscripts, of: current, &rest, whole)
      } else {
        current = try key(&rest, of: current, whole)
      }
    }
    return current
  }

  /// Removes `[2]`, `[1][2]` or `[]` from the front.
  private func subscripts(_ rest: inout Substring, _ whole: String) throws -> [Int]? {
    guard rest.first == "[" else { return nil }
    if rest.hasPrefix("[]") {
      rest = rest.dropFirst(2)
      return []
    }
    let digits = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
    // A key that begins with a bracket is a key.
    guard let number = Int(digits), rest.dropFirst(1 + digits.count).first == "]" else { return nil }
    rest = rest.dropFirst(2 + digits.count)
    return [number]
  }

  private func element(_ places: [Int], of selection: Selection, _ rest: inout Substring, _ whole: String) throws
    -> Selection
  {
    // An array of records that is the root has the empty key.
    var selection = selection
    if case .value(let value) = selection, elements(of: value) == nil,
      let field = try fields(of: value)?.fields.first(where: { $0.pathKey.isEmpty })
    {
      selection = try content(of: field)
    }
    guard let place = places.first else {
      switch selection {
      case .table, .array, .graphTable: return selection
      case .value(let value):
        guard let list = try records(of: value, takesObjects: true) else { fallthrough }
        guard !rest.isEmpty else { return .records(list) }
        let path = rest.first == "." ? rest.dropFirst() : rest
        rest = ""
        return .records(try list.only(path, of: whole))
      default: throw KeyPathError(description: "'[]' of the key path '\(whole)' stands behind what is no table")
      }
    }
    func check(_ count: Int) throws {
      guard place < count else {
        throw KeyPathError(description: "the key path '\(whole)' asks for element \(place) of \(count)")
      }
    }
    switch selection {
    case .table(let table, let graph):
      try check(table.rowCount)
      return .row(table, graph, place)
    case .graphTable(let graph, let number):
      guard case .records(let table) = graph.tables[number].content else { break }
      try check(table.rowCount)
      return .row(table, graph, place)
    case .array(let array):
      try check(array.elementCount)
      return .element(array, place)
    case .value(let value):
      guard let elements = elements(of: value) else { break }
      try check(elements.count)
      return .value(try inspected(try view.reference(place, in: elements)))
    default: break
    }
    throw KeyPathError(description: "'[\(place)]' of the key path '\(whole)' stands behind what has no elements")
  }

  private func key(_ rest: inout Substring, of selection: Selection, _ whole: String) throws -> Selection {
    switch selection {
    case .value(let value):
      // The longest key that fits: keys of records contain dots.
      var best: DescribedFields.Field?
      // A table or graph that is all of the value needs no key: its own keys are the value's.
      var unnamed: DescribedFields.Field?
      var names: [String] = []
      if case .dictionary(let keys, let values) = value.meaning {
        for position in 0..<keys.count {
          guard let key = try text(try view.node(try view.reference(position, in: keys))) else { continue }
          names.append(key)
          if isKey(key, atBeginningOf: rest), key.utf8.count >= best?.key.utf8.count ?? 0 {
            best = .init(key: key, index: try view.reference(position, in: values), content: .value)
          }
        }
      } else if let fields = try fields(of: value) {
        for field in fields.fields {
          let key = field.pathKey
          if key.isEmpty { unnamed = field } else { names.append(key) }
          if isKey(key, atBeginningOf: rest), key.utf8.count >= best?.pathKey.utf8.count ?? 0 { best = field }
        }
      }
      guard let best else {
        if let unnamed, names.isEmpty { return try self.key(&rest, of: try content(of: unnamed), whole) }
        let near = names.prefix(12).map { "'\(TerminalText.escaped($0))'" }.joined(separator: ", ")
        throw KeyPathError(
          description:
            "there is nothing at '\(TerminalText.escaped(String(rest)))' of the key path '\(TerminalText.escaped(whole))'"
            + (names.isEmpty ? "" : "; the keys there are \(near)\(names.count > 12 ? ", …" : "")"))
      }
      rest = Substring(rest.utf8.dropFirst(best.pathKey.utf8.count))
      return try content(of: best)
    case .table(let table, let graph), .row(let table, let graph, _):
      guard let index = column(table, &rest) else {
        let names = table.columns.prefix(12).map { "'\(TerminalText.escaped($0.name))'" }.joined(separator: ", ")
        throw KeyPathError(
          description: "the key path '\(TerminalText.escaped(whole))' names no column; there are \(names)")
      }
      if case .row(_, _, let row) = selection { return .row(table.only(index), graph, row) }
      return .column(table, graph, index)
    case .graph(let graph): return try graphTable(graph, &rest, whole)
    case .graphTable(let graph, let number):
      guard case .records(let table) = graph.tables[number].content else { break }
      return try key(&rest, of: .table(table, graph), whole)
    default: break
    }
    throw KeyPathError(
      description:
        "'\(TerminalText.escaped(String(rest)))' of the key path '\(TerminalText.escaped(whole))' stands behind a value without keys"
    )
  }

  private func column(_ table: ArchiveTable, _ rest: inout Substring) -> Int? {
    let names = table.columns.indices.filter { table.columns[$0].name.utf8.elementsEqual(rest.utf8) }
    guard let index = names.first else { return nil }
    rest = ""
    return index
  }

  /// The table whose name begins the path, with `#` before it or without: the longest, and of equals the one that is
  /// spelled like it.
  private func graphTable(_ graph: GraphTables, _ rest: inout Substring, _ whole: String) throws -> Selection {
    var best: (number: Int, length: Int, isExact: Bool)?
    for (number, table) in graph.tables.enumerated() {
      let plain = table.name.hasPrefix("#") ? String(table.name.dropFirst()) : table.name
      for (own, isExact) in [(table.name, true), (plain, false), ("#" + plain, false)] {
        guard isKey(own, atBeginningOf: rest, endings: ".[#:") else { continue }
        let length = own.utf8.count
        if let best, (length, isExact ? 1 : 0) <= (best.length, best.isExact ? 1 : 0) { continue }
        best = (number, length, isExact)
      }
    }
    guard let best else {
      let names = graph.pathNames.prefix(12).map { "'\(TerminalText.escaped($0))'" }.joined(separator: ", ")
      throw KeyPathError(
        description:
          "the key path '\(TerminalText.escaped(whole))' names no table of the graph; there are \(names)\(graph.tables.count > 12 ? ", …" : "")"
      )
    }
    let table = graph.tables[best.number]
    rest = Substring(rest.utf8.dropFirst(best.length))
    guard rest.first == ":" else { return .graphTable(graph, best.number) }
    let digits = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
    guard let row = Int(digits), row >= 1, case .records(let records) = table.content, row <= records.rowCount else {
      throw KeyPathError(
        description:
          "the table '\(TerminalText.escaped(table.name))' of the key path '\(TerminalText.escaped(whole))' has \(NumberText.counted(table.rowCount, "row")), from 1"
      )
    }
    rest = rest.dropFirst(1 + digits.count)
    return .row(records, graph, row - 1)
  }

  /// What a field holds.
  package func content(of field: DescribedFields.Field) throws -> Selection {
    switch field.content {
    case .value: return .value(try inspected(field.index))
    case .array(let array): return .array(array)
    case .group(let group):
      guard case .integer(let word) = try view.node(field.index) else { return .value(try inspected(field.index)) }
      return .group(group, UInt64(bitPattern: word))
    case .table(let table): return .table(table, nil)
    case .graph(let graph): return .graph(graph)
    case .description(let text): return .text(text)
    }
  }
}

extension GraphTables {
  /// The tables' names in a path: with `#`, so that no key can be meant; without it only where numbers are called like a
  /// type of records.
  package var pathNames: [String] {
    let names = Set(tables.map(\.name))
    return tables.map { $0.name.hasPrefix("#") || names.contains("#" + $0.name) ? $0.name : "#" + $0.name }
  }
}

extension DescribedFields.Field {
  /// The key in a path: a table's without `[]`.
  package var pathKey: String {
    switch content {
    case .table, .graph: key.hasSuffix("[]") ? String(key.dropLast(2)) : key
    default: key
    }
  }
}

extension DescribedArray {
  /// The number of elements, in all dimensions.
  package var elementCount: Int {
    let size =
      switch array.element {
      case .text: array.dimensions.last ?? 0
      case .number(let type): type.archivedSize
      }
    return size == 0 ? 0 : bytes.count / size
  }
}

extension DescribedArray {
  /// The elements behind the first `skip`, at most `head` of them.
  func prefix(_ head: Int, skip: Int) -> DescribedArray {
    guard head != .max || skip > 0 else { return self }
    let count = elementCount
    let size = count == 0 ? 0 : bytes.count / count
    let first = min(skip, count)
    let shown = min(head, count - first)
    var dimensions = [shown]
    if case .text = array.element { dimensions.append(array.dimensions.last ?? 0) }
    let start = bytes.lowerBound + first * size
    return DescribedArray(
      array: ArchivedArray(array.element, dimensions), order: order, bytes: start..<(start + shown * size))
  }
}

extension ArchiveTable {
  /// The table with one column to show. Others stay, because conditions name them by their numbers.
  package func only(_ column: Int) -> ArchiveTable {
    var table = self
    table.selected = [column]
    return table
  }
}
