@_spi(GeneratedCode) import ArchiveRuntime

/// The records, structs and arrays of an object that the new archive has no longer: what was unknown of them goes with them.
struct RemovedRecords {
  private let read: Set<ExactText>
  private let new: Set<ExactText>
  private let object: MergedObject
  private let newObject: MergedObject
  /// What the program first wrote of the object.
  private let base: BaseObject?
  /// New records in place of others, by what they are in.
  private let added: [Place: String]
  private let cost: MergeCost

  /// What a record or an array is in.
  private struct Place: Hashable {
    let parent: ExactText
    let isArray: Bool
  }

  init(_ pair: ObjectPair, _ cost: MergeCost) throws(ArchiveError) {
    (object, newObject, base) = (pair.object, pair.newObject, pair.base)
    let unknown = pair.unknown
    let keys = object.keys
    let earlier = Set(try Self.records(keys, cost).map(ExactText.init))
    // Versions and the descriptions of groups are never unknown, also within a record that is.
    let known = keys.filter { !unknown.contains(ExactText($0)) && !KeyedArchiveFormat.isDescribing($0) }
    read = Set(try Self.records(known, cost).map(ExactText.init))
    let newNames = try Self.records(newObject.keys, cost)
    new = Set(newNames.map(ExactText.init))
    self.cost = cost
    var added: [Place: String] = [:]
    for name in newNames where !earlier.contains(ExactText(name)) {
      let place = Self.place(name)
      if added[place] == nil { added[place] = name }
    }
    self.added = added
  }

  /// What stands before the dots of keys, and before the brackets of arrays' descriptions.
  private static func records(_ keys: [String], _ cost: MergeCost) throws(ArchiveError) -> [String] {
    var seen: Set<ExactText> = []
    var records: [String] = []
    for key in keys {
      for record in try outer(key, cost) {
        guard seen.insert(ExactText(record)).inserted else { break }
        records.append(record)
      }
    }
    return records
  }

  /// The records that the key is in, the innermost first.
  private static func outer(_ key: String, _ cost: MergeCost) throws(ArchiveError) -> [String] {
    var outer: [String] = []
    var rest = key.utf8[...]
    if let end = versionMark(of: key) {
      // The dots of the type's name separate no records.
      guard end > rest.startIndex else { return [] }
      rest = rest[..<end]
      outer.append(String(Substring(rest)))
    } else if rest.suffix(2).elementsEqual("[]".utf8) {
      outer.append(key)
    }
    while let dot = rest.lastIndex(of: UInt8(ascii: ".")) {
      rest = rest[..<dot]
      try cost.charge(rest.count)
      outer.append(String(Substring(rest)))
    }
    return outer
  }

  /// Where the dot is in front of the mark of a version key, `inner.$N.version`, or the mark if nothing is in front; nil for others.
  private static func versionMark(of key: String) -> String.Index? {
    guard KeyedArchiveFormat.isVersionKey(key) else { return nil }
    let bytes = key.utf8
    guard let mark = bytes.lastIndex(of: UInt8(ascii: "$")) else { return nil }
    return mark == bytes.startIndex ? mark : bytes.index(before: mark)
  }

  private static func place(_ record: String) -> Place {
    let text = Substring(record).utf8
    let parent = text.lastIndex(of: UInt8(ascii: ".")).map { text[..<$0] } ?? text[..<text.startIndex]
    return Place(parent: ExactText(String(Substring(parent))), isArray: record.hasSuffix("[]"))
  }

  /// Whether a key was in a record that is there no longer.
  ///
  /// - Throws: As `check(_:)`.
  func contains(_ key: String) throws(ArchiveError) -> Bool {
    let outer = try Self.outer(key, cost)
    if let former = try formerCase(outer) {
      try check(former, outer, key)
      return true
    }
    guard let gone = outer.last(where: { read.contains(ExactText($0)) && !new.contains(ExactText($0)) }) else {
      return false
    }
    guard !newObject.has(gone) else { throw Self.otherForm(gone, [key]) }
    try check(gone, key)
    return true
  }

  /// A struct in place is an object of its own now, or the other way round, as where one release has made it optional.
  static func otherForm(_ record: String, _ keys: [String]) -> ArchiveError {
    .unknownDataLost(keys: keys, reason: "'\(record)' is stored in another form by this program")
  }

  /// Checks that a record was removed, and does not have another key now.
  ///
  /// - Throws: `unknownDataLost` where it stands beside one that is new.
  func check(_ record: String, _ key: String? = nil) throws(ArchiveError) {
    guard let renamed = added[Self.place(record)] else { return }
    throw .unknownDataLost(
      keys: [key ?? record], reason: "'\(record)' is not written any more, and '\(renamed)' is, which may be the same")
  }

  // MARK: Cases

  /// A case with values that an enumeration had.
  private struct FormerCase {
    /// What the keys of its values begin with: `shape.circle`.
    let record: String
    /// The same for the case that the program has written in its place: `shape.square`.
    let newRecord: String
  }

  /// The outermost of these records that has the values of a case which the program has changed to another one: `shape.circle`
  /// where the text under `shape` was "circle".
  private func formerCase(_ outer: [String]) throws(ArchiveError) -> FormerCase? {
    guard let base else { return nil }
    for record in outer.reversed()
    where !record.utf8.contains(UInt8(ascii: "[")) && !new.contains(ExactText(record)) {
      let dot = record.utf8.lastIndex(of: UInt8(ascii: "."))
      // An enumeration that is an object of its own has the name under `case`.
      let key = dot.map { String(Substring(record.utf8[..<$0])) } ?? "case"
      let name = dot.map { String(Substring(record.utf8[record.utf8.index(after: $0)...])) } ?? record
      guard let former = try text(key, of: object), former.isExactly(name), let now = try text(key, of: newObject),
        !now.isExactly(name),
        let before = try base.part(key).flatMap({ (part) throws(ArchiveError) in
          try text(key, of: part.object)
        }), !before.isExactly(now)
      else { continue }
      return FormerCase(record: record, newRecord: dot == nil ? now : key + "." + now)
    }
    return nil
  }

  private func text(_ key: String, of object: MergedObject) throws(ArchiveError) -> String? {
    let text = try object.text(key)
    try cost.charge(text?.utf8.count ?? 0)
    return text
  }

  /// Checks that a struct of which something is unknown is not a value of the new case now.
  private func check(_ former: FormerCase, _ outer: [String], _ key: String) throws(ArchiveError) {
    let inner = outer.prefix { !$0.isExactly(former.record) }
    guard let record = inner.last(where: { read.contains(ExactText($0)) }) else { return }
    let prefix = former.newRecord + "."
    try cost.charge(newObject.keyBytes)
    var other = try Self.records(newObject.keys, cost).first { $0.hasExactPrefix(prefix) }
    for value in newObject.keys where other == nil && value.hasExactPrefix(prefix) {
      if try mayHoldStruct(value) { other = value }
    }
    guard let other else { return }
    throw .unknownDataLost(
      keys: [key], reason: "'\(record)' is not written any more, and '\(other)' is, which may be the same")
  }

  /// Whether a key of the new object leads to an object that may be a struct, as an optional one is, or a collection of them.
  private func mayHoldStruct(_ key: String) throws(ArchiveError) -> Bool {
    guard case .uid(let number)? = try newObject.node(mangled: KeyedArchiveFormat.mangled(key)),
      let name = try newObject.side.className(of: number)
    else { return false }
    return !name.hasPrefix("NS") || ["Array", "Dictionary", "Set"].contains { name.hasSuffix($0) }
  }
}
