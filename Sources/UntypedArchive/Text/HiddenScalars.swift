/// Characters of a file that act on a terminal, turn the direction of writing, or cannot be seen. Whatever shows text of a
/// file to people shows them as escapes.
package enum HiddenScalars {
  /// Whether a character is one of them: controls, separators of lines, marks of direction, and what has no width.
  ///
  /// - Parameter previous: the character before it. Joiners (U+200C, U+200D) belong to words of some scripts and to
  ///   emoji; between ASCII characters they have no meaning, and are hidden.
  package static func contain(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar? = nil) -> Bool {
    switch scalar.value {
    case 0x20..<0x7F: return false
    case 0..<0x20, 0x7F..<0xA0, 0xAD: return true
    case 0xA0..<0x034F: return false
    case 0x200C, 0x200D: return previous?.isASCII ?? true
    // Letters without a shape.
    case 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180F, 0x3164, 0xFFA0: return true
    // Signs of category Cf that have a shape.
    case 0x0600...0x0605, 0x06DD, 0x070F, 0x0890, 0x0891, 0x08E2, 0x110BD, 0x110CD: return false
    default: break
    }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return true
    default: return false
    }
  }

  /// Whether the text is ASCII that can be seen, which most text is.
  package static func areAbsent(_ text: String) -> Bool { text.utf8.allSatisfy { 0x20..<0x7F ~= $0 } }
}
