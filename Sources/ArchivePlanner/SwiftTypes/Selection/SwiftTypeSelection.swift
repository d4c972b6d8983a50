import ArchiveModel

/// Selects the types that are archived: those marked in their source, and those that the configuration names.
enum SwiftTypeSelection {
  /// - Parameter isWhole: whether every source could be read.
  static func run(
    _ index: inout SwiftTypeIndex, _ configuration: Configuration, isWhole: Bool, _ diagnostics: inout [Diagnostic]
  ) -> Set<String> {
    for type in configuration.types {
      guard index[type.name] != nil else {
        if type.attributes.has(.owncoding), type.attributes.count == 1, type.fields.isEmpty {
          index.noteOwnCoding(elsewhere: type.name)
          continue
        }
        if type.attributes.count == 1, type.fields.isEmpty,
          let conversion = ForeignConversion(FieldAnnotations(type.attributes))
        {
          diagnostics += contradictions(type.attributes, type.sourceLine)
          index.note(conversion, elsewhere: type.name)
          continue
        }
        if isWhole {
          diagnostics.append(
            configuration.unknownType(
              type, "no Swift source declares", names: index.names,
              advice: "name a type with those around it: 'Outer.Inner'"))
        }
        continue
      }
      let errors =
        contradictions(type.attributes, type.sourceLine)
        + type.attributes.filter { [.via, .as].contains($0.name) }.map {
          Diagnostic(
            .misplacedAttribute, at: $0.location,
            "'\($0.name.rawValue)' is for a type of another module, and the sources declare '\(type.name)'",
            advice: "write '// archive:' on it, or the attribute on the properties that have such values",
            sourceLine: type.sourceLine)
        }
      diagnostics += errors
      diagnostics += AnnotationMerge.attributesOfOtherLanguage(
        type.attributes.filter { ![.via, .as].contains($0.name) }, on: .swiftType, type.sourceLine,
        language: "C headers")
      index.annotate(type.name) { declaration in
        declaration.isMarked = true
        if errors.hasErrors { declaration.hasAnnotationError = true }
        declaration.annotations = TypeAnnotations(overlay(type.attributes, on: declaration.annotations.written))
      }
      for field in type.fields {
        guard let declaration = index[type.name],
          let position = declaration.properties.firstIndex(where: { $0.name == field.name })
        else {
          diagnostics.append(
            Diagnostic(
              .unknownField, at: field.location, "'\(type.name)' has no property '\(field.name)'",
              advice: didYouMean(field.name, among: (index[type.name]?.properties ?? []).map(\.name)),
              sourceLine: field.sourceLine))
          continue
        }
        let errors = contradictions(field.attributes, field.sourceLine)
        diagnostics += errors
        diagnostics += AnnotationMerge.attributesOfOtherLanguage(
          field.attributes, on: .property, field.sourceLine, language: "C headers")
        index.annotate(type.name) { declaration in
          if errors.hasErrors { declaration.properties[position].hasAnnotationError = true }
          declaration.properties[position].annotations = FieldAnnotations(
            overlay(field.attributes, on: declaration.properties[position].annotations.written))
        }
      }
    }
    return Set(
      index.names.filter { name in
        guard let declaration = index[name], declaration.kind != .protocol else { return false }
        return declaration.isMarked && !declaration.annotations.isSkipped && !index.handwritten.contains(name)
      })
  }

  /// Errors in attributes of the configuration.
  private static func contradictions(_ attributes: [Attribute], _ sourceLine: String?) -> [Diagnostic] {
    let checker = AttributeChecker(line: sourceLine)
    return attributes.indices.compactMap { index in
      checker.argumentError(attributes[index])
        ?? checker.exclusionError(attributes[index], beside: attributes[..<index])
    }
  }

  /// The configuration's attributes, and those of comments that they do not exclude.
  private static func overlay(_ upper: [Attribute], on lower: [Attribute]) -> [Attribute] {
    lower.filter { word in !upper.has(word.name) && !upper.contains { $0.name.excludes(word.name) } } + upper
  }
}
