@_spi(GeneratedCode) import ArchiveRuntime

/// Checks that rows with unknown columns are not in another array now, where they would have lost these: columns of different arrays are
/// not exchanged. An array is compared with those that have the same known columns.
final class MovedRows {
  /// Rows of one archive that are in none of the other's arrays of the same place.
  struct Rows {
    let array: String
    let merge: ColumnMerge
    let rows: [Int]
    /// nil if the type of the rows declares no identity.
    let identified: IdentifiedArray?
    /// Of a type of Swift, the name that its values have.
    let className: String?
    /// Whether the object that had the rows is still there.
    let isTaken: Bool
  }

  /// The lost rows of all arrays with the same columns.
  private final class Lost {
    var arrays: [Rows] = []
    /// By the keys of an identity, none for contents.
    var gone: [[String]: [Int: Int]] = [:]
  }

  private let merge: ArchiveMerge
  /// nil until asked for.
  private var bases: [Int: BaseObject]?

  init(_ merge: ArchiveMerge) { self.merge = merge }

  /// - Throws: `unknownDataLost`.
  func check() throws(ArchiveError) {
    var lost: [Int: Lost] = [:]
    var classes: [String: Rows] = [:]
    for number in merge.unread.keys.sorted() {
      for rows in try self.lost(of: number) {
        let signature = try signature(rows.merge)
        let known = lost[signature] ?? Lost()
        lost[signature] = known
        known.arrays.append(rows)
        if rows.isTaken, let name = rows.className, classes[name] == nil { classes[name] = rows }
      }
    }
    if lost.isEmpty { return }
    for number in 0..<max(merge.new.objects.count, 1) {
      guard let object = try merge.new.object(number) else { continue }
      try merge.cost.charge(object.keyBytes)
      if merge.origins[number] == nil, let rows = try merge.new.className(of: number).flatMap({ classes[$0] }) {
        throw rows.merge.lost(
          "rows of the array '\(rows.array)' were removed, and values of their type are new elsewhere")
      }
      for key in object.keys where key.utf8.suffix(2).elementsEqual("[]".utf8) {
        guard let added = try ColumnMerge(key, object, object, keys: [], merge.cost),
          !added.description.isElements, let former = lost[try signature(added)]
        else { continue }
        let rows = try newRows(of: added, number)
        if !rows.isEmpty { try compare(former, added, rows, number) }
      }
    }
  }

  /// Rows of the earlier archive's arrays in an object that have unknown columns, and are not in the same array now.
  func lost(of number: Int) throws(ArchiveError) -> [Rows] {
    let unread = merge.unread[number] ?? []
    if unread.isEmpty { return [] }
    guard let object = try merge.earlierValue(number) else { return [] }
    let unknown = Set(unread.map(ExactText.init))
    let newNumber = merge.counterpart(of: number)
    var keys: [ExactText: [String]] = [:]
    for key in unread where !merge.isOfGraph(key, number) {
      if let array = ArchiveMerge.array(of: key, object, unknown) { keys[ExactText(array), default: []].append(key) }
    }
    var lost: [Rows] = []
    for array in keys.keys.sorted(by: { $0.text < $1.text }) {
      guard let earlier = try ColumnMerge(array.text, object, object, keys: [], merge.cost) else { continue }
      var kept: Set<Int> = []
      if let newNumber, let newObject = try merge.new.object(newNumber), newObject.has(array.text) {
        guard let rows = merge.rows[newNumber]?[array] else { continue }
        kept = Set(rows)
      }
      let rows = (0..<(try earlier.earlierCount())).filter { !kept.contains($0) }
      guard !rows.isEmpty, let part = try base(of: number)?.part(array.text) else { continue }
      let base = part.object
      let name = try merge.earlier.className(of: number)
      let paths = merge.describe(keys[array] ?? [], name)
      guard let former = try ColumnMerge(array.text, base, base, keys: paths, merge.cost) else { continue }
      var isTaken = newNumber != nil
      if !isTaken { isTaken = try merge.isInPaired(number) }
      lost.append(
        Rows(
          array: array.text, merge: former, rows: rows,
          identified: part.base.arrays[part.number]?[array],
          className: name.flatMap { $0.hasSuffix("[]") ? String($0.dropLast(2)) : nil }, isTaken: isTaken))
    }
    return lost
  }

  private func base(of number: Int) throws(ArchiveError) -> BaseObject? {
    if number == 0 { return try merge.baseOfTop() }
    if let base = try merge.base(ofObject: number) { return base }
    if bases == nil { bases = try merge.formerValues() }
    return bases?[number]
  }

  /// The rows of a new array that the earlier archive does not have at the same place.
  func newRows(of array: ColumnMerge, _ number: Int) throws(ArchiveError) -> [Int] {
    let count = try array.earlierCount()
    if let rows = merge.rows[number]?[ExactText(array.array)] { return rows.indices.filter { rows[$0] < 0 } }
    guard let origin = merge.origins[number], let base = try base(of: origin)?.part(array.array)?.object,
      let former = try ColumnMerge(array.array, base, base, keys: [], merge.cost),
      let contents = try self.contents(former), let newContents = try self.contents(array)
    else { return Array(0..<count) }
    var counts = Dictionary(contents.map { ($0, 1) }, uniquingKeysWith: +)
    return newContents.indices.filter { row in
      counts[newContents[row], default: 0] -= 1
      return counts[newContents[row]] ?? 0 < 0
    }
  }

  private func compare(_ lost: Lost, _ added: ColumnMerge, _ rows: [Int], _ number: Int) throws(ArchiveError) {
    let identity = merge.graphs?.identity(number, added.array)
    if identity == nil, let taken = lost.arrays.first(where: \.isTaken) {
      throw taken.merge.lost(
        "rows of the array '\(taken.array)' were removed, others of their kind are new in another array, and their type declares no identity"
      )
    }
    guard let own = try gone(lost, identity), let new = try words(added, identity) else {
      throw Self.moved(lost.arrays[0])
    }
    if let row = rows.first(where: { own[new[$0]] != nil }), let place = own[new[row]] {
      throw Self.moved(lost.arrays[place])
    }
  }

  private static func moved(_ rows: Rows) -> ArchiveError {
    rows.merge.lost(
      "rows of the array '\(rows.array)' are in another array now, which cannot have what is unknown of them")
  }

  /// The numbers of lost rows' identities or contents, with the array that each was in.
  private func gone(_ lost: Lost, _ identity: [String]?) throws(ArchiveError) -> [Int: Int]? {
    let key = identity ?? []
    if let known = lost.gone[key] { return known }
    var gone: [Int: Int] = [:]
    for (place, array) in lost.arrays.enumerated() {
      guard let own = try words(array.merge, identity) else { return nil }
      for row in array.rows where row < own.count { gone[own[row]] = place }
    }
    lost.gone[key] = gone
    return gone
  }

  /// The numbers of the rows' identities, or of all that they contain.
  private func words(_ array: ColumnMerge, _ identity: [String]?) throws(ArchiveError) -> [Int]? {
    guard let identity else { return try contents(array) }
    return try array.rowContents(merge.all) { $0.parts.isEmpty && ColumnMerge.isOf(identity, $0.name) }
  }

  private func contents(_ array: ColumnMerge) throws(ArchiveError) -> [Int]? {
    try array.rowContents(merge.all) { $0.group == nil }
  }

  /// The number of an array's columns.
  private func signature(_ array: ColumnMerge) throws(ArchiveError) -> Int {
    let columns = array.description.columns.filter { $0.parts.isEmpty }
    try merge.cost.charge(columns.count, times: 16)
    return try merge.all.number(of: columns.map { "\($0.array) \($0.name)" }.sorted().joined(separator: "\n"))
  }
}

extension ArchiveMerge {
  func checkMovedRows() throws(ArchiveError) {
    guard unread.contains(where: { $0.value.contains { $0.utf8.contains(UInt8(ascii: "[")) } }) else { return }
    try MovedRows(self).check()
  }

  /// The number in the new archive of an object of the earlier one.
  func counterpart(of number: Int) -> Int? {
    number == 0 ? 0 : (try? earlier.index(of: number)).flatMap { counterparts[$0] }
  }

  /// Whether an object that a value was in is still there.
  func isInPaired(_ value: Int) throws(ArchiveError) -> Bool {
    try unknownValues().owners(of: value, identities, cost).contains { $0 == 0 || isPaired($0) }
  }

  func baseOfTop() throws(ArchiveError) -> BaseObject {
    var tops: [BaseObject.Part] = []
    for base in bases { tops.append(.init(base: base, number: 0, object: try MergedObject(base.side, base.side.top))) }
    return BaseObject(parts: tops)
  }
}
