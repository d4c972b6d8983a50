@_spi(GeneratedCode) import ArchiveRuntime

extension GraphMerge {
  /// Writes all that changes in the new archive.
  func write() throws(ArchiveError) {
    for (target, table) in newDescription.tables.enumerated() {
      let earlier = byTarget[target]
      if table.name.hasPrefix("#") {
        if let earlier, !earlier.appended.isEmpty || isAdded(earlier) { try writeValues(earlier) }
      } else {
        try writeRecords(table.name, earlier)
      }
      if let earlier, !earlier.appended.isEmpty { try writeBlocks(earlier, target, table.name) }
    }
    var result = newDescription
    for table in tables where !table.appended.isEmpty {
      guard let target = table.target else { continue }
      result.tables[target].rows += table.appended.count
      result.tables[target].blocks = blocks(table, target).count
    }
    guard tables.contains(where: { !$0.appended.isEmpty || $0.target != nil && isAdded($0) }) else { return }
    put(keys.description, .text(result.text))
  }

  private func put(_ key: String, _ value: Edit.Value) { merge.add(Edit(key: key, value: value), to: place.newNumber) }

  // MARK: Records

  private func writeRecords(_ name: String, _ table: MergedTable?) throws(ArchiveError) {
    let array = keys.table(name) + "[]"
    let text = try place.newObject.text(array)
    let own = text.flatMap { ColumnsDescription($0) }
    let appended = table?.appended ?? []
    let columns = try table?.merge()
    var lines = text.map { String($0.drop { $0 != "\n" }) } ?? ""
    // The columns that the program has written.
    for column in own?.columns ?? [] {
      let key = "\(array).\(column.name)"
      guard let data = try place.newObject.data(key) else { continue }
      var bytes = column.tables.isEmpty ? nil : try shifted(data, column, key)
      if !appended.isEmpty, let table, let columns {
        bytes = (bytes ?? Array(data)) + (try copies(of: column, table, columns, key))
      }
      if let bytes { put(key, .data(bytes)) }
    }
    guard let table, let columns else { return }
    if !appended.isEmpty { try checkCopied(table, own, array) }
    // Those that it does not know.
    var isChanged = !appended.isEmpty || isAdded(table)
    for (column, conditions, bytes) in try unknownColumns(table, columns, hasOwn: own != nil) {
      let key = "\(array).\(column.name)"
      var all = bytes + (try columns.copied(column, appended, try columns.starts(of: column)))
      var words = ""
      if !column.tables.isEmpty {
        let links = try table.links(column)
        all = try translated(all, links)
        words = tableWords(links)
      }
      lines += "\n\(conditions)\(column.array.name)\(words) \(column.name)\(GroupPart.lines(column.parts))"
      put(key, .data(all))
      isChanged = true
    }
    let count = (own?.dimensions.first ?? 0) + appended.count
    if isChanged { put(array, .text("count \(count)" + lines)) }
    try writeVersions(table, array)
  }

  /// The unknown columns with what the rows of the new archive have.
  private func unknownColumns(
    _ table: MergedTable, _ columns: ColumnMerge, hasOwn: Bool
  ) throws(ArchiveError) -> [(column: ColumnsDescription.Column, conditions: String, bytes: [UInt8])] {
    var result: [(column: ColumnsDescription.Column, conditions: String, bytes: [UInt8])] = []
    guard hasOwn else {
      guard let description = table.columns else { return [] }
      // The whole table is the earlier archive's, with its columns in their order.
      for column in description.columns where column.group == nil {
        let words = column.conditions.map { condition in
          "@\(condition.column + 1)\(condition.isExclusion ? "!" : "=")"
            + condition.values.map(String.init).joined(separator: ",") + " "
        }
        result.append((column, words.joined(), []))
      }
      return result
    }
    for restored in try columns.restored(table.unknown) {
      let key = "\(keys.table(table.name))[].\(restored.column.name)"
      var bytes = restored.bytes
      // A bit-field of a group always has bytes of its own.
      if bytes == nil { bytes = try place.object.data(key).map { Array($0) } }
      result.append((restored.column, restored.conditions, bytes ?? []))
    }
    return result
  }

  /// What copied rows have in a column that the program knows.
  private func copies(
    of column: ColumnsDescription.Column, _ table: MergedTable, _ columns: ColumnMerge, _ key: String
  ) throws(ArchiveError) -> [UInt8] {
    try merge.cost.charge(table.columns?.columns.count ?? 0)
    guard let earlier = table.columns?.columns.first(where: { $0.name.isExactly(column.name) }) else {
      let isNew = !column.parts.contains { part in
        table.columns?.columns.contains { $0.name.isExactly(GroupPart.key(part.name, in: column.name)) } ?? false
      }
      guard isNew, column.conditions.isEmpty, let size = column.array.byteCount else {
        throw lost([key], "rows that are copied have no value for it")
      }
      return [UInt8](repeating: 0, count: size * table.appended.count)
    }
    guard
      earlier.parts == column.parts,
      earlier.array == column.array || !column.tables.isEmpty && earlier.array.dimensions == column.array.dimensions,
      earlier.tables.count == column.tables.count, earlier.conditions.count == column.conditions.count
    else {
      throw lost(
        [key],
        "rows that only unknown links lead to have a \(earlier.array.name), and the program writes a \(column.array.name)"
      )
    }
    let bytes = try columns.copied(earlier, table.appended, try columns.starts(of: earlier))
    if column.tables.isEmpty { return bytes }
    let links = try table.links(earlier)
    guard links.size == EarlierLinks.size(column) else { throw lost([key], "its links have another size") }
    return try translated(bytes, links)
  }

  /// Checks that all columns of copied rows are written.
  private func checkCopied(
    _ table: MergedTable, _ own: ColumnsDescription?, _ array: String
  ) throws(ArchiveError) {
    guard let own else { return }
    let known = Set(own.columns.map { ExactText($0.name) })
    for column in table.columns?.columns ?? []
    where !known.contains(ExactText(column.name)) && !table.isUnknown(column.name) {
      throw lost(
        ["\(array).\(column.name)"], "rows that only unknown links lead to have a key that the program has changed")
    }
  }

  /// See `ArchiveMerge.restoreVersions`; new rows and such of a later release cannot stand in one table.
  private func writeVersions(_ table: MergedTable, _ array: String) throws(ArchiveError) {
    guard merge.preserved.hasVersions else { return }
    try merge.cost.charge(place.object.keyBytes)
    for key in place.object.keys where key.hasExactPrefix(array + ".") && KeyedArchiveFormat.isVersionKey(key) {
      guard let version = try place.object.integer(key) else { continue }
      let own = try place.newObject.integer(key) ?? 1
      let isNew = table.origins.contains { $0 < 0 }
      if !place.newObject.has(array) || version > own {
        guard !isNew else {
          throw lost([key], "nodes of an earlier version were added to nodes of version \(version)")
        }
        put(key, .integer(version))
      } else if version < own, !table.appended.isEmpty {
        throw lost([key], "rows of version \(version) that only unknown links lead to cannot be updated")
      }
    }
  }

  // MARK: The rest

  /// The blocks of a table with rows that are copied; none where every row is a block.
  private func blocks(_ table: MergedTable, _ target: Int) -> [Int] {
    let known = target < written.blocks.count ? written.blocks[target] : []
    let own = target < written.ownCounts.count ? written.ownCounts[target] : 0
    if known.isEmpty, !table.appendedBlocks.contains(where: { $0 != 1 }) { return [] }
    return (known.isEmpty ? Array(repeating: 1, count: own) : known) + table.appendedBlocks
  }

  private func writeBlocks(_ table: MergedTable, _ target: Int, _ name: String) throws(ArchiveError) {
    let blocks = blocks(table, target)
    if !blocks.isEmpty { put(keys.column(name, GraphKeys.blocks), .data(Self.words(blocks))) }
  }

  private static func words(_ values: [Int]) -> [UInt8] {
    values.flatMap { value in (0..<8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
  }

  /// Numbers, texts and handles.
  private func writeValues(_ table: MergedTable) throws(ArchiveError) {
    switch table.name {
    case "#text":
      let key = keys.column(table.name, GraphKeys.text)
      let data = try value(key, of: place.object)
      var ends: [Int] = []
      for (place, byte) in data.enumerated() where byte == 0 { ends.append(place + 1) }
      guard ends.count == table.count, ends.last ?? 0 == data.count else {
        throw .wrongType(path: key, expected: "\(table.count) texts", found: "\(ends.count)")
      }
      var bytes = try ownValue(key)
      for row in table.appended { bytes += data[(row == 0 ? 0 : ends[row - 1])..<ends[row]] }
      // Ends of other texts name rows in front of these.
      put(key, .data(bytes))
    case "#handles":
      let (lengthKey, key) = (keys.column(table.name, GraphKeys.lengths), keys.column(table.name, GraphKeys.bytes))
      let (lengths, data) = (try value(lengthKey, of: place.object), try value(key, of: place.object))
      guard Description.product([table.count, 8]) == lengths.count else {
        throw .wrongType(path: lengthKey, expected: "\(table.count) lengths", found: "\(lengths.count) bytes")
      }
      let words = ArchivedWords(lengths, size: 8)
      var starts = [0]
      for row in 0..<words.count {
        guard let length = Int(exactly: words[row]), let start = starts.last, length <= data.count - start else {
          throw .wrongType(path: key, expected: "\(words[row]) bytes more", found: "\(data.count)")
        }
        starts.append(start + length)
      }
      var (bytes, ownLengths) = (try ownValue(key), try ownValue(lengthKey))
      for row in table.appended {
        bytes += data[starts[row]..<starts[row + 1]]
        ownLengths += Self.words([starts[row + 1] - starts[row]])
      }
      put(key, .data(bytes))
      put(lengthKey, .data(ownLengths))
    default:
      let key = keys.column(table.name, GraphKeys.numbers)
      let data = try value(key, of: place.object)
      guard let size = ElementType(name: table.name.dropFirst())?.archivedSize,
        Description.product([size, table.count]) == data.count
      else { throw .wrongType(path: key, expected: "\(table.count) values", found: "\(data.count) bytes") }
      var bytes = try ownValue(key)
      for row in table.appended { bytes += data[(row * size)..<((row + 1) * size)] }
      put(key, .data(bytes))
    }
  }

  private func value(_ key: String, of object: MergedObject) throws(ArchiveError) -> UnsafeRawBufferPointer {
    guard let data = try object.data(key) else { throw .missingKey(path: key) }
    return data
  }

  private func ownValue(_ key: String) throws(ArchiveError) -> [UInt8] {
    try place.newObject.data(key).map { Array($0) } ?? []
  }
}
