import Foundation

/// A check of pointers for tests and debugging.
///
/// A pointer to freed memory cannot be distinguished from a valid one, and encoding follows every pointer that is not
/// skipped. If the environment variable `ARCHIVE_DEBUG_POINTERS` is set to any value but 0, encoding a graph throws
/// `ArchiveError.unregisteredPointer` for each pointer that points outside the registered ranges.
public enum ArchivePointers {
  /// Whether `ARCHIVE_DEBUG_POINTERS` was set when this was first read.
  public static let isOn = (ProcessInfo.processInfo.environment["ARCHIVE_DEBUG_POINTERS"] ?? "0") != "0"

  private static let ranges = Ranges()

  /// Allows pointers into these bytes, until they are unregistered.
  public static func register(_ bytes: UnsafeRawBufferPointer) { ranges.add(bytes) }

  /// Removes the range that begins at this address.
  public static func unregister(_ start: UnsafeRawPointer) { ranges.remove(start) }

  static func check(
    _ pointer: UnsafeRawPointer, _ byteCount: Int, _ path: () -> String
  ) throws(ArchiveError) {
    guard !ranges.contain(UInt(bitPattern: pointer), byteCount) else { return }
    throw .unregisteredPointer(path: path(), address: UInt(bitPattern: pointer), byteCount: byteCount)
  }

  private final class Ranges: @unchecked Sendable {
    private let lock = NSLock()
    /// The ranges, sorted by their starts.
    private var sorted: [(start: UInt, end: UInt)] = []

    func add(_ bytes: UnsafeRawBufferPointer) {
      guard let start = bytes.baseAddress.map({ UInt(bitPattern: $0) }), !bytes.isEmpty else { return }
      lock.withLock { sorted.insert((start, start + UInt(bytes.count)), at: place(after: start)) }
    }

    func remove(_ start: UnsafeRawPointer) {
      let start = UInt(bitPattern: start)
      lock.withLock {
        let index = place(after: start)
        if index > 0, sorted[index - 1].start == start { sorted.remove(at: index - 1) }
      }
    }

    func contain(_ address: UInt, _ count: Int) -> Bool {
      lock.withLock {
        let index = place(after: address)
        // If ranges overlap, any of them may contain it.
        for range in sorted[..<index].reversed() where address + UInt(count) <= range.end { return true }
        return false
      }
    }

    private func place(after address: UInt) -> Int {
      var (low, high) = (0, sorted.count)
      while low < high {
        let middle = (low + high) / 2
        if sorted[middle].start <= address { low = middle + 1 } else { high = middle }
      }
      return low
    }
  }
}
