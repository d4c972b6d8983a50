import Foundation
import Testing

/// What becomes of files that exist when a command writes them, or fails to.
@Suite struct WrittenFileTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write("include/item.h", "#pragma once\nstruct item {\n    int a;\n};\n")
  }

  private func shell(_ script: String) throws -> Workspace.Outcome {
    try workspace.run("/bin/bash", ["-c", script.replacing("archivegen ", with: "'\(Workspace.toolPath)' ")])
  }

  private func mode(_ file: String) throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(atPath: "\(workspace.path)/\(file)")
    return (attributes[.posixPermissions] as? NSNumber)?.intValue
  }

  @Test("A source stays as it was when the disk is full while it is marked")
  func fullDiskWhileMarking() throws {
    let rest = String(repeating: "// The rest of a source that somebody wrote.\n", count: 400)
    try workspace.write("model/order.swift", "final class Order: Codable {\n  var number = 0\n}\n\(rest)")
    let before = workspace.read("model/order.swift")
    let outcome = try shell(
      "trap '' XFSZ; ulimit -f 8; archivegen mark Order model --write 2>&1 | cat; exit ${PIPESTATUS[0]}")
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("cannot write 'model/order.swift': File too large"), "\(outcome.output)")
    #expect(workspace.read("model/order.swift") == before)
    #expect(try workspace.archivegen("mark", "Order", "model", "--write").status == 0)
    #expect(workspace.read("model/order.swift")?.hasPrefix("// archive:") == true)
  }

  @Test("A lock that is a link stays one, and its file gets the release and keeps its permissions")
  func linkedLock() throws {
    #expect(try workspace.archivegen("lock", "include").status == 0)
    _ = try shell(
      "mkdir shared; mv archivegen.lock shared; ln -s shared/archivegen.lock .; chmod 660 shared/archivegen.lock"
    )
    #expect(try shell("umask 077; archivegen lock release 1.0.0 include").status == 0)
    let type = try FileManager.default.attributesOfItem(atPath: "\(workspace.path)/archivegen.lock")[.type]
    #expect(type as? FileAttributeType == .typeSymbolicLink)
    #expect(workspace.read("shared/archivegen.lock")?.contains("1.0.0") == true)
    #expect(try mode("shared/archivegen.lock") == 0o660)
  }

  @Test("A pipe is written to, and '-' is standard output")
  func pipes() throws {
    let piped = try shell("mkfifo rules; cat rules & archivegen include -o out --depfile rules; wait; test -p rules")
    #expect(piped.status == 0 && piped.output.contains("include/item.h"), "\(piped)")
    _ = try workspace.archivegen("lock", "include")
    let merged = try shell("archivegen lock merge archivegen.lock archivegen.lock -o -")
    #expect(merged.output.contains("\ntype item "), "\(merged)")
    #expect(!workspace.exists("-"))
  }

  @Test("A run that cannot write all of its files changes neither the others nor the lock")
  func folderInTheWay() throws {
    try workspace.write("include/part.h", "#pragma once\nstruct part {\n    int b;\n};\n")
    #expect(try workspace.archivegen("lock", "include").status == 0)
    #expect(try workspace.archivegen("include", "-o", "out").status == 0)
    _ = try shell("rm out/part+Archive.swift; mkdir out/part+Archive.swift")
    let before = workspace.contents(of: "out")
    let lock = workspace.read("archivegen.lock")
    try workspace.write("include/item.h", "#pragma once\nstruct item {\n    int a, added;\n};\n")
    let outcome = try workspace.archivegen("include", "-o", "out")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("'out/part+Archive.swift' is a folder"), "\(outcome.errors)")
    #expect(workspace.contents(of: "out") == before)
    #expect(workspace.read("archivegen.lock") == lock)
    _ = try shell("rmdir out/part+Archive.swift")
    #expect(try workspace.archivegen("include", "-o", "out").status == 0)
    #expect(workspace.read("archivegen.lock")?.contains("added") == true)
  }

  @Test("The lock may be in the output folder")
  func lockInOutput() throws {
    _ = try workspace.archivegen("lock", "include", "--lock", "out/archivegen.lock")
    #expect(try shell("mkdir -p out; archivegen lock include --lock out/archivegen.lock").status == 0)
    #expect(try workspace.archivegen("include", "-o", "out", "--lock", "out/archivegen.lock").status == 0)
    try workspace.write("include/item.h", "#pragma once\nstruct item {\n    int a, added;\n};\n")
    #expect(try workspace.archivegen("include", "-o", "out", "--lock", "out/archivegen.lock").status == 0)
    #expect(workspace.read("out/archivegen.lock")?.contains("added") == true)
  }

  @Test(
    "A header that appears where an earlier one would have been found is read by the next run",
    arguments: ["#include <lib/config.h>", "#if __has_include(\"lib/config.h\")\n#include \"lib/config.h\"\n#endif"])
  func appearingHeader(directive: String) throws {
    try workspace.write(
      "include/item.h", "#pragma once\n\(directive)\nstruct item {\n    int a;\n#ifdef WIDE\n    int b;\n#endif\n};\n")
    if !directive.contains("__has") { try workspace.write("two/lib/config.h", "#pragma once\n") }
    _ = try shell("mkdir -p one/lib two/lib")
    // What changed during a run is read again anyway.
    usleep(50_000)
    let arguments = ["include", "-I", "one", "-I", "two", "-o", "out"]
    #expect(try workspace.run(Workspace.toolPath, arguments).status == 0)
    try workspace.write("one/lib/config.h", "#pragma once\n#define WIDE 1\n")
    usleep(50_000)
    let outcome = try workspace.run(Workspace.toolPath, arguments)
    #expect(outcome.errors.contains("(2 fields)"), "\(outcome.errors)")
  }
}
