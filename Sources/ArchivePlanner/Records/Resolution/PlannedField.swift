import ArchiveModel

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
