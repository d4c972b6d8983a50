import ArchiveModel

/// The settings of the command line and the configuration for planning.
public struct PlannerOptions: Sendable {
  /// The C module that Swift imports.
  public var module: String
  /// The modules of headers that belong to others, by the headers' paths.
  public var modules: [String: String]
  public var unresolved: UnresolvedPolicy
  /// Whether refusals and skipped fields are errors.
  public var isStrict: Bool
  /// The access of mirrors. A conformance has the access that Swift requires.
  public var access: GeneratedAccess
  /// For each given header's path, its name below the folder that was given: "linux/tcp.h".
  public var headerNames: [String: String]
  public var coverage: OutputCoverage
  /// Whether the plan needs a `schema`.
  public var needsSchema: Bool
  /// Whether the plan needs `accounts`.
  public var needsAccounts = false
  /// The positions in groups of bit-fields that the lock has.
  public var keptPositions: KeptPositions

  public init(
    module: String, modules: [String: String] = [:], unresolved: UnresolvedPolicy = .refuse, isStrict: Bool = false,
    access: GeneratedAccess = .public, headerNames: [String: String] = [:],
    coverage: OutputCoverage = .inputsWithTypes, needsSchema: Bool = false,
    keptPositions: KeptPositions = KeptPositions()
  ) {
    self.keptPositions = keptPositions
    self.needsSchema = needsSchema
    self.access = access
    self.module = module
    self.modules = modules
    self.unresolved = unresolved
    self.isStrict = isStrict
    self.headerNames = headerNames
    self.coverage = coverage
  }

  func module(of file: String) -> String { modules[file] ?? module }
}
