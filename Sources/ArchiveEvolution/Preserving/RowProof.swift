@_spi(GeneratedCode) import ArchiveRuntime

/// Which rows of an array, or elements of a collection, that a program writes are those that it has read: the rule of
/// FORMAT.md, and the only place that decides it. What cannot be proven is an error, and no guess.
///
/// 1. If all rows are what they were, at the same places, they are the same.
/// 2. A row whose type declares an identity is the row with the same identity, wherever it is, whatever else was changed. An identity
///    that several rows have proves nothing.
/// 3. A row without one is the row that has all the same known values. Of rows that are alike, those at the same places are the same;
///    others only if what is unknown of them is alike, too.
/// 4. If rows are left over on both sides, they may have been changed, or removed and added: that cannot be known. An array in columns that
///    is left over is the one at the same place, because its own rows are looked for one by one, also in other arrays.
struct RowProof {
  struct Rows {
    /// Equal numbers stand for equal values of all that the program knows.
    var contents: [Int]
    /// Where rows are: their indices, or their keys.
    var places: [Int]
    /// Equal numbers stand for equal identities; nil for a row without one.
    var identities: [Int?]

    init(_ contents: [Int], places: [Int]? = nil, identities: [Int?]? = nil) {
      self.contents = contents
      self.places = places ?? Array(contents.indices)
      self.identities = identities ?? Array(repeating: nil, count: contents.count)
    }
  }

  enum Outcome {
    /// For each row that is written the one that was read, -1 for a new one.
    case rows([Int])
    case unproven(Reason)
  }

  enum Reason: String {
    case changed = "were changed, added or removed, and their type declares no identity"
    case ambiguous = "were changed, added or removed, and several have the same identity"
    case exchanged = "are where others of their type were, and their type declares no identity"
    case moved = "were moved, added or removed, which is not looked for within a row"
    case alike = "that are alike were moved, added or removed, and what is unknown of them differs"
  }

  let before: Rows
  let after: Rows
  /// The number of all that is unknown of a row that was read; nil if nothing is.
  let unknown: (Int) throws(ArchiveError) -> Int?
  /// Whether what is in a row that was read is looked for by itself, if the row is not found: a collection has nothing of its own.
  var isLookedInto: (Int) throws(ArchiveError) -> Bool = { _ in false }
  /// Whether a row that was read is an array in columns.
  var isArray: (Int) throws(ArchiveError) -> Bool = { _ in false }

  func outcome() throws(ArchiveError) -> Outcome {
    if before.contents == after.contents, before.places == after.places {
      return .rows(Array(before.contents.indices))
    }
    let (known, own) = (Self.unique(before), Self.unique(after))
    if hasChangedRepeated(known, own) { return .unproven(.ambiguous) }
    var result = Array(repeating: -1, count: after.contents.count)
    var isAdded = false
    var groups: [Int: [Int]] = [:]
    for row in after.contents.indices {
      if let identity = after.identities[row], own[identity] == row, known[identity] != Self.repeated {
        if let found = known[identity] { result[row] = found }
      } else {
        groups[after.contents[row], default: []].append(row)
      }
    }
    var formerGroups: [Int: [Int]] = [:]
    for row in before.contents.indices {
      if let identity = before.identities[row], known[identity] == row, own[identity] != Self.repeated { continue }
      formerGroups[before.contents[row], default: []].append(row)
    }
    for (content, rows) in groups {
      guard let former = formerGroups[content] else {
        isAdded = true
        continue
      }
      if try !pair(rows, former, &result) { return .unproven(.alike) }
    }
    guard isAdded else { return .rows(result) }
    let newRows = Dictionary(zip(after.places, after.places.indices), uniquingKeysWith: { first, _ in first })
    for (content, rows) in formerGroups where groups[content] == nil || rows.count > groups[content]?.count ?? 0 {
      for row in rows where try unknown(row) != nil {
        if try isLookedInto(row) { continue }
        if try isArray(row) {
          if let newRow = newRows[before.places[row]], result[newRow] < 0 { result[newRow] = row }
          continue
        }
        return .unproven(before.identities[row] == nil ? .changed : .ambiguous)
      }
    }
    return .rows(result)
  }

  /// Finds which rows are which among those that are alike.
  ///
  /// - Returns: false if that cannot be said.
  private func pair(_ rows: [Int], _ former: [Int], _ result: inout [Int]) throws(ArchiveError) -> Bool {
    if rows.count == 1, former.count == 1 {
      result[rows[0]] = former[0]
      return true
    }
    var places: [Int: Int] = [:]
    for row in former { places[before.places[row]] = row }
    if rows.count == former.count, rows.allSatisfy({ places[after.places[$0]] != nil }) {
      for row in rows { result[row] = places[after.places[row]] ?? -1 }
      return true
    }
    let first = try unknown(former[0])
    for row in former.dropFirst() where try unknown(row) != first { return false }
    // A copy is a new row, and it cannot be told from the original.
    if rows.count > former.count { return first == nil }
    for (row, other) in zip(rows, former) { result[row] = other }
    return true
  }

  /// Whether rows that share an identity with others are not all what they were.
  private func hasChangedRepeated(_ known: [Int: Int], _ own: [Int: Int]) -> Bool {
    func contents(_ rows: Rows) -> [Int: [Int]] {
      var contents: [Int: [Int]] = [:]
      for (row, identity) in rows.identities.enumerated() {
        guard let identity, known[identity] == Self.repeated || own[identity] == Self.repeated else { continue }
        contents[identity, default: []].append(rows.contents[row])
      }
      return contents.mapValues { $0.sorted() }
    }
    let new = contents(after)
    return contents(before).contains { identity, contents in new[identity] != contents }
  }

  private static let repeated = -1

  /// The row with each identity, -1 if there are several.
  private static func unique(_ rows: Rows) -> [Int: Int] {
    var unique: [Int: Int] = [:]
    for (row, identity) in rows.identities.enumerated() {
      guard let identity else { continue }
      unique[identity] = unique[identity] == nil ? row : repeated
    }
    return unique
  }
}
