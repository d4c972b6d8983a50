/// What the renderer prints: every name, key and type is decided here, and nothing is spelled yet.
public struct RenderModel: Sendable {
  /// Swift files, sorted by name.
  public var files: [GeneratedFile]
  /// Of Swift types, sorted by name.
  public var swiftFiles: [GeneratedSwiftFile] = []
  /// Written where the headers have no module map of their own.
  public var module: GeneratedModule?
  /// Written where it is asked for.
  public var releases: GeneratedReleases?

  public init(files: [GeneratedFile], module: GeneratedModule? = nil) {
    self.files = files
    self.module = module
  }
}
