import ArchiveModel
import SchemaInterpreter
import SchemaLock

/// A random schema, and what random changes have made of it.
struct RecordPair: RandomPair {
  let old: ArchivedSchema
  let new: ArchivedSchema
  let seed: UInt64

  init(_ seed: UInt64) {
    self.seed = seed
    var random = RandomRecords(dice: Dice(seed))
    old = random.schema()
    var changed = random.change(old)
    if random.dice.chance(25) { changed = random.change(changed) }
    new = changed
  }

  private func enumerations(_ schema: ArchivedSchema) -> [[String]] {
    schema.types.map { $0.entries.compactMap { entry in entry.enumeration.map { "\(entry.key) \($0)" } } }
  }

  /// Latin-1 is bytes there, as in memory.
  private var isInColumns: Bool {
    old["root"]?.isInColumns == true || changes.contains { $0.key?.contains("[].") == true }
  }

  var changes: [Change] { Judge.changes(from: old, to: new) }

  var text: String {
    var lock = LockFile()
    lock.update(to: old)
    var after = LockFile()
    after.update(to: new)
    let told = changes.map { "  \($0.rule.rawValue) \($0.subject): \($0.level), forward \($0.forward)" }
    return (["old:", lock.text, "new:", after.text, "gate:"] + told).joined(separator: "\n")
  }

  func problems(_ counts: inout [Level: Int]) throws -> [String] {
    let (writer, reader) = (try RecordProgram(old, root: "root"), try RecordProgram(new, root: "root"))
    // A graph and a record are read by different calls.
    guard writer.hasPointers == reader.hasPointers else { return [] }
    let changes = changes
    let rules = Set(changes.map(\.rule))
    let isOfEnumerators = !rules.isDisjoint(with: [.enumeratorReused, .enumeratorRenumbered, .enumeratorRemoved])
    let isExact =
      (!isOfEnumerators || changes.count == 1 && enumerations(old) == enumerations(new))
      && (!rules.contains(.encodingChanged) || !isInColumns)
    func dropped(_ schema: ArchivedSchema) -> Bool { schema.types.contains { !$0.removedKeys.isEmpty } }
    let backward = try outcomes(
      old, writer, new, reader, losesWhenSaved: changes.contains { $0.rule == .weakAdded })
    let level = changes.map(\.level).max() ?? .safe
    counts[level, default: 0] += 1
    let first = Verdict.problem(
      backward, changes.map { ($0.rule, $0.level) }, isForward: false, isExact: isExact, mayDrop: dropped(new))
    let forward = try outcomes(new, reader, old, writer, losesWhenSaved: false)
    let other = changes.map(\.forward).max() ?? .safe
    counts[other, default: 0] += 1
    let second = Verdict.problem(
      forward, changes.map { ($0.rule, $0.forward) }, isForward: true, isExact: isExact, mayDrop: dropped(old))
    return [first.map { "backward, \(level): \($0)" }, second.map { "forward, \(other): \($0)" }].compactMap(\.self)
  }

  private func outcomes(
    _ old: ArchivedSchema, _ writer: RecordProgram, _ new: ArchivedSchema, _ reader: RecordProgram, losesWhenSaved: Bool
  ) throws -> [Outcome] {
    // Every tag of a union meets every edge.
    let tags = old.types.flatMap(\.entries).map(\.tagValues.count).max() ?? 0
    return try (0..<(tags == 0 ? 8 : 7 * tags)).map { sample in
      var values = RandomValues(schema: old, dice: Dice(seed &+ UInt64(sample) &* 977), sample: sample)
      let graph = values.graph()
      let data = try writer.encode(graph)
      var read: SchemaGraph
      do {
        read = try reader.decode(data)
        // A weak pointer loses what it alone led to when it is saved again.
        if losesWhenSaved { read = try reader.decode(try reader.encode(read)) }
      } catch { return .refused("\(error)") }
      return Comparison.outcome(graph, old, read, new)
    }
  }
}
