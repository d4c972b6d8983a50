public import SchemaLock

/// The gate's verdicts on random changes, held against real archives.
public struct GateProof: Sendable {
  public private(set) var counts: [Level: Int] = [:]
  /// One of each kind, with the seed that gives it again.
  public private(set) var problems: [String] = []
  public private(set) var wrongCount = 0
  private var told: Set<String> = []

  /// Records of C. Pair n has the seed `first` + n, so that it can be had alone.
  public static func records(_ count: Int, from first: UInt64) throws -> GateProof {
    var proof = GateProof()
    for number in 0..<count {
      let seed = first &+ UInt64(number)
      let pair = RecordPair(seed)
      proof.note(try pair.problems(&proof.counts), seed, pair.text, pair.changes)
    }
    return proof
  }

  /// Structs of Swift.
  public static func models(_ count: Int, from first: UInt64) throws -> GateProof {
    var proof = GateProof()
    for number in 0..<count {
      let seed = first &+ UInt64(number)
      let pair = ModelPair(seed)
      proof.note(try pair.problems(&proof.counts), seed, pair.text, pair.changes)
    }
    return proof
  }

  private mutating func note(
    _ found: [String], _ seed: UInt64, _ text: @autoclosure () -> String, _ changes: @autoclosure () -> [Change]
  ) {
    for problem in found {
      wrongCount += 1
      let rules = Set(changes().map(\.rule.rawValue)).sorted().joined(separator: ", ")
      if problems.count < 30, told.insert("\(problem.prefix(40)) \(rules)").inserted {
        problems.append("seed \(seed): \(problem)\n\(text())")
      }
    }
  }

  /// "812 safe, 40 loss, 20 refuse, 3 misread, 0 wrong".
  public var summary: String {
    (Level.allCases.map { "\(counts[$0] ?? 0) \($0.rawValue)" } + ["\(wrongCount) wrong"]).joined(separator: ", ")
  }
}
