@_spi(GeneratedCode) import ArchiveEvolution
import ArchiveModel
@_spi(GeneratedCode) import ArchiveRuntime
import Foundation
import SchemaInterpreter
import SchemaLock

/// Values of a random schema, saved for a release that had another one.
public struct ReleaseProof: Sendable {
  public private(set) var counts: [String: Int] = [:]
  public private(set) var findings = Findings()

  /// Records of C.
  public static func records(_ count: Int, from first: UInt64) throws -> ReleaseProof {
    var proof = ReleaseProof()
    proof.findings = try Findings.over(RecordPair.self, count, from: first) { try $0.releaseProblems(&proof.counts) }
    return proof
  }

  /// Structs of Swift.
  public static func models(_ count: Int, from first: UInt64) throws -> ReleaseProof {
    var proof = ReleaseProof()
    proof.findings = try Findings.over(ModelPair.self, count, from: first) { try $0.releaseProblems(&proof.counts) }
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
    let table = ReleaseTable(lock).lines.joined(separator: "\n")
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
        for loss in losses where loss.reason == .form {
          counts["form: \(loss.value?.prefix(60) ?? "")", default: 0] += 1
        }
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
        if losses.contains(where: { isSeen($0, new) }), outcome == .equal {
          problems.append("sample \(sample): nothing is lost, in spite of \(losses)")
        }
      } catch {
        if !isRefused { problems.append("sample \(sample): \(error)") }
      }
    }
    return problems
  }

  /// Whether a comparison finds the loss. What the release needs besides is made up, and lost to nobody; a weak pointer may be
  /// NULL; and a field without its key may read that of another that exchanged keys with it.
  private func isSeen(_ loss: ArchiveLoss, _ schema: ArchivedSchema) -> Bool {
    let key = loss.path.split(separator: "].", maxSplits: 1, omittingEmptySubsequences: false).last.map(String.init)
    guard loss.reason != .requiredKey, let type = schema[loss.type], let entry = key.flatMap({ type[$0] }) else {
      return loss.reason != .requiredKey
    }
    return !entry.isWeak && !entry.formerKeys.contains { type[$0] != nil }
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

extension ModelPair {
  fileprivate func releaseProblems(_ counts: inout [String: Int]) throws -> [String] {
    var lock = LockFile()
    lock.update(to: old)
    _ = lock.release("old")
    lock.update(to: new)
    let release = try ReleaseHistory(ReleaseTable(lock).lines.joined(separator: "\n")).release("old")
    let known = Set((new["Model"]?.entries ?? []).flatMap { [$0.key] + $0.formerKeys })
    let isMissing = !(old["Model"]?.entries ?? []).allSatisfy { known.contains($0.key) }
    let isReadable = Judge.changes(from: old, to: new).allSatisfy { $0.level < .refuse }
    let hasOtherPlaces = (new["Model"]?.entries ?? []).contains { entry in
      entry.hasOwnMeaning
        && ([entry.key] + entry.formerKeys).contains { key in
          old["Model"]?[key].map { $0.form.isOptional != entry.form.isOptional } ?? false
        }
    }
    var problems: [String] = []
    let (former, program) = (try ModelProgram(old, root: "Model"), try ModelProgram(new, root: "Model"))
    for sample in 0..<8 {
      let written = Self.values(sample, new)
      let graph = SchemaGraph(root: written)
      var encoder = ArchiveEncoder(for: release)
      let losses = try program.losses(encoding: graph, with: encoder)
      encoder.allowsLosses = !losses.isEmpty
      let isRefused = losses.contains(where: \.isRefused)
      counts[isRefused ? "refused" : losses.isEmpty ? "whole" : "with losses", default: 0] += 1
      do {
        let data = try program.encode(graph, with: encoder)
        if isRefused { problems.append("sample \(sample) is written, \(losses)") }
        let read = try former.decode(data)
        // A key that the program has no more is missing, and the release gives its default. A range or a tuple that may be
        // nil is an object of its own, which a release reads that has its parts in place.
        if losses.isEmpty, !isMissing, !hasOtherPlaces, try former.encode(read).count != data.count {
          problems.append("sample \(sample): the release writes other bytes for what it reads")
        }
        let again: SchemaGraph
        do { again = try program.decode(data) } catch {
          if isReadable, losses.isEmpty { problems.append("sample \(sample): read by the program: \(error)") }
          continue
        }
        let outcome = compare(written, new, again.root, new)
        if losses.isEmpty, outcome != .equal { problems.append("sample \(sample): \(outcome) without a loss") }
      } catch {
        // What stands for an enumeration here is a number to the encoder.
        if !isRefused, (error as? ArchiveError)?.code != .unknownCase { problems.append("sample \(sample): \(error)") }
      }
    }
    return problems
  }
}
