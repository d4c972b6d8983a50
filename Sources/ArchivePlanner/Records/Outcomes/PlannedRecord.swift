import ArchiveModel

/// A record that can be archived, with all its fields.
///
/// This and its fields are classes, because passes share thousands of them, and a copy of such a struct would retain a
/// dozen references.
final class PlannedRecord: Sendable {
  let record: Record
  let fields: [PlannedField]
  /// The number of its keys when nested records are flattened.
  let keyCount: Int
  let skipped: [SkippedField]
  let warnings: [Diagnostic]
  /// The records that it holds or leads to, in the order in which `reached` visits them.
  let successors: [Record.ID]

  init(
    record: Record, fields: [PlannedField], keyCount: Int, skipped: [SkippedField], warnings: [Diagnostic] = []
  ) {
    self.record = record
    self.fields = fields
    self.keyCount = keyCount
    self.skipped = skipped
    self.warnings = warnings
    successors = fields.flatMap { [$0.entry.inner].compactMap(\.self).reversed() + $0.entry.targets }
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
  /// Whether the field is a member of the record itself, and not of a named union in it.
  let isDirect: Bool
  let entry: SchemaField
  /// What the key would be without the attribute `key`; nil if it is that.
  let declaredKey: String?

  init(_ field: Field, _ entry: SchemaField, declaredKey: String? = nil, isDirect: Bool = true) {
    self.field = field
    self.isDirect = isDirect
    self.entry = entry
    self.declaredKey = declaredKey
  }
}

/// A field that is left out: by an annotation, or by `--unresolved skip` for the reason given.
struct SkippedField: Sendable {
  let field: Field
  let unresolved: Refusal?
}

enum RecordOutcome {
  case planned(PlannedRecord)
  /// It is left out, with the reasons.
  case refused(FieldOutcome)
  /// An annotation has an error. The errors are empty if they were reported when the annotation was read.
  case invalid(FieldOutcome)
}
