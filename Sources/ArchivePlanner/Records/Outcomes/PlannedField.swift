import ArchiveModel

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
