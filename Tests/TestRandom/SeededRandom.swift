import Foundation

/// Random numbers that a seed gives again (SplitMix64).
public struct SeededRandom: RandomNumberGenerator, Sendable {
  public let seed: UInt64
  private var state: UInt64

  public init(seed: UInt64) {
    self.seed = seed
    state = seed
  }

  /// Numbers that are others in every run, unless `ARCHIVEGEN_TEST_SEED` gives the seed. A failure has to show `seed`.
  public static func replayable() -> SeededRandom {
    let given = ProcessInfo.processInfo.environment["ARCHIVEGEN_TEST_SEED"].flatMap { UInt64($0) }
    return SeededRandom(seed: given ?? UInt64.random(in: 0...UInt64.max))
  }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
