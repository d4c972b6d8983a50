import Foundation
import Testing

/// The module that generated code imports.
@Suite struct RuntimeModuleTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write("h/plain.h", "#pragma once\nstruct plain { int a; int many[400]; };\n")
  }

  private func generate(_ extra: String...) throws -> Workspace.Outcome {
    try workspace.run(Workspace.toolPath, ["h", "--module", "CPlain", "-o", "out"] + extra)
  }

  @Test("The option or the configuration selects the smaller library, in all of the code")
  func selection() throws {
    #expect(try generate("--runtime", "ArchiveRecords").status == 0)
    let text = workspace.read("out/plain+Archive.swift") ?? ""
    #expect(text.contains("@_spi(GeneratedCode) public import ArchiveRecords\n"))
    #expect(text.contains("extension CPlain.plain: ArchiveRecords.ArchivableRecord {"))
    #expect(!text.contains("ArchiveRuntime"))
    try workspace.write("h/archivegen.yml", "runtime: ArchiveRecords\n")
    #expect(try generate().status == 0)
    #expect(workspace.read("out/plain+Archive.swift") == text)
    #expect(try generate("--runtime", "ArchiveRuntime").status == 0)
    #expect(workspace.read("out/plain+Archive.swift")?.contains("ArchiveRecords") == false)
    try workspace.write("h/archivegen.yml", "runtime: ArchiveRecrds\n")
    #expect(try generate().errors.contains("unknown module 'ArchiveRecrds'"))
  }

  @Test("A template of one's own, which names ArchiveRuntime, names the smaller library")
  func ownTemplates() throws {
    try workspace.write("t/Conformance.mustache", "// {{typeName}} is an ArchiveRuntime.ArchivableRecord.\n")
    #expect(try generate("--runtime", "ArchiveRecords", "--templates", "t").status == 0)
    #expect(
      workspace.read("out/plain+Archive.swift")?.contains("is an ArchiveRecords.ArchivableRecord.") == true)
  }

  @Test("The table of releases is for the same library")
  func releases() throws {
    #expect(try workspace.archivegen("lock", "h", "--module", "CPlain").status == 0)
    #expect(try workspace.archivegen("lock", "release", "1.0").status == 0)
    #expect(try generate("--runtime", "ArchiveRecords", "--releases").status == 0)
    let text = workspace.read("out/ArchiveReleases.swift") ?? ""
    #expect(text.contains("import ArchiveRecords\n"))
    #expect(text.contains("ArchiveRecords.ReleaseHistory"))
    #expect(!text.contains("ArchiveRuntime"))
  }

  @Test("Types with pointers and Swift types are errors, because the smaller library cannot archive them")
  func whatItCannotArchive() throws {
    try workspace.write("h/node.h", "#pragma once\nstruct node {\n  int value;\n  struct node *next;\n};\n")
    let run = try generate("--runtime", "ArchiveRecords")
    #expect(run.status == 1)
    #expect(run.errors.contains("node.h:2:8: error: 'struct node' has pointers"))
    #expect(run.errors.contains("[missing-runtime]"))
    #expect(workspace.read("out/plain+Archive.swift") == nil)
    try workspace.write(
      "h/node.h", "#pragma once\nstruct node {\n  int value;\n  struct node *next;  // archive: skip\n};\n")
    #expect(try generate("--runtime", "ArchiveRecords").status == 0)
    try workspace.write("h/Model.swift", "// archive:\nstruct Model { var a = 0 }\n")
    let models = try generate("--runtime", "ArchiveRecords")
    #expect(models.status == 1)
    #expect(
      models.errors.contains("Model.swift' is a Swift source, whose types the module 'ArchiveRecords' cannot archive"))
  }

  @Test("A C module or type cannot have the library's name")
  func reservedNames() throws {
    #expect(
      try workspace.run(Workspace.toolPath, ["h", "--module", "ArchiveRecords", "-o", "out"]).errors.contains(
        "the generated code imports another module 'ArchiveRecords'"))
    try workspace.write("h/plain.h", "struct ArchiveRecords { int a; };\n")
    #expect(
      try generate("--runtime", "ArchiveRecords").errors.contains(
        "a type named 'ArchiveRecords' hides the library of that name"))
  }
}
