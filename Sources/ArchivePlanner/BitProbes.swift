import ArchiveModel

/// What C says of a record's bit-fields: how many bits each holds, with which sign, and which member follows another. With
/// the size of the whole, their places follow but for unnamed bits between them: C cannot ask where one is (C17 7.19p3).
///
/// clang makes a whole record for each literal of it, and tells one member of a literal; so a condition for each bit-field
/// takes it quadratic time, 11 s for 2,000. A function's parameter is one record of which it tells many members: those that
/// are named by the function's `enable_if`.
struct BitProbes {
  private struct BitField {
    let member: String
    /// What comes back of -1.
    let ones: String
    /// Among all that one layer's literals give values to.
    let index: Int
  }

  /// Members that follow each other, of which C takes values one after the other.
  private struct Run {
    let start: String
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
  mutating func add(_ member: String, width: Int, isSigned: Bool, layer: Int) {
    while layers.count <= layer { layers.append(Layer()) }
    if !isRunning {
      layers[layer].runs.append(Run(start: member))
      isRunning = true
      skipped = 0
    }
    layers[layer].count += 1
    let ones = isSigned ? "-1" : "\(UInt64.max >> UInt64(64 - width))ULL"
    let run = layers[layer].runs.count - 1
    layers[layer].runs[run].members.append(
      (BitField(member: member, ones: ones, index: layers[layer].count), skipped))
    skipped = 0
  }

  /// The next member is another number.
  mutating func skip() { skipped += 1 }

  /// The next member is none, or does not follow.
  mutating func endRun() { isRunning = false }

  /// - Parameter number: how many the header has already.
  func probes(numberedFrom number: Int) -> [GeneratedModule.Probe] {
    var all: [GeneratedModule.Probe] = []
    func add(_ values: [String], _ conditions: [String]) {
      all.append(
        GeneratedModule.Probe(
          number: number + all.count + 1, values: values.joined(separator: ", "),
          conditions: Self.chunks(of: conditions).map { $0.joined(separator: " && ") }))
    }
    for layer in layers {
      let fields = layer.runs.flatMap { $0.members.map(\.bits) }
      add(fields.map { ".\($0.member) = -1" }, fields.map { "\(Self.record).\($0.member) == \($0.ones)" })
      // One in which the first bit of its index is each member's value, one of the second bits, and so on: no two members
      // have the same values in all.
      var bit = 0
      while layer.runs.contains(where: { $0.members.count > 1 || $0.members[0].skipped > 0 }), layer.count >> bit > 0 {
        add(
          layer.runs.map { run in
            ".\(run.start) = "
              + run.members.flatMap { member in
                [String](repeating: "0", count: member.skipped) + ["\(member.bits.index >> bit & 1)"]
              }.joined(separator: ", ")
          }, fields.map { "\($0.index >> bit & 1 == 1 ? "" : "!")\(Self.record).\($0.member)" })
        bit += 1
      }
    }
    return all
  }

  /// The parameter's name in the module header.
  private static let record = "_archived"

  /// clang reads a long condition by recursion.
  private static func chunks(of conditions: [String]) -> [ArraySlice<String>] {
    stride(from: 0, to: conditions.count, by: 500).map { conditions[$0..<min($0 + 500, conditions.count)] }
  }
}
