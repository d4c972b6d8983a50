import Foundation

/// The kernel's headers for user programs, as many of them as go into one module.
struct KernelHeaders {
  static let folder = "/usr/include/linux"
  static let module = "CLinux"

  /// Headers that do not parse, or not after others; names below the folder.
  let excluded: [String]
  /// In archivegen's order.
  let included: [String]

  /// Asks archivegen: `--keep-going` writes the module of the headers that have no errors. Without one of them another
  /// may parse, or no longer do so; hence the rounds.
  static func find(archivegen: String, in work: String) throws -> KernelHeaders {
    let all = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".h") }
    var excluded: [String] = []
    for round in 1...5 {
      let output = "\(work)/probe-\(round)"
      let outcome = try Subprocess(
        arguments: [archivegen, folder, "-o", output, "--module", module, "--keep-going", "-q"] + arguments(excluding: excluded)
      ).run()
      let lines = try String(contentsOfFile: "\(output)/\(module).h", encoding: .utf8).split(separator: "\n")
      let included = lines.filter { $0.hasPrefix("#include <linux/") }.map { String($0.dropFirst("#include <linux/".count).dropLast()) }
      if outcome.succeeded { return KernelHeaders(excluded: excluded, included: included) }
      excluded = Set(all).subtracting(included).sorted()
    }
    throw CheckFailure(description: "archivegen finds no set of kernel headers without errors")
  }

  var arguments: [String] { [Self.folder, "--module", Self.module] + Self.arguments(excluding: excluded) }

  private static func arguments(excluding names: [String]) -> [String] { names.flatMap { ["--exclude", $0] } }
}
