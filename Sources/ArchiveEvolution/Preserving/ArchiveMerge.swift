@_spi(GeneratedCode) import ArchiveRuntime
import Foundation
import UntypedArchive

/// Puts what an earlier archive has, and its reader did not know, into the archive that the reader has written.
///
/// The objects of both archives are held against each other: the tops; the roots; objects with an identity, by that; and values
/// that are archived as objects under the same key of two such objects. What one of them has under a key that was not read is
/// written again into the other.
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
  private var queue: [(earlier: Int, new: Int)] = []
  /// The earlier archive's objects that new ones are counterparts of.
  private(set) var origins: [Int: Int] = [:]
  /// What the new archive's objects get.
  var edits: [Int: [Edit]] = [:]
  let graphs: WrittenGraphs?
  /// What the keys of the graphs' tables begin with, by the earlier archive's objects.
  var tables: [Int: [String]] = [:]
  /// Which values have something unknown, where that was asked.
  var known: [Int: Bool] = [:]
  /// The earlier rows of a graph's new ones, by object and the key of the table's description.
  var rows: [Int: [ExactText: [Int]]] = [:]
  /// Whether values that are archived as objects have something unknown, so that they have to be found.
  private let descends: Bool

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
        try merge.checkTags()
        if merge.edits.isEmpty { return archive }
        var editor = ArchiveEditor(keeping: merge.new)
        let source = editor.add(merge.earlier, counterparts: merge.counterparts)
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
    identities = Set(preserved.objects.map(\.number))
    unread = preserved.unread
    if preserved.rootName != nil, let root = try Self.root(of: earlier), root != 0 {
      // The only object of the archive that was looked at has a number of its own only here.
      unread = [0: unread[0] ?? [], root: unread[ParsedArchive.rootNumber] ?? []]
    }
    descends =
      preserved.hasVersions
      || unread.contains { [identities] in $0.key != 0 && !$0.value.isEmpty && !identities.contains($0.key) }
  }

  static func root(of side: MergeSide) throws(ArchiveError) -> Int? {
    guard case .uid(let number)? = try MergedObject(side, side.top).node(mangled: KeyedArchiveFormat.rootKey)
    else { return nil }
    return number
  }

  // MARK: Counterparts

  private func pair(_ written: (any WrittenObjects)?) throws(ArchiveError) {
    try note(0, 0)
    if let written {
      for known in preserved.objects {
        guard let object = known.object, let number = written.number(of: object) else { continue }
        try note(known.number, number)
      }
    }
    try checkRebuilt()
    if let root = try Self.root(of: earlier), let newRoot = try Self.root(of: new), !identities.contains(root) {
      try pairValues(root, newRoot)
    }
    let work = WorkMonitor.stage(for: preserved.file.objects.count)
    while let (number, newNumber) = queue.popLast() {
      try work?.step()
      let isUnread = !(unread[number] ?? []).isEmpty
      guard isUnread || descends || preserved.hasVersions || !preserved.tags.isEmpty else { continue }
      guard let object = try earlier.object(number), let newObject = try new.object(newNumber) else { continue }
      try restore(object, number, newObject, newNumber)
      if descends { try pairValues(of: object, number, newObject) }
    }
  }

  /// Notes that two objects are the same.
  func note(_ number: Int, _ newNumber: Int) throws(ArchiveError) {
    if number != 0 {
      let index = try earlier.index(of: number)
      if counterparts[index] == nil { counterparts[index] = newNumber }
    }
    origins[newNumber] = number
    queue.append((number, newNumber))
  }

  /// Objects with unknown keys that are no longer there were removed on purpose; but if all of a class are gone, and others
  /// are there in their stead, the program has made them anew, and they cannot be told from each other.
  private func checkRebuilt() throws(ArchiveError) {
    let gone = unread.filter { number, keys in
      !keys.isEmpty && identities.contains(number) && !isPaired(number)
    }
    if gone.isEmpty { return }
    var classes: [String: [Int]] = [:]
    for number in gone.keys.sorted() {
      guard let object = try earlier.object(number), let name = try earlier.className(object) else { continue }
      classes[name, default: []].append(number)
    }
    for number in identities where isPaired(number) {
      guard let object = try earlier.object(number), let name = try earlier.className(object) else { continue }
      classes[name] = nil
    }
    if classes.isEmpty { return }
    for number in 1..<max(new.objects.count, 1) where origins[number] == nil {
      guard let object = try new.object(number), let name = try new.className(object), let lost = classes[name] else {
        continue
      }
      throw .unknownDataLost(
        keys: lost.prefix(12).flatMap { number in (unread[number] ?? []).map { "\(name).\($0)" } }.unique,
        reason: "every object of the class '\(name)' was replaced by another one: change the objects that were read")
    }
  }

  func isPaired(_ number: Int) -> Bool {
    (try? earlier.index(of: number)).map { counterparts[$0] != nil } ?? false
  }

  /// The keys behind the name of the class whose objects have them.
  func describe(_ keys: [String], _ name: String?) -> [String] {
    keys.map { key in name.map { "\($0).\(key)" } ?? key }
  }
}

extension ArchiveDecoder.Limits {
  /// For what this program has written itself.
  fileprivate static var none: Self {
    var limits = Self()
    limits.maximumByteCount = .max
    return limits
  }
}
