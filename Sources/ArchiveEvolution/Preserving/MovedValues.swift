@_spi(GeneratedCode) import ArchiveRuntime

/// Values with something unknown that the program has put somewhere else: into another collection or property, of the same object or
/// another one.
///
/// 1. A value whose type declares an identity is the one with the same identity, wherever it is. Copies of it get the same.
/// 2. A value without one is the value that has all the same known contents, also a copy of it.
/// 3. One without an identity that was taken out of an object that is still there may have been changed, and put where another one of
///    its type is new: that cannot be known, and is an error.
///
/// 4. One without an identity that is at its place, with all the known contents that another one had, was exchanged, which is an error.
///
/// A value that is not found goes with the object that had it.
struct MovedValues {
  private let merge: ArchiveMerge
  private let unknown: UnknownValues
  private let bases: [Int: BaseObject]
  /// The values that are nowhere, and collections among them.
  private var missing: [Int]
  /// The new archive's objects that are no value of the earlier one, by class.
  private var added: [String: [Int]] = [:]
  /// All earlier values with something unknown, by the numbers of their identities.
  private var known: [Int: [Int]] = [:]

  init(_ merge: ArchiveMerge) throws(ArchiveError) {
    self.merge = merge
    unknown = try merge.unknownValues()
    missing = unknown.all.filter { !merge.isPaired($0) }.sorted()
    // Most archives have no value that could be one of them.
    var wanted: Set<String> = []
    for number in unknown.all {
      if let name = try merge.earlier.className(of: number) { wanted.insert(name) }
    }
    if !wanted.isEmpty {
      for number in 1..<max(merge.new.objects.count, 1) where merge.origins[number] == nil {
        guard let name = try merge.new.className(of: number), wanted.contains(name) else { continue }
        added[name, default: []].append(number)
      }
    }
    for number in added.isEmpty ? [] : unknown.all.sorted() {
      guard let name = try merge.earlier.className(of: number), added[name] != nil,
        let identity = merge.graphs?.identity(ofClass: name), let object = try merge.earlierValue(number)
      else { continue }
      known[try merge.identityNumber(identity, name, object, merge.contents), default: []].append(number)
    }
    bases = unknown.all.isEmpty ? [:] : try merge.formerValues()
  }

  /// Pairs the values, the outermost first, because what is in a value that is found is compared there.
  mutating func pair() throws(ArchiveError) {
    if added.isEmpty { return }
    try pairIdentified()
    try pairCopies()
    while !missing.isEmpty {
      missing.removeAll { merge.isPaired($0) }
      let inner = Set(missing)
      var outermost: [Int] = []
      for number in missing {
        try merge.cost.charge(unknown.users[number]?.count ?? 0, times: 8)
        if (unknown.users[number] ?? []).allSatisfy({ !inner.contains($0) }) { outermost.append(number) }
      }
      if outermost.isEmpty { break }
      try pair(outermost)
      try merge.restorePairs()
      let done = Set(outermost)
      missing.removeAll { done.contains($0) }
    }
  }

  /// Gives copies of values that are still there the same, where it is clear of which.
  private func pairCopies() throws(ArchiveError) {
    let names = Set(
      added.keys.filter { name in
        !ArchiveMerge.isCollection(name) && merge.graphs?.identity(ofClass: name) == nil && !open(name).isEmpty
      })
    if names.isEmpty { return }
    var moved: Set<Int> = []
    for value in missing where !merge.isPaired(value) { moved.insert(try content(of: value)) }
    var copied: [String: [Int: [Int]]] = [:]
    for value in unknown.all.sorted() where merge.isPaired(value) {
      guard let name = try merge.earlier.className(of: value), names.contains(name) else { continue }
      let content = try content(of: value)
      if !moved.contains(content) { copied[name, default: [:]][content, default: []].append(value) }
    }
    for name in copied.keys.sorted() {
      for newNumber in open(name) {
        guard let values = copied[name]?[try merge.newContents.number(ofObject: newNumber)], try areAlike(values) else {
          continue
        }
        try merge.note(values[0], bases[values[0]], newNumber)
      }
    }
    try merge.restorePairs()
  }

  /// The number of what the program knows of a value.
  private func content(of value: Int) throws(ArchiveError) -> Int {
    guard let part = bases[value]?.parts.first else { return try merge.contents.number(ofObject: value) }
    return try part.base.contents.number(ofObject: part.number)
  }

  private func open(_ name: String) -> [Int] { (added[name] ?? []).filter { merge.origins[$0] == nil } }

  /// Pairs by identity.
  private func pairIdentified() throws(ArchiveError) {
    for name in added.keys.sorted() {
      guard let identity = merge.graphs?.identity(ofClass: name) else { continue }
      for newNumber in open(name) {
        guard let object = try merge.new.object(newNumber) else { continue }
        let number = try merge.identityNumber(identity, name, object, merge.newContents)
        guard let found = known[number] else { continue }
        let missing = found.filter { !merge.isPaired($0) }
        let values = missing.isEmpty ? found : missing
        guard try areAlike(values) else {
          // Of several that are still there this may be any, or a new one.
          if missing.isEmpty { continue }
          throw try merge.lost(missing, RowProof.Reason.ambiguous.rawValue)
        }
        try merge.note(values[0], bases[values[0]], newNumber)
      }
    }
    try merge.restorePairs()
  }

  private func pair(_ values: [Int]) throws(ArchiveError) {
    var groups: [Int: [Int]] = [:]
    var names: [String: [Int]] = [:]
    for value in values {
      guard let name = try merge.earlier.className(of: value), merge.graphs?.identity(ofClass: name) == nil else {
        continue
      }
      names[name, default: []].append(value)
      groups[try content(of: value), default: []].append(value)
    }
    for name in names.keys.sorted() {
      var newGroups: [Int: [Int]] = [:]
      for newNumber in open(name) {
        newGroups[try merge.newContents.number(ofObject: newNumber), default: []].append(newNumber)
      }
      for (content, found) in newGroups.sorted(by: { $0.value[0] < $1.value[0] }) {
        guard let former = groups[content] else { continue }
        var areClear = found.count == 1 && former.count == 1
        if !areClear, found.count <= former.count { areClear = try areAlike(former) }
        guard areClear else {
          throw try merge.lost(former, RowProof.Reason.alike.rawValue)
        }
        for (value, newNumber) in zip(former, found) { try merge.note(value, bases[value], newNumber) }
      }
      try checkChanged(names[name] ?? [], name)
    }
  }

  /// - Throws: `unknownDataLost` for a value that is where another one of its type was.
  func checkExchanged() throws(ArchiveError) {
    var changed: [(value: Int, name: String, content: Int)] = []
    var former: [Int: [Int]] = [:]
    for value in unknown.all.sorted() {
      guard let name = try merge.earlier.className(of: value), !ArchiveMerge.isCollection(name),
        merge.graphs?.identity(ofClass: name) == nil
      else { continue }
      let content = try content(of: value)
      if let newNumber = merge.counterpart(of: value) {
        let new = try merge.newContents.number(ofObject: newNumber)
        if new == content { continue }
        changed.append((value, name, new))
      }
      former[content, default: []].append(value)
    }
    for (value, name, content) in changed {
      for other in former[content] ?? [] where other != value {
        guard try merge.earlier.className(of: other) == name, try !areAlike([value, other]) else { continue }
        throw try merge.lost([other], RowProof.Reason.exchanged.rawValue)
      }
    }
  }

  /// Whether values have the same unknown data.
  private func areAlike(_ values: [Int]) throws(ArchiveError) -> Bool {
    let first = try merge.whole.number(ofObject: values[0])
    for value in values.dropFirst() where try merge.whole.number(ofObject: value) != first { return false }
    return true
  }

  /// - Throws: `unknownDataLost` where a value is left over on both sides.
  private func checkChanged(_ values: [Int], _ name: String) throws(ArchiveError) {
    if ArchiveMerge.isCollection(name) || open(name).isEmpty { return }
    var taken: [Int] = []
    for value in values where !merge.isPaired(value) { if try merge.isInPaired(value) { taken.append(value) } }
    if !taken.isEmpty { throw try merge.lost(taken, RowProof.Reason.changed.rawValue) }
  }
}

extension ArchiveMerge {
  /// Finds values that are somewhere else.
  func pairMoved() throws(ArchiveError) {
    guard descends else { return }
    var moved = try MovedValues(self)
    try moved.pair()
    try moved.checkExchanged()
  }

  /// The number of an object's identity.
  func identityNumber(
    _ identity: [String], _ name: String, _ object: MergedObject, _ contents: SideContents
  ) throws(ArchiveError) -> Int {
    try cost.charge(object.keyBytes)
    return all.number(.list([try all.number(of: name), try self.identity(identity, object, contents)]))
  }

  /// What the program has first written of each value that has something unknown, by its number in the earlier archive.
  func formerValues() throws(ArchiveError) -> [Int: BaseObject] {
    if let knownFormerValues { return knownFormerValues }
    let found = try findFormerValues()
    knownFormerValues = found
    return found
  }

  private func findFormerValues() throws(ArchiveError) -> [Int: BaseObject] {
    var found: [Int: BaseObject] = [:]
    var open: [(number: Int, base: BaseObject)] = []
    open.append((0, try baseOfTop()))
    for number in identities.sorted() { if let base = try base(ofObject: number) { open.append((number, base)) } }
    func note(_ number: Int, _ baseNumber: Int, _ part: BaseObject.Part) throws(ArchiveError) {
      guard found[number] == nil, try hasUnknown(number), let base = try base(baseNumber, in: part.base) else { return }
      found[number] = base
      open.append((number, base))
    }
    while let (number, base) = open.popLast() {
      guard let object = number == 0 ? try earlier.object(0) : try earlierValue(number) else { continue }
      try cost.charge(object.keyBytes)
      for key in object.keys {
        let mangled = KeyedArchiveFormat.mangled(key)
        guard let part = base.part(key), let node = try object.node(mangled: mangled),
          let baseNode = try part.object.node(mangled: mangled)
        else { continue }
        switch (node, baseNode) {
        case (.uid(let value), .uid(let baseValue)): try note(value, baseValue, part)
        case (.array(let list), .array(let baseList)) where key == "NS.objects":
          let elements = try List(list, object, contents)
          let before = try List(baseList, part.object, part.base.contents)
          guard elements.isWhole, before.isWhole,
            let origins = try origins(of: before, elements, try earlier.className(object) ?? "")
          else { continue }
          for (place, origin) in origins { try note(elements.numbers[origin], before.numbers[place], part) }
        default: continue
        }
      }
    }
    return found
  }
}
