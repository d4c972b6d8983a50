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

  init(
    record: Record, fields: [PlannedField], keyCount: Int, skipped: [SkippedField], warnings: [Diagnostic] = []
  ) {
    self.record = record
    self.fields = fields
    self.keyCount = keyCount
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
