import ArchiveModel

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
