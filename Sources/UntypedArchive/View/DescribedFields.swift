@_spi(GeneratedCode) import ArchiveRuntime

/// The keys of an object, a record or of `$top`, with what descriptions beside them explain: arrays, columns, groups of
/// bit-fields, the tables of graphs.
package struct DescribedFields {
  package struct Field {
    /// The key without the `$` that is added before a key of a type's own that begins with `$`.
    package let key: String
    /// The index of the value in the property list; of a table that of its description.
    package let index: Int
    package let content: Content
    /// What headers say of the number.
    package var reading: ValueNames.Reading?

    package init(key: String, index: Int, content: Content) {
      (self.key, self.index, self.content) = (key, index, content)
    }
  }

  package enum Content {
    case value
    /// Numbers or texts in one byte string.
    case array(DescribedArray)
    /// The integer of a group of bit-fields.
    case group(GroupDescription)
    case table(ArchiveTable)
    case graph(GraphTables)
    /// The text that describes what is stored under other keys, or that does not describe what there is.
    case description(String)
  }

  package var fields: [Field] = []
  package let type: ClassDescription?
}

/// Numbers or texts under one key.
package struct DescribedArray {
  package let array: ArchivedArray
  package let order: ByteOrder
  /// Where they are in the file.
  package let bytes: Range<Int>

  package init(array: ArchivedArray, order: ByteOrder, bytes: Range<Int>) {
    (self.array, self.order, self.bytes) = (array, order, bytes)
  }
}

extension ArchiveDocument {
  /// The keys of a dictionary of a keyed archive, with their descriptions applied. `$class` is left out.
  package func fields(of dictionary: PropertyListDictionary) throws(ArchiveError) -> DescribedFields {
    let type = try objectClass(of: dictionary)
    var reader = FieldReader(self, typeName: type?.name)
    return DescribedFields(fields: try reader.read(dictionary), type: type)
  }
}

extension PropertyListNode {
  /// The bits of an integer, which a group of bit-fields is.
  package var word: UInt64? {
    switch self {
    case .integer(let value): UInt64(bitPattern: value)
    case .wideInteger(let value): value.uint64
    case .bool(let value): value ? 1 : 0
    default: nil
    }
  }
}

private struct FieldReader {
  typealias Field = DescribedFields.Field
  private let document: ArchiveDocument
  private var keys: [(key: String, index: Int)] = []
  private var positions: [ExactText: Int] = [:]
  /// Keys that are part of another.
  private var taken: Set<Int> = []
  private var explained: [Int: DescribedFields.Content] = [:]

  /// The archived name of the type whose keys they are; of an array of records and of a graph that of its elements.
  private let typeName: String?

  init(_ document: ArchiveDocument, typeName: String?) {
    self.document = document
    self.typeName =
      document.names == nil
      ? nil
      : typeName.map { name in
        name.hasSuffix("[]") ? String(name.dropLast(2)) : name.hasSuffix("*") ? String(name.dropLast()) : name
      }
  }

  mutating func read(_ dictionary: PropertyListDictionary) throws(ArchiveError) -> [Field] {
    let view = document.view
    keys.reserveCapacity(dictionary.count)
    var hasDescriptions = false
    for position in 0..<dictionary.count {
      guard case .string(let text) = try view.node(try view.reference(position, in: dictionary.keys)) else { continue }
      let key = try view.string(text)
      if key == KeyedArchiveFormat.classKey { continue }
      keys.append((key, try view.reference(position, in: dictionary.values)))
      if key.utf8.last == UInt8(ascii: "]") { hasDescriptions = true }
    }
    if hasDescriptions {
      for (position, entry) in keys.enumerated() { positions[ExactText(entry.key)] = position }
      try explain()
    }
    var fields: [Field] = []
    for (position, entry) in keys.enumerated() where !taken.contains(position) {
      let key = KeyedArchiveFormat.unmangled(entry.key) ?? entry.key
      var field = Field(key: key, index: entry.index, content: explained[position] ?? .value)
      if case .value = field.content { field.reading = document.names?.reading(type: typeName, key: key) }
      fields.append(field)
    }
    return fields
  }

  private mutating func explain() throws(ArchiveError) {
    // Graphs first: the descriptions of their tables are theirs.
    for isGraph in [true, false] {
      for (position, entry) in keys.enumerated()
      where entry.key.utf8.last == UInt8(ascii: "]") && !taken.contains(position) && explained[position] == nil {
        guard let text = try description(at: entry.index) else { continue }
        if entry.key.hasSuffix(KeyedArchiveFormat.groupsKey) {
          if !isGraph { groups(entry.key, text, position) }
        } else if entry.key.hasSuffix("[]") {
          let own = String(entry.key.dropLast(2))
          if isGraph {
            if let graph = GraphDescription(text) { try self.graph(graph, own, position) }
          } else {
            try array(text, own, position)
          }
        }
      }
    }
  }

  private func description(at index: Int) throws(ArchiveError) -> String? {
    let node = try document.view.node(index)
    guard case .uid = node else { return nil }
    return try document.text(node)
  }

  private func data(_ key: String) throws(ArchiveError) -> Range<Int>? {
    guard let position = positions[ExactText(key)],
      case .data(let range) = try document.view.node(keys[position].index)
    else { return nil }
    return range
  }

  private mutating func take(_ key: String) {
    if let position = positions[ExactText(key)] { taken.insert(position) }
  }

  private mutating func groups(_ key: String, _ text: String, _ position: Int) {
    guard let groups = GroupDescription.groups(text) else { return }
    let prefix = key.dropLast(KeyedArchiveFormat.groupsKey.count)
    for group in groups {
      guard let place = positions[ExactText(prefix + group.name)] else { continue }
      explained[place] = .group(group)
    }
    explained[position] = .description(text)
    taken.insert(position)
  }

  private mutating func array(_ text: String, _ own: String, _ position: Int) throws(ArchiveError) {
    if let columns = ColumnsDescription(text), !columns.isElements {
      var table = try table(named: own, key: own, columns)
      if let names = document.names { table.take(names, type: typeName, prefix: own.isEmpty ? "" : own + "[].") }
      explained[position] = .table(table)
    } else if let array = ArrayDescription(text) {
      guard case .packed(let order) = array.storage, let bytes = try data(own), array.array.byteCount == bytes.count,
        let place = positions[ExactText(own)]
      else {
        explained[position] = .description(text)
        return
      }
      explained[place] = .array(DescribedArray(array: array.array, order: order, bytes: bytes))
      taken.insert(position)
    } else {
      explained[position] = .description(text)
    }
  }

  /// - Parameter key: what stands before `[]`.
  private mutating func table(
    named name: String, key: String, _ columns: ColumnsDescription
  ) throws(ArchiveError) -> ArchiveTable {
    let table = try ArchiveTable(name: name, columns) { (column) throws(ArchiveError) in
      try data("\(key)[].\(column)")
    }
    for column in columns.columns { take("\(key)[].\(column.stored.name)") }
    return table
  }

  private mutating func graph(
    _ description: GraphDescription, _ own: String, _ position: Int
  ) throws(ArchiveError) {
    let names = GraphKeys(key: own)
    var tables: [GraphTables.Table] = []
    for table in description.tables {
      let key = names.table(table.name)
      func column(_ name: String) throws(ArchiveError) -> Range<Int> {
        let range = try data(names.column(table.name, name)) ?? 0..<0
        take(names.column(table.name, name))
        return range
      }
      var made = GraphTables.Table(
        name: table.name, rowCount: table.rows, sites: table.sites.map { .init(table: $0.table, path: $0.path) })
      made.blocks = try column(GraphKeys.blocks)
      made.parts = try column(GraphKeys.parts)
      switch table.name {
      case "#text": made.content = .texts(try column(GraphKeys.text))
      case "#handles":
        made.content = .handles(lengths: try column(GraphKeys.lengths), bytes: try column(GraphKeys.bytes))
      case _ where table.name.hasPrefix("#"):
        let bytes = try column(GraphKeys.numbers)
        guard let array = ArchivedArray(name: table.name.dropFirst()) else { break }
        made.content = .numbers(TableColumn(name: GraphKeys.numbers, array: array, bytes: bytes))
      default:
        guard let place = positions[ExactText(key + "[]")], let text = try self.description(at: keys[place].index),
          let columns = ColumnsDescription(text)
        else { break }
        taken.insert(place)
        var records = try self.table(named: table.name, key: key, columns)
        if let names = document.names { records.take(names, type: table.name, prefix: "") }
        made.content = .records(records)
      }
      tables.append(made)
    }
    let roots = try data(names.roots) ?? 0..<0
    take(names.roots)
    explained[position] = .graph(GraphTables(key: own, rootCount: description.roots, roots: roots, tables: tables))
  }
}
