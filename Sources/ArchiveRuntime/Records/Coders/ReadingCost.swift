import Foundation

/// What reading an archive is going to cost, as the decoder counts it: what its limits refuse is refused on writing.
struct ReadingCost: Sendable {
  /// Of the objects, all of which one call may read.
  private var objects = 0
  /// Memory of records and graphs, all together.
  private(set) var records = 0
  /// The dearest of them: each at the top is read by a call of its own.
  private var dearest = (byteCount: 0, path: "")
  /// Bytes for each of the archive that are left to what is counted by the decoder alone, and is never much.
  private static let reserve = 16

  mutating func add(_ byteCount: Int) { objects = objects &+ max(byteCount, 0) }

  /// Notes memory that records take when they are read.
  mutating func note(records byteCount: Int, path: @autoclosure () -> String) {
    records = records &+ max(byteCount, 0)
    if byteCount > dearest.byteCount { dearest = (byteCount, path()) }
  }

  /// - Parameter byteCount: The archive's length, in its binary form.
  /// - Throws: `notArchivableValue` for an archive that a decoder with these limits would refuse.
  func check(_ byteCount: Int, _ limits: ArchiveDecoder.Limits) throws(ArchiveError) {
    try Self.check(dearest.byteCount, byteCount, limits, path: dearest.path, "of records")
    var limits = limits
    if limits.memoryPerByte > Self.reserve { limits.memoryPerByte -= Self.reserve }
    try Self.check(objects, byteCount, limits, path: "", "of collections, addresses and keys")
  }

  static func check(
    _ cost: Int, _ byteCount: Int, _ limits: ArchiveDecoder.Limits, path: String, _ value: String
  ) throws(ArchiveError) {
    do throws(ArchiveError) { try limits.check(cost, of: 1, from: byteCount) } catch {
      throw .notArchivableValue(
        path: path, value: value,
        reason:
          "reading it takes \(cost) bytes or as much work, more than 'memoryPerByte' and 'memoryAllowance' give an archive of \(byteCount) bytes; where the decoder has higher limits, set the encoder's 'readingLimits' to them"
      )
    }
  }
}
