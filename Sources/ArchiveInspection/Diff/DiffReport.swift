/// The differences of two archives: all are counted, and some of them listed.
package struct DiffReport {
  /// The number of differences in one table, list or key.
  package struct Section {
    package let name: String
    package var counts: [Difference.Kind: Int] = [:]
    package var total: Int { counts.values.reduce(0, +) }
    /// Differences that are counted and not listed.
    package fileprivate(set) var omitted = 0
    fileprivate var listed = 0

    fileprivate mutating func add(_ kind: Difference.Kind, _ count: Int, omitted: Int) {
      counts[kind, default: 0] += count
      self.omitted += omitted
      listed += count - omitted
    }
  }

  package private(set) var differences: [Difference] = []
  /// By their numbers in the path tree; those without differences are left out of `sections`.
  private var bySection: [Int: Section] = [:]
  private let options: DiffOptions
  /// The keys of the options by which rows or elements were matched.
  private var usedKeys: [RowKey] = []

  init(_ options: DiffOptions) { self.options = options }

  package var isEqual: Bool { bySection.isEmpty }

  /// Sorted by their names.
  package var sections: [Section] {
    bySection.values.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  package func count(_ kind: Difference.Kind) -> Int { bySection.values.reduce(0) { $0 + ($1.counts[kind] ?? 0) } }
  package var total: Int { bySection.values.reduce(0) { $0 + $1.total } }
  package var omitted: Int { bySection.values.reduce(0) { $0 + $1.omitted } }

  /// Keys of the options by which nothing was matched: where there are differences, no table or list has them in both archives.
  package var unusedKeys: [RowKey] { isEqual ? [] : options.keys.filter { !usedKeys.contains($0) } }

  mutating func use(_ key: RowKey) {
    if !usedKeys.contains(key) { usedKeys.append(key) }
  }

  /// Counts a difference, and makes it if it is to be listed.
  mutating func add(
    _ kind: Difference.Kind, section: Int, named name: @autoclosure () -> String, count: Int = 1,
    _ make: () -> Difference
  ) {
    let isListed = !isFull(section)
    if isListed { differences.append(make()) }
    bySection[section, default: Section(name: name())].add(kind, count, omitted: isListed ? count - 1 : count)
  }

  /// Counts a difference if it is not to be listed, so that nothing has to be made for it.
  ///
  /// - Returns: false if it is to be listed, or the section is new.
  mutating func countIfFull(_ kind: Difference.Kind, section: Int) -> Bool {
    guard isFull(section), bySection[section] != nil else { return false }
    bySection[section]?.add(kind, 1, omitted: 1)
    return true
  }

  /// Whether no more differences are listed.
  private func isFull(_ section: Int) -> Bool {
    if let limit = options.limit, differences.count >= limit { return true }
    guard let head = options.head else { return false }
    return bySection[section]?.listed ?? 0 >= head
  }
}

/// Thrown where only the first difference is asked for.
struct FoundDifference: Error {}
