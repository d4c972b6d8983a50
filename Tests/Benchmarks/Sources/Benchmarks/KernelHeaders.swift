import Foundation

/// The kernel's headers for user programs, as many of them as go into one module.
struct KernelHeaders {
  static let folder = "/usr/include/linux"
  static let module = "CLinux"

  /// Headers that do not parse, or not after others; names below the folder.
  let excluded: [String]
  /// In archivegen's order.
  let included: [String]
  /// What archivegen wrote for them.
  let output: String

  /// Asks archivegen: `--keep-going` writes the module of the headers that have no errors. Without one of them another
  /// may parse, or no longer do so; hence the rounds.
  static func find(archivegen: String, in work: String, excluding names: [String] = []) throws -> KernelHeaders {
    let all = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".h") }
    var excluded = names
    for round in 1...5 {
      let output = "\(work)/probe-\(names.count)-\(round)"
      let outcome = try Subprocess(
        arguments: [archivegen] + arguments(excluding: excluded) + ["-o", output, "--keep-going", "-q"]
      ).run()
      let lines = try String(contentsOfFile: "\(output)/\(module).h", encoding: .utf8).split(separator: "\n")
      let included = lines.filter { $0.hasPrefix("#include <linux/") }.map {
        String($0.dropFirst("#include <linux/".count).dropLast())
      }
      if outcome.succeeded { return KernelHeaders(excluded: excluded, included: included, output: output) }
      excluded = Set(all).subtracting(included).sorted()
    }
    throw CheckFailure(description: "archivegen finds no set of kernel headers without errors")
  }

  var arguments: [String] { Self.arguments(excluding: excluded) }

  private static func arguments(excluding names: [String]) -> [String] {
    [folder, "--module", module] + names.flatMap { ["--exclude", $0] }
  }

  /// Those of the headers that include one of `names`, directly or not, and `names` themselves.
  func dependents(of names: Set<String>) throws -> Set<String> {
    let texts = try included.map { ($0, try String(contentsOfFile: "\(Self.folder)/\($0)", encoding: .isoLatin1)) }
    var found = names
    var open = Array(names)
    while let name = open.popLast() {
      for (header, text) in texts where text.contains("<linux/\(name)>") && found.insert(header).inserted {
        open.append(header)
      }
    }
    return found
  }
}
