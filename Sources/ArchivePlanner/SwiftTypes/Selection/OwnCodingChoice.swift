import ArchiveModel

/// Has a marked type archived by its own `Codable` coding, as if `owncoding` stood on it, where its properties do not suffice.
///
/// The form of a type must not depend on what nobody sees, so each choice is a warning, which the attribute silences; and the lock
/// has the form.
struct OwnCodingChoice {
  /// The types of which no attribute says anything that their own coding would disregard.
  private let plain: Set<String>

  /// - Parameter index: the types with the attributes that somebody wrote, and not those that follow from `CodingKeys`.
  init(_ index: SwiftTypeIndex) {
    plain = Set(index.names.filter { name in index[name].map(Self.isPlain) == true })
  }

  /// - Parameter offers: types whose own coding avoids all their errors, and their first errors.
  /// - Returns: a warning for each type for which the index has the attribute now.
  func choose(_ offers: [String: Diagnostic], _ index: inout SwiftTypeIndex) -> [Diagnostic] {
    var warnings: [Diagnostic] = []
    for name in index.names {
      guard let error = offers[name], let declaration = index[name], plain.contains(name) else { continue }
      index.annotate(name) { declaration in
        declaration.annotations = TypeAnnotations(
          declaration.annotations.written + [Attribute(.owncoding, at: declaration.location)])
      }
      let copies =
        declaration.kind == .class ? " (each reference to an object is archived as a copy)" : ""
      var warning = Diagnostic(
        .chosenCoding, at: declaration.location,
        "'\(name)' is archived by its own Codable coding\(copies), because its properties do not suffice",
        advice: "put right what the note says, or write '// archive: owncoding' on it if it is to stay so",
        sourceLine: declaration.sourceLine)
      warning.notes = [
        .note(at: error.location, error.message, sourceLine: error.sourceLine)
      ]
      warnings.append(warning)
    }
    return warnings
  }

  private static func isPlain(_ declaration: SwiftTypeDeclaration) -> Bool {
    declaration.annotations.written.allSatisfy { $0.name == .access }
      && declaration.properties.allSatisfy(\.annotations.written.isEmpty)
      && declaration.cases.allSatisfy {
        $0.annotations.written.isEmpty && $0.payload.allSatisfy(\.annotations.written.isEmpty)
      }
  }
}
