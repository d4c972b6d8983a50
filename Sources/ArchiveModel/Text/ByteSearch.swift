#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension UnsafeRawBufferPointer {
  /// The offset of the first such byte at or after `start`. `memchr` compares 32 bytes at once, and headers have
  /// megabytes.
  public func firstOffset(of byte: UInt8, from start: Int) -> Int? {
    guard let baseAddress, start < count else { return nil }
    guard let found = memchr(baseAddress + start, Int32(byte), count - start) else { return nil }
    return UnsafeRawPointer(found) - baseAddress
  }
  /// Whether a part of the bytes has the text. The search is for its last byte: the colon of `archive:` is rare.
  public func contains(_ text: StaticString, in part: Range<Int>? = nil) -> Bool {
    let word = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    let part = part ?? indices
    guard let last = word.last else { return true }
    var position = part.lowerBound + word.count - 1
    while let end = firstOffset(of: last, from: position), end < part.upperBound {
      if self[(end + 1 - word.count)...end].elementsEqual(word) { return true }
      position = end + 1
    }
    return false
  }
}

extension String {
  /// Whether the text has these bytes. `contains(_:)` compares characters, which is slower.
  public func hasBytes(of text: StaticString) -> Bool {
    var own = self
    return own.withUTF8 { UnsafeRawBufferPointer($0).contains(text) }
  }
}
