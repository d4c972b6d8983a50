/// Checks of a record's bit-fields in C: their widths, signedness and order. Together with the record's size these determine
/// the offsets, except for unnamed bits: C cannot query the offset of a bit-field (C17 7.19p3).
///
/// clang evaluates a whole record for each literal, of which an expression reads one member; a condition for each bit-field
/// takes quadratic time, 11 s for 2,000. A function's parameter is one record, of which the conditions of `enable_if` read
/// many members.
struct BitProbes {
  private struct BitField {
    let member: [CMemberStep]
    let width: Int
    let isSigned: Bool
    /// The index among the bit-fields of a layer.
    let index: Int
  }

  /// Consecutive members, to which C assigns the values of a literal one after another.
  private struct Run {
    let start: [CMemberStep]
    /// The bit-fields among them, each with the number of other members before it.
    var members: [(bits: BitField, skipped: Int)] = []
  }

  /// Members of which none is an alternative of another.
  private struct Layer {
    var runs: [Run] = []
    var count = 0
  }

  private var layers: [Layer] = []
  private var isRunning = false
  private var skipped = 0

  /// Adds the next member, a bit-field.
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

  /// Adds the next member, a number that is not a bit-field.
  mutating func skip() { skipped += 1 }

  /// Ends the consecutive members.
  mutating func endRun() { isRunning = false }

  /// - Parameter number: the number of probes that the header already has.
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
      // In the first probe each member's value is the first bit of its index, in the second probe the second bit, and so on. So
      // no two members have the same values in all probes.
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
