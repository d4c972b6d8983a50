import ArchiveModel

/// Which Swift files there are.
public enum OutputCoverage: Sendable {
  /// One for each header or source that has types.
  case inputsWithTypes
  /// One for each that was given, so that the names are known before anything is read.
  case everyInput
  /// One for all headers, and one for all sources.
  case one
}

/// What the command line and the configuration say about planning.
public struct PlannerOptions: Sendable {
  /// The C module that Swift imports.
  public var module: String
  public var unresolved: UnresolvedPolicy
  /// Refusals and skipped fields become errors.
  public var isStrict: Bool
  /// Of the structs that stand for C records; a conformance has the access that Swift wants.
  public var access: GeneratedAccess
  /// For each given header's path, its name below the folder that was given: "linux/tcp.h".
  public var headerNames: [String: String]
  public var coverage: OutputCoverage
  /// Whether the plan's `schema` is wanted.
  public var needsSchema: Bool

  public init(
    module: String, unresolved: UnresolvedPolicy = .refuse, isStrict: Bool = false,
    access: GeneratedAccess = .public, headerNames: [String: String] = [:],
    coverage: OutputCoverage = .inputsWithTypes, needsSchema: Bool = false
  ) {
    self.needsSchema = needsSchema
    self.access = access
    self.module = module
    self.unresolved = unresolved
    self.isStrict = isStrict
    self.headerNames = headerNames
    self.coverage = coverage
  }
}

/// What planning gives: the render model and what there is to say about it.
public struct Plan: Sendable {
  public let renderModel: RenderModel
  /// For the header of a module that is written beside the code.
  public let layoutChecks: GeneratedModule.Checks
  public let diagnostics: [Diagnostic]
  public let summary: Summary
  /// What Swift models may have as properties.
  public let importedTypes: ImportedTypes
  /// What archives have of the records.
  public let schema: ArchivedSchema

  /// What became of the types that the given headers define.
  public struct Summary: Sendable, Hashable {
    public var written = 0
    public var refused = 0
    /// Types left out because an annotation says so.
    public var skipped = 0
    /// Fields left out of written types, by annotation or by `--unresolved skip`.
    public var skippedFields = 0
    public var fields = 0

    public init() {}
  }
}
