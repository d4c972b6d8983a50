import ArchiveModel

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

/// A module that generated code imports.
public struct GeneratedImport: Sendable, Hashable {
  /// The library's module.
  public static let runtime = "ArchiveRuntime"
  /// The module that the table of releases needs besides.
  public static let evolution = "ArchiveEvolution"

  public let module: String
  /// The widest access of the declarations that use its types.
  public let access: GeneratedAccess
  /// Whether the app's sources import the module with an access level, so that Swift wants one wherever it is imported.
  public var isRestricted = false

  public init(_ module: String, _ access: GeneratedAccess) {
    self.module = module
    self.access = access
  }
}

extension RenderModel {
  /// Gives the imports of these modules an access level.
  public mutating func restrictImports(of modules: Set<String>) {
    if modules.isEmpty { return }
    func restrict(_ imports: inout [GeneratedImport]) {
      for index in imports.indices where modules.contains(imports[index].module) { imports[index].isRestricted = true }
    }
    for index in files.indices { restrict(&files[index].imports) }
    for index in swiftFiles.indices { restrict(&swiftFiles[index].imports) }
    if var changed = releases {
      restrict(&changed.imports)
      releases = changed
    }
  }
}

/// The generated file by which a program saves archives for its earlier releases.
public struct GeneratedReleases: Sendable {
  public static let fileName = "ArchiveReleases.swift"

  /// The lock's file name.
  public let lock: String
  /// The headers' module; nil where there are only Swift types.
  public let module: String?
  public let access: GeneratedAccess
  public var imports: [GeneratedImport]
  /// Those of the table that the runtime reads.
  public let lines: [String]

  public init(lock: String, module: String?, access: GeneratedAccess, lines: [String]) {
    self.lock = lock
    self.module = module
    self.access = access
    imports = [GeneratedImport.evolution, GeneratedImport.runtime].map { GeneratedImport($0, access) }
    self.lines = lines
  }
}
