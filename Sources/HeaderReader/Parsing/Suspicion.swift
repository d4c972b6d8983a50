import ArchiveModel

/// An error, and the headers that may cause it.
struct Suspicion {
  let error: ClangDiagnostic
  let isInBody: Bool
  /// Whether the error is in the text that includes the headers.
  let isInUmbrella: Bool
  /// The error as a diagnostic of the model.
  let diagnostic: Diagnostic
  let key: ErrorSet.Key
  /// Indices of the headers that led to the location of the error.
  private(set) var headers: [Int]
  /// The index of the header that contains the error itself, if one does.
  var own: Int?
  /// Later headers that seem to include the same file, which its include guard then hides.
  var mayInclude: [Int] = []
  /// The identity of that file.
  var file: ClangFile.Identity?

  init(_ error: HeaderError, diagnostic: Diagnostic, headers: [Int]) {
    self.error = error.raw
    isInBody = error.isInBody
    isInUmbrella = error.raw.location.isInUmbrella
    self.diagnostic = diagnostic
    key = ErrorSet.Key(diagnostic)
    self.headers = headers
  }

  /// The suspicion limited to some headers; nil if it is about none of them.
  func limited(to indexes: Set<Int>) -> Suspicion? {
    var result = self
    result.headers.removeAll { !indexes.contains($0) }
    result.mayInclude.removeAll { !indexes.contains($0) }
    return result.headers.isEmpty && result.mayInclude.isEmpty ? nil : result
  }

  func isIncluded(_ trial: HeaderTrials.Alone) -> Bool { file.map(trial.files.contains) ?? false }
}
