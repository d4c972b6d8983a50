@_spi(GeneratedCode) import ArchiveRuntime

/// Keys, columns and versions of one object.
extension ArchiveMerge {
  /// What the new object gets of the earlier one.
  func restore(
    _ object: MergedObject, _ number: Int, _ newObject: MergedObject, _ newNumber: Int
  ) throws(ArchiveError) {
    let keys = unread[number] ?? []
    let unknown = Set(keys.map(ExactText.init))
    let isGone = RemovedRecords(object, unknown, newObject)
    try restoreGraphs(object, number, newObject, newNumber, unknown, isGone)
    var columns: [(array: String, names: [String])] = []
    let stale = try staleUnions(number, newObject)
    for key in keys where !isOfGraph(key, number) {
      if Self.array(of: key, object, unknown) == nil, let (prefix, group) = try object.group(key) {
        if stale.contains(where: { key.hasExactPrefix($0) }) { continue }
        try restore(group, key, prefix, object, newObject, newNumber, isGone)
        continue
      }
      if let array = Self.array(of: key, object, unknown) {
        let name = String(Substring(key.utf8.dropFirst(array.utf8.count + 1)))
        if columns.last?.array == array {
          columns[columns.count - 1].names.append(name)
        } else if let known = columns.firstIndex(where: { $0.array == array }) {
          columns[known].names.append(name)
        } else {
          columns.append((array, [name]))
        }
        continue
      }
      if newObject.has(key) { continue }
      if stale.contains(where: { key.hasExactPrefix($0) }) { continue }
      guard try !isGone.contains(key) else { continue }
      guard let index = try object.index(key) else { continue }
      add(Edit(key: key, value: .earlier(index)), to: newNumber)
    }
    for (array, names) in columns {
      let merge = try ColumnMerge(array, object, newObject, keys: describe(names.map { "\(array).\($0)" }, nil))
      guard let merge else {
        try isGone.check(array)
        continue
      }
      for edit in try merge.edits(names) { add(edit, to: newNumber) }
    }
    if preserved.hasVersions { try restoreVersions(object, number, newObject, newNumber, isGone, unknown) }
  }

  /// Gives the new object the bit-fields of a group that the program does not know, under keys of their own.
  private func restore(
    _ group: GroupDescription, _ key: String, _ prefix: String, _ object: MergedObject, _ newObject: MergedObject,
    _ newNumber: Int, _ isGone: RemovedRecords
  ) throws(ArchiveError) {
    guard let word = try object.integer(key) else { throw .missingKey(path: key) }
    for part in group.parts {
      let field = prefix + part.name
      if try newObject.hasField(field) { continue }
      if try isGone.contains(field) { continue }
      let value = part.value(in: UInt64(bitPattern: word))
      guard part.isSigned || value <= UInt64(Int64.max) else {
        throw .unknownDataLost(keys: [field], reason: "it is a bit-field of 64 bits in a group")
      }
      add(Edit(key: field, value: .integer(Int64(bitPattern: value))), to: newNumber)
    }
  }

  func add(_ edit: Edit, to newNumber: Int) { edits[newNumber, default: []].append(edit) }

  // MARK: Graphs

  func restoreGraphs(
    _ object: MergedObject, _ number: Int, _ newObject: MergedObject, _ newNumber: Int, _ unknown: Set<ExactText>,
    _ isGone: RemovedRecords
  ) throws(ArchiveError) {
    for graph in preserved.graphs where own(graph.number) == number {
      tables[number, default: []] += try Self.tables(graph.key, object)
      guard let written = graphs?.graph(newNumber, graph.key) else {
        // One that is not there any more was removed on purpose.
        if unknown.contains(where: { isOfGraph($0.text, number) }) { try isGone.check(graph.key + "[]") }
        continue
      }
      let place = MergedGraph(
        object: object, newObject: newObject, newNumber: newNumber, unread: unknown, written: written)
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
    (tables[number] ?? []).contains { key.isExactly($0) || key.hasExactPrefix($0 + ".") }
  }

  /// Notes which rows of the earlier archive the new ones of a table are, -1 for those that are new.
  func note(rows earlier: [Int], of table: String, in newNumber: Int) {
    rows[newNumber, default: [:]][ExactText(table)] = earlier
  }

  /// The description's key of the array of records that a column is of, if the array was read.
  static func array(of key: String, _ object: MergedObject, _ unknown: Set<ExactText>) -> String? {
    var start = key.utf8.startIndex
    while let bracket = key.utf8[start...].firstIndex(of: UInt8(ascii: "[")) {
      let rest = key.utf8[bracket...]
      start = key.utf8.index(after: bracket)
      guard rest.starts(with: "[].".utf8) else { continue }
      let array = String(Substring(key.utf8[..<bracket])) + "[]"
      if object.has(array), !unknown.contains(ExactText(array)) { return array }
    }
    return nil
  }

  /// A type's version stays what it was where it is above the program's: what its later release has written is there still.
  func restoreVersions(
    _ object: MergedObject, _ number: Int, _ newObject: MergedObject, _ newNumber: Int, _ isGone: RemovedRecords,
    _ unknown: Set<ExactText>
  ) throws(ArchiveError) {
    for key in object.keys where KeyedArchiveFormat.isVersionKey(key) && !isOfGraph(key, number) {
      guard let version = try object.integer(key), version > (try newObject.integer(key)) ?? 1 else { continue }
      if let array = Self.array(of: key, object, unknown) {
        guard let merge = try ColumnMerge(array, object, newObject, keys: [key]) else { continue }
        try merge.checkRows()
      } else if try isGone.contains(key) {
        continue
      }
      add(Edit(key: key, value: .integer(version)), to: newNumber)
    }
  }
}
