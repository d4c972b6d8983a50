import Foundation
import Testing

/// C types with names that the C library has too, which Swift's Foundation imports.
@Suite struct SystemTagTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private static let names = [
    "entry", "passwd", "tm", "stat", "group", "timeval", "dirent", "iovec", "rlimit", "hostent", "user", "utsname",
  ]

  private static var structs: String {
    names.map { "struct \($0) { struct \($0) *next; int level; };  // archive: name(\"\($0)\")\n" }.joined()
  }

  private func typecheck() throws -> Workspace.Outcome {
    try workspace.write("main.swift", "import Foundation\nimport CH\nprint(Date(), holder())\n")
    return try workspace.run(
      "/bin/sh",
      [
        "-c",
        "swiftc -typecheck -swift-version 6 -warnings-as-errors -module-cache-path cache -I out -I '\(Workspace.builtPath)/Modules' main.swift out/*.swift 2>&1",
      ])
  }

  @Test("They are left out with all that has to do with them, and what is left compiles")
  func refused() throws {
    try workspace.write(
      "h/all.h",
      Self.structs + """
        struct holder { int n; };
        struct pointing { struct entry *log; };  // archive: removed("x")
        struct named { int user; };
        typedef struct { int n; } ldiv_t;
        typedef enum { FIRST, SECOND } ACTION;
        struct acting { ACTION action; };
        struct sem_t { int n; };

        """)
    let run = try workspace.archivegen("h", "-o", "out")
    #expect(run.status == 0, "\(run.errors)")
    for name in Self.names {
      #expect(
        run.errors.contains(
          "warning: 'struct \(name)' is left out: its field 'next' (struct \(name) *) is in another '\(name)' than the C library's"
        ), "\(run.errors)")
    }
    #expect(
      run.errors.contains("'struct pointing' is left out: its field 'log' (struct entry *) is of, or leads to, another")
    )
    #expect(run.errors.contains("'struct named' is left out: its field 'user' (int) has the name of another 'user'"))
    #expect(
      run.errors.contains("'ldiv_t' is left out") && run.errors.contains("'action' (ACTION) is of another 'ACTION'"))
    // The library's 'sem_t' is no tag.
    #expect(run.errors.contains("[system-tag]") && run.errors.contains("2 types written"), "\(run.errors)")
    let check = try typecheck()
    #expect(check.status == 0, "\(check.output)")
  }

  @Test("With other tags they are archived under the same names, and C code may go on with the old ones")
  func renamed() throws {
    let defines = Self.names.map { "#define \($0) shop_\($0)\n" }.joined()
    try workspace.write(
      "h/all.h", defines + Self.structs + "struct holder {\n  int n;\n  struct entry *log; // archive: ref\n};\n")
    let run = try workspace.archivegen("h", "-o", "out")
    #expect(run.status == 0 && run.errors.contains("\(Self.names.count + 1) types written"), "\(run.errors)")
    #expect(workspace.read("out/all+Archive.swift")?.contains("\"entry\", size: 16") == true)
    let check = try typecheck()
    #expect(check.status == 0, "\(check.output)")
  }

  @Test("The library's own types stay what they are")
  func own() throws {
    try workspace.write("h/all.h", "#include <time.h>\nstruct holder { struct tm when; struct timespec at; };\n")
    let run = try workspace.archivegen("h", "-o", "out", "--unresolved", "skip")
    #expect(run.status == 0 && !run.errors.contains("system-tag"), "\(run.errors)")
    let check = try typecheck()
    #expect(check.status == 0, "\(check.output)")
  }
}
