/// The module of the library that generated code calls.
public enum RuntimeModule: String, Sendable, Hashable, CaseIterable {
  /// Everything.
  case all = "ArchiveRuntime"
  /// C records alone: no graphs of pointers and no Swift types. A program with it is half as large.
  case records = "ArchiveRecords"

  /// Whether it can archive types with pointers, and Swift types.
  public var hasGraphs: Bool { self == .all }

  /// The text of a template, in which the module stands under the name of the whole runtime.
  public func renamed(in template: String) -> String {
    self == .all ? template : template.replacing(RuntimeModule.all.rawValue, with: rawValue)
  }
}
