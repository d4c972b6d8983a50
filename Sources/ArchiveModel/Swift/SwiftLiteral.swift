/// Text and numbers as Swift source.
public enum SwiftLiteral {
  public static func string(_ text: String) -> String {
    if text.utf8.allSatisfy({ (0x20..<0x7f).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
      return "\"\(text)\""
    }
    var literal = "\""
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
    return literal + "\""
  }

  /// The words that cannot stand as a type's or a property's name without backticks; contextual ones are harmless.
  private static let keywords: Set<String> = [
    "Any", "Protocol", "Self", "Type", "as", "associatedtype", "await", "borrowing", "break", "case", "catch", "class",
    "continue",
    "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
    "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator",
    "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self", "some", "any", "static",
    "struct",
    "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]

  /// `Outer.Type` as source spells it.
  public static func typeName(_ name: String) -> String {
    name.split(separator: ".").map { identifier(String($0)) }.joined(separator: ".")
  }

  public static func isKeyword(_ name: String) -> Bool { keywords.contains(name) }

  public static func identifier(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }
}
