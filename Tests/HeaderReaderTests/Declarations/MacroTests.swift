import ArchiveModel
import HeaderReader
import Testing

@Suite("Macros that annotations use")
struct MacroTests {
  @Test("A macro of an integer that an annotation names has its value", arguments: LibraryUnderTest.all)
  func values(library: LibraryUnderTest) throws {
    let model = try library.readValid(
      """
      #define BASE 0x10
      #define PAIR (BASE + 2)
      #define TEXT "abc"
      #define COUNT 8
      #define OTHER 9
      struct s {
        int kind;
        // archive: tag(kind)
        union {
          int a; // archive: case(PAIR, -1)
          int b; // archive: case(TEXT)
          int c; // archive: case(NOWHERE)
        } u;
        double *d; // archive: count(kind * COUNT)
      };
      """)
    #expect(model.constants["PAIR"] == 18)
    #expect(model.constants["COUNT"] == 8)
    for name in ["TEXT", "NOWHERE", "kind", "OTHER"] { #expect(model.constants[name] == nil, "\(name)") }
  }

  @Test("An enumerator takes precedence over a macro of the same name", arguments: LibraryUnderTest.all)
  func enumerators(library: LibraryUnderTest) throws {
    let model = try library.readValid(
      """
      enum kind { FIRST = 3, SECOND };
      #define SECOND SECOND
      struct s {
        enum kind kind;
        // archive: tag(kind)
        union {
          int a; // archive: case(FIRST)
          int b; // archive: case(SECOND)
        } u;
      };
      """)
    #expect(model.constants["FIRST"] == 3)
    #expect(model.constants["SECOND"] == 4)
  }
}
