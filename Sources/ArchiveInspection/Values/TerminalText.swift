/// Text of an archive on a terminal: nothing in it can move the cursor, change colours or turn the direction of writing.
package enum TerminalText {
  /// The text with control characters, line ends and invisible marks of direction as escapes of Swift.
  package static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      guard isUnsafe(scalar) else {
        result.unicodeScalars.append(scalar)
        continue
      }
      switch scalar {
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\\": result += "\\\\"
      case "\"": result += "\\\""
      default: result += "\\u{" + String(scalar.value, radix: 16) + "}"
      }
    }
    return result
  }

  /// In quotes.
  package static func quoted(_ text: String) -> String { "\"" + escaped(text) + "\"" }

  /// A key: in quotes only where it could be mistaken.
  package static func key(_ text: String) -> String {
    if text.isEmpty || text.unicodeScalars.contains(where: { isUnsafe($0) || $0 == ":" || $0 == " " }) {
      return quoted(text)
    }
    return text
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x22, 0x5C: true
    // Marks of direction, separators of lines, and the byte order mark.
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F: true
    default: false
    }
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
