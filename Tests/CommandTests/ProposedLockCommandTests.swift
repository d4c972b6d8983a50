import Foundation
import Testing

/// The commands that messages about locks propose can be pasted into a shell.
extension LockCommandTests {
  @Test("A proposed command names the same lock and configuration, and quotes what a shell would split")
  func proposedCommand() throws {
    let workspace = try Workspace()
    try workspace.write("my headers/item.h", Self.item)
    try workspace.write("settings.yml", "module: CItem\n")
    try workspace.write("locks/keep", "")
    let options = ["my headers", "--config", "settings.yml", "--lock", "locks/a lock"]
    let command = "archivegen lock 'my headers' --config settings.yml --lock 'locks/a lock'"
    func messages(_ arguments: [String]) throws -> String {
      try workspace.run(Workspace.toolPath, arguments).errors
    }
    /// Runs a proposed command as a shell would.
    func paste(_ command: String) throws -> Int32 {
      try workspace.run("/bin/sh", ["-c", "archivegen() { '\(Workspace.toolPath)' \"$@\"; }; \(command)"]).status
    }
    #expect(try messages(["check"] + options).contains("write it with '\(command)'"))
    #expect(try paste(command) == 0)
    #expect(workspace.exists("locks/a lock"))
    let tests = ["lock", "tests"] + options + ["--goldens", "goldens", "--testable", "App", "-o", "Golden.swift"]
    let release =
      "archivegen lock release 1.0.0 'my headers' --config settings.yml --lock 'locks/a lock' --goldens goldens"
    #expect(try messages(tests).contains("run '\(release)'"))
    #expect(try paste(release) == 0)

    try workspace.write("my headers/item.h", Self.item.replacing("int count", with: "int more, count"))
    #expect(try messages(["check"] + options).contains("run '\(command)'"))
    #expect(try messages(options + ["-o", "out", "--keep-lock"]).contains("run '\(command)'"))
    try workspace.write("my headers/item.h", Self.item.replacing("double price; ", with: ""))
    #expect(try messages(["check"] + options).contains("run '\(command) --retire item.price' if"))
    #expect(try paste("\(command) --retire item.price") == 0)
  }

  @Test("The note that there is no lock names a command that a person can read")
  func longCommand() throws {
    let workspace = try Workspace()
    try workspace.write("h/item.h", Self.item)
    let note = "there is no lock: before the first release run"
    let short = try workspace.archivegen("h", "-o", "short", "-I", "h")
    #expect(short.errors.contains("\(note) 'archivegen lock h -I h', so that"), "\(short.errors)")
    let folders = (0..<60).flatMap { ["-I", "h/a/long/folder/\($0)"] }
    let long = try workspace.run(Workspace.toolPath, ["h", "-o", "long"] + folders)
    #expect(
      long.errors.contains(
        "\(note) 'archivegen lock' with the inputs of this run and its options for headers, so that"),
      "\(long.errors)")
  }

  @Test("A proposed command repeats the options that decide what is read")
  func proposedOptions() throws {
    let workspace = try Workspace()
    try workspace.write("inc/q.h", "#define N 4\n")
    try workspace.write("inc/first.h", "typedef int first;\n")
    try workspace.write("sys/s.h", "#define S 1\n")
    let header =
      "#include \"q.h\"\n#include <s.h>\nstruct item { first a; int b[N];\n#ifdef EXTRA\nint extra;\n#endif\n"
    try workspace.write("h/i.h", header + "};\n")
    try workspace.write("h/private.h", "struct hidden { int a; };\n")
    let options =
      "--exclude private.h -I inc -D 'EXTRA=a b' -D N2 -U M --include inc/first.h -isystem sys -std=c99 --target x86_64-linux-gnu"
    func run(_ command: String) throws -> (status: Int32, errors: String) {
      let found = try workspace.run("/bin/sh", ["-c", "archivegen() { '\(Workspace.toolPath)' \"$@\"; }; \(command)"])
      return (found.status, found.errors)
    }
    let lock = "archivegen lock h \(options)"
    let missing = try run("archivegen check h \(options)")
    #expect(missing.errors.contains("write it with '\(lock)'"), "\(missing.errors)")
    #expect(try run(lock).status == 0)
    #expect(try run("archivegen check h \(options)").status == 0)
    try workspace.write("h/i.h", header + "int more; };\n")
    #expect(try run("archivegen check h \(options)").errors.contains("run '\(lock)', and commit it"))
    #expect(try run(lock).status == 0)
    #expect(try run("archivegen lock release 1.0 h \(options)").status == 0)
    try workspace.write("h/i.h", header.replacing("b[N]", with: "b[2]") + "int more; };\n")
    #expect(try run("archivegen check h \(options)").errors.contains("run '\(lock) --accept array-shortened:item.b"))
    try FileManager.default.removeItem(atPath: workspace.path + "/archivegen.lock")
    let releases = try run("archivegen inc --releases -o out -I sys")
    #expect(releases.errors.contains("make one with 'archivegen lock inc -I sys'"), "\(releases.errors)")
  }
}
