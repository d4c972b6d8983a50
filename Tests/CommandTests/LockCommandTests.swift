import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// `archivegen lock`, `check`, `rules`, and generating beside a lock.
@Suite struct LockCommandTests {
  private static let item = "struct item { int count; double price; enum state { OPEN, DONE } state; };\n"

  private func lock(of workspace: Workspace) -> String { workspace.read("archivegen.lock") ?? "" }

  /// With a lock that has the release 1.0.
  private func released(_ header: String = item) throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write("h/item.h", header)
    #expect(try workspace.archivegen("lock", "h").status == 0)
    #expect(try workspace.archivegen("lock", "release", "1.0").status == 0)
    return workspace
  }

  @Test("A lock is text, one line a key, and is written again only when it changed")
  func text() throws {
    let workspace = try released()
    #expect(
      lock(of: workspace) == """
        archivegen lock 1
        mode backward
        release 1.0

        type "enum state" enumerators since("1.0")
          DONE =1 since("1.0")
          OPEN =0 since("1.0")

        type item record since("1.0")
          count i32 since("1.0")
          price f64 since("1.0")
          state u32 enum("enum state") since("1.0")

        """)
    let again = try workspace.archivegen("lock", "h")
    #expect(again.status == 0)
    #expect(again.errors.contains("is current"))
  }

  @Test("Exit codes of check: current, incompatible, out of date, not run, errors, usage")
  func exitCodes() throws {
    let workspace = try released()
    #expect(try workspace.archivegen("check", "h").status == 0)
    try workspace.write("h/item.h", Self.item.replacing("int count", with: "short count"))
    let broken = try workspace.archivegen("check", "h")
    #expect(broken.status == 2)
    #expect(broken.errors.contains("h/item.h:1:21: error: item.count: 'count' was 'i32' and is 'i16'"))
    #expect(broken.errors.contains("[type-narrowed]"))
    try workspace.write("h/item.h", Self.item.replacing("int count", with: "int more, count"))
    #expect(try workspace.archivegen("check", "h").status == 3)
    try workspace.write("h/item.h", "struct item { undeclared_t a; };")
    #expect(try workspace.archivegen("check", "h").status == 1)
    #expect(try workspace.archivegen("check").status == 64)
    #expect(try workspace.archivegen("check", "h", "--format", "xml").status == 64)
    let empty = try Workspace()
    try empty.write("h/item.h", Self.item)
    let notRun = try empty.archivegen("check", "h")
    #expect(notRun.status == 70)
    #expect(notRun.errors.contains("nothing was checked"))
    try empty.write("archivegen.lock", "archivegen lock 1\n<<<<<<< HEAD\n")
    let merge = try empty.archivegen("check", "h")
    #expect(merge.status == 70)
    #expect(merge.errors.contains("archivegen.lock:2:1: error: a merge left its mark"))
    // It writes nothing, whatever it finds.
    #expect(lock(of: empty) == "archivegen lock 1\n<<<<<<< HEAD\n")
  }

  @Test("Generating beside a lock stops at a break, and adds what is new")
  func generating() throws {
    let workspace = try released()
    try workspace.write("h/item.h", Self.item.replacing("price", with: "cost"))
    let broken = try workspace.archivegen("h", "-o", "out")
    #expect(broken.status == 2)
    #expect(broken.errors.contains("write // archive: was(\"price\")    on 'cost', if it was renamed"))
    #expect(!workspace.exists("out"))
    try workspace.write("h/item.h", Self.item.replacing("price;", with: "cost; // archive: was(\"price\")\n"))
    let dry = try workspace.archivegen("h", "-o", "out", "--dry-run")
    #expect(dry.status == 3)
    #expect(dry.output.contains("would write archivegen.lock"))
    #expect(try workspace.archivegen("h", "-o", "out").status == 0)
    #expect(lock(of: workspace).contains("  cost f64 was(\"price\")\n"))
    #expect(try workspace.archivegen("check", "h").status == 0)
    // A lock that cannot be read protects nothing, so nothing is written.
    try workspace.write("archivegen.lock", "archivegen lock 99\n")
    try workspace.write("h/item.h", Self.item)
    let late = try workspace.archivegen("h", "-o", "out")
    #expect(late.status == 70)
    #expect(late.errors.contains("reads formats up to 1"))
  }

  @Test("A break is accepted with a reason, by its rule and key")
  func accepting() throws {
    let workspace = try released()
    try workspace.write("h/item.h", Self.item.replacing("int count", with: "short count"))
    #expect(try workspace.archivegen("lock", "h").status == 2)
    #expect(try workspace.archivegen("lock", "h", "--accept", "type-narrowed:item.count").status == 64)
    let wrong = try workspace.archivegen("lock", "h", "--accept", "type-narowed:item.count", "--reason", "x")
    #expect(wrong.status == 64)
    #expect(wrong.errors.contains("did you mean 'type-narrowed'?"))
    let other = try workspace.archivegen("lock", "h", "--accept", "type-narrowed:item.price", "--reason", "x")
    #expect(other.status == 1)
    #expect(other.errors.contains("breaks are type-narrowed:item.count"))
    #expect(
      try workspace.archivegen("lock", "h", "--accept", "type-narrowed:item.count", "--reason", "never above 99").status
        == 0)
    #expect(
      lock(of: workspace).contains(
        "accept type-narrowed item.count \"i32\" \"i16\" reason(\"never above 99\")\n"))
    #expect(try workspace.archivegen("check", "h").status == 0)
  }

  @Test("A retired key is forgotten, and stays reserved")
  func retiring() throws {
    let workspace = try released()
    let early = try workspace.archivegen("lock", "h", "--retire", "item.price")
    #expect(early.status == 1)
    #expect(early.errors.contains("'item.price' is still archived"))
    try workspace.write("h/item.h", Self.item.replacing("double price; ", with: ""))
    #expect(try workspace.archivegen("check", "h").status == 2)
    #expect(try workspace.archivegen("lock", "h", "--retire", "item.price", "--reason", "free now").status == 0)
    #expect(try workspace.archivegen("check", "h").status == 0)
    try workspace.write("h/item.h", Self.item.replacing("double price", with: "char price"))
    #expect(try workspace.archivegen("check", "h").errors.contains("[key-reused]"))
  }

  @Test("An old release counts when the last one would not object")
  func oldReleases() throws {
    let workspace = try released()
    try workspace.write("h/item.h", Self.item.replacing("double price;", with: "double price; int added;"))
    #expect(try workspace.archivegen("lock", "h").status == 0)
    #expect(try workspace.archivegen("lock", "release", "2.0").status == 0)
    #expect(try workspace.archivegen("lock", "release", "2.0").status == 1)
    try workspace.write("h/item.h", Self.item)
    let run = try workspace.archivegen("check", "h", "--format", "json")
    #expect(run.status == 2)
    let report = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    let changes = try #require(report["changes"] as? [[String: Any]])
    #expect(changes.count == 1)
    #expect(changes[0]["rule"] as? String == "key-removed")
    #expect(changes[0]["releases"] as? [String] == ["2.0"])
    #expect((report["checked"] as? [String: Any])?["releases"] as? [String] == ["1.0", "2.0"])
  }

  @Test("Reports for machines are well-formed")
  func formats() throws {
    let workspace = try released("struct a { int x; };\n")
    try workspace.write("h/item.h", "struct a { char *s; /* archive: cstring, key(\"<&\\\">\") */ float x; };\n")
    for format in ["json", "sarif"] {
      let run = try workspace.archivegen("check", "h", "--format", format)
      #expect(run.status == 2)
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(run.output.utf8)) }
      #expect(run.output.contains("type-narrowed"))
    }
    #expect(
      try workspace.archivegen("check", "h", "--format", "github").output.hasPrefix("::error file=h/item.h,line=1"))
    let junit = try workspace.archivegen("check", "h", "--format", "junit").output
    let parser = XMLParser(data: Data(junit.utf8))
    #expect(parser.parse())
    #expect(junit.contains("failures=\"1\""))
  }

  @Test("Another lock, or a revision's, is compared with")
  func against() throws {
    let workspace = try released()
    try workspace.write("old.lock", lock(of: workspace))
    try workspace.write("h/item.h", Self.item.replacing("double price; ", with: ""))
    #expect(try workspace.archivegen("check", "h", "--against", "old.lock").status == 2)
    let missing = try workspace.archivegen("check", "h", "--against", "none.lock")
    #expect(missing.status == 70)
    let revision = try workspace.archivegen("check", "h", "--against", "git:main")
    #expect(revision.status == 70)
    #expect(revision.errors.contains("the revision 'main' has no lock"))
  }

  @Test("Swift types are in the lock, with their cases and raw values")
  func models() throws {
    let workspace = try Workspace()
    let source = """
      // archive:
      struct Game { var home: String; var scores: [Double] = []; var kind: Kind = .cup; var note: String? }
      // archive:
      enum Kind: Int { case cup = 1, league }
      // archive:
      enum Shape { case circle(radius: Double), square }
      """
    try workspace.write("m/Game.swift", source)
    #expect(try workspace.archivegen("lock", "m").status == 0)
    let text = lock(of: workspace)
    for line in [
      "  home <String> required", "  scores f64[*]", "  note <String>?", "  cup =1", "  league =2", "  circle case",
      "  circle.radius f64 required",
    ] {
      #expect(text.contains(line + "\n"), "\(text)")
    }
    try workspace.write("m/Game.swift", source.replacing("case cup = 1, league", with: "case league = 1, cup"))
    #expect(try workspace.archivegen("check", "m").errors.contains("[enumerator-renumbered]"))
    try workspace.write("m/Game.swift", source.replacing("note: String?", with: "note: String?; var place: String"))
    #expect(try workspace.archivegen("check", "m").errors.contains("[required-key-added]"))
  }

  @Test("Every rule is listed, as text and as JSON")
  func rules() throws {
    let workspace = try Workspace()
    #expect(try workspace.archivegen("rules").output.contains("key-removed: loss, loss\n"))
    let json = try workspace.archivegen("rules", "--format", "json").output
    let rules = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
    #expect(rules.count > 30)
  }
}
