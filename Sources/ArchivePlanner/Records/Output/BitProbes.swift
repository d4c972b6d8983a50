import ArchiveModel

/// What C says of a record's bit-fields: how many bits each holds, with which sign, and which member follows another. With
/// the size of the whole, their places follow but for unnamed bits between them: C cannot ask where one is (C17 7.19p3).
///
/// clang makes a whole record for each literal of it, and tells one member of a literal; so a condition for each bit-field
/// takes it quadratic time, 11 s for 2,000. A function's parameter is one record of which it tells many members: those that
/// are named by the function's `enable_if`.
struct BitProbes {
  private struct BitField {
    let member: [CMemberStep]
    let width: Int
    let isSigned: Bool
    /// Among all that one layer's literals give values to.
    let index: Int
  }

  /// Members that follow each other, of which C takes values one after the other.
  private struct Run {
    let start: [CMemberStep]
    /// The bit-fields among them, and how many others are before each.
    var members: [(bits: BitField, skipped: Int)] = []
  }

  /// Of members that are no alternatives of each other.
  private struct Layer {
    var runs: [Run] = []
    var count = 0
  }

  private var layers: [Layer] = []
  private var isRunning = false
  private var skipped = 0

  /// The next member is a bit-field.
  mutating func add(_ member: [CMemberStep], width: Int, isSigned: Bool, layer: Int) {
    while layers.count <= layer { layers.append(Layer()) }
    if !isRunning {
      layers[layer].runs.append(Run(start: member))
      isRunning = true
      skipped = 0
    }
    layers[layer].count += 1
    let run = layers[layer].runs.count - 1
    layers[layer].runs[run].members.append(
      (BitField(member: member, width: width, isSigned: isSigned, index: layers[layer].count), skipped))
    skipped = 0
  }

  /// The next member is another number.
  mutating func skip() { skipped += 1 }

  /// The next member is none, or does not follow.
  mutating func endRun() { isRunning = false }

  /// - Parameter number: how many the header has already.
  func probes(numberedFrom number: Int) -> [GeneratedModule.Probe] {
    typealias Probe = GeneratedModule.Probe
    var all: [Probe] = []
    func add(_ runs: [Probe.Run], _ expectations: [Probe.Expectation]) {
      all.append(Probe(number: number + all.count + 1, runs: runs, expectations: expectations))
    }
    for layer in layers {
      let fields = layer.runs.flatMap { $0.members.map(\.bits) }
      add(
        fields.map { Probe.Run(start: $0.member, values: [.ones]) },
        fields.map { Probe.Expectation(member: $0.member, result: .ones(width: $0.width, isSigned: $0.isSigned)) })
      // One in which the first bit of its index is each member's value, one of the second bits, and so on: no two members
      // have the same values in all.
      var bit = 0
      while layer.runs.contains(where: { $0.members.count > 1 || $0.members[0].skipped > 0 }), layer.count >> bit > 0 {
        add(
          layer.runs.map { run in
            Probe.Run(
              start: run.start,
              values: run.members.flatMap { member in
                [Probe.Value](repeating: .zero, count: member.skipped)
                  + [member.bits.index >> bit & 1 == 1 ? .one : .zero]
              })
          },
          fields.map { Probe.Expectation(member: $0.member, result: $0.index >> bit & 1 == 1 ? .nonzero : .zero) })
        bit += 1
      }
    }
    return all
  }
}
