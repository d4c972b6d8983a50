@_spi(GeneratedCode) import ArchiveRuntime

/// Values that have no identity: they are the same under the same key of objects that are, and in lists.
extension ArchiveMerge {
  /// Values under the same key of two objects that are the same.
  func pairValues(of pair: ObjectPair) throws(ArchiveError) {
    for key in pair.object.keys where !pair.unknown.contains(ExactText(key)) {
      let mangled = KeyedArchiveFormat.mangled(key)
      guard let node = try pair.object.node(mangled: mangled) else { continue }
      guard let newNode = try pair.newObject.node(mangled: mangled) else {
        if case .uid(let value) = node { try checkRemoved(value, key, pair) }
        continue
      }
      let part = pair.base?.part(key)
      let baseNode = try part?.object.node(mangled: mangled)
      switch (node, newNode) {
      case (.uid(let value), .uid(let newValue)):
        var base: BaseObject?
        if let part, case .uid(let number)? = baseNode { base = try self.base(number, in: part.base) }
        try pairValues(value, base, newValue)
      case (.array(let list), .array(let newList)) where key == "NS.objects":
        var base: (part: BaseObject.Part, list: PropertyListReferences)?
        if let part, case .array(let list)? = baseNode { base = (part, list) }
        try pairElements(list, base, newList, pair)
      default: continue
      }
    }
  }

  /// Checks that a value with something unknown is not there any more, and not only in another form.
  private func checkRemoved(_ number: Int, _ key: String, _ pair: ObjectPair) throws(ArchiveError) {
    guard try hasUnknown(number), let object = try earlier.object(number) else { return }
    try cost.charge(pair.newObject.keyBytes)
    guard pair.newObject.keys.contains(where: { $0.hasExactPrefix(key + ".") }) else { return }
    let keys = describe(unread[number] ?? [], try earlier.className(object))
    throw RemovedRecords.otherForm(key, keys.isEmpty ? keyPaths : keys)
  }

  func pairValues(_ number: Int, _ base: BaseObject?, _ newNumber: Int) throws(ArchiveError) {
    // A value may stand for several.
    guard number != 0, newNumber != 0, !identities.contains(number), origins[newNumber] == nil,
      let object = try earlierValue(number), let newObject = try new.object(newNumber),
      let name = try earlier.className(object)
    else { return }
    try cost.charge(newObject.keyBytes)
    let newName = try new.className(newObject)
    // The name of a root of C data was compared before: it may have had another one.
    guard name == newName || preserved.rootName != nil else {
      guard try hasUnknown(number) else { return }
      // An array without elements is none of columns: all rows were removed.
      if name.hasSuffix("[]"), case .array(let elements)? = try newObject.node(mangled: "NS.objects"),
        elements.count == 0
      {
        return
      }
      throw .unknownDataLost(
        keys: describe(unread[number] ?? [], name),
        reason: "a value of the type '\(newName ?? "")' has taken the place of one of '\(name)'")
    }
    // With an identity it is seen that another value has taken its place.
    if let newName, let identity = graphs?.identity(ofClass: newName), let part = base?.parts.first,
      try self.identity(identity, newObject, newContents) != self.identity(identity, part.object, part.base.contents)
    {
      return
    }
    if try isRepeated(number, base, newNumber) { return noteRepeated(number, newNumber) }
    try note(number, base, newNumber)
  }

  /// The number of the values of an identity's keys.
  func identity(
    _ identity: [String], _ object: MergedObject, _ contents: SideContents
  ) throws(ArchiveError) -> Int {
    var words: [Int] = []
    for key in object.keys.sorted() where ColumnMerge.isOf(identity, key) {
      words += [try all.number(of: key), try contents.number(key, of: object) ?? all.unlike()]
    }
    return all.number(.list(words))
  }

  // MARK: Lists

  /// The elements of one archive's list.
  struct List {
    let contents: SideContents
    let numbers: [Int]
    /// A dictionary's keys, as numbers of contents.
    var keys: [Int]?

    init(_ list: PropertyListReferences, _ object: MergedObject, _ contents: SideContents) throws(ArchiveError) {
      self.contents = contents
      try contents.all.cost.charge(list.count, times: 8)
      numbers = try contents.side.numbers(list)
      guard case .array(let list)? = try object.node(mangled: "NS.keys") else { return }
      try contents.all.cost.charge(list.count, times: 8)
      var keys: [Int] = []
      for number in try contents.side.numbers(list) { keys.append(try contents.number(ofObject: number)) }
      self.keys = keys
    }

    var isWhole: Bool { keys.map { $0.count == numbers.count } ?? true }

    func values() throws(ArchiveError) -> [Int] {
      var values: [Int] = []
      for number in numbers { values.append(try contents.number(ofObject: number)) }
      return values
    }
  }

  /// The elements of two lists, an array, a set or a dictionary's values.
  private func pairElements(
    _ list: PropertyListReferences, _ base: (part: BaseObject.Part, list: PropertyListReferences)?,
    _ newList: PropertyListReferences, _ pair: ObjectPair
  ) throws(ArchiveError) {
    let elements = try List(list, pair.object, contents)
    var unknown: [Int] = []
    for number in elements.numbers where try hasUnknown(number) { unknown.append(number) }
    if unknown.isEmpty { return }
    let newElements = try List(newList, pair.newObject, newContents)
    guard let base else { throw try lost(unknown, "cannot be compared with those that were read") }
    let before = try List(base.list, base.part.object, base.part.base.contents)
    guard elements.isWhole, before.isWhole, newElements.isWhole,
      let origins = try origins(of: before, elements, try earlier.className(pair.object) ?? "")
    else { throw try lost(unknown, "are not those that the archive has") }
    let (values, newValues) = (try before.values(), try newElements.values())
    var isSet = false
    if before.keys == nil { isSet = self.isSet(try earlier.className(pair.object) ?? "") }
    var proof = RowProof(
      before: .init(
        values, places: before.keys ?? (isSet ? values : nil), identities: try identities(of: before)),
      after: .init(
        newValues, places: newElements.keys ?? (isSet ? newValues : nil), identities: try identities(of: newElements))
    ) { (row) throws(ArchiveError) in
      guard let origin = origins[row], try self.hasUnknown(elements.numbers[origin]) else { return nil }
      return try self.whole.number(ofObject: elements.numbers[origin])
    }
    func className(_ row: Int) throws(ArchiveError) -> String? {
      try before.contents.side.className(of: before.numbers[row])
    }
    proof.isLookedInto = { (row) throws(ArchiveError) in try className(row).map(Self.isCollection) ?? false }
    proof.isArray = { (row) throws(ArchiveError) in try className(row)?.hasSuffix("[]") ?? false }
    switch try proof.outcome() {
    case .unproven(let reason): throw try lost(unknown, reason.rawValue)
    case .rows(let rows):
      for (row, former) in rows.enumerated() {
        guard former >= 0, let origin = origins[former] else { continue }
        try pairValues(
          elements.numbers[origin], try self.base(before.numbers[former], in: base.part.base), newElements.numbers[row])
      }
    }
  }

  /// Whether objects of the class are collections of others, and have nothing of their own that could be changed.
  static func isCollection(_ name: String) -> Bool {
    name.hasPrefix("NS") && ["Array", "Set", "Dictionary"].contains(where: name.hasSuffix)
  }

  private func isSet(_ name: String) -> Bool { name.hasSuffix("Set") && !name.hasSuffix("OrderedSet") }

  /// For each element that the program first wrote the one that it had read; nil where that is not certain.
  func origins(of before: List, _ elements: List, _ name: String) throws(ArchiveError) -> [Int: Int]? {
    guard before.numbers.count == elements.numbers.count else { return nil }
    let places = before.numbers.indices
    if before.keys == nil, !isSet(name) {
      // Both are in the order of the program's list, unless the program has sorted it when it was read.
      let (own, read) = (try before.values(), try elements.values())
      let known = Dictionary(zip(read, places), uniquingKeysWith: { first, _ in first })
      if own != read, known.count == places.count, own.allSatisfy({ known[$0] != nil }) {
        return Dictionary(uniqueKeysWithValues: places.map { ($0, known[own[$0]] ?? $0) })
      }
      return Dictionary(uniqueKeysWithValues: zip(places, places))
    }
    let own = if let keys = before.keys { keys } else { try before.values() }
    let read = if let keys = elements.keys { keys } else { try elements.values() }
    let known = Dictionary(zip(read, places), uniquingKeysWith: { first, _ in first })
    var origins: [Int: Int] = [:]
    for place in places {
      guard let origin = known[own[place]] else { return nil }
      origins[place] = origin
    }
    return origins
  }

  private func identities(of list: List) throws(ArchiveError) -> [Int?]? {
    guard let graphs, graphs.hasIdentities else { return nil }
    var identities: [Int?] = []
    for number in list.numbers {
      guard let object = try list.contents.side.object(number), let name = try list.contents.side.className(object),
        let identity = graphs.identity(ofClass: name)
      else {
        identities.append(nil)
        continue
      }
      try cost.charge(object.keyBytes)
      identities.append(
        all.number(.list([try all.number(of: name), try self.identity(identity, object, list.contents)])))
    }
    return identities
  }

  func lost(_ unknown: [Int], _ reason: String) throws(ArchiveError) -> ArchiveError {
    .unknownDataLost(keys: try keyPaths(of: unknown), reason: "values in a collection \(reason)")
  }
}
