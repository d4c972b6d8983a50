import Foundation
import Testing

/// Where the lock of a run is.
extension LockCommandTests {
  @Test("A release without a lock in the folder names the locks below it")
  func locksBelow() throws {
    let workspace = try Workspace()
    try workspace.write("Sources/stock/item.h", Self.item)
    #expect(try workspace.archivegen("lock", "Sources/stock").status == 0)
    let missing = try workspace.archivegen("lock", "release", "1.0", "--as-is")
    #expect(missing.status != 0)
    #expect(missing.errors.contains("there is no lock 'archivegen.lock' [missing-lock]"))
    #expect(missing.errors.contains("name the one that is meant: --lock Sources/archivegen.lock"))
    #expect(
      try workspace.archivegen("lock", "release", "1.0", "--as-is", "--lock", "Sources/archivegen.lock").status == 0)
    let unspoken = try workspace.archivegen("lock", "release", "1.0")
    #expect(unspoken.status == 64)
    #expect(unspoken.errors.contains("name the headers and sources, 'archivegen lock release 1.0 INPUT'"))
    #expect(unspoken.errors.contains("(--lock Sources/archivegen.lock)"), "\(unspoken.errors)")
    // Nothing is searched for in place of a lock that was named.
    let named = try workspace.archivegen("lock", "release", "1.0", "--as-is", "--lock", "other.lock")
    #expect(named.errors.contains("write it with 'archivegen lock INPUT'"))
  }

  @Test("A lock beside the folder of a single header is not used, and a warning says so")
  func unused() throws {
    let workspace = try released()
    try workspace.write("h/item.h", Self.item.replacing("int count", with: "short count"))
    let single = try workspace.archivegen("h/item.h", "-o", "out")
    #expect(single.status == 0)
    #expect(
      single.errors.contains(
        "warning: 'archivegen.lock' is not used: for 'h/item.h' it is searched for in 'h', not beside that folder [unused-settings]"
      ))
    #expect(single.errors.contains("name it with --lock archivegen.lock, or give the folder 'h' as the input"))
    #expect(try workspace.archivegen("h/item.h", "-o", "out", "--no-cache", "-Werror=unused-settings").status == 1)
    #expect(try workspace.archivegen("h/item.h", "-o", "out", "--lock", "archivegen.lock").status == 2)
    #expect(try workspace.archivegen("h", "-o", "out").status == 2)
    let missing = try workspace.archivegen("check", "h/item.h")
    #expect(missing.status == 70)
    #expect(missing.errors.contains("name it with --lock archivegen.lock"))
  }

  @Test("A kind of change is explained by the name that check shows, and can be accepted as the message says")
  func explainedChange() throws {
    let workspace = try released()
    try workspace.write("h/item.h", Self.item.replacing("int count", with: "short count"))
    let check = try workspace.archivegen("check", "h")
    #expect(check.errors.contains("run 'archivegen lock h --accept type-narrowed:item.count --reason \"why\"'"))
    let explained = try workspace.archivegen("explain", "type-narrowed")
    #expect(explained.status == 0)
    #expect(explained.output.contains("Keep the wider type, or add a new field."))
    #expect(
      try workspace.archivegen("lock", "h", "--accept", "type-narrowed:item.count", "--reason", "why").status == 0)
    #expect(
      try workspace.archivegen("check", "h").errors.contains(
        "1 change, which makes archives unreadable; 1 of these is accepted"))
  }

  @Test("A change of a renamed key names both keys")
  func renamedAndNarrowed() throws {
    let workspace = try released()
    try workspace.write(
      "h/item.h",
      "struct item { short amount; // archive: was(\"count\")\n double price; enum state { OPEN, DONE } state; };\n")
    let check = try workspace.archivegen("check", "h")
    #expect(check.errors.contains("item.amount: 'count', now 'amount', was 'i32' and is 'i16'"))
  }

  @Test("A misspelled command is no input")
  func misspelledCommand() throws {
    let workspace = try released()
    let near = try workspace.archivegen("inspct", "file.archive")
    #expect(near.status == 64)
    #expect(near.errors.contains("there is no command and no file 'inspct'; did you mean 'inspect'?"))
    #expect(
      try workspace.archivegen("frobnicate").errors.contains("no file 'frobnicate'; the commands are attributes, check")
    )
    // With an output it is an input that is missing.
    #expect(try workspace.archivegen("frobnicate", "-o", "out").errors.contains("cannot read 'frobnicate'"))
  }

  @Test("A lock of the same types in a place that is not read is named, with what to do")
  func secondLock() throws {
    let workspace = try released()
    try workspace.write("Package.swift", "")
    try workspace.write("Sources/app/main.swift", "")
    try workspace.write("Sources/CStock/include/item.h", Self.item)
    #expect(try workspace.archivegen("lock", "h", "--lock", "Sources/app/archivegen.lock").status == 0)
    // The other target's lock is not read, and a second one is not written beside it by chance.
    let generated = try workspace.archivegen("Sources/CStock/include", "-o", "out")
    #expect(generated.status == 0)
    #expect(
      generated.errors.contains(
        "warning: 'Sources/app/archivegen.lock' is not read, and has the types 'enum state', 'item' of these inputs: their lock is looked for at 'Sources/CStock/archivegen.lock' [unused-settings]"
      ), "\(generated.errors)")
    let refused = try workspace.archivegen("lock", "Sources/CStock/include")
    #expect(refused.status == 1 && !workspace.exists("Sources/CStock/archivegen.lock"))
    #expect(
      refused.errors.contains(
        "name it with --lock Sources/app/archivegen.lock, or move it there; for a second lock write"))
    #expect(
      try workspace.archivegen("lock", "Sources/CStock/include", "--lock", "Sources/CStock/archivegen.lock").status == 0
    )
    let both = try workspace.archivegen("check", "Sources/CStock/include")
    #expect(both.status == 0)
    #expect(
      both.errors.contains(
        "warning: 'Sources/app/archivegen.lock' is not read, because the lock of these inputs is 'Sources/CStock/archivegen.lock'; both have the types"
      ), "\(both.errors)")
  }

  @Test(
    "A lock above inputs that are given by an absolute path, or by one above the working directory, is named as well",
    arguments: [
      ("$W/proj/include/shop/h", "", "$W/proj/archivegen.lock"),
      ("../include/shop/h", "proj/tools", "../archivegen.lock"),
      ("../proj/include/shop/h", "other", "../proj/archivegen.lock"),
      ("include/../include/shop/h", "proj", "archivegen.lock"),
    ])
  func locksAbove(input: String, folder: String, lock: String) throws {
    let workspace = try Workspace()
    try workspace.write("proj/include/shop/h/item.h", Self.item)
    for place in ["proj/tools/a", "other/a"] { try workspace.write(place, "") }
    #expect(try workspace.archivegen("lock", "proj/include/shop/h", "--lock", "proj/archivegen.lock").status == 0)
    // The paths of messages are those of files, and have no symbolic links.
    let root = URL(fileURLWithPath: workspace.path).resolvingSymlinksInPath().path
    let command =
      "cd '\(root)/\(folder)' && '\(Workspace.toolPath)' '\(input.replacing("$W", with: root))' -o '\(root)/out'"
    let run = try workspace.run("/bin/sh", ["-c", command])
    #expect(run.status == 0)
    #expect(
      run.errors.contains("warning: '\(lock.replacing("$W", with: root))' is not read, and has the types"),
      "\(run.errors)")
  }

  @Test("Locks of two inputs are one lock, or an error that says how they become one")
  func twoInputs() throws {
    let workspace = try Workspace()
    try workspace.write("a/h/item.h", Self.item)
    try workspace.write("b/h/part.h", "struct part { int number; };\n")
    #expect(try workspace.archivegen("lock", "a/h").status == 0)
    #expect(try workspace.archivegen("lock", "b/h").status == 0)
    for arguments in [["a/h", "b/h", "-o", "out"], ["check", "a/h", "b/h"], ["lock", "a/h", "b/h"]] {
      let run = try workspace.run(Workspace.toolPath, arguments)
      #expect(run.status == 1)
      #expect(
        run.errors.contains(
          "error: 'b/archivegen.lock' is not read, because the lock of these inputs is 'a/archivegen.lock', which lacks 'part' [unused-settings]"
        ), "\(run.errors)")
      #expect(
        run.errors.contains(
          "a run has one lock: move the releases and types of 'b/archivegen.lock' to 'a/archivegen.lock', and remove it"
        ))
    }
    #expect(try workspace.archivegen("check", "a/h", "b/h", "--lock", "a/archivegen.lock").status == 3)
  }

  @Test("A lock beside the inputs is read if there is none beside the configuration")
  func besideInputs() throws {
    let workspace = try released()
    try workspace.write("settings/archivegen.yml", "module: CItem\n")
    #expect(try workspace.archivegen("check", "h", "--config", "settings/archivegen.yml").status == 0)
  }

  @Test("The places of a package are looked into in their order, and a new lock is written to the first")
  func packagePlaces() throws {
    let workspace = try Workspace()
    let place = ["ARCHIVEGEN_COMMAND": "swift package archivegen", "ARCHIVEGEN_TARGET": "app"]
    try workspace.write("c/include/item.h", Self.item)
    let places = ["--lock-place", "app/archivegen.lock", "--lock-place", "c/archivegen.lock"]
    let first = try workspace.run(
      Workspace.toolPath, ["c/include", "-o", "out", "--keep-lock"] + places, environment: place)
    let proposal = "there is no lock: before the first release run 'swift package archivegen lock --target app'"
    #expect(first.errors.contains(proposal), "\(first.errors)")
    // The build after a rename says it again, when it can still be helped.
    try workspace.write("c/include/item.h", Self.item.replacing("price", with: "cost"))
    let renamed = try workspace.run(
      Workspace.toolPath, ["c/include", "-o", "out", "--keep-lock"] + places, environment: place)
    #expect(renamed.status == 0 && renamed.errors.contains(proposal))
    #expect(try workspace.archivegen("lock", "c/include").status == 0)
    #expect(workspace.exists("c/archivegen.lock"))
    try workspace.write("c/include/item.h", Self.item)
    let broken = try workspace.run(
      Workspace.toolPath, ["c/include", "-o", "out", "--keep-lock"] + places, environment: place)
    #expect(broken.status == 2 && broken.errors.contains("'cost' is gone"), "\(broken.errors)")
    #expect(broken.errors.contains("because archives made with the lock as it is would break"))
    let fresh = try Workspace()
    try fresh.write("c/include/item.h", Self.item)
    try fresh.write("locks/.keep", "")
    #expect(
      try fresh.run(Workspace.toolPath, ["lock", "c/include", "--lock-place", "locks/archivegen.lock"] + places).status
        == 0)
    #expect(fresh.exists("locks/archivegen.lock"))
  }

  @Test("A run without the Swift sources of a lock says that inputs are missing, and proposes to retire nothing")
  func missingInputs() throws {
    let workspace = try Workspace()
    try workspace.write("h/item.h", Self.item)
    try workspace.write("m/Box.swift", "// archive:\nstruct Box {\n  var price = 1\n}\n")
    #expect(try workspace.archivegen("lock", "h", "m").status == 0)
    for arguments in [["check", "h"], ["h", "-o", "out"], ["lock", "h"], ["lock", "release", "1.0", "h"]] {
      let run = try workspace.run(Workspace.toolPath, arguments)
      #expect(run.status == 70)
      #expect(
        run.errors.contains(
          "error: 'archivegen.lock' has the Swift type 'Box', and the inputs have no Swift source, so that nothing was checked [no-input]"
        ), "\(run.errors)")
      #expect(!run.errors.contains("archivegen lock h --retire"))
    }
    let swift = try workspace.archivegen("check", "m")
    #expect(swift.status == 70 && swift.errors.contains("has the C type 'item', and the inputs have no header"))
    // Where the language is there, a file may be missing.
    try workspace.write("m2/Other.swift", "// archive:\nstruct Other {\n  var weight = 1\n}\n")
    let part = try workspace.archivegen("check", "h", "m2", "--lock", "archivegen.lock")
    #expect(part.status == 2)
    #expect(
      part.errors.contains("note: name the file that declares it, if it is not among the inputs"), "\(part.errors)")
    // What is gone for good is retired.
    #expect(try workspace.archivegen("lock", "h", "--retire", "Box", "--reason", "never sold").status == 0)
  }

  @Test("The lock of another library is not theirs, and the message names --lock and proposes to retire nothing")
  func otherLibrary() throws {
    let workspace = try Workspace()
    try workspace.write("ha/a.h", "struct a { int x; };\n")
    try workspace.write("hb/b.h", "struct b { double y; char *name; /* archive: cstring */ };\n")
    #expect(try workspace.archivegen("lock", "ha").status == 0)
    for arguments in [["check", "hb"], ["hb", "--module", "CB", "-o", "out"], ["lock", "hb"]] {
      let run = try workspace.run(Workspace.toolPath, arguments)
      #expect(run.status == 70)
      #expect(
        run.errors.contains("'archivegen.lock' has the type 'a', and the inputs do not have it")
          && run.errors.contains("give the inputs of another library a lock of their own, with --lock FILE"),
        "\(run.errors)")
      #expect(!run.errors.contains("--retire a"))
    }
    #expect(try workspace.archivegen("lock", "hb", "--lock", "hb/archivegen.lock").status == 0)
    #expect(try workspace.archivegen("check", "hb").status == 0)
    #expect(try workspace.archivegen("check", "ha").status == 0)
    // A type that was renamed is another matter.
    try workspace.write("ha/a.h", "struct renamed { int x; };\n")
    let renamed = try workspace.archivegen("check", "ha")
    #expect(renamed.status == 2 && renamed.errors.contains("was(\"a\")"), "\(renamed.errors)")
  }
}
