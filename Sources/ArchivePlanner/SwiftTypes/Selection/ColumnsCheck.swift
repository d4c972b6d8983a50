import ArchiveModel

/// Finds what prevents the arrays of structs with the attribute `columns` from being columns.
struct ColumnsCheck {
  let index: SwiftTypeIndex
  let properties: [String: [PlannedProperty]]

  func problems(of name: String) -> [Diagnostic] {
    guard let declaration = index[name], declaration.annotations.hasColumns, declaration.kind == .struct,
      let properties = properties[name], let attribute = declaration.annotations.written.first(.columns)
    else { return [] }
    func problem(_ message: String, _ advice: String) -> Diagnostic {
      Diagnostic(
        .misplacedAttribute, at: attribute.location, message, advice: advice,
        sourceLine: index.annotationLines[attribute.location] ?? declaration.sourceLine)
    }
    if !index.generics(of: name).isEmpty {
      return [
        problem(
          "'\(name)' is generic, and its columns depend on its parameters",
          "remove 'columns', or declare a struct for each")
      ]
    }
    if properties.isEmpty { return [problem("'\(name)' has no archived property", "remove 'columns'")] }
    return properties.flatMap { property in
      func problem(_ message: String, _ way: String) -> Diagnostic {
        Diagnostic(
          .misplacedAttribute, at: property.property.location, message,
          advice: "remove 'columns' from '\(name)', or \(way)", sourceLine: property.property.sourceLine)
      }
      let former = property.formerKeys.first(where: \.isFromRoot)
      return [
        obstacle(property).map {
          problem("'\(property.name)' has no column: \($0)", "leave the property out with '// archive: skip'")
        },
        former.map {
          problem(
            "the former key '\($0.written)' of '\(property.name)' is not in its struct, and columns have no such keys",
            "that key from 'was'")
        },
      ].compactMap(\.self)
    }
  }

  private func obstacle(_ property: PlannedProperty) -> String? {
    let form = property.form
    if property.property.annotations.isOwnCoding { return "it is archived by its own coding" }
    let kinds =
      "columns are for numbers, text, enumerations without values, structs with 'columns', and optionals of these"
    guard property.call == .value, form.wrapping == .none, case .named(let type, arguments: []) = form.type.unwrapped
    else { return kinds }
    let name = type.path.joined(separator: ".")
    guard type.module == nil, let declaration = index[name] else {
      let isKnown = type.path.count == 1 && (KnownTypes.numbers.contains(name) || name == "String")
      return isKnown && (type.module == nil || type.module?.name == "Swift") ? nil : kinds
    }
    if index.handwritten.contains(name) { return "'\(name)' is archived by its own methods" }
    if RawValues.hasRawValue(declaration, index) {
      let raw = RawValues.type(of: declaration, index, integers: true)
      return raw == nil || raw == "Character" ? "the raw values of '\(name)' are neither numbers nor text" : nil
    }
    switch declaration.kind {
    case .struct: return declaration.annotations.hasColumns ? nil : "the struct '\(name)' does not have 'columns'"
    case .enum:
      return declaration.cases.allSatisfy(\.payload.isEmpty) ? nil : "cases of '\(name)' have values"
    default: return kinds
    }
  }
}
