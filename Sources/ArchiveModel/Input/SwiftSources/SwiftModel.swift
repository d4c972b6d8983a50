/// The result of reading Swift sources: their types, as declared.
public struct SwiftModel: Sendable, Equatable {
  /// The files in the given order.
  public var files: [SwiftFile]
  public var diagnostics: [Diagnostic]

  public init(files: [SwiftFile] = [], diagnostics: [Diagnostic] = []) {
    self.files = files
    self.diagnostics = diagnostics
  }
}
