import UntypedArchive

/// Data on its way to a terminal: text as TerminalText shows it, with its line ends and tabs. Into a file or a pipe the
/// same data goes unchanged.
struct TerminalFilter {
  /// The begin of a character whose end has not come yet.
  private var rest: [UInt8] = []

  /// - Returns: what may be written now.
  mutating func filtered(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var all = rest
    all += bytes
    let complete = Self.completeCount(all)
    rest = Array(all[complete...])
    return Self.shown(all[..<complete])
  }

  /// What is left at the end.
  mutating func finish() -> [UInt8] {
    defer { rest = [] }
    return Self.shown(rest[...])
  }

  private static func shown(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for part in bytes.split(omittingEmptySubsequences: false, whereSeparator: { $0 == 0x0A || $0 == 0x09 }) {
      result += TerminalText.line(String(decoding: part, as: UTF8.self)).utf8
      if part.endIndex < bytes.endIndex { result.append(bytes[part.endIndex]) }
    }
    return result
  }

  /// The number of bytes before a character that is not complete.
  private static func completeCount(_ bytes: [UInt8]) -> Int {
    for back in 1...3 where back <= bytes.count {
      let byte = bytes[bytes.count - back]
      if byte & 0xC0 == 0x80 { continue }
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return length > back ? bytes.count - back : bytes.count
    }
    return bytes.count
  }
}
