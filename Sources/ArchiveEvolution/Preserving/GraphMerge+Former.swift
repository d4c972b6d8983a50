@_spi(GeneratedCode) import ArchiveRuntime

extension GraphMerge {
  /// As `ArchiveMerge.checkFormer` for the nodes of a table that the program still has.
  func checkFormer(_ table: MergedTable) throws(ArchiveError) {
    guard !table.unknown.isEmpty, let base = place.base, let target = table.target, target < base.written.rows.count,
      let columns = table.columns
    else { return }
    let array = keys.table(newDescription.tables[target].name) + "[]"
    guard let before = try ColumnMerge(array, base.object, base.object, keys: [], merge.cost),
      let after = try ColumnMerge(array, place.newObject, place.newObject, keys: [], merge.cost)
    else { return }
    let known = Set(columns.columns.map { ExactText($0.name) })
    for column in after.description.columns where column.parts.isEmpty && !known.contains(ExactText(column.name)) {
      func isWanted(_ other: ColumnsDescription.Column) -> Bool { other.name.isExactly(column.name) }
      let zero = try merge.all.zero(column.array.byteCount ?? 0)
      guard let own = try before.rowContents(merge.all, isWanted), let new = try after.rowContents(merge.all, isWanted)
      else { continue }
      for (row, earlier) in table.origins.enumerated() where row < new.count {
        // A new node has zeros under the later release's key.
        var former = zero
        if earlier >= 0 {
          guard
            let own = base.written.rows[target][table.addresses[earlier]].flatMap({
              $0 > 0 && $0 <= own.count ? own[$0 - 1] : nil
            })
          else { continue }
          former = own
        }
        // Of links only NULL is the same in both: rows have other indices.
        let isSame = column.tables.isEmpty ? former == new[row] : (former == zero) == (new[row] == zero)
        guard isSame else { throw ArchiveMerge.edited("\(array).\(column.name)") }
      }
    }
  }
}
