import ArchiveModel
@_spi(GeneratedCode) import ArchiveRuntime
import Foundation
import SchemaInterpreter
import SchemaLock

/// Values of a random schema, saved for a release that had another one.
public struct ReleaseProof: Sendable {
  public private(set) var counts: [String: Int] = [:]
  /// One of each kind, with the seed that gives it again.
  public private(set) var problems: [String] = []
  public private(set) var wrongCount = 0
  private var told: Set<String> = []

  /// Records of C. Pair n has the seed `first` + n, so that it can be had alone.
  public static func records(_ count: Int, from first: UInt64) throws -> ReleaseProof {
    var proof = ReleaseProof()
    for number in 0..<count {
      let seed = first &+ UInt64(number)
      let pair = RecordPair(seed)
      for problem in try pair.releaseProblems(&proof.counts) {
        proof.wrongCount += 1
        let rules = Set(pair.changes.map(\.rule.rawValue)).sorted().joined(separator: ", ")
        if proof.problems.count < 30, proof.told.insert("\(problem.prefix(30)) \(rules)").inserted {
          proof.problems.append("seed \(seed): \(problem)\n\(pair.text)")
        }
      }
    }
    return proof
  }

  /// "400 whole, 40 with losses, 20 refused".
  public var summary: String { counts.sorted { $0.key < $1.key }.map { "\($1) \($0)" }.joined(separator: ", ") }
}

extension RecordPair {
  fileprivate func releaseProblems(_ counts: inout [String: Int]) throws -> [String] {
    let (old, new) = (self.old, withoutRequired(self.new))
    let (former, program) = (try RecordProgram(old, root: "root"), try RecordProgram(new, root: "root"))
    guard former.hasPointers == program.hasPointers else { return [] }
    var lock = LockFile()
    lock.update(to: old)
    _ = lock.release("old")
    lock.update(to: new)
    guard let table = ReleaseTable(lock).text else { return ["there is no table"] }
    var encoder = ArchiveEncoder(for: try ReleaseHistory(table).release("old"))
    var problems: [String] = []
    let tags = new.types.flatMap(\.entries).map(\.tagValues.count).max() ?? 0
    for sample in 0..<(tags == 0 ? 8 : 7 * tags) {
      var values = RandomValues(schema: new, dice: Dice(seed &+ UInt64(sample) &* 977), sample: sample)
      let graph = values.graph()
      let losses = try program.losses(encoding: graph, with: encoder)
      encoder.allowsLosses = !losses.isEmpty
      let isRefused = losses.contains(where: \.isRefused)
      let kind = isRefused ? "refused" : losses.isEmpty ? "whole" : "with losses"
      counts[kind, default: 0] += 1
      if isRefused {
        for loss in losses where loss.reason == .form { counts["form: \(loss.value?.prefix(60) ?? "")", default: 0] += 1 }
      }
      do {
        let data = try program.encode(graph, with: encoder)
        if isRefused { problems.append("sample \(sample) is written, \(losses)") }
        let read = try former.decode(data)
        if try former.encode(read) != data {
          problems.append("sample \(sample): the release writes other bytes for what it reads")
        }
        let again: SchemaGraph
        do { again = try program.decode(data) } catch {
          // As today's code refuses all archives of that release.
          if Judge.changes(from: old, to: new).allSatisfy({ $0.level < .refuse }) {
            problems.append("sample \(sample): read by the program: \(error)")
          }
          continue
        }
        let outcome = Comparison.outcome(graph, new, again, new)
        if losses.isEmpty, outcome != .equal { problems.append("sample \(sample): \(outcome) without a loss") }
        if !losses.isEmpty, outcome == .equal { problems.append("sample \(sample): nothing is lost, in spite of \(losses)") }
      } catch {
        if !isRefused { problems.append("sample \(sample): \(error)") }
      }
    }
    return problems
  }

  /// Today's code refuses archives without a required key, of every earlier release.
  private func withoutRequired(_ schema: ArchivedSchema) -> ArchivedSchema {
    ArchivedSchema(
      types: schema.types.map { type in
        var type = type
        for index in type.entries.indices { type.entries[index].isRequired = false }
        return type
      })
  }
}
