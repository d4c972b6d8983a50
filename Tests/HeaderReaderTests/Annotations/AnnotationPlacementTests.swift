import ArchiveModel
import Foundation
import HeaderReader
import Testing

@Suite("Locations of annotations")
struct AnnotationPlacementTests {
  /// Fields and types with the annotations that each got; those without are left out.
  private func annotations(_ text: String, _ library: LibraryUnderTest) throws -> [String: String] {
    let model = try library.readValid(text)
    var result: [String: String] = [:]
    for record in model.records {
      if !record.attributes.isEmpty { result[record.name ?? "(unnamed)"] = record.attributes.written }
      for field in record.fields where !field.attributes.isEmpty {
        result["\(record.name ?? "(unnamed)").\(field.name)"] = field.attributes.written
      }
    }
    return result
  }

  @Test("On a field's line, after it or before it, in any kind of comment", arguments: LibraryUnderTest.all)
  func onTheLine(library: LibraryUnderTest) throws {
    let found = try annotations(
      """
      struct s {
        int a;   // archive: key("x")
        int b;   /* archive: skip */
        int c;   ///< archive: required
        int d;   /**< archive: default(3) */
        /* archive: was("old") */ int e;
        int f[2]  /* archive: elements */ ;
        unsigned g : 3; // archive: key("i") -- a remark
        int j; //archive:skip
        int k; // the number of them; archive: skip
        int l; int m; // archive: skip
        int n;
      };
      """, library)
    #expect(
      found == [
        "s.a": "key(\"x\")", "s.b": "skip", "s.c": "required", "s.d": "default(3)", "s.e": "was(\"old\")",
        "s.f": "elements", "s.g": "key(\"i\")", "s.j": "skip", "s.k": "skip", "s.m": "skip",
      ])
  }

  @Test("An anonymous member has them after it, above it and after its brace", arguments: LibraryUnderTest.all)
  func anonymousMember(library: LibraryUnderTest) throws {
    let model = try library.readValid(
      """
      struct s {
        int kind;
        union { int a; float b; }; // archive: tag(kind)
        // archive: view(c)
        union { int c; float d; };
        struct { // archive: skip
          int e;
        };
        union {
          struct { int f; int g; }; // archive: case(1)
        };
      };
      """)
    #expect(try model.record("s").fields.map(\.attributes.written) == ["", "tag(kind)", "view(c)", "skip", ""])
    #expect(model.records.last?.name == nil)
    #expect(model.records.flatMap(\.fields).map(\.attributes.written).filter { $0 == "case(1)" }.count == 1)
  }

  @Test("Above a field, in one comment line or several", arguments: LibraryUnderTest.all)
  func above(library: LibraryUnderTest) throws {
    let found = try annotations(
      """
      struct s {
        // archive: key("x")
        int a;
        /// What it is for.
        /// archive: key("y")
        /// archive: required
        int b;
        /* archive: skip */

        int c;
        /*
         * Long text.
         * archive: default(1)
         **/
        int d; // archive: key("z")
        int e; // a remark
        // archive: key("w"), was("v") -- since the third version
        // and more text
        int f;
        //! archive: skip
        const unsigned char *const
          g;
      };
      """, library)
    #expect(
      found == [
        "s.a": "key(\"x\")", "s.b": "key(\"y\"), required", "s.c": "skip", "s.d": "default(1), key(\"z\")",
        "s.f": "key(\"w\"), was(\"v\")", "s.g": "skip",
      ])
  }

  @Test("On every declarator of a declaration, or on the one whose line it is", arguments: LibraryUnderTest.all)
  func declarators(library: LibraryUnderTest) throws {
    let found = try annotations(
      """
      struct s {
        int a, *b, c[2]; // archive: skip
        // archive: required
        int d, e;
        int f,  // archive: key("ff")
            g;  // archive: key("gg")
        int h /* archive: key("hh") */, i;
        int j; /* archive: key("jj") */ int k;
      };
      """, library)
    #expect(
      found == [
        "s.a": "skip", "s.b": "skip", "s.c": "skip", "s.d": "required", "s.e": "required", "s.f": "key(\"ff\")",
        "s.g": "key(\"gg\")", "s.h": "key(\"hh\")", "s.j": "key(\"jj\")",
      ])
  }

  @Test("On a declaration of several lines, at its first or its last", arguments: LibraryUnderTest.all)
  func longDeclarations(library: LibraryUnderTest) throws {
    let found = try annotations(
      """
      #define LENGTH 4
      #define ALIGNED(n) __attribute__((aligned(n)))
      struct s {
        int (*callback)(int first,   // archive: skip
                        int second);
        int (*other)(int first,
                     int second);    // archive: skip
        int table[LENGTH]
                 [LENGTH];           // archive: elements
        int aligned
          ALIGNED(8);                // archive: key("al")
        ALIGNED(8) int first;        // archive: key("fi")
        // archive: key("th")
        ALIGNED(8) int third;
      };
      """, library)
    #expect(
      found == [
        "s.callback": "skip", "s.other": "skip", "s.table": "elements", "s.aligned": "key(\"al\")",
        "s.first": "key(\"fi\")", "s.third": "key(\"th\")",
      ])
  }

  @Test("On a type: above it, where it opens, where it closes", arguments: LibraryUnderTest.all)
  func types(library: LibraryUnderTest) throws {
    let found = try annotations(
      """
      #define PACKED __attribute__((packed))
      #define ALIGNED __attribute__((aligned(8)))
      // archive: name("A")
      struct a { int x; };
      struct b { // archive: name("B")
        int x;
      };
      struct c
      { /* archive: name("C") */ int x; };
      struct d {
        int x;
      }; // archive: name("D")
      // archive: name("E")
      typedef struct {
        int x;
      } e;
      typedef struct {
        int x;
      } f; // archive: name("F"), version(2)
      typedef struct g_ { // archive: name("G")
        int x;
      } g;
      /// archive: name("H")
      ALIGNED typedef struct {
        char c; int x;
      } h;
      struct PACKED i { // archive: name("I")
        char c; int x;
      } PACKED;
      // archive: skip
      union j { int x; float y; };
      struct k { int x; int y; }; // archive: name("K")
      typedef struct {
        int x;
      } l, *l_pointer; // archive: name("L")
      struct /* archive: name("M") */ m { int x; };
      typedef struct {
        int x;
      } // archive: name("N")
        n;
      """, library)
    #expect(
      found == [
        "a": "name(\"A\")", "b": "name(\"B\")", "c": "name(\"C\")", "d": "name(\"D\")", "e": "name(\"E\")",
        "f": "name(\"F\"), version(2)", "g_": "name(\"G\")", "h": "name(\"H\")", "i": "name(\"I\")", "j": "skip",
        "k": "name(\"K\")", "l": "name(\"L\")", "m": "name(\"M\")", "n": "name(\"N\")",
      ])
  }

  @Test(
    "On a member that defines its type in place: attributes for types apply to the type",
    arguments: LibraryUnderTest.all)
  func inlineTypes(library: LibraryUnderTest) throws {
    let found = try annotations(
      """
      struct s {
        // archive: key("one"), name("Inner")
        struct inner { int x; } a;
        struct other { // archive: key("two"), version(3)
          int y; // archive: skip
        } b;
        union { int i; float f; } u; // archive: tag(kind)
        // archive: tag(kind)
        union {
          int j;   // archive: case(1)
          float g; // archive: case(2)
        };
        struct { int m; } list[2]; // archive: elements
        int kind;
      };
      """, library)
    #expect(
      found == [
        "s.a": "key(\"one\")", "inner": "name(\"Inner\")", "s.b": "key(\"two\")", "other": "version(3)",
        "other.y": "skip", "s.u": "tag(kind)", "s.": "tag(kind)", "(unnamed).j": "case(1)", "(unnamed).g": "case(2)",
        "s.list": "elements",
      ])
  }

  @Test("On fields that macros declare", arguments: LibraryUnderTest.all)
  func macros(library: LibraryUnderTest) throws {
    let found = try annotations(
      """
      #define FIELD(type, name) type name;
      #define PAIR int x, y
      struct s {
        FIELD(int, a) // archive: skip
        PAIR;         // archive: elements
        // archive: key("cc")
        FIELD(int, c)
        int d;        // archive: key("dd")
      };
      """, library)
    #expect(found == ["s.a": "skip", "s.x": "elements", "s.y": "elements", "s.c": "key(\"cc\")", "s.d": "key(\"dd\")"])
  }

  @Test("Inside a macro's argument, as where a macro packs a struct", arguments: LibraryUnderTest.all)
  func macroArguments(library: LibraryUnderTest) throws {
    let found = try annotations(
      """
      #define PACKED(...) __VA_ARGS__
      #define ONE(declaration) declaration __attribute__((packed))
      #define FIELD(name, type) type name
      // archive: name("First")
      ONE(struct first {
        // archive: skip
        int a;
        int b; // archive: key("bb")
        union { // archive: tag(b)
          // archive: case(1)
          int i;
          float f; // archive: case(2)
        };
        // archive: key("cc")
        FIELD(c, int);
      });
      PACKED(
      // archive: name("Second")
      typedef struct {
        // archive: elements
        int x, y;
      } second);
      """, library)
    #expect(
      found == [
        "first": "name(\"First\")", "first.a": "skip", "first.b": "key(\"bb\")", "first.": "tag(b)",
        "(unnamed).i": "case(1)", "(unnamed).f": "case(2)", "first.c": "key(\"cc\")", "second": "name(\"Second\")",
        "second.x": "elements", "second.y": "elements",
      ])
  }

  @Test(
    "Below macros that stand for nothing, as around the declarations of real headers", arguments: LibraryUnderTest.all)
  func belowMacros(library: LibraryUnderTest) throws {
    let found = try annotations(
      """
      #define BEGIN_DECLS
      #define PACKED
      #define PUBLIC
      BEGIN_DECLS

      /* A list. */
      // archive: name("list")
      struct s {
        int a;
        PUBLIC
        // archive: skip
        int b;
        int c;
      };
      PACKED
      // archive: name("other")
      typedef struct t { int d; } t;
      PACKED int function(int);
      // archive: name("third")
      PACKED struct u { int e; };
      """, library)
    #expect(found == ["s": "name(\"list\")", "s.b": "skip", "t": "name(\"other\")", "u": "name(\"third\")"])
  }

  @Test("Not on what is further below, behind other code or within a declaration", arguments: LibraryUnderTest.all)
  func belowOtherCode(library: LibraryUnderTest) throws {
    let model = try library.read(
      """
      #define BEGIN_DECLS
      #define TRACE(x)
      #define DECLARE_RUN(name) int name(void);
      TRACE(
        // archive: the name of a sentence
        1)
      struct s { int a; };
      BEGIN_DECLS
      // archive: the name of a sentence
      DECLARE_RUN(run)
      struct t { int a,
        // archive: the name of a sentence
        b; };
      struct u { int
        // archive: the name of a sentence
        a; };
      """)
    #expect(model.diagnostics.count { $0.id == .unattachedAnnotation } == 4, "\(model.diagnostics)")
    let isPlain = model.records.allSatisfy { $0.attributes.isEmpty && $0.fields.allSatisfy(\.attributes.isEmpty) }
    #expect(model.records.count == 3 && isPlain)
  }

  @Test("In a header with thousands of annotations, quickly", arguments: LibraryUnderTest.all)
  func many(library: LibraryUnderTest) throws {
    let fields = (0..<4000).map { "  int f\($0); // archive: key(\"k\($0)\")" }.joined(separator: "\n")
    let model = try library.readValid("struct s {\n\(fields)\n};")
    #expect(try model.record("s").fields.allSatisfy { !$0.attributes.isEmpty })
  }

  @Test("In a header that an input includes, but not in a system header", arguments: LibraryUnderTest.all)
  func includedHeaders(library: LibraryUnderTest) throws {
    let folder = try HeaderFolder([
      "main.h": "#include \"part.h\"\n#include <far.h>\nstruct whole { struct part p; struct far f; };",
      "part.h": "#pragma once\nstruct part {\n  int x; // archive: skip\n};",
      "system/far.h": "#pragma once\nstruct far {\n  int x; // archive: nonsense\n};",
    ])
    let model = try folder.read(
      "main.h", with: library, options: .init(systemIncludePaths: [folder.path("system")]))
    #expect(model.diagnostics == [])
    #expect(try model.field("part", "x").attributes.written == "skip")
    #expect(try model.record("part").isFromInput == false)
    #expect(try model.field("far", "x").attributes.isEmpty)
  }

  @Test("Not in code that the compiler leaves out", arguments: LibraryUnderTest.all)
  func inactiveCode(library: LibraryUnderTest) throws {
    let found = try annotations(
      """
      #ifndef GUARD_H
      #define GUARD_H
      struct s {
      #if WIDE
        long a; // archive: key("wide")
      #elif defined(NARROW)
        short a; // archive: skip
      #else
        int a; // archive: key("a_")
      #endif
      };
      #if 0
      // archive: name("Nothing")
      struct never { int it's; };
      #endif
      #endif // GUARD_H
      """, library)
    #expect(found == ["s.a": "key(\"a_\")"])
  }

  @Test("Not in literals, and not in prose", arguments: LibraryUnderTest.all)
  func noAnnotations(library: LibraryUnderTest) throws {
    let found = try annotations(
      """
      #define TEXT "// archive: skip"
      #define URL "http://example.org/archive: skip"
      #define QUOTE '"'
      #define OTHER '\\''  // it's fine
      struct s {
        int a; // kept in the tape archive: see below
        int b; /* an unarchive: skip is no archive word */
        char c[sizeof "/* archive: skip */" - '\\0'];
      };
      """, library)
    #expect(found == [:])
  }

  @Test("With carriage returns, joined lines and bytes that are no UTF-8 in the file", arguments: LibraryUnderTest.all)
  func oddFiles(library: LibraryUnderTest) throws {
    let crlf = try annotations("struct s {\r\n  int a; // archive: skip\r\n  int b;\r\n};\r\n", library)
    #expect(crlf == ["s.a": "skip"])
    let joined = try annotations(
      "struct s {\n  int a; // one \\\n  archive: skip\n  int b; // archive: key(\"k\") \\\n more\n  int c;\n};\n",
      library)
    #expect(joined == ["s.a": "skip", "s.b": "key(\"k\")"])
    let folder = try HeaderFolder()
    try Data("struct s {\n  int a; /* caf\u{1} */ // archive: skip\n};\n".utf8.map { $0 == 1 ? 0xe9 : $0 })
      .write(to: folder.url.appendingPathComponent("latin1.h"))
    let latin1 = try folder.read("latin1.h", with: library)
    #expect(try latin1.field("s", "a").attributes.written == "skip")
    #expect(try latin1.field("s", "a").attributes.first?.location.column == 33)
    let noNewline = try annotations("struct s { int a; }; // archive: name(\"S\")", library)
    #expect(noNewline == ["s": "name(\"S\")"])
  }
}
