import Foundation
import Testing

/// Attributes that change nothing.
@Suite struct RedundantAttributeTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  /// The lines of the warnings, and the source with all proposed changes made.
  private func result(_ path: String) throws -> (lines: [Int], text: String, outcome: Workspace.Outcome) {
    let outcome = try workspace.archivegen(path, "-o", "out", "--diagnostics-format", "json", "--no-cache")
    let found = try (JSONSerialization.jsonObject(with: Data(outcome.errors.utf8)) as? [String: Any])?["diagnostics"]
    let diagnostics = (found as? [[String: Any]] ?? []).filter { $0["id"] as? String == "redundant-attribute" }
    var lines = (workspace.read(path) ?? "").components(separatedBy: "\n").map { Array($0.utf8) }
    var changes: [(line: Int, column: Int, length: Int)] = []
    for diagnostic in diagnostics {
      for fix in diagnostic["fixIts"] as? [[String: Any]] ?? [] {
        changes.append((fix["line"] as? Int ?? 0, fix["column"] as? Int ?? 0, fix["length"] as? Int ?? 0))
      }
    }
    for change in changes.sorted(by: { ($0.line, $0.column) > ($1.line, $1.column) }) {
      lines[change.line - 1].removeSubrange(change.column - 1..<change.column - 1 + change.length)
    }
    return (
      diagnostics.compactMap { $0["line"] as? Int },
      lines.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n"), outcome
    )
  }

  @Test("Each attribute of a header that changes nothing is a warning, and can be removed")
  func headers() throws {
    try workspace.write(
      "a.h",
      """
      #include <stdint.h>
      #include <ArchiveAnnotations.h>
      enum kind { KIND_NONE, KIND_SOME };
      // archive: name("item"), was("thing", "item")
      struct item {
        int a;  // archive: key("a")
        int b;  // archive: was("b"), required
        int c;  // archive: was("old", "c", "old")
        unsigned : 3;  // archive: skip
        int d;  // archive: default(0)
        enum kind e ARCHIVE(default(KIND_NONE));
        double f ARCHIVE_DEFAULT(0.0);
        char g[4];  // archive: cstring, default("")
        int h[3];  // archive: packed
        int n;
        int *p __attribute__((annotate("x"))) ARCHIVE(count(n));
        struct item *q;  // archive: ref, weak
        _Bool t;  // archive: default(false)
      };
      struct used {
        int a;  // archive: key("b")
        int c;  // archive: was("b2"), default(1)
        double d;  // archive: default(-0.0)
        int e[2];  // archive: elements
        struct used *q;  // archive: ref
        int s;  // archive: skip, key("s")
      };

      """)
    let first = try result("a.h")
    #expect(first.outcome.status == 0, "\(first.outcome.errors)")
    #expect(Set(first.lines) == [4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 17, 18], "\(first.outcome.errors)")
    try workspace.write("a.h", first.text)
    let second = try result("a.h")
    #expect(second.lines == [], "\(first.text)")
    #expect(
      second.text.contains("// archive: was(\"thing\")\nstruct item {\n  int a;\n  int b;  // archive: required\n"))
    #expect(
      second.text.contains("int c;  // archive: was(\"old\")\n  unsigned : 3;\n  int d;\n  enum kind e;\n  double f;\n")
    )
  }

  @Test("Each attribute of a Swift type that changes nothing is a warning, and can be removed")
  func swiftTypes() throws {
    try workspace.write(
      "A.swift",
      """
      // archive: name("A"), was("Old", "A")
      struct A {
        var a = 1  // archive: key("a")
        var b = 1  // archive: was("b", "c2")
        var c: Int { 1 }  // archive: skip
        static var d = 1  // archive: skip
        lazy var e = 1  // archive: skip
        let f = 1  // archive: skip
        var g = [1]  // archive: default([1])
        var h: Int?  // archive: default(nil)
        var i: [Int] = []  // archive: packed
        var j: [String] = []  // archive: elements
        var k: Int  // archive: required
        weak var l: B?  // archive: weak
        var m: Int? = 1  // archive: default(nil)
        var n = 1  // archive: required, key("o")
        @Wrapped var p = 1  // archive: key("p")
        var q: Int  // archive: default(1)
      }
      // archive: isolation(MainActor), name("C")
      @MainActor final class B {
        var a = 1
        init() {}
      }
      // archive:
      enum E {
        case a
        case b(Int)  // archive: key("b")
      }

      """)
    let first = try result("A.swift")
    #expect(Set(first.lines) == [1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 20, 28], "\(first.outcome.errors)")
    try workspace.write("A.swift", first.text)
    let second = try result("A.swift")
    #expect(second.lines == [], "\(first.text)")
    #expect(
      second.text.hasPrefix("// archive: was(\"Old\")\nstruct A {\n  var a = 1\n  var b = 1  // archive: was(\"c2\")\n")
    )
    #expect(second.text.contains("// archive: name(\"C\")\n@MainActor"))
  }

  @Test("The warning can be silenced or made an error, and --strict leaves it") func levels() throws {
    try workspace.write("a.h", "struct s {\n  int a;  // archive: key(\"a\")\n};\n")
    let usual = try workspace.archivegen("a.h", "-o", "out")
    #expect(usual.errors.contains("a.h:2:23: warning: 'key' changes nothing: 'a' is the key anyway"), "\(usual.errors)")
    #expect(try workspace.archivegen("a.h", "-o", "out", "--strict").status == 0)
    #expect(!(try workspace.archivegen("a.h", "-o", "out", "-Wno-redundant-attribute").errors.contains("redundant")))
    #expect(try workspace.archivegen("a.h", "-o", "out", "-Werror=redundant-attribute").status == 1)
    // The configuration may replace what a comment says.
    try workspace.write("a.h", "struct s {\n  int a;  // archive: key(\"b\")\n};\n")
    try workspace.write("archivegen.yml", "types:\n  s:\n    fields:\n      a: key(\"a\")\n")
    let configured = try workspace.archivegen("a.h", "-o", "out")
    #expect(!configured.errors.contains("redundant") && configured.status == 0, "\(configured.errors)")
  }
}
