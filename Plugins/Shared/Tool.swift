import Foundation
import PackagePlugin

/// The archivegen that a plugin runs. The first of these is used: the environment variable ARCHIVEGEN, `tool:` in
/// archivegen.yml, PATH, an artifact bundle, a build from source by the trait `ToolFromSource`.
struct Tool {
  let url: URL
  /// Where it was found, for messages: "in PATH".
  let origin: String

  static let name = "archivegen"

  /// The environment from which archivegen knows that it is run for a package, so that it proposes commands of SwiftPM.
  ///
  /// - Parameter target: the Swift target of the run; nil for a run without targets.
  static func place(of target: String?) -> [String: String] {
    var environment = ["ARCHIVEGEN_COMMAND": "swift package --allow-writing-to-package-directory archivegen"]
    environment["ARCHIVEGEN_TARGET"] = target
    return environment
  }

  /// - Parameters:
  ///   - settings: of the target that code is generated for; nil for a run without targets.
  ///   - purpose: what cannot be done without the tool, for the message.
  /// - Throws: `PluginFailure` if none is found, or if the one that somebody chose cannot be executed.
  static func find(_ context: PluginContext, settings: TargetSettings?, purpose: String) throws -> Tool {
    let environment = ProcessInfo.processInfo.environment
    if let path = environment["ARCHIVEGEN"], !path.isEmpty {
      let folder = context.package.directoryURL
      return try chosen(path, relativeTo: folder, "by the environment variable ARCHIVEGEN")
    }
    if let file = settings?.file, let path = settings?.tool {
      return try chosen(path, relativeTo: file.deletingLastPathComponent(), "by 'tool' in \(file.lastPathComponent)")
    }
    for folder in (environment["PATH"] ?? "").split(separator: ":") {
      let url = URL(fileURLWithPath: String(folder)).appendingPathComponent(name)
      if isExecutable(url) { return Tool(url: url, origin: "in PATH") }
    }
    let bundles = ArtifactBundle.all(of: context.package)
    for bundle in bundles {
      if let url = bundle.executable(name) { return Tool(url: url, origin: "in \(bundle.url.lastPathComponent)") }
    }
    if let built = try? context.tool(named: name) { return Tool(url: built.url, origin: "built from source") }
    throw PluginFailure(missing(purpose, bundles))
  }

  private static func chosen(_ path: String, relativeTo folder: URL, _ origin: String) throws -> Tool {
    let expanded = (path as NSString).expandingTildeInPath
    let url = URL(fileURLWithPath: expanded, relativeTo: folder).standardizedFileURL
    if url.pathExtension == "artifactbundle" {
      guard let executable = ArtifactBundle(url: url).executable(name) else {
        throw PluginFailure(
          "'\(url.path)', named \(origin), has no archivegen for \(ArtifactBundle.host): name another, or the executable itself"
        )
      }
      return Tool(url: executable, origin: "named \(origin)")
    }
    guard isExecutable(url) else {
      throw PluginFailure(
        "'\(url.path)', named \(origin), is not an executable file: write the path of an installed archivegen")
    }
    return Tool(url: url, origin: "named \(origin)")
  }

  private static func isExecutable(_ url: URL) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) && !isFolder.boolValue
      && FileManager.default.isExecutableFile(atPath: url.path)
  }

  private static func missing(_ purpose: String, _ bundles: [ArtifactBundle]) -> String {
    var text = """
      archivegen was not found, so \(purpose). Do one of these:
        - install archivegen, so that it is in PATH
        - set the environment variable ARCHIVEGEN to its path
        - write 'tool: PATH' in archivegen.yml
        - add its artifact bundle as a binary target of the package
        - build it from source: add 'traits: ["ToolFromSource"]' to archivegen's '.package(…)' in Package.swift
      """
    for bundle in bundles {
      text += "\nThe artifact bundle '\(bundle.url.lastPathComponent)' has no archivegen for \(ArtifactBundle.host)."
    }
    return text
  }
}
