import ArchiveModel
import HeaderReader
import Testing

@Suite("Layouts")
struct LayoutTests {
  static let header = """
    #include <stdint.h>
    #include <stddef.h>
    typedef enum { RED, GREEN, BLUE } color;
    struct scalars { char c; double d; short s; long double ld; _Bool b; void *p; };
    struct bits { unsigned a : 3, b : 5; unsigned : 0; unsigned c : 7; unsigned : 2; uint64_t d : 40; color e : 2; _Bool f : 1; };
    struct straddle { uint8_t a : 6, b : 6, c : 6; uint16_t d : 12; uint8_t e; };
    struct mixed { char c; int x : 4; char d; int y : 30; short z; };
    struct __attribute__((packed)) packed_bits { uint8_t a : 3; uint32_t b : 17; uint16_t c; uint64_t d : 50; };
    struct __attribute__((packed)) packed_plain { char c; int i; double d; };
    struct __attribute__((packed, aligned(4))) packed_aligned { char c; short s; char e; };
    struct over_aligned { char c; int x __attribute__((aligned(32))); char d; };
    #pragma pack(push, 2)
    struct pragma_packed { char c; int i; long long l; unsigned f : 9; };
    #pragma pack(pop)
    struct after_pragma { char c; int i; };
    struct member_packed { char c; int i __attribute__((packed)); int j; };
    struct nested { struct scalars s; struct { char x; int y; } in[3]; union { int i; double d; } u; char tail; };
    union mix { char c[5]; int i; struct packed_plain p; };
    struct flexible { uint16_t n; double d[]; };
    struct wide { __int128 a; char c; unsigned __int128 b : 100; };
    struct arrays { char name[13]; short grid[3][5]; int none[0]; uint8_t last; };
    typedef struct { float x, y, z; } point;
    struct uses { point p[2]; color k; _Complex double z; };
    struct zero_width { char a : 3; char : 0; char b : 2; int : 0; char c; };
    """

  @Test(
    "Sizes, alignments, offsets and bits are those of the C compiler", .enabled(if: CompiledLayout.compiler != nil),
    arguments: LibraryUnderTest.all)
  func sameAsCompiler(library: LibraryUnderTest) throws {
    let folder = try HeaderFolder(["layout.h": Self.header])
    let model = try folder.read("layout.h", with: library)
    #expect(model.diagnostics == [])
    #expect(model.records.count == 21)
    #expect(try CompiledLayout.lines(of: model, header: "layout.h", in: folder) == CompiledLayout.lines(of: model))
  }

  struct Platform: Sendable, CustomTestStringConvertible {
    let triple: String
    let pointerSize: Int
    let isBigEndian: Bool
    let longDouble: FloatingFormat
    let longDoubleSize: Int
    /// Of `struct { char c; long long l; long double d; void *p; }`.
    let offsets: [Int]
    let size: Int

    var testDescription: String { triple }
  }

  static let platforms = [
    Platform(
      triple: "x86_64-unknown-linux-gnu", pointerSize: 8, isBigEndian: false, longDouble: .x87, longDoubleSize: 16,
      offsets: [0, 8, 16, 32], size: 48),
    Platform(
      triple: "i386-unknown-linux-gnu", pointerSize: 4, isBigEndian: false, longDouble: .x87, longDoubleSize: 12,
      offsets: [0, 4, 12, 24], size: 28),
    Platform(
      triple: "aarch64-unknown-linux-gnu", pointerSize: 8, isBigEndian: false, longDouble: .quad, longDoubleSize: 16,
      offsets: [0, 8, 16, 32], size: 48),
    Platform(
      triple: "arm64-apple-macosx13", pointerSize: 8, isBigEndian: false, longDouble: .double, longDoubleSize: 8,
      offsets: [0, 8, 16, 24], size: 32),
    Platform(
      triple: "armv7-unknown-linux-gnueabihf", pointerSize: 4, isBigEndian: false, longDouble: .double,
      longDoubleSize: 8, offsets: [0, 8, 16, 24], size: 32),
    Platform(
      triple: "s390x-unknown-linux-gnu", pointerSize: 8, isBigEndian: true, longDouble: .quad, longDoubleSize: 16,
      offsets: [0, 8, 16, 32], size: 40),
    Platform(
      triple: "powerpc64-unknown-linux-gnu", pointerSize: 8, isBigEndian: true, longDouble: .doubleDouble,
      longDoubleSize: 16, offsets: [0, 8, 16, 32], size: 48),
    Platform(
      triple: "riscv64-unknown-linux-gnu", pointerSize: 8, isBigEndian: false, longDouble: .quad, longDoubleSize: 16,
      offsets: [0, 8, 16, 32], size: 48),
    Platform(
      triple: "x86_64-pc-windows-msvc", pointerSize: 8, isBigEndian: false, longDouble: .double, longDoubleSize: 8,
      offsets: [0, 8, 16, 24], size: 32),
    Platform(
      triple: "wasm32-unknown-unknown", pointerSize: 4, isBigEndian: false, longDouble: .quad, longDoubleSize: 16,
      offsets: [0, 8, 16, 32], size: 48),
  ]

  @Test("Other targets have their own layouts, byte order and long double", arguments: LibraryUnderTest.all, platforms)
  func targets(library: LibraryUnderTest, platform: Platform) throws {
    let model = try library.readValid(
      "#include <stdint.h>\nstruct s { int8_t c; long long l; long double d; void *p; };",
      options: .init(target: platform.triple, arguments: ["-ffreestanding"]))
    #expect(model.target.pointerSize == platform.pointerSize)
    #expect(model.target.isBigEndian == platform.isBigEndian)
    let record = try model.record("s")
    #expect(record.fields[2].type == .floating(platform.longDouble, size: platform.longDoubleSize))
    #expect(record.fields.map { $0.bitOffset / 8 } == platform.offsets)
    #expect(record.size == platform.size)
  }

  @Test("The target's triple is in the model", arguments: LibraryUnderTest.all)
  func triple(library: LibraryUnderTest) throws {
    let model = try library.readValid("struct s { int x; };", options: .init(target: "s390x-linux-gnu"))
    #expect(model.target.triple.hasPrefix("s390x-"))
    #expect(model.target.triple.hasSuffix("linux-gnu"))
  }
}
