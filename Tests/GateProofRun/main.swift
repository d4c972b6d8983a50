// gate-proof [PAIRS [SEED]]: holds the gate against the engine, and prints what differs with the seed that gives it again.
import Foundation
import GateProof

let arguments = CommandLine.arguments
let count = arguments.count > 1 ? Int(arguments[1]) ?? 100_000 : 100_000
let seed = arguments.count > 2 ? UInt64(arguments[2]) ?? 1 : UInt64.random(in: 0..<1 << 40)
// gate-proof PAIRS SEED preserving: only the rows that an older program saves.
func provePreserving(_ count: Int) -> Int {
  let proof = PreservingProof.rows(count, from: seed)
  for problem in proof.problems { print(problem) }
  print(
    "gate-proof: \(count) sets of rows from seed \(seed), edited by an older program: \(proof.summary), \(proof.wrongCount) wrong"
  )
  return proof.wrongCount
}
if arguments.count > 3, arguments[3] == "preserving" { exit(provePreserving(count) == 0 ? 0 : 1) }
// Two of three pairs are records of C, which have more to change.
let proofs = [
  ("C records", count * 2 / 3, try GateProof.records(count * 2 / 3, from: seed)),
  ("Swift structs", count - count * 2 / 3, try GateProof.models(count - count * 2 / 3, from: seed)),
]
for (name, count, proof) in proofs {
  for problem in proof.findings.problems { print(problem) }
  print("gate-proof: \(count) pairs of \(name) from seed \(seed), both directions: \(proof.summary)")
}
// Each with eight values or more, written three times.
let releases = [
  ("C records", try ReleaseProof.records(count / 8, from: seed)),
  ("Swift structs", try ReleaseProof.models(count / 8, from: seed)),
]
for (name, proof) in releases {
  for problem in proof.findings.problems { print(problem) }
  let outcome = "\(proof.summary), \(proof.findings.wrongCount) wrong"
  print("gate-proof: \(name) of \(count / 8) pairs saved for the former release: \(outcome)")
}
// Each pair in both directions, nine arrays or one web of objects for each.
let columns = [
  ("arrays of Swift structs", try ColumnsProof.models(count / 8, from: seed)),
  ("objects of Swift classes", try ColumnsProof.classes(count / 8, from: seed)),
]
for (name, proof) in columns {
  for problem in proof.problems { print(problem) }
  print(
    "gate-proof: \(name) of \(count / 8) pairs, with and without columns: \(proof.read) read, \(proof.refused) refused, \(proof.problems.count) otherwise"
  )
}
let wrongCounts =
  proofs.map(\.2.findings.wrongCount) + releases.map(\.1.findings.wrongCount) + columns.map(\.1.problems.count) + [
    provePreserving(count / 4)
  ]
exit(wrongCounts.allSatisfy { $0 == 0 } ? 0 : 1)
