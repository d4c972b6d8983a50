import ArchiveModel

/// The result of resolving a member, or of several members together.
///
/// Resolving a member uses only declarations and annotations. Dependencies on other records are in `requirements`,
/// which `RecordResolution` checks.
struct FieldOutcome: Error {
  var fields: [PlannedField] = []
  var skipped: [SkippedField] = []
  var errors: [Diagnostic] = []
  /// Warnings about declarations that are valid but probably not intended.
  var warnings: [Diagnostic] = []
  /// Reasons why members, and therefore the whole record, cannot be archived.
  var refusals: [Refusal] = []
  /// Whether the annotations of a member have errors that were reported when they were read.
  var hasUnreadableAnnotation = false
  /// If one of these records cannot be archived, the member is refused for that reason only.
  var requirements: [Requirement] = []
  /// Unions whose members are among the fields.
  var inlinedUnions: [Record.ID] = []

  var hasErrors: Bool { hasUnreadableAnnotation || !errors.isEmpty }

  /// This outcome without the fields: the reasons why members cannot be archived.
  var faults: FieldOutcome {
    var faults = self
    faults.fields = []
    faults.skipped = skipped.filter { $0.unresolved != nil }
    return faults
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

  /// This outcome, on the condition that these records can be archived.
  func requiring(_ requirements: [Requirement]) -> FieldOutcome {
    var outcome = self
    outcome.requirements = requirements + outcome.requirements
    return outcome
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

/// Another record that has to be archived so that a field can be.
struct Requirement {
  enum Place {
    /// The record is part of the field's value.
    case inside
    case behindPointer
  }

  let field: Field
  let record: Record.ID
  let place: Place
}
