/// The cost of reading an archive, as the decoder counts it, so that values that its limits refuse are refused on
/// writing.
struct ReadingCost: Sendable {
  /// The cost of objects, all of which one call may read.
  private(set) var objects = 0
  /// The memory of records and graphs together.
  private(set) var records = 0
  /// The most expensive of them: each value at the top is read by a separate call.
  private(set) var dearest = (byteCount: 0, path: "")

  mutating func add(_ byteCount: Int) {
    let (sum, overflow) = objects.addingReportingOverflow(max(byteCount, 0))
    objects = overflow ? .max : sum
  }

  /// Adds memory that records take when they are read.
  mutating func note(records byteCount: Int, path: @autoclosure () -> String) {
    records = records &+ max(byteCount, 0)
    if byteCount > dearest.byteCount { dearest = (byteCount, path()) }
  }
}
