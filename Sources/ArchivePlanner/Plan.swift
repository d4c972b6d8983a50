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
