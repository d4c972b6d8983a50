import ArchiveModel
import HeaderReader
import Testing

@Suite("Headers with errors")
struct InvalidHeaderTests {
  private func validity(_ model: HeaderModel) -> [Bool] { model.headers.map(\.isValid) }

  @Test("An error leaves out its header's records and no others", arguments: LibraryUnderTest.all)
  func oneBadHeader(library: LibraryUnderTest) throws {
    let folder = try HeaderFolder([
      "a.h": "struct a { int x; };", "bad.h": "struct before { int x; };\nstruct bad { unknown_t x; };",
      "c.h": "struct c { int x; };",
    ])
    let model = try folder.read("a.h", "bad.h", "c.h", with: library)
    #expect(validity(model) == [true, false, true])
    #expect(model.records.map(\.tag) == ["a", "c"])
    #expect(model.summary == ["2:14 error: unknown type name 'unknown_t'"])
    #expect(model.diagnostics.first?.location?.file == folder.path("bad.h"))
    #expect(model.diagnostics.first?.sourceLine == "struct bad { unknown_t x; };")
  }

  @Test(
    "A file that is not found is libclang's own error, and errors that follow from it are not reported",
    arguments: LibraryUnderTest.all)
  func missingInclude(library: LibraryUnderTest) throws {
    let folder = try HeaderFolder([
      "a.h": "#include \"gone.h\"\nstruct a { gone_t x; };", "b.h": "#include <never/there.h>\nstruct b { int x; };",
      "c.h": "struct c { int x; };",
    ])
    let model = try folder.read("a.h", "b.h", "c.h", with: library)
    #expect(validity(model) == [false, false, true])
    #expect(model.summary == ["1:10 error: 'gone.h' file not found", "1:10 error: 'never/there.h' file not found"])
  }

  @Test(
    "A header that breaks all later ones is left out, they stay, and the others' own errors are reported",
    arguments: LibraryUnderTest.all)
  func manyErrorsOfOneCause(library: LibraryUnderTest) throws {
    var files = [
      "a.h": "struct a { unknown_t x; };\n#define BASE nothing_t\n",
      "z.h": "#include \"base1.h\"\nstruct z { other_t x; };\nstruct user3 { int x; };",
    ]
    for depth in 1...9 { files["base\(depth).h"] = "#pragma once\n#include \"base\(depth + 1).h\"\n" }
    files["base10.h"] = "#ifndef BASE\n#define BASE int\n#endif\n"
    let users = (1...40).map { "user\($0).h" }
    for name in users { files[name] = "#include \"base1.h\"\nstruct \(name.dropLast(2)) { BASE x; };" }
    let folder = try HeaderFolder(files)
    let model = try HeaderReader(library: library.library).read(
      headers: (["a.h"] + users + ["z.h"]).map(folder.path))
    #expect(validity(model) == [false] + users.map { _ in true } + [false])
    #expect(
      model.summary == ["1:12 error: unknown type name 'unknown_t'", "2:12 error: unknown type name 'other_t'"])
  }

  @Test("An error in an included file makes every header that includes it invalid", arguments: LibraryUnderTest.all)
  func badInclude(library: LibraryUnderTest) throws {
    var files = [
      "shared.h": "#pragma once\nstruct shared { int x[; };", "ok.h": "struct ok { int x; };",
    ]
    let names = (1...5).map { "user\($0).h" }
    for name in names { files[name] = "#include \"shared.h\"\nstruct \(name.dropLast(2)) { struct shared s; };" }
    let folder = try HeaderFolder(files)
    let model = try HeaderReader(library: library.library).read(headers: (names + ["ok.h"]).map(folder.path))
    #expect(validity(model) == [false, false, false, false, false, true])
    #expect(model.records.map(\.tag) == ["ok"])
    let first = try #require(model.diagnostics.first)
    #expect(first.location?.file.hasSuffix("/shared.h") == true)
    for name in names {
      #expect(first.notes.contains { $0.location?.file == folder.path(name) }, "\(name) includes it and is not named")
    }
    #expect(!model.diagnostics.flatMap(\.notes).contains { $0.location?.file.contains("umbrella") == true })
  }

  @Test(
    "A template that fails by itself is read where others include it, each time with its types",
    arguments: LibraryUnderTest.all)
  func template(library: LibraryUnderTest) throws {
    let folder = try HeaderFolder([
      "array.h": "struct TYPE(array) { BASE *first; int count; };",
      "lists.h": """
      #define TYPE(name) name##_int
      #define BASE int
      #include "array.h"
      #undef TYPE
      #undef BASE
      #define TYPE(name) name##_real
      #define BASE double
      #include "array.h"
      """,
      "bad.h": "#include \"gone.h\"\nstruct bad { int x; };",
    ])
    let model = try folder.read("array.h", "bad.h", "lists.h", with: library)
    #expect(model.headers.map(\.use) == [.included, .none, .direct])
    #expect(model.records.map(\.tag) == ["array_int", "array_real"])
    #expect(model.records.map(\.isFromInput) == [true, true])
    #expect(model.diagnostics.filter { $0.severity == .error }.map(\.message) == ["'gone.h' file not found"])
    #expect(
      model.diagnostics.map(\.message).contains(
        "'\(folder.path("array.h"))' is read where '\(folder.path("lists.h"))' includes it, because of errors without what comes before"
      ), "\(model.summary)")
  }

  @Test(
    "A header whose types the including header hides stays an error", arguments: LibraryUnderTest.all,
    [
      (
        "#ifndef SHARED\n#define SHARED\nPART\n#endif",
        "#ifndef SHARED\n#define SHARED\nnumber\n#include \"part.h\"\n#endif"
      ),
      ("#ifndef LIGHT\nPART\n#endif", "#define LIGHT\nnumber\n#include \"part.h\""),
      ("PART", "number\nstatic inline void f(void) {\n#include \"part.h\"\n}"),
    ])
  func hiddenTypes(library: LibraryUnderTest, headers: (part: String, whole: String)) throws {
    let folder = try HeaderFolder([
      "part.h": headers.part.replacing("PART", with: "struct part { number x; };"),
      "whole.h": headers.whole.replacing("number\n", with: "typedef int number;\n"),
    ])
    let model = try folder.read("part.h", "whole.h", with: library)
    #expect(model.headers.map(\.use) == [.none, .direct])
    #expect(model.diagnostics.filter { $0.severity == .error }.map(\.message) == ["unknown type name 'number'"])
  }

  @Test("An error that a header has in common with a part of another stays an error", arguments: LibraryUnderTest.all)
  func commonError(library: LibraryUnderTest) throws {
    let folder = try HeaderFolder([
      "part.h": "#pragma once\nstruct part { number x; };", "user.h": "#include \"part.h\"\nstruct user { int x; };",
      "whole.h": "typedef int number;\n#include \"part.h\"",
    ])
    let model = try folder.read("part.h", "user.h", "whole.h", with: library)
    #expect(model.headers.map(\.use) == [.included, .none, .direct])
    #expect(model.diagnostics.filter { $0.severity == .error }.map(\.message) == ["unknown type name 'number'"])
  }

  @Test("Headers that clash name each other, and the first stays", arguments: LibraryUnderTest.all)
  func conflict(library: LibraryUnderTest) throws {
    let folder = try HeaderFolder([
      "x.h": "struct s { int x; };\nstruct x { int x; };", "y.h": "struct s { long y; };\nstruct y { int x; };",
      "z.h": "struct z { int x; };",
    ])
    let model = try folder.read("x.h", "y.h", "z.h", with: library)
    #expect(validity(model) == [true, false, true])
    #expect(model.records.map(\.tag) == ["s", "x", "z"])
    let error = try #require(model.diagnostics.first)
    #expect(model.diagnostics.count == 1)
    #expect(
      error.message == "'\(folder.path("y.h"))' cannot be included after '\(folder.path("x.h"))': redefinition of 's'")
    #expect(error.advice == "run archivegen on them one by one, each with its own --module")
    #expect(error.location?.file == folder.path("y.h"))
    #expect(error.notes.first?.location?.file == folder.path("x.h"))
  }

  @Test(
    "A clash is reported beside headers that fail by themselves, and not attributed to them",
    arguments: LibraryUnderTest.all)
  func conflictBesideErrors(library: LibraryUnderTest) throws {
    let folder = try HeaderFolder([
      "a.h": "struct broken { none x; };", "x.h": "struct s { int x; };",
      "y.h": "struct s { long y; };", "z.h": "#include \"deep.h\"\nstruct z { struct t x; none y; };",
      "zz.h": "#include \"deep.h\"\nstruct zz { struct t t; };", "deep.h": "#pragma once\nstruct t { int x; };",
    ])
    let model = try folder.read("a.h", "x.h", "y.h", "z.h", "zz.h", with: library)
    #expect(validity(model) == [false, true, false, false, true])
    #expect(model.diagnostics.filter { $0.severity == .error }.map(\.location?.file).count == 2, "\(model.summary)")
    #expect(model.records.map(\.tag) == ["s", "zz", "t"])
    #expect(
      model.diagnostics.contains {
        $0.message.hasPrefix("'\(folder.path("y.h"))' cannot be included after '\(folder.path("x.h"))'")
      })
  }

  @Test("A header that clashes only because of one that fails stays", arguments: LibraryUnderTest.all)
  func conflictThroughErrors(library: LibraryUnderTest) throws {
    let folder = try HeaderFolder([
      "a.h": "#define WIDE 1\nstruct broken { none x; };", "x.h": "struct s { int x; };",
      "y.h": "#ifdef WIDE\nstruct s { long y; };\n#endif\nstruct y { int y; };",
    ])
    let model = try folder.read("a.h", "x.h", "y.h", with: library)
    #expect(validity(model) == [false, true, true])
    #expect(model.records.map(\.tag) == ["s", "y"])
  }

  @Test("A clash in a file that many headers include is reported for each", arguments: LibraryUnderTest.all)
  func sharedConflict(library: LibraryUnderTest) throws {
    var files = ["x.h": "typedef int value;", "base.h": "#pragma once\ntypedef float value;"]
    let names = (1...4).map { "y\($0).h" }
    for name in names { files[name] = "#include \"base.h\"\nstruct \(name.dropLast(2)) { value v; };" }
    let folder = try HeaderFolder(files)
    let model = try HeaderReader(library: library.library).read(headers: (["x.h"] + names).map(folder.path))
    #expect(validity(model) == [true, false, false, false, false])
    #expect(model.diagnostics.count == 4)
    for (diagnostic, name) in zip(model.diagnostics, names) {
      #expect(diagnostic.message.hasPrefix("'\(folder.path(name))' cannot be included after '\(folder.path("x.h"))'"))
    }
  }

  @Test("A header that clashes only with one that is left out stays", arguments: LibraryUnderTest.all)
  func chainOfConflicts(library: LibraryUnderTest) throws {
    let folder = try HeaderFolder([
      "a.h": "struct one { int a; };", "b.h": "struct one { int b; };\nstruct two { int b; };",
      "c.h": "struct two { int c; };",
    ])
    let model = try folder.read("a.h", "b.h", "c.h", with: library)
    #expect(validity(model) == [true, false, true])
    #expect(try model.record("two").fields.map(\.name) == ["c"])
  }

  @Test(
    "A header without an include guard is read where another includes it, whichever comes first",
    arguments: LibraryUnderTest.all,
    [
      ("whole.h", "part.h", "it has no include guard"), ("a.h", "part.h", "it has no include guard"),
      ("whole.h", "part.h", "of errors without what comes before"),
      ("a.h", "part.h", "of errors without what comes before"),
    ])
  func noGuard(library: LibraryUnderTest, names: (whole: String, part: String, reason: String)) throws {
    let type = names.reason.hasPrefix("it has") ? "int" : "number"
    let folder = try HeaderFolder([
      names.whole: "typedef int number;\n#include \"\(names.part)\"\nstruct whole { struct part in; };",
      names.part: "struct part { \(type) x; };",
    ])
    let model = try folder.read(names.whole, names.part, with: library)
    let uses = Dictionary(uniqueKeysWithValues: model.headers.map { ($0.path, $0.use) })
    #expect(uses == [folder.path(names.whole): .direct, folder.path(names.part): .included])
    #expect(Set(model.records.map(\.tag)) == ["part", "whole"] && model.records.allSatisfy(\.isFromInput))
    #expect(
      model.diagnostics.map(\.message) == [
        "'\(folder.path(names.part))' is read where '\(folder.path(names.whole))' includes it, because \(names.reason)"
      ], "\(model.summary)")
  }

  @Test("A header without a guard whose types the including header hides is reported", arguments: LibraryUnderTest.all)
  func hiddenTypesWithoutGuard(library: LibraryUnderTest) throws {
    let folder = try HeaderFolder([
      "a.h": "#define LIGHT\n#include \"b.h\"",
      "b.h": "struct b { int x; };\n#ifndef LIGHT\nstruct more { int y; };\n#endif",
    ])
    let model = try folder.read("b.h", "a.h", with: library)
    #expect(model.headers.map(\.use) == [.none, .direct])
    let message = model.diagnostics.first?.message ?? ""
    #expect(message.contains("'\(folder.path("b.h"))' is read twice, because '\(folder.path("a.h"))' includes it too"))
    #expect(model.diagnostics.first?.advice == "write '#pragma once' at its top")
  }

  @Test("A header that reaches one without a guard behind another's guard stays", arguments: LibraryUnderTest.all)
  func noGuardBehindGuard(library: LibraryUnderTest) throws {
    let folder = try HeaderFolder([
      "all.h": "#pragma once\n#include \"part.h\"", "part.h": "struct part { int x; };",
      "user.h": "#include \"all.h\"\nstruct user { struct part part; };",
    ])
    let model = try folder.read("all.h", "part.h", "user.h", with: library)
    #expect(model.headers.map(\.use) == [.direct, .included, .direct])
    #expect(try model.record("user").fields.count == 1)
  }

  @Test("Of two headers that read one without a guard the first stays", arguments: LibraryUnderTest.all)
  func noGuardInSeveral(library: LibraryUnderTest) throws {
    let folder = try HeaderFolder([
      "a.h": "struct a { int x; };", "b.h": "#include \"a.h\"\nstruct b { struct a a; };",
      "c.h": "#include \"a.h\"\nstruct c { struct a a; };",
    ])
    let model = try folder.read("a.h", "b.h", "c.h", with: library)
    #expect(model.headers.map(\.use) == [.included, .direct, .none])
    let words = "'\(folder.path("c.h"))' is left out because of it"
    #expect(model.diagnostics.flatMap(\.notes).contains { $0.message == words }, "\(model.summary)")
  }

  @Test("A header without its last brace has the error, not the next one", arguments: LibraryUnderTest.all)
  func missingBrace(library: LibraryUnderTest) throws {
    let folder = try HeaderFolder(["a.h": "struct a {\n  int x;\n", "b.h": "struct b { int x; };"])
    let model = try folder.read("a.h", "b.h", with: library)
    #expect(validity(model) == [false, true])
    #expect(model.diagnostics.allSatisfy { $0.location?.file == folder.path("a.h") }, "\(model.summary)")
    let alone = try folder.read("a.h", with: library)
    #expect(validity(alone) == [false])
    #expect(alone.diagnostics.first?.location?.line == 2)
    #expect(alone.diagnostics.first?.sourceLine == "  int x;")
  }

  @Test("A header that needs an earlier one is valid after it", arguments: LibraryUnderTest.all)
  func dependsOnOrder(library: LibraryUnderTest) throws {
    let folder = try HeaderFolder([
      "types.h": "typedef int number;", "uses.h": "struct uses { number n; };", "bad.h": "struct bad { none n; };",
    ])
    let model = try folder.read("types.h", "uses.h", "bad.h", with: library)
    #expect(validity(model) == [true, true, false])
    #expect(validity(try folder.read("uses.h", "types.h", with: library)) == [false, true])
  }

  @Test(
    "A header that needs an earlier one and clashes with another is reported for the clash",
    arguments: LibraryUnderTest.all)
  func dependsAndClashes(library: LibraryUnderTest) throws {
    let folder = try HeaderFolder([
      "types.h": "typedef int number;", "x.h": "struct s { int x; };", "uses.h": "struct s { number n; };",
    ])
    let model = try folder.read("types.h", "x.h", "uses.h", with: library)
    #expect(model.diagnostics.count == 1)
    #expect(
      model.diagnostics.first?.message.contains("cannot be included after '\(folder.path("x.h"))'") == true,
      "\(model.summary)")
  }

  @Test(
    "A header that needs an earlier one and has errors of its own is reported with these",
    arguments: LibraryUnderTest.all)
  func dependsAndIsWrong(library: LibraryUnderTest) throws {
    let folder = try HeaderFolder([
      "types.h": "#define BEGIN struct\ntypedef int number;", "uses.h": "BEGIN uses { number n; none m; };",
    ])
    let model = try folder.read("types.h", "uses.h", with: library)
    #expect(model.summary == ["1:24 error: unknown type name 'none'"])
  }

  @Test("All errors of a header are reported, however many", arguments: LibraryUnderTest.all)
  func manyErrors(library: LibraryUnderTest) throws {
    let text = (1...60).map { "struct s\($0) { missing\($0) x; };" }.joined(separator: "\n")
    #expect(try library.read(text).diagnostics.count == 60)
  }

  @Test("Fix-its and notes are kept", arguments: LibraryUnderTest.all)
  func notes(library: LibraryUnderTest) throws {
    let model = try library.read("struct s { int x };\nstruct s { int y; };")
    let notes = model.diagnostics.flatMap(\.notes).map(\.message)
    #expect(notes.contains("previous definition is here"))
    let fix = try library.read("struct s { int x; }\nstruct t { int y; };").diagnostics.flatMap(\.notes)
    #expect(
      fix.contains {
        $0.message == "write ';' here" && $0.location?.line == 1 && $0.sourceLine == "struct s { int x; }"
      })
  }

  @Test("Warnings are not reported", arguments: LibraryUnderTest.all)
  func warnings(library: LibraryUnderTest) throws {
    _ = try library.readValid(
      "#warning old\nstruct s; struct s { int x; enum { A } ; };", options: .init(arguments: ["-Wall"]))
  }

  @Test(
    "A header that does not exist, is a folder or cannot be written in an #include is an error",
    arguments: LibraryUnderTest.all)
  func unreadable(library: LibraryUnderTest) throws {
    let folder = try HeaderFolder(["a.h": "struct a { int x; };", "sub/b.h": "", "quo\"te.h": ""])
    let model = try folder.read("none.h", "a.h", "sub", "quo\"te.h", with: library)
    #expect(validity(model) == [false, true, false, false])
    #expect(model.records.map(\.tag) == ["a"])
    #expect(model.diagnostics.map(\.severity) == [.error, .error, .error])
  }

  @Test("Arguments that do not parse are an error and no crash", arguments: LibraryUnderTest.all)
  func badArguments(library: LibraryUnderTest) throws {
    for options in [
      HeaderReader.Options(target: "no-such-target"), .init(arguments: ["-include", "/none/such.h"]),
      .init(arguments: ["-no-such-argument"]), .init(defines: ["=1"]),
    ] {
      do {
        let model = try library.read("struct s { int x; };", options: options)
        #expect(model.diagnostics.hasErrors, "\(options)")
        #expect(validity(model) == [false], "\(options)")
      } catch let error as HeaderReaderError {
        #expect(error.diagnostic.message.contains("cannot parse"))
      }
    }
  }

  @Test("No headers make an empty model", arguments: LibraryUnderTest.all)
  func nothing(library: LibraryUnderTest) throws {
    let model = try HeaderReader(library: library.library).read(headers: [])
    #expect(model.records.isEmpty && model.headers.isEmpty && model.diagnostics.isEmpty)
    #expect(model.target.pointerSize > 0)
  }
}
