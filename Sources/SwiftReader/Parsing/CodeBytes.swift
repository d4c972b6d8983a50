/// Walks through the bytes of Swift source that are code: neither comments nor the text of string literals, but what stands in their
/// interpolations. It takes time in proportion to the source, and accepts any bytes.
struct CodeBytes {
  private let bytes: [UInt8]
  private var next = 0
  /// The literals around the position, outermost first.
  private var literals: [Literal] = []
  private var isInText = false

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
      case UInt8(ascii: "/") where byte(next) == UInt8(ascii: "/"):
        while next < bytes.count, bytes[next] != UInt8(ascii: "\n") { next += 1 }
      // In a regular expression there may be `\/*`.
      case UInt8(ascii: "/") where byte(next) == UInt8(ascii: "*") && byte(offset - 1) != UInt8(ascii: "\\"):
        passComment()
      case UInt8(ascii: "\""): begin(hashes: 0)
      case UInt8(ascii: "#")
      where byte(offset - 1) != UInt8(ascii: "#") && byte(offset + hashes(at: offset)) == UInt8(ascii: "\""):
        let count = hashes(at: offset)
        next = offset + count + 1
        begin(hashes: count)
      case UInt8(ascii: "(") where !literals.isEmpty:
        literals[literals.count - 1].parentheses += 1
        return offset
      case UInt8(ascii: ")") where !literals.isEmpty:
        literals[literals.count - 1].parentheses -= 1
        isInText = literals[literals.count - 1].parentheses == 0
      default: return offset
      }
    }
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
    case UInt8(ascii: "\n") where !literal.isMultiline: endLiteral()
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
  }
}
