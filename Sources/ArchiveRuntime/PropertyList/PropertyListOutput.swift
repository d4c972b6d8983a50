import Foundation

/// Takes large data of a property list before the list is finished, so that the list is never in memory as a whole.
///
/// The bytes of the finished list have gaps where this data belongs. The size of data is known before its bytes, so what
/// follows it has its offset at once.
package final class PropertyListOutput {
  /// Data that is not among the bytes of the list.
  package struct Gap {
    /// The position among these bytes.
    package let position: Int
    package let byteCount: Int
    /// The offset in the whole list.
    let offset: Int
    fileprivate(set) var checksum = CRC32()
  }

  package private(set) var gaps: [Gap] = []
  /// The size of the data in all gaps.
  package private(set) var byteCount = 0
  /// The size that the bytes of the list may have before data is taken: a small list is written at once when it is finished.
  private let keptByteCount: Int
  /// The size of the memory in which data is made.
  private let blockByteCount: Int
  private let write: (UnsafeRawBufferPointer, Int) throws(ArchiveError) -> Void

  /// Smaller data stays in the list.
  private static let smallestByteCount = 64 << 10

  /// - Parameter write: writes bytes at an offset in the list.
  package init(
    keptByteCount: Int = 8 << 20, blockByteCount: Int = 2 << 20,
    write: @escaping (UnsafeRawBufferPointer, Int) throws(ArchiveError) -> Void
  ) {
    (self.keptByteCount, self.blockByteCount, self.write) = (keptByteCount, blockByteCount, write)
  }

  /// Whether data of this size is written here.
  ///
  /// - Parameter count: the size of the list's bytes so far.
  func takes(_ byteCount: Int, behind count: Int) -> Bool {
    byteCount >= min(Self.smallestByteCount, keptByteCount) && byteCount > keptByteCount - count
  }

  /// How many bytes a list is expected to have beside the data that is taken.
  func capacity(for byteCount: Int) -> Int { min(byteCount, keptByteCount + 4_000) }

  // MARK: Gaps

  func addGap(at position: Int, byteCount count: Int) {
    gaps.append(Gap(position: position, byteCount: count, offset: position + byteCount))
    byteCount += count
  }

  /// Removes the last gaps. What was written there is overwritten by what follows.
  func removeGaps(from index: Int) {
    byteCount -= gaps[index...].reduce(0) { $0 + $1.byteCount }
    gaps.removeSubrange(index...)
  }

  /// Writes the bytes of the last gap.
  func write(_ bytes: UnsafeRawBufferPointer, hasChecksum: Bool) throws(ArchiveError) {
    guard let last = gaps.indices.last else { return }
    try write(bytes, gaps[last].offset)
    if hasChecksum { gaps[last].checksum.update(bytes) }
  }

  /// Writes the data of the gaps from `first` on, in blocks of rows.
  ///
  /// A block is made in memory that stays in a cache, and copied to the file from there.
  func write(_ data: DataColumns, from first: Int, hasChecksum: Bool) throws(ArchiveError) {
    let rowByteCount = data.columns.reduce(0) { $0 + $1.rowByteCount }
    guard rowByteCount > 0 else { return }
    var blockCount = min(max(blockByteCount / rowByteCount, 1), max(data.rowCount, 1))
    // Columns are moved together in groups of rows.
    if blockCount > 64 { blockCount &= ~63 }
    guard let memory = malloc(blockCount * rowByteCount) else {
      throw .outOfMemory(byteCount: blockCount * rowByteCount)
    }
    defer { free(memory) }
    var starts: [UnsafeMutableRawPointer] = []
    var next = memory
    for column in data.columns {
      starts.append(next)
      next += blockCount * column.rowByteCount
    }
    var offsets = gaps[first..<first + data.columns.count].map(\.offset)
    for row in stride(from: 0, to: data.rowCount, by: blockCount) {
      var ends = starts
      try data.fill(row..<min(row + blockCount, data.rowCount), &ends)
      for index in starts.indices where ends[index] > starts[index] {
        let bytes = UnsafeRawBufferPointer(start: starts[index], count: ends[index] - starts[index])
        try write(bytes, offsets[index])
        offsets[index] += bytes.count
        if hasChecksum { gaps[first + index].checksum.update(bytes) }
      }
    }
  }
}
