import ArchiveModel

/// Values that an archive may lack.
extension HandwrittenKeys {
  /// What `init(coder:)` gives a property where an archive has no value, unless the property says it itself.
  func fallback(of property: SwiftProperty, _ decodings: [SwiftCoding.Use]) -> String? {
    let own = property.annotations
    guard !property.hasInitialValue, own.defaultValue == nil, !own.isRequired, property.reference == .strong,
      let type = property.type
    else { return nil }
    if case .optional = type { return nil }
    guard let text = decodings.lazy.compactMap(\.fallback).first, text != "nil" else { return nil }
    let known: String? = if case .named(let name, []) = type { KnownTypes.aliases[name] ?? name } else { nil }
    let isNumber = known.map { KnownTypes.numbers.subtracting(["Bool"]).contains($0) || $0 == "CGFloat" } ?? false
    switch text.first {
    case "\"": return known == "String" ? text : nil
    case let first? where first == "-" || first.isNumber: return isNumber ? text : nil
    default: return ["true", "false"].contains(text) && known != "Bool" ? nil : text
    }
  }

  /// Reports a property that only `init(coder:)` has, so that no archive has its value.
  mutating func reportUnwritten(_ property: SwiftProperty, _ key: String) {
    guard coding.encodeLocation != nil, obstacles.isEmpty, unclear[property.name] == nil else { return }
    let value = found[property.name]?.fallback
    let isNilIfMissing = found[property.name]?.isNilIfMissing == true
    let hasValue =
      property.hasInitialValue || property.annotations.defaultValue != nil || value != nil || isNilIfMissing
    let isOptional = if case .optional? = property.type { true } else { false }
    let what = "'\(property.name)' is read under the key \"\(key)\", but 'encode(with:)' does not archive it"
    if hasValue || isOptional {
      let kept =
        value.map { "is \($0)" }
        ?? (property.hasInitialValue
          ? "keeps its initial value"
          : isNilIfMissing ? "has the value that an initializer gives it" : "has its default")
      return report(
        .codingMissingProperty, property.location, property.sourceLine,
        "\(what): with old archives it \(isOptional && !hasValue ? "is nil" : kept)",
        advice: "it is archived from now on; to prevent this, write '// archive: skip'", nil, severity: .note)
    }
    report(
      .codingMissingProperty, property.location, property.sourceLine,
      "\(what), and it has no initial value, so old archives cannot be read",
      advice: "give it an initial value, or write '// archive: default(…)'", nil)
  }
}
