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
}
