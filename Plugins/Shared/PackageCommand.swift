import Foundation
import PackagePlugin

/// Runs archivegen for the targets of a package, for the command plugins.
struct PackageCommand {
  let context: PluginContext
  let request: CommandRequest

  init(_ arguments: [String], in context: PluginContext) {
    self.context = context
    request = CommandRequest(arguments, in: context.package)
  }

  /// - Throws: `PluginFailure` if archivegen fails for a target.
  func run(_ subcommand: String) throws {
    guard ["generate", "check", "lock", "mark"].contains(subcommand) else {
      let tool = try Tool.find(context, settings: nil, purpose: "'\(subcommand)' cannot run")
      let status = try run(tool, request.arguments)
      if status != 0 { throw PluginFailure("archivegen \(subcommand) ended with exit code \(status)") }
      return
    }
    let targets = try request.targets(of: context.package)
    if subcommand == "generate" { try checkPurpose(targets) }
    var failures: [String] = []
    for inputs in select(targets, for: subcommand) {
      let tool = try Tool.find(context, settings: inputs.settings, purpose: "'\(subcommand)' cannot run")
      print("\(inputs.target.name): \(tool.url.path), \(tool.origin)")
      let status = try run(tool, request.arguments(for: inputs), target: inputs.target.name)
      if status != 0 {
        failures.append("archivegen \(subcommand) ended with exit code \(status) for '\(inputs.target.name)'")
      }
    }
    if !failures.isEmpty { throw PluginFailure(failures.joined(separator: "\n")) }
  }

  /// Targets without a lock are not checked if another one has a lock. After a release that failed for some of the targets, the same
  /// command is for these.
  private func select(_ targets: [TargetInputs], for subcommand: String) -> [TargetInputs] {
    if let release = request.release {
      let others = targets.filter { !$0.hasRelease(release) }
      for inputs in targets where !others.isEmpty && inputs.hasRelease(release) {
        print("\(inputs.target.name): '\(inputs.lock.path)' has the release \(release) already")
      }
      return others.isEmpty ? targets : others
    }
    guard subcommand == "check" else { return targets }
    let locked = targets.filter { FileManager.default.fileExists(atPath: $0.lock.path) }
    for inputs in targets where !locked.isEmpty && !locked.contains(where: { $0.target.id == inputs.target.id }) {
      print("\(inputs.target.name): not checked, because there is no '\(inputs.lock.path)'")
    }
    return locked.isEmpty ? targets : locked
  }

  private func checkPurpose(_ targets: [TargetInputs]) throws {
    if request.hasOutput, targets.count > 1 {
      throw PluginFailure(
        "'-o' needs one target, and these have types to archive: \(targets.map(\.target.name).joined(separator: ", ")); name it with --target"
      )
    }
    let manifest = context.package.directoryURL.appendingPathComponent("Package.swift")
    let text = FileManager.default.contents(atPath: manifest.path).map { String(decoding: $0, as: UTF8.self) } ?? ""
    if !request.hasTargets, text.contains("ArchivegenPlugin") {
      throw PluginFailure(
        "Package.swift applies ArchivegenPlugin, which generates code at each build; for a target without it, name the target with --target"
      )
    }
  }

  private func run(_ tool: Tool, _ arguments: [String], target: String? = nil) throws -> Int32 {
    let process = Process()
    process.executableURL = tool.url
    process.arguments = arguments
    // What archivegen proposes is typed here.
    process.environment = ProcessInfo.processInfo.environment.merging(Tool.place(of: target)) { _, place in place }
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
