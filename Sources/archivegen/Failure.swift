import ArchiveModel

/// Ends a run: something that the person who started it can put right.
struct Failure: Error {
  let diagnostics: [Diagnostic]

  init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }

  init(_ id: DiagnosticID, _ message: String, advice: String? = nil, at location: SourceLocation? = nil) {
    diagnostics = [Diagnostic(id, at: location, message, advice: advice)]
  }
}
