/// Selects the live ones of many union members: each tag is read once for all members of its union.
struct TagDispatch: Sendable {
  /// Members whose first condition is about the same tag.
  private struct Group: Sendable {
    let tag: IntegerCell
    /// Members by the tag's value, for values from 0; others are in `others`.
    var dense: [[Int]] = []
    var others: [Int64: [Int]] = [:]
    var exclusions: [(test: TagCondition, selection: Int)] = []

    mutating func add(_ value: Int64, _ selection: Int) {
      guard 0..<1024 ~= value else { return others[value, default: []].append(selection) }
      while dense.count <= value { dense.append([]) }
      dense[Int(value)].append(selection)
    }
  }

  private var always: [Int] = []
  private var groups: [Group] = []
  /// The conditions of a member after the first one.
  private var rest: [[TagCondition]]

  /// - Returns: nil unless all members are in the record itself.
  init?(_ selections: [UnionMember]) {
    rest = Array(repeating: [], count: selections.count)
    for (index, selection) in selections.enumerated() {
      guard selection.isOfRecord else { return nil }
      let tests = selection.tests
      guard let first = tests.first else {
        always.append(index)
        continue
      }
      rest[index] = Array(tests.dropFirst())
      let place = groups.firstIndex { $0.tag == first.tag } ?? groups.count
      if place == groups.count { groups.append(Group(tag: first.tag)) }
      if first.isExclusion {
        groups[place].exclusions.append((first, index))
      } else {
        for value in Set(first.values) { groups[place].add(value, index) }
      }
    }
  }

  /// Calls `body` with the index of each member that is live in the record.
  @inline(__always)
  func forEachLive(
    _ record: UnsafeRawPointer, _ body: (Int) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    for index in always { try body(index) }
    try forEachTested(record, body)
  }

  @inline(__always)
  private func forEachTested(
    _ record: UnsafeRawPointer, _ body: (Int) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    for group in groups.indices {
      let value = groups[group].tag.value(record)
      if value >= 0, value < groups[group].dense.count {
        for index in groups[group].dense[Int(value)] where holds(index, record) { try body(index) }
      } else if !groups[group].others.isEmpty, let live = groups[group].others[value] {
        for index in live where holds(index, record) { try body(index) }
      }
      for exclusion in groups[group].exclusions
      where exclusion.test.allows(value) && holds(exclusion.selection, record) {
        try body(exclusion.selection)
      }
    }
  }

  @inline(__always)
  private func holds(_ index: Int, _ record: UnsafeRawPointer) -> Bool {
    for test in rest[index] where !test.passes(record) { return false }
    return true
  }

  /// For each member with a condition those of the rows in which it is live.
  func liveRows(_ rows: Range<Int>, selections: Int, _ record: (Int) -> UnsafeRawPointer) -> [[UInt32]] {
    var live = Array(repeating: [UInt32](), count: selections)
    for row in rows {
      try? forEachTested(record(row)) { live[$0].append(UInt32(truncatingIfNeeded: row)) }
    }
    return live
  }

  /// For each member with a condition the number of rows in which it is live.
  func liveCounts(_ rows: Range<Int>, selections: Int, _ record: (Int) -> UnsafeRawPointer) -> [Int] {
    var counts = Array(repeating: 0, count: selections)
    for row in rows { try? forEachTested(record(row)) { counts[$0] += 1 } }
    return counts
  }
}

extension UnionMember {
  /// Whether there is at most one location in a record, at its beginning.
  var isOfRecord: Bool { levels.allSatisfy { $0.offset == 0 && $0.steps.isEmpty } }
}
