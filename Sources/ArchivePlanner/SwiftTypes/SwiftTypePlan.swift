import ArchiveModel

/// What planning Swift types gives.
public struct SwiftTypePlan: Sendable {
  public var files: [GeneratedSwiftFile] = []
  public var diagnostics: [Diagnostic] = []
  public var summary = Plan.Summary()
  /// What archives have of the types.
  public var schema = ArchivedSchema()
}
