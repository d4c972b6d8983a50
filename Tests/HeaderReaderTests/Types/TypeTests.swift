import ArchiveModel
import HeaderReader
import Testing

@Suite("Types")
struct TypeTests {
  @Test("Integers keep their width and sign, whatever typedefs name them", arguments: LibraryUnderTest.all)
  func integers(library: LibraryUnderTest) throws {
    let model = try library.readValid(
      """
      #include <stdint.h>
      #include <stddef.h>
      #include <uchar.h>
      typedef uint32_t id_t_; typedef const id_t_ key_;
      struct s {
        _Bool b; char c; signed char sc; unsigned char uc; short s; unsigned short us; int i; unsigned u;
        long l; unsigned long ul; long long ll; unsigned long long ull; __int128 big; unsigned __int128 ubig;
        wchar_t w; char16_t c16; char32_t c32; key_ k; volatile uint8_t v;
      };
      """)
    let expected: [String: CType] = [
      "b": .bool(size: 1), "c": .integer(bits: 8, isSigned: true), "sc": .integer(bits: 8, isSigned: true),
      "uc": .integer(bits: 8, isSigned: false), "s": .integer(bits: 16, isSigned: true),
      "us": .integer(bits: 16, isSigned: false), "i": .integer(bits: 32, isSigned: true),
      "u": .integer(bits: 32, isSigned: false), "l": .integer(bits: 64, isSigned: true),
      "ul": .integer(bits: 64, isSigned: false), "ll": .integer(bits: 64, isSigned: true),
      "ull": .integer(bits: 64, isSigned: false), "big": .integer(bits: 128, isSigned: true),
      "ubig": .integer(bits: 128, isSigned: false), "w": .integer(bits: 32, isSigned: true),
      "c16": .integer(bits: 16, isSigned: false), "c32": .integer(bits: 32, isSigned: false),
      "k": .integer(bits: 32, isSigned: false), "v": .integer(bits: 8, isSigned: false),
    ]
    for field in try model.record("s").fields { #expect(field.type == expected[field.name], "\(field.name)") }
    #expect(try model.field("s", "k").typeSpelling == "key_")
  }

  @Test("Floating types name the format of their bits", arguments: LibraryUnderTest.all)
  func floating(library: LibraryUnderTest) throws {
    let model = try library.readValid(
      """
      struct s { __fp16 h; float f; double d; long double ld; __float128 q; _Complex float cf; _Complex long double cl; };
      """, options: .init(target: "x86_64-unknown-linux-gnu"))
    let types = try model.record("s").fields.map(\.type)
    #expect(
      types == [
        .floating(.half, size: 2), .floating(.single, size: 4), .floating(.double, size: 8),
        .floating(.x87, size: 16), .floating(.quad, size: 16), .complex(.floating(.single, size: 4)),
        .complex(.floating(.x87, size: 16)),
      ])
  }

  @Test("Half floats of both kinds are read where the compiler has them", arguments: LibraryUnderTest.all)
  func halfFloats(library: LibraryUnderTest) throws {
    let model = try library.readValid(
      "struct s { _Float16 h; __bf16 b; };",
      options: .init(target: "aarch64-unknown-linux-gnu", arguments: ["-march=armv8.6-a+bf16+fp16"]))
    #expect(try model.record("s").fields.map(\.type) == [.floating(.half, size: 2), .floating(.bfloat16, size: 2)])
  }

  @Test("The width of _BitInt comes from its spelling", arguments: LibraryUnderTest.all)
  func bitInt(library: LibraryUnderTest) throws {
    let model = try library.readValid(
      "typedef unsigned _BitInt(65) wide; struct s { _BitInt(17) a; const unsigned _BitInt(7) b; wide c; };")
    #expect(
      try model.record("s").fields.map(\.type) == [
        .bitInt(bits: 17, isSigned: true, size: 4), .bitInt(bits: 7, isSigned: false, size: 1),
        .bitInt(bits: 65, isSigned: false, size: 16),
      ])
  }

  @Test("Vectors count their lanes and keep their padding", arguments: LibraryUnderTest.all)
  func vectors(library: LibraryUnderTest) throws {
    let model = try library.readValid(
      """
      typedef float f3 __attribute__((ext_vector_type(3)));
      typedef int i4 __attribute__((vector_size(16)));
      struct s { f3 a; i4 b; };
      """)
    #expect(try model.type("s", "a") == .vector(.floating(.single, size: 4), count: 3, size: 16))
    #expect(try model.type("s", "b") == .vector(.integer(bits: 32, isSigned: true), count: 4, size: 16))
  }

  @Test("Arrays keep every dimension; an incomplete one is flexible", arguments: LibraryUnderTest.all)
  func arrays(library: LibraryUnderTest) throws {
    let model = try library.readValid(
      "typedef short row[4]; struct s { row grid[2][3]; int none[0]; char tail[]; };")
    let short = CType.integer(bits: 16, isSigned: true)
    #expect(try model.type("s", "grid") == .array(.array(.array(short, count: 4), count: 3), count: 2))
    #expect(try model.type("s", "none") == .array(.integer(bits: 32, isSigned: true), count: 0))
    #expect(try model.type("s", "tail") == .flexibleArray(.integer(bits: 8, isSigned: true)))
  }

  @Test("Pointers have the type that they point to", arguments: LibraryUnderTest.all)
  func pointers(library: LibraryUnderTest) throws {
    let model = try library.readValid(
      """
      struct known { int x; };
      struct s {
        void *v; struct known *k; struct unknown *u; enum later *e; const char *const *names;
        int (*f)(int); void (**table)(void); int (^block)(void); _Atomic int *shared; int (*rows)[3];
      };
      """)
    let known = try model.record("known").id
    #expect(try model.type("s", "v") == .pointer(to: .void))
    #expect(try model.type("s", "k") == .pointer(to: .record(known)))
    #expect(try model.type("s", "u") == .pointer(to: .incomplete("struct unknown")))
    #expect(try model.type("s", "e") == .pointer(to: .incomplete("enum later")))
    #expect(try model.type("s", "names") == .pointer(to: .pointer(to: .integer(bits: 8, isSigned: true))))
    #expect(try model.type("s", "f") == .pointer(to: .function))
    #expect(try model.type("s", "table") == .pointer(to: .pointer(to: .function)))
    #expect(try model.type("s", "block") == .unsupported("is a block"))
    #expect(try model.type("s", "shared") == .pointer(to: .unsupported("is atomic")))
    #expect(try model.type("s", "rows") == .pointer(to: .array(.integer(bits: 32, isSigned: true), count: 3)))
  }

  @Test("_Atomic is removed from the type and recorded", arguments: LibraryUnderTest.all)
  func atomics(library: LibraryUnderTest) throws {
    let model = try library.readValid(
      "struct p { int x, y; }; typedef _Atomic int counter; struct s { counter a; _Atomic(struct p) b; int c; counter d[2]; };"
    )
    #expect(try model.record("s").fields.map(\.isAtomic) == [true, true, false, true])
    #expect(try model.type("s", "a") == .integer(bits: 32, isSigned: true))
    let pair = try model.record("p").id
    #expect(try model.type("s", "b") == .record(pair))
  }

  @Test("Type spellings do not depend on the header's folder", arguments: LibraryUnderTest.all)
  func unnamedSpellings(library: LibraryUnderTest) throws {
    let model = try library.readValid("struct s { struct { int a; } in[2]; union { int b; }; enum { A } e; };")
    let spellings = try model.record("s").fields.map(\.typeSpelling)
    #expect(spellings == ["struct (unnamed)[2]", "union s::(anonymous)", "enum (unnamed)"])
  }

  @Test(
    "A type that is nested too deeply is refused instead of overflowing the stack", arguments: LibraryUnderTest.all)
  func deepPointers(library: LibraryUnderTest) throws {
    let model = try library.readValid("struct s { int \(String(repeating: "*", count: 200))p; };")
    var type = try model.type("s", "p")
    var depth = 0
    while case .pointer(let inner) = type { (type, depth) = (inner, depth + 1) }
    #expect(type == .unsupported("is nested too deeply"))
    #expect(depth < 100)
  }

  @Test("counted_by names the sibling, also where the compiler does not know it", arguments: LibraryUnderTest.all)
  func countedBy(library: LibraryUnderTest) throws {
    let model = try library.readValid(
      """
      #define __counted_by(n)
      struct a { int n; char d[] __attribute__((counted_by(n))); };
      struct b { int n; char d[] __counted_by(n); };
      struct c { int n; char d[]; };
      """, options: .init(arguments: ["-Wno-everything"]))
    #expect(try model.field("a", "d").countedBy == "n")
    #expect(try model.field("b", "d").countedBy == "n")
    #expect(try model.field("c", "d").countedBy == nil)
    #expect(try model.field("b", "n").countedBy == nil)
  }

  @Test("sized_by names the sibling that counts bytes", arguments: LibraryUnderTest.all)
  func sizedBy(library: LibraryUnderTest) throws {
    let model = try library.readValid(
      """
      #define __sized_by(n)
      #define __counted_by_or_null(n)
      struct s { int n; void *a __sized_by(n); int *b __counted_by_or_null(n); };
      """, options: .init(arguments: ["-Wno-everything"]))
    #expect(try model.field("s", "a").sizedBy == "n")
    #expect(try model.field("s", "a").countedBy == nil)
    #expect(try model.field("s", "b").countedBy == "n")
    #expect(try model.field("s", "b").sizedBy == nil)
    #expect(try model.field("s", "b").countAllowsNull)
    #expect(try !model.field("s", "a").countAllowsNull)
  }

  @Test(
    "Enumerators and functions are known by name, whether or not a field uses them", arguments: LibraryUnderTest.all)
  func names(library: LibraryUnderTest) throws {
    let model = try library.readValid(
      "enum { LONE = 7 }; enum big : unsigned long { LAST = ~0ul }; int compare(int, int); struct s { int n; };")
    #expect(model.constants["LONE"] == 7)
    #expect(model.constants["LAST"] == -1)
    #expect(model.functions.contains("compare"))
  }
}
