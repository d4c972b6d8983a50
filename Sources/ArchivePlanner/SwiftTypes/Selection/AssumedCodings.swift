import ArchiveModel

/// Says which types of other modules are archived by their own coding without an attribute.
enum AssumedCodings {
  /// - Returns: a warning for each type, at the first place that has a value of it.
  static func warnings(_ resolution: FormResolution) -> TypeFindings {
    var findings = TypeFindings()
    for (name, places) in resolution.assumedOwnCoding.sorted(by: { $0.key < $1.key }) {
      guard let first = places.first else { continue }
      var warning = Diagnostic(
        .assumedCoding, at: first.location,
        "'\(first.member)' is archived by the Codable coding of '\(name)', which is not among the given sources",
        advice: "to keep this form, write 'types: {\(name): {archive: owncoding}}' in archivegen.yml, or "
          + "'// archive: owncoding' here; to have it archived by its properties, name the Swift source that declares it "
          + "as another input",
        sourceLine: first.sourceLine)
      warning.notes = SharedCauses.notes(
        places.dropFirst().map { .note(at: $0.location, "", sourceLine: $0.sourceLine) })
      findings.add([warning], of: first.holder)
    }
    return findings
  }
}
