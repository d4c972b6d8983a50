import Foundation

/// Reads fields with the typed calls of a keyed `NSCoder`, and requests only values that exist.
///
/// Coders do not report the types of their values, and Foundation's on Linux converts between types silently.
/// Differences that two requests can detect are detected.
struct CoderSource: FieldSource {
  private let coder: NSCoder
  /// The data that was returned, which must exist while the record is read.
  private let held = RetainedBytes()
  var prefix: String

  init(_ coder: NSCoder, prefix: String) {
    self.coder = coder
    self.prefix = prefix
  }

  func find(index: Int) throws(ArchiveError) -> FoundValue? { nil }

  func find(_ key: String, index: Int?, as wanted: WantedValue) throws(ArchiveError) -> FoundValue {
    let key = prefix + key
    guard coder.containsValue(forKey: key) else { return .missing }
    if let data = data(key) { return .data(data) }
    switch wanted {
    case .number(let number): return self.number(key, number)
    case .data: return number(key, .integer(bits: 64, isSigned: true))
    case .array:
      // A value that is not a number is read as 0.
      if coder.decodeInt64(forKey: key) == 0, coder.decodeDouble(forKey: key) == 0 { return .other("no data") }
      return number(key, .floating(.double))
    case .text: return text(key)
    }
  }

  private func data(_ key: String) -> UnsafeRawBufferPointer? {
    coder.withDecodedUnsafeBytes(forKey: key) { bytes in bytes.map(held.keep) }
  }

  private func number(_ key: String, _ number: ElementType.Number) -> FoundValue {
    let integer = coder.decodeInt64(forKey: key)
    let real = coder.decodeDouble(forKey: key)
    switch number {
    case .bool:
      if integer == 0 || integer == 1, real == Double(integer) { return .bool(integer == 1) }
      return real == Double(integer) ? .integer(integer) : .real64(bitPattern: real.bitPattern)
    case .integer:
      if integer == 0, real == 0, coder.containsValue(forKey: key + "[]") { return object(key) }
      return real == Double(integer) ? .integer(integer) : .real64(bitPattern: real.bitPattern)
    case .floating:
      // An integer beyond 2^53 is read as a similar real.
      let isNear = real == Double(integer) && Int64(exactly: real) != integer
      return isNear ? .integer(integer) : .real64(bitPattern: real.bitPattern)
    }
  }

  /// Text is an object, and requesting an object where there is none ends the process, so other types are excluded
  /// first.
  private func text(_ key: String) -> FoundValue {
    if coder.decodeInt64(forKey: key) != 0 || coder.decodeDouble(forKey: key) != 0 {
      return number(key, .integer(bits: 64, isSigned: true))
    }
    return object(key)
  }

  private func object(_ key: String) -> FoundValue {
    switch coder.decodeObject(of: [NSString.self, NSNumber.self, NSData.self, NSDate.self], forKey: key) {
    case let text as NSString: return .text(String(text))
    case let text as String: return .text(text)
    case let number as NSNumber:
      let value = number.uint64Value
      return value > UInt64(Int64.max) && number.int64Value < 0 && number.doubleValue > 0
        ? .wide(WideInteger(high: 0, low: value)) : .integer(number.int64Value)
    case nil: return .other("an object that the coder refuses")
    default: return .other("an object")
    }
  }
}

/// Copies of bytes that a coder provides only during a call.
final class RetainedBytes {
  private var buffers: [UnsafeMutableRawBufferPointer] = []

  func keep(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: max(bytes.count, 1), alignment: 16)
    buffer.copyMemory(from: bytes)
    buffers.append(buffer)
    return UnsafeRawBufferPointer(rebasing: buffer[..<bytes.count])
  }

  /// Zeroed memory.
  func take(_ count: Int) -> UnsafeMutableRawPointer {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: max(count, 1), alignment: 16)
    buffer.initializeMemory(as: UInt8.self, repeating: 0)
    buffers.append(buffer)
    return buffer.baseAddress.unsafelyUnwrapped
  }

  deinit { for buffer in buffers { buffer.deallocate() } }
}
