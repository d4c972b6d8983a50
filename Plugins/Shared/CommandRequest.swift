import Foundation
import PackagePlugin

/// The arguments of a command plugin.
struct CommandRequest {
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

  /// The name that `lock release` gives; nil for other commands, and with golden archives, which a release may get later.
  var release: String? {
    guard arguments.count > 2, arguments.prefix(2) == ["lock", "release"], !arguments[2].hasPrefix("-"),
      !arguments.contains(where: { $0.hasPrefix("--goldens") })
    else { return nil }
    return arguments[2]
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
