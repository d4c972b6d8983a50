import ArchiveModel
import Foundation
import HeaderReader
import Testing

@Suite("Annotations by macros")
struct AnnotationMacroTests {
  static let include = "#include \"ArchiveAnnotations.h\"\n"

  /// "s.a: key("b")" of everything that is annotated.
  private func annotations(_ model: HeaderModel) -> [String] {
    model.records.flatMap { record -> [String] in
      let name = record.name ?? "(unnamed)"
      let own = record.attributes.isEmpty ? [] : ["\(name): \(record.attributes.written)"]
      return own
        + record.fields.enumerated().filter { !$0.element.attributes.isEmpty }.map { index, field in
          "\(name).\(field.name.isEmpty ? "[\(index)]" : field.name): \(field.attributes.written)"
        }
    }
  }

  private static let forms = [
    // What the macro is written beside, and the same with a comment.
    ("struct s { char a[8] ARCHIVE(cstring); };", "struct s { char a[8]; // archive: cstring\n};"),
    (
      "struct s { int a ARCHIVE(key(\"x, (y) \\\"z\\\"\"), was(\"b\", \"c\")); };",
      "struct s { int a; // archive: key(\"x, (y) \\\"z\\\"\"), was(\"b\", \"c\")\n};"
    ),
    ("struct s { int n; int *p ARCHIVE(count(n, 2)); };", "struct s { int n; int *p; // archive: count(n, 2)\n};"),
    (
      "struct s { unsigned a : 3 ARCHIVE(default(2)), b : 4 ARCHIVE(skip); };",
      "struct s { unsigned a : 3, // archive: default(2)\n b : 4; // archive: skip\n};"
    ),
    ("struct s { ARCHIVE(skip) int a, b; };", "struct s {\n// archive: skip\n int a, b; };"),
    (
      "struct s { ARCHIVE(skip)\n\n int a; };".replacingOccurrences(of: "{ A", with: "{\n A"),
      "struct s {\n// archive: skip\n int a; };"
    ),
    ("struct s { int a, ARCHIVE(skip) b; };", "struct s { int a,\n b; // archive: skip\n};"),
    (
      "struct s { int (*f)(int, int) ARCHIVE(symbols(g)); };\nint g(int, int);",
      "struct s { int (*f)(int, int); // archive: symbols(g)\n};\nint g(int, int);"
    ),
    ("struct s { int n; int a[] ARCHIVE(count(n)); };", "struct s { int n; int a[]; // archive: count(n)\n};"),
    ("struct ARCHIVE(name(\"N\")) s { int a; };", "struct s { int a; }; // archive: name(\"N\")"),
    ("ARCHIVE(name(\"N\"))\nstruct s { int a; };", "// archive: name(\"N\")\nstruct s { int a; };"),
    ("struct s { int a; } ARCHIVE(name(\"N\"));", "struct s { int a; }; // archive: name(\"N\")"),
    ("typedef struct { int a; } s ARCHIVE(name(\"N\"));", "typedef struct { int a; } s; // archive: name(\"N\")"),
    ("typedef struct { int a; } ARCHIVE(name(\"N\")) s;", "typedef struct { int a; } s; // archive: name(\"N\")"),
    ("ARCHIVE(name(\"N\")) typedef struct s { int a; } s;", "// archive: name(\"N\")\ntypedef struct s { int a; } s;"),
    (
      "struct s { int k; union { int a ARCHIVE(case(1)); float b ARCHIVE(case(2)); } ARCHIVE(tag(k)); };",
      "struct s { int k; union { int a; // archive: case(1)\n float b; // archive: case(2)\n}; // archive: tag(k)\n};"
    ),
    (
      "struct s { int k; union { int a; float b; } u ARCHIVE(tag(k)); };",
      "struct s { int k; union { int a; float b; } u; // archive: tag(k)\n};"
    ),
    (
      "struct s { int k; union { int a; float b; } ARCHIVE(tag(k)) u; };",
      "struct s { int k; union { int a; float b; } u; // archive: tag(k)\n};"
    ),
    (
      "struct s { int k; union ARCHIVE(tag(k)) { int a; float b; } u; };",
      "struct s { int k; union { int a; float b; } u; // archive: tag(k)\n};"
    ),
    (
      "struct s { int k; ARCHIVE(tag(k)) union { int a; float b; }; };",
      "struct s { int k;\n// archive: tag(k)\n union { int a; float b; }; };"
    ),
    (
      "struct s { struct { int a; } in ARCHIVE(name(\"In\"), key(\"x\")); };",
      "struct s { struct { int a; } in; // archive: name(\"In\"), key(\"x\")\n};"
    ),
    ("union ARCHIVE(view(a)) u { int a; float b; };", "union u { int a; float b; }; // archive: view(a)"),
    (
      "struct s { void *p ARCHIVE(to(t)); };\nstruct t { int a; };",
      "struct s { void *p; // archive: to(t)\n};\nstruct t { int a; };"
    ),
    ("struct s { int a ARCHIVE(skip -- computed); };", "struct s { int a; // archive: skip -- computed\n};"),
    (
      "struct s { int a ARCHIVE(key(\"b\"),\n  /* once */ was(\"c\")); };",
      "struct s { int a; // archive: key(\"b\"), was(\"c\")\n};"
    ),
    (
      "struct s { int a ARCHIVE_KEY(\"b\") ARCHIVE_WAS(\"c\", \"d\"), x ARCHIVE_SKIP; };",
      "struct s { int a, // archive: key(\"b\"), was(\"c\", \"d\")\n x; // archive: skip\n};"
    ),
  ]

  @Test("A macro means what a comment means", arguments: LibraryUnderTest.all)
  func sameAsComments(library: LibraryUnderTest) throws {
    for (macro, comment) in Self.forms {
      let model = try library.read(Self.include + macro + "\n")
      #expect(model.summary == [], "\(macro)")
      let expected = annotations(try library.readValid(comment + "\n"))
      #expect(annotations(model) == expected && !expected.isEmpty, "\(macro)")
    }
  }

  @Test("Mistakes in a macro are errors at their line and column", arguments: LibraryUnderTest.all)
  func mistakes(library: LibraryUnderTest) throws {
    let model = try library.read(
      Self.include + """
        struct s {
          int a ARCHIVE(skp);
          int b ARCHIVE(key("k"),
                        cuont(3));
          int c ARCHIVE(count);
          int d ARCHIVE();
          int e ARCHIVE(skip, skip);
          int f ARCHIVE(key("f1")); // archive: key("f2")
          int g ARCHIVE_COUNT(n), h ARCHIVE_NAME("x");
        };
        """)
    #expect(
      model.summary == [
        "3:17 error: unknown attribute 'skp'", "5:17 error: unknown attribute 'cuont'",
        "6:17 error: 'count' takes at least one argument", "7:17 error: no attribute is given",
        "8:23 error: 'skip' is given twice", "9:17 error: 'key' is given twice",
        "10:29 error: 'name' belongs on a type",
      ])
    let count = try #require(model.diagnostics.first { $0.message.contains("cuont") })
    #expect(count.sourceLine == "                cuont(3));")
    #expect(count.fixIts.first?.location.line == 5 && count.fixIts.first?.replacement == "count")
  }

  @Test("A macro that describes nothing, or not clearly one thing, is an error", arguments: LibraryUnderTest.all)
  func unattached(library: LibraryUnderTest) throws {
    let model = try library.read(
      Self.include + """
        ARCHIVE(skip) int function(void);
        enum ARCHIVE(skip) e { A ARCHIVE(skip), B };
        ARCHIVE(skip) extern int variable;
        typedef int number ARCHIVE(skip);
        struct s {
          int a; ARCHIVE(skip)
          int b;
        };
        struct t { ARCHIVE(name("T"))
          int a;
        };
        #if 0
        struct v { int a ARCHIVE(nonsense); };
        #endif
        """)
    #expect(
      model.summary.map { String($0.prefix { $0 != ";" }) } == [
        "2:1 error: 'ARCHIVE(…)' belongs to no field or type", "3:6 error: 'ARCHIVE(…)' belongs to no field or type",
        "3:26 error: 'ARCHIVE(…)' belongs to no field or type", "4:1 error: 'ARCHIVE(…)' belongs to no field or type",
        "5:20 error: 'ARCHIVE(…)' belongs to no field or type",
        "7:10 error: 'ARCHIVE(…)' ends a line like a comment, but the compiler gives it to the declaration that follows",
        "10:12 error: 'ARCHIVE(…)' ends a line like a comment, but the compiler gives it to the declaration that follows",
      ])
  }

  @Test("A library's own macros are annotations too, and macros that use them", arguments: LibraryUnderTest.all)
  func ownMacros(library: LibraryUnderTest) throws {
    let model = try library.read(
      """
      #ifdef __ARCHIVEGEN__
      #define MY_ARCHIVE(...) __attribute__((annotate("archive: " #__VA_ARGS__)))
      #else
      #define MY_ARCHIVE(...)
      #endif
      #define MY_TEXT MY_ARCHIVE(cstring)
      #define MY_FIELD(type, name, attributes) type name MY_ARCHIVE(attributes)
      #define WRAPPED(...) __VA_ARGS__
      struct s {
        char a[8] MY_ARCHIVE(cstring);
        char b[8] MY_TEXT;
        MY_FIELD(int, c, key("d"));
        WRAPPED(int e MY_ARCHIVE(skip);)
        int f MY_TEXT;
        MY_FIELD(int, g, kye("h"));
        int h __attribute__((annotate("archive: skip"), annotate("other")));
      };
      MY_TEXT int function(void);
      """)
    #expect(
      annotations(model).filter { !$0.contains(".f") } == [
        "s.a: cstring", "s.b: cstring", "s.c: key(\"d\")", "s.e: skip", "s.h: skip",
      ])
    #expect(
      model.summary == [
        "15:3 error: unknown attribute 'kye'", "18:1 error: 'MY_TEXT' belongs to no field or type",
      ])
    #expect(model.diagnostics.allSatisfy { $0.fixIts.isEmpty })
  }

  @Test("A macro named ARCHIVE that is something else is not an annotation", arguments: LibraryUnderTest.all)
  func otherMacro(library: LibraryUnderTest) throws {
    let model = try library.readValid("#define ARCHIVE(x) x##_archive\nstruct s { int ARCHIVE(skip); };\n")
    #expect(try model.record("s").fields.map(\.name) == ["skip_archive"])
  }

  @Test(
    "The header comes from the folders of the headers, and otherwise from archivegen", arguments: LibraryUnderTest.all)
  func ownHeader(library: LibraryUnderTest) throws {
    let folder = try HeaderFolder([
      "a.h": "#include <ArchiveAnnotations.h>\nstruct s { int a ARCHIVE(skip); };\n",
      "own/ArchiveAnnotations.h": "#define ARCHIVE(...)\n",
    ])
    let model = try folder.read("a.h", with: library)
    #expect(try model.field("s", "a").attributes.written == "skip")
    // It is no file, so builds cannot depend on it.
    #expect(model.headers.map(\.includes) == [[]])
    let own = try folder.read("a.h", with: library, options: .init(includePaths: [folder.path("own")]))
    #expect(try own.field("s", "a").attributes.isEmpty)
    #expect(own.headers[0].includes.count == 1)
    try folder.write("own/ArchiveAnnotations.h", AnnotationHeader.text)
    let copy = try folder.read(
      "a.h", "own/ArchiveAnnotations.h", with: library, options: .init(includePaths: [folder.path("own")]))
    #expect(copy.diagnostics == [])
    #expect(try copy.field("s", "a").attributes.written == "skip")
  }

  @Test(
    "A macro without its header, and one in the wrong place, are errors that say so", arguments: LibraryUnderTest.all)
  func clangErrors(library: LibraryUnderTest) throws {
    let missing = try library.read("struct s {\n  char a[8] ARCHIVE(cstring);\n};\n")
    #expect(missing.diagnostics.first?.severity == .error)
    #expect(
      missing.diagnostics.first?.advice?.contains("#include \"ArchiveAnnotations.h\"") == true, "\(missing.diagnostics)"
    )
    let misplaced = try library.read(Self.include + "struct s {\n  char a ARCHIVE(cstring) [8];\n};\n")
    #expect(misplaced.diagnostics.first?.location?.line == 3)
    #expect(
      misplaced.diagnostics.first?.advice?.contains("follows the whole declarator") == true, "\(misplaced.diagnostics)")
  }

  @Test("Layouts and the importer's attributes are the same with macros", arguments: LibraryUnderTest.all)
  func layouts(library: LibraryUnderTest) throws {
    let text = """
      struct s {
        char a M(key("x"));
        unsigned b : 3 M(skip), c : 5;
        double d M(default(1)) __attribute__((aligned(16)));
      } M(name("S")) __attribute__((swift_name("Swift")));
      typedef struct s t;
      """
    let macro = try library.readValid(Self.include + text.replacingOccurrences(of: " M(", with: " ARCHIVE("))
    let plain = try library.readValid(
      "#define M(...)\n" + text)
    let (first, second) = (try macro.record("s"), try plain.record("s"))
    #expect(first.size == second.size && first.alignment == second.alignment && first.swiftName == second.swiftName)
    #expect(first.fields.map(\.bitOffset) == second.fields.map(\.bitOffset))
    #expect(first.fields.map(\.typeSpelling) == second.fields.map(\.typeSpelling))
  }

  @Test("The header is in the sources as archivegen writes it, and no compiler warns about it")
  func header() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let path = root.appendingPathComponent("Sources/ArchiveAnnotations/include/ArchiveAnnotations.h")
    #expect(try String(contentsOf: path, encoding: .utf8) == AnnotationHeader.text, "run 'make reference'")
    let folder = try HeaderFolder([
      "ArchiveAnnotations.h": AnnotationHeader.text,
      "use.h": Self.include + """
        struct ARCHIVE(name("S")) s { char a[4] ARCHIVE(cstring, key("k")); int *p ARCHIVE_COUNT(n); int n ARCHIVE_SKIP; };
        union u { int a ARCHIVE(case(1)); float b; } ARCHIVE(view(a));
        typedef struct s t ARCHIVE();

        """,
    ])
    for (language, standard) in [("c", "c99"), ("c", "c11"), ("c", "c17"), ("c++", "c++11"), ("c++", "c++17")] {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: try #require(CompiledLayout.compiler))
      process.arguments = [
        "-x", language, "-std=\(standard)", "-pedantic-errors", "-Wall", "-Wextra", "-Werror", "-fsyntax-only",
        folder.path("use.h"),
      ]
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0, "\(standard)")
    }
  }
}
