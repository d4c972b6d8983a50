import ArchiveModel

/// What became of one member or several.
struct SettledMembers: Error {
  var fields: [PlannedField] = []
  var skipped: [SkippedField] = []
  var mistakes: [Diagnostic] = []
  /// What may be right, but hardly is.
  var warnings: [Diagnostic] = []
  /// Of the first member that has one: the record cannot be archived whole.
  var refusal: Refusal?

  static func archived(_ field: PlannedField) -> SettledMembers { SettledMembers(fields: [field]) }

  static func skipped(_ field: Field) -> SettledMembers {
    SettledMembers(skipped: [SkippedField(field: field, unresolved: nil)])
  }

  static func refused(_ refusal: Refusal) -> SettledMembers { SettledMembers(refusal: refusal) }

  static func mistaken(_ mistakes: [Diagnostic]) -> SettledMembers { SettledMembers(mistakes: mistakes) }

  static func mistaken(at place: SourceLocation, _ message: String, advice: String) -> SettledMembers {
    .mistaken([Diagnostic(.error, at: place, message, advice: advice)])
  }

  mutating func append(_ other: SettledMembers, _ policy: UnresolvedPolicy) {
    fields += other.fields
    skipped += other.skipped
    mistakes += other.mistakes
    warnings += other.warnings
    guard let refused = other.refusal else { return }
    switch policy {
    case .refuse: refusal = refusal ?? refused
    case .skip: skipped.append(SkippedField(field: refused.field, unresolved: refused))
    }
  }
}
