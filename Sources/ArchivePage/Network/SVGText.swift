/// How wide text is in a picture: about as in DejaVu Sans, which Debian has and which is wider than most, so that text fits
/// its box in other fonts too.
enum SVGText {
  /// At most this wide, with `…` where something is left out.
  static func cut(_ text: String, to width: Double, size: Double, isBold: Bool) -> String {
    // Characters that are shown by their numbers are wide.
    let shown = VisibleText.short(text, 400)
    if self.width(shown, size, isBold) <= width { return shown }
    var result = String.UnicodeScalarView()
    var used = self.width("…", size, isBold)
    for scalar in shown.unicodeScalars {
      used += ems(scalar) * size * (isBold ? 1.1 : 1)
      if used > width { break }
      result.append(scalar)
    }
    return String(result) + "…"
  }

  static func width(_ text: String, _ size: Double, _ isBold: Bool) -> Double {
    text.unicodeScalars.reduce(0) { $0 + ems($1) } * size * (isBold ? 1.1 : 1)
  }

  /// The advance width in parts of the font's size.
  private static func ems(_ scalar: Unicode.Scalar) -> Double {
    switch scalar {
    case "i", "j", "l", "I", "|", "'", ".", ",", ":", ";", "!", " ", "(", ")", "[", "]", "/", "f", "t", "r": 0.42
    case "m", "w", "M", "W", "%", "@", "…", "→": 1.02
    case "A"..."Z", "#", "&", "+", "=", "<", ">", "~": 0.82
    default:
      switch scalar.value {
      case 0x0300...0x036F: 0
      case 0x1100..<0x1160, 0x2E80..<0xA4D0, 0xAC00..<0xD7A4, 0xF900..<0xFB00, 0xFE30..<0xFE70, 0xFF00..<0xFF61,
        0x1F300..<0x1FB00, 0x20000..<0x40000:
        1.05
      case 0x80...: 0.82
      default: 0.65
      }
    }
  }
}
