import Foundation
import Testing

/// The access of generated declarations.
@Suite struct AccessTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write(
      "headers/wide.h", "#pragma once\nstruct wide {\n    int a __attribute__((aligned(32)));\n};\n")
    try workspace.write("headers/plain.h", "#pragma once\nstruct plain {\n    int a;\n};\n")
  }

  private func generate(_ extra: String...) throws -> (outcome: Workspace.Outcome, wide: String, plain: String) {
    let outcome = try workspace.run(Workspace.toolPath, ["headers", "-o", "out"] + extra)
    return (outcome, workspace.read("out/wide+Archive.swift") ?? "", workspace.read("out/plain+Archive.swift") ?? "")
  }

  @Test("Structs for records are public unless the option, the configuration or an attribute says otherwise")
  func mirrors() throws {
    #expect(try generate().wide.contains("\nnonisolated public struct wide:"))
    #expect(try generate("--access", "package").wide.contains("\nnonisolated package struct wide:"))
    #expect(try generate("--access", "internal").wide.contains("\nnonisolated struct wide:"))
    try workspace.write("headers/archivegen.yml", "access: internal\n")
    #expect(try generate().wide.contains("\nnonisolated struct wide:"))
    #expect(try generate("--access", "public").wide.contains("\nnonisolated public struct wide:"))
    try workspace.write("headers/archivegen.yml", "access: public\ntypes:\n  wide:\n    archive: access(package)\n")
    #expect(try generate().wide.contains("\nnonisolated package struct wide:"))
  }

  @Test("Imports are public only for public types and for conformances of C types") func imports() throws {
    let (_, wide, plain) = try generate("--access", "internal")
    #expect(wide.contains("\n@_spi(GeneratedCode) import ArchiveRuntime\nimport CHeaders\n"))
    #expect(plain.contains("\n@_spi(GeneratedCode) public import ArchiveRuntime\npublic import CHeaders\n"))
    #expect(plain.contains(" public static var archiveSchema"))
  }

  @Test("An access that Swift does not allow here, and an unknown one, are errors at their locations") func errors()
    throws
  {
    try workspace.write(
      "headers/plain.h", "#pragma once\n// archive: access(internal)\nstruct plain {\n    int a;\n};\n")
    var outcome = try generate().outcome
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.contains("headers/plain.h:2:13: error: what is generated for 'struct plain' cannot be internal"),
      "\(outcome.errors)")
    try workspace.write(
      "headers/plain.h", "#pragma once\n// archive: access(private)\nstruct plain {\n    int a;\n};\n")
    outcome = try generate().outcome
    #expect(
      outcome.errors.contains(
        "headers/plain.h:2:20: error: 'private' is not a possible access level of generated code"),
      "\(outcome.errors)")
    try workspace.write("headers/archivegen.yml", "access: open\n")
    outcome = try generate().outcome
    #expect(outcome.errors.contains("headers/archivegen.yml:1:9: error: unknown access 'open'"), "\(outcome.errors)")
    #expect(try generate("--access", "open").outcome.status == 64)
  }
}
