import ArchiveModel

/// Ends a run because of something that the user can correct.
struct Failure: Error {
  let diagnostics: [Diagnostic]

  init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }

  init(_ id: DiagnosticID, _ message: String, advice: String? = nil, at location: SourceLocation? = nil) {
    diagnostics = [Diagnostic(id, at: location, message, advice: advice)]
  }
}

/// Invalid usage of the command line; the exit code is 64.
struct WrongUsage: Error {
  let message: String
}
