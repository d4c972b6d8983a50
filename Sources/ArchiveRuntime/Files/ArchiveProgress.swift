/// How far a save or a load has come.
///
/// It is told before the first byte, after every step, and when all is done; in steps of a hundredth of the file, but of
/// 1 MiB at least and 16 MiB at most. A save has come to its total when the new file is in place; a load when all bytes
/// are in memory, before they are decoded.
public struct ArchiveProgress: Sendable, Hashable {
  /// The bytes written or read so far.
  public let completedByteCount: Int
  /// The bytes of the whole file; nil where nobody knows, as for a pipe.
  public let totalByteCount: Int?

  /// From 0 to 1, if the total is known.
  public var fraction: Double? {
    guard let totalByteCount else { return nil }
    return totalByteCount > 0 ? min(Double(completedByteCount) / Double(totalByteCount), 1) : 1
  }
}
