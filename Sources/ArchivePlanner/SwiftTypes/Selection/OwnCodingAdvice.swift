import ArchiveModel

/// Offers `owncoding` where a type that is `Codable` cannot be archived by its properties.
struct OwnCodingAdvice {
  let index: SwiftTypeIndex
  let selection: Set<String>

  /// The kinds of obstacles that a type's own coding has not.
  private static let kinds: Set<DiagnosticID> = [
    .inaccessibleDeclaration, .wrappedProperty, .untypedProperty, .unsupportedType, .missingTypes, .unusableInitializer,
    .unknownSuperclass, .unusableSuperclass, .isolatedDeclaration,
  ]

  /// The errors of a type, with the way out by its own coding where there is one.
  func adding(to diagnostics: [Diagnostic], of name: String) -> [Diagnostic] {
    guard diagnostics.hasErrors, canHaveOwnCoding(name) else { return diagnostics }
    let kinds = kinds(of: name)
    return diagnostics.map { diagnostic in
      guard diagnostic.severity == .error, let id = diagnostic.id, kinds.contains(id) else { return diagnostic }
      var diagnostic = diagnostic
      let way = "archive '\(name)' by its own Codable coding with '// archive: owncoding' on it"
      diagnostic.advice = diagnostic.advice.map { "\($0)\($0.contains("\n") ? "\n" : "; ")or \(way)" } ?? way
      return diagnostic
    }
  }

  /// Whether a type's own coding avoids all its errors.
  ///
  /// What is Codable has properties of Codable types only. So types that are not marked are no obstacle either; but where nothing else
  /// is in the way, marking them is better.
  func isWayOut(of errors: Set<DiagnosticID>, for name: String) -> Bool {
    let kinds = kinds(of: name)
    return !errors.isDisjoint(with: kinds) && errors.isSubset(of: kinds.union([.unarchivedType]))
      && canHaveOwnCoding(name)
  }

  /// Besides: what a hand-written coding stores may have nothing to do with the types of the properties.
  private func kinds(of name: String) -> Set<DiagnosticID> {
    index[name]?.codableNames == nil ? Self.kinds : Self.kinds.union([.unknownType, .unarchivedType])
  }

  /// Whether the sources show that the attribute would be correct on a type.
  func canHaveOwnCoding(_ name: String) -> Bool {
    guard let entry = index.entries[name], entry.access >= .internal, index.isCodable(name) == true,
      !entry.declaration.annotations.isOwnCoding, !RawValues.hasRawValue(entry.declaration, index),
      [.struct, .class, .enum].contains(entry.declaration.kind), index.propertyLostByCodable(of: name) == nil
    else { return false }
    // What methods for NSCoder archived, a Codable coding cannot read.
    if index.hasCodingMethods(name) { return false }
    return index.lineage(of: name).dropFirst().allSatisfy {
      !selection.contains($0) || index[$0]?.annotations.isOwnCoding == true
    }
  }
}
