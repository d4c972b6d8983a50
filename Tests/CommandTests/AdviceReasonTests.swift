import Foundation
import Testing

/// The reasons that messages give are the real ones, and name what settles them.
@Suite struct AdviceReasonTests {
  private func errors(_ file: String, _ text: String, status: Int32) throws -> String {
    let workspace = try Workspace()
    try workspace.write(file, text)
    let run = try workspace.run(Workspace.toolPath, [file, "-o", "out"])
    #expect(run.status == status, "\(run.errors)")
    return run.errors
  }

  @Test(
    "The reason why an initializer cannot be called is about the parameter that does not fit",
    arguments: [
      ("weak var x: N?", "x: N", "its parameter 'x' is 'N', and the property is 'N?'; it is weak, and may be nil"),
      ("var x: N?", "x: N", "its parameter 'x' is 'N', and the property is 'N?'; it may be nil"),
      ("var x = 1", "x: String", "its parameter 'x' is 'String', and the property is 'Int'"),
      ("lazy var x = 1", "x: Int", "its parameter 'x' needs the property 'x', which is lazy, and not archived"),
      ("var x: Int { 1 }", "x: Int", "its parameter 'x' needs the property 'x', which is computed, and not archived"),
      ("static let x = 1", "x: Int", "its parameter 'x' needs the property 'x', which is static, and not archived"),
      ("var x = 1 // archive: skip", "x: Int", "its parameter 'x' needs the property 'x', which is skipped"),
      ("var y = 1", "from x: Int", "its parameter 'x' has the name of no property"),
      ("unowned let x: N\n let n: Int", "x: N, m: Int", "its parameter 'm' has the name of no property"),
    ])
  func initializers(property: String, parameters: String, reason: String) throws {
    let text =
      "// archive:\nfinal class N {\n init() {}\n}\n// archive:\nfinal class A {\n \(property)\n init(\(parameters)) {}\n}\n"
    #expect(try errors("m.swift", text, status: 1).contains("is not suitable: \(reason)"))
    let named = text.replacing(
      "// archive:\nfinal class A", with: "// archive: init(\(labels(parameters)))\nfinal class A")
    #expect(try errors("m.swift", named, status: 1).contains("with the archived properties: \(reason)"))
  }

  private func labels(_ parameters: String) -> String {
    parameters.split(separator: ",").map { $0.split(separator: " ")[0].prefix { $0 != ":" } + ":" }.joined()
  }

  @Test(
    "A count beside the size of its block is told that 'capacity' restores the size",
    arguments: ["capacity", "max", "alloc", "allocated", "n_alloc", "room", "items_cap", "max_items"])
  func capacities(name: String) throws {
    let counted = "struct list {\n int *items; // archive: count(used)\n int used;\n int \(name);\n};\n"
    let run = try errors("list.h", counted, status: 0)
    #expect(
      run.contains(
        "note: when an archive is read, 'items' (int *) of 'struct list' gets memory for 'used' elements and no more, but '\(name)' is read as it was: code that fills the memory up to '\(name)' then writes past its end"
      ), "\(run)")
    #expect(run.contains("write 'count(used), capacity(\(name))' in place of 'count(used)'"), "\(run)")
    let settled = counted.replacing("count(used)", with: "count(used), capacity(\(name))")
    #expect(!(try errors("list.h", settled, status: 0)).contains("unrestored-capacity"))
    let unresolved = counted.replacing(" // archive: count(used)", with: "")
    #expect(try errors("list.h", unresolved, status: 0).contains("capacity(\(name))"))
  }

  @Test(
    "A count without the size of a block beside it gets no note",
    arguments: ["int limits[4];", "int max_weight;", "int colour;", "int capacity; // archive: skip"])
  func others(field: String) throws {
    let text = "struct list {\n int *items; // archive: count(used)\n int used;\n \(field)\n};\n"
    #expect(!(try errors("list.h", text, status: 0)).contains("unrestored-capacity"))
  }

  @Test("An unnamed type is named in words, without parentheses in parentheses")
  func unnamedTypes() throws {
    let text =
      "struct w {\n int k;\n union { int a; float f; } x;\n struct { union { int q; float r; } p[3]; } z;\n};\n"
    let run = try errors("w.h", text, status: 0)
    #expect(run.contains("'x' (unnamed union)") && run.contains("'p' (unnamed union[3])"), "\(run)")
    #expect(!run.contains("(unnamed)"))
  }

  @Test("A run that writes nothing because nothing can be written does not say that nothing changed")
  func nothingWritten() throws {
    let run = try errors("w.h", "struct w { void *p; };\n", status: 0)
    #expect(run.contains("0 types written (0 fields), 1 refused, 0 skipped\n"), "\(run)")
  }

  @Test("The first of the types that are left out because of one shows the cause, and the others only their places")
  func sharedCause() throws {
    let workspace = try Workspace()
    try workspace.write(
      "headers/s.h",
      """
      struct base { void *data; };
      struct first { struct base base; };
      struct second { struct base base; };
      struct third { int x; struct base *base; /* archive: ref */ };
      """)
    let outcome = try workspace.archivegen("headers", "-o", "out")
    #expect(outcome.status == 0)
    for (line, name) in [(2, "first"), (3, "second"), (4, "third")] {
      #expect(outcome.errors.contains("s.h:\(line):"), "\(outcome.errors)")
      #expect(outcome.errors.contains("warning: 'struct \(name)' is left out: its field 'base'"))
    }
    #expect(
      outcome.errors.contains(
        "headers/s.h:2:28: note: 2 other messages have this cause, and are shown without notes\n"),
      "\(outcome.errors)")
    #expect(outcome.errors.components(separatedBy: "note: annotate the field that the note names").count == 2)
    #expect(outcome.errors.components(separatedBy: "note: 'data' (void *) is a pointer").count == 2)
  }
}
