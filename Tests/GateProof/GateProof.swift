public import SchemaLock

/// The gate's verdicts on random changes, held against real archives.
public struct GateProof: Sendable {
  public private(set) var counts: [Level: Int] = [:]
  /// One of each kind, with the seed that gives it again.
  public private(set) var problems: [String] = []
  public private(set) var wrongCount = 0
  private var told: Set<String> = []

  /// Pair n has the seed `first` + n, so that it can be had alone.
  public static func records(_ count: Int, from first: UInt64) throws -> GateProof {
    var proof = GateProof()
    for number in 0..<count {
      let seed = first &+ UInt64(number)
      let pair = RecordPair(seed)
      for problem in try pair.problems(&proof.counts) {
        let rules = Set(pair.changes.map(\.rule.rawValue)).sorted().joined(separator: ", ")
        proof.note("seed \(seed): \(problem)\n\(pair.text)", kind: "\(problem.prefix(40)) \(rules)")
      }
    }
    return proof
  }

  private mutating func note(_ problem: String, kind: String) {
    wrongCount += 1
    if problems.count < 30, told.insert(kind).inserted { problems.append(problem) }
  }

  /// "812 safe, 40 loss, 20 refuse, 3 misread, 0 wrong".
  public var summary: String {
    (Level.allCases.map { "\(counts[$0] ?? 0) \($0.rawValue)" } + ["\(wrongCount) wrong"]).joined(separator: ", ")
  }
}
