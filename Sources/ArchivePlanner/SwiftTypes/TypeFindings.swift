import ArchiveModel

/// The diagnostics of a pass over Swift types, and the types for which it found an error.
struct TypeFindings {
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var failed: Set<String> = []

  mutating func add(_ found: [Diagnostic], of name: String) {
    diagnostics += found
    if found.hasErrors { failed.insert(name) }
  }

  /// Adds a type with an error that was reported before, or that belongs to another type.
  mutating func fail(_ name: String) { failed.insert(name) }

  mutating func add(_ other: TypeFindings) {
    diagnostics += other.diagnostics
    failed.formUnion(other.failed)
  }
}
