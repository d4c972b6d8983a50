/// A message about the input, as a value: stages collect diagnostics and never print.
///
/// `message` says what is wrong, `advice` what to write instead. `sourceLine` is the text of the line that `location`
/// names, so that printing needs no file.
public struct Diagnostic: Sendable, Hashable, Codable {
  public enum Severity: Int, Sendable, Hashable, Comparable, Codable {
    case note, warning, error

    public static func < (left: Severity, right: Severity) -> Bool { left.rawValue < right.rawValue }
  }

  /// The kind of diagnostic; nil for a note that belongs to another diagnostic.
  public var id: DiagnosticID?
  /// A more specific name that is shown instead of the kind's: a rule of the lock.
  public var rule: String?
  public var severity: Severity
  public var location: SourceLocation?
  public var message: String
  public var advice: String?
  public var sourceLine: String?
  /// Further locations that belong to the message ("previous definition is here").
  public var notes: [Diagnostic]
  /// Changes of the source that the message proposes. Each is complete by itself.
  public var fixIts: [FixIt]

  /// - Parameter severity: overrides the usual severity of the kind.
  public init(
    _ id: DiagnosticID, _ severity: Severity, at location: SourceLocation? = nil, _ message: String,
    advice: String? = nil, sourceLine: String? = nil, notes: [Diagnostic] = [], fixIts: [FixIt] = []
  ) {
    self.init(
      id: id, severity: severity, location: location, message: message, advice: advice,
      sourceLine: sourceLine, notes: notes, fixIts: fixIts)
  }

  /// Makes a diagnostic with the usual severity of its kind.
  public init(
    _ id: DiagnosticID, at location: SourceLocation? = nil, _ message: String, advice: String? = nil,
    sourceLine: String? = nil, notes: [Diagnostic] = [], fixIts: [FixIt] = []
  ) {
    self.init(
      id, id.severity, at: location, message, advice: advice, sourceLine: sourceLine, notes: notes, fixIts: fixIts)
  }

  /// Makes a note that belongs to another diagnostic.
  public static func note(
    at location: SourceLocation? = nil, _ message: String, advice: String? = nil, sourceLine: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      id: nil, severity: .note, location: location, message: message, advice: advice, sourceLine: sourceLine,
      notes: [], fixIts: [])
  }

  private init(
    id: DiagnosticID?, severity: Severity, location: SourceLocation?, message: String, advice: String?,
    sourceLine: String?, notes: [Diagnostic], fixIts: [FixIt]
  ) {
    self.id = id
    self.severity = severity
    self.location = location
    self.message = message
    self.advice = advice
    self.sourceLine = sourceLine
    self.notes = notes
    self.fixIts = fixIts
  }
}

extension Diagnostic {
  /// The name that messages show in brackets.
  public var name: String? { rule ?? id?.rawValue }
}

extension Sequence where Element == Diagnostic {
  public var hasErrors: Bool { contains { $0.severity == .error } }

  /// Sorted by location; diagnostics without a location come first, and those at the same location keep their order.
  public func sortedByLocation() -> [Diagnostic] {
    enumerated().sorted { left, right in
      switch (left.element.location, right.element.location) {
      case (nil, nil): left.offset < right.offset
      case (nil, _): true
      case (_, nil): false
      case (let first?, let second?): first == second ? left.offset < right.offset : first < second
      }
    }.map(\.element)
  }
}
