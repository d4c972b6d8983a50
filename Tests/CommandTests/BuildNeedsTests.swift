import Foundation
import Testing

/// The options that headers were read with are in the module header, or are reported.
@Suite struct BuildNeedsTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write(
      "h/a.h",
      "struct a { size_t n; unsigned w : WIDTH; };\n#ifdef OLD\nstruct old { int x; };\n#endif\nPAIR(int, two)\n")
  }

  private func generate(_ options: String...) throws -> Workspace.Outcome {
    try workspace.run(
      Workspace.toolPath,
      [
        "h", "-o", "out", "-DWIDTH=3", "-DPAIR(t, n)=struct n { t a, b; };", "-DEMPTY=", "-UOLD", "--include",
        "stddef.h",
      ] + options)
  }

  @Test("The written module has the macros and headers that reading needed, and Swift imports it")
  func moduleHeader() throws {
    let outcome = try generate("-pthread", "-std=c99", "-Wall", "-O2")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      outcome.errors.contains(
        "note: code that imports 'CH' must be compiled with the options that its headers were read with: -Xcc -pthread -Xcc -std=c99 [build-options]\n"
      ))
    let header = try #require(workspace.read("out/CH.h"))
    for line in [
      "#define WIDTH 3", "#define PAIR(t, n) struct n { t a, b; };", "#ifndef PAIR", "#undef OLD",
      "#include \"stddef.h\"",
      "//   -Xcc -pthread", "//   -Xcc -std=c99",
    ] {
      #expect(header.contains(line + "\n"), "\(line)")
    }
    #expect(!header.contains("#define EMPTY 1"))
    try workspace.write("use.swift", "import CH\nlet size = MemoryLayout<a>.size + MemoryLayout<two>.size\n")
    let compiled = try workspace.run(
      "/usr/bin/env", ["swiftc", "-typecheck", "-I", "out", "-Xcc", "-pthread", "-Xcc", "-std=c99", "use.swift"])
    #expect(compiled.status == 0, "\(compiled.errors)")
  }

  @Test("If the headers have their own module map, the macros are reported as well")
  func ownMap() throws {
    try workspace.write("h/module.modulemap", "module CH { header \"a.h\" }\n")
    let outcome = try generate()
    #expect(
      outcome.errors.contains(
        "-Xcc -DWIDTH=3 -Xcc '-DPAIR(t, n)=struct n { t a, b; };' -Xcc -DEMPTY= -Xcc -UOLD -Xcc -include -Xcc stddef.h"),
      "\(outcome.errors)")
    #expect(!(try generate("--quiet").errors.contains("-Xcc")))
  }

  @Test("The folders that headers are searched in are reported, and no written file has them")
  func folders() throws {
    try workspace.write("deps/width.h", "#define WIDTH 3\n")
    try workspace.write("h/b.h", "#include <width.h>\nstruct three { int v[WIDTH]; };\n")
    let outcome = try generate("-Ideps", "-isystem", "deps")
    #expect(
      outcome.errors.contains("headers were read with: -Xcc -Ideps -Xcc -isystem -Xcc deps [build-options]\n"),
      "\(outcome.errors)")
    #expect(try !#require(workspace.read("out/CH.h")).contains("deps"))
  }

  @Test("A header that is included before all others is a dependency, with what it includes")
  func dependencies() throws {
    try workspace.write("first.h", "#include \"second.h\"\n")
    try workspace.write("second.h", "typedef int number;\n")
    try workspace.write("h/a.h", "struct a { number n; };\n")
    let run = { try workspace.archivegen("h", "-o", "out", "--include", "first.h", "--depfile", "deps.d") }
    #expect(try run().status == 0)
    let deps = try #require(workspace.read("deps.d"))
    #expect(deps.contains("first.h") && deps.contains("second.h"), "\(deps)")
    try workspace.write("second.h", "typedef short number;\n")
    #expect(try run().status == 0)
    #expect(workspace.read("out/a+Archive.swift")?.contains("n:i16@0") == true)
    #expect(workspace.read("out/CH.h")?.contains("#include \"../first.h\"\n#include \"../h/a.h\"") == true)
  }

  @Test("The configuration has all of these options, and the command line overrides it")
  func configuration() throws {
    try workspace.write(
      "archivegen.yml", "define: [WIDTH=3, GONE, \"PAIR(t, n)=\"]\nundefine: OLD\ninclude-file: stddef.h\n")
    let outcome = try workspace.archivegen("h", "-o", "out", "-DWIDTH=5", "-UGONE")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let header = try #require(workspace.read("out/CH.h"))
    #expect(header.contains("#define WIDTH 5") && !header.contains("WIDTH 3"))
    #expect(header.contains("#undef GONE") && header.contains("#undef OLD") && !header.contains("#define GONE"))
    #expect(header.contains("#include \"stddef.h\""))
  }

  @Test("'#include_next' in a given header finds the next header, in reading and in building")
  func includeNext() throws {
    try workspace.write(
      "wrap/rec.h", "#ifndef WRAP\n#define WRAP\n#include_next <rec.h>\nstruct wrap { struct base b; };\n#endif\n")
    try workspace.write("base/rec.h", "#ifndef BASE\n#define BASE\nstruct base { int x; };\n#endif\n")
    let outcome = try workspace.archivegen("wrap", "-Iwrap", "-Ibase", "-o", "out")
    #expect(outcome.status == 0, "\(outcome.errors)")
    try workspace.write("use.swift", "import CWrap\nlet size = MemoryLayout<wrap>.size\n")
    let compiled = try workspace.run(
      "/usr/bin/env", ["swiftc", "-typecheck", "-I", "out", "-Xcc", "-Iwrap", "-Xcc", "-Ibase", "use.swift"])
    #expect(compiled.status == 0, "\(compiled.errors)")
  }
}
