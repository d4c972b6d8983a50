import Foundation
import Testing

@testable import archivegen

/// Options as people have them in CFLAGS: each is ours, clang's, or wrong usage, and none shows the help by accident.
@Suite struct CompilerArgumentTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write("ok.h", "#pragma once\nstruct ok { int a; };\n")
  }

  private func run(_ options: [String]) throws -> Workspace.Outcome {
    try workspace.run(Workspace.toolPath, ["ok.h", "-o", "out"] + options)
  }

  @Test(
    "Clang's options are parsed as clang parses them",
    arguments: [
      "-pthread", "-std=gnu99", "--std=c11", "-ansi", "-pedantic", "-pipe", "-w", "-fno-common", "-fPIC", "-Wall",
      "-Werror", "-Wextra -Wno-unused",
      "-g", "-ggdb3", "-O2", "-Os", "-m64", "-msse2", "-include stddef.h", "-includestddef.h", "-imacros stddef.h",
      "-isystem/usr/include", "-isystem /usr/include", "-iquote.", "-iquote .", "-idirafter .", "-I.", "-I .",
      "-DA=1 -D B -UC -U D",
      "-x c", "-xc", "-target x86_64-unknown-linux-gnu", "--target=x86_64-unknown-linux-gnu", "--sysroot=/",
      "--sysroot /",
      "-isysroot /", "-Xclang -fno-pch-timestamp", "-nostdlibinc", "-Wp,-DX",
    ])
  func clangOptions(options: String) throws {
    let outcome = try run(options.split(separator: " ").map(String.init))
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(workspace.exists("out/ok+Archive.swift"))
  }

  @Test(
    "Options for linking, which pkg-config prints as well, are ignored",
    arguments: [
      "-lfoo", "-l foo", "-L/usr/lib", "-L /usr/lib", "-Wl,-z,now", "-rdynamic", "-framework Foo",
      "-Xlinker -z -pthread",
    ])
  func linkerOptions(options: String) throws {
    let outcome = try run(options.split(separator: " ").map(String.init))
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(workspace.exists("out/ok+Archive.swift"))
  }

  @Test(
    "Any other option is wrong usage that says what to write",
    arguments: [
      ("-qthreads", "--clang-arg -qthreads"), ("-zork", "--clang-arg -zork"), ("--zork", "--clang-arg OPTION"),
      ("-qv", "write '-q -v'"), ("-qh", "write '-q -h'"), ("-vh", "write '-v -h'"), ("-hh", "write '-h -h'"),
      ("-module C", "did you mean '--module'?"), ("-strict", "did you mean '--strict'?"),
      ("-output=x", "did you mean '--output=x'?"),
      ("-MD", "--depfile"), ("-MF x.d", "--depfile"), ("-c", "is for compiling"), ("-E", "is for compiling"),
      ("-undef", "removes the macros"),
      ("-D", "'-D' needs a value"),
      ("-include", "'-include' needs a value"),
    ])
  func unknownOptions(options: String, message: String) throws {
    let outcome = try run(options.split(separator: " ").map(String.init))
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
    #expect(!workspace.exists("out"))
  }

  @Test(
    "An option of another command is wrong usage that names that command, and the usage is the command's own",
    arguments: [
      ("lock h -o out", "Unknown option '-o'. It is an option of 'archivegen generate'", "archivegen lock"),
      ("inspect --depfile d a", "'--depfile'. It is an option of 'archivegen generate'", "archivegen inspect"),
      ("inspect --zork a", "Unknown option '--zork'", "archivegen inspect"),
    ])
  func optionOfAnotherCommand(arguments: String, message: String, usage: String) throws {
    let outcome = try workspace.run(
      Workspace.toolPath, arguments.split(separator: " ").map(String.init))
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(outcome.errors.contains("Usage: \(usage)"), "\(outcome.errors)")
    #expect(!outcome.errors.contains("clang"), "\(outcome.errors)")
  }

  @Test(
    "A language other than C is wrong usage, in every form of the option",
    arguments: [
      "-x c++", "-xc++", "-x objective-c", "-std=c++17", "--std=gnu++20", "-ObjC", "--clang-arg -std=c++17",
      "--clang-arg -x --clang-arg c++",
    ])
  func otherLanguages(options: String) throws {
    let outcome = try run(options.split(separator: " ").map(String.init))
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("archivegen reads C, and"), "\(outcome.errors)")
    try workspace.write("archivegen.yml", "clang-arguments: [-std=c++17]\n")
    let configured = try run([])
    #expect(configured.status == 1)
    #expect(configured.errors.contains("archivegen reads C, and"))
  }

  @Test("'-o' may be joined, and after '--' everything is an input")
  func ownOptions() throws {
    #expect(try workspace.archivegen("ok.h", "-oelsewhere").status == 0)
    #expect(workspace.exists("elsewhere/ok+Archive.swift"))
    try workspace.write("-pthread.h", "struct odd { int a; };\n")
    #expect(try workspace.archivegen("-o", "odd", "--", "-pthread.h").status == 0)
    #expect(workspace.exists("odd/-pthread+Archive.swift"))
  }

  @Test("'@FILE' stands for the arguments in the file, and a change of it is seen")
  func responseFile() throws {
    try workspace.write("w.h", "struct w { unsigned a : WIDTH; };\n")
    try workspace.write("a.rsp", "w.h -o 'out' \"-DWIDTH=3\"\n@b.rsp")
    try workspace.write("b.rsp", "-pthread\n")
    #expect(try workspace.archivegen("@a.rsp").status == 0)
    #expect(workspace.read("out/w+Archive.swift")?.contains("=a:b3u@0\n") == true)
    try workspace.write("a.rsp", "w.h -o out -DWIDTH=4\n")
    #expect(try workspace.archivegen("@a.rsp").status == 0)
    #expect(workspace.read("out/w+Archive.swift")?.contains("=a:b4u@0\n") == true)
    try workspace.write("loop.rsp", "@loop.rsp")
    #expect(try workspace.archivegen("@loop.rsp").status == 64)
    #expect(try workspace.archivegen("@none.rsp", "-o", "out").errors.contains("cannot read '@none.rsp'"))
  }

  @Test("Of several definitions of one macro the last counts")
  func lastMacro() throws {
    try workspace.write("w.h", "#ifndef WIDTH\n#define WIDTH 7\n#endif\nstruct w { unsigned a : WIDTH; };\n")
    for (options, width) in [
      (["-DWIDTH=3", "-UWIDTH"], 7), (["-UWIDTH", "-DWIDTH=3"], 3), (["-DWIDTH=3", "-D", "WIDTH=4"], 4),
    ] {
      let outcome = try workspace.run(Workspace.toolPath, ["w.h", "-o", "out"] + options)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(workspace.read("out/w+Archive.swift")?.contains("=a:b\(width)u@0\n") == true)
    }
  }

  @Test("A library among the inputs is no header")
  func library() throws {
    try workspace.write("libfoo.a", "!<arch>\n")
    let outcome = try run(["libfoo.a"])
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("'libfoo.a' is a library, not a C header"))
  }

  @Test("The list of our own options is that of the command")
  func ownNames() throws {
    let dump = try workspace.archivegen("--experimental-dump-help").output
    let root = try #require(try JSONSerialization.jsonObject(with: Data(dump.utf8)) as? [String: Any])
    let command = try #require(root["command"] as? [String: Any])
    func subcommands(_ command: [String: Any]) -> [[String: Any]] { command["subcommands"] as? [[String: Any]] ?? [] }
    // Those that take a compiler's options as well.
    let readers = (subcommands(command) + subcommands(command).flatMap(subcommands)).filter {
      ["generate", "check", "update", "tests", "layout"].contains($0["commandName"] as? String)
    }
    #expect(readers.count == 5)
    let names = Set(
      readers.flatMap { $0["arguments"] as? [[String: Any]] ?? [] }.flatMap { $0["names"] as? [[String: String]] ?? [] }
        .filter { $0["kind"] == "long" }.compactMap { $0["name"] })
    #expect(!names.isEmpty)
    #expect(names.subtracting(OwnOptions.longNames).isEmpty)
    #expect(OwnOptions.longNames.subtracting(names) == [])
  }
}
