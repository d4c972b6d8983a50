import Foundation
import Testing

/// Mistakes in a configuration of Swift models, and inputs in which nothing is a model.
@Suite struct ModelConfigurationMistakeTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write("Model/Good.swift", "// archive:\nstruct Good {\n  var number = 1\n}\n")
  }

  @Test("A type of the configuration that is in no input, with Swift sources alone and with headers")
  func unknownType() throws {
    try workspace.write("Model/archivegen.yml", "types:\n  Godo: {}\n  Whatever: {}\n")
    let alone = try workspace.archivegen("Model", "-o", "out")
    #expect(alone.status == 1)
    #expect(alone.errors.contains("Model/archivegen.yml:2:3: error: no Swift source declares a type 'Godo'"))
    #expect(alone.errors.contains("did you mean 'Good'?") && alone.errors.contains("'Outer.Inner'"), "\(alone.errors)")
    try workspace.write("h/order.h", "struct order { int a; };\n")
    let mixed = try workspace.archivegen("Model", "h", "-o", "out")
    #expect(mixed.status == 1)
    #expect(mixed.errors.components(separatedBy: "a type 'Godo'").count == 2, "\(mixed.errors)")
    #expect(mixed.errors.contains("2:3: error: no header or Swift source defines a type 'Godo'"))
    #expect(mixed.errors.contains("did you mean 'Good'?"))
    // A source that cannot be read may have it.
    try workspace.write("Model/Broken.swift", "struct Godo {\n  var a = \n}\nstruct {")
    #expect(!(try workspace.archivegen("Model", "-o", "out").errors.contains("no Swift source declares")))
  }

  @Test("Attributes of the configuration that exclude each other")
  func configuredContradictions() throws {
    try workspace.write(
      "Model/archivegen.yml",
      "types:\n  Good:\n    archive: skip, codable\n    fields:\n      number: required, default(1)\n")
    let outcome = try workspace.archivegen("Model", "-o", "out")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("3:20: error: 'skip' and 'codable' exclude each other"), "\(outcome.errors)")
    #expect(outcome.errors.contains("5:25: error: 'required' and 'default' exclude each other"), "\(outcome.errors)")
    try workspace.write("Model/archivegen.yml", "types:\n  Good:\n    fields:\n      number: key(\"\")\n")
    #expect(try workspace.archivegen("Model", "-o", "out").errors.contains("4:19: error: a key cannot be empty"))
    // The configuration overrides a comment.
    try workspace.write("Model/Good.swift", "// archive: codable\nstruct Good {\n  var number = 1\n}\n")
    try workspace.write("Model/archivegen.yml", "types:\n  Good:\n    archive: skip\n")
    #expect(try workspace.archivegen("Model", "-o", "out").status == 0)
    #expect(!workspace.contents(of: "out").values.joined().contains("extension Good"))
  }

  @Test("Sources in which nothing is marked")
  func nothingMarked() throws {
    try workspace.write("Model/Good.swift", "struct Good {\n  var number = 1\n}\n")
    let outcome = try workspace.archivegen("Model", "-o", "out")
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("archivegen: warning: no type of the Swift sources is marked"))
    #expect(outcome.errors.contains("write '// archive:' on the line above a type"))
    #expect(try workspace.archivegen("Model", "-o", "out", "--strict").status == 1)
    try workspace.write("Model/archivegen.yml", "types:\n  Good: {}\n")
    #expect(!(try workspace.archivegen("Model", "-o", "out").errors.contains("warning:")))
  }

  @Test("An input file that is neither a source nor likely a header")
  func textFile() throws {
    try workspace.write("notes.txt", "struct order { int a; };\n")
    let outcome = try workspace.archivegen("Model", "notes.txt", "-o", "out")
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("warning: 'notes.txt' is read as a C header"), "\(outcome.errors)")
  }

  @Test("A type of another module is converted as the configuration says, and others are not")
  func conversions() throws {
    try workspace.write(
      "Model/Good.swift",
      "import Elsewhere\nfunc pack(_ c: Color) -> Int { 1 }\nfunc unpack(_ n: Int) -> Color { Color() }\n// archive:\nstruct Good { var c: [Color] = []; var t: Tag? }\n"
    )
    try workspace.write(
      "Model/archivegen.yml", "types:\n  Color: {archive: \"via(pack, unpack)\"}\n  Tag: {archive: as(description)}\n")
    let outcome = try workspace.archivegen("Model", "-o", "out")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let code = workspace.contents(of: "out").values.joined()
    #expect(code.contains("try RuntimeInterface.called(unpack(packed))") && code.contains("ArchivedDescription<Tag>"))
    try workspace.write("Model/archivegen.yml", "types:\n  Good: {archive: as(rawValue)}\n")
    #expect(
      try workspace.archivegen("Model", "-o", "out2").errors.contains(
        "'as' is for a type of another module, and the sources declare 'Good'"))
  }
}
