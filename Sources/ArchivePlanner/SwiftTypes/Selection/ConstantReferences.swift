import ArchiveModel

/// Finds constants with an initial value that refer to objects with state. Such a constant is not archived, because every
/// instance has the same value, but what it refers to changes.
struct ConstantReferences {
  let index: SwiftTypeIndex

  func warnings(of declaration: SwiftTypeDeclaration) -> [Diagnostic] {
    declaration.properties.compactMap { property in
      guard property.annotations.written.isEmpty, !property.hasAnnotationError,
        let state = state(of: property, in: declaration.name)
      else { return nil }
      return Diagnostic(
        .constantReference, at: property.location,
        "'\(property.name)' is a constant with an initial value and is not archived, but the state of '\(state)' is behind it",
        advice: KnownTypes.noncopyable.contains(state)
          ? "write '// archive: skip'; its value is archived only by coding methods that '\(declaration.name)' has itself"
          : "to archive it, make it a 'var' or give it its value in an initializer; otherwise write '// archive: skip'",
        sourceLine: property.sourceLine)
    }
  }

  /// The type with the state that the constant leads to; nil if there is none, or if it is no such constant.
  func state(of property: SwiftProperty, in scope: String) -> String? {
    guard property.isLet, !property.isStatic, property.storage == .stored, property.reference == .strong,
      let value = property.initialValue
    else { return nil }
    var seen: Set<String> = []
    if let type = property.type, let found = state(in: type, scope, &seen) { return found }
    // The type of `[Row(), Row()]` or `Mutex(5)` is not written, but the names of the types are.
    guard property.type == nil || property.isTypeInferred else { return nil }
    for name in Self.initialized(in: value) {
      if let found = state(in: .named(name, arguments: []), scope, &seen) { return found }
    }
    return nil
  }

  private func state(in type: SwiftType, _ scope: String, _ seen: inout Set<String>) -> String? {
    switch index.canonical(type, in: scope) {
    case .named(let name, let arguments):
      let own = KnownTypes.withoutModule(name).split(separator: ".").last.map(String.init) ?? name
      if index[name] == nil, Self.mutable.contains(own) || own.hasPrefix("NSMutable") { return own }
      for argument in arguments {
        if let found = state(in: argument, scope, &seen) { return found }
      }
      guard seen.insert(name).inserted, let declaration = index[name] else { return nil }
      switch declaration.kind {
      case .class, .actor:
        return index.lineage(of: name).contains { index[$0]?.properties.contains(where: isState) == true } ? name : nil
      case .struct:
        for property in declaration.properties where !property.isStatic && property.storage != .computed {
          guard property.annotations.written.first(.skip) == nil, let type = property.type else { continue }
          if let found = state(in: type, name, &seen) { return found }
        }
        return nil
      case .enum, .protocol: return nil
      }
    case .optional(let inner), .implicitlyUnwrapped(let inner), .array(let inner): return state(in: inner, scope, &seen)
    case .dictionary(let key, let value): return state(in: key, scope, &seen) ?? state(in: value, scope, &seen)
    case .tuple(let elements):
      for element in elements {
        if let found = state(in: element.type, scope, &seen) { return found }
      }
      return nil
    default: return nil
    }
  }

  private func isState(_ property: SwiftProperty) -> Bool {
    property.isState && !property.annotations.isSkipped && (!property.isLet || property.initialValue == nil)
  }

  /// The types whose initializers an expression calls, if it is such a call, or a collection or tuple of values.
  private static func initialized(in expression: String) -> [String] {
    guard let first = expression.first, first.isUppercase || first == "[" || first == "(" else { return [] }
    var names: [String] = []
    var word = ""
    var isQuoted = false
    for character in expression {
      if character == "\"" { isQuoted.toggle() }
      if isQuoted { continue }
      if character.isLetter || character.isNumber || character == "_" || character == "." {
        word.append(character)
        continue
      }
      if character == "(" || character == "<", word.first?.isUppercase == true {
        names.append(word.hasSuffix(".init") ? String(word.dropLast(".init".count)) : word)
      }
      word = ""
    }
    return names
  }

  /// Types of the standard library, Foundation and others that are changed behind a constant. Mutable types of Foundation
  /// begin with `NSMutable`.
  private static let mutable: Set<String> = [
    "NSCountedSet", "NSHashTable", "NSMapTable", "NSPointerArray", "NSCache", "Mutex", "Atomic", "AtomicLazyReference",
    "ManagedAtomic", "OSAllocatedUnfairLock", "LockIsolated", "ManagedBuffer", "CurrentValueSubject",
    "CurrentValueRelay", "UnsafeMutablePointer", "UnsafeMutableBufferPointer", "UnsafeMutableRawPointer",
    "UnsafeMutableRawBufferPointer",
  ]
}
