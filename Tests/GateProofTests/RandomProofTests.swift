import Foundation
import GateProof
import Testing

/// `make gate-proof` does the same with many more pairs, from a random seed; these are the same at every run, so that a commit
/// that has passed passes again. The structs that stand for generated code have one schema at a time, so the tests take turns.
@Suite("The gate is held against the engine", .serialized) struct RandomProofTests {
  private let seed: UInt64 =
    ProcessInfo.processInfo.environment["GATE_PROOF_SEED"].flatMap { UInt64($0) } ?? 1

  @Test("Random pairs of C records, in both directions")
  func records() throws {
    let proof = try GateProof.records(400, from: seed)
    for problem in proof.findings.problems { Issue.record("GATE_PROOF_SEED=\(seed): \(problem)") }
    #expect(proof.findings.wrongCount == 0)
  }

  @Test("Random records are saved for a release that had others")
  func releases() throws {
    let proof = try ReleaseProof.records(400, from: seed)
    for problem in proof.findings.problems { Issue.record("GATE_PROOF_SEED=\(seed): \(problem)") }
    #expect(proof.findings.wrongCount == 0)
    #expect(proof.counts["whole", default: 0] > 800, "\(proof.summary)")
  }

  @Test("Random Swift structs are saved for a release that had others")
  func modelReleases() throws {
    let proof = try ReleaseProof.models(400, from: seed)
    for problem in proof.findings.problems { Issue.record("GATE_PROOF_SEED=\(seed): \(problem)") }
    #expect(proof.findings.wrongCount == 0)
    #expect(proof.counts["whole", default: 0] > 800, "\(proof.summary)")
  }

  @Test("An older program saves rows that a newer one wrote, after random edits")
  func preserving() {
    let proof = PreservingProof.rows(3_000, from: seed)
    for problem in proof.problems { Issue.record("GATE_PROOF_SEED=\(seed): \(problem)") }
    #expect(proof.wrongCount == 0, "\(proof.summary)")
  }

  @Test("Random arrays of Swift structs are read alike from columns and from lists of objects")
  func columns() throws {
    let proof = try ColumnsProof.models(2_000, from: seed)
    for problem in proof.problems.prefix(5) { Issue.record("GATE_PROOF_SEED=\(seed): \(problem)") }
    #expect(proof.problems.isEmpty && proof.read > 3_000 && proof.refused > 1_000, "\(proof.read), \(proof.refused)")
  }

  @Test("Random structs inside others, and arrays of optionals, are read alike from columns and from lists of objects")
  func nestedColumns() throws {
    let proof = try ColumnsProof.nestedModels(6_000, from: seed)
    for problem in proof.problems.prefix(5) { Issue.record("GATE_PROOF_SEED=\(seed): \(problem)") }
    #expect(proof.problems.isEmpty && proof.read > 1_000 && proof.refused > 100, "\(proof.read), \(proof.refused)")
  }

  @Test("Random objects of Swift classes are read alike from tables and one by one, with their links")
  func tables() throws {
    let proof = try ColumnsProof.classes(2_000, from: seed)
    for problem in proof.problems.prefix(5) { Issue.record("GATE_PROOF_SEED=\(seed): \(problem)") }
    #expect(proof.problems.isEmpty && proof.read > 300 && proof.refused > 100, "\(proof.read), \(proof.refused)")
  }

  @Test("Random pairs of Swift structs, in both directions")
  func models() throws {
    let proof = try GateProof.models(800, from: seed)
    for problem in proof.findings.problems { Issue.record("GATE_PROOF_SEED=\(seed): \(problem)") }
    #expect(proof.findings.wrongCount == 0)
  }
}
