import UntypedArchive

/// Text of an archive on a terminal: nothing in it can move the cursor, change colours or turn the direction of writing.
package enum TerminalText {
  /// The text with control characters, line ends and what cannot be seen as escapes of Swift, and with escaped quotes: it
  /// can stand in quotes.
  package static func escaped(_ text: String) -> String {
    var previous: Unicode.Scalar?
    let isSafe = text.unicodeScalars.allSatisfy { scalar in
      defer { previous = scalar }
      return !isEscaped(scalar, after: previous)
    }
    return isSafe ? text : replaced(text, isEscaped)
  }

  /// A line that may have quotes and escapes of its own: only what could act on a terminal or cannot be seen is escaped.
  /// So whatever went through it stays as it is the next time.
  package static func line(_ text: String) -> String {
    HiddenScalars.areAbsent(text) ? text : replaced(text) { HiddenScalars.contain($0, after: $1) }
  }

  private static func isEscaped(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar?) -> Bool {
    scalar == "\"" || scalar == "\\" || HiddenScalars.contain(scalar, after: previous)
  }

  private static func replaced(
    _ text: String, _ isReplaced: (Unicode.Scalar, Unicode.Scalar?) -> Bool
  ) -> String {
    var result = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      if isReplaced(scalar, previous) {
        result.append(contentsOf: escape(scalar).unicodeScalars)
      } else {
        result.append(scalar)
      }
      previous = scalar
    }
    return String(result)
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    case "\\": "\\\\"
    case "\"": "\\\""
    default: "\\u{" + String(scalar.value, radix: 16) + "}"
    }
  }

  /// In quotes.
  package static func quoted(_ text: String) -> String { "\"" + escaped(text) + "\"" }

  /// A key: in quotes only where it could be mistaken.
  package static func key(_ text: String) -> String {
    let shown = escaped(text)
    return text.isEmpty || shown != text || text.utf8.contains { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: " ") }
      ? "\"\(shown)\"" : text
  }

  /// About how many columns a terminal takes for it.
  package static func width(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { width, scalar in
      switch scalar.value {
      case 0x0300...0x036F, 0x200B...0x200D, 0xFE00...0xFE0F: width
      case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
        0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
        width + 2
      default: width + 1
      }
    }
  }

  /// At most this many columns, with `…` where something is left out.
  package static func cut(_ text: String, to columns: Int) -> String {
    guard text.utf8.count > columns, width(text) > columns else { return text }
    var result = String.UnicodeScalarView()
    var used = 0
    for scalar in text.unicodeScalars {
      let own = width(String(scalar))
      if used + own > max(columns - 1, 0) { break }
      result.append(scalar)
      used += own
    }
    return String(result) + "…"
  }
}
