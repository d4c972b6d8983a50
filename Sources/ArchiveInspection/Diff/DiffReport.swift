/// The differences of two archives: all are counted, and some of them listed.
package struct DiffReport {
  /// The number of differences in one table, list or key.
  package struct Section {
    package let name: String
    package var counts: [Difference.Kind: Int] = [:]
    package var total: Int { counts.values.reduce(0, +) }
    /// Differences that are counted and not listed.
    package var omitted = 0
  }

  package private(set) var differences: [Difference] = []
  /// By their numbers in the path tree; those without differences are left out of `sections`.
  private var bySection: [Int: Section] = [:]
  private let options: DiffOptions

  init(_ options: DiffOptions) { self.options = options }

  package var isEqual: Bool { bySection.isEmpty }

  /// Sorted by their names.
  package var sections: [Section] {
    bySection.values.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  package func count(_ kind: Difference.Kind) -> Int { bySection.values.reduce(0) { $0 + ($1.counts[kind] ?? 0) } }
  package var total: Int { bySection.values.reduce(0) { $0 + $1.total } }
  package var omitted: Int { bySection.values.reduce(0) { $0 + $1.omitted } }

  /// Counts a difference, and makes it if it is to be listed.
  mutating func add(
    _ kind: Difference.Kind, section: Int, named name: @autoclosure () -> String, count: Int = 1,
    _ make: () -> Difference
  ) {
    var own = bySection[section] ?? Section(name: name())
    let known = own.total - own.omitted
    own.counts[kind, default: 0] += count
    if options.head.map({ known < $0 }) ?? true, options.limit.map({ differences.count < $0 }) ?? true {
      differences.append(make())
      own.omitted += count - 1
    } else {
      own.omitted += count
    }
    bySection[section] = own
  }
}

/// Thrown where only the first difference is asked for.
struct FoundDifference: Error {}
