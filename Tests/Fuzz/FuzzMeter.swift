import Foundation

/// Measures the cost of reading: the thread's processor time, the allocated bytes, and those that are not freed.
///
/// A fuzzer that detects only crashes misses an input of a megabyte that takes a minute. Each growth of an archive is
/// read in two sizes, the larger four times the smaller, and a cost that is more than seven times as high is a finding.
/// Costs are only compared with each other, so that machines and sanitizers make no difference.
enum FuzzMeter {
  struct Cost {
    var seconds = 0.0
    var allocated = 0
    var kept = 0
  }

  /// The size from which the cost of a single input is checked too.
  static let measuredSize = 100_000
  private static let ratio = 7.0
  /// The time per byte below which the cost is not examined.
  private static let negligibleSeconds = 1e-8
  private static let negligible = Cost(seconds: 0.02, allocated: 32 << 20, kept: 4 << 20)
  /// Limits that no linear algorithm reaches, even with sanitizers and without optimisation.
  private static let secondsPerByte = 1e-4
  private static let allocatedPerByte = 20_000
  private static let keptPerByte = 6

  nonisolated(unsafe) private static var isHooked = false

  static func measure(_ body: () -> Void) -> Cost {
    if !isHooked {
      isHooked = true
      _ = installHooks(
        { _, size in if meterIsOn { meterAllocated &+= size } },
        { pointer in if meterIsOn { meterFreed &+= allocatedSize(pointer) } })
    }
    (meterAllocated, meterFreed) = (0, 0)
    meterIsOn = true
    let start = now()
    body()
    let seconds = now() - start
    meterIsOn = false
    return Cost(seconds: seconds, allocated: meterAllocated, kept: meterAllocated - meterFreed)
  }

  /// The processor time of this thread.
  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// - Returns: the problem with the growth of the cost; nil if there is none.
  static func finding(_ small: [UInt8], _ large: [UInt8], _ read: ([UInt8]) -> Void) -> String? {
    let factor = Double(large.count) / Double(max(small.count, 1))
    guard factor > 2, factor < 6 else { return nil }
    // The smaller input creates what is kept permanently, so reading the same names again should keep nothing.
    read(small)
    var costs = measure { read(large) }
    if costs.seconds < negligible.seconds || costs.seconds < negligibleSeconds * Double(large.count),
      costs.allocated < negligible.allocated, costs.kept < negligible.kept
    {
      return nil
    }
    if costs.kept > keptPerByte * large.count, costs.kept > negligible.kept {
      return "\(costs.kept) bytes are kept after reading \(large.count) bytes"
    }
    var base = measure { read(small) }
    // Other load on the machine only adds to the cost, so the least of several measurements counts.
    for _ in 0..<3 {
      let isTimeBad = costs.seconds > max(negligible.seconds, base.seconds * ratio * factor / 4)
      let isMemoryBad = costs.allocated > max(negligible.allocated, Int(Double(base.allocated) * ratio * factor / 4))
      if !isTimeBad, !isMemoryBad { return nil }
      let (again, baseAgain) = (measure { read(large) }, measure { read(small) })
      (costs.seconds, base.seconds) = (min(costs.seconds, again.seconds), min(base.seconds, baseAgain.seconds))
      (costs.allocated, base.allocated) = (
        min(costs.allocated, again.allocated), min(base.allocated, baseAgain.allocated)
      )
    }
    return String(
      format:
        "%d bytes take %.3f s and %.1f MB, %d bytes take %.3f s and %.1f MB: %.1f times the time, %.1f the memory",
      small.count, base.seconds, Double(base.allocated) / 1e6, large.count, costs.seconds,
      Double(costs.allocated) / 1e6, costs.seconds / base.seconds,
      Double(costs.allocated) / Double(max(base.allocated, 1)))
  }

  /// Checks that superlinear costs are found, and no others: in time, in memory, and in memory that is not freed.
  static func checkItself() {
    let (small, large) = ([UInt8](repeating: 1, count: 100_000), [UInt8](repeating: 1, count: 400_000))
    func spend(_ seconds: Double) {
      let end = now() + seconds
      while now() < end {}
    }
    nonisolated(unsafe) var last = 0
    nonisolated(unsafe) var kept: [[UInt8]] = []
    let toys: [(name: String, isLinear: Bool, read: ([UInt8]) -> Void)] = [
      ("linear time", true, { spend(Double($0.count) * 2e-7) }),
      ("time with the square", false, { spend(Double($0.count) * Double($0.count) * 1e-12) }),
      ("linear memory", true, { last = [UInt8](repeating: 1, count: $0.count * 200).count }),
      ("memory with the square", false, { last = [UInt8](repeating: 0, count: $0.count * $0.count / 500).count }),
      ("memory that is kept", false, { kept.append([UInt8](repeating: 1, count: $0.count * 12)) }),
    ]
    for toy in toys where (finding(small, large, toy.read) == nil) != toy.isLinear {
      fatalError("the meter judges \(toy.name) wrongly")
    }
    precondition(last != 1 || !kept.isEmpty)
  }

  /// - Returns: the problem with the cost of one large input; nil if there is none.
  static func finding(_ cost: Cost, _ count: Int) -> String? {
    if cost.seconds > 1, cost.seconds > secondsPerByte * Double(count) {
      return "\(count) bytes take \(cost.seconds) s"
    }
    if cost.allocated > 1 << 30, cost.allocated > allocatedPerByte * count {
      return "\(count) bytes allocate \(cost.allocated) bytes"
    }
    return nil
  }
}

nonisolated(unsafe) private var meterIsOn = false
nonisolated(unsafe) private var meterAllocated = 0
nonisolated(unsafe) private var meterFreed = 0

@_silgen_name("__sanitizer_install_malloc_and_free_hooks")
private func installHooks(
  _ allocated: @convention(c) (UnsafeRawPointer?, Int) -> Void, _ freed: @convention(c) (UnsafeRawPointer?) -> Void
) -> CInt

@_silgen_name("__sanitizer_get_allocated_size")
private func allocatedSize(_ pointer: UnsafeRawPointer?) -> Int
