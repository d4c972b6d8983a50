import ArchiveModel

extension TypeCheck {
  /// Checks that the superclass, if there is one, is archived too.
  func checkClass(
    _ declaration: SwiftTypeDeclaration, _ report: (DiagnosticID, String, String) -> Void
  ) {
    guard declaration.kind == .class, case .named(let first, _)? = declaration.inherited.first else { return }
    if let superclass = index.superclass(of: declaration.name) {
      if index[superclass]?.annotations.isOwnCoding == true {
        report(
          .unusableSuperclass,
          "the superclass '\(superclass)' is archived by its own coding, which generated code cannot extend",
          "write '// archive: owncoding' on '\(declaration.name)' too")
      } else if index.handwritten.contains(superclass) {
        report(
          .unusableSuperclass,
          "the superclass '\(superclass)' has handwritten coding methods, which generated code cannot extend",
          "write the coding methods of '\(declaration.name)' by hand too, or let archivegen generate both")
      } else if !index.generics(of: superclass).isEmpty {
        report(
          .unusableSuperclass, "subclasses of the generic class '\(superclass)' cannot be archived",
          "use a superclass without generic parameters")
      } else if !selection.contains(superclass) {
        report(
          .unusableSuperclass, "the superclass '\(superclass)' is not archived, so its properties would be lost",
          "write '// archive:' on '\(superclass)' too")
      } else if !index.generics(of: declaration.name).isEmpty {
        report(
          .unusableSuperclass,
          "'\(declaration.name)' is generic and derives from '\(superclass)': no attribute says which specialisations are archived",
          "declare a class for each, or remove the superclass")
      }
      return
    }
    guard !index.isProtocol(first, in: declaration.name), !Self.rootClasses.contains(KnownTypes.withoutModule(first)),
      !KnownTypes.protocols.contains(first.split(separator: ".").last.map(String.init) ?? first)
    else { return }
    if declaration.initializers.contains(where: \.needsSuperclass)
      || declaration.properties.contains(where: \.isOverride)
    {
      report(
        .unknownSuperclass,
        "the superclass '\(first)' is not among the given sources: its properties are not archived, and if another module archives it, generated code does not compile",
        "add the source that declares it to the inputs, if it is in this module; otherwise archive '\(declaration.name)' in the module of '\(first)', or move what is archived into a type without superclass that '\(declaration.name)' has as a property"
      )
    } else {
      report(
        .unknownSuperclass,
        "'\(first)' is not among the given sources: if it is a class, its properties are not archived",
        "if it is a protocol, write another one first; if it is a class of this module, add the source that declares it to the inputs; a class and its subclasses are archived in one module"
      )
    }
  }

  /// Classes of Foundation without values of their own.
  private static let rootClasses: Set<String> = ["NSObject", "NSCoder"]
}

extension SwiftTypeIndex {
  /// Whether a name in a class's inheritance clause is a protocol, or an alias of protocols.
  fileprivate func isProtocol(_ name: String, in scope: String) -> Bool {
    if let found = resolved(name, in: scope) { return self[found]?.kind == .protocol }
    guard let alias = alias(name, in: scope) else { return false }
    return alias.type.parts.allSatisfy { part in
      guard case .named(let part, _) = part else { return true }
      return KnownTypes.protocols.contains(KnownTypes.withoutModule(part)) || isProtocol(part, in: alias.scope)
    }
  }
}
