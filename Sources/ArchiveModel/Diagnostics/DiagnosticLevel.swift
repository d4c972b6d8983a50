/// What is made of diagnostics of a kind.
public enum DiagnosticLevel: String, Sendable, Hashable, CaseIterable {
  case ignore, warning, error

  /// Why the level cannot be given to a kind; nil if it can.
  public func problem(with id: DiagnosticID) -> String? {
    id.severity == .error && self != .error ? "'\(id.rawValue)' is an error and cannot be anything less" : nil
  }
}

extension Sequence where Element == Diagnostic {
  /// With the levels that options and the configuration give. An error stays one, whatever its kind: nothing was
  /// written because of it.
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
