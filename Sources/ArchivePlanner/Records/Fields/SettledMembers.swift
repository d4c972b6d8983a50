import ArchiveModel

/// What became of one member or several.
struct SettledMembers: Error {
  var fields: [PlannedField] = []
  var skipped: [SkippedField] = []
  var mistakes: [Diagnostic] = []
  /// What may be right, but hardly is.
  var warnings: [Diagnostic] = []
  /// Of members that keep the record from being archived whole.
  var refusals: [Refusal] = []
  /// Whether annotations of a member could not be read: what was to be said of it was reported where they stand.
  var isMisread = false

  var hasMistake: Bool { isMisread || !mistakes.isEmpty }

  /// What is to be said of members that cannot be archived as they are.
  var faults: SettledMembers {
    SettledMembers(
      skipped: skipped.filter { $0.unresolved != nil }, mistakes: mistakes, warnings: warnings, refusals: refusals,
      isMisread: isMisread)
  }

  static let misread = SettledMembers(isMisread: true)

  static func archived(_ field: PlannedField) -> SettledMembers { SettledMembers(fields: [field]) }

  static func skipped(_ field: Field) -> SettledMembers {
    SettledMembers(skipped: [SkippedField(field: field, unresolved: nil)])
  }

  static func refused(_ refusal: Refusal) -> SettledMembers { SettledMembers(refusals: [refusal]) }

  static func mistaken(_ mistakes: [Diagnostic]) -> SettledMembers { SettledMembers(mistakes: mistakes) }

  static func mistaken(
    _ id: DiagnosticID, at place: SourceLocation, _ message: String, advice: String, fixIts: [FixIt] = []
  ) -> SettledMembers {
    .mistaken([Diagnostic(id, at: place, message, advice: advice, fixIts: fixIts)])
  }

  mutating func append(_ other: SettledMembers, _ policy: UnresolvedPolicy) {
    fields += other.fields
    skipped += other.skipped
    mistakes += other.mistakes
    warnings += other.warnings
    isMisread = isMisread || other.isMisread
    switch policy {
    case .refuse: refusals += other.refusals
    case .skip: skipped += other.refusals.map { SkippedField(field: $0.field, unresolved: $0) }
    }
  }
}
