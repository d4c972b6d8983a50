import ArchiveModel

/// A record whose every field is settled.
///
/// This and its fields are classes because the passes hand them on by the thousands, and a copy of such a struct counts
/// a dozen references up and down.
final class PlannedRecord: Sendable {
  let record: Record
  let fields: [PlannedField]
  let skipped: [SkippedField]
  let warnings: [Diagnostic]

  init(record: Record, fields: [PlannedField], skipped: [SkippedField], warnings: [Diagnostic] = []) {
    self.record = record
    self.fields = fields
    self.skipped = skipped
    self.warnings = warnings
  }

  /// Whether elements of a flexible array follow it.
  var hasFlexibleArray: Bool {
    fields.contains { field in
      if case .trailing = field.entry.form { true } else { false }
    }
  }
}

/// A field that is archived: its declaration, and its entry in the record's table.
final class PlannedField: Sendable {
  let field: Field
  /// In C a name beside the record's own: not inside a named union.
  let isDirect: Bool
  let entry: SchemaField

  init(_ field: Field, _ entry: SchemaField, isDirect: Bool = true) {
    self.field = field
    self.isDirect = isDirect
    self.entry = entry
  }
}

/// A field that is left out: because an annotation says so, or by `--unresolved skip` for the reason given.
struct SkippedField: Sendable {
  let field: Field
  let unresolved: Refusal?
}

/// Why a field, and with it its record, cannot be archived, and the annotation that would settle it.
struct Refusal: Sendable {
  let id: DiagnosticID
  let field: Field
  /// Completes "its field 'x' …".
  let reason: String
  let advice: String
  /// In place of `advice` where `--unresolved skip` leaves out the field.
  let adviceIfSkipped: String
  /// The annotation that probably is the right one: "count(n)".
  var annotation: String?
  var notes: [Diagnostic] = []
  /// Whether all would be well but for an error elsewhere.
  var isCausedByError = false
}

enum RecordOutcome {
  case planned(PlannedRecord)
  /// With what is to be said of it.
  case refused(FieldOutcome)
  /// An annotation is wrong; the mistakes say how, if nothing has yet.
  case invalid(FieldOutcome)
}
