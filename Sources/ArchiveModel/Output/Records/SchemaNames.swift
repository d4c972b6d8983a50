/// The names that the code of one schema uses for the types its fields refer to. They differ between files, and within
/// a record's own extension.
public struct SchemaNames: Sendable {
  public var records: [Record.ID: SchemaReference] = [:]
  /// Pointer cells by archived name.
  public var cells: [String: SchemaReference] = [:]
  /// Records with function pointers.
  public var types: [Record.ID: SwiftName] = [:]
  public var standardLibrary: SwiftName.Module

  public init(standardLibrary: SwiftName.Module = .member("Swift")) { self.standardLibrary = standardLibrary }
}
