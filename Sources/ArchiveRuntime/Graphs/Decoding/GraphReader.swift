import Foundation

/// Finds the tables of an archived graph and checks them against each other, before memory is allocated for them.
struct GraphReader {
  let plan: GraphPlan
  let keys: GraphKeys
  let description: GraphDescription
  /// What the archive has if it was written when the type had no pointers; nil for a graph.
  let former: FormerForm?
  /// For each table of the plan the corresponding one of the archive, if there is one.
  private(set) var sources: [Int?]
  /// The archived columns of the plan's tables of records.
  private(set) var columns: [[ExactText: ColumnsDescription.Column]]
  private(set) var descriptions: [ColumnsDescription?]
  /// For each link the name of its column; nil if the archive has none.
  private(set) var linkNames: [[String?]]
  /// Links of records that were single and are elements of arrays now: the arrays that the archive does not have.
  private(set) var absentArrays: [[Int: [Int]]]
  /// The size of all data found so far.
  var byteCount = 0

  init<Source: FieldSource & ~Copyable>(
    _ plan: GraphPlan, key: String, from source: inout Source
  ) throws(ArchiveError) {
    self.plan = plan
    let path = source.path(GraphKeys(key: key).description)
    let text = try source.description(GraphKeys(key: key).description, index: nil)
    if let graph = text.flatMap(GraphDescription.init) {
      (former, description) = (nil, graph)
    } else if let found = try FormerForm(text, key, from: &source) {
      (former, description) = (found, found.description(plan.tables[0].name))
    } else {
      guard let text else { throw .missingKey(path: path) }
      throw .wrongType(path: path, expected: "a graph", found: "a value described as '\(text.prefix(80))'")
    }
    keys = GraphKeys(key: key, hasTables: former == nil)
    sources = Array(repeating: nil, count: plan.tables.count)
    columns = Array(repeating: [:], count: plan.tables.count)
    descriptions = Array(repeating: nil, count: plan.tables.count)
    linkNames = plan.tables.map { Array(repeating: nil, count: $0.links.count) }
    absentArrays = Array(repeating: [:], count: plan.tables.count)
    let names = [plan.tables[0].name] + plan.tables[0].formerNames
    // The roots are rows of the first table.
    guard let first = description.tables.first, names.containsExactly(first.name) else {
      throw .recordNotAllowed(
        path: path, found: description.tables.first?.name ?? "nothing", expected: names.joined(separator: ", "))
    }
    sources[0] = 0
    var open = [0]
    while let table = open.popLast() { try follow(table, &open, from: &source) }
  }

  func name(_ table: Int) -> String { sources[table].map { description.tables[$0].name } ?? plan.tables[table].name }

  /// Finds the columns of a table of records and the tables of its links.
  private mutating func follow<Source: FieldSource & ~Copyable>(
    _ table: Int, _ open: inout [Int], from source: inout Source
  ) throws(ArchiveError) {
    guard let record = plan.tables[table].plan, let archived = sources[table], former != .record else { return }
    let key = keys.table(description.tables[archived].name) + "[]"
    guard let text = try source.description(key, index: nil) else { throw .missingKey(path: source.path(key)) }
    guard let found = ColumnsDescription(text), !found.isElements,
      found.dimensions == [description.tables[archived].rows]
    else {
      throw .wrongType(
        path: source.path(key), expected: "\(description.tables[archived].rows) records",
        found: "a value described as '\(text.prefix(80))'")
    }
    descriptions[table] = found
    columns[table] = try found.columnsByName(source.path(key))
    var former = FormerPlaces(record, columns[table])
    for (position, link) in plan.tables[table].links.enumerated() {
      guard let (name, absent) = former.place(of: link.plan), let column = columns[table][ExactText(name)] else {
        continue
      }
      if !absent.isEmpty { absentArrays[table][position] = absent }
      let path = source.path("\(key).\(name)")
      linkNames[table][position] = name
      guard column.tables.count == (link.container == nil ? 1 : 2),
        case .number(let type) = column.array.element, type == .u32 || type == .u64
      else {
        throw .wrongType(
          path: path, expected: "links to rows of a table", found: "values of the type \(column.array.name)")
      }
      try map(link.table, to: column.tables[0], path, &open)
      if let container = link.container { try map(container.table, to: column.tables[1], path, &open) }
    }
  }

  private mutating func map(
    _ table: Int, to archived: Int, _ path: String, _ open: inout [Int]
  ) throws(ArchiveError) {
    guard archived < description.tables.count else {
      throw .linkOutOfRange(path: path, link: UInt64(archived + 1), count: description.tables.count)
    }
    if let known = sources[table] {
      guard known == archived else {
        throw .wrongType(
          path: path, expected: "links to '\(description.tables[known].name)'",
          found: "links to '\(description.tables[archived].name)'")
      }
      return
    }
    let own = plan.tables[table]
    let name = description.tables[archived].name
    let isRight: Bool
    switch own.kind {
    case .records: isRight = name.isExactly(own.name) || own.formerNames.containsExactly(name)
    case .numbers: isRight = name.hasExactPrefix("#") && ElementType(name: name.dropFirst()) != nil
    case .text, .handles: isRight = name.isExactly(own.name)
    }
    guard isRight else { throw .recordNotAllowed(path: path, found: name, expected: own.name) }
    sources[table] = archived
    open.append(table)
  }

  // MARK: Data

  /// The data under a key.
  mutating func data<Source: FieldSource & ~Copyable>(
    _ key: String, from source: inout Source
  ) throws(ArchiveError) -> UnsafeRawBufferPointer {
    let value = try source.find(key, index: nil, as: .data)
    guard case .data(let data) = value else {
      if case .missing = value { throw .missingKey(path: source.path(key)) }
      throw .wrongType(path: source.path(key), expected: "data", found: value.kindName)
    }
    byteCount += data.count
    return data
  }

  /// Integers of `size` bytes under a key, which must be `count` in number.
  mutating func words<Source: FieldSource & ~Copyable>(
    _ key: String, size: Int, count: Int, from source: inout Source
  ) throws(ArchiveError) -> ArchivedWords {
    let data = try data(key, from: &source)
    guard Description.product([count, size]) == data.count else {
      throw .wrongType(
        path: source.path(key), expected: "\(count) integers of \(size) bytes", found: "\(data.count) bytes")
    }
    return ArchivedWords(data, size: size)
  }

  /// The blocks and parts of a table, which must have all its rows together.
  mutating func places<Source: FieldSource & ~Copyable>(
    _ table: Int, from source: inout Source
  ) throws(ArchiveError) -> (blocks: [Int], parts: [PartOfRecord]) {
    guard let archived = sources[table] else { return ([], []) }
    let found = description.tables[archived]
    var blocks: [Int] = []
    if found.blocks > 0 {
      let key = keys.column(found.name, GraphKeys.blocks)
      let words = try words(key, size: 8, count: found.blocks, from: &source)
      var rest = found.rows
      for index in 0..<words.count {
        guard let count = Int(exactly: words[index]), count > 0, count <= rest else {
          throw .wrongType(
            path: source.path(key), expected: "blocks of \(found.rows) rows", found: "one of \(words[index])")
        }
        rest -= count
        blocks.append(count)
      }
      guard rest == 0 else {
        throw .wrongType(
          path: source.path(key), expected: "blocks of \(found.rows) rows", found: "\(found.rows - rest)")
      }
    }
    var parts: [PartOfRecord] = []
    if found.parts > 0, plan.tables[table].hasSites {
      let key = keys.column(found.name, GraphKeys.parts)
      let words = try words(key, size: 32, count: found.parts, from: &source)
      var total = 0
      for index in 0..<found.parts {
        let path = "\(source.path(key))[\(index)]"
        parts.append(try part(words, index, table, path))
        // Each part is in an existing record, and the records are counted.
        total += parts[index].count
        guard total < 1 << 48 else { throw .wrongType(path: path, expected: "a part", found: "too many rows") }
      }
    }
    return (blocks, parts)
  }

  private func part(
    _ words: ArchivedWords, _ index: Int, _ table: Int, _ path: String
  ) throws(ArchiveError) -> PartOfRecord {
    let sites = sources[table].map { description.tables[$0].sites } ?? []
    let (site, record, place, count) = (
      words.word(index * 4), words.word(index * 4 + 1), words.word(index * 4 + 2), words.word(index * 4 + 3)
    )
    guard let site = Int(exactly: site), site < sites.count else {
      throw .linkOutOfRange(path: path, link: site, count: sites.count)
    }
    let archived = sites[site]
    guard let owner = sources.firstIndex(of: archived.table), plan.tables[owner].plan != nil else {
      throw .wrongType(path: path, expected: "a part of a record", found: "one of a table that no link leads to")
    }
    let own = plan.tables[table].sites
    guard let ownSite = own.firstIndex(where: { $0.owner == owner && $0.paths.contains(archived.path) }) else {
      let known = Set(sites.map(\.path))
      let new = own.filter { $0.owner == owner && known.isDisjoint(with: $0.paths) }.compactMap(\.paths.first)
      let renamed =
        new.count == 1 ? "; if that is '\(new[0])' now, write '// archive: was(\"\(archived.path)\")' on the field" : ""
      throw .wrongType(
        path: path, expected: "a part of a record",
        found: "'\(archived.path)', which '\(plan.tables[owner].name)' has no more\(renamed)")
    }
    guard record > 0, record <= UInt64(description.tables[archived.table].rows) else {
      throw .linkOutOfRange(path: path, link: record, count: description.tables[archived.table].rows)
    }
    guard let place = Int(exactly: place), let count = Int(exactly: count), count > 0,
      let place = own[ownSite].index(of: place, count: count, in: dimensions(of: own[ownSite], archived.path, owner)),
      own[ownSite].offset(of: place, count: count) != nil
    else { throw .linkOutOfRange(path: path, link: place, count: own[ownSite].positions) }
    return PartOfRecord(
      table: owner, record: UInt32(truncatingIfNeeded: record), site: ownSite, index: place, count: count)
  }

  /// The archived dimensions at a site; the site's own if they are unknown.
  private func dimensions(of site: GraphSite, _ path: String, _ owner: Int) -> [Int] {
    func dimensions(_ column: ColumnsDescription.Column?) -> [Int]? {
      guard let column, column.conditions.isEmpty else { return nil }
      return column.array.dimensions
    }
    if let own = columns[owner][ExactText(path)] { return dimensions(own) ?? site.dimensions }
    let member = descriptions[owner]?.columns.first {
      $0.conditions.isEmpty && ($0.name.hasExactPrefix(path + ".") || $0.name.hasExactPrefix(path + "[]."))
    }
    guard let found = dimensions(member), found.count >= site.dimensions.count else { return site.dimensions }
    return Array(found.prefix(site.dimensions.count))
  }

  /// The members of unions and plain columns of a table of records.
  func found<Source: FieldSource & ~Copyable>(
    _ table: Int, from source: inout Source
  ) throws(ArchiveError) -> FoundColumns? {
    guard let record = plan.tables[table].plan, let description = descriptions[table] else { return nil }
    let found = try record.findColumns(
      description, key: keys.table(name(table)), indices: { _ in nil }, from: &source)
    // A graph's record may have nothing but links.
    if former != nil, found.count > 0, found.found.isEmpty, found.memberColumns.isEmpty, !found.missing.isEmpty,
      !record.columns.isMigrated
    {
      throw .missingKey(path: source.path(keys.description))
    }
    return found
  }
}
