import Foundation
import PackagePlugin

/// `swift package archivegen SUBCOMMAND …`, for packages that commit generated code, and for locks.
///
/// `generate`, `check`, `lock` and `mark` run for each Swift target that depends on C modules or has marked types, or for those
/// of `--target`. Other subcommands get the arguments as they are.
@main
struct ArchivegenCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let request = Request(arguments, in: context.package)
    guard let subcommand = request.subcommand else {
      throw PluginFailure(
        "usage: swift package [--allow-writing-to-package-directory] archivegen generate|check|lock|mark|… [--target TARGET] [OPTION]…"
      )
    }
    guard ["generate", "check", "lock", "mark"].contains(subcommand) else {
      let tool = try Tool.find(context, settings: nil, purpose: "'\(subcommand)' cannot run")
      let status = try run(tool, request.arguments, in: context)
      if status != 0 { throw PluginFailure("archivegen \(subcommand) ended with exit code \(status)") }
      return
    }
    let targets = try request.targets(of: context.package)
    if subcommand == "generate" { try checkPurpose(request, targets, context.package) }
    var failures: [String] = []
    for inputs in select(targets, for: subcommand) {
      let tool = try Tool.find(context, settings: inputs.settings, purpose: "'\(subcommand)' cannot run")
      print("\(inputs.target.name): \(tool.url.path), \(tool.origin)")
      let status = try run(tool, request.arguments(for: inputs), target: inputs.target.name, in: context)
      if status != 0 {
        failures.append("archivegen \(subcommand) ended with exit code \(status) for '\(inputs.target.name)'")
      }
    }
    if !failures.isEmpty { throw PluginFailure(failures.joined(separator: "\n")) }
  }

  /// Targets without a lock are not checked if another one has a lock.
  private func select(_ targets: [TargetInputs], for subcommand: String) -> [TargetInputs] {
    guard subcommand == "check" else { return targets }
    let locked = targets.filter { FileManager.default.fileExists(atPath: $0.lock.path) }
    for inputs in targets where !locked.isEmpty && !locked.contains(where: { $0.target.id == inputs.target.id }) {
      print("\(inputs.target.name): not checked, because there is no '\(inputs.lock.path)'")
    }
    return locked.isEmpty ? targets : locked
  }

  private func checkPurpose(_ request: Request, _ targets: [TargetInputs], _ package: Package) throws {
    if request.hasOutput, targets.count > 1 {
      throw PluginFailure(
        "'-o' needs one target, and these have types to archive: \(targets.map(\.target.name).joined(separator: ", ")); name it with --target"
      )
    }
    let manifest = package.directoryURL.appendingPathComponent("Package.swift")
    let text = FileManager.default.contents(atPath: manifest.path).map { String(decoding: $0, as: UTF8.self) } ?? ""
    if !request.hasTargets, text.contains("ArchivegenPlugin") {
      throw PluginFailure(
        "Package.swift applies ArchivegenPlugin, which generates code at each build; for a target without it, name the target with --target"
      )
    }
  }

  private func run(
    _ tool: Tool, _ arguments: [String], target: String? = nil, in context: PluginContext
  ) throws -> Int32 {
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

/// The arguments of the command.
private struct Request {
  private(set) var subcommand: String?
  /// The subcommand and its arguments, without targets of the package.
  private(set) var arguments: [String] = []
  private var names: [String] = []

  /// - Parameter package: its targets tell `--target NAME` from `--target TRIPLE`, which is archivegen's.
  init(_ arguments: [String], in package: Package) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      let next = argument == "--target" ? rest.first : nil
      let joined = argument.hasPrefix("--target=") ? String(argument.dropFirst("--target=".count)) : nil
      if let name = next ?? joined, package.targets.contains(where: { $0.name == name }) {
        names.append(name)
        if next != nil { _ = rest.popFirst() }
      } else {
        self.arguments.append(argument)
      }
    }
    subcommand = self.arguments.first
  }

  var hasTargets: Bool { !names.isEmpty }

  var hasOutput: Bool { arguments.contains { $0 == "--output" || $0.hasPrefix("-o") || $0.hasPrefix("--output=") } }

  func targets(of package: Package) throws -> [TargetInputs] {
    let swift = package.targets.compactMap { $0 as? SwiftSourceModuleTarget }
    if hasTargets {
      return try names.map { name in
        guard let target = swift.first(where: { $0.name == name }) else {
          throw PluginFailure("the target '\(name)' is not a Swift target: name the one that depends on it")
        }
        return try TargetInputs(target, in: package)
      }
    }
    let all = try swift.filter { $0.kind == .generic || $0.kind == .executable }.map {
      try TargetInputs($0, in: package)
    }
    // Marking is what comes first.
    let found = subcommand == "mark" ? all : all.filter { !$0.modules.isEmpty || $0.hasMarks }
    guard !found.isEmpty else {
      throw PluginFailure(
        "no Swift target of the package depends on a C target, or has a type that is marked with '// archive:'")
    }
    return found
  }

  /// The arguments of archivegen for one target.
  func arguments(for inputs: TargetInputs) -> [String] {
    let rest = Array(arguments.dropFirst())
    // What is done with the lock alone takes no inputs.
    if subcommand == "lock",
      rest.first == "retire-release" || (rest.first == "release" && rest.contains("--as-is"))
    {
      return arguments + ["--lock", inputs.lock.path]
    }
    var words = [subcommand ?? "generate"]
    var options = rest
    if subcommand == "lock", let first = rest.first, ["tests", "update", "release"].contains(first) {
      words.append(first)
      options.removeFirst()
    }
    if subcommand == "generate" {
      words.append("--no-module-map")
      if !hasOutput { words += ["-o", inputs.target.directoryURL.appendingPathComponent("Generated").path] }
    }
    return words + inputs.arguments + options + ["--"] + inputs.inputs
  }
}
