import ArchiveModel

/// The result of planning: the render model, and diagnostics.
public struct Plan: Sendable {
  public let renderModel: RenderModel
  /// The checks in the header of a generated module.
  public let layoutChecks: GeneratedModule.Checks
  public let diagnostics: [Diagnostic]
  public let summary: Summary
  /// The C types that Swift models may have as properties.
  public let importedTypes: ImportedTypes
  /// The records in archives.
  public let schema: ArchivedSchema
  /// Character arrays that are archived as numbers because no annotation says that they are text: "device.serial".
  public let textCandidates: [String]
  /// What becomes of every record of the model; empty unless it was requested.
  public let accounts: [Record.ID: RecordAccount]

  /// The numbers of types and fields of the given headers, by outcome.
  public struct Summary: Sendable, Hashable {
    public var written = 0
    public var refused = 0
    /// Types that an annotation leaves out.
    public var skipped = 0
    /// Fields of written types that an annotation or `--unresolved skip` leaves out.
    public var skippedFields = 0
    public var fields = 0

    public init() {}
  }
}

/// The settings of the command line and the configuration for planning.
public struct PlannerOptions: Sendable {
  /// The C module that Swift imports.
  public var module: String
  /// The modules of headers that belong to others, by the headers' paths.
  public var modules: [String: String] = [:]
  public var unresolved: UnresolvedPolicy = .refuse
  /// Whether refusals and skipped fields are errors.
  public var isStrict = false
  /// The access of mirrors. A conformance has the access that Swift requires.
  public var access: GeneratedAccess = .public
  /// For each given header's path, its name below the folder that was given: "linux/tcp.h".
  public var headerNames: [String: String] = [:]
  public var coverage: OutputCoverage = .inputsWithTypes
  /// Whether the plan needs a `schema`.
  public var needsSchema = false
  /// Whether the plan needs a `renderModel` with files, and `layoutChecks`: a check does not, and they are a quarter of planning.
  public var needsFiles = true
  /// Whether the plan needs `accounts`.
  public var needsAccounts = false
  /// Whether the plan needs `importedTypes`: a run without Swift sources does not, and they are 3 % of one for many headers.
  public var needsImportedTypes = true
  /// The positions in groups of bit-fields that the lock has.
  public var keptPositions = KeptPositions()

  public init(module: String) { self.module = module }

  func module(of file: String) -> String { modules[file] ?? module }
}

/// Which Swift files are written.
public enum OutputCoverage: Sendable {
  /// A file for each header or source that has types.
  case inputsWithTypes
  /// A file for each input, so that the names are known before anything is read.
  case everyInput
  /// A file for all headers, and one for all sources.
  case one
}
