import ArchiveModel

/// Which types are archived: those marked in their source, and those that the configuration names.
enum ModelSelection {
  static func run(
    _ index: inout ModelIndex, _ configuration: Configuration, _ diagnostics: inout [Diagnostic]
  ) -> Set<String> {
    for type in configuration.types {
      guard index[type.name] != nil else { continue }
      diagnostics += AnnotationMerge.foreignWords(
        type.attributes, on: .swiftType, type.sourceLine, language: "C headers")
      index.annotate(type.name) { declaration in
        declaration.isMarked = true
        declaration.annotations = overlay(type.attributes, on: declaration.annotations)
      }
      for field in type.fields {
        guard let declaration = index[type.name],
          let position = declaration.properties.firstIndex(where: { $0.name == field.name })
        else {
          let near = nearestWord(to: field.name, among: (index[type.name]?.properties ?? []).map(\.name))
          diagnostics.append(
            Diagnostic(
              .error, at: field.location, "'\(type.name)' has no property '\(field.name)'",
              advice: near.map { "did you mean '\($0)'?" }, sourceLine: field.sourceLine))
          continue
        }
        diagnostics += AnnotationMerge.foreignWords(
          field.attributes, on: .property, field.sourceLine, language: "C headers")
        index.annotate(type.name) { declaration in
          declaration.properties[position].annotations = overlay(
            field.attributes, on: declaration.properties[position].annotations)
        }
      }
    }
    return Set(
      index.names.filter { name in
        guard let declaration = index[name], declaration.kind != .protocol else { return false }
        return declaration.isMarked && !declaration.annotations.has(.skip) && !index.handwritten.contains(name)
      })
  }

  private static func overlay(_ upper: [Attribute], on lower: [Attribute]) -> [Attribute] {
    lower.filter { !upper.has($0.name) } + upper
  }
}
