import Foundation

/// Puts what an earlier archive has, and its reader did not know, into the archive that the reader has written.
///
/// The objects of both archives are held against each other: the tops; the roots; objects with an identity, by that; and values
/// that stand as objects under the same key of two such objects. What one of them has under a key that was not read is
/// written again into the other.
final class ArchiveMerge {
  typealias Edit = ArchiveRewriter.Edit

  let earlier: MergeSide
  let new: MergeSide
  let preserved: PreservedArchive
  /// The key paths of all that is unknown.
  let keyPaths: [String]
  /// The keys that nobody read, by the earlier archive's objects.
  private(set) var unread: [Int: [String]]
  /// Objects with an identity, by their numbers in the earlier archive.
  let identities: Set<Int>
  /// The counterparts of the earlier archive's objects, by their index in the property list.
  private var counterparts: [Int: Int] = [:]
  private var queue: [(earlier: Int, new: Int)] = []
  /// The earlier archive's objects that new ones are counterparts of.
  private(set) var origins: [Int: Int] = [:]
  private var edits: [Int: [Edit]] = [:]
  private let graphs: WrittenGraphs?
  /// The earlier rows of a graph's new ones, by object and the key of the table's description.
  private var rows: [Int: [ExactText: [Int]]] = [:]
  /// Whether values that stand as objects have something unknown, so that they have to be found.
  private let descends: Bool

  /// The new archive with what is unknown of the earlier one.
  ///
  /// - Throws: `unknownDataLost` for what cannot be put back; `corrupt` for an earlier archive that contradicts itself.
  static func merged(
    _ archive: Data, _ preserved: PreservedArchive, _ keyPaths: [String], _ graphs: WrittenGraphs?,
    _ objects: (any WrittenIdentities)?
  ) throws(ArchiveError) -> Data {
    let file = try ParsedArchive(archive, limits: ArchiveDecoder.Limits.none)
    return try file.list.read { (view) throws(ArchiveError) in
      try preserved.file.list.read { (earlierView) throws(ArchiveError) in
        let merge = try ArchiveMerge(
          MergeSide(preserved.file, earlierView), MergeSide(file, view), preserved, keyPaths, graphs)
        try merge.pair(objects)
        try merge.checkTags()
        if merge.edits.isEmpty { return archive }
        let rewriter = ArchiveRewriter(earlier: merge.earlier, new: merge.new, counterparts: merge.counterparts)
        return try rewriter.archive(merge.edits)
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
    identities = Set(preserved.identities.flatMap(\.numbers))
    unread = preserved.unread
    if preserved.rootName != nil, let root = try Self.root(of: earlier), root != 0 {
      // The only object of the archive that was looked at has a number of its own only here.
      unread = [0: unread[0] ?? [], root: unread[ParsedArchive.rootNumber] ?? []]
    }
    descends = unread.contains { [identities] in $0.key != 0 && !$0.value.isEmpty && !identities.contains($0.key) }
  }

  private static func root(of side: MergeSide) throws(ArchiveError) -> Int? {
    guard case .uid(let number)? = try MergedObject(side, side.top).node(mangled: KeyedArchiveFormat.rootKey)
    else { return nil }
    return number
  }

  // MARK: Counterparts

  private func pair(_ written: (any WrittenIdentities)?) throws(ArchiveError) {
    try note(0, 0)
    if let written {
      for known in preserved.identities {
        for pair in written.pairs(known) { try note(pair.earlier, pair.new) }
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
  private func note(_ number: Int, _ newNumber: Int) throws(ArchiveError) {
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

  private func isPaired(_ number: Int) -> Bool {
    (try? earlier.index(of: number)).map { counterparts[$0] != nil } ?? false
  }

  /// Values under the same key of two objects that are the same.
  private func pairValues(
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

  private func pairValues(_ number: Int, _ newNumber: Int) throws(ArchiveError) {
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

  /// The keys behind the name of the class whose objects have them.
  func describe(_ keys: [String], _ name: String?) -> [String] {
    keys.map { key in name.map { "\($0).\(key)" } ?? key }
  }

  // MARK: Keys

  /// What the new object gets of the earlier one.
  private func restore(
    _ object: MergedObject, _ number: Int, _ newObject: MergedObject, _ newNumber: Int
  ) throws(ArchiveError) {
    let keys = unread[number] ?? []
    let unknown = Set(keys.map(ExactText.init))
    let isGone = RemovedRecords(object, unknown, newObject)
    try restoreGraphs(object, number, newObject, newNumber, unknown, isGone)
    var columns: [(array: String, names: [String])] = []
    let stale = try staleUnions(number, newObject)
    for key in keys where !newObject.has(key) && !isOfGraph(key, number) {
      if let array = Self.array(of: key, object, unknown) {
        let name = String(Substring(key.utf8.dropFirst(array.utf8.count + 1)))
        if columns.last?.array == array {
          columns[columns.count - 1].names.append(name)
        } else if let known = columns.firstIndex(where: { $0.array == array }) {
          columns[known].names.append(name)
        } else {
          columns.append((array, [name]))
        }
        continue
      }
      if stale.contains(where: { key.hasExactPrefix($0) }) { continue }
      guard try !isGone.contains(key) else { continue }
      guard let index = try object.index(key) else { continue }
      add(Edit(key: key, value: .earlier(index)), to: newNumber)
    }
    for (array, names) in columns {
      let merge = try ColumnMerge(array, object, newObject, keys: describe(names.map { "\(array).\($0)" }, nil))
      guard let merge else {
        try isGone.check(array)
        continue
      }
      for edit in try merge.edits(names) { add(edit, to: newNumber) }
    }
    if preserved.hasVersions { try restoreVersions(object, number, newObject, newNumber, isGone, unknown) }
  }

  func add(_ edit: Edit, to newNumber: Int) { edits[newNumber, default: []].append(edit) }

  // MARK: Graphs

  /// What the keys of the graphs' tables begin with, by the earlier archive's objects.
  private var tables: [Int: [String]] = [:]

  private func restoreGraphs(
    _ object: MergedObject, _ number: Int, _ newObject: MergedObject, _ newNumber: Int, _ unknown: Set<ExactText>,
    _ isGone: RemovedRecords
  ) throws(ArchiveError) {
    for graph in preserved.graphs where own(graph.number) == number {
      tables[number, default: []] += try Self.tables(graph.key, object)
      guard let written = graphs?.graph(newNumber, graph.key) else {
        // One that is not there any more was removed on purpose.
        if unknown.contains(where: { isOfGraph($0.text, number) }) { try isGone.check(graph.key + "[]") }
        continue
      }
      try graph.restore(
        in: self,
        MergedGraph(object: object, newObject: newObject, newNumber: newNumber, unread: unknown, written: written))
    }
  }

  /// What the keys of a graph's tables begin with: `K.node[]`.
  private static func tables(_ key: String, _ object: MergedObject) throws(ArchiveError) -> [String] {
    guard let text = try object.text(key + "[]") else { return [] }
    // The lines that do not begin with a space name tables, behind their numbers of rows.
    return text.utf8.split(separator: UInt8(ascii: "\n")).dropFirst().compactMap { line in
      guard line.first != UInt8(ascii: " "), let space = line.firstIndex(of: UInt8(ascii: " ")) else { return nil }
      let name = String(Substring(line[line.index(after: space)...]))
      return (key.isEmpty ? "" : key + ".") + name + "[]"
    }
  }

  private func isOfGraph(_ key: String, _ number: Int) -> Bool {
    (tables[number] ?? []).contains { key.isExactly($0) || key.hasExactPrefix($0 + ".") }
  }

  /// Notes which rows of the earlier archive the new ones of a table are, -1 for those that are new.
  func note(rows earlier: [Int], of table: String, in newNumber: Int) {
    rows[newNumber, default: [:]][ExactText(table)] = earlier
  }

  /// The description's key of the array of records that a column is of, if the array was read.
  private static func array(of key: String, _ object: MergedObject, _ unknown: Set<ExactText>) -> String? {
    var start = key.utf8.startIndex
    while let bracket = key.utf8[start...].firstIndex(of: UInt8(ascii: "[")) {
      let rest = key.utf8[bracket...]
      start = key.utf8.index(after: bracket)
      guard rest.starts(with: "[].".utf8) else { continue }
      let array = String(Substring(key.utf8[..<bracket])) + "[]"
      if object.has(array), !unknown.contains(ExactText(array)) { return array }
    }
    return nil
  }

  /// A type's version stays what it was where it is above the program's: what its later release has written is there still.
  private func restoreVersions(
    _ object: MergedObject, _ number: Int, _ newObject: MergedObject, _ newNumber: Int, _ isGone: RemovedRecords,
    _ unknown: Set<ExactText>
  ) throws(ArchiveError) {
    for key in object.keys where RecordMigration.isVersionKey(key) && !isOfGraph(key, number) {
      guard let version = try object.integer(key), version > (try newObject.integer(key)) ?? 1 else { continue }
      if let array = Self.array(of: key, object, unknown) {
        guard let merge = try ColumnMerge(array, object, newObject, keys: [key]) else { continue }
        try merge.checkRows()
      } else if try isGone.contains(key) {
        continue
      }
      add(Edit(key: key, value: .integer(version)), to: newNumber)
    }
  }

  // MARK: Unions

  /// What the members' keys begin with of unions whose tag the program has changed.
  private func staleUnions(_ number: Int, _ newObject: MergedObject) throws(ArchiveError) -> [String] {
    var stale: [String] = []
    for tag in preserved.tags where own(tag) == number && !tag.union.isEmpty {
      if try newObject.integer(tag.key) != tag.value { stale.append(tag.union + ".") }
    }
    return stale
  }

  /// The number of the object that the tag is in.
  private func own(_ tag: PreservedTag) -> Int { own(tag.number) }

  /// The number of an object that was noted as the root.
  private func own(_ number: Int) -> Int {
    guard preserved.rootName != nil, number == ParsedArchive.rootNumber else { return number }
    return unread.keys.first { $0 != 0 } ?? number
  }

  /// Checks that each tag that nobody gave to a member is the archive's own: else its member is nowhere.
  private func checkTags() throws(ArchiveError) {
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
        if newObject.has(key), let value = try newObject.integer(key) {
          let isOwn = origin.map { origin in
            byOrigin[origin]?.contains { $0.key == key && $0.value == value } ?? false
          }
          guard values.contains(value), !(isOwn ?? false) else { continue }
          throw .unknownTag(path: key, tag: key, value: value)
        }
        guard let array = Self.array(of: key, newObject, []) else { continue }
        let tag = String(Substring(key.utf8.dropFirst(array.utf8.count + 1)))
        guard let object, var merge = try ColumnMerge(array, object, newObject, keys: [key]) else {
          try ColumnMerge.check(tag, values, array, newObject)
          continue
        }
        merge.rows = rows[newNumber]?[ExactText(array)]
        try merge.check(tag, values)
      }
    }
  }

  // MARK: Lists

  private func pairElements(
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

  private var known: [Int: Bool] = [:]

  /// Whether a value that stands as an object, or one within it, has something unknown.
  private func hasUnknown(_ number: Int) throws(ArchiveError) -> Bool {
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

extension ArchiveDecoder.Limits {
  /// For what this program has written itself.
  fileprivate static var none: Self {
    var limits = Self()
    limits.maximumByteCount = .max
    return limits
  }
}
