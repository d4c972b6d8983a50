/// Something a person should know about their input, as a value: stages collect these and never print.
///
/// `message` says what is wrong, `advice` what to write instead. `sourceLine` is the text of the line that
/// `location` names, so that whoever prints the diagnostic needs no file.
public struct Diagnostic: Sendable, Hashable, Codable {
  public enum Severity: Int, Sendable, Hashable, Comparable, Codable {
    case note, warning, error

    public static func < (left: Severity, right: Severity) -> Bool { left.rawValue < right.rawValue }
  }

  public var severity: Severity
  public var location: SourceLocation?
  public var message: String
  public var advice: String?
  public var sourceLine: String?
  /// Further places that belong to the message ("previous definition is here").
  public var notes: [Diagnostic]

  public init(
    _ severity: Severity, at location: SourceLocation? = nil, _ message: String, advice: String? = nil,
    sourceLine: String? = nil, notes: [Diagnostic] = []
  ) {
    self.severity = severity
    self.location = location
    self.message = message
    self.advice = advice
    self.sourceLine = sourceLine
    self.notes = notes
  }
}

extension Sequence where Element == Diagnostic {
  public var hasErrors: Bool { contains { $0.severity == .error } }

  /// The order in which a person reads them: by place, those without one first; equal places keep their order.
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
