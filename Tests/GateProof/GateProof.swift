public import SchemaLock

/// The gate's verdicts on random changes, held against real archives.
public struct GateProof: Sendable {
  public private(set) var counts: [Level: Int] = [:]
  public private(set) var findings = Findings()

  /// Records of C.
  public static func records(_ count: Int, from first: UInt64) throws -> GateProof {
    var proof = GateProof()
    proof.findings = try Findings.over(RecordPair.self, count, from: first) { try $0.problems(&proof.counts) }
    return proof
  }

  /// Structs of Swift.
  public static func models(_ count: Int, from first: UInt64) throws -> GateProof {
    var proof = GateProof()
    proof.findings = try Findings.over(ModelPair.self, count, from: first) { try $0.problems(&proof.counts) }
    return proof
  }

  /// "812 safe, 40 loss, 20 refuse, 3 misread, 0 wrong".
  public var summary: String {
    (Level.allCases.map { "\(counts[$0] ?? 0) \($0.rawValue)" } + ["\(findings.wrongCount) wrong"]).joined(
      separator: ", ")
  }
}
