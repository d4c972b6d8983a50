@_spi(GeneratedCode) import ArchiveRuntime

/// Values that have no identity: they are the same under the same key of objects that are, and in lists.
extension ArchiveMerge {
  /// Values under the same key of two objects that are the same.
  func pairValues(
    of object: MergedObject, _ number: Int, _ newObject: MergedObject
  ) throws(ArchiveError) {
    let unknown = Set((unread[number] ?? []).map(ExactText.init))
    for key in object.keys where !unknown.contains(ExactText(key)) {
      let mangled = KeyedArchiveFormat.mangled(key)
      guard let node = try object.node(mangled: mangled), let newNode = try newObject.node(mangled: mangled) else {
        continue
      }
      switch (node, newNode) {
      case (.uid(let value), .uid(let newValue)): try pairValues(value, newValue)
      case (.array(let list), .array(let newList)) where key == "NS.objects":
        try pairElements(list, object, newList, newObject)
      default: continue
      }
    }
  }

  func pairValues(_ number: Int, _ newNumber: Int) throws(ArchiveError) {
    // A value may stand for several.
    guard number != 0, newNumber != 0, !identities.contains(number), origins[newNumber] == nil,
      let object = try earlier.object(number), let newObject = try new.object(newNumber),
      let name = try earlier.className(object)
    else { return }
    let newName = try new.className(newObject)
    // The name of a root of C data was compared before: it may have had another one.
    guard name == newName || preserved.rootName != nil else {
      guard try hasUnknown(number) else { return }
      throw .unknownDataLost(
        keys: describe(unread[number] ?? [], name),
        reason: "a value of the type '\(newName ?? "")' has taken the place of one of '\(name)'")
    }
    try note(number, newNumber)
  }

  func pairElements(
    _ list: PropertyListReferences, _ object: MergedObject, _ newList: PropertyListReferences, _ newObject: MergedObject
  ) throws(ArchiveError) {
    let elements = try ListMerge(list, object, newList, newObject)
    var unknown: [Int] = []
    for number in elements.numbers where try hasUnknown(number) { unknown.append(number) }
    if unknown.isEmpty { return }
    func lost(_ reason: String) throws(ArchiveError) -> ArchiveError {
      var keys: [String] = []
      for number in unknown.prefix(12) {
        guard let object = try earlier.object(number) else { continue }
        keys += describe(unread[number] ?? [], try earlier.className(object))
      }
      return .unknownDataLost(keys: keys.isEmpty ? keyPaths : keys.unique, reason: reason)
    }
    let pairs = try elements.pairs(unread) { (number) throws(ArchiveError) in
      // One that is not there any more is unlike all others.
      guard identities.contains(number) else { return nil }
      return counterparts[try earlier.index(of: number)] ?? -number
    } _: { (newNumber) throws(ArchiveError) in
      origins[newNumber].flatMap { identities.contains($0) ? newNumber : nil }
    }
    guard let pairs else {
      throw try lost("the elements of a list were moved, added or removed, and values have no identity")
    }
    for (number, newNumber) in pairs { try pairValues(number, newNumber) }
  }
  /// Whether a value that is archived as an object, or one within it, has something unknown.
  func hasUnknown(_ number: Int) throws(ArchiveError) -> Bool {
    if number == 0 || identities.contains(number) { return false }
    if let known = known[number] { return known }
    var visited: Set<Int> = [number]
    var stack = [number]
    var found = false
    while let next = stack.popLast(), !found {
      if !(unread[next] ?? []).isEmpty { found = true }
      guard let dictionary = try earlier.dictionary(next) else { continue }
      for position in 0..<dictionary.count {
        let index = try earlier.view.reference(position, in: dictionary.values)
        for number in try earlier.numbers(in: index)
        where number != 0 && !identities.contains(number) && visited.insert(number).inserted {
          stack.append(number)
        }
      }
    }
    if found { known[number] = true } else { for number in visited { known[number] = false } }
    return found
  }
}
