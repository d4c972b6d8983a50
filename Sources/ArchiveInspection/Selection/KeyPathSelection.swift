@_spi(GeneratedCode) import ArchiveRuntime
import UntypedArchive

/// A part of an archive that a key path names: `root.items[2].name`, `#17.name`, `prices[].value`, `nodes#node:5`.
package enum Selection {
  case value(InspectedValue)
  case array(DescribedArray)
  /// An element of an array, by its place.
  case element(DescribedArray, Int)
  case group(GroupDescription, UInt64)
  /// A bit-field of a group.
  case part(GroupPart, UInt64)
  case table(ArchiveTable, GraphTables?)
  case row(ArchiveTable, GraphTables?, Int)
  /// An element of an array in a row: the table has no other column, and no other row.
  case cell(ArchiveTable, GraphTables?)
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

  /// The names that a path could have, as far as they are not too many.
  static func list(_ names: [String]) -> String {
    names.prefix(12).map { "'\(TerminalText.escaped($0))'" }.joined(separator: ", ") + (names.count > 12 ? ", …" : "")
  }
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
      try check(graph.tables[number].rowCount)
      if let row = row(place, of: number, in: graph) { return row }
    case .array(let array):
      guard array.array.rowDimensions.count > 1 else {
        try check(array.elementCount)
        return .element(array, place)
      }
      try check(array.array.rowDimensions[0])
      return .array(array[place])
    case .row(let table, let graph, let row) where table.selected?.count == 1:
      let own = table.only(row: row, in: view.bytes)
      let dimensions = own.elementDimensions(in: view.bytes)
      guard let count = dimensions.first else { break }
      try check(count)
      if let element = own.element(place, dimensions) { return .cell(element, graph) }
    case .cell(let table, let graph):
      let dimensions = table.columns[0].rowDimensions
      guard let count = dimensions.first else { break }
      try check(count)
      if let element = table.element(place, dimensions) { return .cell(element, graph) }
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
      var bitField: Selection?
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
          guard case .group(let group) = field.content, case .group(_, let word) = try content(of: field) else {
            continue
          }
          for part in group.parts {
            let key = GroupPart.key(part.name, in: group.name)
            names.append(key)
            if key.utf8.elementsEqual(rest.utf8) { bitField = .part(part, word) }
          }
        }
      }
      if let bitField {
        rest = ""
        return bitField
      }
      guard let best else {
        if let unnamed, names.isEmpty { return try self.key(&rest, of: try content(of: unnamed), whole) }
        throw KeyPathError(
          description:
            "there is nothing at '\(TerminalText.escaped(String(rest)))' of the key path '\(TerminalText.escaped(whole))'"
            + (names.isEmpty ? "" : "; the keys there are \(KeyPathError.list(names))"))
      }
      rest = Substring(rest.utf8.dropFirst(best.pathKey.utf8.count))
      return try content(of: best)
    case .table(let table, let graph), .row(let table, let graph, _):
      let isRow: Bool = if case .row = selection { true } else { false }
      guard let index = column(table, &rest, isRow: isRow) else {
        // What has several columns: a decimal's parts, a struct's fields, a union's members.
        let parts = table.shownColumns.filter { table.columns[$0].name.utf8.starts(with: (rest + ".").utf8) }
        if !parts.isEmpty {
          rest = ""
          if case .row(_, _, let row) = selection { return .row(table.only(parts), graph, row) }
          return .table(table.only(parts), graph)
        }
        throw KeyPathError(
          description:
            "the key path '\(TerminalText.escaped(whole))' names no column; there are \(KeyPathError.list(table.columns.map(\.name)))"
        )
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

  /// The column that is the rest of the path, or behind whose name elements of a row's array follow.
  private func column(_ table: ArchiveTable, _ rest: inout Substring, isRow: Bool) -> Int? {
    let fitting = table.columns.indices.filter { index in
      let name = table.columns[index].name
      return isRow ? isKey(name, atBeginningOf: rest, endings: "[") : name.utf8.elementsEqual(rest.utf8)
    }
    guard let index = fitting.max(by: { table.columns[$0].name.utf8.count < table.columns[$1].name.utf8.count })
    else { return nil }
    rest = Substring(rest.utf8.dropFirst(table.columns[index].name.utf8.count))
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
      throw KeyPathError(
        description:
          "the key path '\(TerminalText.escaped(whole))' names no table of the graph; there are \(KeyPathError.list(graph.pathNames))"
      )
    }
    let table = graph.tables[best.number]
    rest = Substring(rest.utf8.dropFirst(best.length))
    guard rest.first == ":" else { return .graphTable(graph, best.number) }
    let digits = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits), number >= 1, let row = row(number - 1, of: best.number, in: graph) else {
      throw KeyPathError(
        description:
          "the table '\(TerminalText.escaped(table.name))' of the key path '\(TerminalText.escaped(whole))' has \(NumberText.counted(table.rowCount, "row")), from 1"
      )
    }
    rest = rest.dropFirst(1 + digits.count)
    return row
  }

  /// The row of a graph's table, or the number, text or bytes that the row is; nil if there is none.
  private func row(_ row: Int, of number: Int, in graph: GraphTables) -> Selection? {
    let table = graph.tables[number]
    switch table.content {
    case .records(let records): return row < records.rowCount ? .row(records, graph, row) : nil
    case .numbers(let column):
      let numbers = DescribedArray(
        array: ArchivedArray(column.array.element, [table.rowCount]), order: .little, bytes: column.bytes)
      return row < min(table.rowCount, numbers.elementCount) ? .element(numbers, row) : nil
    case .texts(let range):
      guard row < table.rowCount, case let texts = GraphTables.texts(range, in: view.bytes, limit: row + 1),
        texts.indices.contains(row)
      else { return nil }
      return .text(String(decoding: view.bytes[texts[row]], as: UTF8.self))
    case .handles(let lengths, let bytes):
      guard row < lengths.count / 8 else { return nil }
      var range = bytes.lowerBound..<bytes.lowerBound
      for place in 0...row {
        let length = view.bytes.loadUnaligned(fromByteOffset: lengths.lowerBound + place * 8, as: UInt64.self)
        guard UInt64(littleEndian: length) <= UInt64(bytes.upperBound - range.upperBound) else { return nil }
        range = range.upperBound..<(range.upperBound + Int(UInt64(littleEndian: length)))
      }
      return .array(DescribedArray(array: ArchivedArray(.number(.u8), [range.count]), order: .little, bytes: range))
    case .missing: return nil
    }
  }

  /// What a field holds.
  package func content(of field: DescribedFields.Field) throws -> Selection {
    switch field.content {
    case .value: return .value(try inspected(field.index))
    case .array(let array): return .array(array)
    case .group(let group):
      guard let word = try view.node(field.index).word else { return .value(try inspected(field.index)) }
      return .group(group, word)
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
