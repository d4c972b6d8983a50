import ArchiveModel

/// Leaves out the types that need a type with an error, until no other type needs one.
enum DependentTypes {
  /// - Parameter failed: the types with an error.
  /// - Returns: the types that need one of them, directly or through others, each with a warning. There is none for a
  ///   subclass, whose properties are part of its superclass's objects.
  static func run(
    _ chosen: [String], _ index: SwiftTypeIndex, _ members: SelectedMembers, failed: Set<String>
  ) -> TypeFindings {
    var findings = TypeFindings()
    if failed.isEmpty { return findings }
    let selection = Set(chosen)
    var all = failed
    /// For each type that is left out, the type with the error that it waits for in the end.
    var roots: [String: String] = [:]
    Fixpoint.grow(&all, among: chosen) { name, failed in
      if let superclass = index.superclass(of: name), failed.contains(superclass), selection.contains(superclass) {
        findings.fail(name)
        return true
      }
      let needing = members.forms(of: name).first { !failed.isDisjoint(with: $0.form.dependencies.possible) }
      guard let (member, form) = needing,
        let broken = form.dependencies.possible.intersection(failed).min(), let declaration = index[name]
      else { return false }
      let root = roots[broken] ?? broken
      roots[name] = root
      // A warning, because the error is reported at the other type.
      findings.add(
        [
          Diagnostic(
            .dependentType, at: declaration.location,
            "'\(name)' is left out: '\(member)' needs '\(broken)', which "
              + (root == broken ? "cannot be archived" : "waits for '\(root)'"),
            advice: "fix the errors reported for '\(root)'", sourceLine: declaration.sourceLine)
        ], of: name)
      findings.fail(name)
      return true
    }
    return findings
  }
}
