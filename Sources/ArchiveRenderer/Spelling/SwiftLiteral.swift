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

extension SwiftName {
  /// The name as source: ``Shop.`class` ``, `Shop::order`.
  var spelling: String {
    let own =
      path.count == 1 ? SwiftLiteral.identifier(path[0]) : path.map(SwiftLiteral.identifier).joined(separator: ".")
    switch module {
    case .member(let name)?: return "\(SwiftLiteral.identifier(name)).\(own)"
    case .selector(let name)?: return "\(SwiftLiteral.identifier(name))::\(own)"
    case nil: return own
    }
  }
}

extension [MemberStep] {
  /// The path from a record as source: `from.x`, `` `in`.rows.0 ``.
  var spelling: String {
    map { step in
      switch step {
      case .member(let name): SwiftLiteral.identifier(name)
      case .element(let index): "\(index)"
      }
    }.joined(separator: ".")
  }
}

extension SwiftTypeUse {
  var spelling: String {
    switch self {
    case .named(let name, let arguments):
      arguments.isEmpty
        ? name.spelling : "\(name.spelling)<\(arguments.map(\.spelling).joined(separator: ", "))>"
    case .written(let type): type.spelled
    case .optional(let wrapped): wrapped.groupedSpelling + "?"
    case .array(let element): "[\(element.spelling)]"
    case .dictionary(let key, let value): "[\(key.spelling): \(value.spelling)]"
    case .tuple(let elements):
      "(" + elements.map { ($0.label.map { "\($0): " } ?? "") + $0.type.spelling }.joined(separator: ", ") + ")"
    case .existential(let protocols): "any " + protocols.map(\.spelled).joined(separator: " & ")
    }
  }

  /// The type, in parentheses where a suffix would otherwise apply to the last protocol only.
  var groupedSpelling: String {
    if case .existential = self { "(\(spelling))" } else { spelling }
  }
}
