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
  var hasTail: Bool {
    fields.contains { field in
      if case .trailing = field.form { true } else { false }
    }
  }
}

/// A field that is archived, with its key and the way it is stored.
final class PlannedField: Sendable {
  let field: Field
  /// In C a name beside the record's own: not inside a named union.
  let isDirect: Bool
  /// Relative to its record.
  let key: String
  let earlierKeys: [String]
  let form: Form
  /// Bytes from the start of the record; for a bit-field bits.
  let offset: Int
  let defaultValue: String?
  let isRequired: Bool
  let validValues: [Int64]
  /// What the tags of the unions around it must be, outermost first.
  let conditions: [PlannedCondition]
  let container: PlannedContainer?

  enum Form: Sendable {
    case scalar(ElementType)
    case bits(width: Int, ElementType)
    case array(dimensions: [Int], ElementType, storage: SchemaField.ArrayStorage)
    case text(count: Int, encoding: String)
    case record(Record.ID)
    case records(dimensions: [Int], Record.ID, storage: SchemaField.ArrayStorage)
    case pointer(dimensions: [Int], PlannedPointer)
    case trailing(PointerTarget, PlannedCount)
    /// No value: a union whose tag may only have these values.
    case union(tag: String, cases: [Int64])
  }

  init(
    field: Field, key: String, earlierKeys: [String] = [], form: Form, offset: Int, defaultValue: String? = nil,
    isRequired: Bool = false, validValues: [Int64] = [], conditions: [PlannedCondition] = [],
    container: PlannedContainer? = nil, isDirect: Bool = true
  ) {
    self.isDirect = isDirect
    self.field = field
    self.key = key
    self.earlierKeys = earlierKeys
    self.form = form
    self.offset = offset
    self.defaultValue = defaultValue
    self.isRequired = isRequired
    self.validValues = validValues
    self.conditions = conditions
    self.container = container
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
  var isForMistake = false
}

enum RecordOutcome {
  case planned(PlannedRecord)
  /// With what is to be said of it.
  case refused(SettledMembers)
  /// An annotation is wrong; the mistakes say how, if nothing has yet.
  case mistaken(SettledMembers)
}
