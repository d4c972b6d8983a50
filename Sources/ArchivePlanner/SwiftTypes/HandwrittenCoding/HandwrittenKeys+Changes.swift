import ArchiveModel

/// Archived values that the coding methods do not write or read as they are.
extension HandwrittenKeys {
  /// - Parameter key: The property's key from now on.
  mutating func reportChanges(
    of property: SwiftProperty, _ key: String, _ encodings: [SwiftCoding.Use],
    _ decodings: [(key: String, use: SwiftCoding.Use)]
  ) {
    var reported: String?
    let via = "with 'via(pack, unpack)' beside it, functions that convert the value"
    if property.type?.isOptionalValue == true,
      let (use, text) = encodings.lazy.compactMap({ use in use.nilReplacement.map { (use, $0) } }).first
    {
      reported = key
      report(
        .codingForm, property.location, property.sourceLine,
        "'\(property.name)' was archived as '\(text)' under the key \"\(key)\" where it was nil, and that is read as a value",
        advice: "write '// archive: key(\"\(key)\")', \(via); without it if no archive has nil there", use,
        severity: .warning)
    }
    for (found, use) in decodings where !use.isHandedOn && found != reported {
      // An initializer may have another name for it.
      let change =
        use.subjects.contains(property.name)
        ? use.changes[property.name] : use.changes.sorted { $0.key < $1.key }.first?.value
      guard let change else { continue }
      return report(
        .codingForm, property.location, property.sourceLine,
        "'init(coder:)' does not give '\(property.name)' the value under the key \"\(found)\", but '\(change.excerpt)', and generated code reads the value as it is",
        advice: found == key
          ? "write '// archive: key(\"\(key)\")', \(via); without it if archives have the property's own value"
          : "write '// archive: key(\"\(key)\")', and read \"\(found)\" in a 'migrate' method", use,
        severity: .warning)
    }
  }
}

extension SwiftType {
  fileprivate var isOptionalValue: Bool {
    switch self {
    case .optional, .implicitlyUnwrapped: true
    default: false
    }
  }
}
