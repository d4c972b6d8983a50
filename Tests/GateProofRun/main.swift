// gate-proof [PAIRS [SEED]]: holds the gate against the engine, and prints what differs with the seed that gives it again.
import Foundation
import GateProof

let arguments = CommandLine.arguments
let count = arguments.count > 1 ? Int(arguments[1]) ?? 100_000 : 100_000
let seed = arguments.count > 2 ? UInt64(arguments[2]) ?? 1 : UInt64.random(in: 0..<1 << 40)
let proof = try GateProof.records(count, from: seed)
for problem in proof.problems { print(problem) }
print("gate-proof: \(count) pairs of records from seed \(seed), both directions: \(proof.summary)")
exit(proof.wrongCount == 0 ? 0 : 1)
