/// The keywords that need backticks as the name of a type or property. Contextual keywords do not.
public enum SwiftKeywords {
  private static let all: Set<String> = [
    "Any", "Protocol", "Self", "Type", "as", "associatedtype", "await", "borrowing", "break", "case", "catch", "class",
    "continue",
    "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
    "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator",
    "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self", "some", "any", "static",
    "struct",
    "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]

  public static func contains(_ name: String) -> Bool { all.contains(name) }
}
