@_spi(GeneratedCode) import ArchiveRuntime

extension ColumnMerge {
  /// Numbers for what the rows of the earlier archive have in some columns; nil where that cannot be told.
  func rowContents(
    _ all: ContentNumbers, _ isWanted: (ColumnsDescription.Column) -> Bool
  ) throws(ArchiveError) -> [Int]? {
    let count = try earlierCount()
    var pieces: [(bytes: UnsafeRawBufferPointer, size: Int, starts: [Int]?, isPadded: Bool)] = []
    var total = 0
    for column in description.columns where isWanted(column) {
      guard let size = column.array.byteCount, var bytes = try object.data("\(array).\(column.stored.name)") else {
        return nil
      }
      if let group = column.group {
        let values = group.values(in: bytes)
        let own = try all.allocate(values.count)
        own.copyBytes(from: values)
        bytes = UnsafeRawBufferPointer(own)
      }
      var starts: [Int]?
      if !column.conditions.isEmpty {
        let tags = try Tags(column, self, nil, count, 0)
        guard tags.tests != nil else { return nil }
        starts = try self.starts(of: column)
      }
      guard Description.product([starts.map { $0.last ?? 0 } ?? count, size]) == bytes.count else { return nil }
      pieces.append((bytes, size, starts, column.isPadded))
      total += bytes.count + (column.isPadded ? bytes.count / max(size, 1) * 8 : 0)
    }
    try cost.charge(count, times: 8 + pieces.count)
    let rows = try all.allocate(total)
    var contents: [Int] = []
    contents.reserveCapacity(count)
    var end = 0
    func append(_ part: Slice<UnsafeRawBufferPointer>) {
      UnsafeMutableRawBufferPointer(rebasing: rows[end..<(end + part.count)])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: part))
      end += part.count
    }
    for row in 0..<count {
      let start = end
      for piece in pieces {
        let (first, last) = piece.starts.map { ($0[row], $0[row + 1]) } ?? (row, row + 1)
        guard piece.isPadded else {
          append(piece.bytes[(first * piece.size)..<(last * piece.size)])
          continue
        }
        // The longest value of a column decides how long all are.
        for value in first..<last {
          let whole = piece.bytes[(value * piece.size)..<((value + 1) * piece.size)]
          let length = whole.lastIndex { $0 != 0 }.map { $0 - whole.startIndex + 1 } ?? 0
          rows.storeBytes(of: UInt64(length), toByteOffset: end, as: UInt64.self)
          end += 8
          append(whole.prefix(length))
        }
      }
      contents.append(all.number(.bytes(.init(buffer: UnsafeRawBufferPointer(rebasing: rows[start..<end])))))
    }
    return contents
  }

  /// Whether a column is one of the keys of an identity, or within the record or array that is.
  static func isOf(_ identity: [String], _ name: String) -> Bool {
    identity.contains { key in
      name.isExactly(key) || name.hasExactPrefix(key + ".") || name.hasExactPrefix(key + "[]")
    }
  }
}

extension ArchiveMerge {
  /// The columns of an array in both archives, with the rows that are the same.
  ///
  /// - Parameter names: The unknown columns, as keys have them.
  /// - Returns: nil if the array is not in the new archive.
  /// - Throws: `unknownDataLost` if it cannot be proven which rows are which.
  func columns(_ array: String, _ names: [String], _ pair: ObjectPair) throws(ArchiveError) -> ColumnMerge? {
    let keys = describe(names.map { "\(array).\($0)" }, nil)
    guard var merge = try ColumnMerge(array, pair.object, pair.newObject, keys: keys, cost) else { return nil }
    merge.areValues = graphs?.hasValues(pair.newNumber, array) == true
    let (newDescription, newCount) = try merge.newRows()
    let rows = try self.rows(&merge, names, newDescription, pair)
    let count = try merge.earlierCount()
    if count != newCount || rows != Array(0..<count) { merge.rows = rows }
    note(rows: rows, of: array, in: pair.newNumber)
    try checkFormer(array, rows, merge, pair)
    return merge
  }

  /// For each row of the new archive the one of the earlier archive, -1 for a row that is new.
  private func rows(
    _ merge: inout ColumnMerge, _ names: [String], _ newDescription: ColumnsDescription, _ pair: ObjectPair
  ) throws(ArchiveError) -> [Int] {
    let (array, description) = (merge.array, merge.description)
    let count = try merge.earlierCount()
    func words(_ description: ColumnsDescription) -> String {
      description.dimensions.map(String.init).joined(separator: " × ")
    }
    guard let base = pair.base?.part(array)?.object,
      let before = try ColumnMerge(array, base, base, keys: merge.keys, cost),
      before.description.columns.elementsEqual(newDescription.columns, by: { $0.hasForm(of: $1) })
    else { throw merge.lost("the array '\(array)' cannot be compared with the one that was read") }
    let former = before.description.dimensions
    guard
      former.count == 1 && description.dimensions.count == 1 && description.dimensions[0] <= former[0]
        || former == description.dimensions, former.count == 1 || newDescription.dimensions == former
    else {
      throw merge.lost(
        "the array '\(array)' had \(words(description)) rows, was read as \(words(before.description)), and has \(words(newDescription))"
      )
    }
    let (formerCount, newCount) = (try before.earlierCount(), try merge.newRows().count)
    try cost.charge(formerCount + newCount, times: 8)
    func isSame() throws(ArchiveError) -> Bool {
      guard former == newDescription.dimensions else { return false }
      for column in newDescription.columns where column.group == nil {
        let key = "\(array).\(column.name)"
        guard let data = try base.data(key), let newData = try pair.newObject.data(key), data.hasSameBytes(as: newData)
        else { return false }
      }
      return true
    }
    if try isSame() { return (0..<newCount).map { $0 < count ? $0 : -1 } }
    guard let after = try ColumnMerge(array, pair.newObject, pair.newObject, keys: merge.keys, cost),
      let contents = try before.rowContents(all, { $0.group == nil }),
      let newContents = try after.rowContents(all, { $0.group == nil })
    else { throw merge.lost("rows of the array '\(array)' were changed, and have unions in unions") }
    let identity = graphs?.identity(pair.newNumber, array)
    var (identities, newIdentities): ([Int]?, [Int]?)
    if let identity {
      identities = try before.rowContents(all) { $0.parts.isEmpty && ColumnMerge.isOf(identity, $0.name) }
      newIdentities = try after.rowContents(all) { $0.parts.isEmpty && ColumnMerge.isOf(identity, $0.name) }
    }
    let unknownNames = Set(names.map(ExactText.init))
    let earlier = try ColumnMerge(array, pair.object, pair.object, keys: merge.keys, cost)
    var unknown: [Int]?
    let proof = RowProof(
      before: .init(contents, identities: identities), after: .init(newContents, identities: newIdentities)
    ) { (row) throws(ArchiveError) in
      if row >= count || names.isEmpty { return nil }
      if unknown == nil {
        unknown =
          try earlier?.rowContents(self.all) { $0.group == nil && unknownNames.contains(ExactText($0.name)) }
          ?? (0..<count).map { _ in self.all.unlike() }
      }
      return unknown?[row]
    }
    switch try proof.outcome() {
    case .unproven(let reason): throw merge.lost("rows of the array '\(array)' \(reason.rawValue)")
    case .rows(let rows):
      try checkInner(names, rows, contents, newContents, before, after, pair)
      return rows.map { $0 < count ? $0 : -1 }
    }
  }

  /// Checks that the elements of arrays within rows are the same, where these have something unknown: a row that is the same may
  /// have other elements.
  private func checkInner(
    _ names: [String], _ rows: [Int], _ contents: [Int], _ newContents: [Int], _ before: ColumnMerge,
    _ after: ColumnMerge, _ pair: ObjectPair
  ) throws(ArchiveError) {
    let changed = rows.indices.filter { rows[$0] >= 0 && contents[rows[$0]] != newContents[$0] }
    if changed.isEmpty { return }
    var seen: Set<ExactText> = []
    for name in names {
      guard let end = name.range(of: "[].", options: .backwards) else { continue }
      let inner = String(name[..<end.lowerBound]) + "[]"
      guard seen.insert(ExactText(inner)).inserted else { continue }
      let identity = graphs?.identity(pair.newNumber, "\(before.array).\(inner)")
      func isWanted(_ column: ColumnsDescription.Column) -> Bool {
        guard column.name.hasExactPrefix(inner + ".") else { return false }
        guard let identity else { return column.group == nil }
        let own = String(Substring(column.name.utf8.dropFirst(inner.utf8.count + 1)))
        return column.parts.isEmpty && ColumnMerge.isOf(identity, own)
      }
      guard let own = try before.rowContents(all, isWanted), let new = try after.rowContents(all, isWanted),
        changed.allSatisfy({ own[rows[$0]] == new[$0] })
      else {
        let reason = identity == nil ? RowProof.Reason.changed : .moved
        throw before.lost(
          "elements of '\(inner)' in a row of the array '\(before.array)' \(reason.rawValue)",
          ["\(before.array).\(name)"])
      }
    }
  }
}

extension ColumnsDescription.Column {
  /// Whether each row has one text or one piece of data, with zeros behind it.
  fileprivate var isPadded: Bool {
    guard array.dimensions.count == 1 else { return false }
    return switch array.element {
    case .text: true
    case .number(let type): type == .u8
    }
  }

  /// Whether two columns are alike, but for the length of the longest value.
  fileprivate func hasForm(of other: Self) -> Bool {
    if self == other { return true }
    return name.isExactly(other.name) && isPadded && other.isPadded && array.element == other.array.element
      && conditions == other.conditions && tables == other.tables && parts == other.parts && group == other.group
  }
}
