import Foundation

/// A check of pointers for tests and debugging.
///
/// A pointer that leads to freed memory cannot be told from a good one, and encoding follows every pointer it is not
/// told to skip. With the environment variable `ARCHIVE_DEBUG_POINTERS` set to anything but 0, encoding a graph throws
/// `ArchiveError.unregisteredPointer` for each pointer that leads out of the ranges that were registered here.
public enum ArchivePointers {
  /// Whether `ARCHIVE_DEBUG_POINTERS` was set when the process first asked.
  public static let isOn = (ProcessInfo.processInfo.environment["ARCHIVE_DEBUG_POINTERS"] ?? "0") != "0"

  private static let ranges = Ranges()

  /// Says that these bytes may be pointed into until they are taken back.
  public static func register(_ bytes: UnsafeRawBufferPointer) { ranges.add(bytes) }

  /// Takes back a range, given by its first byte.
  public static func unregister(_ start: UnsafeRawPointer) { ranges.remove(start) }

  static func check(
    _ pointer: UnsafeRawPointer, _ byteCount: Int, _ path: () -> String
  ) throws(ArchiveError) {
    guard !ranges.contain(UInt(bitPattern: pointer), byteCount) else { return }
    throw .unregisteredPointer(path: path(), address: UInt(bitPattern: pointer), byteCount: byteCount)
  }

  private final class Ranges: @unchecked Sendable {
    private let lock = NSLock()
    /// Sorted by their starts.
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
        // Of ranges that overlap, any may hold it.
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
