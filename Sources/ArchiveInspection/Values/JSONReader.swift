import ArchiveRuntime
import UntypedArchive

/// A value of JSON's own, as the reader gives it: an event in the order of the text.
package enum JSONToken: Equatable {
  case null
  case bool(Bool)
  /// The digits as they are written.
  case number(String)
  case string(String)
  case beginArray, endArray, beginObject, endObject
  /// Of the object's next value.
  case key(String)
  case end
}

/// What is wrong with a JSON text, and where.
package struct JSONError: Error, Equatable, CustomStringConvertible {
  package let line: Int
  package let column: Int
  package let reason: String
  package var description: String { "line \(line), column \(column): \(reason)" }
}

/// Reads JSON (RFC 8259) one value after another, without recursion.
package struct JSONReader {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0
  private enum Frame { case array, object }
  private var frames: [Frame] = []
  private enum Expected { case value, firstOrEnd, commaOrEnd, end }
  private var expected = Expected.value

  package init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  package func error(_ reason: String, at place: Int? = nil) -> JSONError {
    let place = min(place ?? position, bytes.count)
    let before = bytes[..<place]
    let line = before.lazy.filter { $0 == 0x0A }.count + 1
    let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return JSONError(line: line, column: place - start + 1, reason: reason)
  }

  package mutating func next() throws(JSONError) -> JSONToken {
    skipSpace()
    guard position < bytes.count else {
      guard case .end = expected else { throw error("the text ends too early") }
      return .end
    }
    let byte = bytes[position]
    switch expected {
    case .end: throw error("something follows the value")
    case .commaOrEnd:
      guard byte == UInt8(ascii: ",") else { return try close(byte) }
      position += 1
      skipSpace()
      return frames.last == .object ? try key() : try value()
    case .firstOrEnd:
      if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") { return try close(byte) }
      return frames.last == .object ? try key() : try value()
    case .value: return try value()
    }
  }

  private mutating func skipSpace() {
    while position < bytes.count, XMLCharacter.isSpace(bytes[position]) { position += 1 }
  }

  private mutating func close(_ byte: UInt8) throws(JSONError) -> JSONToken {
    switch (byte, frames.last) {
    case (UInt8(ascii: "]"), .array?), (UInt8(ascii: "}"), .object?):
      position += 1
      let frame = frames.removeLast()
      expected = frames.isEmpty ? .end : .commaOrEnd
      return frame == .array ? .endArray : .endObject
    default: throw error("a comma or the end of the \(frames.last == .array ? "array" : "object") is expected here")
    }
  }

  private mutating func key() throws(JSONError) -> JSONToken {
    guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { throw error("a key is expected here") }
    let key = try string()
    skipSpace()
    guard position < bytes.count, bytes[position] == UInt8(ascii: ":") else { throw error("a colon is expected here") }
    position += 1
    expected = .value
    return .key(key)
  }

  private mutating func value() throws(JSONError) -> JSONToken {
    guard position < bytes.count else { throw error("the text ends too early") }
    let after: Expected = frames.isEmpty ? .end : .commaOrEnd
    switch bytes[position] {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      let isObject = bytes[position] == UInt8(ascii: "{")
      frames.append(isObject ? .object : .array)
      position += 1
      expected = .firstOrEnd
      return isObject ? .beginObject : .beginArray
    case UInt8(ascii: "\""):
      let text = try string()
      expected = after
      return .string(text)
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
      for (word, token) in [("true", JSONToken.bool(true)), ("false", .bool(false)), ("null", .null)]
      where bytes[position...].starts(with: word.utf8) {
        position += word.utf8.count
        expected = after
        return token
      }
      throw error("a value is expected here")
    default:
      let token = try number()
      expected = after
      return token
    }
  }

  private mutating func number() throws(JSONError) -> JSONToken {
    let start = position
    while position < bytes.count, Self.isNumeric(bytes[position]) { position += 1 }
    guard position > start else { throw error("a value is expected here") }
    return .number(String(decoding: bytes[start..<position], as: UTF8.self))
  }

  private static func isNumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  private mutating func string() throws(JSONError) -> String {
    let opening = position
    position += 1
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: "\""), bytes[position] != UInt8(ascii: "\\") {
      if bytes[position] < 0x20 { throw error("a control character in a string") }
      position += 1
    }
    guard position < bytes.count else { throw error("a string without an end", at: opening) }
    if bytes[position] == UInt8(ascii: "\"") {
      let part = UnsafeRawBufferPointer(rebasing: bytes[start..<position])
      guard UTF8Text.firstInvalidOffset(in: part) == nil else { throw error("text that is not UTF-8", at: opening) }
      position += 1
      return String(decoding: part, as: UTF8.self)
    }
    var units: [UInt8] = Array(bytes[start..<position])
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      let byte = bytes[position]
      if byte < 0x20 { throw error("a control character in a string") }
      position += 1
      guard byte == UInt8(ascii: "\\") else {
        units.append(byte)
        continue
      }
      try escape(into: &units)
    }
    guard position < bytes.count else { throw error("a string without an end", at: opening) }
    position += 1
    let isValid = units.withUnsafeBytes { UTF8Text.firstInvalidOffset(in: $0) == nil }
    guard isValid else { throw error("text that is not UTF-8", at: opening) }
    return String(decoding: units, as: UTF8.self)
  }

  private mutating func escape(into units: inout [UInt8]) throws(JSONError) {
    guard position < bytes.count else { throw error("a string without an end") }
    let byte = bytes[position]
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): units.append(byte)
    case UInt8(ascii: "b"): units.append(8)
    case UInt8(ascii: "f"): units.append(12)
    case UInt8(ascii: "n"): units.append(10)
    case UInt8(ascii: "r"): units.append(13)
    case UInt8(ascii: "t"): units.append(9)
    case UInt8(ascii: "u"):
      var scalar = try unit()
      if 0xD800...0xDBFF ~= scalar, bytes[position...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) {
        position += 2
        let low = try unit()
        guard 0xDC00...0xDFFF ~= low else { throw error("an unpaired surrogate") }
        scalar = 0x10000 + (scalar - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let character = Unicode.Scalar(scalar) else { throw error("an unpaired surrogate") }
      units.append(contentsOf: String(character).utf8)
    default: throw error("an escape that JSON does not have", at: position - 1)
    }
  }

  private mutating func unit() throws(JSONError) -> UInt32 {
    guard bytes.count - position >= 4,
      let value = UInt32(String(decoding: bytes[position..<(position + 4)], as: UTF8.self), radix: 16)
    else { throw error("four hexadecimal digits are expected here") }
    position += 4
    return value
  }
}
