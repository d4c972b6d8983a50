import Foundation
import Testing

/// What a newcomer reads when headers do not stand by themselves.
@Suite struct HeaderAdviceTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write("h/ok.h", "struct ok { int a; };\n")
  }

  private func errors(_ options: String...) throws -> String {
    let outcome = try workspace.run(Workspace.toolPath, ["h", "-o", "out"] + options)
    #expect(outcome.status == 1)
    return outcome.errors
  }

  @Test(
    "An unknown name of the C library is reported with its header, and --include resolves it",
    arguments: [
      ("size_t", "stddef.h"), ("uint16_t", "stdint.h"), ("struct timeval", "sys/time.h"), ("u_int", "sys/types.h"),
      ("FILE *", "stdio.h"), ("struct in6_addr", "netinet/in.h"), ("pthread_mutex_t", "pthread.h"),
    ])
  func standardNames(type: String, header: String) throws {
    try workspace.write("h/bad.h", "struct bad { \(type) n; // archive: skip\n int k; };\n")
    let text = try errors()
    #expect(text.contains("write '#include <\(header)>' above, or add --include \(header)"), "\(text)")
    #expect(!text.contains("--exclude"))
    #expect(try workspace.archivegen("h", "-o", "out", "--include", header).status == 0)
    let alone = try workspace.archivegen("h/bad.h", "-o", "out")
    #expect(alone.errors.contains("note: the header can be read with --include \(header)\n"), "\(alone.errors)")
  }

  @Test("A name that another given header defines is reported with that header")
  func otherHeader() throws {
    try workspace.write("h/bad.h", "struct bad { number n; };\n")
    try workspace.write("h/types.h", "#pragma once\ntypedef int number;\n")
    #expect(try errors().contains("'h/types.h' defines it: include that above, or add --include h/types.h"))
    #expect(try workspace.archivegen("h", "-o", "out", "--include", "h/types.h").status == 0)
  }

  @Test("A header that no option makes valid is offered for exclusion, and errors that follow from it are counted")
  func stray() throws {
    try workspace.write(
      "h/bad.h", "#error \"never include this directly\"\nstruct bad { none_t a; }\nstruct worse { int a };\n")
    let text = try errors()
    #expect(text.contains("without this one the other header can be read: --exclude 'bad.h'"), "\(text)")
    #expect(text.split(separator: ": error: ").count - 1 == 1, "\(text)")
    #expect(
      text.contains("in 'h/bad.h' may follow from this one"), "\(text)")
    #expect(try workspace.archivegen("h", "-o", "out", "--exclude", "bad.h").status == 0)
  }

  @Test("A header that is found only by its folder is reported with that folder")
  func angled() throws {
    try workspace.write("h/lib/inner.h", "#pragma once\n#include <lib/more.h>\nstruct inner { int a; };\n")
    try workspace.write("h/lib/more.h", "#pragma once\ntypedef int more;\n")
    try workspace.write("h/outer.h", "#include <lib/inner.h>\n")
    let text = try errors()
    #expect(text.contains("add -I h\n") && !text.contains("write '"), "\(text)")
    #expect(try workspace.archivegen("h", "-o", "out", "-Ih").status == 0)
  }

  @Test("A header of another system is reported as such")
  func otherSystem() throws {
    try workspace.write("h/bad.h", "#include <windows.h>\n")
    #expect(try errors().contains("it belongs to Windows: leave out the header that needs it with --exclude"))
  }

  @Test("A macro that a build sets is not taken for a type")
  func macro() throws {
    try workspace.write("h/bad.h", "SHOP_API struct bad { int n; };\n")
    #expect(try errors().contains("-D SHOP_API="))
    #expect(try workspace.archivegen("h", "-o", "out", "-D", "SHOP_API=").status == 0)
  }

  @Test("Many errors of one cause are reported as one with a count")
  func oneCause() throws {
    for number in 1...20 {
      try workspace.write("h/f\(number).h", "struct f\(number) { gone_t a; gone_t b; int c; };\n")
    }
    let text = try errors()
    #expect(text.split(separator: ": error: ").count - 1 == 1, "\(text)")
    #expect(text.contains("the same in 36 more places of 18 files"), "\(text)")
  }

  @Test(
    "A header in C++ is reported as such, once",
    arguments: [
      "class A { public: int x; };\nclass B { };\n", "namespace n {\nstruct a { int x; };\n}\n", "#include <vector>\n",
      "template <typename T> struct t { T x; };\n", "struct s { std::string a; std::string b; };\n",
    ])
  func otherLanguage(text: String) throws {
    try workspace.write("h/cpp.h", text)
    let errors = try errors()
    #expect(errors.split(separator: ": error: ").count - 1 == 1, "\(errors)")
    #expect(errors.contains("'h/cpp.h' is C++, and archivegen reads C"), "\(errors)")
    #expect(errors.contains("--exclude 'cpp.h'"))
    #expect(try workspace.archivegen("h", "-o", "out", "--exclude", "cpp.h").status == 0)
  }

  @Test("Headers that include one in C++ are named with it, and all are proposed for exclusion at once")
  func includersOfOtherLanguage() throws {
    try workspace.write("h/cpp.h", "#pragma once\n#include <string>\nclass A { };\n")
    try workspace.write("h/direct.h", "#pragma once\n#include \"cpp.h\"\nstruct direct { int x; };\n")
    for name in ["a", "b", "z"] {
      try workspace.write("h/far\(name).h", "#include \"direct.h\"\nstruct far\(name) { struct direct d; };\n")
    }
    let first = try errors()
    #expect(first.contains("'h/cpp.h' is C++, and archivegen reads C"), "\(first)")
    for name in ["cpp.h", "direct.h", "fara.h", "farb.h", "farz.h"] {
      #expect(first.contains("--exclude '\(name)'"), "\(name): \(first)")
    }
    // Without the C++ header, the headers that include it are where something has to be changed.
    let second = try workspace.archivegen("h", "-o", "out", "--exclude", "cpp.h").errors
    #expect(
      second.contains(
        "h/direct.h:2:10: error: 'h/direct.h' includes 'cpp.h', which is C++ and which --exclude leaves out: 'string' file not found"
      ), "\(second)")
    #expect(second.contains("h/fara.h:1:10: note: 'h/fara.h' includes it through another header"), "\(second)")
    #expect(
      second.contains(
        "leave out what includes it too (--exclude 'direct.h' --exclude 'fara.h' --exclude 'farb.h' --exclude 'farz.h')"
      ),
      "\(second)")
    #expect(second.contains("or write the #include between '#ifdef __cplusplus' and '#endif'"))
    #expect(second.components(separatedBy: ": error: ").count == 2, "\(second)")
    let last = try workspace.archivegen(
      "h", "-o", "out", "--exclude", "cpp.h", "--exclude", "direct.h", "--exclude", "far*.h")
    #expect(last.status == 0, "\(last.errors)")
    try workspace.write(
      "h/direct.h", "#pragma once\n#ifdef __cplusplus\n#include \"cpp.h\"\n#endif\nstruct direct { int x; };\n")
    #expect(try workspace.archivegen("h", "-o", "out", "--exclude", "cpp.h").status == 0)
  }

  @Test("An included file that is no header of C is named by the header that includes it")
  func includedOtherLanguage() throws {
    try workspace.write("h/base.hpp", "#pragma once\nnamespace n { struct b { int x; }; }\n")
    try workspace.write("h/user.h", "#include \"base.hpp\"\nstruct holder { int x; };\n")
    try workspace.write("h/sub/bad.h", "struct bad { nothing x; };\n")
    let text = try errors()
    #expect(
      text.contains("h/user.h:1:10: error: 'h/user.h' includes 'base.hpp', which is C++: "), "\(text)")
    #expect(text.contains("--exclude 'user.h'"), "\(text)")
    try workspace.write("h/user.h", "#include \"sub/bad.h\"\nstruct holder { int x; };\n")
    let excluded = try workspace.archivegen("h", "-o", "out", "--exclude", "sub").errors
    #expect(
      excluded.contains(
        "h/user.h:1:10: error: 'h/user.h' includes 'bad.h', which --exclude leaves out: unknown type name 'nothing'"),
      "\(excluded)")
    #expect(excluded.contains("or make 'bad.h' readable and an input again"), "\(excluded)")
  }

  @Test("An 'extern \"C\"' without a guard is reported as such")
  func linkage() throws {
    try workspace.write("h/ext.h", "extern \"C\" {\nstruct e { int x; };\n}\n")
    let text = try errors()
    #expect(
      text.contains("'extern \"C\"' is C++") && text.contains("between '#ifdef __cplusplus' and '#endif'"), "\(text)")
  }

  @Test("A missing header in a folder nearby is reported with that folder")
  func missingNear() throws {
    try workspace.write("include/shop/base.h", "typedef int number;\n")
    try workspace.write("h/bad.h", "#include <shop/base.h>\nstruct bad { number n; };\n")
    #expect(try errors().contains("add -I include") || errors().contains("add -I ./include"))
    try workspace.write("h/bad.h", "#include <nowhere/x.h>\n")
    #expect(try errors().contains("pkg-config --cflags"))
  }

  @Test("A dangling link is reported as such, in a folder and by itself")
  func danglingLink() throws {
    try FileManager.default.createSymbolicLink(
      atPath: "\(workspace.path)/h/link.h", withDestinationPath: "nowhere.h")
    #expect(try errors().contains("'h/link.h' is a link to 'nowhere.h', which does not exist"))
    #expect(try workspace.archivegen("h/link.h", "-o", "out").errors.contains("is a link to 'nowhere.h'"))
    #expect(try workspace.archivegen("h", "-o", "out", "--exclude", "link.h").status == 0)
  }

  @Test("For a header that is read twice the header that includes it is named")
  func readTwice() throws {
    try workspace.write("h/a_common.h", "struct common { int a; };\n")
    try workspace.write("h/b.h", "#include \"a_common.h\"\nstruct b { struct common c; };\n")
    try workspace.write("h/c.h", "#include \"a_common.h\"\nstruct c { struct common c; };\n")
    let text = try errors()
    #expect(
      text.contains("'h/a_common.h' is read twice, because 'h/b.h' and 'h/c.h' include it too"), "\(text)")
    #expect(!text.contains("--exclude"))
  }

  @Test("Nobody is advised to edit the system's headers")
  func systemHeaders() throws {
    try workspace.write("h/bad.h", "#include <bits/stat.h>\nstruct bad { int n; };\n")
    let text = try errors()
    #expect(text.contains("/usr/include/"), "\(text)")
    #expect(!text.contains("write '"), "\(text)")
    #expect(text.contains("--include sys/stat.h"), "\(text)")
  }

  @Test("Annotations for headers of the system belong in archivegen.yml")
  func systemTypes() throws {
    try workspace.write("h/glob.h", "#include </usr/include/glob.h>\nstruct found { glob_t result; };\n")
    let outcome = try workspace.archivegen("h", "-o", "out")
    #expect(outcome.status == 0)
    for line in outcome.errors.split(separator: "\n")
    where line.hasPrefix("/usr/include/") && line.contains(": note: write") {
      #expect(!line.contains("// archive:") && !line.contains("on its line"), "\(line)")
      #expect(line.contains("archivegen.yml"), "\(line)")
    }
    #expect(outcome.errors.contains("for a system header, write it in archivegen.yml, under 'types:'"))
  }

  @Test("An '#error' in a header is the header's own")
  func directive() throws {
    try workspace.write("h/bad.h", "#ifndef CONFIGURED\n#error \"configure first\"\n#endif\n")
    #expect(try errors().contains("it is the header's own #error"))
  }

  @Test("Headers that need others before them get the options with which they can be read, and these work")
  func orderOfHeaders() throws {
    // As in many games: nothing has an include guard, and each source includes everything in the right order.
    try workspace.write("h/shared.h", "typedef float vec_t;\ntypedef enum { no, yes } answer;\n")
    try workspace.write("h/goal.h", "struct goal { vec_t place[3]; answer known; };\n")
    try workspace.write("h/move.h", "struct move { vec_t speed; struct goal next; };\n")
    try workspace.write("h/bot.h", "struct bot { struct move move; struct goal goals[4]; answer alive; };\n")
    try workspace.write("h/broken.h", "#error \"not for you\"\n")
    let lines = try errors().split(separator: "\n")
    let hint = try #require(lines.last { $0.contains("5 of the 6 headers can be read with ") }, "\(lines)")
    #expect(hint.hasSuffix(" --exclude 'broken.h'"))
    let options = hint.split(separator: " ").drop { $0 != "--include" }.map {
      $0.trimmingCharacters(in: ["'"])
    }
    let outcome = try workspace.run(Workspace.toolPath, ["h", "-o", "out"] + options)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("4 types written"))
    // Each header is in the module once.
    let module = try #require(workspace.read("out/CH.h"))
    for name in ["shared", "goal", "move", "bot", "ok"] {
      #expect(module.components(separatedBy: "/\(name).h\"").count == 2, "\(module)")
    }
  }

  @Test("A header without an include guard that is included first twice, by two paths, is read once")
  func includedTwice() throws {
    try workspace.write("h/types.h", "typedef int number;\nstruct t { number a; };\n")
    try workspace.write("h/user.h", "struct holder { number n; struct t t; };\n")
    try workspace.write("archivegen.yml", "include-file: h/types.h\n")
    try FileManager.default.createSymbolicLink(
      atPath: "\(workspace.path)/link.h", withDestinationPath: "h/types.h")
    let outcome = try workspace.archivegen("h", "-o", "out", "--include", "link.h", "--include", "./h/types.h")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try #require(workspace.read("out/CH.h")).components(separatedBy: "types.h\"").count == 2)
  }

  @Test("Headers that need what another includes before them are read there, and are in the module once")
  func includer() throws {
    try workspace.write("h/whole.h", "#pragma once\n#define CHECKED 1\n#include \"parts.h\"\n")
    var parts = "#pragma once\n"
    for number in 1...5 {
      let body = "{ return g\(number)(CHECKED); }"
      try workspace.write(
        "h/part\(number).h",
        "#pragma once\nstruct part\(number) { int a; };\nstatic inline int f\(number)(void) \(body)\n")
      parts += "static inline int g\(number)(int n) { return n; }\n#include \"part\(number).h\"\n"
    }
    try workspace.write("h/parts.h", parts)
    let outcome = try workspace.archivegen("h", "-o", "out")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      outcome.errors.contains(
        "note: 'h/part1.h', 'h/part2.h', 'h/part3.h' and 3 more are read where 'h/whole.h' includes them, because of errors without what comes before\n"
      ), "\(outcome.errors)")
    #expect(outcome.errors.contains("6 types written"), "\(outcome.errors)")
    let module = try #require(workspace.read("out/CH.h"))
    #expect(module.contains("/whole.h\"") && !module.contains("/part1.h\""), "\(module)")
  }

  @Test("A module with a map of its own may include such headers by themselves, so that their errors stay")
  func partsOfOwnModule() throws {
    try workspace.write("m/part.h", "#pragma once\nstruct part { number x; };\n")
    try workspace.write("m/whole.h", "#pragma once\ntypedef int number;\n#include \"part.h\"\n")
    #expect(try workspace.archivegen("m", "-o", "out").status == 0)
    // The other commands read the same headers.
    for command in ["lock", "check", "layout"] {
      let outcome = try workspace.run(Workspace.toolPath, [command, "m"])
      #expect(outcome.status == 0 && !outcome.errors.contains("error:"), "\(command): \(outcome.errors)")
    }
    try workspace.write("m/module.modulemap", "module CM { header \"part.h\" header \"whole.h\" }\n")
    let outcome = try workspace.archivegen("m", "-o", "out")
    #expect(outcome.status == 1 && outcome.errors.contains("unknown type name 'number'"), "\(outcome.errors)")
  }

  @Test("What a header of the folder defines is not looked for in an old header of the system")
  func ownName() throws {
    try workspace.write("h/types.h", "#pragma once\ntypedef unsigned uint;\n")
    try workspace.write("h/bad.h", "struct bad { uint n; };\n")
    #expect(try errors().contains("'h/types.h' defines it: include that above, or add --include h/types.h"))
  }

  @Test("With --keep-going the options with which the rest can be read are named as well")
  func hintOfPartialRun() throws {
    try workspace.write("h/types.h", "#pragma once\ntypedef int number;\n")
    try workspace.write("h/bad.h", "struct bad { number n; };\n")
    #expect(try errors("--keep-going").contains("note: all 3 headers can be read with --include h/types.h\n"))
  }

  @Test("A header that only includes others leads to their folder")
  func includedOnly() throws {
    try workspace.write("h/all.h", "#include \"parts/one.h\"\n#include \"ok.h\"\n")
    try workspace.write("h/parts/one.h", "#pragma once\nint f(void);\n")
    let outcome = try workspace.archivegen("h/all.h", "-o", "out")
    #expect(outcome.status == 0)
    #expect(
      outcome.errors.contains(
        "warning: 'h/all.h' has no type of its own, and the types of headers that it includes, such as 'h/ok.h', are not written [unread-file]"
      ), "\(outcome.errors)")
    #expect(outcome.errors.contains("name their folder as the input: h\n"))
    // Functions alone need no advice, and neither does a header that uses a type.
    try workspace.write("h/all.h", "#include \"parts/one.h\"\n#include <stdio.h>\n")
    #expect(try !workspace.archivegen("h/all.h", "-o", "out").errors.contains("unread-file"))
    try workspace.write("h/all.h", "#include \"ok.h\"\nstruct holder { struct ok ok; };\n")
    #expect(try !workspace.archivegen("h/all.h", "-o", "out").errors.contains("unread-file"))
  }

  @Test(
    "A header of the system that only includes others never leads to the folder of all libraries",
    .enabled(if: FileManager.default.fileExists(atPath: "/usr/include/poll.h")))
  func includedOfSystem() throws {
    let outcome = try workspace.archivegen("/usr/include/poll.h", "-o", "out")
    #expect(!outcome.errors.contains("/usr/include\n") && !outcome.errors.contains("folder"), "\(outcome.errors)")
  }

  @Test("An '#error' that asks for another given header is reported with that header")
  func directiveWithHeader() throws {
    try workspace.write("h/sys.h", "#pragma once\n#define SYS 1\n")
    try workspace.write(
      "h/bad.h", "#ifndef SYS\n#error \"include sys.h before bad.h\"\n#endif\nstruct bad { int k; };\n")
    #expect(try errors().contains("add --include h/sys.h, or leave out this header with --exclude"))
    #expect(try workspace.archivegen("h", "-o", "out", "--include", "h/sys.h").status == 0)
  }
}
