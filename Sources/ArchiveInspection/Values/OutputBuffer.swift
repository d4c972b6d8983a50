import ArchiveRuntime
import Foundation
import UntypedArchive

/// Bytes on their way to a file or into memory: a fixed buffer that is written whenever it is full.
package final class OutputBuffer {
  /// Where the bytes go.
  package enum Sink {
    /// As it is: a file, or lines of `LineStyle`.
    case descriptor(Int32)
    /// Text of files, and no lines of `LineStyle`: if it is a terminal, nothing in the text can act on it.
    case text(Int32)
    case memory
  }

  private let sink: Sink
  private var base: UnsafeMutablePointer<UInt8>
  private var count = 0
  private let capacity: Int
  /// What was written into memory.
  package private(set) var data = Data()
  /// The number of the system's first error; nothing is written after it.
  package private(set) var systemError: Int32?
  /// All bytes so far.
  package var total: Int { flushed + count }
  private var flushed = 0
  private var filter: TerminalFilter?

  package init(_ sink: Sink, capacity: Int = 256 << 10) {
    self.sink = sink
    if case .text(let descriptor) = sink, isatty(descriptor) == 1 { filter = TerminalFilter() }
    self.capacity = max(capacity, 4096)
    base = .allocate(capacity: self.capacity)
  }

  deinit { base.deallocate() }

  /// Forgets what was written into memory.
  package func restart() {
    data.removeAll(keepingCapacity: true)
    (count, flushed) = (0, 0)
  }

  /// Whether more output is of use: false after an error, such as a reader that has gone.
  package var isOpen: Bool { systemError == nil }

  package func flush() {
    writeBuffer()
    if let rest = filter?.finish(), case .text(let descriptor) = sink {
      rest.withUnsafeBytes { write($0, to: descriptor) }
    }
  }

  private func writeBuffer() {
    write(UnsafeRawBufferPointer(start: base, count: count))
    count = 0
  }

  private func write(_ bytes: UnsafeRawBufferPointer) {
    defer { flushed += bytes.count }
    guard let base = bytes.baseAddress else { return }
    switch sink {
    case .memory: data.append(base.assumingMemoryBound(to: UInt8.self), count: bytes.count)
    case .descriptor(let descriptor): write(bytes, to: descriptor)
    case .text(let descriptor):
      guard let shown = filter?.filtered(bytes) else { return write(bytes, to: descriptor) }
      shown.withUnsafeBytes { write($0, to: descriptor) }
    }
  }

  private func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) {
    guard let base = bytes.baseAddress else { return }
    var start = 0
    while start < bytes.count, systemError == nil {
      let written = Foundation.write(descriptor, base + start, bytes.count - start)
      if written < 0 {
        if errno == EINTR { continue }
        if errno == EAGAIN {
          var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = poll(&wait, 1, -1)
          continue
        }
        systemError = errno
      } else {
        start += written
      }
    }
  }

  /// Space for `size` bytes, no more than the capacity, that `advance` counts.
  @inline(__always)
  package func room(_ size: Int) -> UnsafeMutablePointer<UInt8> {
    if capacity &- count < size { writeBuffer() }
    return base + count
  }

  @inline(__always)
  package func advance(_ size: Int) { count &+= size }

  @inline(__always)
  package func append(_ byte: UInt8) {
    if count == capacity { writeBuffer() }
    base[count] = byte
    count &+= 1
  }

  package func append(_ bytes: UnsafeRawBufferPointer) {
    if bytes.count >= capacity {
      writeBuffer()
      write(bytes)
      return
    }
    var rest = bytes[...]
    while !rest.isEmpty {
      if count == capacity { writeBuffer() }
      let part = rest.prefix(capacity - count)
      if let source = UnsafeRawBufferPointer(rebasing: part).baseAddress {
        UnsafeMutableRawPointer(base + count).copyMemory(from: source, byteCount: part.count)
      }
      count += part.count
      rest = rest.dropFirst(part.count)
    }
  }

  package func append(_ text: String) {
    var text = text
    text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
  }

  /// Decimal digits.
  @inline(__always)
  package func append(decimal value: UInt64) {
    let start = room(20)
    advance(DecimalDigits.write(value, to: start))
  }

  @inline(__always)
  package func append(decimal value: Int64) {
    if value < 0 { append(UInt8(ascii: "-")) }
    append(decimal: value.magnitude)
  }

  /// A string of JSON, in quotes.
  package func append(json text: String) {
    guard JSONText.isPlain(text) else { return append(JSONText.quoted(text)) }
    append(UInt8(ascii: "\""))
    append(text)
    append(UInt8(ascii: "\""))
  }
}
