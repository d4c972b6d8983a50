import Foundation
import Testing

/// What is recorded in the repository is what the tool does now; `make reference` records it anew.
@Suite struct GoldenTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  @Test(
    "Tests/…Archives is what archivegen writes for the headers and models beside it",
    arguments: [
      (inputs: ["Fixtures/include"], archives: "FixtureArchives"),
      (inputs: ["Graphs/include"], archives: "GraphArchives"),
      (inputs: ["Models", "CModels/include"], archives: "Models/Archives"),
    ])
  func fixtures(inputs: [String], archives: String) throws {
    let workspace = try Workspace()
    let outcome = try workspace.run(
      Workspace.toolPath,
      inputs.map { "\(Self.root)/Tests/\($0)" } + ["-o", "out", "--strict"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let written = workspace.contents(of: "out")
    var recorded: [String: String] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: "\(Self.root)/Tests/\(archives)")
    where name.hasSuffix("+Archive.swift") {
      recorded[name] = try String(contentsOfFile: "\(Self.root)/Tests/\(archives)/\(name)", encoding: .utf8)
    }
    for name in Set(written.keys).union(recorded.keys).sorted() where written[name] != recorded[name] {
      let difference = Self.firstDifference(recorded[name] ?? "", written[name] ?? "")
      Issue.record("\(name) is not as recorded (\(difference)): run 'make reference' and read the difference")
    }
  }

  @Test("The documents' tables of options and attributes are those of the program")
  func options() throws {
    let docc = "\(Self.root)/Sources/ArchiveRuntime/ArchiveRuntime.docc"
    let workspace = try Workspace()
    let outcome = try workspace.run(
      "/usr/bin/env",
      [
        "python3", "\(Self.root)/Tests/Support/reference.py", "--check", Workspace.toolPath, "\(docc)/CommandLine.md",
        "\(docc)/ChangingTypes.md",
        "\(docc)/AnnotatingHeaders.md", "\(docc)/ArchivingSwiftModels.md",
      ])
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  @Test(
    "The manual pages, and the completions for Elvish, are those of the program",
    arguments: [("manual.py", "man"), ("completions.py", "completions/archivegen.elv")])
  func writtenFromProgram(script: String, result: String) throws {
    let workspace = try Workspace()
    let outcome = try workspace.run(
      "/usr/bin/env",
      [
        "python3", "\(Self.root)/Tests/Support/\(script)", "--check", Workspace.toolPath,
        "\(Self.root)/Packaging/\(result)",
      ])
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  private static func firstDifference(_ recorded: String, _ written: String) -> String {
    let lines = (
      recorded.split(separator: "\n", omittingEmptySubsequences: false),
      written.split(separator: "\n", omittingEmptySubsequences: false)
    )
    let line = zip(lines.0, lines.1).prefix { $0 == $1 }.count
    return
      "line \(line + 1): '\(lines.0.dropFirst(line).first ?? "")' recorded, '\(lines.1.dropFirst(line).first ?? "")' written"
  }
}
