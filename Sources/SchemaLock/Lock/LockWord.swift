/// One word of a lock's line: `u32`, `"a key"`, `was("old", "older")`.
struct LockWord {
  struct Problem: Error {
    let column: Int
    let message: String
  }

  /// The whole word, without the quotation marks of a quoted text.
  let text: String
  /// The column in characters, counted from 1.
  let column: Int
  /// The text before the parenthesis, or the whole word.
  let name: String
  let texts: [String]

  /// - Throws: `Problem` for a parenthesis or a quotation mark without its other half, and for an unknown escape.
  static func words(of line: Substring) throws(Problem) -> [LockWord] {
    var scanner = Scanner(bytes: Array(line.utf8))
    var words: [LockWord] = []
    while let word = try scanner.word() { words.append(word) }
    return words
  }

  /// The line's first texts, without their arguments; none where the line cannot be parsed.
  static func firstTexts(of line: Substring, atMost count: Int) -> [String] {
    var scanner = Scanner(bytes: Array(line.utf8))
    var texts: [String] = []
    while texts.count < count, let word = try? scanner.word() { texts.append(word.text) }
    return texts
  }

  /// All marks of the grammar are ASCII, so that it reads UTF-8 byte by byte.
  private struct Scanner {
    let bytes: [UInt8]
    var index = 0
    /// A byte with its column: columns are asked for in rising order, and each byte is counted once.
    private var counted = (index: 0, column: 1)

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func word() throws(Problem) -> LockWord? {
      while index < bytes.count, bytes[index].isBlank { index += 1 }
      guard index < bytes.count else { return nil }
      guard bytes[index] == .quotationMark else { return try bare() }
      let start = index
      let text = try quoted(to: bytes.count)
      return LockWord(text: text, column: column(of: start), name: text, texts: [])
    }

    private mutating func bare() throws(Problem) -> LockWord {
      let start = index
      var depth = 0
      var open: Int?
      while index < bytes.count, depth > 0 || !bytes[index].isBlank {
        switch bytes[index] {
        case .openParenthesis:
          depth += 1
          if open == nil { open = index }
        case .closeParenthesis: depth -= 1
        case .quotationMark where depth > 0:
          try skipQuoted()
          continue
        default: break
        }
        index += 1
      }
      guard depth == 0 else { throw Problem(column: column(of: start), message: "a ')' is missing") }
      let (text, column) = (text(start..<index), column(of: start))
      guard let open, bytes[index - 1] == .closeParenthesis else {
        return LockWord(text: text, column: column, name: text, texts: [])
      }
      let end = index
      index = open + 1
      defer { index = end }
      return LockWord(text: text, column: column, name: self.text(start..<open), texts: try arguments(to: end - 1))
    }

    private mutating func arguments(to end: Int) throws(Problem) -> [String] {
      var result: [String] = []
      while index < end {
        if bytes[index] == .space || bytes[index] == .comma {
          index += 1
        } else if bytes[index] == .quotationMark {
          result.append(try quoted(to: end))
        } else {
          let start = index
          while index < end, bytes[index] != .comma { index += 1 }
          var last = index
          while last > start, bytes[last - 1] == .space { last -= 1 }
          result.append(text(start..<last))
        }
      }
      return result
    }

    /// Moves behind a quoted text, whose escapes are checked when it is read.
    private mutating func skipQuoted() throws(Problem) {
      let start = index
      index += 1
      while index < bytes.count, bytes[index] != .quotationMark { index += bytes[index] == .backslash ? 2 : 1 }
      guard index < bytes.count else { throw missingQuotationMark(start) }
      index += 1
    }

    private mutating func quoted(to end: Int) throws(Problem) -> String {
      let start = index
      index += 1
      while index < end, bytes[index] != .quotationMark, bytes[index] != .backslash { index += 1 }
      var text = text((start + 1)..<index)
      while index < end, bytes[index] != .quotationMark {
        if bytes[index] == .backslash {
          index += 1
          guard index < end else { break }
          try text.unicodeScalars.append(escaped(start, to: end))
        } else {
          let first = index
          while index < end, bytes[index] != .quotationMark, bytes[index] != .backslash { index += 1 }
          text += self.text(first..<index)
        }
      }
      guard index < end else { throw missingQuotationMark(start) }
      index += 1
      return text
    }

    /// The character that the escape at `index` stands for.
    private mutating func escaped(_ start: Int, to end: Int) throws(Problem) -> Unicode.Scalar {
      defer { index += 1 }
      switch bytes[index] {
      case UInt8(ascii: "n"): return "\n"
      case UInt8(ascii: "t"): return "\t"
      case .quotationMark: return "\""
      case .backslash: return "\\"
      case UInt8(ascii: "u"):
        index += 1
        guard index < end, bytes[index] == UInt8(ascii: "{") else {
          throw Problem(column: column(of: index), message: "'\\u' is followed by a number in braces")
        }
        let first = index + 1
        while index < end, bytes[index] != UInt8(ascii: "}") { index += 1 }
        let digits = text(first..<index)
        guard let value = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(value) else {
          throw Problem(column: column(of: start), message: "'\\u{\(digits)}' is no character")
        }
        return scalar
      default:
        let character = text(index..<end).unicodeScalars.first.map { String($0) } ?? ""
        throw Problem(column: column(of: index), message: "'\\\(character)' is no escape")
      }
    }

    private mutating func missingQuotationMark(_ start: Int) -> Problem {
      Problem(column: column(of: start), message: "a quotation mark is missing")
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// The column, in Unicode scalars and counted from 1, of the byte at an index.
    private mutating func column(of index: Int) -> Int {
      if index < counted.index { counted = (0, 1) }
      counted.column += bytes[counted.index..<index].count { $0 & 0xC0 != 0x80 }
      counted.index = index
      return counted.column
    }
  }
}

extension UInt8 {
  fileprivate static let space = UInt8(ascii: " ")
  fileprivate static let comma = UInt8(ascii: ",")
  fileprivate static let quotationMark = UInt8(ascii: "\"")
  fileprivate static let backslash = UInt8(ascii: "\\")
  fileprivate static let openParenthesis = UInt8(ascii: "(")
  fileprivate static let closeParenthesis = UInt8(ascii: ")")

  fileprivate var isBlank: Bool { self == .space || self == UInt8(ascii: "\t") }
}
