import ArchiveModel

/// What became of one member or several.
struct FieldOutcome: Error {
  var fields: [PlannedField] = []
  var skipped: [SkippedField] = []
  var errors: [Diagnostic] = []
  /// What may be right, but hardly is.
  var warnings: [Diagnostic] = []
  /// Of members that keep the record from being archived whole.
  var refusals: [Refusal] = []
  /// Whether annotations of a member could not be read: what was to be said of it was reported where they stand.
  var hasUnreadableAnnotation = false

  var hasErrors: Bool { hasUnreadableAnnotation || !errors.isEmpty }

  /// What is to be said of members that cannot be archived as they are.
  var faults: FieldOutcome {
    FieldOutcome(
      skipped: skipped.filter { $0.unresolved != nil }, errors: errors, warnings: warnings, refusals: refusals,
      hasUnreadableAnnotation: hasUnreadableAnnotation)
  }

  static let unreadable = FieldOutcome(hasUnreadableAnnotation: true)

  static func archived(_ field: PlannedField) -> FieldOutcome { FieldOutcome(fields: [field]) }

  static func skipped(_ field: Field) -> FieldOutcome {
    FieldOutcome(skipped: [SkippedField(field: field, unresolved: nil)])
  }

  static func refused(_ refusal: Refusal) -> FieldOutcome { FieldOutcome(refusals: [refusal]) }

  static func invalid(_ errors: [Diagnostic]) -> FieldOutcome { FieldOutcome(errors: errors) }

  static func invalid(
    _ id: DiagnosticID, at place: SourceLocation, _ message: String, advice: String, fixIts: [FixIt] = []
  ) -> FieldOutcome {
    .invalid([Diagnostic(id, at: place, message, advice: advice, fixIts: fixIts)])
  }

  mutating func append(_ other: FieldOutcome, _ policy: UnresolvedPolicy) {
    fields += other.fields
    skipped += other.skipped
    errors += other.errors
    warnings += other.warnings
    hasUnreadableAnnotation = hasUnreadableAnnotation || other.hasUnreadableAnnotation
    switch policy {
    case .refuse: refusals += other.refusals
    case .skip: skipped += other.refusals.map { SkippedField(field: $0.field, unresolved: $0) }
    }
  }
}
