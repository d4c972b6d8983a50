/// What happens to diagnostics of a kind.
public enum DiagnosticLevel: String, Sendable, Hashable, CaseIterable {
  case ignore, warning, error

  /// The reason why a kind cannot have this level; nil if it can.
  public func problem(with id: DiagnosticID) -> String? {
    id.severity == .error && self != .error ? "'\(id.rawValue)' is always an error" : nil
  }
}

extension Sequence where Element == Diagnostic {
  /// Applies the levels that options and the configuration set. An error stays an error, because it was the reason to
  /// write nothing.
  public func applying(_ levels: [DiagnosticID: DiagnosticLevel]) -> [Diagnostic] {
    compactMap { diagnostic in
      guard let level = diagnostic.id.flatMap({ levels[$0] }), diagnostic.severity != .error else { return diagnostic }
      var changed = diagnostic
      switch level {
      case .ignore: return nil
      case .warning: changed.severity = .warning
      case .error: changed.severity = .error
      }
      return changed
    }
  }
}
