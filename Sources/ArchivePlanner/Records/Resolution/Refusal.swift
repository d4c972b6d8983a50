import ArchiveModel

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
