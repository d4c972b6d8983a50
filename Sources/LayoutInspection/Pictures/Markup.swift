/// Text and elements of SVG and HTML.
enum Markup {
  /// Text in which nothing is markup, for content and for attributes in quotation marks.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.printable.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Text that fits into some characters, with an ellipsis if it is cut.
  static func cut(_ text: String, to count: Int) -> String {
    text.count <= count ? text : String(text.prefix(max(0, count - 1))) + "…"
  }

  /// A text of a picture, cut to some characters.
  static func text(_ style: String, _ x: Double, _ y: Double, _ text: String, _ most: Int) -> String {
    "<text class=\"\(style)\" x=\"\(number(x))\" y=\"\(number(y))\">\(escaped(cut(text, to: most)))</text>"
  }

  /// A coordinate without digits that nobody sees.
  static func number(_ value: Double) -> String {
    let tenths = (value * 10).rounded() / 10
    return tenths == tenths.rounded() ? String(Int(tenths)) : String(tenths)
  }
}
