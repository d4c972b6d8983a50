/// How the code of one schema names what its fields lead to. The same record may have other names in another file, or
/// within its own extension.
public struct SchemaNames: Sendable {
  public var records: [Record.ID: SchemaReference] = [:]
  /// By their archived names.
  public var cells: [String: SchemaReference] = [:]
  /// Of records with function pointers.
  public var types: [Record.ID: SwiftName] = [:]
  public var standardLibrary: SwiftName.Module

  public init(standardLibrary: SwiftName.Module = .member("Swift")) { self.standardLibrary = standardLibrary }
}
