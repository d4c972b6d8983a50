import Foundation
import Testing

/// Which files of a folder are read, and what is reported about the others.
@Suite struct InputSelectionTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write("headers/order.h", "#pragma once\nstruct order { int a; };\n")
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: "\(workspace.path)/\(name)", withDestinationPath: target)
  }

  @Test("Headers in a folder behind a symbolic link are read, each once")
  func linkedFolder() throws {
    try workspace.write("elsewhere/deep/line.h", "#pragma once\nstruct line { int a; };\n")
    try link("headers/linked", to: "../elsewhere")
    try link("headers/again", to: "../elsewhere/deep")
    let outcome = try workspace.archivegen("headers", "-o", "out")
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("2 types written"), "\(outcome.errors)")
  }

  @Test("Symbolic links to a parent end the search, and a folder's own name takes precedence over a link")
  func cycles() throws {
    try workspace.write("headers/zone/line.h", "#pragma once\nstruct line { int a; };\n")
    try workspace.write("other.h", "struct other { int a; };\n")
    try link("headers/alias", to: "zone")
    try link("headers/zone/self", to: ".")
    try link("headers/zone/up", to: "../..")
    try link("headers/loop", to: "loop")
    let outcome = try workspace.archivegen("headers", "-o", "out", "-v")
    #expect(outcome.errors.contains("2 types written"), "\(outcome.errors)")
    #expect(workspace.read("out/CHeaders.h")?.contains("\"../headers/zone/line.h\"") == true)
  }

  @Test("A pattern of --exclude that matches nothing is reported, with a suggestion")
  func unmatchedPattern() throws {
    try workspace.write("headers/deep/line.h", "struct line { int a; };\n")
    let near = try workspace.archivegen("headers", "-o", "out", "--exclude", "ordre.h")
    #expect(near.status == 0)
    #expect(near.errors.contains("warning: --exclude 'ordre.h' matches nothing"))
    #expect(near.errors.contains("did you mean 'order.h'?"))
    let deep = try workspace.archivegen("headers", "-o", "out", "--exclude", "line.h")
    #expect(deep.errors.contains("write 'deep/line.h', or '*/line.h' for any depth"), "\(deep.errors)")
    let strict = try workspace.archivegen("headers", "-o", "out", "--exclude", "ordre.h", "--strict")
    #expect(strict.status == 1)
    let file = try workspace.archivegen("headers/order.h", "-o", "out", "--exclude", "order.h")
    #expect(file.errors.contains("patterns apply to headers and sources in given folders"))
  }

  @Test("A folder's name excludes everything in it")
  func excludedFolder() throws {
    try workspace.write("headers/deep/line.h", "struct line { int a; };\n")
    for pattern in ["deep", "deep/", "./deep", "deep/*", "de*"] {
      let outcome = try workspace.archivegen("headers", "-o", "out", "--exclude", pattern)
      #expect(outcome.errors.contains("1 type written"), "\(pattern): \(outcome.errors)")
      #expect(!outcome.errors.contains("matches nothing"), "\(pattern)")
    }
    let all = try workspace.archivegen("headers", "-o", "out", "--exclude", "*")
    #expect(all.status == 1)
    #expect(all.errors.contains("--exclude leaves out every header and Swift source in 'headers'"))
  }

  @Test("Files that look like headers and are not read are reported, unless they are lists or excluded")
  func otherEndings() throws {
    try workspace.write("headers/list.def", "ITEM(a)\nITEM(b)\n")
    #expect(try !workspace.archivegen("headers", "-o", "out").errors.contains("list.def"))
    try workspace.write("headers/types.inc", "struct hidden {\n  int a;\n};\n")
    try workspace.write("headers/code.hpp", "class c {};\n")
    let outcome = try workspace.archivegen("headers", "-o", "out")
    #expect(outcome.errors.contains("'types.inc' in 'headers' is not read, because only files that end in .h"))
    #expect(outcome.errors.contains("'code.hpp' in 'headers' is not read, because archivegen does not read C++"))
    let excluded = try workspace.archivegen("headers", "-o", "out", "--exclude", "*.hpp", "--exclude", "types.inc")
    #expect(!excluded.errors.contains("warning"), "\(excluded.errors)")
    let named = try workspace.archivegen("headers", "headers/types.inc", "-o", "out", "--module", "CHeaders")
    #expect(named.errors.contains("2 types written"), "\(named.errors)")
  }

  #if os(Linux)
    // File systems of macOS have no such names.
    @Test("Headers, sources and folders whose names are not UTF-8 are errors, unless they are excluded")
    func otherNames() throws {
      let made = try workspace.run(
        "/bin/bash",
        [
          "-c",
          #"cd headers; mkdir deep $'deep/sub\xff'; touch $'l\xff.h' $'deep/s\xff.swift' $'\xff.txt' $'.\xff.h' $'deep/sub\xff/b.h'"#,
        ])
      #expect(made.status == 0)
      for arguments in [["headers", "-o", "out"], ["lock", "headers"], ["check", "headers"], ["layout", "headers"]] {
        let outcome = try workspace.run(Workspace.toolPath, arguments)
        #expect(outcome.status == 1, "\(arguments)")
        #expect(
          outcome.errors.contains(
            "cannot read 'headers/l\u{FFFD}.h': its name is not UTF-8 [unreadable-input]\narchivegen: note: rename it, or leave it out with --exclude 'l\u{FFFD}.h'"
          ), "\(arguments): \(outcome.errors)")
      }
      let deep = try workspace.archivegen("headers", "-o", "out", "--exclude", "l\u{FFFD}.h")
      #expect(
        deep.status == 1 && deep.errors.contains("headers/deep/s\u{FFFD}.swift'")
          && deep.errors.contains("headers/deep/sub\u{FFFD}'"), "\(deep.errors)")
      let outcome = try workspace.archivegen(
        "headers", "-o", "out", "--exclude", "l*.h", "--exclude", "deep/s*.swift", "--exclude", "deep/sub*")
      #expect(outcome.status == 0 && !outcome.errors.contains("warning"), "\(outcome.errors)")
    }
  #endif

  @Test("Commands without an output folder do not read what an earlier run wrote below an input")
  func earlierOutput() throws {
    try workspace.write("c/item.h", "struct item { int n; };\n")
    try workspace.write(
      "m/Shop.swift", "import CShop\n// archive:\nstruct Shop { var x = 1; var i: item = item() }\n")
    #expect(try workspace.archivegen("c", "m", "-o", "m/Generated").status == 0)
    #expect(workspace.read("m/Generated/CShop.h") != nil)
    for command in [["lock"], ["check"], ["layout"]] {
      let run = try workspace.run(Workspace.toolPath, command + ["c", "m"])
      #expect(run.status == 0, "\(command): \(run.errors)")
    }
  }
}
