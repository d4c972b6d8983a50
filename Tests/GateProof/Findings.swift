import SchemaLock

/// What a proof over random pairs of schemas found wrong.
public struct Findings: Sendable {
  /// One problem of each kind, with the seed that gives it again.
  public private(set) var problems: [String] = []
  public private(set) var wrongCount = 0
  private var told: Set<String> = []

  /// Pair n of `count` has the seed `first` + n, so that it can be made alone.
  static func over<Pair: RandomPair>(
    _: Pair.Type, _ count: Int, from first: UInt64, _ problems: (Pair) throws -> [String]
  ) rethrows -> Findings {
    var findings = Findings()
    for number in 0..<count {
      let pair = Pair(first &+ UInt64(number))
      findings.note(try problems(pair), pair)
    }
    return findings
  }

  private mutating func note(_ found: [String], _ pair: some RandomPair) {
    for problem in found {
      wrongCount += 1
      let rules = Set(pair.changes.map(\.rule.rawValue)).sorted().joined(separator: ", ")
      // The beginning of a problem says what kind it is; values follow.
      if problems.count < 30, told.insert("\(problem.prefix(30)) \(rules)").inserted {
        problems.append("seed \(pair.seed): \(problem)\n\(pair.text)")
      }
    }
  }
}

/// A random schema, and one that random changes made of it.
protocol RandomPair {
  init(_ seed: UInt64)
  var seed: UInt64 { get }
  /// What the gate says of the changes.
  var changes: [Change] { get }
  /// Both schemas, for people.
  var text: String { get }
}
