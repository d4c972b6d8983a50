@_spi(GeneratedCode) import ArchiveRuntime

extension GraphMerge {
  /// Pairs the nodes of a type with an identity by that, where the memory of one has another's contents now, or where one was copied into
  /// other memory. A node whose identity no earlier one had is still the one at its address.
  ///
  /// - Throws: `unknownDataLost` where several had it.
  func pairIdentified(_ table: MergedTable) throws(ArchiveError) {
    guard !table.unknown.isEmpty, let base = place.base, let target = table.target, target < base.written.rows.count,
      target < written.identities.count, !written.identities[target].isEmpty, table.isLoaded
    else { return }
    let identity = written.identities[target]
    let array = keys.table(newDescription.tables[target].name) + "[]"
    func isWanted(_ column: ColumnsDescription.Column) -> Bool {
      column.parts.isEmpty && column.tables.isEmpty && ColumnMerge.isOf(identity, column.name)
    }
    guard let before = try ColumnMerge(array, base.object, base.object, keys: [], merge.cost),
      let after = try ColumnMerge(array, place.newObject, place.newObject, keys: [], merge.cost),
      let own = try before.rowContents(merge.all, isWanted), let new = try after.rowContents(merge.all, isWanted)
    else { return }
    var former = [Int?](repeating: nil, count: table.addresses.count)
    var earlier: [Int: [Int]] = [:]
    for (row, address) in table.addresses.enumerated() where address != 0 {
      guard let place = base.written.rows[target][address], place > 0, place <= own.count else { continue }
      former[row] = own[place - 1]
      earlier[own[place - 1], default: []].append(row)
    }
    var origins = table.origins
    guard new.count >= origins.count else { return }
    func isKept(_ row: Int) -> Bool { origins[row] >= 0 && former[origins[row]] == new[row] }
    let kept = Set(origins.indices.filter(isKept).map { origins[$0] })
    var moved: [Int: Int] = [:]
    for row in origins.indices where !isKept(row) {
      guard let rows = earlier[new[row]] else { continue }
      let gone = rows.filter { !kept.contains($0) }
      // Of several that are still there it is none: a new node has an identity that is not used as one.
      if gone.isEmpty, rows.count > 1 { continue }
      guard gone.count <= 1 else {
        throw lost(table.unknown.map { "\(array).\($0)" }, RowProof.Reason.ambiguous.rawValue)
      }
      moved[row] = gone.first ?? rows[0]
    }
    if moved.isEmpty { return }
    let found = Set(moved.values)
    // What has an identity that nobody had is new, if the node that was at its address is in other memory.
    for (row, origin) in origins.enumerated() where found.contains(origin) && !isKept(row) { origins[row] = -1 }
    for (row, origin) in moved { origins[row] = origin }
    table.pair(origins)
  }
}
