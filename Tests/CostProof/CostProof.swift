import ArchiveRuntime
import CostMeter
import Foundation

/// Runs every way over archives of growing size, and judges what each costs.
struct CostProof {
  /// The number of parts of an archive; others have twice and four times as many.
  private let size: Int
  private let word: String
  private let isVerbose: Bool
  /// Which of several processes this is, each of which has some of the shapes.
  private let part: (number: Int, count: Int)
  private let commands: CommandWays
  private var (count, problems) = (0, 0)

  init(size: Int, word: String, part: (number: Int, count: Int), isVerbose: Bool) throws {
    (self.size, self.word, self.part, self.isVerbose) = (max(size, 8), word, part, isVerbose)
    commands = try CommandWays()
  }

  /// - Returns: whether everything is linear.
  mutating func run() throws -> Bool {
    defer { commands.remove() }
    let tools = try commands.all()
    for (number, shape) in Shape.all.enumerated() where number % part.count == part.number {
      let ways = shape.ways(tools).filter { isMeant(shape.name) || isMeant($0.name) }
      if ways.isEmpty { continue }
      let sizes = Sizes(shape.isLookedInto ? size : size * 8)
      let inputs = try inputs(sizes, shape.make)
      for way in ways where !way.isSlow || size >= 256 || shape.hasSlowWays { judge(shape.name, way, sizes, inputs) }
    }
    for (number, value) in BuiltValue.all.enumerated() where number % part.count == part.number && isMeant(value.name) {
      // Nothing is read: the length alone says how many parts the value has.
      let sizes = Sizes(size * 4)
      let inputs = inputs(sizes) { Data(repeating: 0, count: $0) }
      judge(value.name, Way("encode") { try value.encode($0.count) }, sizes, inputs)
    }
    let total = cost_meter_read().instructions / 1_000_000
    report("\(count) ways with their shapes, \(total) million instructions: \(problems) grow too fast")
    return problems == 0
  }

  private func isMeant(_ name: String) -> Bool { word.isEmpty || name.contains(word) }

  private func report(_ line: String) { commands.report.write(Data("\(line)\n".utf8)) }

  /// The numbers of parts of a shape's archives.
  private struct Sizes {
    let (small, single): (Int, Int)
    init(_ single: Int) { (small, self.single) = (max(single / 8, 1), single) }
    var all: [Int] { [small, single, single * 2, single * 4] }
  }

  private func inputs(_ sizes: Sizes, _ make: (Int) throws -> Data) rethrows -> [Int: Data] {
    var made: [Int: Data] = [:]
    for parts in sizes.all { made[parts] = try make(parts) }
    return made
  }

  private mutating func judge(_ shape: String, _ way: Way, _ sizes: Sizes, _ inputs: [Int: Data]) {
    count += 1
    do {
      // The first run fills caches.
      _ = try cost(way, inputs[sizes.small])
      let small = try cost(way, inputs[sizes.small])
      var found = try problem(way, small.cost, inputs[sizes.single], inputs[sizes.single * 2])
      // A hash table that is made anew for one more element is so at no other size.
      if found != nil { found = try problem(way, small.cost, inputs[sizes.single * 2], inputs[sizes.single * 4]) }
      if let found { return note("\(shape), \(way.name): \(found)") }
      guard isVerbose else { return }
      let (cost, isRefused) = try cost(way, inputs[sizes.single * 2])
      report(
        "\(shape), \(way.name): \(inputs[sizes.single * 2]?.count ?? 0) bytes: \(cost.instructions) instructions, \(cost.allocated) bytes allocated, \(cost.peak) held, \(cost.output) written\(isRefused ? "; refused" : "")"
      )
    } catch {
      note("\(shape), \(way.name): \(error)")
    }
  }

  private mutating func note(_ problem: String) {
    problems += 1
    report(problem)
  }

  private func problem(_ way: Way, _ small: Cost, _ single: Data?, _ double: Data?) throws -> String? {
    let (first, second) = (try cost(way, single), try cost(way, double))
    // What is refused may not cost more either, and what is larger is refused, too.
    if first.isRefused, !second.isRefused { return "the smaller of two sizes is refused, and the larger is not" }
    return Growth(small: small, single: first.cost, double: second.cost, allowance: way.allowance).problem
  }

  /// - Throws: what is not the refusal of an archive for its cost: then it is not what it is meant to be.
  private func cost(_ way: Way, _ input: Data?) throws -> (cost: Cost, isRefused: Bool) {
    let (cost, error) = Cost.of { try way.run(input ?? Data()) }
    guard let error else { return (cost, false) }
    guard let refusal = error as? ArchiveError,
      [.limitExceeded, .notArchivableValue, .duplicateKey].contains(refusal.code)
    else { throw error }
    return (cost, true)
  }
}
