/// The text of an argument of `count` and `capacity`: `used`, `used + 1`.
enum CountArgument {
  /// The most that can be added.
  static let mostMore = 1 << 16

  /// The field, or a product of fields, and the number after a `+`; no number if that is none.
  static func parts(of text: String) -> (name: String, more: Int?) {
    let parts = text.split(separator: "+", omittingEmptySubsequences: false).map { part in
      part.split(separator: " ").joined(separator: " ")
    }
    guard parts.count > 1 else { return (parts.first ?? "", 0) }
    let more = parts.count == 2 ? Int(cLiteral: parts[1]) : nil
    return (parts[0], more.flatMap { (1...mostMore).contains($0) ? $0 : nil })
  }
}

extension FixedWidthInteger {
  /// Parses an integer literal of C: decimal, hexadecimal or octal, with suffixes.
  init?(cLiteral text: String) {
    let digits = text.lowercased().prefix { $0 != "u" && $0 != "l" }
    guard let first = digits.first, first.isNumber, text.dropFirst(digits.count).allSatisfy({ "uUlL".contains($0) })
    else { return nil }
    let value =
      digits.hasPrefix("0x")
      ? Self(digits.dropFirst(2), radix: 16)
      : digits.count > 1 && first == "0" ? Self(digits.dropFirst(), radix: 8) : Self(digits)
    guard let value else { return nil }
    self = value
  }
}
