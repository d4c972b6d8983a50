/// Rows that a newer release has written, and random edits of the older program, which does not know all of them.
struct PreservedRows {
  /// A row as the older program has it.
  struct Row {
    var known: [Int]
    /// A field that the newer release has under another key, so that the older program has its default.
    var renamed: Int
    /// The row that was read; nil for a new one.
    var origin: Int?
  }

  /// What the newer release has of a row.
  struct Original: Equatable {
    var known: [Int]
    var unknown: [Int]
    var renamed: Int
  }

  let originals: [Original]
  /// Whether the first known field is declared as the identity.
  let hasIdentity: Bool
  /// What the older program has for a field without a key.
  let defaultValue: Int
  /// Whether the newer release has a field under another key.
  let isRenamed: Bool
  /// What the newer release has called the key: by another name, in a record, or as what it is migrated to.
  let form: Form
  private(set) var rows: [Row]
  private(set) var edits: [String] = []

  enum Form: String, CaseIterable {
    case renamed, moved, migrated
  }

  /// - Parameters:
  ///   - isFixed: Whether there are always as many rows.
  ///   - isByKey: Whether each row is a record of its own, known by its key.
  ///   - canHaveIdentity: Whether a type can declare one.
  init(_ dice: inout Dice, isFixed: Bool, isByKey: Bool, canHaveIdentity: Bool) {
    let (hasIdentity, isRenamed) = (canHaveIdentity && dice.chance(50), dice.chance(35))
    let defaultValue = dice.chance(50) ? 0 : 3
    form = dice.pick(Form.allCases)
    // Few different values, so that rows are alike by chance.
    let range = dice.pick([2, 3, 1_000])
    let (knownCount, unknownCount) = (1 + dice.roll(3), 1 + dice.roll(2))
    let isUnique = dice.chance(80)
    var originals: [Original] = []
    for row in 0..<(isFixed ? 3 : dice.roll(6)) {
      var known = (0..<knownCount).map { _ in dice.roll(range) }
      if hasIdentity, isUnique { known[0] = row * 7 + 1 }
      originals.append(
        Original(
          known: known, unknown: (0..<unknownCount).map { _ in 1 + dice.roll(range) }, renamed: 10 + dice.roll(range)))
    }
    rows = originals.enumerated().map { place, original in
      Row(known: original.known, renamed: isRenamed ? defaultValue : original.renamed, origin: place)
    }
    (self.hasIdentity, self.isRenamed, self.defaultValue) = (hasIdentity, isRenamed, defaultValue)
    self.originals = originals
    for _ in 0..<dice.roll(4) { edit(&dice, range, isFixed) }
    if isByKey { for index in rows.indices { rows[index].origin = index } }
  }

  /// One edit of the older program.
  private mutating func edit(_ dice: inout Dice, _ range: Int, _ isFixed: Bool) {
    func fresh(_ dice: inout Dice) -> Row {
      var known = originals.first?.known ?? [0]
      for index in known.indices { known[index] = dice.roll(range) }
      if hasIdentity, dice.chance(70) { known[0] = 100 + dice.roll(1_000) }
      return Row(known: known, renamed: dice.chance(70) ? (isRenamed ? defaultValue : 4) : dice.roll(9), origin: nil)
    }
    func change(_ row: inout Row, _ dice: inout Dice) {
      let first = hasIdentity && dice.chance(90) ? 1 : 0
      if first < row.known.count { row.known[first + dice.roll(row.known.count - first)] = dice.roll(range) }
      if dice.chance(15) { row.renamed = dice.roll(9) }
    }
    if originals.isEmpty { return }
    switch dice.roll(9) {
    case 0:
      edits.append("reorder")
      rows.shuffle(using: &dice)
    case 1 where rows.count > 1:
      edits.append("exchange")
      rows.swapAt(0, 1 + dice.roll(rows.count - 1))
    case 2 where rows.count > 1:
      edits.append("rotate")
      rows.append(rows.removeFirst())
    case 3 where !isFixed:
      edits.append("insert")
      rows.insert(fresh(&dice), at: dice.roll(rows.count + 1))
    case 4 where !isFixed && !rows.isEmpty:
      edits.append("remove")
      rows.remove(at: dice.roll(rows.count))
    case 5 where !rows.isEmpty:
      edits.append("replace")
      rows[dice.roll(rows.count)] = fresh(&dice)
    case 6 where !rows.isEmpty:
      edits.append("copy")
      var copy = rows[dice.roll(rows.count)]
      copy.origin = nil
      if isFixed { rows[dice.roll(rows.count)] = copy } else { rows.append(copy) }
    case 7:
      edits.append("edit all")
      for index in rows.indices { change(&rows[index], &dice) }
    default:
      if rows.isEmpty { return }
      edits.append("edit")
      change(&rows[dice.roll(rows.count)], &dice)
    }
  }

  /// Whether the older program has changed anything.
  var isUnchanged: Bool {
    rows.count == originals.count
      && rows.enumerated().allSatisfy { place, row in
        row.origin == place && row.known == originals[place].known
          && row.renamed == (isRenamed ? defaultValue : originals[place].renamed)
      }
  }

  /// Whether the newer program has read what it wrote, with the edits of the older one.
  ///
  /// - Parameter read: The rows in the order of `rows`.
  func problem(_ read: [Original]) -> String? {
    guard read.count == rows.count else { return "\(read.count) rows of \(rows.count)" }
    for (place, (row, read)) in zip(rows, read).enumerated() {
      guard read.known == row.known else { return "row \(place) has \(read.known), and \(row.known) was written" }
      let unknown = accepted(row)
      guard unknown.contains(where: { $0.unknown == read.unknown && $0.renamed == read.renamed }) else {
        return "row \(place), \(row), is read as \(read), and not as one of \(unknown)"
      }
    }
    return nil
  }

  /// What the newer program may read besides what is known.
  private func accepted(_ row: Row) -> [Original] {
    let isEdited = row.renamed != defaultValue
    func original(_ original: Original) -> Original {
      var own = original
      if !isRenamed { own.renamed = row.renamed } else if isEdited { own.renamed = row.renamed }
      return own
    }
    var accepted: [Original] = []
    if hasIdentity, originals.filter({ $0.known[0] == row.known[0] }).count == 1,
      rows.filter({ $0.known[0] == row.known[0] }).count == 1
    {
      // By declaration it is that row, whatever else it has.
      return originals.filter { $0.known[0] == row.known[0] }.map(original)
    }
    if let origin = row.origin {
      // Rows that the program cannot tell from each other may change places.
      accepted += originals.filter { $0.known == originals[origin].known }.map(original)
    }
    // One that has become just what another was, as if that were still there.
    accepted += originals.filter { $0.known == row.known }.map(original)
    // A copy of a row that was changed itself is what that row was: values cannot be told from each other.
    let isTaken =
      row.origin.map { origin in
        rows.contains {
          $0.known == originals[origin].known && (isRenamed || $0.renamed == originals[origin].renamed)
            && ($0.known != row.known || $0.renamed != row.renamed)
        }
      } ?? false
    let isKnown = hasIdentity && originals.contains { $0.known[0] == row.known[0] }
    let isNew = isTaken || row.origin == nil || hasIdentity && !isKnown
    if isNew {
      accepted.append(
        Original(
          known: row.known, unknown: Array(repeating: 0, count: originals[0].unknown.count), renamed: row.renamed))
    }
    return accepted
  }

  var text: String {
    "\(hasIdentity ? "identity, " : "")\(isRenamed ? form.rawValue : "not renamed"), default \(defaultValue): \(originals) \(edits.joined(separator: ", ")): \(rows)"
  }
}
