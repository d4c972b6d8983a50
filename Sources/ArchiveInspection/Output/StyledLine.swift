/// A line of output in parts with styles. `LineStyle` writes it: the one way in which text of a file reaches a terminal.
package struct StyledLine {
  package enum Style { case plain, key, type, text, number, note, problem, heading }

  package private(set) var parts: [(style: Style, text: String)] = []

  /// Deeper levels than these are numbered, so that a file of a million lists within each other has no lines of a million
  /// spaces.
  private static let deepestIndent = 40

  package init(_ indent: Int = 0) {
    if indent > 0 { parts.append((.plain, String(repeating: "  ", count: min(indent, Self.deepestIndent)))) }
    if indent > Self.deepestIndent { parts.append((.note, "‹\(indent)› ")) }
  }

  /// A line of one part.
  package init(_ text: String, _ style: Style = .plain) { parts = [(style, text)] }

  package mutating func add(_ text: String, _ style: Style = .plain) { parts.append((style, text)) }
}

/// How lines are shown: with colours, and how wide.
///
/// It escapes in every part what could act on a terminal, whoever made the part. Parts need escapes of their own only where
/// a reader could mistake them, as in quotes.
package struct LineStyle: Sendable {
  package var hasColor = false
  /// The columns of the terminal; nil for lines of any length.
  package var width: Int?

  package init(hasColor: Bool = false, width: Int? = nil) { (self.hasColor, self.width) = (hasColor, width) }

  package func write(_ line: StyledLine, to output: OutputBuffer) {
    var rest = width ?? .max
    for part in line.parts {
      var text = TerminalText.line(part.text)
      if width != nil {
        guard rest > 0 else { break }
        let own = TerminalText.width(text)
        if own > rest { text = TerminalText.cut(text, to: rest) }
        rest -= min(own, rest)
      }
      guard hasColor, let code = Self.code(part.style) else {
        output.append(text)
        continue
      }
      output.append("\u{1B}[\(code)m\(text)\u{1B}[0m")
    }
    output.append(UInt8(ascii: "\n"))
  }

  private static func code(_ style: StyledLine.Style) -> String? {
    switch style {
    case .plain: nil
    case .key: "36"
    case .type: "35"
    case .text: "32"
    case .number: "33"
    case .note: "2"
    case .problem: "31"
    case .heading: "1"
    }
  }
}
