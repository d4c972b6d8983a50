/// The input of the renderer. Every name, key and type is decided; the renderer only spells them.
public struct RenderModel: Sendable {
  /// Swift files for headers, sorted by name.
  public var files: [GeneratedFile]
  /// Swift files for Swift types, sorted by name.
  public var swiftFiles: [GeneratedSwiftFile] = []
  /// The module to be written; nil if the headers have a module map.
  public var module: GeneratedModule?
  /// Written where it is asked for.
  public var releases: GeneratedReleases?

  public init(files: [GeneratedFile], module: GeneratedModule? = nil) {
    self.files = files
    self.module = module
  }
}
