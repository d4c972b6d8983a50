/// What `archivegen.yml` says, with the places where it says it.
public struct Configuration: Sendable, Hashable {
  public var module: String?
  public var target: String?
  public var includePaths: [String]
  public var systemIncludePaths: [String]
  public var defines: [String]
  public var undefines: [String] = []
  /// Headers to include before every other.
  public var includedFirst: [String] = []
  public var clangArguments: [String]
  public var unresolved: UnresolvedPolicy?
  public var access: GeneratedAccess?
  public var types: [TypeConfiguration]
  /// Whether programs are to save archives for earlier releases.
  public var writesReleases = false
  public var diagnosticLevels: [DiagnosticID: DiagnosticLevel] = [:]
  /// Types of the run that belong to the other language: who asks for one that nobody has may mean one of these.
  public var otherNames: [String] = []

  public init(
    module: String? = nil, target: String? = nil, includePaths: [String] = [], systemIncludePaths: [String] = [],
    defines: [String] = [], clangArguments: [String] = [], unresolved: UnresolvedPolicy? = nil,
    access: GeneratedAccess? = nil, types: [TypeConfiguration] = []
  ) {
    self.module = module
    self.target = target
    self.includePaths = includePaths
    self.systemIncludePaths = systemIncludePaths
    self.defines = defines
    self.clangArguments = clangArguments
    self.unresolved = unresolved
    self.access = access
    self.types = types
  }
}

extension Configuration {
  /// The error for a type that the run does not have.
  ///
  /// - Parameters:
  ///   - place: what has no such type: "no header defines".
  ///   - names: those that there are.
  ///   - advice: what to write where no name is near.
  public func unknownType(
    _ type: TypeConfiguration, _ place: String, names: some Sequence<String>, advice: String
  ) -> Diagnostic {
    let near = nearestWord(to: type.name, among: (names + otherNames).sorted())
    return Diagnostic(
      .unknownType, at: type.location, "\(place) a type '\(type.name)'",
      advice: near.map { "did you mean '\($0)'?" } ?? advice,
      sourceLine: type.sourceLine,
      fixIts: FixIt.replacing(type.name, at: type.location, in: type.sourceLine, by: near))
  }

  /// The types that its annotations name as what pointers lead to.
  public var namedTypes: Set<String> { Set(types.flatMap(\.fields).flatMap { $0.attributes.namedTypes }) }

  /// Functions that its annotations name.
  public var namedFunctions: Set<String> {
    Set(types.flatMap { $0.attributes.namedFunctions + $0.fields.flatMap { $0.attributes.namedFunctions } })
  }

  /// Words of its annotations that may be macros.
  public var namedConstants: Set<String> {
    Set(types.flatMap { $0.attributes + $0.fields.flatMap(\.attributes) }.namedConstants)
  }
}
