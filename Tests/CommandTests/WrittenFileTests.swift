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

  @Test("Files that cannot be replaced or removed leave the others as they are, links and permissions too")
  func stickyFolder() throws {
    for name in ["a", "b", "c"] {
      try workspace.write("include/\(name).h", "#pragma once\nstruct \(name) {\n    int x;\n};\n")
    }
    #expect(try workspace.archivegen("include", "-o", "out").status == 0)
    #expect(
      try shell(
        "chmod 640 out/a+Archive.swift; mv out/b+Archive.swift real.swift; ln -s ../real.swift out/b+Archive.swift"
      ).status == 0)
    let before = workspace.contents(of: "out")
    for name in ["a", "b"] {
      try workspace.write("include/\(name).h", "#pragma once\nstruct \(name) {\n    int y;\n};\n")
    }
    _ = try shell("rm include/c.h; chattr +i out/c+Archive.swift")
    defer { _ = try? shell("chattr -i out/c+Archive.swift") }
    // Where the file system has no such attribute, nothing is in the way.
    guard try shell("lsattr out/c+Archive.swift | grep -q -- '-i-'").status == 0 else { return }
    let outcome = try workspace.archivegen("include", "-o", "out")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("the earlier output is unchanged"), "\(outcome.errors)")
    #expect(workspace.contents(of: "out") == before)
    #expect(try mode("out/a+Archive.swift") == 0o640)
    #expect(try shell("test -L out/b+Archive.swift && test -z \"$(ls -A out | grep stage)\"").status == 0)
  }

  @Test("Two runs whose outputs have each other's lock take turns")
  func crossedLocks() throws {
    let outcome = try shell(
      """
      mkdir -p x y
      archivegen lock include --lock y/a.lock && archivegen lock include --lock x/b.lock
      fields="int a;"
      for i in 1 2 3 4 5 6; do
        fields="$fields int b$i;"
        echo "struct item { $fields };" >include/item.h
        archivegen include -o x --lock y/a.lock --no-cache & first=$!
        archivegen include -o y --lock x/b.lock --no-cache; second=$?
        wait $first && test $second = 0 || exit 1
      done
      """)
    #expect(outcome.status == 0, "\(outcome.errors)")
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

  @Test(
    "So is one that appears in a folder within another, behind a slash, for a question of two lines, or beside who asks",
    arguments: [
      (["-I", "one", "-I", "one/in"], "one/in/lib/config.h", "#include <lib/config.h>", "one/lib/config.h"),
      (["-I", "one/", "-I", "two/"], "two/a/b/config.h", "#include <a/b/config.h>", "one/a/b/config.h"),
      (
        ["-I", "one"], nil, "#if 1 && \\\n  __has_include(<lib/config.h>)\n#include <lib/config.h>\n#endif",
        "one/lib/config.h"
      ),
      ([], "near/asks.h", "#include \"../near/asks.h\"", "near/lib/config.h"),
    ])
  func appearingElsewhere(options: [String], present: String?, directive: String, appearing: String) throws {
    try workspace.write(
      "include/item.h", "#pragma once\n\(directive)\nstruct item {\n    int a;\n#ifdef WIDE\n    int b;\n#endif\n};\n")
    if let present {
      try workspace.write(
        present, "#pragma once\n#if __has_include(\"lib/config.h\")\n#include \"lib/config.h\"\n#endif\n")
    }
    _ = try shell("mkdir -p one/in/lib one/lib one/a/b two/a/b near/lib")
    usleep(50_000)
    let arguments = ["include"] + options + ["-o", "out"]
    #expect(try workspace.run(Workspace.toolPath, arguments).status == 0)
    try workspace.write(appearing, "#pragma once\n#define WIDE 1\n")
    usleep(50_000)
    let outcome = try workspace.run(Workspace.toolPath, arguments)
    #expect(outcome.errors.contains("(2 fields)"), "\(outcome.errors)")
  }
}
