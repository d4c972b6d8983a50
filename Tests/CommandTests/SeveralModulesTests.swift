import Foundation
import Testing

/// What the plugins of Swift packages use: headers of several modules, one output file, a lock that is only read.
@Suite struct SeveralModulesTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write("base/base.h", "#pragma once\nstruct base {\n    int number;\n};\nenum colour { RED, BLUE };\n")
    try workspace.write(
      "app/app.h", "#include \"../base/base.h\"\nstruct app {\n    struct base base;\n    enum colour colour;\n};\n")
    try workspace.write(
      "Model/Model.swift", "// archive:\nstruct Model {\n  var app: app = .init()\n  var base: base = .init()\n}\n")
  }

  private static let folders = ["--module-folder", "CApp=app", "--module-folder", "CBase=base"]

  @Test("Each type has the name of its module, and refers to types of the other modules")
  func modules() throws {
    let outcome = try workspace.run(
      Workspace.toolPath, ["app", "base", "Model", "-o", "out", "--no-module-map"] + Self.folders)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let app = try #require(workspace.read("out/app+Archive.swift"))
    #expect(app.contains("for module CApp.") && app.contains("extension CApp.app:"))
    #expect(app.contains(#".record("base", CBase.base.archiveSchema, at: 0)"#))
    #expect(app.contains("\npublic import CApp\n") && app.contains("\nimport CBase\n"))
    let base = try #require(workspace.read("out/base+Archive.swift"))
    #expect(base.contains("for module CBase.") && base.contains("extension CBase.base:"))
    #expect(!base.contains("import CApp"))
    let model = try #require(workspace.read("out/Model+Archive.swift"))
    #expect(model.contains("import CApp\n") && model.contains("import CBase\n"))
  }

  @Test("One file has the types of all modules, and each import once")
  func singleFile() throws {
    let arguments =
      ["app", "base", "Model", "-o", "out", "--no-module-map", "--single-file", "All.swift"] + Self.folders
    let outcome = try workspace.run(Workspace.toolPath, arguments)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(workspace.contents(of: "out").keys.sorted() == ["All.swift"])
    let text = try #require(workspace.read("out/All.swift"))
    for type in ["CApp.app", "CBase.base", "Model"] { #expect(text.contains("extension \(type):"), "\(type)") }
    for line in ["import CApp\n", "import CBase\n", "import ArchiveRuntime\n", "typealias RuntimeInterface"] {
      #expect(text.components(separatedBy: line).count == 2, "\(line)")
    }
    // The first module's last type is gone; the file is still the run's own.
    try workspace.write("app/app.h", "#include \"../base/base.h\"\n")
    try workspace.write("Model/Model.swift", "// archive:\nstruct Model {\n  var base: base = .init()\n}\n")
    #expect(try workspace.run(Workspace.toolPath, arguments).status == 0)
    #expect(workspace.read("out/All.swift")?.contains("CApp.app") == false)
  }

  @Test("The single file of Swift models may become that of headers and models, and the reverse")
  func singleFileOwner() throws {
    let arguments = [
      "base", "Model", "-o", "out", "--no-module-map", "--module", "CBase", "--single-file", "All.swift",
    ]
    try workspace.write("Model/Model.swift", "// archive:\nstruct Model {\n  var number = 1\n}\n")
    try workspace.write("base/base.h", "#define NOTHING 1\n")
    #expect(try workspace.run(Workspace.toolPath, arguments).status == 0)
    try workspace.write("base/base.h", "struct base {\n    int number;\n};\n")
    #expect(try workspace.run(Workspace.toolPath, arguments).status == 0)
    #expect(workspace.read("out/All.swift")?.contains("for module CBase.") == true)
    try workspace.write("base/base.h", "#define NOTHING 1\n")
    #expect(try workspace.run(Workspace.toolPath, arguments).status == 0)
    #expect(workspace.read("out/All.swift")?.contains("for Swift models.") == true)
  }

  @Test(
    "A folder's module has the form NAME=FOLDER, and replaces --module",
    arguments: ["CApp", "=app", "C App=app", "CApp="])
  func form(value: String) throws {
    let outcome = try workspace.archivegen("app", "-o", "out", "--module-folder", value)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("--module-folder"))
    let both = try workspace.archivegen("app", "-o", "out", "--module", "CApp", "--module-folder", "CApp=app")
    #expect(both.status == 64)
    #expect(both.errors.contains("cannot be used together"))
  }

  @Test("With --keep-lock a break stops the run, and a compatible change is a warning")
  func keepLock() throws {
    let arguments = ["base", "-o", "out", "--keep-lock"]
    #expect(try workspace.archivegen("lock", "base").status == 0)
    let lock = try #require(workspace.read("archivegen.lock"))
    try workspace.write("base/base.h", "struct base {\n    int number;\n    int added;\n};\n")
    let added = try workspace.run(Workspace.toolPath, arguments)
    #expect(added.status == 0)
    #expect(added.errors.contains("warning: 'archivegen.lock' lacks changes, all of them compatible [outdated-lock]"))
    #expect(workspace.read("archivegen.lock") == lock)
    #expect(workspace.read("out/base+Archive.swift")?.contains("added") == true)
    try workspace.write("base/base.h", "struct base {\n    int added;\n};\n")
    #expect(try workspace.run(Workspace.toolPath, arguments).status == 2)
    #expect(workspace.read("archivegen.lock") == lock)
  }

  @Test("archivegen.yml leaves out headers, and may have the keys for plugins")
  func configuration() throws {
    try workspace.write("base/broken.h", "struct broken {\n    nothing at all;\n};\n")
    try workspace.write("archivegen.yml", "exclude: [broken.h]\nmodules:\n  - CBase\ntool: bin/archivegen\n")
    let outcome = try workspace.archivegen("base", "-o", "out")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(workspace.exists("out/base+Archive.swift"))
    #expect(try workspace.archivegen("lock", "base").status == 0)
  }
}
