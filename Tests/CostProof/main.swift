import Foundation

// cost-proof [SIZE] [WORD]: runs every public way in and out over archives of each shape, and fails where twice the input costs more
// than 2.6 times. Instructions are counted where Tests/CostProof/run.sh runs it; memory and output are counted everywhere.
// With a word only the shapes and ways whose names have it are run. COST_PROOF_VERBOSE=1 lists the costs. COST_PROOF_PART=0
// and COST_PROOF_PART=1 run half of the shapes each, for two processes.

let arguments = CommandLine.arguments.dropFirst()
let environment = ProcessInfo.processInfo.environment
var proof = try CostProof(
  size: arguments.first.flatMap { Int($0) } ?? 16, word: arguments.dropFirst().first ?? "",
  part: environment["COST_PROOF_PART"].flatMap { Int($0) }.map { ($0 % 2, 2) } ?? (0, 1),
  isVerbose: environment["COST_PROOF_VERBOSE"] != nil)
exit(try proof.run() ? 0 : 1)
