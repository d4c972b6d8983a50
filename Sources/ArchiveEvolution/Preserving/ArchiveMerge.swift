@_spi(GeneratedCode) import ArchiveRuntime
import Foundation
import UntypedArchive

/// Puts what an earlier archive has, and its reader did not know, into the archive that the reader has written.
///
/// The objects of both archives are held against each other: the tops; the roots; objects with an identity, by that; and values
/// that are archived as objects under the same key of two such objects. What one of them has under a key that was not read is
/// written again into the other. A third archive, the baseline, says what the program itself has changed.
final class ArchiveMerge {
  typealias Edit = MergeEdit

  let earlier: MergeSide
  let new: MergeSide
  let preserved: PreservedArchive
  /// The key paths of all that is unknown.
  let keyPaths: [String]
  /// The keys that were not read, by the earlier archive's objects.
  private(set) var unread: [Int: [String]]
  /// Objects with an identity, by their numbers in the earlier archive.
  let identities: Set<Int>
  /// The counterparts of the earlier archive's objects, by their index in the property list.
  private(set) var counterparts: [Int: Int] = [:]
  private var queue: [(earlier: Int, base: BaseObject?, new: Int)] = []
  /// The earlier archive's objects that new ones are counterparts of.
  private(set) var origins: [Int: Int] = [:]
  /// What the new archive's objects get.
  var edits: [Int: [Edit]] = [:]
  let graphs: WrittenGraphs?
  /// What the keys of the graphs' tables begin with, by the earlier archive's objects.
  var tables: [Int: Set<ExactText>] = [:]
  /// The earlier rows of new ones, by object and the key of the table's or array's description.
  var rows: [Int: [ExactText: [Int]]] = [:]
  private var earlierValues: [Int: MergedObject] = [:]
  /// Values that are written once more.
  var repeats = RepeatedValues()
  /// Whether values that are archived as objects have something unknown, so that they have to be found.
  let descends: Bool
  let cost: MergeCost
  let all: ContentNumbers
  let bases: [BaseSide]
  /// What the program knows of the earlier archive's values, and all of them.
  let contents: SideContents
  let whole: SideContents
  private(set) lazy var newContents = SideContents(new, all) { [unowned self] number in
    origins[number].flatMap { identities.contains($0) ? $0 : nil }
  }
  /// Where the baselines have objects with an identity, by their numbers in the earlier archive.
  private lazy var baseNumbers: [Int: (side: Int, number: Int)] = {
    var numbers: [Int: (side: Int, number: Int)] = [:]
    for (side, base) in bases.enumerated() {
      for (number, own) in base.numbers where numbers[number] == nil { numbers[number] = (side, own) }
    }
    return numbers
  }()
  /// nil until asked for.
  private var unknown: UnknownValues?
  /// What `formerValues` has found; nil until it is asked for.
  var knownFormerValues: [Int: BaseObject]?

  /// The new archive with what is unknown of the earlier one.
  ///
  /// - Throws: `unknownDataLost` for what cannot be put back; `corrupt` for an earlier archive that contradicts itself.
  static func merged(
    _ archive: Data, _ preserved: PreservedArchive, _ keyPaths: [String], _ graphs: WrittenGraphs?,
    _ objects: (any WrittenObjects)?
  ) throws(ArchiveError) -> Data {
    let file = try ParsedArchive(archive, limits: ArchiveDecoder.Limits.none)
    return try file.list.read { (view) throws(ArchiveError) in
      try preserved.file.list.read { (earlierView) throws(ArchiveError) in
        let merge = try ArchiveMerge(
          MergeSide(preserved.file, earlierView), MergeSide(file, view), preserved, keyPaths, graphs)
        try merge.pair(objects)
        try merge.pairMoved()
        try merge.checkInPlace()
        try merge.checkRebuilt()
        try merge.checkMovedRows()
        try MovedForms(merge).check()
        try merge.checkTables()
        try merge.checkTags()
        if merge.edits.isEmpty { return archive }
        var editor = ArchiveEditor(keeping: merge.new.source, same: merge.repeats.same, unused: try merge.unused())
        let source = editor.add(merge.earlier.source, counterparts: merge.counterparts)
        for (number, edits) in merge.edits { editor.edit(number, edits.map { $0.field(earlier: source) }) }
        return try editor.finish()
      }
    }
  }

  private init(
    _ earlier: MergeSide, _ new: MergeSide, _ preserved: PreservedArchive, _ keyPaths: [String],
    _ graphs: WrittenGraphs?
  ) throws(ArchiveError) {
    self.graphs = graphs
    self.earlier = earlier
    self.new = new
    self.preserved = preserved
    self.keyPaths = keyPaths
    let known = Set(preserved.objects.map(\.number))
    identities = known
    unread = preserved.unread
    if preserved.rootName != nil, let root = try Self.root(of: earlier), root != 0 {
      // The only object of the archive that was looked at has a number of its own only here.
      unread = [0: unread[0] ?? [], root: unread[ParsedArchive.rootNumber] ?? []]
    }
    descends =
      preserved.hasVersions
      || unread.contains { $0.key != 0 && !$0.value.isEmpty && !known.contains($0.key) }
    cost = MergeCost(preserved.limits, byteCount: earlier.view.bytes.count + new.view.bytes.count)
    let all = ContentNumbers(cost)
    self.all = all
    func own(_ number: Int) -> Int? { known.contains(number) ? number : nil }
    contents = SideContents(earlier, all, ignoring: unread, identity: own)
    whole = SideContents(earlier, all, identity: own)
    bases = preserved.baselines.map { baseline in
      let origins = Dictionary(baseline.numbers.map { ($0.value, $0.key) }, uniquingKeysWith: min)
      return BaseSide(
        contents: SideContents(baseline.side, all) { origins[$0] }, numbers: baseline.numbers,
        graphs: baseline.graphs, inPlace: baseline.inPlace, arrays: baseline.arrays)
    }
  }

  static func root(of side: MergeSide) throws(ArchiveError) -> Int? {
    guard case .uid(let number)? = try MergedObject(side, side.top).node(mangled: KeyedArchiveFormat.rootKey)
    else { return nil }
    return number
  }

  // MARK: Counterparts

  private func pair(_ written: (any WrittenObjects)?) throws(ArchiveError) {
    try note(0, try baseOfTop(), 0)
    if let written {
      for known in preserved.objects {
        guard let object = known.object, let number = written.number(of: object) else { continue }
        try note(known.number, try base(ofObject: known.number), number)
      }
    }
    if let root = try Self.root(of: earlier), let newRoot = try Self.root(of: new), !identities.contains(root) {
      var base: BaseObject?
      if let side = bases.first, let number = try Self.root(of: side.side) { base = try self.base(number, in: side) }
      try pairValues(root, base, newRoot)
    }
    try restorePairs()
  }

  /// Gives the new archive what is unknown of the objects that were paired, and pairs the values in them.
  func restorePairs() throws(ArchiveError) {
    if queue.isEmpty { return }
    let work = WorkMonitor.stage(for: preserved.file.objects.count)
    while let (number, base, newNumber) = queue.popLast() {
      try work?.step()
      let isUnread = !(unread[number] ?? []).isEmpty
      guard isUnread || descends || preserved.hasVersions || !preserved.tags.isEmpty else { continue }
      guard let object = try earlier.object(number), let newObject = try new.object(newNumber) else { continue }
      try cost.charge(object.keyBytes + newObject.keyBytes)
      let pair = ObjectPair(
        object: object, number: number, base: base, newObject: newObject, newNumber: newNumber,
        unknown: Set((unread[number] ?? []).map(ExactText.init)))
      try restore(pair)
      if descends { try pairValues(of: pair) }
    }
  }

  /// What the program has written of an object that it has not changed yet.
  func base(_ number: Int, in side: BaseSide) throws(ArchiveError) -> BaseObject? {
    guard number != 0, let object = try side.side.object(number) else { return nil }
    return BaseObject(parts: [.init(base: side, number: number, object: object)])
  }

  func base(ofObject number: Int) throws(ArchiveError) -> BaseObject? {
    try baseNumbers[number].flatMap { (place) throws(ArchiveError) in try base(place.number, in: bases[place.side]) }
  }

  /// A value of the earlier archive, whose keys are read once, however many references lead to it.
  func earlierValue(_ number: Int) throws(ArchiveError) -> MergedObject? {
    if let known = earlierValues[number] { return known }
    guard let object = try earlier.object(number) else { return nil }
    try cost.charge(object.keyBytes)
    earlierValues[number] = object
    return object
  }

  /// Notes that a value of the new archive is one of the earlier archive, of which another is an equal copy already.
  func noteRepeated(_ number: Int, _ newNumber: Int) { origins[newNumber] = number }

  /// Notes that two objects are the same.
  func note(_ number: Int, _ base: BaseObject?, _ newNumber: Int) throws(ArchiveError) {
    if number != 0 {
      let index = try earlier.index(of: number)
      if counterparts[index] == nil { counterparts[index] = newNumber }
    }
    origins[newNumber] = number
    queue.append((number, base, newNumber))
  }

  /// Objects with something unknown that are no longer there were removed on purpose; but if all of a class are gone, and others
  /// are there in their stead, the program has made them anew, and they cannot be told from each other.
  private func checkRebuilt() throws(ArchiveError) {
    // What is unknown, by the objects that had it, themselves or in a value.
    var gone: [Int: [Int]] = [:]
    for (number, keys) in unread where !keys.isEmpty && identities.contains(number) && !isPaired(number) {
      gone[number] = [number]
    }
    for value in descends ? try unknownValues().own : [] where !isPaired(value) {
      for owner in try unknownValues().owners(of: value, identities, cost) where !isPaired(owner) {
        gone[owner, default: []].append(value)
      }
    }
    if gone.isEmpty { return }
    var classes: [String: [Int]] = [:]
    for number in gone.keys.sorted() {
      guard let name = try earlier.className(of: number) else { continue }
      classes[name, default: []] += gone[number] ?? []
    }
    for number in identities where isPaired(number) {
      if let name = try earlier.className(of: number) { classes[name] = nil }
    }
    if classes.isEmpty { return }
    for number in 1..<max(new.objects.count, 1) where origins[number] == nil {
      guard let name = try new.className(of: number), let lost = classes[name] else { continue }
      throw .unknownDataLost(
        keys: try keyPaths(of: lost),
        reason: "every object of the class '\(name)' was replaced by another one: change the objects that were read")
    }
  }

  /// Checks that the rows of a table with unknown columns are not elsewhere now, where they have lost these.
  private func checkTables() throws(ArchiveError) {
    for number in preserved.tables.sorted() where !(unread[number] ?? []).isEmpty && !isPaired(number) {
      guard let name = try earlier.className(of: number) else { continue }
      let names = [name, String(name.dropLast(2))]
      for place in 1..<max(new.objects.count, 1) {
        guard let found = try new.className(of: place), names.contains(found) else { continue }
        throw .unknownDataLost(
          keys: describe(unread[number] ?? [], name),
          reason: "the objects of the table '\(name)' are in another place now")
      }
    }
  }

  func isPaired(_ number: Int) -> Bool {
    (try? earlier.index(of: number)).map { counterparts[$0] != nil } ?? false
  }

  /// The keys behind the name of the class whose objects have them.
  func describe(_ keys: [String], _ name: String?) -> [String] {
    keys.map { key in name.map { "\($0).\(key)" } ?? key }
  }

  // MARK: What is unknown

  /// Whether a value that is archived as an object, or one within it, has something unknown.
  func hasUnknown(_ number: Int) throws(ArchiveError) -> Bool {
    if number == 0 || identities.contains(number) { return false }
    return try unknownValues().all.contains(number)
  }

  /// All values that have something unknown, which are found at once.
  func unknownValues() throws(ArchiveError) -> UnknownValues {
    if let unknown { return unknown }
    let versions = try ownVersions()
    let found = try UnknownValues(earlier, identities: identities, cost) { (value) throws(ArchiveError) in
      if !(unread[value] ?? []).isEmpty { return true }
      guard preserved.hasVersions, let object = try earlier.object(value) else { return false }
      return try isNewer(object, versions)
    }
    unknown = found
    return found
  }

  /// The unread keys of some objects, behind the names of their classes.
  func keyPaths(of numbers: [Int]) throws(ArchiveError) -> [String] {
    var keys: [String] = []
    for number in numbers.prefix(12) {
      guard let object = try earlier.object(number) else { continue }
      keys += describe(unread[number] ?? [], try earlier.className(object))
    }
    return keys.isEmpty ? keyPaths : keys.unique
  }

  /// The versions that the program writes.
  private func ownVersions() throws(ArchiveError) -> [ExactText: Int64] {
    var versions: [ExactText: Int64] = [:]
    guard preserved.hasVersions else { return versions }
    for side in bases.map(\.side) + [new] {
      for number in 1..<max(side.objects.count, 1) {
        guard let object = try side.object(number) else { continue }
        try cost.charge(object.keyBytes)
        for key in object.keys where KeyedArchiveFormat.isVersionKey(key) {
          versions[ExactText(key)] = max(versions[ExactText(key)] ?? 1, try object.integer(key) ?? 1)
        }
      }
    }
    return versions
  }

  /// Whether an object has the version of a later release.
  private func isNewer(_ object: MergedObject, _ own: [ExactText: Int64]) throws(ArchiveError) -> Bool {
    try cost.charge(object.keyBytes)
    for key in object.keys where KeyedArchiveFormat.isVersionKey(key) {
      if let version = try object.integer(key), version > own[ExactText(key)] ?? 1 { return true }
    }
    return false
  }
}

/// An object of the earlier archive, what the program first wrote of it, and what it has become.
struct ObjectPair {
  let object: MergedObject
  let number: Int
  let base: BaseObject?
  let newObject: MergedObject
  let newNumber: Int
  /// The keys that were not read.
  let unknown: Set<ExactText>
}
