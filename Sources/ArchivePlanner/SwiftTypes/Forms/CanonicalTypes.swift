import ArchiveModel

extension SwiftTypeIndex {
  /// The same as `lookUp` for a name that may have the app's own module before it.
  func lookUpQualified(_ name: String, in scope: String) -> String? {
    if let found = lookUp(name, in: scope) { return found }
    guard let dot = name.utf8.firstIndex(of: UInt8(ascii: ".")), !KnownTypes.isKnown(String(name[..<dot])),
      lookUp(String(name[..<dot]), in: scope) == nil
    else { return nil }
    return lookUp(String(name[name.index(after: dot)...]), in: "")
  }

  /// The type with qualified names, without aliases and modules, so that two spellings of one type are equal.
  ///
  /// - Parameter scope: the type within which it is written.
  func canonical(_ type: SwiftType, in scope: String) -> SwiftType { canonical(type, in: scope, []) }

  /// - Parameter aliases: those on the way, which lead to themselves in sources that do not compile.
  private func canonical(_ type: SwiftType, in scope: String, _ aliases: Set<String>) -> SwiftType {
    func inner(_ type: SwiftType) -> SwiftType { canonical(type, in: scope, aliases) }
    switch type {
    case .named(let written, let arguments):
      return named(written, arguments.map(inner), in: scope, aliases)
    // As a parameter, both accept the same.
    case .optional(let wrapped), .implicitlyUnwrapped(let wrapped): return .optional(inner(wrapped))
    case .array(let element): return .array(inner(element))
    case .dictionary(let key, let value): return .dictionary(inner(key), inner(value))
    case .tuple(let elements):
      return .tuple(elements.map { SwiftType.TupleElement(label: $0.label, type: inner($0.type)) })
    // Before Swift 6, `P` is also `any P`.
    case .any(let protocols): return protocols.count == 1 ? inner(protocols[0]) : .composition(protocols.map(inner))
    case .composition(let parts): return .composition(parts.map(inner))
    case .some(let constraint): return .some(inner(constraint))
    case .function, .other: return type
    }
  }

  /// A type that was inferred from a literal, with the module's name where the app has a type of the same name.
  func withStandardNames(_ type: SwiftType, of property: SwiftProperty, in scope: String) -> SwiftType {
    guard property.isTypeInferred, let value = property.initialValue, let first = value.first, !value.contains(" as "),
      first == "[" ? value.last == "]" : !first.isLetter || first.isLowercase
    else { return type }
    func standard(_ type: SwiftType) -> SwiftType {
      switch type {
      case .named(let name, arguments: []) where resolved(name, in: scope) != nil:
        .named("Swift." + name, arguments: [])
      case .array(let element): .array(standard(element))
      case .dictionary(let key, let value): .dictionary(standard(key), standard(value))
      default: type
      }
    }
    return standard(type)
  }

  private func named(_ written: String, _ arguments: [SwiftType], in scope: String, _ aliases: Set<String>) -> SwiftType
  {
    let name = KnownTypes.withoutModule(written)
    func known(_ name: String) -> SwiftType { .named(KnownTypes.aliases[name] ?? name, arguments: arguments) }
    if name != written { return known(name) }
    if name == "Self", let own = self[scope] {
      return .named(own.name, arguments: own.generics.map { .named($0.name, arguments: []) })
    }
    if let found = lookUp(name, in: scope) { return .named(found, arguments: arguments) }
    let relative = name.hasPrefix("Self.") ? String(name.dropFirst("Self.".count)) : name
    if let alias = alias(relative, arguments, of: scope, in: scope), !aliases.contains(alias.name) {
      return canonical(alias.type, in: alias.scope, aliases.union([alias.name]))
    }
    if let found = lookUp(relative, in: scope) { return .named(found, arguments: arguments) }
    if let found = lookUpQualified(name, in: scope) { return .named(found, arguments: arguments) }
    if let dot = name.utf8.firstIndex(of: UInt8(ascii: ".")),
      !KnownTypes.isKnown(String(name[..<dot])), lookUp(String(name[..<dot]), in: scope) == nil,
      let alias = alias(String(name[name.index(after: dot)...]), arguments, of: scope, in: ""),
      !aliases.contains(alias.name)
    {
      return canonical(alias.type, in: alias.scope, aliases.union([alias.name]))
    }
    return known(name)
  }
}
