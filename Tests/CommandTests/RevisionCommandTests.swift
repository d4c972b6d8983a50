import Foundation
import Testing

/// `archivegen check --against git:REV`: the sources of a revision as they were.
@Suite struct RevisionCommandTests {
  private static let item = LockCommandTests.item

  private func git(_ workspace: Workspace, _ arguments: String...) throws {
    let run = try workspace.run(
      "/usr/bin/env",
      ["git", "-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.defaultBranch=main"] + arguments)
    #expect(run.status == 0, "\(run.errors)")
  }

  /// With a commit that is tagged `base`.
  private func repository(_ files: [String: String], locks inputs: [String] = ["h"]) throws -> Workspace {
    let workspace = try Workspace()
    for (name, text) in files { try workspace.write(name, text) }
    try workspace.write(".gitignore", ".cache\n.std*\nbuild\n")
    if !inputs.isEmpty { #expect(try workspace.run(Workspace.toolPath, ["lock"] + inputs).status == 0) }
    try git(workspace, "init", "-q")
    try git(workspace, "add", "-A")
    try git(workspace, "commit", "-qm", "base")
    try git(workspace, "tag", "base")
    return workspace
  }

  @Test("A stale or edited lock of the revision does not matter, because its sources are read")
  func sources() throws {
    let workspace = try repository(["h/item.h": Self.item])
    // The lock has never heard of the price.
    let stale = try #require(workspace.read("archivegen.lock")).replacing("  price f64\n", with: "")
    try workspace.write("archivegen.lock", stale)
    try git(workspace, "commit", "-qam", "stale")
    try git(workspace, "tag", "stale")
    try workspace.write("h/item.h", Self.item.replacing("double price; ", with: ""))
    #expect(try workspace.archivegen("lock", "h").status == 0)
    let run = try workspace.archivegen("check", "h", "--against", "git:stale")
    #expect(run.status == 2)
    #expect(run.errors.contains("item.price: 'price' is gone"), "\(run.errors)")
    #expect(try workspace.archivegen("check", "h", "--against", "git:HEAD").status == 2)
    try workspace.write("h/item.h", Self.item)
    #expect(try workspace.archivegen("lock", "h").status == 0)
    #expect(try workspace.archivegen("check", "h", "--against", "git:stale").status == 0)
    let unknown = try workspace.archivegen("check", "h", "--against", "git:nothing")
    #expect(unknown.status == 70)
    #expect(unknown.errors.contains("the revision 'nothing' cannot be read"), "\(unknown.errors)")
    #expect(try workspace.archivegen("check", "h", "--against", "git:--help").status == 70)
  }

  @Test("A revision without a lock, or with one that cannot be read, is compared by its sources")
  func withoutLock() throws {
    for lock in [nil, "<<<<<<< HEAD\n"] {
      var files = ["h/item.h": Self.item]
      if let lock { files["archivegen.lock"] = lock }
      let workspace = try repository(files, locks: [])
      try workspace.write("h/item.h", Self.item.replacing("double price; ", with: ""))
      try FileManager.default.removeItem(atPath: workspace.path + "/archivegen.lock", orNothing: lock == nil)
      #expect(try workspace.archivegen("lock", "h").status == 0)
      let run = try workspace.archivegen("check", "h", "--against", "git:base")
      #expect(run.status == 2)
      #expect(run.errors.contains("item.price: 'price' is gone"), "\(run.errors)")
      #expect(run.errors.contains("the lock of 'base' cannot be read") == (lock != nil))
    }
  }

  @Test("Releases that only the revision's lock has are compared as well")
  func releases() throws {
    let workspace = try repository(["h/item.h": Self.item])
    #expect(try workspace.archivegen("lock", "release", "1.0", "h").status == 0)
    try workspace.write("h/item.h", Self.item.replacing("double price; ", with: ""))
    #expect(try workspace.archivegen("lock", "h", "--retire", "item.price").status == 0)
    let retired = try #require(workspace.read("archivegen.lock"))
    try git(workspace, "commit", "-qam", "without")
    // The branch takes back that it is retired.
    try workspace.write("archivegen.lock", retired.replacing(" retired(\"\")", with: ""))
    #expect(try workspace.archivegen("check", "h", "--against", "git:HEAD").status == 0, "HEAD's lock has it retired")
    let first = try workspace.archivegen("check", "h", "--against", "git:base")
    #expect(first.status == 2)
    #expect(first.errors.contains("checked against the lock's unreleased state"), "\(first.errors)")
  }

  @Test("Every command that is proposed for a break is one that settles it")
  func proposals() throws {
    func changed() throws -> Workspace {
      let workspace = try repository(["h/item.h": Self.item])
      try workspace.write(
        "h/item.h", Self.item.replacing("double price; ", with: "").replacing("int c", with: "short c"))
      // The branch's own lock is written anew, and breaks nothing.
      try FileManager.default.removeItem(atPath: workspace.path + "/archivegen.lock")
      #expect(try workspace.archivegen("lock", "h").status == 0)
      return workspace
    }
    let workspace = try changed()
    let run = try workspace.archivegen("check", "h", "--against", "git:base")
    #expect(run.status == 2)
    let retire = "archivegen lock h --against git:base --retire item.price"
    let accept = "archivegen lock h --against git:base --accept type-narrowed:item.count --reason \"why\""
    #expect(run.errors.contains("run '\(retire)'") && run.errors.contains("run '\(accept)'"), "\(run.errors)")
    for command in [retire, accept] {
      let settled = try workspace.run(
        "/bin/sh", ["-c", "archivegen() { '\(Workspace.toolPath)' \"$@\"; }; \(command)"])
      #expect(settled.status == 0, "\(settled.errors)")
    }
    let after = try workspace.archivegen("check", "h", "--against", "git:base")
    #expect(after.status == 0, "\(after.errors)")
    // When it is released, the revision's unreleased state is of no more use.
    #expect(try workspace.archivegen("lock", "release", "1.0", "h").status == 0)
    #expect(workspace.read("archivegen.lock")?.contains("price") == false, "\(workspace.read("archivegen.lock") ?? "")")
  }

  @Test("Renamed and removed files, options that name files, and what is in no revision")
  func files() throws {
    let workspace = try repository(
      [
        "sub/m/A.swift": "// archive:\nstruct A { var a = 1; var b = 2 }\n",
        "sub/m/B.swift": "// archive:\nstruct B { var a = 1 }\n",
        "sub/old.h": "#include \"part.h\"\n#include \"made.h\"\nstruct item { struct part p; made m; };\n",
        "sub/include/part.h": "struct part { int x; int y; };\n",
      ], locks: [])
    try workspace.write("build/made.h", "typedef int made;\n")
    try git(workspace, "mv", "sub/old.h", "sub/new.h")
    try git(workspace, "mv", "sub/m/A.swift", "sub/m/Other.swift")
    try git(workspace, "rm", "-q", "sub/m/B.swift")
    try workspace.write("sub/include/part.h", "struct part { int x; };\n")
    try workspace.write("sub/m/Other.swift", "// archive:\nstruct A { var a = 1 }\n")
    let absolute = workspace.path + "/sub"
    for folder in ["sub", absolute] {
      let run = try workspace.archivegen(
        "check", "\(folder)/m/Other.swift", "\(folder)/new.h", "-I", "\(folder)/include", "-Ibuild", "--against",
        "git:base", "--module", "CItem")
      #expect(run.status == 2, "\(run.errors)")
      for text in ["A.b: 'b' is gone", "B: ", "item.p.y: 'p.y' is gone"] {
        #expect(run.errors.contains(text), "\(folder): \(run.errors)")
      }
    }
    try workspace.write("sub/added.h", "struct added { int a; };\n")
    let added = try workspace.archivegen("check", "sub/include/part.h", "sub/added.h", "--against", "git:base")
    #expect(added.errors.contains("note: the revision 'base' has no 'sub/added.h'"), "\(added.errors)")
  }

  @Test(
    "Headers of a folder that was renamed, or that were moved to a new one, are compared", arguments: [true, false])
  func renamedFolders(isWhole: Bool) throws {
    func header(_ name: String, _ more: String = "") -> String {
      "#pragma once\nstruct \(name) { int x; double some_long_name; double another;\(more) };\n"
    }
    let workspace = try repository(
      [
        "inc/a.h": header("a", " int y;"), "inc/b.h": header("b"), "inc/sub/c.h": header("c"),
      ], locks: ["inc"])
    if isWhole {
      try git(workspace, "mv", "inc", "include")
    } else {
      try FileManager.default.createDirectory(atPath: workspace.path + "/include", withIntermediateDirectories: true)
      for name in ["a.h", "b.h", "sub"] { try git(workspace, "mv", "inc/\(name)", "include/\(name)") }
    }
    // So much of it is another that git does not call it renamed.
    try workspace.write("include/a.h", "struct a { int x; double some_long_name; double another; int yy; };\n")
    try git(workspace, "rm", "-q", "--cached", "archivegen.lock")
    try FileManager.default.removeItem(atPath: workspace.path + "/archivegen.lock")
    #expect(try workspace.archivegen("lock", "include").status == 0)
    try git(workspace, "add", "-A")
    for folder in ["include", workspace.path + "/include"] {
      let run = try workspace.archivegen("check", folder, "--against", "git:base")
      #expect(run.status == 2, "\(run.errors)")
      #expect(run.errors.contains("a.y: 'y' is gone") && !run.errors.contains("c: 'c' is gone"), "\(run.errors)")
      #expect(!run.errors.contains("has no '"), "\(run.errors)")
    }
  }

  @Test("Headers that were moved into a folder of the revision are compared as well")
  func movedHeaders() throws {
    let price = "struct price {\n  double a_long_name;\n  int amount;\n  int another_name;\n  int cents;\n};\n"
    let workspace = try repository(["h/item.h": Self.item, "other/price.h": price], locks: ["h", "other"])
    try git(workspace, "mv", "other/price.h", "h/price.h")
    try workspace.write("h/price.h", price.replacing("  int cents;\n", with: ""))
    try git(workspace, "rm", "-q", "-f", "archivegen.lock")
    #expect(try workspace.archivegen("lock", "h").status == 0)
    let run = try workspace.archivegen("check", "h", "--against", "git:base")
    #expect(run.status == 2 && run.errors.contains("price.cents: 'cents' is gone"), "\(run.errors)")
  }

  @Test("Headers of a submodule are read as the revision has them, and without them nothing is judged")
  func submodules() throws {
    let library = try Workspace()
    func commit(_ workspace: Workspace, _ name: String) throws {
      try git(workspace, "add", "-A")
      try git(workspace, "commit", "-qm", name)
    }
    try library.write("inc/lib.h", "struct lib { int a; long long b; };\n")
    try library.write(".gitignore", ".cache\n.std*\n")
    try git(library, "init", "-q")
    try commit(library, "1")
    try git(library, "tag", "l1")
    try library.write("inc/lib.h", "struct lib { int a; short b; };\n")
    try commit(library, "2")

    let workspace = try repository(
      ["h/app.h": "#include \"lib.h\"\nstruct app { struct lib l; int x; };\n"], locks: [])
    try git(workspace, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", library.path, "lib")
    try git(workspace, "-C", "lib", "checkout", "-q", "l1")
    try commit(workspace, "with l1")
    try git(workspace, "tag", "1.0")
    try git(workspace, "-C", "lib", "checkout", "-q", "main")
    #expect(try workspace.archivegen("lock", "h", "-I", "lib/inc").status == 0)
    try commit(workspace, "with main")
    let check = ["check", "h", "-I", "lib/inc", "--against", "git:1.0"]
    let run = try workspace.run(Workspace.toolPath, check)
    #expect(run.status == 2 && run.errors.contains("app.l.b: 'l.b' was 'i64' and is 'i16'"), "\(run.errors)")
    // A clone of the submodule that lacks the commit.
    try FileManager.default.removeItem(atPath: workspace.path + "/lib")
    try git(workspace, "clone", "-q", "--depth", "1", "file://" + library.path, "lib")
    let shallow = try workspace.run(Workspace.toolPath, check)
    #expect(shallow.status == 70, "\(shallow.errors)")
    #expect(shallow.errors.contains("the revision '1.0' has the submodule 'lib' at "), "\(shallow.errors)")
  }

  @Test("The revision is that of the lock's repository, and inputs of another one are read as they are")
  func repositories() throws {
    let other = try repository(["inc/dep.h": "struct dep { int a; };\n"], locks: [])
    let workspace = try repository(["m/S.swift": "// archive:\nstruct S { var number = 1 }\n"], locks: ["m"])
    try git(workspace, "tag", "only-here")
    try workspace.write("m/S.swift", "// archive:\nstruct S { var count = 1 }\n")
    let lock = ["--lock", "m/archivegen.lock"]
    let inputs = [other.path + "/inc", "m"]
    #expect(try workspace.run(Workspace.toolPath, ["lock"] + inputs + lock).status == 0)
    for revision in ["only-here", "main"] {
      let run = try workspace.run(Workspace.toolPath, ["check"] + inputs + lock + ["--against", "git:\(revision)"])
      #expect(run.status == 2 && run.errors.contains("S.number: 'number' is gone"), "\(run.errors)")
      #expect(
        run.errors.contains("note: '\(other.path)/inc' is not in the repository of '\(revision)'"), "\(run.errors)")
    }
  }

  @Test("A shallow clone says what to fetch")
  func shallowClone() throws {
    let workspace = try repository(["h/item.h": Self.item])
    try workspace.write("h/more.h", "struct more { int a; };\n")
    try git(workspace, "add", "-A")
    try git(workspace, "commit", "-qm", "more")
    let clone = try Workspace()
    try git(clone, "clone", "-q", "--depth", "1", "file://" + workspace.path, "c")
    let run = try clone.archivegen("check", "c/h", "--against", "git:base")
    #expect(run.status == 70, "\(run.errors)")
    #expect(
      run.errors.contains("this clone is shallow: fetch a tag with 'git fetch --depth=1 origin tag base'"),
      "\(run.errors)")
    #expect(run.errors.contains("fetch-depth: 0"))
  }

  @Test("A revision whose sources have errors is not compared")
  func errors() throws {
    let workspace = try repository(["h/item.h": "struct item { undeclared_t a; };\n"], locks: [])
    try workspace.write("h/item.h", Self.item)
    let run = try workspace.archivegen("check", "h", "--against", "git:base")
    #expect(run.status == 70)
    #expect(run.errors.contains("the sources of 'base' cannot be read: h/item.h:1:15: "), "\(run.errors)")
  }

  @Test("What git says to do is passed on, and a revision without a name is told")
  func refused() throws {
    let workspace = try repository(["h/item.h": Self.item])
    let run = try workspace.archivegen(
      "check", "h", "--against", "git:base", environment: ["GIT_TEST_ASSUME_DIFFERENT_OWNER": "1"])
    #expect(
      run.status == 70 && run.errors.contains("dubious ownership")
        && run.errors.contains("git config --global --add safe.directory "), "\(run.errors)")
    let empty = try workspace.archivegen("check", "h", "--against", "git:")
    #expect(empty.status == 70 && empty.errors.contains("'git:' names no revision"), "\(empty.errors)")
  }
}

extension FileManager {
  fileprivate func removeItem(atPath path: String, orNothing: Bool) throws {
    if !orNothing { try removeItem(atPath: path) }
  }
}
