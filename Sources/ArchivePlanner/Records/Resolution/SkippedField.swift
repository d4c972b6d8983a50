import ArchiveModel

/// A field that is left out: because an annotation says so, or by `--unresolved skip` for the reason given.
struct SkippedField: Sendable {
  let field: Field
  let unresolved: Refusal?
}
