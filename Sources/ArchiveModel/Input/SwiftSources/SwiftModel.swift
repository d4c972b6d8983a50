/// What Swift source says of the types in it: the reader's result, before anything is decided.
public struct SwiftModel: Sendable, Equatable {
  /// In the order in which they were given.
  public var files: [SwiftFile]
  public var diagnostics: [Diagnostic]

  public init(files: [SwiftFile] = [], diagnostics: [Diagnostic] = []) {
    self.files = files
    self.diagnostics = diagnostics
  }
}
