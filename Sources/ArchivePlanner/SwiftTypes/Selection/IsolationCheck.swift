import ArchiveModel

/// Finds values of another actor than the type that contains them: one call cannot archive both.
enum IsolationCheck {
  static func run(
    _ chosen: [String], _ index: SwiftTypeIndex, _ members: SelectedMembers, _ isolation: TypeIsolation,
    failed: Set<String>
  ) -> TypeFindings {
    var findings = TypeFindings()
    for name in chosen where !failed.contains(name) {
      let parts =
        (members.properties[name] ?? []).map {
          ($0.name, $0.form, Optional($0.property.location), $0.property.sourceLine)
        }
        + (members.cases[name] ?? []).flatMap { planned in
          planned.values.map { (planned.name, $0.form, index[name]?.location, index[name]?.sourceLine) }
        }
      for (member, form, location, line) in parts {
        for part in form.dependencies.possible.sorted() {
          guard let error = isolation.error(member, part, within: name) else { continue }
          findings.add(
            [Diagnostic(.isolationMismatch, at: location, error.message, advice: error.advice, sourceLine: line)],
            of: name)
        }
      }
    }
    return findings
  }
}
