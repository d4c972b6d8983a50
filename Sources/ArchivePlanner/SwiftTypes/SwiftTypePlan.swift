import ArchiveModel

/// The result of planning Swift types.
public struct SwiftTypePlan: Sendable {
  public var files: [GeneratedSwiftFile] = []
  public var diagnostics: [Diagnostic] = []
  public var summary = Plan.Summary()
  /// The types in archives.
  public var schema = ArchivedSchema()
}
