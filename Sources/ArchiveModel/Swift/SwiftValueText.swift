/// Swift expressions as text on one line, in which defaults are compared.
public enum SwiftValueText {
  /// The expression with one blank for white space between its words. The literals of texts keep theirs: one of several lines becomes
  /// one of a single line where it has no interpolation.
  public static func oneLine(_ text: String) -> String {
    let bytes = Array(text.replacing("\r\n", with: "\n").utf8)
    var (result, start): ([UInt8], Int) = ([], 0)
    for literal in literals(in: bytes) {
      result += withoutSpaces(bytes[start..<literal.lowerBound])
      result += singleLine(bytes[literal])
      start = literal.upperBound
    }
    return String(decoding: result + withoutSpaces(bytes[start...]), as: UTF8.self)
  }

  /// Whether the literal of a text has white space.
  public static func hasSpaceInText(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return literals(in: bytes).contains { bytes[$0].contains(where: \.isSpace) }
  }

  /// Whether a default of a lock before format 7, which has one blank for all white space of its literals, may be that of a text of
  /// today.
  public static func isSame(_ collapsed: String, _ text: String) -> Bool {
    let hasLines = collapsed.contains("\"\"\"")
    func bare(_ text: String) -> String {
      var bytes = withoutSpaces(Array(text.utf8)[...])
      if hasLines {
        let spaced = String(decoding: bytes, as: UTF8.self).replacing("\\n", with: " ").replacing("\\t", with: " ")
        bytes = withoutSpaces(Array(spaced.utf8)[...])
      }
      let text = String(decoding: bytes, as: UTF8.self)
      guard hasLines else { return text }
      return text.replacing("\\\"", with: "\"").replacing("\"\"\"", with: "\"").replacing("\" ", with: "\"")
        .replacing(" \"", with: "\"")
    }
    return bare(collapsed) == bare(text)
  }

  // MARK: Literals

  private enum Open {
    case text(hashes: Int, quotes: Int)
    /// An interpolation.
    case code(depth: Int)
  }

  private static func literals(in bytes: [UInt8]) -> [Range<Int>] {
    var (found, index): ([Range<Int>], Int) = ([], 0)
    while index < bytes.count {
      if let end = commentEnd(bytes, index) {
        index = end
      } else if let end = literalEnd(bytes, index) {
        found.append(index..<end)
        index = end
      } else {
        index += 1
      }
    }
    return found
  }

  /// The end of the comment that begins at a place; nil if none does.
  private static func commentEnd(_ bytes: [UInt8], _ start: Int) -> Int? {
    if bytes[start...].starts(with: "//".utf8) { return bytes[start...].firstIndex(of: .newline) ?? bytes.count }
    guard bytes[start...].starts(with: "/*".utf8) else { return nil }
    var index = start + 2
    while index < bytes.count, !bytes[index...].starts(with: "*/".utf8) { index += 1 }
    return min(index + 2, bytes.count)
  }

  /// The end of the literal that begins at a place; nil if none does, or if it does not end.
  private static func literalEnd(_ bytes: [UInt8], _ start: Int) -> Int? {
    guard let first = opening(bytes, start) else { return nil }
    var (open, index) = ([first.open], first.end)
    while index < bytes.count, let last = open.last {
      switch last {
      case .text(let hashes, let quotes):
        if bytes[index] == .backslash, bytes[(index + 1)...].prefix(hashes).count(where: { $0 == .hash }) == hashes {
          index += 1 + hashes
          if index < bytes.count, bytes[index] == UInt8(ascii: "(") { open.append(.code(depth: 1)) }
        } else if bytes[index] == .newline, quotes == 1 {
          return nil
        } else if bytes[index...].starts(with: closing(hashes, quotes)) {
          index += quotes + hashes - 1
          open.removeLast()
        }
      case .code(let depth):
        if let inner = opening(bytes, index) {
          index = inner.end - 1
          open.append(inner.open)
        } else if bytes[index] == UInt8(ascii: "(") {
          open[open.count - 1] = .code(depth: depth + 1)
        } else if bytes[index] == UInt8(ascii: ")") {
          open[open.count - 1] = .code(depth: depth - 1)
          if depth == 1 { open.removeLast() }
        }
      }
      index += 1
    }
    return open.isEmpty ? index : nil
  }

  private static func opening(_ bytes: [UInt8], _ start: Int) -> (open: Open, end: Int)? {
    guard bytes[start] == .hash || bytes[start] == .quotation else { return nil }
    let hashes = bytes[start...].prefix { $0 == .hash }.count
    let found = bytes[(start + hashes)...].prefix(3).prefix { $0 == .quotation }.count
    guard found > 0 else { return nil }
    let quotes = found == 3 ? 3 : 1
    return (.text(hashes: hashes, quotes: quotes), start + hashes + quotes)
  }

  private static func closing(_ hashes: Int, _ quotes: Int) -> [UInt8] {
    Array(repeating: .quotation, count: quotes) + Array(repeating: .hash, count: hashes)
  }

  // MARK: White space

  private static func withoutSpaces(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    for byte in bytes where !byte.isSpace || result.last != .blank { result.append(byte.isSpace ? .blank : byte) }
    return result
  }

  /// A literal of several lines as one of a single line; others, raw ones, and those with an interpolation as they are.
  private static func singleLine(_ literal: ArraySlice<UInt8>) -> [UInt8] {
    guard literal.starts(with: "\"\"\"\n".utf8), literal.count > 6 else { return Array(literal) }
    let text = String(decoding: literal.dropFirst(4).dropLast(3), as: UTF8.self)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard !text.contains("\\("), let indentation = lines.popLast() else { return Array(literal) }
    var result = "\""
    for (index, line) in lines.enumerated() {
      var line = line.hasPrefix(indentation) ? line.dropFirst(indentation.count) : line.drop(while: \.isWhitespace)
      let slashes = line.reversed().drop(while: \.isWhitespace).prefix { $0 == "\\" }.count
      // The line goes on in the next one.
      let isContinued = slashes % 2 == 1
      if isContinued, let last = line.lastIndex(of: "\\") { line = line[..<last] }
      var isEscaped = false
      for character in line {
        result += character == "\"" && !isEscaped ? "\\\"" : character == "\t" ? "\\t" : String(character)
        isEscaped = character == "\\" && !isEscaped
      }
      if !isContinued, index + 1 < lines.count { result += "\\n" }
    }
    return Array((result + "\"").utf8)
  }
}

extension UInt8 {
  fileprivate static let blank = UInt8(ascii: " ")
  fileprivate static let newline = UInt8(ascii: "\n")
  fileprivate static let quotation = UInt8(ascii: "\"")
  fileprivate static let backslash = UInt8(ascii: "\\")
  fileprivate static let hash = UInt8(ascii: "#")

  fileprivate var isSpace: Bool { self == .blank || (9...13).contains(self) }
}
