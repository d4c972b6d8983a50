import ArchiveModel
import HeaderReader
import Testing

/// Sizes and alignments of fields, and the attributes that change them.
@Suite("Alignments") struct AlignmentTests {
  @Test("A field has the size and the alignment of its type", arguments: LibraryUnderTest.all)
  func sizes(library: LibraryUnderTest) throws {
    let model = try library.readValid(
      "typedef int wide __attribute__((aligned(16)));\nstruct s { char c; short h[3]; double d; wide w; int b : 3; char tail[]; };\n"
    )
    let fields = try model.record("s").fields
    #expect(fields.map(\.size) == [1, 6, 8, 4, 4, 0])
    #expect(fields.prefix(4).map(\.alignment) == [1, 2, 8, 16])
  }

  @Test("Attributes are read with their numbers, and told where they have none", arguments: LibraryUnderTest.all)
  func attributes(library: LibraryUnderTest) throws {
    let model = try library.readValid(
      """
      #define WIDE __attribute__((aligned(64)))
      struct s {
        int plain;
        int sixteen __attribute__((aligned(16)));
        _Alignas(32) char aligned_x;
        int packed __attribute__((packed, aligned(2)));
        char macro WIDE;
        char most __attribute__((aligned));
        int expression __attribute__((aligned(sizeof(long))));
      };
      struct __attribute__((packed)) packed { char a; int b; };
      struct __attribute__((aligned(8))) aligned { char a; };
      """)
    let fields = try model.record("s").fields.map(\.declared)
    #expect(
      fields.map(\.minimum) == [nil, .bytes(16), .bytes(32), .bytes(2), .bytes(64), .expression, .expression])
    #expect(fields.map(\.isPacked) == [false, false, false, true, false, false, false])
    #expect(try model.record("packed").declared == DeclaredAlignment(isPacked: true))
    #expect(try model.record("aligned").declared.minimum != nil)
    #expect(try model.record("s").declared == DeclaredAlignment())
  }
}
