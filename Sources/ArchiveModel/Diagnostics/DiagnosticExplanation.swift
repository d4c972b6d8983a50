/// The explanation of a kind of diagnostic.
public struct DiagnosticExplanation: Sendable {
  public let severity: Diagnostic.Severity
  /// The kind in one sentence.
  public let summary: String
  /// The reason for the diagnostic.
  public let details: String
  /// Source code that causes the diagnostic.
  public let example: String
  /// Ways to resolve it, one sentence each.
  public let remedies: [String]

  init(
    _ severity: Diagnostic.Severity, _ summary: String, _ details: String, example: String, remedies: [String]
  ) {
    self.severity = severity
    self.summary = summary
    self.details = details
    self.example = example
    self.remedies = remedies
  }
}
