import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// `archivegen lock`, `check`, `rules`, and generating beside a lock.
@Suite struct LockCommandTests {
  static let item = "struct item { int count; double price; enum state { OPEN, DONE } state; };\n"

  func lock(of workspace: Workspace) -> String { workspace.read("archivegen.lock") ?? "" }

  /// With a lock that has the release 1.0.
  func released(_ header: String = item) throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write("h/item.h", header)
    #expect(try workspace.archivegen("lock", "h").status == 0)
    #expect(try workspace.archivegen("lock", "release", "1.0", "--as-is").status == 0)
    return workspace
  }

  @Test("A lock is text with a line for each key, and is rewritten only if it changed")
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

        end

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
    // It never writes anything.
    #expect(lock(of: empty) == "archivegen lock 1\n<<<<<<< HEAD\n")
  }

  @Test("Generating with a lock stops at an incompatible change, and adds new keys")
  func generating() throws {
    let workspace = try released()
    try workspace.write("h/item.h", Self.item.replacing("price", with: "cost"))
    let broken = try workspace.archivegen("h", "-o", "out")
    #expect(broken.status == 2)
    #expect(broken.errors.contains("write '// archive: was(\"price\")' on 'cost', if it was renamed"))
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
    #expect(late.errors.contains("reads formats up to 4"))
  }

  @Test("An incompatible change is accepted with a reason, by its rule and key")
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

  @Test("A retired key is no longer compared, and stays reserved")
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

  @Test("An old release is compared even if the last one is compatible")
  func oldReleases() throws {
    let workspace = try released()
    try workspace.write("h/item.h", Self.item.replacing("double price;", with: "double price; int added;"))
    #expect(try workspace.archivegen("lock", "h").status == 0)
    #expect(try workspace.archivegen("lock", "release", "2.0", "--as-is").status == 0)
    #expect(try workspace.archivegen("lock", "release", "2.0", "--as-is").status == 1)
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

  @Test("Machine-readable reports are well-formed")
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

  @Test("Another lock, or a revision's, can be compared")
  func against() throws {
    let workspace = try released()
    try workspace.write("old.lock", lock(of: workspace))
    try workspace.write("h/item.h", Self.item.replacing("double price; ", with: ""))
    #expect(try workspace.archivegen("check", "h", "--against", "old.lock").status == 2)
    let missing = try workspace.archivegen("check", "h", "--against", "none.lock")
    #expect(missing.status == 70)
    let revision = try workspace.archivegen("check", "h", "--against", "git:main")
    #expect(revision.status == 70)
    #expect(revision.errors.contains("the revision 'main' cannot be read"))
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
      "  home <String> required", "  scores f64[*] default(\"[]\")", "  note <String>?", "  cup =1", "  league =2",
      "  circle case",
      "  circle.radius f64 required",
    ] {
      #expect(text.contains(line + "\n"), "\(text)")
    }
    try workspace.write("m/Game.swift", source.replacing("case cup = 1, league", with: "case league = 1, cup"))
    #expect(try workspace.archivegen("check", "m").errors.contains("[enumerator-renumbered]"))
    try workspace.write("m/Game.swift", source.replacing("note: String?", with: "note: String?; var place: String"))
    #expect(try workspace.archivegen("check", "m").errors.contains("[required-key-added]"))
  }

  @Test(
    "A lock that cannot be used: location, message and advice",
    arguments: [
      (
        "archivegen lock 1\nmode backward\n<<<<<<< HEAD\n",
        "archivegen.lock:3:1: error: a merge left its mark '<<<<<<<' here"
      ),
      ("archivegen lock 1\n\ntype item record\n  count i3", "archivegen.lock:4:11: error: the lock is cut off"),
      ("archivegen lock 1\n\ntype item record\n  count q32\n\nend\n", "archivegen.lock:4:9: error: 'q32' is no type"),
      (
        "archivegen lock 1\n\ntype item record\n  count i32 sinse(\"1\")\n\nend\n",
        "archivegen.lock:4:13: error: 'sinse(\"1\")' is no attribute"
      ),
      ("# yarn lockfile v1\n", "archivegen.lock:1:1: error: this is not a lock"),
      ("", "archivegen.lock:1:1: error: this is not a lock"),
      ("archivegen lock 7\n", "archivegen.lock:1:1: error: this lock has the format 7"),
    ])
  func unusable(text: String, message: String) throws {
    let workspace = try Workspace()
    try workspace.write("h/item.h", Self.item)
    try workspace.write("archivegen.lock", text)
    for arguments in [["check", "h"], ["lock", "h"], ["lock", "release", "1.0", "--as-is"], ["h", "-o", "out"]] {
      let run = try workspace.run(Workspace.toolPath, arguments)
      #expect(run.status == 70, "\(arguments)")
      #expect(run.errors.contains(message), "\(arguments): \(run.errors)")
      #expect(run.errors.contains(": note: "), "what to do is missing: \(run.errors)")
      #expect(lock(of: workspace) == text && !workspace.exists("out"))
    }
  }

  @Test("A lock that is absent, a folder, or not writable")
  func unreadable() throws {
    let workspace = try Workspace()
    try workspace.write("h/item.h", Self.item)
    #expect(try workspace.archivegen("check", "h").status == 70)
    #expect(try workspace.archivegen("lock", "release", "1.0", "--as-is").status == 70)
    try workspace.write("folder/file", "")
    for arguments in [["check", "h"], ["lock", "h"], ["h", "-o", "out"]] {
      let run = try workspace.run(Workspace.toolPath, arguments + ["--lock", "folder"])
      #expect(run.status == 70)
      #expect(run.errors.contains("error: the lock 'folder' is a folder"), "\(run.errors)")
    }
    let nowhere = try workspace.archivegen("lock", "h", "--lock", "none/archivegen.lock")
    #expect(nowhere.status == 1)
    #expect(nowhere.errors.contains("cannot write 'none/archivegen.lock': No such file or directory"))
    let unwritable = try workspace.archivegen("lock", "h", "--lock", "/proc/archivegen.lock")
    #expect(unwritable.status == 1)
    #expect(unwritable.errors.contains("cannot write '/proc/archivegen.lock': "))
  }

  @Test("A release that exists already is refused at its line")
  func releaseTwice() throws {
    let workspace = try released()
    let text = lock(of: workspace)
    let again = try workspace.archivegen("lock", "release", "1.0", "--as-is")
    #expect(again.status == 1)
    #expect(
      again.errors.contains("archivegen.lock:3:1: error: the lock already has a release '1.0'"), "\(again.errors)")
    #expect(lock(of: workspace) == text)
    #expect(try workspace.archivegen("lock", "release", "a b", "--as-is").status == 64)
    #expect(try workspace.archivegen("lock", "release", "unreleased", "--as-is").status == 64)
  }

  @Test("Keys that are retired and used again are reported one by one, at their fields")
  func reused() throws {
    let workspace = try released()
    try workspace.write("h/item.h", "struct item { enum state { OPEN, DONE } state; };\n")
    #expect(
      try workspace.archivegen("lock", "h", "--retire", "item.price", "--retire", "item.count", "--reason", "no more")
        .status
        == 0)
    #expect(try workspace.archivegen("check", "h").status == 0)
    try workspace.write("h/item.h", Self.item)
    let run = try workspace.archivegen("check", "h")
    #expect(run.status == 2)
    #expect(run.errors.contains("h/item.h:1:19: error: item.count: the key 'count' was retired"), "\(run.errors)")
    #expect(run.errors.contains("h/item.h:1:33: error: item.price: the key 'price' was retired"), "\(run.errors)")
    let lost = try workspace.archivegen("lock", "h", "--retire", "item.prise")
    #expect(lost.status == 1)
    #expect(lost.errors.contains("the lock has no 'item.prise'") && lost.errors.contains("did you mean 'item.price'?"))
  }

  @Test("A killed run leaves the old lock or the new one, complete")
  func killed() throws {
    let workspace = try released()
    let old = lock(of: workspace)
    let fields = (0..<400).map { "int added_\($0);" }.joined(separator: " ")
    try workspace.write("h/item.h", Self.item.replacing("double price;", with: "double price; \(fields)"))
    #expect(try workspace.archivegen("lock", "h").status == 0)
    let new = lock(of: workspace)
    #expect(old != new)
    var (kept, replaced) = (0, 0)
    for step in 0..<40 {
      try workspace.write("archivegen.lock", old)
      let process = Process()
      process.executableURL = URL(fileURLWithPath: Workspace.toolPath)
      process.arguments = ["lock", "h"]
      process.currentDirectoryURL = URL(fileURLWithPath: workspace.path)
      process.standardError = FileHandle.nullDevice
      try process.run()
      usleep(UInt32(step) * 2_500)
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      let found = lock(of: workspace)
      #expect(found == old || found == new)
      if found == old { kept += 1 } else { replaced += 1 }
    }
    #expect(kept > 0, "\(kept) kept, \(replaced) replaced")
    #expect(try workspace.archivegen("lock", "h").status == 0)
    #expect(lock(of: workspace) == new)
  }

  @Test("An incompatible change of a nested struct is reported, accepted or retired once")
  func nested() throws {
    let header = """
      struct point { int x; int y; };
      struct line { struct point from; struct point to; };
      struct plan { struct line lines[4]; struct point origin; };

      """
    let workspace = try released(header)
    try workspace.write("h/item.h", header.replacing("int x;", with: "short x;"))
    let narrowed = try workspace.archivegen("check", "h")
    #expect(narrowed.status == 2)
    #expect(narrowed.errors.split(separator: "\n").count { $0.contains("[type-narrowed]") } == 1, "\(narrowed.errors)")
    #expect(narrowed.errors.contains("point.x: 'x' was 'i32' and is 'i16'"))
    #expect(
      narrowed.errors.contains("the same goes for line.from.x, line.to.x, plan.lines[].from.x and 2 more"),
      "\(narrowed.errors)")
    #expect(
      try workspace.archivegen("lock", "h", "--accept", "type-narrowed:point.x", "--reason", "small").status == 0)
    #expect(try workspace.archivegen("check", "h").status == 0)

    let other = try released(header)
    try other.write("h/item.h", header.replacing("int x;", with: ""))
    let gone = try other.archivegen("check", "h")
    #expect(gone.errors.split(separator: "\n").count { $0.contains("[key-removed]") } == 1, "\(gone.errors)")
    #expect(gone.errors.contains("h/item.h:1:8: error: point.x: 'x' is gone"), "\(gone.errors)")
    #expect(try other.archivegen("lock", "h", "--retire", "point.x").status == 0)
    #expect(try other.archivegen("check", "h").status == 0)

    let third = try released(header)
    try third.write("h/item.h", header.replacing("struct point to; ", with: ""))
    let member = try third.archivegen("check", "h")
    #expect(
      member.errors.contains("line.to: the member 'to' is gone, and archives have its values (x, y)"),
      "\(member.errors)")
    #expect(member.errors.split(separator: "\n").count { $0.contains("[key-removed]") } == 2, "\(member.errors)")
    #expect(try third.archivegen("lock", "h", "--retire", "line.to", "--retire", "plan.lines[].to").status == 0)
  }

  @Test("Enumerators and constants of option sets have their own locations, and initial values are defaults")
  func places() throws {
    let workspace = try Workspace()
    let model = """
      // archive:
      struct Cart { var number: Int; var rate: Double = 1.5; var flags: Flags = [] }
      // archive:
      struct Flags: OptionSet { let rawValue: Int
        static let gift = Flags(rawValue: 1 << 0)
        static let sealed = Self(rawValue: 0x2)
        static let all: Flags = [.gift, .sealed]
      }

      """
    try workspace.write("in/item.h", Self.item)
    try workspace.write("in/Cart.swift", model.replacing("var rate: Double = 1.5; ", with: ""))
    #expect(try workspace.archivegen("lock", "in").status == 0)
    #expect(try workspace.archivegen("lock", "release", "1.0", "--as-is").status == 0)
    try workspace.write("in/Cart.swift", model)
    #expect(try workspace.archivegen("lock", "in").status == 0)
    #expect(lock(of: workspace).contains("  rate f64 default(\"1.5\")\n"))
    #expect(try workspace.archivegen("lock", "release", "2.0", "--as-is").status == 0)
    try workspace.write("in/item.h", Self.item.replacing("OPEN, DONE", with: "DONE, OPEN"))
    try workspace.write("in/Cart.swift", model.replacing("1 << 0", with: "1 << 2").replacing("1.5", with: "2.5"))
    let run = try workspace.archivegen("check", "in")
    #expect(run.errors.contains("in/item.h:1:53: error: enum state.DONE: 'DONE' was 1 and is 0"), "\(run.errors)")
    #expect(run.errors.contains("in/Cart.swift:5:14: error: Flags.gift: 'gift' was 1 and is 4"), "\(run.errors)")
    // Archives of 1.0 have no rate.
    #expect(
      run.errors.contains("in/Cart.swift:2:36: error: Cart.rate: an archive without 'rate' gave 1.5 and gives 2.5"),
      "\(run.errors)")
    #expect(run.errors.contains("write '// archive: default(1.5)' on 'rate'"))
  }

  @Test("Every rule is listed, as text and as JSON")
  func rules() throws {
    let workspace = try Workspace()
    #expect(try workspace.archivegen("rules").output.contains("key-removed: loss, loss\n"))
    let json = try workspace.archivegen("rules", "--format", "json").output
    let rules = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
    #expect(rules.count > 30)
  }

  @Test(
    "What decides how archives are read is in the lock, and a change of it is a break",
    arguments: [
      (
        "enum E: String { case a = \"x\", b = \"y\" }", "enum E: String { case a = \"y\", b = \"x\" }",
        "key-of-another-field"
      ),
      ("enum E: Double { case a = 1.5, b = 2.5 }", "enum E: Double { case a = 2.5, b = 1.5 }", "key-of-another-field"),
      (
        "struct E: OptionSet { let rawValue: Int; static let a = E(rawValue: 1) }",
        "struct E: OptionSet { let rawValue: Int8; static let a = E(rawValue: 1) }", "type-narrowed"
      ),
      (
        "enum E {\n  case a // archive: key(\"x\")\n  case b // archive: key(\"y\")\n}",
        "enum E {\n  case a // archive: key(\"y\")\n  case b // archive: key(\"x\")\n}", "key-of-another-field"
      ),
      (
        "struct S {\n  var a = 0 // archive: key(\"x\")\n  var b = 0 // archive: key(\"y\")\n}",
        "struct S {\n  var a = 0 // archive: key(\"y\")\n  var b = 0 // archive: key(\"x\")\n}", "key-of-another-field"
      ),
      (
        "struct S {\n  var v: any P // archive: types(A, B)\n}\nprotocol P {}\n// archive:\nstruct A: P {}\n// archive:\nstruct B: P {}",
        "struct S {\n  var v: any P // archive: types(B)\n}\nprotocol P {}\n// archive:\nstruct A: P {}\n// archive:\nstruct B: P {}",
        "listed-type-removed"
      ),
    ])
  func recordedFacts(old: String, new: String, rule: String) throws {
    let workspace = try Workspace()
    func write(_ text: String) throws { try workspace.write("M.swift", "// archive:\n\(text)\n") }
    try write(old)
    let locked = try workspace.archivegen("lock", "M.swift")
    #expect(locked.status == 0, "\(locked.errors)")
    #expect(lock(of: workspace).hasPrefix("archivegen lock 3\n"))
    #expect(try workspace.archivegen("check", "M.swift").status == 0)
    #expect(try workspace.archivegen("lock", "release", "1.0", "--as-is").status == 0)
    try write(new)
    let broken = try workspace.archivegen("check", "M.swift")
    #expect(broken.status == 2, "\(broken.errors)")
    #expect(broken.errors.contains("[\(rule)]"), "\(broken.errors)")
  }

  @Test("A migration that is dropped is a break, for C and for Swift")
  func droppedMigration() throws {
    let workspace = try Workspace()
    let header = "// archive: version(2), migrate(update)\nstruct item { int a; };\nvoid update(struct item *, int);\n"
    let model =
      "// archive: version(2), migrate(update)\nstruct Model { var a = 1 }\nextension Model { mutating func update(from v: Int, _ d: ObjectDecoder) throws {} }\n"
    try workspace.write("s/item.h", header)
    try workspace.write("s/Model.swift", model)
    #expect(try workspace.archivegen("lock", "s").status == 0)
    #expect(try workspace.archivegen("lock", "release", "1.0", "--as-is").status == 0)
    try workspace.write("s/item.h", header.replacing(", migrate(update)", with: ""))
    try workspace.write("s/Model.swift", model.replacing(", migrate(update)", with: ""))
    let broken = try workspace.archivegen("check", "s")
    #expect(broken.status == 2)
    #expect(broken.errors.contains("Model: 'Model' had a migration to version 2 and has none"))
    #expect(broken.errors.contains("item: 'item' had a migration to version 2 and has none"))
  }

  @Test("The value of a constant that is a default is compared, not its name")
  func constantDefault() throws {
    let workspace = try Workspace()
    func write(_ value: String, _ name: String = "size") throws {
      try workspace.write(
        "M.swift",
        "enum Limits { static let \(name) = \(value) }\n// archive:\nstruct S { var b = 1; var a: Int = Limits.\(name) }\n"
      )
    }
    try workspace.write("M.swift", "// archive:\nstruct S { var b = 1 }\n")
    #expect(try workspace.archivegen("lock", "M.swift").status == 0)
    #expect(try workspace.archivegen("lock", "release", "1.0", "--as-is").status == 0)
    try write("5")
    #expect(try workspace.archivegen("lock", "M.swift").status == 0)
    #expect(try workspace.archivegen("lock", "release", "2.0", "--as-is").status == 0)
    #expect(lock(of: workspace).contains("  a i64 default(\"Limits.size\", \"5\") since(\"2.0\")\n"))
    try write("5", "most")
    #expect(try workspace.archivegen("check", "M.swift").status == 3)
    try write("6")
    let broken = try workspace.archivegen("check", "M.swift")
    #expect(broken.status == 2)
    #expect(broken.errors.contains("gave Limits.size (5) and gives Limits.size (6)"), "\(broken.errors)")
  }

  @Test(
    "Messages name the affected releases, quote text, give a reason for what is left out, and agree with the exit code")
  func messages() throws {
    let workspace = try released("struct item { int a; };\n")
    func write(_ text: String) throws {
      try workspace.write(
        "h/item.h", "struct item { int a; char n[8]; // archive: cstring, default(\"\(text)\")\n};\n")
    }
    try write("a b")
    #expect(try workspace.archivegen("lock", "h").status == 0)
    #expect(try workspace.archivegen("lock", "release", "2.0", "h").status == 0)
    try write("c")
    let run = try workspace.archivegen("check", "h")
    #expect(run.status == 2)
    #expect(run.errors.contains("new code gets other values from archives of 1.0, without"), "\(run.errors)")
    #expect(run.errors.contains("write '// archive: default(\"a b\")' on 'n'"), "\(run.errors)")

    let forward = try released("struct item { int a; };\n")
    try forward.write("h/item.h", "struct item { int a; struct item *next; };\n")
    let new = try forward.archivegen("check", "h", "--mode", "forward")
    #expect(new.status == 2)
    #expect(new.errors.contains("checked against 1.0: 1 change, which makes archives unreadable\n"), "\(new.errors)")
    try forward.write("h/item.h", "struct item { int a; void *b; };\n")
    let nothing = try forward.archivegen("check", "h")
    #expect(nothing.status == 70)
    #expect(nothing.errors.contains("its field 'b' (void *) is a pointer"), "\(nothing.errors)")
  }

  @Test("A lock of an earlier format is completed by the next 'lock', and is no break before")
  func completedLock() throws {
    let workspace = try Workspace()
    try workspace.write(
      "M.swift",
      "// archive:\nenum E: Int { case a = 1 }\n// archive: version(2), migrate(up)\nstruct S {\n  var a = 0 // archive: key(\"x\")\n}\nextension S { mutating func up(from v: Int, _ d: ObjectDecoder) throws {} }\n"
    )
    try workspace.write(
      "archivegen.lock",
      """
      archivegen lock 1
      mode backward
      release 1.0

      type E enumerators closed since("1.0")
        a =1 since("1.0")

      type S structure version(2) since("1.0")
        x i64 default("0") since("1.0")

      end

      """)
    #expect(try workspace.archivegen("check", "M.swift").status == 3)
    #expect(try workspace.archivegen("lock", "M.swift").status == 0)
    #expect(
      lock(of: workspace) == """
        archivegen lock 3
        mode backward
        release 1.0

        type E enumerators closed integer("Int") since("1.0")
          a =1 since("1.0")

        type S structure version(2) migrate since("1.0")
          x i64 field("a") default("0") since("1.0")

        end

        """)
    #expect(try workspace.archivegen("check", "M.swift").status == 0)
  }

  @Test("An acceptance is kept while other breaks remain, and quiet prints errors only")
  func acceptanceIsKept() throws {
    let workspace = try released()
    try workspace.write("h/item.h", "struct item { short count; enum state { OPEN, DONE } state; };\n")
    let first = try workspace.archivegen(
      "lock", "h", "--accept", "type-narrowed:item.count", "--reason", "small numbers")
    #expect(first.status == 2 && first.errors.contains("keeps what was accepted"), "\(first.errors)")
    #expect(lock(of: workspace).contains("small numbers"))
    #expect(!first.errors.contains("[type-narrowed]") && first.errors.contains("[key-removed]"))
    let second = try workspace.archivegen("lock", "h", "-q", "--accept", "key-removed:item.price", "--reason", "unused")
    #expect(second.status == 0 && second.errors.isEmpty, "\(second.errors)")
    #expect(lock(of: workspace).contains("small numbers") && lock(of: workspace).contains("unused"))
    #expect(try workspace.archivegen("check", "h").status == 0)
  }

  @Test("What no release has is accepted without a trace, in two runs as in one")
  func acceptanceWithoutTrace() throws {
    let workspace = try Workspace()
    try workspace.write("h/item.h", Self.item)
    #expect(try workspace.archivegen("lock", "h").status == 0)
    try workspace.write("h/item.h", "struct item { short count; enum state { OPEN, DONE } state; };\n")
    #expect(
      try workspace.archivegen("lock", "h", "--accept", "type-narrowed:item.count", "--reason", "one").status == 2)
    #expect(try workspace.archivegen("lock", "h", "--accept", "key-removed:item.price", "--reason", "two").status == 0)
    #expect(!lock(of: workspace).contains("one") && !lock(of: workspace).contains("two"), "\(lock(of: workspace))")
  }

  @Test("In a package the proposed commands are those of SwiftPM's plugin")
  func commandsOfThePlace() throws {
    let workspace = try released()
    try workspace.write("h/item.h", "struct item { int count; enum state { OPEN, DONE } state; };\n")
    let environment = [
      "ARCHIVEGEN_COMMAND": "swift package --allow-writing-to-package-directory archivegen",
      "ARCHIVEGEN_TARGET": "train",
    ]
    let found = try workspace.archivegen("check", "h", environment: environment)
    #expect(
      found.errors.contains(
        "run 'swift package --allow-writing-to-package-directory archivegen lock --target train --retire item.price'"),
      "\(found.errors)")
    #expect(!found.errors.contains("run archivegen"))
  }

  @Test("The first run without a lock proposes it, and names character arrays that are archived as numbers, once")
  func firstRun() throws {
    let workspace = try Workspace()
    try workspace.write(
      "h/device.h",
      "struct device { char serial[16]; char model[8]; char name[4]; // archive: cstring\n unsigned char key[4]; char pad[3]; };\n"
    )
    let first = try workspace.archivegen("h", "-o", "out")
    #expect(first.status == 0)
    #expect(first.errors.contains("before the first release run 'archivegen lock h'"), "\(first.errors)")
    #expect(
      first.errors.contains("note: 'device.serial', 'device.model' are archived as numbers"), "\(first.errors)")
    let again = try workspace.archivegen("h", "-o", "out", "--no-cache")
    #expect(!again.errors.contains("archivegen lock") && !again.errors.contains("as numbers"))
    let locked = try workspace.archivegen("lock", "h")
    #expect(locked.errors.contains("'device.serial', 'device.model' are archived as numbers"), "\(locked.errors)")
    let other = try workspace.archivegen("h", "-o", "other")
    #expect(!other.errors.contains("there is no lock"))
    #expect(try workspace.archivegen("h", "-o", "third", "-q").errors.isEmpty)
  }
}
