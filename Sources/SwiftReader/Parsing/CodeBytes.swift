/// Walks through the bytes of Swift source that are code: neither comments, regular expressions, names in backticks nor the text of
/// string literals, but what stands in their interpolations. It takes time in proportion to the source, and accepts any bytes.
struct CodeBytes {
  private let bytes: [UInt8]
  private var next = 0
  /// The literals around the position, outermost first.
  private var literals: [Literal] = []
  private var isInText = false
  /// Whether a comment or literal was still open at the end of the source.
  private(set) var isOpenAtEnd = false
  /// Where the last search for the end of a regular expression ended without it, by the number of `#`, negative for several lines:
  /// without it the searches would take quadratic time.
  private var withoutRegexEnd: [Int: Int] = [:]
  /// The last byte of code that is no space.
  private var previous = UInt8(ascii: "\n")

  private struct Literal {
    /// The number of `#` before its first quote.
    let hashes: Int
    let isMultiline: Bool
    /// The open parentheses of an interpolation.
    var parentheses = 0
  }

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// - Returns: the offset of the next byte of code.
  mutating func nextOffset() -> Int? {
    while next < bytes.count {
      if isInText {
        passText()
        continue
      }
      let offset = next
      next += 1
      switch bytes[offset] {
      // In a regular expression there may be `\/*`.
      case UInt8(ascii: "/") where byte(offset - 1) == UInt8(ascii: "\\"): return code(offset)
      case UInt8(ascii: "/") where byte(next) == UInt8(ascii: "/"):
        while next < bytes.count, !Self.isLineEnd(bytes[next]) { next += 1 }
      case UInt8(ascii: "/") where byte(next) == UInt8(ascii: "*"): passComment()
      case UInt8(ascii: "/") where Self.beginsOperand(after: previous) && byte(next) != UInt8(ascii: " "):
        if let end = endOfRegex(offset + 1) { next = end }
      case UInt8(ascii: "`"):
        if let end = end(of: UInt8(ascii: "`"), from: next) { next = end }
      case UInt8(ascii: "\""): begin(hashes: 0)
      case UInt8(ascii: "#") where byte(offset - 1) != UInt8(ascii: "#"):
        let count = hashes(at: offset)
        switch byte(offset + count) {
        case UInt8(ascii: "\""):
          next = offset + count + 1
          begin(hashes: count)
        case UInt8(ascii: "/"):
          guard let end = endOfRegex(offset + count + 1, hashes: count) else { return code(offset) }
          next = end
        default: return code(offset)
        }
      case UInt8(ascii: "(") where !literals.isEmpty:
        literals[literals.count - 1].parentheses += 1
        return code(offset)
      case UInt8(ascii: ")") where !literals.isEmpty:
        literals[literals.count - 1].parentheses -= 1
        isInText = literals[literals.count - 1].parentheses == 0
      default: return code(offset)
      }
      previous = bytes[next - 1]
    }
    isOpenAtEnd = isOpenAtEnd || !literals.isEmpty
    return nil
  }

  private mutating func code(_ offset: Int) -> Int {
    if bytes[offset] != UInt8(ascii: " "), bytes[offset] != UInt8(ascii: "\t") { previous = bytes[offset] }
    return offset
  }

  private static func isLineEnd(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }

  /// Whether a `/` behind this byte is not an operator.
  private static func beginsOperand(after byte: UInt8) -> Bool { isLineEnd(byte) || "=([{,;:&|?".utf8.contains(byte) }

  /// The offset behind the next byte of this kind in the line, if there is one.
  private func end(of mark: UInt8, from start: Int) -> Int? {
    let line = bytes[start...].prefix { !Self.isLineEnd($0) }
    return line.firstIndex(of: mark).map { $0 + 1 }
  }

  /// The offset behind a regular expression; nil if there is none.
  ///
  /// - Parameters:
  ///   - start: the offset behind its first `/`.
  ///   - hashes: the number of `#` before that; with some, it may have several lines.
  private mutating func endOfRegex(_ start: Int, hashes count: Int = 0) -> Int? {
    let isMultiline = count > 0 && byte(start).map(Self.isLineEnd) == true
    let kind = isMultiline ? -count : count
    if let searched = withoutRegexEnd[kind], start < searched { return nil }
    var offset = start
    while let current = byte(offset), isMultiline || !Self.isLineEnd(current) {
      if current == UInt8(ascii: "\\") {
        offset += 2
      } else if current == UInt8(ascii: "/"), hashes(at: offset + 1) >= count {
        return offset + 1 + count
      } else {
        offset += 1
      }
    }
    withoutRegexEnd[kind] = offset
    return nil
  }

  private func byte(_ offset: Int) -> UInt8? { bytes.indices.contains(offset) ? bytes[offset] : nil }

  private func hashes(at offset: Int) -> Int {
    var count = 0
    while byte(offset + count) == UInt8(ascii: "#") { count += 1 }
    return count
  }

  private func isQuotes(at offset: Int) -> Bool {
    (0..<3).allSatisfy { byte(offset + $0) == UInt8(ascii: "\"") }
  }

  /// Of a literal whose first quote has been passed.
  private mutating func begin(hashes: Int) {
    let isMultiline = isQuotes(at: next - 1)
    if isMultiline { next += 2 }
    literals.append(Literal(hashes: hashes, isMultiline: isMultiline))
    isInText = true
  }

  /// A step in the text of the innermost literal.
  private mutating func passText() {
    let literal = literals[literals.count - 1]
    let offset = next
    next += 1
    switch bytes[offset] {
    case UInt8(ascii: "\\"):
      let marks = min(hashes(at: next), literal.hashes)
      guard marks == literal.hashes else { return }
      next += marks + 1
      if byte(next - 1) == UInt8(ascii: "(") {
        literals[literals.count - 1].parentheses = 1
        isInText = false
      }
    case UInt8(ascii: "\"") where !literal.isMultiline || isQuotes(at: offset):
      let end = offset + (literal.isMultiline ? 3 : 1)
      guard hashes(at: end) >= literal.hashes else { return }
      next = end + literal.hashes
      endLiteral()
    // A literal without an end ends with its line.
    case let byte where Self.isLineEnd(byte) && !literal.isMultiline: endLiteral()
    default: break
    }
  }

  private mutating func endLiteral() {
    literals.removeLast()
    isInText = false
  }

  /// Of a comment whose `/` has been passed; comments nest.
  private mutating func passComment() {
    next += 1
    var depth = 1
    while depth > 0, next < bytes.count {
      let pair = (bytes[next], byte(next + 1))
      next += 1
      if pair == (UInt8(ascii: "*"), UInt8(ascii: "/")) {
        (depth, next) = (depth - 1, next + 1)
      } else if pair == (UInt8(ascii: "/"), UInt8(ascii: "*")) {
        (depth, next) = (depth + 1, next + 1)
      }
    }
    isOpenAtEnd = isOpenAtEnd || depth > 0
  }
}
