import Foundation
import PackagePlugin

/// Generates the code of a Swift target when it is built: one file for the C modules that the target depends on and for
/// its marked types.
@main
struct ArchivegenPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target as? SwiftSourceModuleTarget else {
      throw PluginFailure(
        "ArchivegenPlugin is for Swift targets, and '\(target.name)' is none: apply it to the Swift target that depends on '\(target.name)'"
      )
    }
    let inputs = try TargetInputs(target, in: context.package)
    if let first = inputs.generated.first {
      throw PluginFailure(
        "'\(first.path)' was written by archivegen, and ArchivegenPlugin generates the same at each build: remove the file, or the plugin from the target '\(target.name)'"
      )
    }
    let tool = try Tool.find(
      context, settings: inputs.settings, purpose: "no code can be generated for the target '\(target.name)'")
    AddedHeaders(workDirectory: context.pluginWorkDirectoryURL).show(inputs.modules)
    // SwiftPM shortens the command's name after a slash, and shows remarks with --verbose.
    Diagnostics.remark("archivegen for '\(target.name)': \(tool.url.path), \(tool.origin)")
    // A folder for each combination of modules, because archivegen does not replace what it wrote for another module.
    let folder = context.pluginWorkDirectoryURL.appendingPathComponent(
      inputs.modules.isEmpty ? "Swift" : inputs.modules.map(\.name).joined(separator: "+"))
    let options = ["--single-file", inputs.outputName, "--no-module-map", "--no-cache", "--keep-lock"]
    return [
      .buildCommand(
        displayName: "Generating \(inputs.outputName) by archivegen \(tool.origin)",
        executable: tool.url,
        arguments: inputs.arguments + options + ["-o", folder.path, "--"] + inputs.inputs,
        environment: Tool.place(of: inputs.target.name),
        inputFiles: inputs.files + [tool.url],
        outputFiles: [folder.appendingPathComponent(inputs.outputName)])
    ]
  }
}
