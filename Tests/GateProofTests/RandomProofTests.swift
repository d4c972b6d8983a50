import Foundation
import GateProof
import Testing

/// `make gate-proof` does the same with many more pairs.
@Suite("The gate is held against the engine") struct RandomProofTests {
  private let seed: UInt64 =
    ProcessInfo.processInfo.environment["GATE_PROOF_SEED"].flatMap { UInt64($0) } ?? .random(in: 0..<1 << 40)

  @Test("Random pairs of C records, in both directions")
  func records() throws {
    let proof = try GateProof.records(400, from: seed)
    for problem in proof.problems { Issue.record("GATE_PROOF_SEED=\(seed): \(problem)") }
    #expect(proof.wrongCount == 0)
  }
}
