import ArchiveModel

/// The actor of each type, as far as the sources show it. The compiler's default isolation and other modules are not
/// known here; generated code for a type without an entry is correct under all of them.
struct TypeIsolation {
  private(set) var types: [String: SwiftIsolation] = [:]
  private let index: SwiftTypeIndex
  private var known: Set<String> = []
  /// The types that are nonisolated by a protocol of another module, and those nested in them.
  private var nonisolatedByProtocol: Set<String> = []

  init(_ index: SwiftTypeIndex) {
    self.index = index
    for name in index.names { _ = find(name) }
  }

  subscript(name: String) -> SwiftIsolation? { types[name] }

  private mutating func find(_ name: String) -> SwiftIsolation? {
    // This also ends the search for a type that derives from itself.
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
    // A type that names a protocol where it is declared gets the protocol's actor.
    for case .named(let inherited, _) in entry.inherited {
      if let found = index.resolved(inherited, in: name), index[found]?.kind == .protocol,
        case .actor(let actor)? = find(found)
      {
        return .actor(actor)
      }
    }
    if isNonisolatedByProtocol(name, entry) {
      nonisolatedByProtocol.insert(name)
      return SwiftIsolation.none
    }
    // A type nested in a nonisolated type is nonisolated; a global actor is not inherited by nesting.
    if let dot = name.lastIndex(of: "."), find(String(name[..<dot])) == SwiftIsolation.none {
      if nonisolatedByProtocol.contains(String(name[..<dot])) { nonisolatedByProtocol.insert(name) }
      return SwiftIsolation.none
    }
    return nil
  }

  /// Whether the type has no default isolation, because of a protocol that its declaration names: `enum Failure: Error`.
  ///
  /// A protocol of the sources has the default isolation itself, unless it is nonisolated, and passes it on.
  private mutating func isNonisolatedByProtocol(_ name: String, _ entry: SwiftTypeIndex.Entry) -> Bool {
    guard entry.declaration.kind != .protocol else { return false }
    var isNonisolated = false
    var seen: Set<String> = []
    var open = entry.clause.flatMap(\.parts).map { (type: $0, scope: name) }
    while let (type, scope) = open.popLast() {
      guard case .named(let written, _) = type else { continue }
      if let found = index.lookUp(written, in: scope) {
        guard index[found]?.kind == .protocol else { continue }
        guard find(found) == SwiftIsolation.none else { return false }
        guard seen.insert(found).inserted else { continue }
        open += (index.entries[found]?.clause ?? []).flatMap(\.parts).map { ($0, found) }
      } else if let alias = index.alias(written, in: scope) {
        guard seen.insert("\(alias.scope).\(written)").inserted else { continue }
        open += alias.type.parts.map { ($0, alias.scope) }
      } else {
        isNonisolated = isNonisolated || KnownTypes.nonisolatedProtocols.contains(KnownTypes.withoutModule(written))
      }
    }
    return isNonisolated
  }

  /// Whether the sources declare this as a global actor. `MainActor` and the like are known by name.
  private func isGlobalActor(_ attribute: String) -> Bool {
    index.lookUp(attribute, in: "").flatMap { index[$0]?.attributes.contains("globalActor") } ?? false
  }
}

extension TypeIsolation {
  /// The isolation of a type in generated code.
  func coded(_ name: String) -> CodedIsolation {
    var coded =
      switch types[name] {
      case SwiftIsolation.none?: CodedIsolation(declaration: SwiftIsolation.none)
      case .actor(let actor)?: CodedIsolation(conformance: actor)
      case nil: CodedIsolation(isInferred: true)
      }
    coded.availability = index.availability(of: name).map(\.text)
    return coded
  }

  /// The isolation of a box for values of these types, which calls these functions.
  func coded(standingFor names: Set<String>, calling functions: [BoxStructs.Function] = []) -> CodedIsolation {
    let all = names.sorted().map { types[$0] } + functions.map { $0.isolation ?? types[$0.holder] }
    for case .actor(let actor)? in all {
      return CodedIsolation(declaration: .actor(actor), conformance: actor)
    }
    return all.contains { $0 == nil }
      ? CodedIsolation(isInferred: true) : CodedIsolation(declaration: SwiftIsolation.none)
  }

  /// The parts of a type whose isolation the compiler has to compare with the type's own.
  func checked(_ parts: Set<String>, within name: String) -> [SwiftName] {
    let own = types[name]
    return parts.filter { part in
      guard part != name, index.generics(of: part).isEmpty, types[part] != SwiftIsolation.none else { return false }
      // The compiler finds these uses itself; in Swift 5 mode they are warnings, and the check would be an error.
      if types[part] == nil, nonisolatedByProtocol.contains(name) { return false }
      // Two types without isolation in the sources have the same default isolation.
      return types[part] != own
    }.sorted().map(SwiftName.init(qualified:))
  }

  /// The error for a value that belongs to another actor than its holder.
  func error(_ member: String, _ part: String, within name: String) -> (message: String, advice: String)? {
    guard case .actor(let actor)? = types[part], let own = types[name], own != .actor(actor) else { return nil }
    let holder = if case .actor(let other) = own { "belongs to '@\(other)'" } else { "is 'nonisolated'" }
    return (
      "'\(member)' contains or refers to '\(part)', which belongs to '@\(actor)', and '\(name)' \(holder)",
      "give both types the same isolation, or leave the property out with '// archive: skip'"
    )
  }
}

/// Finds values of another actor than the type that contains them: one call cannot archive both.
enum IsolationCheck {
  static func run(
    _ chosen: [String], _ index: SwiftTypeIndex, _ members: SelectedMembers, _ isolation: TypeIsolation,
    failed: Set<String>
  ) -> TypeFindings {
    var findings = TypeFindings()
    for name in chosen where !failed.contains(name) {
      let parts =
        (members.properties[name] ?? []).map {
          ($0.name, $0.form, Optional($0.property.location), $0.property.sourceLine)
        }
        + (members.cases[name] ?? []).flatMap { planned in
          planned.values.map { (planned.name, $0.form, index[name]?.location, index[name]?.sourceLine) }
        }
      for (member, form, location, line) in parts {
        for part in form.dependencies.possible.sorted() {
          guard let error = isolation.error(member, part, within: name) else { continue }
          findings.add(
            [Diagnostic(.isolationMismatch, at: location, error.message, advice: error.advice, sourceLine: line)],
            of: name)
        }
      }
    }
    return findings
  }
}
