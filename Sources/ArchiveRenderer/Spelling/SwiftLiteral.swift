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
  static func identifier(_ name: String) -> String {
    SwiftKeywords.contains(name) || !SwiftKeywords.isPlain(name) ? "`\(name)`" : name
  }

  /// The names of a qualified name: `Outer.Inner`.
  static func qualified(_ name: String) -> String {
    name.split(separator: ".").map { identifier(String($0)) }.joined(separator: ".")
  }

  /// Only one keyword needs backticks as an argument's label.
  static func argumentLabel(_ name: String) -> String {
    name == "inout" || !SwiftKeywords.isPlain(name) ? "`\(name)`" : name
  }
}

extension SwiftName {
  /// The name as source: ``Shop.`class` ``, `Shop::order`.
  var spelling: String {
    let own =
      path.count == 1 ? SwiftLiteral.identifier(path[0]) : path.map(SwiftLiteral.identifier).joined(separator: ".")
    // It is no declaration, and has no name with backticks.
    if module == nil, path == ["Any"] { return "Any" }
    switch module {
    case .member(let name)?: return "\(SwiftLiteral.identifier(name)).\(own)"
    case .selector(let name)?: return "\(SwiftLiteral.identifier(name))::\(own)"
    case nil: return own
    }
  }

  /// The name in an expression, where ``Outer.`Type` `` is a metatype: then that of an alias.
  var expression: String { alias ?? spelling }

  /// The alias of a nested type whose name, or whose surrounding type's, has another meaning in an expression; nil for others.
  var alias: String? {
    path.dropFirst().contains { $0 == "Type" || $0 == "Protocol" } ? "Named_" + path.joined(separator: "_") : nil
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
  var spelling: String { spelled(\.spelling) }

  /// The type in an expression, in parentheses where a suffix would otherwise apply to the last protocol only.
  var expression: String { grouped(\.expression) }

  private func spelled(_ name: (SwiftName) -> String) -> String {
    func inner(_ type: SwiftTypeUse) -> String { type.spelled(name) }
    return switch self {
    case .named(let own, let arguments):
      arguments.isEmpty ? name(own) : "\(name(own))<\(arguments.map(inner).joined(separator: ", "))>"
    case .written(let type): type.spelled(SwiftLiteral.qualified)
    case .optional(let wrapped): wrapped.grouped(name) + "?"
    case .array(let element): "[\(inner(element))]"
    case .dictionary(let key, let value): "[\(inner(key)): \(inner(value))]"
    case .tuple(let elements):
      "(" + elements.map { $0.label.prefix + inner($0.type) }.joined(separator: ", ") + ")"
    case .existential(let protocols):
      "any " + protocols.map { $0.spelled(SwiftLiteral.qualified) }.joined(separator: " & ")
    }
  }

  private func grouped(_ name: (SwiftName) -> String) -> String {
    if case .existential = self { "(\(spelled(name)))" } else { spelled(name) }
  }
}
