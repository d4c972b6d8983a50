import Foundation
import Testing

/// What build farms need: the same bytes in every checkout, and every input named.
@Suite struct ReproducibleOutputTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  /// A checkout in a folder, whose length and depth differ from others'.
  private func checkout(_ folder: String) throws {
    try workspace.write(
      "\(folder)/include/shop/item.h",
      "#pragma once\n#include <stdint.h>\n#include \"shop/unit.h\"\n// archive: name(\"Item\")\nstruct item { uint32_t n; enum unit unit; void *p; };\n"
    )
    try workspace.write(
      "\(folder)/include/shop/unit.h",
      "#pragma once\nenum unit { ONE, TWO };\nstruct pair { enum unit a, b; struct { int x; } in; };\n")
    try workspace.write(
      "\(folder)/Model/Order.swift", "// archive:\nfinal class Order {\n  var count: Int = 1\n  init() {}\n}\n")
    try workspace.write("\(folder)/archivegen.yml", "types:\n  item:\n    fields:\n      p: skip\n")
    try workspace.write("\(folder)/options.rsp", "-D 'UNUSED=1'\n")
  }

  /// Runs in a checkout, by relative or absolute paths.
  private func generate(_ folder: String, isAbsolute: Bool, _ options: String...) throws -> Workspace.Outcome {
    let root = isAbsolute ? "\(workspace.path)/\(folder)/" : ""
    let words =
      [
        "'\(Workspace.toolPath)'", "'\(root)include/shop'", "'\(root)Model'", "-I", "'\(root)include'", "--config",
        "'\(root)archivegen.yml'", "@'\(root)options.rsp'", "--module", "CShop", "-o", "'\(root)out'",
        "--depfile", "'\(root)deps.d'",
      ] + options
    return try workspace.run("/bin/bash", ["-c", "cd '\(folder)' && \(words.joined(separator: " "))"])
  }

  private func outputs(_ folder: String) -> [String: String] { workspace.contents(of: "\(folder)/out") }

  @Test("Two checkouts at different paths give the same bytes, and the same depfile if the arguments are relative")
  func relative() throws {
    let folders = ["one", "a longer/way to/two"]
    for folder in folders {
      try checkout(folder)
      let outcome = try generate(folder, isAbsolute: false)
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    let (first, second) = (outputs(folders[0]), outputs(folders[1]))
    #expect(first.count >= 5 && first == second, "\(first.keys.sorted())")
    #expect(!first.values.contains { $0.contains(workspace.path) })
    let depfiles = try folders.map { try #require(workspace.read("\($0)/deps.d")) }
    #expect(depfiles[0] == depfiles[1] && !depfiles[0].contains(workspace.path))
  }

  @Test("Absolute arguments give the same bytes too; only the depfile has the paths")
  func absolute() throws {
    let folders = ["one", "a longer/way to/two"]
    for folder in folders {
      try checkout(folder)
      for options in [[], ["--single-file", "All.swift"]] {
        let outcome = try generate(folder, isAbsolute: true, options.joined(separator: " "))
        #expect(outcome.status == 0, "\(outcome.errors)")
      }
    }
    #expect(outputs(folders[0]) == outputs(folders[1]) && !outputs(folders[0]).isEmpty)
    #expect(!outputs(folders[0]).values.contains { $0.contains(workspace.path) })
    let depfiles = try folders.map { folder in
      try #require(workspace.read("\(folder)/deps.d")).replacing("\\ ", with: " ")
        .replacing("\(workspace.path)/\(folder)/", with: "")
    }
    #expect(depfiles[0] == depfiles[1])
  }

  @Test("The depfile names everything that decides the output")
  func inputs() throws {
    try checkout("one")
    try workspace.write("one/templates/Import.mustache", try builtinTemplate("Import"))
    try FileManager.default.createDirectory(atPath: "\(workspace.path)/one/none", withIntermediateDirectories: true)
    let lock = try workspace.run(
      "/bin/bash",
      [
        "-c",
        "cd one && '\(Workspace.toolPath)' lock include/shop Model -I include --config archivegen.yml --module CShop",
      ])
    #expect(lock.status == 0, "\(lock.errors)")
    let outcome = try generate("one", isAbsolute: false, "--templates templates")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let depfile = try #require(workspace.read("one/deps.d"))
    let rule = depfile.components(separatedBy: "\n\n")[0]
    for file in [
      "include/shop/item.h", "include/shop/unit.h", "Model/Order.swift", "archivegen.yml", "archivegen.lock",
      "options.rsp", "templates", "templates/Import.mustache", "include/shop", "Model",
    ] {
      #expect(rule.components(separatedBy: " \\\n  ").contains(file), "\(file) is not in \(rule)")
    }
    #expect(rule.contains("/stdint.h"), "system headers are inputs as well")
  }

  @Test("The lock is named in the depfile, and a run that updates it does not make the build stale")
  func updatedLock() throws {
    try workspace.write("h/item.h", "struct item { int a; };\n")
    #expect(try workspace.archivegen("lock", "h", "--module", "CH").status == 0)
    try workspace.write(
      "Makefile",
      "out/All.swift:\n\t@echo made; '\(Workspace.toolPath)' h --module CH -o out --single-file All.swift --depfile deps.d -q\n-include deps.d\n"
    )
    #expect(try workspace.run("/usr/bin/env", ["make", "-s"]).output.contains("made"))
    #expect(try #require(workspace.read("deps.d")).contains("archivegen.lock"))
    #expect(try workspace.run("/usr/bin/env", ["make", "-s"]).output.isEmpty)
    try workspace.write("h/item.h", "struct item { int a, b; };\n")
    #expect(try workspace.run("/usr/bin/env", ["make", "-s"]).output.contains("made"))
    let locks = workspace.contents(of: ".").filter { $0.key.hasSuffix("archivegen.lock") }
    #expect(locks.values.contains { $0.contains("  b ") }, "\(locks)")
    #expect(try workspace.run("/usr/bin/env", ["make", "-s"]).output.isEmpty)
  }

  @Test("--version names the libclang that a run would use, and says so if there is none")
  func version() throws {
    let outcome = try workspace.archivegen("--version")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 2 && lines[0].contains(#/\d+\.\d+/#), "\(outcome.output)")
    #expect(lines[1].hasPrefix("libclang: ") && lines[1].contains("clang version "), "\(outcome.output)")
    let path = try #require(lines[1].components(separatedBy: ", ").last)
    #expect(FileManager.default.fileExists(atPath: path), "\(path)")
    let without = try workspace.archivegen("--version", environment: ["LIBCLANG_PATH": "/nowhere"])
    #expect(without.status == 0)
    #expect(without.output.contains("libclang: none; there is no libclang at '/nowhere'"), "\(without.output)")
  }

  private func builtinTemplate(_ name: String) throws -> String {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().path
    return try String(contentsOfFile: "\(root)/Templates/\(name).mustache", encoding: .utf8)
  }
}
