@_spi(GeneratedCode) import ArchiveRuntime

/// Unions whose tag has a value that belongs to no member.
extension ArchiveMerge {
  /// What the members' keys begin with of unions whose tag the program has changed.
  func staleUnions(_ number: Int, _ newObject: MergedObject) throws(ArchiveError) -> [String] {
    var stale: [String] = []
    for tag in preserved.tags where own(tag) == number && !tag.union.isEmpty {
      if try newObject.fieldInteger(tag.key) != tag.value { stale.append(tag.union + ".") }
    }
    return stale
  }

  /// The number of the object that the tag is in.
  func own(_ tag: UnknownTag) -> Int { own(tag.number) }

  /// The number of an object that was noted as the root.
  func own(_ number: Int) -> Int {
    guard preserved.rootName != nil, number == ParsedArchive.rootNumber else { return number }
    return unread.keys.first { $0 != 0 } ?? number
  }

  /// Checks that each tag that belongs to no member is the archive's own: else its member is nowhere.
  func checkTags() throws(ArchiveError) {
    if preserved.tags.isEmpty { return }
    let byOrigin = Dictionary(grouping: preserved.tags, by: own)
    var values: [String: Set<Int64>] = [:]
    for tag in preserved.tags { values[tag.key, default: []].insert(tag.value) }
    var classes: Set<String> = []
    for number in byOrigin.keys {
      if let object = try earlier.object(number), let name = try earlier.className(object) { classes.insert(name) }
    }
    for newNumber in 0..<max(new.objects.count, 1) {
      let origin = origins[newNumber]
      guard newNumber == 0 || origin != nil || !classes.isEmpty, let newObject = try new.object(newNumber) else {
        continue
      }
      let name = try new.className(newObject)
      guard newNumber == 0 || name.map({ classes.contains($0) }) ?? false else { continue }
      for (key, values) in values {
        let object = try origin.flatMap { (origin) throws(ArchiveError) in try earlier.object(origin) }
        if let value = try newObject.fieldInteger(key) {
          let isOwn = origin.map { origin in
            byOrigin[origin]?.contains { $0.key == key && $0.value == value } ?? false
          }
          guard values.contains(value), !(isOwn ?? false) else { continue }
          throw .unknownTag(path: key, tag: key, value: value)
        }
        guard let array = Self.array(of: key, newObject, []) else { continue }
        let tag = String(Substring(key.utf8.dropFirst(array.utf8.count + 1)))
        guard let object, var merge = try ColumnMerge(array, object, newObject, keys: [key], cost) else {
          try ColumnMerge.check(tag, values, array, newObject)
          continue
        }
        merge.rows = rows[newNumber]?[ExactText(array)]
        try merge.check(tag, values)
      }
    }
  }
}
