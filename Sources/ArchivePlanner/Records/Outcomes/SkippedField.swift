import ArchiveModel

/// A field that is left out: by an annotation, or by `--unresolved skip` for the reason given.
struct SkippedField: Sendable {
  let field: Field
  let unresolved: Refusal?
}
