import Foundation
import Testing

/// A person's mistakes: each has its message, its exit code, and leaves what was there before.
@Suite struct BadInputTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write("headers/order.h", "struct order {\n    int a;\n};\n")
  }

  @Test("A missing folder is named, with the nearest one that exists")
  func missingFolder() throws {
    let outcome = try workspace.archivegen("haeders", "-o", "out")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("archivegen: error: cannot read 'haeders': No such file or directory"))
    #expect(outcome.errors.contains("did you mean 'headers'?"))
  }

  @Test("Clang's options after '--' are told where they stand")
  func optionsAfterTheInputs() throws {
    let outcome = try workspace.archivegen("headers", "-o", "out", "--", "-I..")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("cannot read '-I..': No such file or directory"))
    #expect(outcome.errors.contains("what follows '--' is an input; write clang's options without '--': -I <dir>, "))
  }

  @Test("An unreadable header is named", .disabled(if: getuid() == 0, "root may read everything"))
  func unreadableFile() throws {
    chmod("\(workspace.path)/headers/order.h", 0)
    let outcome = try workspace.archivegen("headers", "-o", "out")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("cannot read 'headers/order.h': Permission denied"))
  }

  @Test("A folder without headers is named")
  func noHeaders() throws {
    try workspace.write("empty/readme.txt", "")
    let outcome = try workspace.archivegen("empty", "-o", "out")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("there is no header or Swift source in 'empty'"))
  }

  @Test("A syntax error is reported as clang does, with the line and a caret, and nothing is written")
  func syntaxError() throws {
    try workspace.write("headers/bad.h", "struct bad {\n    int a b;\n};\n")
    let outcome = try workspace.archivegen("headers", "-o", "out")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("headers/bad.h:2:10: error: expected ';'"))
    #expect(outcome.errors.contains("    2 |     int a b;\n      |          ^"))
    #expect(!workspace.exists("out"))
  }

  @Test("With --keep-going the headers without errors are written, and the exit code is 1")
  func keepGoing() throws {
    try workspace.write("headers/bad.h", "struct bad {\n    int a b;\n};\n")
    let outcome = try workspace.archivegen("headers", "-o", "out", "--keep-going")
    #expect(outcome.status == 1)
    #expect(workspace.exists("out/order+Archive.swift"))
    #expect(!workspace.exists("out/bad+Archive.swift"))
    #expect(workspace.read("out/CHeaders.h")?.contains("bad.h") == false)
  }

  @Test("A missing include is an error at its line")
  func missingInclude() throws {
    try workspace.write("headers/bad.h", "#include \"nowhere.h\"\nstruct bad { gone a; away b; };\n")
    let outcome = try workspace.archivegen("headers", "-o", "out")
    #expect(outcome.status == 1)
    #expect(!outcome.errors.contains("unknown type name"))
    #expect(outcome.errors.contains("headers/bad.h:1:10: error: 'nowhere.h' file not found"))
  }

  @Test("An output that is a file is refused")
  func outputIsFile() throws {
    try workspace.write("out", "mine")
    let outcome = try workspace.archivegen("headers", "-o", "out")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("'out' is a file, but the output needs a folder"))
    #expect(workspace.read("out") == "mine")
  }

  @Test("An output that cannot be created is named with the reason")
  func outputNotWritable() throws {
    let outcome = try workspace.archivegen("headers", "-o", "/proc/nowhere/out")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("'/proc/nowhere/out'"))
  }

  @Test("When the disk is full the earlier output is kept")
  func fullDisk() throws {
    #expect(try workspace.archivegen("headers", "-o", "out").status == 0)
    let before = workspace.contents(of: "out")
    var fields = ""
    for index in 0..<4000 { fields += "    int field_\(index);\n" }
    try workspace.write("headers/order.h", "struct order {\n\(fields)};\n")
    // A limit on the size of files has the effect of a full disk.
    let outcome = try workspace.run(
      "/bin/bash", ["-c", "trap '' XFSZ; ulimit -f 8; exec '\(Workspace.toolPath)' headers -o out 2>&1 | cat"])
    #expect(outcome.output.contains("cannot write"))
    #expect(outcome.output.contains("the earlier output is unchanged"))
    #expect(workspace.contents(of: "out") == before)
  }

  @Test("A wrong key in the configuration is an error at its place, with the nearest right one")
  func wrongConfigurationKey() throws {
    try workspace.write("headers/archivegen.yml", "module: CShop\ntyps:\n  order: {}\n")
    let outcome = try workspace.archivegen("headers", "-o", "out")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("headers/archivegen.yml:2:1: error: unknown key 'typs'"))
    #expect(outcome.errors.contains("did you mean 'types'?"))
  }

  @Test("A configuration that is a folder, and a pipe among the headers, are named")
  func otherKindsOfFiles() throws {
    try workspace.write("headers/archivegen.yml/file", "")
    let folder = try workspace.archivegen("headers", "-o", "out")
    #expect(folder.status == 1)
    #expect(folder.errors.contains("cannot read 'headers/archivegen.yml': Is a directory"), "\(folder.errors)")
    try FileManager.default.removeItem(atPath: "\(workspace.path)/headers/archivegen.yml")
    #expect(mkfifo("\(workspace.path)/headers/pipe.h", 0o600) == 0)
    let pipe = try workspace.archivegen("headers", "-o", "out")
    #expect(pipe.status == 1 && pipe.errors.contains("cannot read 'headers/pipe.h': it is a pipe"), "\(pipe.errors)")
    #expect(try workspace.archivegen("headers", "-o", "out", "--exclude", "pipe.h").status == 0)
  }

  @Test("A folder for caches that is not an absolute path is ignored")
  func relativeCache() throws {
    let environment = ["XDG_CACHE_HOME": "cache", "HOME": "\(workspace.path)/home"]
    #expect(try workspace.archivegen("headers", "-o", "out", environment: environment).status == 0)
    #expect(!workspace.exists("cache") && workspace.exists("home/.cache/archivegen"))
  }

  @Test("A configuration that is not YAML is an error at its place")
  func notYAML() throws {
    try workspace.write("headers/archivegen.yml", "module: [\n")
    let outcome = try workspace.archivegen("headers", "-o", "out")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("headers/archivegen.yml:2:1: error: the file is not YAML"))
  }

  @Test("An unknown attribute in a comment is an error at its column")
  func unknownAttribute() throws {
    try workspace.write("headers/order.h", "struct order {\n    int a;  // archive: skp\n};\n")
    let outcome = try workspace.archivegen("headers", "-o", "out")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("headers/order.h:2:25: error: unknown attribute 'skp'"))
    #expect(outcome.errors.contains("did you mean 'skip'?"))
  }

  @Test("Two fields with one key are an error that shows both")
  func sameKey() throws {
    try workspace.write("headers/order.h", "struct order {\n    int a;\n    int b;  // archive: key(\"a\")\n};\n")
    let outcome = try workspace.archivegen("headers", "-o", "out")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.contains("headers/order.h:3:9: error: two fields of 'struct order' have the key 'a': 'a' and 'b'"))
    #expect(outcome.errors.contains("headers/order.h:2:9: note: 'a' is declared here"))
  }

  @Test("Two types with one archived name are an error that shows both")
  func sameName() throws {
    try workspace.write("headers/other.h", "// archive: name(\"order\")\nstruct other {\n    int a;\n};\n")
    let outcome = try workspace.archivegen("headers", "-o", "out")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("headers/other.h:2:8: error: 'struct other' would have the archived name 'order'"))
  }

  @Test("A template with an unknown tag is an error at its place, with the nearest right one")
  func unknownTag() throws {
    try workspace.write("templates/ModuleMap.mustache", "// Generated by archivegen\nmodule {{modul}} {}\n")
    let outcome = try workspace.archivegen("headers", "-o", "out", "--templates", "templates")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("templates/ModuleMap.mustache:2:8: error: unknown tag '{{modul}}'"))
    #expect(outcome.errors.contains("did you mean 'module'?"))
  }

  @Test(
    "Wrong usage exits with 64 and shows the usage",
    arguments: [
      [], ["headers"], ["headers", "-o", "out", "--modul", "X"], ["headers", "-o", "out", "--module", "not a name"],
      ["headers", "-o", "out", "--unresolved", "ignore"], ["headers", "-o", "out", "--quiet", "--verbose"],
    ])
  func usage(arguments: [String]) throws {
    let outcome = try workspace.run(Workspace.toolPath, arguments)
    #expect(outcome.status == 64)
    #expect(outcome.errors.lowercased().contains("usage: archivegen"))
  }

  @Test("A libclang that does not exist is named, and when none is found the package to install")
  func noLibclang() throws {
    let outcome = try workspace.archivegen(
      "headers", "-o", "out", environment: ["LIBCLANG_PATH": "/nowhere/libclang.so"])
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("/nowhere/libclang.so"))
  }

  @Test("A refused type is a warning in clang's form; with --strict it is an error")
  func refusal() throws {
    try workspace.write("headers/order.h", "struct order {\n    void *p;\n};\n")
    let lenient = try workspace.archivegen("headers", "-o", "out")
    #expect(lenient.status == 0)
    #expect(lenient.errors.contains("headers/order.h:2:11: warning: 'struct order' is left out"))
    #expect(lenient.errors.contains("archivegen: 0 types written (0 fields), 1 refused, 0 skipped"))
    let strict = try workspace.archivegen("headers", "-o", "out", "--strict")
    #expect(strict.status == 1)
    #expect(strict.errors.contains("headers/order.h:2:11: error: 'struct order' is left out"))
  }

  @Test("Without arguments the usage is what a wrong option shows") func noArguments() throws {
    let outcome = try workspace.archivegen()
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("Missing expected argument"), "\(outcome.errors)")
    #expect(outcome.errors.contains("archivegen <inputs> ... -o <output> [<options>]"), "\(outcome.errors)")
    #expect(!outcome.errors.contains("archivegen <subcommand>"), "\(outcome.errors)")
  }
}
