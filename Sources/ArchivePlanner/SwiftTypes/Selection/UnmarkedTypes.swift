import ArchiveModel

/// Warnings about types that are not marked although archives may need them: encoding their objects and values would
/// fail at run time.
struct UnmarkedTypes {
  let index: SwiftTypeIndex
  let selection: Set<String>

  /// - Parameter mayMarkNone: whether an error or a configuration explains that no type is marked.
  func warnings(mayMarkNone: Bool) -> [Diagnostic] {
    if !mayMarkNone, !index.names.contains(where: { index[$0]?.isMarked == true }) {
      return [
        Diagnostic(
          .noMarkedType, "no type of the Swift sources is marked, so none is archived",
          advice: "write '// archive:' on the line above a type")
      ]
    }
    return index.names.compactMap { subclassWarning($0) } + protocolWarnings()
  }

  /// Whether it has no mark, in a comment or in the configuration, and no coding methods of its own.
  private func isUnmarked(_ name: String) -> Bool {
    guard let declaration = index[name] else { return false }
    return !declaration.isMarked && !index.handwritten.contains(name)
  }

  private func subclassWarning(_ name: String) -> Diagnostic? {
    guard let declaration = index[name], declaration.kind == .class, isUnmarked(name) else { return nil }
    // The superclasses of a skipped class are not considered.
    let others = index.lineage(of: name).dropFirst().prefix { index[$0]?.annotations.isSkipped != true }
    guard let base = others.first(where: selection.contains), index[base]?.annotations.isOwnCoding != true else {
      return nil
    }
    // Neither a generic class nor a subclass of one can be archived in a hierarchy.
    let canBeMarked = index.generics(of: base).isEmpty && index.generics(of: name).isEmpty
    return Diagnostic(
      .unarchivedSubclass, at: declaration.location,
      "'\(base)' is archived and its subclass '\(name)' is not, so its objects cannot be archived",
      advice:
        "write "
        + (canBeMarked ? "'// archive:' on '\(name)', or " : "")
        + "'// archive: skip' on it if none is ever archived",
      sourceLine: declaration.sourceLine)
  }

  // MARK: Protocols

  private func protocolWarnings() -> [Diagnostic] {
    let lists = index.names.compactMap { name -> (name: String, listed: Set<String>)? in
      guard index[name]?.kind == .protocol, let types = index[name]?.annotations.types else { return nil }
      return (
        name,
        Set(
          types.compactMap { argument in
            let written = String(argument.text.prefix { $0 != "<" })
            return index.resolved(written, in: name) ?? index.lookUpQualified(written, in: name)
          })
      )
    }
    if lists.isEmpty { return [] }
    return index.names.flatMap { name -> [Diagnostic] in
      guard let declaration = index[name], declaration.kind != .protocol, !declaration.annotations.isSkipped else {
        return []
      }
      // A marked type that cannot be listed gets no warning, because nothing could be done.
      let canBeListed = index.generics(of: name).isEmpty && !RawValues.hasRawValue(declaration, index)
      guard isUnmarked(name) || canBeListed else { return [] }
      let protocols = index.protocols(of: [name])
      return lists.filter { protocols.contains($0.name) && !$0.listed.contains(name) }.map { list in
        Diagnostic(
          .unlistedConformance, at: declaration.location,
          "'\(name)' conforms to '\(list.name)', whose 'types(…)' does not list it, so it cannot be archived as "
            + "'any \(list.name)'",
          advice: advice(on: name, canBeListed: canBeListed), sourceLine: declaration.sourceLine)
      }
    }
  }

  private func advice(on name: String, canBeListed: Bool) -> String {
    if !isUnmarked(name) { return "list it: '// archive: types(…, \(name))'" }
    let skip = "write '// archive: skip' on it"
    return canBeListed
      ? "write '// archive:' on it and list it there, or \(skip)" : "\(skip) if none is ever archived"
  }
}
