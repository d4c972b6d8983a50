/// Fills a `SourceText` in one pass.
struct Scanner {
  private let bytes: [UInt8]
  private(set) var code: [UInt8]
  private(set) var comments: [Range<Int>] = []
  private(set) var branches: [Range<Int>] = []

  private var position = 0
  private var isLineStart = true
  /// The offsets where the open branches of conditionals begin, outermost first.
  private var openBranches: [Int] = []

  init(bytes: [UInt8]) {
    self.bytes = bytes
    code = bytes
  }

  mutating func scan() {
    while position < bytes.count {
      let byte = bytes[position]
      if byte == .hash && isLineStart {
        directive()
      } else if !token() {
        if byte == .newline { isLineStart = true } else if !byte.isSpace { isLineStart = false }
        position += 1
      }
    }
    for start in openBranches { branches.append(start..<bytes.count) }
  }

  /// Skips a comment or a literal, if one begins here.
  private mutating func token() -> Bool {
    switch bytes[position] {
    case .slash where next == .slash: comment(end: lineComment())
    case .slash where next == .star: comment(end: blockComment())
    case .apostrophe where isDigitSeparator: return false
    case .quote, .apostrophe:
      literal()
      isLineStart = false
    default: return false
    }
    return true
  }

  private var next: UInt8? { position + 1 < bytes.count ? bytes[position + 1] : nil }

  /// Whether this is the apostrophe of `1'000` (C23 6.4.4.1) and not of `L'a'`.
  private var isDigitSeparator: Bool {
    let word = bytes[..<position].suffix(while: \.isWord)
    return word.first.map { (48...57).contains($0) } ?? false
  }

  private mutating func comment(end: Int) {
    comments.append(position..<end)
    blank(position..<end, with: .space)
    position = end
  }

  /// The end of the comment: the end of the line, unless a backslash joins the next line (C17 5.1.1.2p1, phase 2).
  private func lineComment() -> Int {
    var index = position + 2
    while index < bytes.count, bytes[index] != .newline || isSpliced(at: index) { index += 1 }
    return index
  }

  private func blockComment() -> Int {
    var index = position + 2
    while index + 1 < bytes.count {
      if bytes[index] == .star, bytes[index + 1] == .slash { return index + 2 }
      index += 1
    }
    return bytes.count
  }

  /// Skips to the closing quotation mark. The end of the line also ends a literal, as in `#error don't`.
  private mutating func literal() {
    let quote = bytes[position]
    var index = position + 1
    while index < bytes.count, bytes[index] != quote, bytes[index] != .newline {
      index += bytes[index] == .backslash ? 2 : 1
    }
    let end = min(index < bytes.count && bytes[index] == quote ? index + 1 : index, bytes.count)
    blank(position..<end, with: .quote)
    position = end
  }

  /// Skips a preprocessing directive: its comments are recorded, and the rest is not code.
  private mutating func directive() {
    let start = position
    position += 1
    while position < bytes.count, bytes[position] == .space || bytes[position] == 9 { position += 1 }
    let word = bytes[position...].prefix(while: \.isWord)
    while position < bytes.count, bytes[position] != .newline || isSpliced(at: position) {
      if !token() { position += 1 }
    }
    blank(start + 1..<position, with: .space)
    conditional(String(decoding: word, as: UTF8.self), start..<position)
  }

  private mutating func conditional(_ word: String, _ directive: Range<Int>) {
    switch word {
    case "if", "ifdef", "ifndef": openBranches.append(directive.upperBound)
    case "elif", "else", "elifdef", "elifndef":
      guard let start = openBranches.popLast() else { return }
      branches.append(start..<directive.lowerBound)
      openBranches.append(directive.upperBound)
    case "endif":
      guard let start = openBranches.popLast() else { return }
      branches.append(start..<directive.lowerBound)
    default: break
    }
  }

  /// Whether a backslash joins the line that ends at `index` with the next one.
  private func isSpliced(at index: Int) -> Bool {
    let before = index > 0 && bytes[index - 1] == .carriageReturn ? index - 2 : index - 1
    return before >= 0 && bytes[before] == .backslash
  }

  private mutating func blank(_ range: Range<Int>, with byte: UInt8) {
    for index in range where code[index] != .newline { code[index] = byte }
  }
}

extension ArraySlice<UInt8> {
  fileprivate func suffix(while predicate: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let start = lastIndex { !predicate($0) }.map { $0 + 1 } ?? startIndex
    return self[start...]
  }
}
