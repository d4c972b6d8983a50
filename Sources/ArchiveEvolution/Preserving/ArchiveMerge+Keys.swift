@_spi(GeneratedCode) import ArchiveRuntime

/// Keys, columns and versions of one object.
extension ArchiveMerge {
  /// What the new object gets of the earlier one.
  func restore(_ pair: ObjectPair) throws(ArchiveError) {
    let (object, newObject, newNumber) = (pair.object, pair.newObject, pair.newNumber)
    let keys = unread[pair.number] ?? []
    let isGone = try RemovedRecords(pair, cost)
    try restoreGraphs(pair, isGone)
    var columns: [(array: String, names: [String])] = []
    var places: [ExactText: Int] = [:]
    var elements: [ExactText: ElementRows] = [:]
    let stale = try staleUnions(pair.number, newObject)
    func isOfGraph(_ key: String) -> Bool { self.isOfGraph(key, pair.number) }
    for unreadKey in keys where !isOfGraph(unreadKey) {
      guard let key = try place(of: unreadKey, pair, &elements) else { continue }
      if let array = Self.array(of: unreadKey, object, pair.unknown) {
        let name = String(Substring(unreadKey.utf8.dropFirst(array.utf8.count + 1)))
        if let known = places[ExactText(array)] {
          columns[known].names.append(name)
        } else {
          places[ExactText(array)] = columns.count
          columns.append((array, [name]))
        }
        continue
      }
      try cost.charge(stale.count)
      if stale.contains(where: { unreadKey.hasExactPrefix($0) }) { continue }
      if let (_, group) = try object.group(unreadKey) {
        try restore(group, unreadKey, as: key, pair, isGone)
        continue
      }
      if newObject.has(key) { continue }
      guard try !isGone.contains(key) else { continue }
      guard let index = try object.index(unreadKey) else { continue }
      add(Edit(key: key, value: .earlier(index)), to: newNumber)
    }
    var merges: [ExactText: ColumnMerge] = [:]
    for (array, names) in columns {
      guard let merge = try self.columns(array, names, pair) else {
        try isGone.check(array)
        continue
      }
      merges[ExactText(array)] = merge
      for edit in try merge.edits(names) { add(edit, to: newNumber) }
    }
    try checkFormer(pair, isOfGraph)
    if preserved.hasVersions { try restoreVersions(pair, isGone, merges, &elements) }
  }

  /// Gives the new object the bit-fields of a group that the program does not know, under keys of their own.
  private func restore(
    _ group: GroupDescription, _ key: String, as newKey: String, _ pair: ObjectPair, _ isGone: RemovedRecords
  ) throws(ArchiveError) {
    guard let word = try pair.object.integer(key) else { throw .missingKey(path: key) }
    let prefix = newKey.lastIndex(of: ".").map { String(newKey[...$0]) } ?? ""
    for part in group.parts {
      let field = prefix + part.name
      if try pair.newObject.hasField(field) { continue }
      if try isGone.contains(field) { continue }
      let value = part.value(in: UInt64(bitPattern: word))
      guard part.isSigned || value <= UInt64(Int64.max) else {
        throw .unknownDataLost(keys: [field], reason: "it is a bit-field of 64 bits in a group")
      }
      add(Edit(key: field, value: .integer(Int64(bitPattern: value))), to: pair.newNumber)
    }
  }

  func add(_ edit: Edit, to newNumber: Int) { edits[newNumber, default: []].append(edit) }

  // MARK: Graphs

  func restoreGraphs(_ pair: ObjectPair, _ isGone: RemovedRecords) throws(ArchiveError) {
    for graph in preserved.graphs where own(graph.number) == pair.number {
      for table in try Self.tables(graph.key, pair.object) { tables[pair.number, default: []].insert(ExactText(table)) }
      guard let written = graphs?.graph(pair.newNumber, graph.key) else {
        // One that is not there any more was removed on purpose.
        if pair.unknown.contains(where: { isOfGraph($0.text, pair.number) }) { try isGone.check(graph.key + "[]") }
        continue
      }
      var base: (object: MergedObject, written: WrittenNodes)?
      for part in pair.base?.parts ?? [] where base == nil {
        if let nodes = part.base.graphs.last(where: { $0.number == part.number && $0.key.isExactly(graph.key) }) {
          base = (part.object, nodes)
        }
      }
      let place = MergedGraph(
        object: pair.object, base: base, newObject: pair.newObject, newNumber: pair.newNumber, unread: pair.unknown,
        written: written)
      try GraphMerge(graph, place, self)?.restore()
    }
  }

  /// What the keys of a graph's tables begin with: `K.node[]`.
  static func tables(_ key: String, _ object: MergedObject) throws(ArchiveError) -> [String] {
    guard let text = try object.text(key + "[]") else { return [] }
    // The lines that do not begin with a space name tables, behind their numbers of rows.
    return text.utf8.split(separator: UInt8(ascii: "\n")).dropFirst().compactMap { line in
      guard line.first != UInt8(ascii: " "), let space = line.firstIndex(of: UInt8(ascii: " ")) else { return nil }
      let name = String(Substring(line[line.index(after: space)...]))
      return (key.isEmpty ? "" : key + ".") + name + "[]"
    }
  }

  func isOfGraph(_ key: String, _ number: Int) -> Bool {
    guard let tables = tables[number], !tables.isEmpty else { return false }
    if tables.contains(ExactText(key)) { return true }
    return Self.owner(of: key).map { tables.contains(ExactText($0)) } ?? false
  }

  /// Notes which rows of the earlier archive the new ones of a table are, -1 for those that are new.
  func note(rows earlier: [Int], of table: String, in newNumber: Int) {
    rows[newNumber, default: [:]][ExactText(table)] = earlier
  }

  /// The description's key of the array of records that a column is of, if the array was read.
  static func array(of key: String, _ object: MergedObject, _ unknown: Set<ExactText>) -> String? {
    guard let array = owner(of: key), object.has(array), !unknown.contains(ExactText(array)) else { return nil }
    return array
  }

  /// The description's key of an array or table that has a column under the key. An array in a column has no description, so that
  /// the first brackets are meant.
  private static func owner(of key: String) -> String? {
    var start = key.utf8.startIndex
    while let bracket = key.utf8[start...].firstIndex(of: UInt8(ascii: "[")) {
      start = key.utf8.index(after: bracket)
      guard key.utf8[bracket...].starts(with: "[].".utf8) else { continue }
      return String(Substring(key.utf8[..<bracket])) + "[]"
    }
    return nil
  }

  // MARK: Versions

  /// A type's version stays what it was where it is above the program's: what its later release has written is there still.
  private func restoreVersions(
    _ pair: ObjectPair, _ isGone: RemovedRecords, _ merges: [ExactText: ColumnMerge],
    _ elements: inout [ExactText: ElementRows]
  ) throws(ArchiveError) {
    let (object, newObject) = (pair.object, pair.newObject)
    for key in object.keys where KeyedArchiveFormat.isVersionKey(key) && !isOfGraph(key, pair.number) {
      guard let newKey = try place(of: key, pair, &elements) else { continue }
      guard let version = try object.integer(key), version > (try newObject.integer(newKey)) ?? 1 else { continue }
      if let array = Self.array(of: key, object, pair.unknown) {
        guard let text = try object.text(array), let rows = ColumnsDescription(text)?.dimensions,
          let newText = try newObject.text(array), let newRows = ColumnsDescription(newText)?.dimensions
        else { continue }
        let isAdded = merges[ExactText(array)]?.rows?.contains { $0 < 0 } ?? zip(newRows, rows).contains { $0 > $1 }
        guard !isAdded else {
          throw .unknownDataLost(
            keys: [key], reason: "records of an earlier version were added to records of version \(version)")
        }
      } else if try isGone.contains(newKey) {
        continue
      }
      add(Edit(key: newKey, value: .integer(version)), to: pair.newNumber)
    }
  }
}
