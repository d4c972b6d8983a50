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
    #expect(
      broken.errors.contains("write '// archive: was(\"price\")' on 'cost', on a line of its own, if it was renamed"))
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
    #expect(late.errors.contains("reads formats up to 7"))
  }

  @Test("Every format has the finding that the lock is outdated, with the command to run")
  func outdatedFormats() throws {
    let workspace = try released()
    try workspace.write("h/item.h", Self.item.replacing("double price;", with: "double price; int added;"))
    for format in ["text", "github", "sarif", "junit"] {
      let run = try workspace.archivegen("check", "h", "--format", format)
      #expect(run.status == 3)
      let text = run.output + run.errors
      #expect(text.contains("lacks changes, all of them compatible") && text.contains("archivegen lock h"), "\(text)")
      if format != "text" { #expect(run.output.contains("archivegen.lock"), "\(run.output)") }
    }
    #expect(try workspace.archivegen("check", "h", "--format", "junit").output.contains("tests=\"2\" failures=\"1\""))
    #expect(
      try workspace.archivegen("check", "h", "--format", "github").output.contains(
        "::error file=archivegen.lock,line=1"))
    let quiet = try workspace.archivegen("check", "h", "-q")
    #expect(quiet.status == 3 && quiet.errors.contains("lacks changes") && !quiet.errors.contains("checked against"))
    #expect(try workspace.archivegen("lock", "h").status == 0)
    #expect(try workspace.archivegen("check", "h", "-q").errors == "")
  }

  @Test("Every format has the errors because of which nothing was checked")
  func errorFormats() throws {
    let workspace = try released()
    try workspace.write("bad/item.h", "struct item { int a b; };\n")
    for (input, status, message) in [
      ("bad", Int32(1), "expected ';'"), ("nowhere", 1, "cannot read 'nowhere'"), ("h", 70, "there is no lock 'none'"),
    ] {
      for format in ["text", "json", "sarif", "github", "junit"] {
        let run = try workspace.archivegen("check", input, "--lock", "none", "--format", format, "-q")
        #expect(run.status == status && run.errors.contains(message), "\(run)")
        let shown = format == "junit" ? message.replacing("'", with: "&#39;") : message
        #expect(run.output.contains(shown) == (format != "text"), "\(run)")
        if format == "junit" {
          #expect(XMLParser(data: Data(run.output.utf8)).parse() && run.output.contains("tests=\"1\" failures=\"1\""))
        } else if format == "github" {
          #expect(run.output.hasPrefix(input == "bad" ? "::error file=bad/item.h,line=1" : "::error title="), "\(run)")
        } else if format != "text" {
          #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(run.output.utf8)) }
        }
      }
    }
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
      ("archivegen lock 8\n", "archivegen.lock:1:1: error: this lock has the format 8"),
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

  @Test("Every rule is listed, as text and as JSON")
  func rules() throws {
    let workspace = try Workspace()
    #expect(try workspace.archivegen("rules").output.contains("key-removed: loss, loss\n"))
    let json = try workspace.archivegen("rules", "--format", "json").output
    let rules = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
    #expect(rules.count > 30)
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

  @Test("Text in unions, unnamed structs and arrays of texts is named in the note, and a declaration once")
  func textBelowTheTopLevel() throws {
    let workspace = try Workspace()
    try workspace.write(
      "h/garden.h",
      """
      union label { int id; // archive: case(1)
        char name[16]; // archive: case(2)
        char data[16]; // archive: case(3)
      };
      struct garden {
        int kind;
        union label label; // archive: tag(kind)
        union label other; // archive: tag(kind)
        union { int n; char shown[8]; } look; // archive: view(n)
        union { int m; char code[8]; } sign; // archive: view(code)
        struct { char inner[8]; char given[8]; // archive: cstring
          signed char small[4]; } part;
        struct { char open[8]; };
        struct { char title[4][20]; char rest[4]; // archive: skip
        } rows[3];
      };

      """)
    let first = try workspace.archivegen("h", "-o", "out")
    #expect(first.status == 0, "\(first.errors)")
    #expect(
      first.errors.contains(
        "note: 'garden.label.name', 'garden.sign.code', 'garden.part.inner', 'garden.open', 'garden.rows.title' are archived as numbers"
      ), "\(first.errors)")
  }
}

extension String {
  /// A lock's text without the checksums of its releases.
  var withoutChecksums: String { replacing(#/ checksum\([0-9a-f]{16}\)/#, with: "") }
}
