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
}
