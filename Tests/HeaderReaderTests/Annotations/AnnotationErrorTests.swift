import ArchiveModel
import HeaderReader
import Testing

@Suite("Mistakes in annotations")
struct AnnotationErrorTests {
  @Test("A wrong attribute is an error at its own column, with its line", arguments: LibraryUnderTest.all)
  func wrongWords(library: LibraryUnderTest) throws {
    let model = try library.read(
      """
      struct s {
        int a; // archive: skp
        int b; // archive: key("k"), cuont(3)
        int c; // archive: count
        int d; // archive: name("D")
        int e; /* archive: skip, skip */
        int f; // archive:
      };
      // archive: cstring
      struct t { int x; };
      """)
    #expect(
      model.summary == [
        "2:22 error: unknown attribute 'skp'", "3:32 error: unknown attribute 'cuont'",
        "4:22 error: 'count' takes at least one argument", "5:22 error: 'name' belongs on a type",
        "6:28 error: 'skip' is given twice", "7:21 error: no attribute follows 'archive:'",
        "9:13 error: 'cstring' belongs on a field",
      ])
    #expect(model.diagnostics.first?.advice == "did you mean 'skip'?")
    #expect(model.diagnostics.first?.sourceLine == "  int a; // archive: skp")
    #expect(model.diagnostics.first?.location?.file.hasSuffix("/test.h") == true)
  }

  @Test("The same attribute in two comments of a field is an error", arguments: LibraryUnderTest.all)
  func twice(library: LibraryUnderTest) throws {
    let model = try library.read(
      """
      struct s {
        // archive: key("one")
        int a; // archive: key("two")
      };
      """)
    #expect(model.summary == ["3:22 error: 'key' is given twice"])
    #expect(try model.field("s", "a").attributes.written == "key(\"one\")")
  }

  @Test("An annotation on nothing that is archived is an error at its place", arguments: LibraryUnderTest.all)
  func onNothing(library: LibraryUnderTest) throws {
    let model = try library.read(
      """
      // archive: skip
      int function(void);
      struct s {
        int a;
        // archive: skip
      };
      enum e { A }; // archive: skip
      struct s2 { int x; }; int g(void); // archive: name("S")
      // archive: name("T")

      #define X
      struct t { int x; };
      #define Y 1 // archive: skip
      // archive: skip
      """)
    #expect(
      model.summary
        == [
          "1:4", "5:6", "7:18", "8:39", "9:4", "13:16", "14:4",
        ].map { "\($0) error: this 'archive:' comment belongs to no field or type" })
    #expect(try model.record("s2").attributes.isEmpty)
    #expect(try model.record("t").attributes.isEmpty)
  }

  @Test(
    "A sentence that begins with 'archive:' is only a warning where it annotates nothing",
    arguments: LibraryUnderTest.all
  )
  func prose(library: LibraryUnderTest) throws {
    let model = try library.read("// archive: this header is about tapes\n#define X 1\nstruct s { int x; };")
    #expect(model.summary == ["1:4 warning: this 'archive:' comment belongs to no field or type"])
  }

  @Test("Every field's line can be quoted", arguments: LibraryUnderTest.all)
  func lines(library: LibraryUnderTest) throws {
    let model = try library.readValid("struct s {\r\n  int a;\r\n  int b; };")
    let (first, second) = (try model.field("s", "a").location, try model.field("s", "b").location)
    #expect(model.lines[first] == "  int a;")
    #expect(model.lines[second] == "  int b; };")
    #expect(model.lines[SourceLocation(file: "none.h", line: 1, column: 1)] == nil)
    #expect(model.lines[SourceLocation(file: first.file, line: 9, column: 1)] == nil)
  }
}
