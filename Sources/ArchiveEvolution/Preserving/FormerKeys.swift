@_spi(GeneratedCode) import ArchiveRuntime

// A field that the newer release has renamed, moved or migrated is missing for the older program, which has its default and writes
// it under the former key, where the newer program does not look as long as its own key is there. So a change of such a field would
// be lost. Nothing in the archive says which unknown key has become of which known one; what can be seen is that the program has
// changed a field that the archive did not have, and that the archive has something that the program does not know.

extension ArchiveMerge {
  /// Checks that the program has not changed a field for which the archive had no key, if unknown keys are beside it.
  func checkFormer(_ pair: ObjectPair, _ isOfGraph: (String) -> Bool) throws(ArchiveError) {
    guard let base = pair.base else { return }
    // At the archive's top each value has keys of its own.
    func owner(_ key: String) -> Substring.UTF8View {
      guard pair.number == 0 else { return ""[...].utf8 }
      return Substring(key).utf8.prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "[") }
    }
    var beside: Set<ExactText> = []
    for key in pair.unknown where !isOfGraph(key.text) {
      if Self.array(of: key.text, pair.object, pair.unknown) != nil { continue }
      beside.insert(ExactText(String(Substring(owner(key.text)))))
    }
    if beside.isEmpty { return }
    try cost.charge(pair.newObject.keyBytes)
    for key in pair.newObject.keys where beside.contains(ExactText(String(Substring(owner(key))))) {
      if KeyedArchiveFormat.isVersionKey(key) || isOfGraph(key) || pair.object.has(key) { continue }
      if key.utf8.suffix(GroupDescription.key.utf8.count).elementsEqual(GroupDescription.key.utf8) { continue }
      if key.utf8.suffix(2).elementsEqual("[]".utf8), pair.object.has(String(Substring(key.utf8.dropLast(2)))) {
        continue
      }
      if try isInOtherForm(key, pair.object) { continue }
      // Those of arrays that the archive has are compared row by row.
      if Self.array(of: key, pair.object, pair.unknown) != nil { continue }
      guard let former = base.part(key) else { continue }
      if let (prefix, group) = try pair.newObject.group(key) {
        for part in group.parts {
          let field = prefix + part.name
          if try pair.object.hasField(field) { continue }
          if try former.object.fieldInteger(field) != pair.newObject.fieldInteger(field) { throw Self.edited(field) }
        }
        continue
      }
      if try pair.object.hasField(key) { continue }
      if try former.base.contents.number(key, of: former.object) != newContents.number(key, of: pair.newObject) {
        throw Self.edited(key)
      }
    }
  }

  /// Whether the archive has the value of a key that it does not have, as an array where the program has elements, or the reverse.
  private func isInOtherForm(_ key: String, _ object: MergedObject) throws(ArchiveError) -> Bool {
    if object.has(key + "[]") { return true }
    guard let bracket = key.utf8.firstIndex(of: UInt8(ascii: "[")) else { return false }
    let stem = String(Substring(key.utf8[..<bracket]))
    // Elements of their own are compared one by one.
    if object.has(stem) { return true }
    return try object.text(stem + "[]").map { !$0.hasExactPrefix("elements count") } ?? false
  }

  /// The same for the columns of an array.
  func checkFormer(_ array: String, _ rows: [Int], _ merge: ColumnMerge, _ pair: ObjectPair) throws(ArchiveError) {
    guard !merge.keys.isEmpty, let newDescription = merge.newDescription, let base = pair.base?.part(array)?.object
    else { return }
    let known = Set(merge.description.columns.map { ExactText($0.name) })
    let added = newDescription.columns.filter { $0.parts.isEmpty && !known.contains(ExactText($0.name)) }
    if added.isEmpty { return }
    guard let before = try ColumnMerge(array, base, base, keys: merge.keys, cost),
      let after = try ColumnMerge(array, pair.newObject, pair.newObject, keys: merge.keys, cost)
    else { return }
    for column in added {
      func isWanted(_ other: ColumnsDescription.Column) -> Bool { other.name.isExactly(column.name) }
      // A new row has zeros under the later release's key.
      let zero = try all.zero(column.array.byteCount ?? 0)
      guard let own = try before.rowContents(all, isWanted), let new = try after.rowContents(all, isWanted),
        rows.indices.allSatisfy({ rows[$0] < 0 ? new[$0] == zero : own[rows[$0]] == new[$0] })
      else { throw Self.edited("\(array).\(column.name)") }
    }
  }

  static func edited(_ key: String) -> ArchiveError {
    .unknownDataLost(
      keys: [key],
      reason:
        "it was changed, and the archive did not have it: a later release may have it under one of the keys that are unknown"
    )
  }
}
