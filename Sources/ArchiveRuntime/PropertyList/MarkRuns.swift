/// Long runs of combining marks. To compare or hash text, Swift sorts the marks of a run, in time that is quadratic in
/// its length.
enum MarkRuns {
  /// Unicode's limit for text that is processed as a stream, which no language exceeds.
  private static let honestLength = 30

  /// The cost of comparing the text beyond its length, in the units of the limits.
  static func cost(of text: String) -> Int {
    // A mark takes at least two bytes.
    guard text.utf8.count > honestLength * 2 else { return 0 }
    var (cost, run) = (0, 0)
    for scalar in text.unicodeScalars {
      if isMark(scalar) {
        run += 1
      } else if run > 0 {
        cost &+= square(run)
        run = 0
      }
    }
    return cost &+ square(run)
  }

  private static func square(_ run: Int) -> Int { run > honestLength ? 4 &* run &* run : 0 }

  @inline(__always)
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    // The most common scalars are not marks: Latin letters, and the ideographs and syllables of East Asia.
    if scalar.value < 0x300 || 0x3100..<0xA66F ~= scalar.value || 0xAC00..<0xD7A4 ~= scalar.value {
      return false
    }
    return scalar.properties.canonicalCombiningClass != .notReordered
  }
}
