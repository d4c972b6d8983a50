import Foundation

/// A growing run of malloc'ed bytes that becomes a `Data` without being copied.
///
/// When memory runs out it takes nothing more and says so in `isExhausted`; what was appended stays readable.
struct ByteBuffer: ~Copyable {
  private(set) var base: UnsafeMutableRawPointer?
  private(set) var count = 0
  private(set) var capacity: Int
  private(set) var isExhausted = false

  init(capacity wanted: Int) {
    let wanted = max(wanted, 64)
    base = malloc(wanted)
    capacity = base == nil ? 0 : wanted
  }

  deinit { free(base) }

  /// The bytes so far, until the next change.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

  /// Room for `size` more bytes at the end, which then count as written; nil when memory runs out.
  @inline(__always)
  mutating func extend(by size: Int) -> UnsafeMutableRawPointer? {
    if size > capacity &- count, !grow(by: size) { return nil }
    let end = base.unsafelyUnwrapped + count
    count &+= size
    return end
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    extend(by: 1)?.storeBytes(of: byte, as: UInt8.self)
  }

  /// Appends the number's bytes, the most significant first.
  @inline(__always)
  mutating func append<Number: FixedWidthInteger>(bigEndian number: Number) {
    extend(by: MemoryLayout<Number>.size)?.storeBytes(of: number.bigEndian, as: Number.self)
  }

  @inline(__always)
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress, let target = extend(by: bytes.count) else { return }
    target.copyMemory(from: source, byteCount: bytes.count)
  }

  /// Forgets everything from `end` (0...count) on.
  @inline(__always)
  mutating func truncate(to end: Int) { count = min(end, count) }

  /// Makes room for `size` more bytes at once.
  mutating func reserve(_ size: Int) {
    if size > capacity &- count { _ = grow(by: size) }
  }

  @inline(never)
  private mutating func grow(by size: Int) -> Bool {
    let (needed, overflow) = count.addingReportingOverflow(size)
    let doubled = capacity > Int.max / 2 ? needed : max(needed, capacity &* 2)
    guard !overflow, !isExhausted else {
      isExhausted = true
      return false
    }
    for size in [doubled, needed] {
      guard let grown = realloc(base, size) else { continue }
      base = grown
      capacity = size
      return true
    }
    isExhausted = true
    return false
  }

  /// The bytes as a `Data` that frees them. Memory reserved in vain goes back when there is much of it.
  consuming func takeData() -> Data {
    guard let base else {
      discard self
      return Data()
    }
    let count = count
    var start = base
    if capacity > 65_536, capacity &- count > capacity / 4, let shrunk = realloc(base, max(count, 1)) { start = shrunk }
    discard self
    return Data(bytesNoCopy: start, count: count, deallocator: .free)
  }
}
