import ArchiveModel

/// Leaves out the types that need a type with an error, until no other type needs one.
enum DependentTypes {
  /// - Parameter failed: the types with an error.
  /// - Returns: the types that need one of them, directly or through others, each with a warning. There is none for a
  ///   subclass, whose properties are part of its superclass's objects.
  static func run(
    _ chosen: [String], _ index: SwiftTypeIndex, _ members: SelectedMembers, failed: Set<String>
  ) -> TypeFindings {
    let selection = Set(chosen)
    var findings = TypeFindings()
    var all = failed
    Fixpoint.grow(&all, among: chosen) { name, failed in
      if let superclass = index.superclass(of: name), failed.contains(superclass), selection.contains(superclass) {
        findings.fail(name)
        return true
      }
      let needing = members.forms(of: name).first { !failed.isDisjoint(with: $0.form.dependencies.possible) }
      guard let (member, form) = needing,
        let broken = form.dependencies.possible.intersection(failed).min(), let declaration = index[name]
      else { return false }
      // A warning, because the error is reported at the other type.
      findings.add(
        [
          Diagnostic(
            .dependentType, at: declaration.location,
            "'\(name)' is left out: '\(member)' needs '\(broken)', which cannot be archived",
            advice: "fix the errors reported for '\(broken)'", sourceLine: declaration.sourceLine)
        ], of: name)
      findings.fail(name)
      return true
    }
    return findings
  }
}
