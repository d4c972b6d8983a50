import Foundation

/// A growing buffer of malloc'ed bytes that becomes a `Data` without a copy.
///
/// If memory runs out, nothing more is appended and `isExhausted` is set; the bytes so far stay readable.
package struct ByteBuffer: ~Copyable {
  private(set) var base: UnsafeMutableRawPointer?
  package private(set) var count = 0
  private(set) var capacity: Int
  package private(set) var isExhausted = false

  package init(capacity wanted: Int) {
    let wanted = max(wanted, 64)
    base = malloc(wanted)
    capacity = base == nil ? 0 : wanted
    if let base { HugePages.request(base, wanted) }
  }

  deinit { free(base) }

  /// The bytes so far. They are valid until the next change.
  package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

  /// Appends `size` uninitialised bytes and returns their address; nil if memory runs out.
  @inline(__always)
  package mutating func extend(by size: Int) -> UnsafeMutableRawPointer? {
    if size > capacity &- count, !grow(by: size) { return nil }
    let end = base.unsafelyUnwrapped + count
    count &+= size
    return end
  }

  @inline(__always)
  package mutating func append(_ byte: UInt8) {
    extend(by: 1)?.storeBytes(of: byte, as: UInt8.self)
  }

  /// Appends the bytes of the number, most significant first.
  @inline(__always)
  package mutating func append<Number: FixedWidthInteger>(bigEndian number: Number) {
    extend(by: MemoryLayout<Number>.size)?.storeBytes(of: number.bigEndian, as: Number.self)
  }

  @inline(__always)
  package mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress, let target = extend(by: bytes.count) else { return }
    target.copyMemory(from: source, byteCount: bytes.count)
  }

  /// Removes all bytes from `end` (0...count) on.
  @inline(__always)
  package mutating func truncate(to end: Int) { count = min(end, count) }

  /// Reserves memory for `size` more bytes.
  package mutating func reserve(_ size: Int) {
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
      HugePages.request(grown, size)
      return true
    }
    isExhausted = true
    return false
  }

  /// The bytes as a `Data` that owns them. Unused memory is returned if it is large.
  package consuming func takeData() -> Data {
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
