import ArchiveModel

/// The forms of tuples and of values of protocols, which generated structs box.
extension FormResolution {
  mutating func tuple(
    _ elements: [SwiftType.TupleElement], _ context: Context
  ) throws(PlanningError) -> ValueForm {
    guard elements.count > 1 else {
      throw PlanningError(.unsupportedType, message: "an empty tuple has no value", advice: context.leaveOut)
    }
    var forms: [(label: String?, form: ValueForm)] = []
    for element in elements { forms.append((element.label, try form(element.type, context, isProperty: false))) }
    guard !forms.contains(where: \.form.dependencies.mayBeAny) else {
      throw PlanningError(
        .unsupportedType, message: "a tuple of a generic parameter cannot be archived",
        advice: "make it a struct, marked '// archive:'")
    }
    let type = SwiftTypeUse.tuple(forms.map { SwiftTypeUse.Element(label: $0.label, type: $0.form.type) })
    var form = Self.wrapped(type, in: boxes.tuple(type, forms, file: file))
    form.dependencies = forms.reduce([]) { $0 + $1.form.dependencies }
    form.inPlace = forms.reduce([]) { $0.union($1.form.inPlace) }
    form.listed = forms.reduce([]) { $0.union($1.form.listed) }
    return form
  }

  mutating func existential(_ written: [SwiftType], _ context: Context) throws(PlanningError) -> ValueForm {
    let protocols = written.flatMap { qualified($0, in: context.scope) }
    let type = SwiftTypeUse.existential(protocols)
    var listed = context.listed
    if listed.isEmpty {
      for case .named(let name, _) in protocols {
        guard let found = index.lookUp(name, in: context.scope), let declaration = index[found] else { continue }
        listed = declaration.annotations.types ?? []
        if !listed.isEmpty { break }
      }
    }
    guard !listed.isEmpty else { throw unlisted(protocols, context) }
    var types: [String] = []
    var names: Set<String> = []
    for argument in listed {
      if let bracket = argument.text.firstIndex(of: "<") {
        let generic = argument.text[..<bracket]
        throw PlanningError(
          .unsupportedType,
          message: "'types' lists '\(argument.text)', and values of a generic type cannot be told apart",
          advice:
            "declare a struct of your own with a '\(argument.text)', marked '// archive:', and list it in place of '\(generic)'"
        )
      }
      guard let found = index.lookUpQualified(argument.text, in: context.scope), let declaration = index[found],
        selection.contains(found) || index.handwritten.contains(found)
      else {
        throw PlanningError(
          .unarchivedType, message: "'\(argument.text)', which 'types' lists, is not an archived type",
          advice: "write '// archive:' on the type, or remove it from the list")
      }
      guard !RawValues.hasRawValue(declaration, index) else {
        throw PlanningError(
          .unsupportedType,
          message: "'\(found)' is archived as its raw value, which does not identify its type among several",
          advice: "use a struct around it, or an enumeration without raw values")
      }
      guard !declaration.annotations.isOwnCoding else {
        throw PlanningError(
          .unsupportedType,
          message: "'\(found)' is archived by its own coding, which does not identify its type among several",
          advice: "use a struct around it, marked '// archive:'")
      }
      guard names.insert(found).inserted else { continue }
      types.append(found)
    }
    var form = Self.wrapped(type, in: boxes.existential(type, types, file: file))
    form.dependencies.possible = names
    form.listed = names
    // If there is one type, every value has it.
    if types.count == 1 { form.dependencies.certain = names }
    return form
  }

  /// A protocol that is declared within a type, or there as an alias, as a box outside of that type names it. Others stay as they
  /// are written, because a lock has them so.
  private func qualified(_ type: SwiftType, in scope: String) -> [SwiftType] {
    guard case .named(let name, let arguments) = type else { return [type] }
    if let found = index.lookUp(name, in: scope) { return [.named(found, arguments: arguments)] }
    guard let alias = index.alias(name, in: scope), !alias.scope.isEmpty else { return [type] }
    if case .composition(let parts) = index.canonical(type, in: scope) { return parts }
    return [index.canonical(type, in: scope)]
  }

  /// The form of a value in a generated box of this name.
  private static func wrapped(_ type: SwiftTypeUse, in name: String) -> ValueForm {
    let box = SwiftTypeUse.named(SwiftName(nil, name))
    return ValueForm(type, archived: box, wrapping: .wrapper(box, isGenerated: true))
  }

  private func unlisted(_ protocols: [SwiftType], _ context: Context) -> PlanningError {
    var found: [String] = []
    for case .named(let name, _) in protocols {
      found += index.names.filter { candidate in
        selection.contains(candidate)
          && index[candidate]?.inherited.contains {
            guard case .named(let own, arguments: []) = $0 else { return false }
            return (index.lookUp(own, in: candidate) ?? own) == name
          } == true
      }
    }
    let list = found.isEmpty ? "Circle, Square" : Array(Set(found)).sorted().joined(separator: ", ")
    return PlanningError(
      .missingTypes, message: "no attribute lists the types that '\(SwiftType.any(protocols).spelled)' can hold",
      advice:
        "list the possible types with '// archive: types(\(list))', \(context.isPayload ? "" : "here or ")on the protocol"
    )
  }
}
