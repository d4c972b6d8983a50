import ArchiveModel

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
