import ArchiveModel

/// To which actor each type belongs, as far as the sources say it. The compiler's default isolation and what other
/// modules say are not to be seen here; generated code for a type without an entry is right under each.
struct TypeIsolation {
  private(set) var types: [String: SwiftIsolation] = [:]
  private let index: SwiftTypeIndex
  private var known: Set<String> = []

  init(_ index: SwiftTypeIndex) {
    self.index = index
    for name in index.names { _ = find(name) }
  }

  subscript(name: String) -> SwiftIsolation? { types[name] }

  private mutating func find(_ name: String) -> SwiftIsolation? {
    // A type that derives from itself ends here too.
    guard known.insert(name).inserted else { return types[name] }
    let found = search(name)
    types[name] = found
    return found
  }

  private mutating func search(_ name: String) -> SwiftIsolation? {
    guard let entry = index.entries[name] else { return nil }
    let declaration = entry.declaration
    if let given = declaration.annotations.isolation { return given }
    if let written = declaration.isolation { return written }
    if let actor = declaration.attributes.first(where: isGlobalActor) { return .actor(actor) }
    if let superclass = index.superclass(of: name), let inherited = find(superclass) { return inherited }
    // A protocol's actor is that of the types that name it where they are declared.
    for case .named(let inherited, _) in entry.inherited {
      if let found = index.resolved(inherited, in: name), index[found]?.kind == .protocol,
        case .actor(let actor)? = find(found)
      {
        return .actor(actor)
      }
    }
    // What is nested in a type without isolation has none either; a global actor's is not passed on.
    if let dot = name.lastIndex(of: "."), find(String(name[..<dot])) == SwiftIsolation.none {
      return SwiftIsolation.none
    }
    return nil
  }

  /// Whether the sources declare this as a global actor; `MainActor` and the like are told by their names.
  private func isGlobalActor(_ attribute: String) -> Bool {
    index.lookUp(attribute, in: "").flatMap { index[$0]?.attributes.contains("globalActor") } ?? false
  }
}

extension TypeIsolation {
  /// How the code of a type spells it.
  func coded(_ name: String) -> CodedIsolation {
    switch types[name] {
    case SwiftIsolation.none?: CodedIsolation(declaration: SwiftIsolation.none)
    case .actor(let actor)?: CodedIsolation(conformance: actor)
    case nil: CodedIsolation(isInferred: true)
    }
  }

  /// How a struct spells it that stands for values of these types.
  func coded(standingFor names: Set<String>) -> CodedIsolation {
    let all = names.map { types[$0] }
    for case .actor(let actor)? in all {
      return CodedIsolation(declaration: .actor(actor), conformance: actor)
    }
    return all.contains { $0 == nil }
      ? CodedIsolation(isInferred: true) : CodedIsolation(declaration: SwiftIsolation.none)
  }

  /// Those of a type's parts whose isolation the compiler is to compare with the type's own.
  func checked(_ parts: Set<String>, within name: String) -> [SwiftName] {
    let own = types[name]
    return parts.filter { part in
      guard part != name, index.generics(of: part).isEmpty, types[part] != SwiftIsolation.none else { return false }
      // Two types of which nothing is said are of one default isolation.
      return types[part] != own
    }.sorted().map(SwiftName.init(qualified:))
  }

  /// Why a value of one type cannot be part of another's.
  func error(_ member: String, _ part: String, within name: String) -> (message: String, advice: String)? {
    guard case .actor(let actor)? = types[part], let own = types[name], own != .actor(actor) else { return nil }
    let holder = if case .actor(let other) = own { "belongs to '@\(other)'" } else { "is 'nonisolated'" }
    return (
      "'\(member)' leads to '\(part)', which belongs to '@\(actor)', and '\(name)' \(holder)",
      "isolate both types alike, or leave the property out by '// archive: skip'"
    )
  }
}
