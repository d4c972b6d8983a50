import Foundation
import PackagePlugin

/// A C target or system library, as archivegen reads it.
struct CModule {
  /// The name that Swift imports.
  let name: String
  /// The inputs: the folder of the public headers, or single headers.
  let inputs: [URL]
  /// The folders of the target, where its lock may be.
  let folders: [URL]
  /// Headers in that folder that do not belong to the module, relative to it.
  let excluded: [String]
  /// Options for reading: folders to search, macros, options of pkg-config.
  let options: [String]
  /// Whether macros are defined that Swift does not know when it imports the module.
  let hasDefines: Bool
  /// For a module that is a whole folder: its target, and the headers in the folder.
  let folder: (target: String, headers: [String])?
  /// Every file that reading may need.
  let files: [URL]

  /// - Returns: nil for a target without C headers.
  init?(_ target: any Target) {
    switch target {
    case let target as ClangSourceModuleTarget: self.init(target)
    case let target as SystemLibraryTarget: self.init(target)
    default: return nil
    }
  }

  private init?(_ target: ClangSourceModuleTarget) {
    // This one has macros for the headers of others, and no types.
    guard target.name != "ArchiveAnnotations", target.kind == .generic,
      let folder = target.publicHeadersDirectoryURL?.standardizedFileURL
    else { return nil }
    let all = HeaderScan.headers(below: folder)
    let headers = all.filter { $0.pathExtension == "h" }
    guard !headers.isEmpty else { return nil }
    let searched = target.headerSearchPaths.map {
      URL(fileURLWithPath: $0, relativeTo: target.directoryURL).standardizedFileURL
    }
    let mapFile = folder.appendingPathComponent("module.modulemap")
    let map = FileManager.default.fileExists(atPath: mapFile.path) ? ModuleMap(mapFile) : nil
    // These are SwiftPM's rules for targets without a module map.
    let umbrella = ["\(target.moduleName).h", "\(target.moduleName)/\(target.moduleName).h"]
    let roots: [URL]
    if let map {
      roots = map.hasUmbrellaFolder ? headers : map.headers.compactMap { HeaderScan.find($0, in: [folder]) }
    } else {
      roots = umbrella.compactMap { HeaderScan.find($0, in: [folder]) }
    }
    let visible = Set(HeaderScan.closure(of: roots, searching: [folder] + searched).map(\.path))
    name = map?.name ?? target.moduleName
    self.folder = map == nil && roots.isEmpty ? (target.name, headers.map(\.path)) : nil
    inputs = [folder]
    folders = [target.directoryURL.standardizedFileURL, folder]
    excluded =
      visible.isEmpty
      ? [] : headers.map(\.path).filter { !visible.contains($0) }.map { String($0.dropFirst(folder.path.count + 1)) }
    options = ([folder] + searched).map { "-I\($0.path)" } + target.preprocessorDefinitions.map { "-D\($0)" }
    hasDefines = !target.preprocessorDefinitions.isEmpty
    // What the target's folder has may be included later, without a new file.
    let below = HeaderScan.headers(below: target.directoryURL) + searched.flatMap(HeaderScan.headers(below:))
    files = HeaderScan.closure(of: headers, searching: [folder] + searched) + all + below
  }

  private init?(_ target: SystemLibraryTarget) {
    let mapFile = target.directoryURL.appendingPathComponent("module.modulemap")
    let map = ModuleMap(mapFile)
    guard let name = map.name else { return nil }
    let own = map.headers.compactMap { header in
      header.hasPrefix("/") ? URL(fileURLWithPath: header) : HeaderScan.find(header, in: [target.directoryURL])
    }
    guard !own.isEmpty else { return nil }
    // The header of such a target usually only includes those of the library, which pkg-config finds.
    let folders = target.compilerFlags.filter { $0.hasPrefix("-I") }.map {
      URL(fileURLWithPath: String($0.dropFirst(2)))
    }
    let library = own.flatMap(HeaderScan.includes(of:)).compactMap { HeaderScan.find($0.name, in: folders) }
    self.name = name
    folder = nil
    self.folders = [target.directoryURL]
    inputs = own + library.filter { !own.contains($0) }
    excluded = []
    options = target.compilerFlags
    hasDefines = false
    files = inputs + [mapFile]
  }

  /// The C targets and system libraries that a Swift target depends on, through C targets but not through other Swift
  /// targets: these generate code for their own. With `names`, all of these names, however they are reached.
  ///
  /// - Throws: `PluginFailure` for a name that the target does not depend on.
  static func all(of target: SwiftSourceModuleTarget, named names: [String]?) throws -> [CModule] {
    let reachable = target.recursiveTargetDependencies
    guard let names else { return direct(of: target).compactMap(CModule.init) }
    return try names.map { name in
      let module = reachable.lazy.compactMap(CModule.init).first { $0.name == name }
      guard let module else {
        let known = reachable.compactMap(CModule.init).map(\.name).sorted()
        throw PluginFailure(
          "'modules' in archivegen.yml names '\(name)', which is not a C module that the target '\(target.name)' depends on: "
            + (known.isEmpty ? "it depends on none" : "these are \(known.joined(separator: ", "))"))
      }
      return module
    }
  }

  /// The options of modules that others include, which do not get code.
  static func searchedFolders(of target: SwiftSourceModuleTarget) -> [String] {
    target.recursiveTargetDependencies.compactMap { dependency in
      (dependency as? ClangSourceModuleTarget)?.publicHeadersDirectoryURL.map { "-I\($0.standardizedFileURL.path)" }
    }
  }

  private static func direct(of target: any Target) -> [any Target] {
    var found: [any Target] = []
    var seen: Set<String> = []
    func visit(_ target: any Target) {
      guard target is ClangSourceModuleTarget || target is SystemLibraryTarget, seen.insert(target.id).inserted else {
        return
      }
      found.append(target)
      dependencies(of: target).forEach(visit)
    }
    dependencies(of: target).forEach(visit)
    return found
  }

  private static func dependencies(of target: any Target) -> [any Target] {
    target.dependencies.flatMap { dependency -> [any Target] in
      switch dependency {
      case .target(let target): [target]
      case .product(let product): product.targets
      @unknown default: []
      }
    }
  }
}
