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
    #expect(check.errors.contains("archivegen lock h --accept type-narrowed:item.count --reason 'why'"))
    let explained = try workspace.archivegen("explain", "type-narrowed")
    #expect(explained.status == 0)
    #expect(explained.output.contains("Keep the wider type, or add a new field."))
    #expect(
      try workspace.archivegen("lock", "h", "--accept", "type-narrowed:item.count", "--reason", "why").status == 0)
    #expect(try workspace.archivegen("check", "h").errors.contains("1 refuse; 1 of these is accepted"))
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
}
