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
  /// The type that the message is about where many places have the same problem with it.
  public var cause: String?
  /// The number of types that could be archived if this were put right.
  public var waiting = 0

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

  /// Sorted by the number of types that wait for them, and then by location.
  public func sortedByCause() -> [Diagnostic] {
    let sorted = sortedByLocation()
    return sorted.filter { $0.waiting > 0 }.sorted { $0.waiting > $1.waiting } + sorted.filter { $0.waiting == 0 }
  }

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

/// A change of one line of a source: `replacement` replaces the `length` bytes from `location` on. A length of 0
/// inserts.
public struct FixIt: Sendable, Hashable, Codable {
  public let location: SourceLocation
  public let length: Int
  public let replacement: String

  public init(at location: SourceLocation, length: Int, replacement: String) {
    self.location = location
    self.length = length
    self.replacement = replacement
  }

  /// Replaces one word. There is no change if the line has another text at the location, as with quoted YAML scalars.
  public static func replacing(
    _ word: String, at location: SourceLocation, in line: String?, by replacement: String?
  ) -> [FixIt] {
    guard let replacement, let line, line.utf8.dropFirst(location.column - 1).starts(with: word.utf8) else { return [] }
    return [FixIt(at: location, length: word.utf8.count, replacement: replacement)]
  }
}

/// A location in a source file, as compilers print it: lines and columns count from 1, columns in bytes.
public struct SourceLocation: Sendable, Hashable, Codable {
  public let file: String
  public let line: Int
  public let column: Int

  public init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }
}

extension SourceLocation: Comparable {
  public static func < (left: SourceLocation, right: SourceLocation) -> Bool {
    (left.file, left.line, left.column) < (right.file, right.line, right.column)
  }
}

extension SourceLocation: CustomStringConvertible {
  public var description: String { "\(file):\(line):\(column)" }
}
