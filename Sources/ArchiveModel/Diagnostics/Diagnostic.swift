/// Something a person should know about their input, as a value: stages collect these and never print.
///
/// `message` says what is wrong, `advice` what to write instead. `sourceLine` is the text of the line that
/// `location` names, so that whoever prints the diagnostic needs no file.
public struct Diagnostic: Sendable, Hashable, Codable {
  public enum Severity: Int, Sendable, Hashable, Comparable, Codable {
    case note, warning, error

    public static func < (left: Severity, right: Severity) -> Bool { left.rawValue < right.rawValue }
  }

  /// What kind it is; nil for a note that belongs to another diagnostic.
  public var id: DiagnosticID?
  public var severity: Severity
  public var location: SourceLocation?
  public var message: String
  public var advice: String?
  public var sourceLine: String?
  /// Further places that belong to the message ("previous definition is here").
  public var notes: [Diagnostic]
  /// Changes of the source that the message proposes, each complete by itself.
  public var fixIts: [FixIt]

  /// - Parameter severity: another than the usual one of its kind.
  public init(
    _ id: DiagnosticID, _ severity: Severity, at location: SourceLocation? = nil, _ message: String,
    advice: String? = nil, sourceLine: String? = nil, notes: [Diagnostic] = [], fixIts: [FixIt] = []
  ) {
    self.init(
      id: id, severity: severity, location: location, message: message, advice: advice,
      sourceLine: sourceLine, notes: notes, fixIts: fixIts)
  }

  /// Of the usual severity of its kind.
  public init(
    _ id: DiagnosticID, at location: SourceLocation? = nil, _ message: String, advice: String? = nil,
    sourceLine: String? = nil, notes: [Diagnostic] = [], fixIts: [FixIt] = []
  ) {
    self.init(
      id, id.severity, at: location, message, advice: advice, sourceLine: sourceLine, notes: notes, fixIts: fixIts)
  }

  /// A further place or remark that belongs to another diagnostic.
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

/// A change of one line of a source: `length` bytes from `location` on become `replacement`.
///
/// A length of 0 inserts.
public struct FixIt: Sendable, Hashable, Codable {
  public let location: SourceLocation
  public let length: Int
  public let replacement: String

  public init(at location: SourceLocation, length: Int, replacement: String) {
    self.location = location
    self.length = length
    self.replacement = replacement
  }

  /// Puts another word in the place of one; none where the line has another text there, as YAML's quoted scalars may.
  public static func replacing(
    _ word: String, at location: SourceLocation, in line: String?, by replacement: String?
  ) -> [FixIt] {
    guard let replacement, let line, line.utf8.dropFirst(location.column - 1).starts(with: word.utf8) else { return [] }
    return [FixIt(at: location, length: word.utf8.count, replacement: replacement)]
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
