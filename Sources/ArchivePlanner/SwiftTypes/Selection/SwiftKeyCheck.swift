import ArchiveModel

/// Finds types with the same archived name, and properties of a class with a key of its superclasses.
struct SwiftKeyCheck {
  let chosen: [String]
  let index: SwiftTypeIndex
  let members: SelectedMembers

  /// Errors for two types with the same archived name, which a reader could not distinguish.
  func sharedNames() -> TypeFindings {
    var findings = TypeFindings()
    var taken: [String: String] = [:]
    for name in chosen {
      guard let declaration = index[name], !declaration.annotations.isOwnCoding,
        !RawValues.hasRawValue(declaration, index)
      else { continue }
      let own = declaration.annotations.name ?? name
      for archived in [own] + declaration.annotations.formerNames {
        guard let first = taken[archived], first != name else {
          taken[archived] = name
          continue
        }
        var problem = Diagnostic(
          .duplicateArchivedName, at: declaration.location,
          "the archived name \"\(archived)\" of '\(name)' is already that of '\(first)'",
          advice: "give one of them another: '// archive: name(\"\(archived)2\")'", sourceLine: declaration.sourceLine)
        if let other = index[first] {
          problem.notes = [
            Diagnostic.note(at: other.location, "'\(first)' has it", sourceLine: other.sourceLine)
          ]
        }
        findings.add([problem], of: name)
      }
    }
    return findings
  }

  /// Errors for properties with a key that a superclass uses in the same object.
  func inheritedKeys(failed: Set<String>) -> TypeFindings {
    var findings = TypeFindings()
    for name in chosen where index[name]?.kind == .class && !failed.contains(name) {
      var seen: [String: PlannedProperty] = [:]
      for property in index.lineage(of: name).reversed().flatMap({ members.properties[$0] ?? [] }) {
        for key in [property.key] + property.formerKeys.map(\.written) {
          if let first = seen[key], first.owner != property.owner, property.owner == name {
            findings.add([duplicateKey(key, property, first)], of: name)
          }
          seen[key] = property
        }
      }
    }
    return findings
  }

  private func duplicateKey(_ key: String, _ property: PlannedProperty, _ first: PlannedProperty) -> Diagnostic {
    Diagnostic(
      .duplicateKey, at: property.property.location,
      "the key \"\(key)\" is already used by '\(first.owner).\(first.name)'",
      advice: "give one of them another: '// archive: key(\"\(property.name)2\")'",
      sourceLine: property.property.sourceLine,
      notes: [
        Diagnostic.note(
          at: first.property.location, "'\(first.name)' has it", sourceLine: first.property.sourceLine)
      ])
  }
}
