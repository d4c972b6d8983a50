import Foundation
import Testing

/// `archivegen lock release NAME INPUT…`.
@Suite struct ReleaseCommandTests {
  private static let item = LockCommandTests.item

  private func locked(_ header: String = item) throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write("h/item.h", header)
    #expect(try workspace.archivegen("lock", "h").status == 0)
    return workspace
  }

  @Test("A lock that is not that of the sources is not released; what differs and the command are said")
  func stale() throws {
    let workspace = try locked()
    let before = workspace.read("archivegen.lock")
    try workspace.write("h/item.h", Self.item.replacing("int count", with: "int more, count"))
    let run = try workspace.archivegen("lock", "release", "1.0", "h", "--goldens", "goldens")
    #expect(run.status == 3)
    #expect(run.errors.contains("h/item.h:1:19: note: item.more: 'more' is new [key-added]"), "\(run.errors)")
    #expect(run.errors.contains("'archivegen.lock' lacks changes") && run.errors.contains("run 'archivegen lock h'"))
    #expect(workspace.read("archivegen.lock") == before && !workspace.exists("goldens"))
    try workspace.write("h/item.h", Self.item.replacing("int count", with: "short count"))
    let broken = try workspace.archivegen("lock", "release", "1.0", "h")
    #expect(broken.status == 2)
    #expect(broken.errors.contains("[type-narrowed]"))
    #expect(workspace.read("archivegen.lock") == before)
    try workspace.write("h/item.h", "struct item { undeclared_t a; };")
    #expect(try workspace.archivegen("lock", "release", "1.0", "h").status == 1)
    #expect(workspace.read("archivegen.lock") == before)
  }

  @Test("All that is done with locks can be done without a word, and errors are said")
  func quiet() throws {
    let workspace = try Workspace()
    try workspace.write("h/item.h", Self.item)
    let commands = [
      ["lock", "h"], ["lock", "release", "1.0", "h", "--goldens", "goldens"],
      ["lock", "tests", "h", "--goldens", "goldens", "--testable", "App", "-o", "Golden.swift"],
      ["lock", "merge", "archivegen.lock", "archivegen.lock", "-o", "both.lock"],
      ["lock", "retire-release", "1.0", "--reason", "nobody has it"],
    ]
    for command in commands {
      let run = try workspace.run(Workspace.toolPath, command + ["-q"])
      #expect(run.status == 0 && run.output.isEmpty && run.errors.isEmpty, "\(command): \(run.errors)")
    }
    #expect(workspace.exists("both.lock") && workspace.exists("Golden.swift"))
    let missing = try workspace.archivegen("lock", "release", "2.0", "none.h", "--quiet")
    #expect(missing.status != 0 && missing.errors.contains("cannot read 'none.h'"))
  }

  @Test("Without inputs it is not known whether the lock is that of the sources, unless it is released as it is")
  func withoutInputs() throws {
    let workspace = try locked()
    let run = try workspace.archivegen("lock", "release", "1.0")
    #expect(run.status == 64)
    #expect(run.errors.contains("so that they are compared with 'archivegen.lock'"), "\(run.errors)")
    #expect(run.errors.contains("'archivegen lock release 1.0 INPUT'") && run.errors.contains("--as-is"))
    #expect(workspace.read("archivegen.lock")?.contains("release") == false)
    #expect(try workspace.archivegen("lock", "release", "1.0", "h", "--as-is").status == 64)
    #expect(try workspace.archivegen("lock", "release", "1.0", "--as-is").status == 0)
    #expect(workspace.read("archivegen.lock")?.withoutChecksums.contains("release 1.0\n") == true)
  }

  @Test("One command marks the release, writes golden archives and their test, checks, and says what to commit")
  func whole() throws {
    let workspace = try locked()
    let arguments = ["--goldens", "goldens", "--tests", "Tests/Golden.swift", "--testable", "App"]
    let run = try workspace.run(Workspace.toolPath, ["lock", "release", "1.0", "h"] + arguments)
    #expect(run.status == 0, "\(run.errors)")
    #expect(workspace.read("archivegen.lock")?.withoutChecksums.contains("release 1.0\n") == true)
    #expect(workspace.exists("goldens/1.0/item.extremes.json"))
    #expect(workspace.read("Tests/Golden.swift")?.contains("      1.0\\titem\\titem\n") == true)
    #expect(run.errors.contains("checked against 1.0: no change"), "\(run.errors)")
    #expect(run.errors.contains("commit Tests/Golden.swift archivegen.lock goldens/1.0\n"), "\(run.errors)")
    // Nothing has changed since.
    let patch = try workspace.run(Workspace.toolPath, ["lock", "release", "1.0.1", "h"] + arguments)
    #expect(patch.status == 0)
    #expect(patch.errors.contains("archives are as those of 1.0, so that 1.0.1 needs no golden archives of its own"))
    #expect(!workspace.exists("goldens/1.0.1"))
    for wrong in [["--tests", "T.swift"], ["--tests", "T.swift", "--goldens", "goldens"]] {
      #expect(try workspace.run(Workspace.toolPath, ["lock", "release", "2.0", "h"] + wrong).status == 64)
    }
  }

  @Test("The configuration says where golden archives and their test go, relative to itself")
  func configured() throws {
    let workspace = try Workspace()
    try workspace.write("p/h/item.h", Self.item)
    try workspace.write(
      "p/archivegen.yml", "goldens:\n  folder: Tests/Goldens\n  tests: Tests/Golden.swift\n  testable: App\n")
    #expect(try workspace.archivegen("lock", "p/h").status == 0)
    let run = try workspace.archivegen("lock", "release", "1.0", "p/h")
    #expect(run.status == 0, "\(run.errors)")
    #expect(workspace.exists("p/Tests/Goldens/1.0/item.archive"))
    #expect(workspace.read("p/Tests/Golden.swift")?.contains("appendingPathComponent(\"Goldens\")") == true)
    try workspace.write("p/archivegen.yml", "goldens:\n  folder: Tests/Goldens\n  tests: Tests/Golden.swift\n")
    let wrong = try workspace.archivegen("lock", "release", "2.0", "p/h")
    #expect(wrong.status == 1)
    #expect(wrong.errors.contains("p/archivegen.yml:2:3: error: 'tests' needs the module"), "\(wrong.errors)")
  }

  @Test("Golden archives of nothing are an error, and nothing is written")
  func nothing() throws {
    let workspace = try locked()
    #expect(try workspace.archivegen("lock", "release", "1.0", "h", "--goldens", "goldens").status == 0)
    let before = workspace.read("archivegen.lock")
    let same = try workspace.archivegen("lock", "release", "1.1", "--as-is", "--goldens", "goldens")
    #expect(same.status == 1)
    #expect(same.errors.contains("the release 1.1 would have 0 golden archives of 0 types"), "\(same.errors)")
    #expect(workspace.read("archivegen.lock") == before && !workspace.exists("goldens/1.1"))

    let enumeration = try locked("enum state { OPEN, DONE };\n")
    let numbers = try enumeration.archivegen("lock", "release", "1.0", "h", "--goldens", "goldens")
    #expect(numbers.status != 0)
    #expect(!enumeration.exists("goldens/1.0"))

    let drawing = try Workspace()
    try drawing.write("m/D.swift", "// archive:\nstruct D {\n  var a: any P // archive: types(S)\n}\nprotocol P {}\n")
    try drawing.write("m/archivegen.lock", "archivegen lock 1\nmode backward\n\nend\n")
    #expect(try drawing.archivegen("lock", "release", "1.0", "--as-is", "--lock", "m/archivegen.lock").status == 70)
  }

  @Test("What was added and removed between two releases leaves nothing in the lock")
  func unreleased() throws {
    for arguments in [["--retire", "item.extra"], ["--accept", "key-removed:item.extra", "--reason", "new"]] {
      let workspace = try locked()
      #expect(try workspace.archivegen("lock", "release", "1.0", "h").status == 0)
      try workspace.write("h/item.h", Self.item.replacing("int count;", with: "int count; int extra;"))
      #expect(try workspace.archivegen("lock", "h").status == 0)
      let renamed = Self.item.replacing("int count;", with: "int count; int more;")
      try workspace.write("h/item.h", renamed)
      let check = try workspace.archivegen("check", "h")
      #expect(check.status == 2)
      #expect(check.errors.contains("if no archive with it is needed: no release has it"), "\(check.errors)")
      #expect(try workspace.run(Workspace.toolPath, ["lock", "h"] + arguments).status == 0)
      let fresh = try Workspace()
      try fresh.write("h/item.h", Self.item)
      #expect(try fresh.archivegen("lock", "h").status == 0)
      #expect(try fresh.archivegen("lock", "release", "1.0", "h").status == 0)
      try fresh.write("h/item.h", renamed)
      #expect(try fresh.archivegen("lock", "h").status == 0)
      #expect(workspace.read("archivegen.lock") == fresh.read("archivegen.lock"), "\(arguments)")
      // The name is free.
      try workspace.write("h/item.h", Self.item.replacing("int count;", with: "int count; int more; double extra;"))
      #expect(try workspace.archivegen("lock", "h").status == 0)
    }
  }

  @Test("A type that no release has is retired without a trace")
  func unreleasedType() throws {
    let workspace = try locked()
    let before = workspace.read("archivegen.lock")
    try workspace.write("h/other.h", "struct other { int a; };\n")
    #expect(try workspace.archivegen("lock", "h").status == 0)
    try workspace.write("h/other.h", "\n")
    #expect(try workspace.archivegen("check", "h").status == 2)
    #expect(try workspace.archivegen("lock", "h", "--retire", "other").status == 0)
    #expect(workspace.read("archivegen.lock") == before)
  }

  @Test("Archives of a release whose support has ended, and of those before, need not be readable")
  func retiredRelease() throws {
    let workspace = try Workspace()
    func write(_ fields: String) throws {
      try workspace.write("h/item.h", "struct item { int count; \(fields) };\nstruct other { int a; };\n")
    }
    let goldens = ["--goldens", "goldens", "--tests", "T.swift", "--testable", "App"]
    func release(_ name: String) throws {
      #expect(try workspace.archivegen("lock", "h").status == 0)
      #expect(try workspace.run(Workspace.toolPath, ["lock", "release", name, "h"] + goldens).status == 0)
    }
    try write("double price;")
    try release("1.0")
    try write("double cost; // archive: was(\"price\")\n")
    try release("2.0")
    try write("double cost;")
    let broken = try workspace.archivegen("check", "h")
    #expect(broken.status == 2)
    #expect(broken.errors.contains("archives of 1.0, without an error"), "\(broken.errors)")
    let unknown = try workspace.archivegen("lock", "retire-release", "1.5", "--reason", "x")
    #expect(unknown.status == 1 && unknown.errors.contains("its releases are 1.0, 2.0"), "\(unknown.errors)")
    #expect(try workspace.archivegen("lock", "retire-release", "1.0").status == 64)
    #expect(try workspace.archivegen("lock", "retire-release", "1.0", "--reason", "a year is over").status == 0)
    #expect(
      workspace.read("archivegen.lock")?.withoutChecksums.contains(
        "release 1.0 retired(\"a year is over\")\nrelease 2.0\n") == true)
    let checked = try workspace.archivegen("check", "h")
    #expect(checked.status == 3)
    #expect(checked.errors.contains("checked against 2.0: "), "\(checked.errors)")
    #expect(try workspace.archivegen("lock", "h").status == 0)
    // What 2.0 has as 1.0 had it is still read.
    let tests = ["lock", "tests", "h", "--goldens", "goldens", "--testable", "App", "-o", "T.swift"]
    #expect(try workspace.run(Workspace.toolPath, tests).status == 0)
    let text = workspace.read("T.swift") ?? ""
    #expect(
      text.contains("      1.0\\titem\\titem\\tretired\n") && text.contains("      1.0\\tother\\tother\n"), "\(text)")
  }

  @Test("The configuration gives kinds of changes a level, for some types or all, with a reason")
  func levels() throws {
    let workspace = try Workspace()
    let header = "struct item { int count; };\nstruct line { int count; };\n"
    try workspace.write("h/item.h", header)
    #expect(try workspace.archivegen("lock", "h").status == 0)
    #expect(try workspace.archivegen("lock", "release", "1.0", "h").status == 0)
    try workspace.write("h/item.h", header.replacing("int count", with: "short count"))
    func configure(_ text: String) throws { try workspace.write("h/archivegen.yml", text) }
    func check() throws -> Workspace.Outcome { try workspace.archivegen("check", "h", "--lock", "archivegen.lock") }
    #expect(try check().status == 2)
    let entry = "- {rule: type-narrowed, level: warning, reason: never above 100"
    try configure("changes:\n  \(entry)}\n")
    let warned = try check()
    #expect(warned.status == 3, "\(warned.errors)")
    #expect(warned.errors.contains("warning: item.count: 'count' was 'i32' and is 'i16'"), "\(warned.errors)")
    #expect(warned.errors.contains("the configuration says: never above 100"))
    try configure("changes:\n  \(entry), types: line}\n")
    let one = try check()
    #expect(one.status == 2)
    #expect(one.errors.contains("error: item.count") && one.errors.contains("warning: line.count"), "\(one.errors)")
    try configure("changes:\n  \(entry)}\n  - {rule: type-narrowed, types: [line], level: ignore, reason: unused}\n")
    let ignored = try check()
    #expect(ignored.status == 3 && !ignored.errors.contains("line.count"), "\(ignored.errors)")
    let lock = try workspace.archivegen("lock", "h", "--lock", "archivegen.lock")
    #expect(lock.status == 0 && lock.errors.contains("warning: item.count"), "\(lock.errors)")
    // What is safe can be forbidden.
    try workspace.write("h/item.h", header.replacing("int count", with: "short count; int more"))
    try configure("changes:\n  \(entry)}\n  - {rule: key-added, level: error, reason: frozen, types: item}\n")
    let frozen = try check()
    #expect(frozen.status == 2)
    #expect(frozen.errors.contains("error: item.more: 'more' is new [key-added]"), "\(frozen.errors)")
    #expect(!frozen.errors.contains("error: line.more"))
    for (wrong, message) in [
      ("changes:\n  - {rule: type-narowed, level: warning, reason: x}\n", "did you mean 'type-narrowed'?"),
      ("changes:\n  - {rule: type-narrowed, level: warning}\n", "has a rule, a level and a reason"),
      ("changes: type-narrowed\n", "'changes' has to be a list"),
    ] {
      try configure(wrong)
      let run = try check()
      #expect(run.status == 1 && run.errors.contains(message), "\(run.errors)")
    }
  }

  @Test("With 'breaks: major' a release with a new major number may break archives, which are not promised any more")
  func majorNumber() throws {
    let workspace = try Workspace()
    func write(_ fields: String, _ next: String) throws {
      try workspace.write("h/item.h", "struct item { int count; \(fields) };\n")
      try workspace.write("h/archivegen.yml", "breaks: major\n\(next.isEmpty ? "" : "next-release: \(next)\n")")
    }
    try write("double price;", "")
    #expect(try workspace.archivegen("lock", "h").status == 0)
    #expect(try workspace.archivegen("lock", "release", "1.0.0", "h").status == 0)
    for next in ["", "1.1.0"] {
      try write("", next)
      #expect(try workspace.archivegen("check", "h").status == 2)
      #expect(try workspace.archivegen("lock", "h").status == 2)
    }
    try write("", "2.0.0")
    let check = try workspace.archivegen("check", "h")
    #expect(check.status == 3)
    #expect(
      check.errors.contains("loses values; 1 of these allowed by the next release's major number"), "\(check.errors)")
    #expect(try workspace.archivegen("lock", "h").status == 0)
    #expect(try workspace.archivegen("lock", "release", "1.1.0", "h").status == 2, "its major number is that of 1.0.0")
    let release = try workspace.archivegen("lock", "release", "2.0.0", "h")
    #expect(release.status == 0, "\(release.errors)")
    #expect(release.errors.contains("archives of 1.0.0 and before need not be readable any more"))
    #expect(workspace.read("h/archivegen.lock")?.withoutChecksums.contains("release 1.0.0 retired(") == true)
    #expect(try workspace.archivegen("check", "h").status == 0)
    try workspace.write("h/item.h", "struct item { int other; };\n")
    #expect(try workspace.archivegen("check", "h").status == 2, "2.0.0 is released")
  }
}
