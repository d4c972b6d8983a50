/// A module that generated code imports.
public struct GeneratedImport: Sendable, Hashable {
  /// The library's module.
  public static let runtime = "ArchiveRuntime"
  /// The module that the table of releases needs besides.
  public static let evolution = "ArchiveEvolution"

  public let module: String
  /// The widest access of the declarations that use its types.
  public let access: GeneratedAccess

  public init(_ module: String, _ access: GeneratedAccess) {
    self.module = module
    self.access = access
  }
}
