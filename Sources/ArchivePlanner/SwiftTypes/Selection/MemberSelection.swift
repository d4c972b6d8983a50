import ArchiveModel

/// The archived properties and cases of the selected types, by qualified name.
struct SelectedMembers {
  var properties: [String: [PlannedProperty]] = [:]
  var cases: [String: [PlannedCase]] = [:]
  /// The number of properties that annotations or `--unresolved skip` leave out.
  var skippedCounts: [String: Int] = [:]

  /// The number of a type's values.
  func count(of name: String) -> Int {
    (properties[name]?.count ?? 0) + (cases[name] ?? []).reduce(0) { $0 + $1.values.count }
  }

  /// The forms of a type's values, each with the name of its property or case.
  func forms(of name: String) -> [(member: String, form: ValueForm)] {
    (properties[name] ?? []).map { ($0.name, $0.form) }
      + (cases[name] ?? []).flatMap { planned in planned.values.map { (planned.name, $0.form) } }
  }
}

/// Selects the archived properties and cases of all types, and resolves the forms of their values.
enum MemberSelection {
  struct Result {
    var members = SelectedMembers()
    /// The forms with the boxes and imports that they need.
    var resolution: FormResolution
    var findings = TypeFindings()
  }

  /// - Parameter chosen: the selected types in the order of their sources.
  static func run(
    _ chosen: [String], _ index: SwiftTypeIndex, foreign: ImportedTypes, policy: UnresolvedPolicy
  ) -> Result {
    let selection = Set(chosen)
    let check = TypeCheck(index: index, selection: selection)
    let ways = OwnCodingAdvice(index: index, selection: selection)
    var result = Result(resolution: FormResolution(index: index, selection: selection, foreign: foreign))
    for name in chosen {
      guard let entry = index.entries[name] else { continue }
      let declaration = entry.declaration
      if declaration.hasAnnotationError { result.findings.fail(name) }
      result.findings.add(ways.adding(to: check.problems(of: name), of: name), of: name)
      guard declaration.kind != .actor, !declaration.annotations.isOwnCoding,
        !RawValues.hasRawValue(declaration, index)
      else { continue }
      let generics = Set(index.generics(of: name).map(\.name))
      result.resolution.file = entry.file
      if declaration.kind == .enum {
        let plan = CaseSelection(declaration, &result.resolution, generics: generics)
        result.members.cases[name] = plan.cases
        result.findings.add(ways.adding(to: plan.diagnostics, of: name), of: name)
      } else {
        let plan = PropertySelection(
          declaration, &result.resolution, generics: generics, policy: policy, lines: index.annotationLines)
        result.members.properties[name] = plan.planned
        result.members.skippedCounts[name] = plan.skipped.count
        result.findings.add(ways.adding(to: plan.diagnostics, of: name), of: name)
        result.findings.add(ConstantReferences(index: index).warnings(of: declaration), of: name)
        if declaration.properties.contains(where: \.hasAnnotationError) { result.findings.fail(name) }
      }
    }
    result.findings.add(AssumedCodings.warnings(result.resolution))
    return result
  }
}
