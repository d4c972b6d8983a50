import ArchiveRuntime
import Foundation

/// Bytes on their way to a file or into memory: a fixed buffer that is written whenever it is full.
package final class OutputBuffer {
  /// Where the bytes go.
  package enum Sink {
    case descriptor(Int32)
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

  package init(_ sink: Sink, capacity: Int = 256 << 10) {
    self.sink = sink
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
    defer {
      flushed += count
      count = 0
    }
    switch sink {
    case .memory: data.append(base, count: count)
    case .descriptor(let descriptor):
      var start = 0
      while start < count, systemError == nil {
        let written = Foundation.write(descriptor, base + start, count - start)
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
  }

  /// Space for `size` bytes, no more than the capacity, that `advance` counts.
  @inline(__always)
  package func room(_ size: Int) -> UnsafeMutablePointer<UInt8> {
    if capacity &- count < size { flush() }
    return base + count
  }

  @inline(__always)
  package func advance(_ size: Int) { count &+= size }

  @inline(__always)
  package func append(_ byte: UInt8) {
    if count == capacity { flush() }
    base[count] = byte
    count &+= 1
  }

  package func append(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes[...]
    while !rest.isEmpty {
      if count == capacity { flush() }
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
}

/// Writes decimal digits, two at a time.
package enum DecimalDigits {
  nonisolated(unsafe) private static let pairs: UnsafeMutablePointer<UInt8> = {
    let pairs = UnsafeMutablePointer<UInt8>.allocate(capacity: 200)
    for number in 0..<100 {
      pairs[number * 2] = UInt8(48 + number / 10)
      pairs[number * 2 + 1] = UInt8(48 + number % 10)
    }
    return pairs
  }()

  /// - Returns: the number of digits, at most 20.
  @inline(__always)
  package static func write(_ value: UInt64, to target: UnsafeMutablePointer<UInt8>) -> Int {
    let size = count(value)
    var rest = value
    var end = size
    let pairs = pairs
    while rest >= 100 {
      let pair = Int(truncatingIfNeeded: rest % 100) &* 2
      rest /= 100
      end &-= 2
      target[end] = pairs[pair]
      target[end &+ 1] = pairs[pair &+ 1]
    }
    if rest >= 10 {
      target[end &- 2] = pairs[Int(truncatingIfNeeded: rest) &* 2]
      target[end &- 1] = pairs[Int(truncatingIfNeeded: rest) &* 2 &+ 1]
    } else {
      target[end &- 1] = UInt8(truncatingIfNeeded: 48 &+ rest)
    }
    return size
  }

  @inline(__always)
  private static func count(_ value: UInt64) -> Int {
    if value < 10 { return 1 }
    if value < 100 { return 2 }
    if value < 1_000 { return 3 }
    if value < 10_000 { return 4 }
    if value < 100_000 { return 5 }
    var size = 5
    var rest = value / 100_000
    while rest > 0 {
      size &+= 1
      rest /= 10
    }
    return size
  }
}
