/// Finds bytes that are not UTF-8. A key with a replaced byte would be another key.
public enum UTF8Check {
  /// The index of the first byte that belongs to no character (Unicode 15, table 3-7); nil if the bytes are UTF-8.
  public static func firstInvalid(in bytes: some RandomAccessCollection<UInt8>) -> Int? {
    let isValid = bytes.withContiguousStorageIfAvailable { String(validating: $0, as: UTF8.self) != nil }
    if isValid == true { return nil }
    var offset = 0
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let length = length(rest)
      guard length > 0 else { return offset }
      rest = rest.dropFirst(length)
      offset += length
    }
    return nil
  }

  /// The length of the first character; 0 if there is none.
  private static func length(_ bytes: ArraySlice<UInt8>) -> Int {
    guard let first = bytes.first else { return 0 }
    let length: Int
    switch first {
    case 0..<0x80: return 1
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF: length = 3
    case 0xF0...0xF4: length = 4
    default: return 0
    }
    let rest = bytes.dropFirst().prefix(length - 1)
    guard rest.count == length - 1, let second = rest.first, rest.allSatisfy({ (0x80...0xBF).contains($0) }) else {
      return 0
    }
    switch first {
    case 0xE0 where second < 0xA0, 0xED where second > 0x9F, 0xF0 where second < 0x90, 0xF4 where second > 0x8F:
      return 0
    default: return length
    }
  }

  /// The error for a file that is not UTF-8, at the first invalid byte.
  public static func error(in bytes: [UInt8], path: String) -> Diagnostic? {
    guard let invalid = firstInvalid(in: bytes) else { return nil }
    let lines = LineTable(bytes)
    let line = bytes[lines.lineStart(of: invalid)...].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    let utf16: [[UInt8]] = [[0xFF, 0xFE], [0xFE, 0xFF]]
    let place = SourceLocation(file: path, line: lines.line(of: invalid), column: lines.column(of: invalid))
    return Diagnostic(
      .invalidEncoding, at: place,
      "the file is not UTF-8: it contains the byte \(hexadecimal(bytes[invalid]))",
      advice: utf16.contains(where: bytes.starts) ? "it seems to be UTF-16; save it as UTF-8" : "save it as UTF-8",
      sourceLine: String(decoding: line, as: UTF8.self))
  }

  /// `0xE9`
  public static func hexadecimal(_ byte: UInt8) -> String {
    "0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }
}
