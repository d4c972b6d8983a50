/// One argument of an attribute on a Swift declaration, up to the comma or parenthesis that ends it.
///
/// Brackets are kept in pairs and string literals whole, as far as Swift's lexical grammar needs for that (The Swift
/// Programming Language, "String Literals"): escapes, interpolations, `#"raw"#` text.
struct SwiftArgument {
  /// As it is written; a quoted one that is no expression is without its quotation marks and escapes.
  let text: String
  let isQuoted: Bool
  /// Of the comma or closing parenthesis behind it.
  let end: Int

  /// nil if nothing closes it.
  /// - Parameter isExpression: it goes on to the closing parenthesis, since the commas of `Pair<Int, Int>()` are told
  ///   from others only by a parser; and a quotation mark is part of it.
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

  /// A backslash stands for what follows it, as in C's annotations.
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
  /// Behind the literal that the argument begins with.
  private(set) var firstLiteralEnd: Int?

  /// What is open, innermost last.
  private var open: [Open] = []

  private enum Open: Equatable {
    case bracket(closing: UInt8)
    /// `<` of generic arguments, where no expression can stand.
    case angle
    /// A string literal with so many `#` before it.
    case text(hashes: Int)
  }

  init(bytes: [UInt8], position: Int, splitsAtCommas: Bool) {
    self.bytes = bytes
    self.position = position
    self.splitsAtCommas = splitsAtCommas
  }

  /// The offset of what ends the argument.
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

  /// false for a bracket that closes nothing.
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

  /// How many of them stand here in a row.
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
