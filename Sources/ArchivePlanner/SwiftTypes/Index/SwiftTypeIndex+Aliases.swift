import ArchiveModel

extension SwiftTypeIndex {
  /// The type of an alias, the type within which this is written, and the alias's qualified name.
  ///
  /// - Parameters:
  ///   - arguments: those that `name` has in the type `usage`.
  ///   - scope: the type within which the alias is searched.
  /// - Returns: nil also for another number of arguments, and where neither place has the names of both.
  func alias(
    _ name: String, _ arguments: [SwiftType] = [], of usage: String = "", in scope: String
  ) -> (type: SwiftType, scope: String, name: String)? {
    guard let found = declaration(of: name, in: scope), entries[found] == nil, let alias = aliases[found] else {
      return nil
    }
    let holder = Self.holder(of: found)
    let given = arguments.map { qualified($0, in: usage, besides: generics(of: usage).map(\.name)) }
    // A type of the same name may be nearer to the alias than an argument's.
    if given.allSatisfy({ qualified($0, in: holder) == $0 }) {
      return alias.applied(to: given).map { ($0, holder, found) }
    }
    let own = SwiftAlias(
      qualified(alias.type, in: holder, besides: alias.parameters), parameters: alias.parameters)
    guard qualified(own.type, in: usage) == own.type else { return nil }
    return own.applied(to: arguments).map { ($0, usage, found) }
  }

  /// The type with the qualified names of the sources' types and aliases.
  ///
  /// - Parameter parameters: the names that are those of generic parameters.
  private func qualified(_ type: SwiftType, in scope: String, besides parameters: [String] = []) -> SwiftType {
    type.replacingNames { name, arguments in
      .named(
        parameters.contains(name) ? name : declaration(of: name, in: scope) ?? name, arguments: arguments)
    }
  }

  /// The type around a type or an alias.
  private static func holder(of name: String) -> String {
    name.lastIndex(of: ".").map { String(name[..<$0]) } ?? ""
  }

  /// The imports of the files that declare the aliases in a type: what these stand for is named in the file that uses them, too.
  func importsOfAliases(in type: SwiftType, _ scope: String) -> Set<String> {
    var found: Set<String> = []
    var seen: Set<String> = []
    var open = type.words.map { (name: $0, scope: scope) }
    while let (name, scope) = open.popLast() {
      guard let key = search(name, in: scope, { aliases[$0] != nil }), seen.insert(key).inserted,
        let type = aliases[key]?.type,
        let file = aliasFiles[key]
      else { continue }
      found.formUnion(imports[file])
      open += type.words.map { ($0, Self.holder(of: key)) }
    }
    return found
  }

  /// The type of an alias that a type itself declares.
  func alias(_ name: String, within type: String) -> SwiftType? { aliases["\(type).\(name)"]?.type }

  /// The type that a name stands for, through aliases.
  func resolved(_ name: String, in scope: String) -> String? {
    var (name, scope) = (name, scope)
    for _ in 0..<64 {
      if let found = lookUp(name, in: scope) { return found }
      guard let alias = alias(name, in: scope), case .named(let next, _) = alias.type else { return nil }
      (name, scope) = (next, alias.scope)
    }
    return nil
  }
}
