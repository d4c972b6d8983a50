import Foundation

/// A growing archive of a fuzzer's own types, with a shape that the growth of other archives does not produce.
struct GrowingShape {
  let name: String
  /// Makes an input: a fuzzer's first bytes and an archive of about this size.
  let make: (_ byteCount: Int) -> [UInt8]
}

/// Reads one input of a fuzzer, and measures those that have grown.
///
/// Fuzzers read bytes in memory. A sparse file, whose first bytes should be examined before its pages are fetched, is
/// the subject of a test (`EngineProgressTests.sparse`).
enum GrowthSweep {
  /// Reads an input of this fuzzer.
  nonisolated(unsafe) private static var read: (([UInt8]) -> Void)?

  /// - Returns: libFuzzer's result: −1 for an input that is not to be kept.
  static func run(
    _ start: UnsafePointer<UInt8>?, _ count: Int, shapes: [GrowingShape] = [], _ read: @escaping ([UInt8]) -> Void
  ) -> CInt {
    if Self.read == nil {
      Self.read = read
      if let folder = ProcessInfo.processInfo.environment["ARCHIVE_FUZZ_GROWTH"] { sweep(folder, shapes, read) }
    }
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    guard count >= FuzzMeter.measuredSize else {
      read(input)
      return 0
    }
    let cost = FuzzMeter.measure { read(input) }
    if let finding = FuzzMeter.finding(cost, count) { fatalError("more than linear: \(finding)") }
    // Large inputs in the corpus would slow down all later runs.
    return -1
  }

  /// Reads both sizes of an archive that a mutator has grown. They do not become inputs of libFuzzer, which limits
  /// mutations to the sizes that it currently tries. Both are kept in files beside the program until the next growth,
  /// for inspection.
  static func measure(_ name: String, _ small: [UInt8], _ large: [UInt8]) {
    guard let read, large.count >= FuzzMeter.measuredSize else { return }
    let program = CommandLine.arguments.first ?? "fuzzer"
    for (size, bytes) in [("small", small), ("large", large)] {
      _ = FileManager.default.createFile(atPath: "\(program)-growth-\(size)", contents: Data(bytes))
    }
    if let finding = FuzzMeter.finding(small, large, read) {
      fatalError("more than linear: \(name): \(finding): see \(program)-growth-small and \(program)-growth-large")
    }
  }

  /// Grows an input of a fuzzer, which may have one or two bytes before the archive.
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

  /// Grows every seed of a folder in every way, reads all results, prints findings and exits.
  private static func sweep(_ folder: String, _ shapes: [GrowingShape], _ read: @escaping ([UInt8]) -> Void) {
    let environment = ProcessInfo.processInfo.environment
    let size = environment["ARCHIVE_FUZZ_GROWTH_SIZE"].flatMap { Int($0) } ?? 100_000
    let rounds = environment["ARCHIVE_FUZZ_GROWTH_ROUNDS"].flatMap { Int($0) } ?? 4
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
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    // Inputs that libFuzzer found earlier have their hash as name.
    let seeds = names.filter { $0.utf8.count != 40 && !$0.contains("xml") }.compactMap { name in
      FileManager.default.contents(atPath: folder + "/" + name).map { (name: name, bytes: Array($0)) }
    }.filter { $0.bytes.count < 1 << 15 }
    guard !seeds.isEmpty else { fatalError("no seeds in \(folder)") }
    // Every seed is first grown in one way, because there may be no time for all seeds in all ways.
    let growths = ArchiveGrowth.allCases
    for turn in 0..<(growths.count * rounds) {
      for (index, seed) in seeds.enumerated() where Date().timeIntervalSince(started) < limit {
        let (growth, round) = (growths[(index + turn) % growths.count], UInt64(turn / growths.count))
        guard let grown = grow(seed.bytes, growth, by: size, round) else { continue }
        grownCounts["\(growth)", default: 0] += 1
        check("\(growth) of \(seed.name), round \(round)", grown.small, grown.large)
      }
    }
    print(grownCounts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
    print("\(count) growths of \(seeds.count) seeds and \(shapes.count) shapes: \(findings) more than linear")
    fflush(nil)
    // libFuzzer reports a normal exit during a run as a crash.
    _exit(findings == 0 ? 0 : 1)
  }
}
