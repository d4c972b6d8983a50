import ArchiveModel

/// Text and numbers as Swift source.
enum SwiftLiteral {
  static func string(_ text: String) -> String { "\"\(escaped(text))\"" }

  /// The contents of a literal's quotation marks.
  static func escaped(_ text: String) -> String {
    if text.utf8.allSatisfy({ (0x20..<0x7f).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
      return text
    }
    var literal = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": literal += "\\\""
      case "\\": literal += "\\\\"
      case "\n": literal += "\\n"
      case "\t": literal += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7f: literal += "\\u{\(String(scalar.value, radix: 16))}"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal
  }

  /// The name, with backticks if it needs them.
  static func identifier(_ name: String) -> String { SwiftKeywords.contains(name) ? "`\(name)`" : name }

  /// Only three words need backticks as an argument's label.
  static func argumentLabel(_ name: String) -> String {
    ["inout", "var", "let"].contains(name) ? "`\(name)`" : name
  }
}
