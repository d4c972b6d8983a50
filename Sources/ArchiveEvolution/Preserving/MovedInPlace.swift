@_spi(GeneratedCode) import ArchiveRuntime

/// Structs with an identity that have no object of their own: a property, a part of a tuple, a value of a case. What is unknown of one is
/// under keys of what it is in, which stay where they are, so that it cannot be moved; but it is not given to another struct.
extension ArchiveMerge {
  /// Leaves out what was unknown of a struct that another one has replaced.
  ///
  /// - Throws: `unknownDataLost` for a struct that is in another place now, in or out of a property.
  func checkInPlace() throws(ArchiveError) {
    let written = graphs?.inPlace ?? []
    guard !written.isEmpty || bases.contains(where: { !$0.inPlace.isEmpty }) else { return }
    var places: [Int: String] = [:]
    for value in written {
      guard let object = try new.object(value.number), let identity = try identity(of: value, object, newContents)
      else {
        continue
      }
      places[identity] = value.key
    }
    // What was there before was not moved.
    var added = places
    for base in bases {
      for value in base.inPlace {
        guard let object = try base.side.object(value.number),
          let identity = try identity(of: value, object, base.contents)
        else { continue }
        added[identity] = nil
      }
    }
    try checkMovedIn(added)
    try checkMovedOut(places, added: added)
  }

  /// Values with an object of their own that became structs in place.
  private func checkMovedIn(_ places: [Int: String]) throws(ArchiveError) {
    guard descends, !places.isEmpty else { return }
    for value in try unknownValues().all.sorted() where !isPaired(value) {
      guard let name = try earlier.className(of: value), let keys = identity(ofType: name),
        let object = try earlierValue(value),
        let place = places[try identityNumber(keys, name, object, contents)]
      else { continue }
      throw try lost([value], "were moved into the property '\(place)', which cannot have what is unknown of them")
    }
  }

  /// The identity that a type declares, of which there are values in objects of their own or in place.
  private func identity(ofType name: String) -> [String]? {
    graphs?.identity(ofClass: name) ?? graphs?.inPlace.first { $0.typeName.isExactly(name) }?.identity
  }

  /// - Parameter added: The places of values that the earlier archive did not have in place.
  private func checkMovedOut(_ places: [Int: String], added: [Int: String]) throws(ArchiveError) {
    var elsewhere: (all: Set<Int>, new: Set<Int>)?
    for side in bases.indices {
      for former in try formerInPlace(side) {
        guard let identity = try identity(of: former.value, former.object, bases[side].contents) else { continue }
        guard let newNumber = former.newNumber, let newObject = try new.object(newNumber) else {
          // What it was in is gone. It may be somewhere else.
          if elsewhere == nil { elsewhere = try identitiesOfObjects() }
          if added[identity] == nil, elsewhere?.new.contains(identity) != true { continue }
          throw former.lost("is in another place now, which cannot have what is unknown of it")
        }
        if try self.identity(of: former.value, newObject, newContents) == identity { continue }
        if elsewhere == nil { elsewhere = try identitiesOfObjects() }
        guard places[identity] == nil, elsewhere?.all.contains(identity) != true else {
          throw former.lost("is in another place now, which cannot have what is unknown of it")
        }
        let prefix = former.value.key + "."
        edits[newNumber]?.removeAll { $0.key.hasExactPrefix(prefix) }
        if edits[newNumber]?.isEmpty == true { edits[newNumber] = nil }
      }
    }
  }

  /// A struct in place of which something is unknown.
  struct FormerInPlace {
    let value: IdentifiedValue
    /// What the program has first written of the object that it was in.
    let object: MergedObject
    /// That object in the new archive; nil if it is not there.
    let newNumber: Int?
    /// The key paths of what is unknown.
    let keys: [String]

    func lost(_ reason: String) -> ArchiveError {
      .unknownDataLost(keys: keys, reason: "the value of '\(value.key)' \(reason)")
    }
  }

  /// - Parameter side: Of the baselines.
  func formerInPlace(_ side: Int) throws(ArchiveError) -> [FormerInPlace] {
    let base = bases[side]
    guard !base.inPlace.isEmpty else { return [] }
    var origins = Dictionary(base.numbers.map { ($0.value, $0.key) }, uniquingKeysWith: min)
    origins[0] = 0
    for (number, former) in try formerValues() {
      for part in former.parts where part.base.side === base.side { origins[part.number] = number }
    }
    var found: [FormerInPlace] = []
    for value in base.inPlace {
      guard let number = origins[value.number] else { continue }
      let unknown = (unread[number] ?? []).filter { $0.hasExactPrefix(value.key + ".") }
      guard !unknown.isEmpty, let object = try base.side.object(value.number) else { continue }
      found.append(
        FormerInPlace(
          value: value, object: object, newNumber: counterpart(of: number),
          keys: describe(unknown, try earlier.className(of: number))))
    }
    return found
  }

  /// The identities of all values of the new archive that are objects, and of those that are none of the earlier one.
  private func identitiesOfObjects() throws(ArchiveError) -> (all: Set<Int>, new: Set<Int>) {
    var found: (all: Set<Int>, new: Set<Int>) = ([], [])
    for number in 1..<max(new.objects.count, 1) {
      guard let name = try new.className(of: number), let keys = identity(ofType: name),
        let object = try new.object(number)
      else { continue }
      let identity = try identityNumber(keys, name, object, newContents)
      found.all.insert(identity)
      if origins[number] == nil { found.new.insert(identity) }
    }
    return found
  }

  /// The number of the identity of a struct in place, as `identityNumber`; nil if its keys are not there.
  private func identity(
    of value: IdentifiedValue, _ object: MergedObject, _ contents: SideContents
  ) throws(ArchiveError) -> Int? {
    try cost.charge(object.keyBytes)
    let prefix = value.key + "."
    var words: [Int] = []
    for key in object.keys.sorted() where key.hasExactPrefix(prefix) {
      let own = String(Substring(key.utf8.dropFirst(prefix.utf8.count)))
      guard ColumnMerge.isOf(value.identity, own) else { continue }
      words += [try all.number(of: own), try contents.number(key, of: object) ?? all.unlike()]
    }
    if words.isEmpty { return nil }
    return all.number(.list([try all.number(of: value.typeName), all.number(.list(words))]))
  }
}
