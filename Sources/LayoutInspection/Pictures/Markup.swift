import ArchiveInspection

/// Text and numbers of pictures.
enum Markup {
  /// Text that fits into some characters, with an ellipsis if it is cut.
  static func cut(_ text: String, to count: Int) -> String {
    text.count <= count ? text : String(text.prefix(max(0, count - 1))) + "…"
  }

  /// A text of a picture, cut to some characters.
  static func text(_ style: String, _ x: Double, _ y: Double, _ text: String, _ most: Int) -> String {
    "<text class=\"\(style)\" x=\"\(number(x))\" y=\"\(number(y))\">\(HTMLText.escaped(cut(text, to: most)))</text>"
  }

  /// A coordinate without digits that nobody sees.
  static func number(_ value: Double) -> String {
    let tenths = (value * 10).rounded() / 10
    return tenths == tenths.rounded() ? String(Int(tenths)) : String(tenths)
  }
}
