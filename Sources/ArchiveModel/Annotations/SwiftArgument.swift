/// One argument of an attribute on a Swift declaration, up to the comma or parenthesis that ends it.
///
/// Brackets are paired and string literals are kept whole, with as much of Swift's lexical grammar as this needs (The
/// Swift Programming Language, "String Literals"): escapes, interpolations, `#"raw"#` strings.
struct SwiftArgument {
  /// The argument as written. A quoted text that is not an expression has no quotation marks and escapes.
  let text: String
  let isQuoted: Bool
  /// The offset of the comma or closing parenthesis after the argument.
  let end: Int

  /// nil if the argument is not closed.
  ///
  /// - Parameter isExpression: whether the argument is an expression. It then extends to the closing parenthesis, as
  ///   only a parser can distinguish the commas of `Pair<Int, Int>()` from others, and its quotation marks are kept.
  init?(in bytes: [UInt8], from start: Int, isExpression: Bool) {
    var scan = Scan(bytes: bytes, position: start, splitsAtCommas: !isExpression)
    guard let end = scan.end() else { return nil }
    self.end = end
    var written = bytes[start..<end]
    while let last = written.last, last.isBlank { written.removeLast() }
    isQuoted =
      !isExpression && written.count >= 2 && written.first == .quote && scan.firstLiteralEnd == written.endIndex
    if isQuoted {
      text = Self.unescaped(written.dropFirst().dropLast())
    } else {
      text = String(decoding: written, as: UTF8.self)
    }
  }

  /// Replaces each backslash and the character after it by that character, as in annotations of C.
  private static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
    var result: [UInt8] = []
    var isEscaped = false
    for byte in bytes {
      if byte == .backslash, !isEscaped {
        isEscaped = true
      } else {
        result.append(byte)
        isEscaped = false
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

private struct Scan {
  let bytes: [UInt8]
  var position: Int
  let splitsAtCommas: Bool
  /// The offset after the literal that begins the argument.
  private(set) var firstLiteralEnd: Int?

  /// The open brackets and literals, innermost last.
  private var open: [Open] = []

  private enum Open: Equatable {
    case bracket(closing: UInt8)
    /// `<` of generic arguments, in arguments that are not expressions.
    case angle
    /// A string literal with this number of `#` before it.
    case text(hashes: Int)
  }

  init(bytes: [UInt8], position: Int, splitsAtCommas: Bool) {
    self.bytes = bytes
    self.position = position
    self.splitsAtCommas = splitsAtCommas
  }

  /// The offset of the comma or parenthesis that ends the argument.
  mutating func end() -> Int? {
    let start = position
    while position < bytes.count {
      let byte = bytes[position]
      if case .text(let hashes)? = open.last {
        insideText(byte, hashes)
        if open.isEmpty, firstLiteralEnd == nil, bytes[start] == .quote { firstLiteralEnd = position }
        continue
      }
      if open.isEmpty, byte == .closeParenthesis || (splitsAtCommas && byte == .comma) { return position }
      guard code(byte) else { return nil }
    }
    return nil
  }

  private mutating func insideText(_ byte: UInt8, _ hashes: Int) {
    position += 1
    if byte == .backslash, count(of: .hash) >= hashes {
      position += hashes
      guard position < bytes.count else { return }
      if bytes[position] == .openParenthesis { open.append(.bracket(closing: .closeParenthesis)) }
      position += 1
    } else if byte == .quote, count(of: .hash) >= hashes {
      position += hashes
      open.removeLast()
    }
  }

  /// - Returns: false for a closing bracket without an opening one.
  private mutating func code(_ byte: UInt8) -> Bool {
    let next = position + 1 < bytes.count ? bytes[position + 1] : 0
    switch byte {
    case .openParenthesis: open.append(.bracket(closing: .closeParenthesis))
    case UInt8(ascii: "["): open.append(.bracket(closing: UInt8(ascii: "]")))
    case UInt8(ascii: "{"): open.append(.bracket(closing: UInt8(ascii: "}")))
    case UInt8(ascii: "<") where splitsAtCommas: open.append(.angle)
    case UInt8(ascii: ">") where open.last == .angle: open.removeLast()
    // The arrow of a function type closes nothing.
    case UInt8(ascii: "-") where next == UInt8(ascii: ">"): position += 1
    case .closeParenthesis, UInt8(ascii: "]"), UInt8(ascii: "}"):
      guard open.popLast() == .bracket(closing: byte) else { return false }
    case .quote: open.append(.text(hashes: 0))
    case .hash:
      let hashes = count(of: .hash)
      position += hashes
      guard position < bytes.count, bytes[position] == .quote else { return true }
      open.append(.text(hashes: hashes))
    case UInt8(ascii: "`"):
      guard let end = bytes[(position + 1)...].firstIndex(of: byte) else { return false }
      position = end
    default: break
    }
    position += 1
    return true
  }

  /// The number of equal bytes in a row from the current position.
  private func count(of byte: UInt8) -> Int { bytes[position...].prefix { $0 == byte }.count }
}

extension UInt8 {
  fileprivate static let quote = UInt8(ascii: "\"")
  fileprivate static let backslash = UInt8(ascii: "\\")
  fileprivate static let hash = UInt8(ascii: "#")
  fileprivate static let comma = UInt8(ascii: ",")
  fileprivate static let openParenthesis = UInt8(ascii: "(")
  fileprivate static let closeParenthesis = UInt8(ascii: ")")
}
