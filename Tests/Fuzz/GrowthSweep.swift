import Foundation

/// An archive that grows by itself, made by a fuzzer's own types: what growing others does not hit on.
struct GrowingShape {
  let name: String
  /// What is read: a fuzzer's first bytes and an archive of about so many bytes.
  let make: (_ byteCount: Int) -> [UInt8]
}

/// Reads one input of a fuzzer, and measures those that have grown.
enum GrowthSweep {
  /// What the mutator made last, in two sizes: the larger is what is read next.
  nonisolated(unsafe) static var lastGrowth: (small: [UInt8], large: [UInt8], name: String)?
  nonisolated(unsafe) private static var isStarted = false

  /// - Returns: What libFuzzer is told: −1 for an input that is not to be kept.
  static func run(
    _ start: UnsafePointer<UInt8>?, _ count: Int, shapes: [GrowingShape] = [], _ read: @escaping ([UInt8]) -> Void
  ) -> CInt {
    if !isStarted {
      isStarted = true
      if let folder = ProcessInfo.processInfo.environment["ARCHIVE_FUZZ_GROWTH"] { sweep(folder, shapes, read) }
    }
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    guard count >= FuzzMeter.measuredSize else {
      read(input)
      return 0
    }
    let cost = FuzzMeter.measure { read(input) }
    var finding = FuzzMeter.finding(cost, count)
    if finding == nil, let last = lastGrowth, last.large == input {
      finding = FuzzMeter.finding(last.small, last.large, read).map { "\(last.name): \($0)" }
    }
    lastGrowth = nil
    if let finding { fatalError("more than linear: \(finding)") }
    // Large inputs in the corpus would slow down all that comes after.
    return -1
  }

  /// Grows an input of a fuzzer, which may have a byte or two before the archive.
  static func grow(
    _ input: [UInt8], _ growth: ArchiveGrowth, by byteCount: Int, _ seed: UInt64
  ) -> (small: [UInt8], large: [UInt8])? {
    for prefix in 0...min(2, input.count) {
      guard let list = GrownList(Array(input[prefix...])) else { continue }
      guard let small = growth.grow(list, by: byteCount, seed), let large = growth.grow(list, by: byteCount * 4, seed)
      else { return nil }
      return (input[..<prefix] + small, input[..<prefix] + large)
    }
    return nil
  }

  /// Grows every seed of a folder in every way, reads all, prints what is found and ends.
  private static func sweep(_ folder: String, _ shapes: [GrowingShape], _ read: @escaping ([UInt8]) -> Void) {
    let environment = ProcessInfo.processInfo.environment
    let size = environment["ARCHIVE_FUZZ_GROWTH_SIZE"].flatMap { Int($0) } ?? 100_000
    let rounds = environment["ARCHIVE_FUZZ_GROWTH_ROUNDS"].flatMap { UInt64($0) } ?? 4
    let limit = environment["ARCHIVE_FUZZ_GROWTH_SECONDS"].flatMap { Double($0) } ?? .infinity
    FuzzMeter.checkItself()
    let started = Date()
    var (count, findings) = (0, 0)
    var grownCounts: [String: Int] = [:]
    func check(_ name: String, _ small: [UInt8], _ large: [UInt8]) {
      count += 1
      guard let finding = FuzzMeter.finding(small, large, read) else { return }
      findings += 1
      print("more than linear: \(name): \(finding)")
    }
    for shape in shapes { check(shape.name, shape.make(size), shape.make(size * 4)) }
    let seeds = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    for round in 0..<rounds {
      for name in seeds
      where name.utf8.count != 40 && !name.contains("xml") && Date().timeIntervalSince(started) < limit {
        guard let data = FileManager.default.contents(atPath: folder + "/" + name), data.count < 1 << 15 else {
          continue
        }
        for growth in ArchiveGrowth.allCases {
          guard let grown = grow(Array(data), growth, by: size, round) else { continue }
          grownCounts["\(growth)", default: 0] += 1
          check("\(growth) of \(name), round \(round)", grown.small, grown.large)
        }
      }
    }
    print(grownCounts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
    print("\(count) growths of \(seeds.count) seeds and \(shapes.count) shapes: \(findings) more than linear")
    fflush(nil)
    // libFuzzer takes an exit in the midst of a run for a crash.
    _exit(findings == 0 ? 0 : 1)
  }
}
