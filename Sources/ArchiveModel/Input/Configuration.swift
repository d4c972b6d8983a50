/// The contents of `archivegen.yml`, with the location of each entry.
public struct Configuration: Sendable, Hashable {
  public var module: String?
  public var target: String?
  public var includePaths: [String] = []
  public var systemIncludePaths: [String] = []
  public var defines: [String] = []
  public var undefines: [String] = []
  /// Patterns of headers to leave out.
  public var excludedHeaders: [String] = []
  /// Headers to include before all others.
  public var includedFirst: [String] = []
  public var clangArguments: [String] = []
  public var unresolved: UnresolvedPolicy?
  public var access: GeneratedAccess?
  public var types: [TypeConfiguration]
  /// Whether programs are to save archives for earlier releases.
  public var writesReleases = false
  /// The levels of kinds of changes that archives do not survive; a later one overrides an earlier one.
  public var changeLevels: [ChangeLevel] = []
  public var breaks = BreakPolicy.accepted
  /// The name of the release that is prepared.
  public var nextRelease: String?
  /// Where releases write golden archives.
  public var goldens: GoldenConfiguration?
  public var diagnosticLevels: [DiagnosticID: DiagnosticLevel] = [:]
  /// The run's types of the other language, which are proposed if a type is unknown.
  public var otherNames: [String] = []

  public init(types: [TypeConfiguration] = []) { self.types = types }
}

extension Configuration {
  /// The error for a type that the run does not have.
  ///
  /// - Parameters:
  ///   - place: the subject of the message: "no header defines".
  ///   - names: the existing types.
  ///   - advice: the advice if no name is similar.
  public func unknownType(
    _ type: TypeConfiguration, _ place: String, names: some Sequence<String>, advice: String
  ) -> Diagnostic {
    let near = nearestWord(to: type.name, among: (names + otherNames).sorted())
    return Diagnostic(
      .unknownType, at: type.location, "\(place) a type '\(type.name)'",
      advice: didYouMean(near) ?? advice,
      sourceLine: type.sourceLine,
      fixIts: FixIt.replacing(type.name, at: type.location, in: type.sourceLine, by: near))
  }

  /// The pointee types that the annotations name.
  public var namedTypes: Set<String> { Set(types.flatMap(\.fields).flatMap { $0.attributes.namedTypes }) }

  /// The functions that the annotations name.
  public var namedFunctions: Set<String> {
    Set(types.flatMap { $0.attributes.namedFunctions + $0.fields.flatMap { $0.attributes.namedFunctions } })
  }

  /// Names in the annotations that may be macros.
  public var namedConstants: Set<String> {
    Set(types.flatMap { $0.attributes + $0.fields.flatMap(\.attributes) }.namedConstants)
  }
}

/// What happens to one kind of change, of some types or of all.
public struct ChangeLevel: Sendable, Hashable {
  public let rule: String
  /// Archived names; none stands for all types.
  public let types: [String]
  public let level: DiagnosticLevel
  public let reason: String

  public init(rule: String, types: [String], level: DiagnosticLevel, reason: String) {
    self.rule = rule
    self.types = types
    self.level = level
    self.reason = reason
  }
}

/// Which breaks a project allows.
public enum BreakPolicy: String, Sendable, Hashable, CaseIterable {
  /// Those that are accepted one by one.
  case accepted
  /// These, and any in a release whose major number is new.
  case major
}

/// Where releases write golden archives and the test that reads them. Paths are relative to the file.
public struct GoldenConfiguration: Sendable, Hashable {
  public var folder: String
  public var tests: String?
  /// The modules that the test imports with `@testable`.
  public var testable: [String] = []

  public init(folder: String) { self.folder = folder }
}

/// The annotations of one type and its fields, for headers that cannot be edited.
public struct TypeConfiguration: Sendable, Hashable {
  /// The tag or typedef that the configuration names.
  public let name: String
  public let location: SourceLocation
  public let sourceLine: String?
  public let attributes: [Attribute]
  public let fields: [FieldConfiguration]

  public init(
    name: String, location: SourceLocation, sourceLine: String?, attributes: [Attribute], fields: [FieldConfiguration]
  ) {
    self.name = name
    self.location = location
    self.sourceLine = sourceLine
    self.attributes = attributes
    self.fields = fields
  }
}

public struct FieldConfiguration: Sendable, Hashable {
  /// The member's name. `member.inner` names a member of the unnamed type of a named member.
  public let name: String
  public let location: SourceLocation
  public let sourceLine: String?
  public let attributes: [Attribute]

  public init(name: String, location: SourceLocation, sourceLine: String?, attributes: [Attribute]) {
    self.name = name
    self.location = location
    self.sourceLine = sourceLine
    self.attributes = attributes
  }
}

/// What is left out if a field cannot be archived and no annotation skips it.
public enum UnresolvedPolicy: String, Sendable, Hashable, CaseIterable {
  /// The whole type is left out, with a warning.
  case refuse
  /// The field is left out, with a warning.
  case skip
}

extension TypeConfiguration {
  /// Whether it says how values of a type that is not among the Swift sources are archived.
  public var isForOtherModule: Bool {
    attributes.count == 1 && fields.isEmpty && [.owncoding, .via, .as].contains(attributes[0].name)
  }
}
