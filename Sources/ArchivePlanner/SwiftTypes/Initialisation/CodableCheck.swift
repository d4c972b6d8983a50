import ArchiveModel

/// Finds the obstacles to `codable`: Swift's rules for conformances in extensions, and values that Codable cannot
/// represent.
struct CodableCheck {
  let index: SwiftTypeIndex
  /// The properties of types that are archived, including types with errors.
  let properties: [String: [PlannedProperty]]
  let cases: [String: [PlannedCase]]
  let reachability: ObjectReachability

  func problems(of name: String) -> [Diagnostic] {
    guard let declaration = index[name], declaration.annotations.isCodable else { return [] }
    var found: [Diagnostic] = []
    func report(
      _ id: DiagnosticID, _ message: String, _ advice: String, _ location: SourceLocation? = nil, _ line: String? = nil
    ) {
      found.append(
        Diagnostic(
          id, at: location ?? declaration.location, message, advice: advice,
          sourceLine: location == nil ? declaration.sourceLine : line))
    }
    if declaration.kind == .class, !declaration.isFinal {
      report(
        .notCodable,
        "'codable' is for structs, enumerations and final classes: no extension can give '\(name)' the initializer that its subclasses inherit",
        "write 'final class', or conform to Codable by hand")
    }
    if declaration.inherited.contains(where: Self.isCodable) {
      report(
        .notCodable, "'\(name)' is already declared Codable, and 'codable' adds a conformance",
        "remove 'codable'; to archive the type by that coding, write 'owncoding' instead")
    }
    if RawValues.hasRawValue(declaration, index), let raw = RawValues.rawType(of: declaration, index),
      RawValues.isArchived(raw, in: declaration, index) == true, !Self.hasRawCoding(raw)
    {
      report(
        .notCodable, "Swift has no Codable methods for raw values of the type '\(raw.spelled)'",
        "conform to Codable by hand")
    }
    for property in index.lineage(of: name).reversed().flatMap({ properties[$0] ?? [] }) {
      guard let problem = problem(property.form, property.call, isOptional: property.form.isOptional) else { continue }
      report(
        .notCodable, "'\(property.name)' cannot be Codable: \(problem.message)", problem.advice,
        property.property.location,
        property.property.sourceLine)
    }
    for planned in cases[name] ?? [] {
      for value in planned.values {
        guard let problem = problem(value.form, .value, isOptional: value.form.isOptional) else { continue }
        report(
          .notCodable, "a value of the case '\(planned.name)' cannot be Codable: \(problem.message)", problem.advice)
      }
    }
    return found
  }

  /// The types for which the standard library implements Codable's methods of raw values.
  private static func hasRawCoding(_ type: SwiftType) -> Bool {
    guard case .named(let name, arguments: []) = type else { return false }
    return name == "String" || KnownTypes.numbers.contains(name)
  }

  private static func isCoding(_ type: SwiftType) -> Bool {
    guard case .named(let name, _) = type else { return false }
    return ["NSCoding", "NSSecureCoding", "Foundation.NSCoding", "Foundation.NSSecureCoding"].contains(name)
  }

  /// The obstacles to `securecoding`.
  func secureProblems(of name: String) -> [Diagnostic] {
    guard let declaration = index[name], declaration.annotations.isSecureCoding else { return [] }
    func problem(_ id: DiagnosticID, _ message: String, _ advice: String) -> Diagnostic {
      Diagnostic(id, at: declaration.location, message, advice: advice, sourceLine: declaration.sourceLine)
    }
    var found: [Diagnostic] = []
    let root = index.lineage(of: name).last.flatMap { index[$0] }
    let isObject = root?.inherited.contains {
      [.named("NSObject", arguments: []), .named("Foundation.NSObject", arguments: [])].contains($0)
    }
    if isObject != true {
      found.append(
        problem(
          .notSecureCoding, "'securecoding' is for classes that derive from NSObject", "write 'class \(name): NSObject'"
        ))
    }
    if !declaration.isFinal {
      found.append(
        problem(
          .notSecureCoding,
          "no extension can give '\(name)' the required initializer of NSCoding, which its subclasses inherit",
          "write 'final class', or conform to NSSecureCoding by hand"))
    }
    if declaration.inherited.contains(where: Self.isCoding) {
      found.append(
        problem(
          .notSecureCoding, "'\(name)' is already declared NSSecureCoding",
          "remove 'securecoding': Foundation's coders keep using the class's own methods"))
    }
    for property in index.lineage(of: name).flatMap({ properties[$0] ?? [] }) {
      if let holder = copyingHolder(property.form) {
        found.append(
          Diagnostic(
            .notSecureCoding, at: property.property.location,
            "'\(property.name)' cannot be in Foundation's archives: objects in \(holder) would be read back as copies",
            advice: "refer to the objects from the class itself, or remove 'securecoding'",
            sourceLine: property.property.sourceLine))
        continue
      }
      for needed in property.form.dependencies.possible.sorted() where index.isObject(needed) {
        guard let other = index[needed], !other.annotations.isSecureCoding,
          !other.inherited.contains(where: { $0 == .named("NSSecureCoding", arguments: []) })
        else { continue }
        found.append(
          Diagnostic(
            .notSecureCoding, at: property.property.location,
            "'\(property.name)' refers to '\(needed)', which has no NSSecureCoding",
            advice: "add 'securecoding' to its '// archive:' comment", sourceLine: property.property.sourceLine))
      }
    }
    return found
  }

  /// A part of the value that is data in Foundation's archives, so that objects in it are copied.
  private func copyingHolder(_ form: ValueForm) -> String? {
    if form.isBoxed, reachability.reachesObjects(form) { return "a tuple or in a value of protocol type" }
    let values = form.dependencies.possible.union(form.inPlace).filter { index[$0]?.kind != .class }
    return values.sorted().first(where: reachability.reachesObjects).map { "'\($0)'" }
  }

  private func problem(_ form: ValueForm, _ call: CodedValue.Call, isOptional: Bool) -> PlanningError? {
    if call == .conditional {
      // Codable has no references. A weak one is left out, and nil after decoding.
      return isOptional
        ? nil
        : PlanningError(
          .notCodable, message: "Codable does not support references, and this one cannot be nil",
          advice: "make it 'weak', or remove 'codable'")
    }
    if form.isBoxed {
      return PlanningError(
        .notCodable, message: "tuples, protocols and converted values are not Codable",
        advice: "use a struct or an enumeration, marked 'codable'")
    }
    for uncodable in KnownTypes.uncodable.sorted()
    where form.archived.names(SwiftName(nil, uncodable)) && index[uncodable] == nil
      || ["ArchiveRuntime", "Swift"].contains(where: { form.archived.names(SwiftName(.member($0), uncodable)) })
    {
      let name = uncodable.hasPrefix("Archived") ? String(uncodable.dropFirst("Archived".count)) : uncodable
      return PlanningError(.notCodable, message: "\(name) is not Codable", advice: "remove 'codable'")
    }
    for name in form.dependencies.possible.union(form.inPlace).sorted() {
      guard let declaration = index[name] else { continue }
      if declaration.annotations.isCodable || declaration.inherited.contains(where: Self.isCodable) { continue }
      return PlanningError(
        .notCodable, message: "'\(name)' is not Codable", advice: "add 'codable' to its '// archive:' comment")
    }
    return nil
  }

  private static func isCodable(_ type: SwiftType) -> Bool {
    guard case .named(let name, _) = type else { return false }
    return ["Codable", "Encodable", "Decodable", "Swift.Codable"].contains(name)
  }
}
