import Foundation
import Testing

/// `bitgroup` in headers and in `archivegen.yml`: mistakes, and the positions that a lock keeps.
@Suite struct BitGroupCommandTests {
  private func errors(_ fields: String, configuration: String? = nil) throws -> (status: Int32, messages: String) {
    let workspace = try Workspace()
    try workspace.write("headers/s.h", "struct s {\n\(fields)\n};\n")
    if let configuration { try workspace.write("headers/archivegen.yml", configuration) }
    let outcome = try workspace.archivegen("headers", "-o", "out")
    return (outcome.status, outcome.errors)
  }

  @Test(
    "A group that cannot be is an error at its field",
    arguments: [
      (
        "int a; // archive: bitgroup(\"g\")", "2:20: error: 'bitgroup' belongs on a bit-field, and 'a' is 'int'",
        "remove it"
      ),
      (
        "unsigned a : 3; // archive: bitgroup(\"g\")\nint b;\nunsigned c : 3; // archive: bitgroup(\"g\")",
        "4:10: error: the group 'g' has 'a' and 'c', and 'b' between them is no bit-field",
        "give the bit-fields behind it a group of another name"
      ),
      (
        "unsigned long long a : 40; // archive: bitgroup(\"g\")\nunsigned long long b : 25; // archive: bitgroup(\"g\")",
        "3:20: error: the group 'g' has no room for the 25 bits of 'b': it has 64", "put it into another group"
      ),
      (
        "int g;\nunsigned a : 3; // archive: bitgroup(\"g\")", "3:10: error: the group 'g' has the key of 'g'",
        "give the group another name, or the field another key"
      ),
      (
        "unsigned a : 3; // archive: bitgroup(\"a.b\")", "2:29: error: the name of a group has no '.'",
        "write it like bitgroup(\"flags\")"
      ),
      (
        "union { unsigned a : 3; // archive: bitgroup(\"g\"), case(1)\n}; // archive: tag(k)\nint k;",
        "members of a union are not archived together", "put the bit-fields into a struct in the union"
      ),
      ("unsigned a : 3; // archive: bitgroup(g, h)", "bitgroup", "bitgroup(\"flags\")"),
      ("unsigned a : 3; // archive: bitgrop(\"g\")", "unknown attribute 'bitgrop'", "did you mean 'bitgroup'"),
      ("int a; // archive: key(\"[bits]\")", "'[bits]' is kept for the description of bit-fields", "write another key"),
    ])
  func mistakes(field: String, message: String, advice: String) throws {
    let (status, messages) = try errors(field)
    #expect(status == 1)
    #expect(messages.contains(message), "\(messages)")
    #expect(messages.contains(advice), "\(messages)")
  }

  @Test("The configuration may say it as well")
  func configuration() throws {
    let workspace = try Workspace()
    try workspace.write("h/s.h", "struct s { unsigned a : 3; int b : 5; };\n")
    try workspace.write(
      "h/archivegen.yml", "types:\n  s:\n    fields:\n      a: bitgroup(\"g\")\n      b: bitgroup(\"g\"), default(-1)\n"
    )
    #expect(try workspace.archivegen("h", "-o", "out").status == 0)
    let code = workspace.read("out/s+Archive.swift") ?? ""
    #expect(code.contains(".bits(\"a\", 3, of: .u32, at: 0).grouped(\"g\", at: 0)"))
    #expect(code.contains(".bits(\"b\", 5, of: .i32, at: 3).default(-1).grouped(\"g\", at: 3)"))
  }

  private func header(_ fields: String...) -> String {
    "struct s {\n" + fields.map { "  unsigned \($0); // archive: bitgroup(\"g\")\n" }.joined() + "};\n"
  }

  private func positions(_ workspace: Workspace) -> [String: String] {
    let code = workspace.read("out/s+Archive.swift") ?? ""
    var found: [String: String] = [:]
    for line in code.split(separator: "\n") where line.contains(".grouped(") {
      let parts = line.split(separator: "\"")
      found[String(parts[1])] = line.components(separatedBy: ".grouped(").last.map { String($0.dropLast(2)) }
    }
    return found
  }

  @Test("A lock keeps positions: new fields take free ones, removed and former ones stay free")
  func positions() throws {
    let workspace = try Workspace()
    try workspace.write("h/s.h", header("a : 3", "b : 5", "c : 1"))
    #expect(try workspace.archivegen("lock", "h").status == 0)
    #expect(try workspace.archivegen("lock", "release", "1.0", "--as-is").status == 0)
    let lock = workspace.read("archivegen.lock") ?? workspace.read("h/archivegen.lock") ?? ""
    #expect(lock.hasPrefix("archivegen lock 2\n"))
    #expect(lock.contains("  b u5 bits(\"g\", 3) since(\"1.0\")\n"))
    // In another order, with a new field, one wider, and one gone.
    try workspace.write("h/s.h", header("d : 4", "c : 1", "a : 4"))
    let broken = try workspace.archivegen("h", "-o", "out")
    #expect(broken.status == 2 && broken.errors.contains("s.b: 'b' is gone"), "\(broken.errors)")
    #expect(try workspace.archivegen("lock", "h", "--retire", "s.b", "--reason", "unused").status == 0)
    #expect(try workspace.archivegen("h", "-o", "out").status == 0)
    #expect(positions(workspace) == ["a": "\"g\", at: 13", "c": "\"g\", at: 8", "d": "\"g\", at: 9"])
    #expect(try workspace.archivegen("check", "h").status == 0)
    #expect(try workspace.archivegen("lock", "release", "2.0", "--as-is").status == 0)
    // Out of the group, into another, and back with its former width.
    try workspace.write(
      "h/s.h",
      header("a : 3", "e : 2").replacing(
        "};", with: "  unsigned c : 1;\n  unsigned d : 4; // archive: bitgroup(\"h\")\n};"))
    #expect(try workspace.archivegen("h", "-o", "out").status == 2, "a is narrower")
    #expect(
      try workspace.archivegen("lock", "h", "--accept", "type-narrowed:s.a", "--reason", "never above 7").status == 0)
    #expect(try workspace.archivegen("h", "-o", "out").status == 0)
    #expect(positions(workspace) == ["a": "\"g\", at: 0", "e": "\"g\", at: 17", "d": "\"h\", at: 0"])
    let report = try workspace.archivegen("check", "h", "--format", "json")
    #expect(report.output.contains("bit-group-changed") && report.output.contains("bit-position-changed"))
  }

  @Test("Without room for a new field the message says why")
  func full() throws {
    let workspace = try Workspace()
    let wide = header("a : 32", "b : 30").replacing("unsigned", with: "unsigned long long")
    try workspace.write("h/s.h", wide)
    #expect(try workspace.archivegen("lock", "h").status == 0)
    #expect(try workspace.archivegen("lock", "release", "1.0", "--as-is").status == 0)
    try workspace.write("h/s.h", wide.replacing("a : 32", with: "n : 3").replacing("b : 30", with: "b : 31"))
    let outcome = try workspace.archivegen("check", "h")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("bits that fields had in releases are not used again"), "\(outcome.errors)")
  }

  @Test("A struct inside another keeps its positions where only the other is locked")
  func nested() throws {
    let workspace = try Workspace()
    let text = """
      struct s {
        int x;
        struct {
          unsigned a : 3; // archive: bitgroup("g")
          unsigned b : 5; // archive: bitgroup("g")
        } inner[2];
      };

      """
    try workspace.write("h/s.h", text)
    #expect(try workspace.archivegen("lock", "h").status == 0)
    try workspace.write(
      "h/s.h",
      text.replacing("unsigned a : 3;", with: "unsigned c : 2;").replacing(
        "  } inner", with: "    unsigned a : 3; // archive: bitgroup(\"g\")\n  } inner"))
    #expect(try workspace.archivegen("h", "-o", "out").status == 0)
    #expect(positions(workspace) == ["a": "\"g\", at: 0", "b": "\"g\", at: 3", "c": "\"g\", at: 8"])
  }
}
