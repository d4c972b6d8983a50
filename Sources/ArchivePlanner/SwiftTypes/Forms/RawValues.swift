import ArchiveModel

/// Which types are archived as their raw values.
enum RawValues {
  static func hasRawValue(_ declaration: SwiftTypeDeclaration, _ index: SwiftTypeIndex) -> Bool {
    let names = declaration.inherited.compactMap { type -> String? in
      guard case .named(let name, _) = type else { return nil }
      return KnownTypes.aliases[name] ?? name
    }
    switch declaration.kind {
    case .enum:
      guard declaration.cases.allSatisfy(\.payload.isEmpty), let first = names.first else { return false }
      if KnownTypes.rawValues.contains(first) || names.contains("RawRepresentable") { return true }
      guard case .named(let aliased, _)? = index.alias(first, in: declaration.name)?.type else { return false }
      return KnownTypes.rawValues.contains(KnownTypes.aliases[aliased] ?? aliased)
    case .struct: return names.contains("OptionSet") || names.contains("RawRepresentable")
    default: return false
    }
  }
  /// The type of the raw values.
  ///
  /// - Parameter integers: Whether integers count.
  static func type(of declaration: SwiftTypeDeclaration, _ index: SwiftTypeIndex, integers: Bool) -> String? {
    let written: SwiftType? =
      declaration.kind == .enum
      ? declaration.inherited.first : declaration.properties.first { $0.name == "rawValue" }?.type
    guard case .named(let name, _)? = written else { return nil }
    var known = KnownTypes.aliases[name] ?? name
    if case .named(let aliased, _)? = index.alias(name, in: declaration.name)?.type {
      known = KnownTypes.aliases[aliased] ?? aliased
    }
    let others: Set<String> = ["Bool", "Float", "Double", "String", "Character"]
    return KnownTypes.rawValues.contains(known) && (integers || others.contains(known)) ? known : nil
  }
}
