import ArchiveModel
import HeaderReader
import Testing

@Suite("Clang's warnings about layouts")
struct LayoutWarningTests {
  private func places(_ model: HeaderModel) -> [String] {
    model.diagnostics.map { "\($0.location?.line ?? 0) \($0.severity)" }
  }

  @Test(
    "An attribute that clang does not know or ignores is reported on a type",
    arguments: LibraryUnderTest.all)
  func attributes(library: LibraryUnderTest) throws {
    let model = try library.read(
      """
      struct one { int x; } __attribute__((no_such_attribute));
      struct two { char c; int x __attribute__((pakced)); };
      __attribute__((packed)) struct three { char c; int x; };
      struct __attribute__((packed)) four { char c; int x; };
      typedef struct { int x; } five __attribute__((packed));
      """)
    #expect(places(model) == ["1 warning", "2 warning", "3 warning", "5 warning"])
    #expect(model.headers.map(\.isValid) == [true])
    #expect(!model.diagnostics.contains { $0.advice == nil || $0.sourceLine == nil })
  }

  @Test("Warnings about functions are not about layouts", arguments: LibraryUnderTest.all)
  func functions(library: LibraryUnderTest) throws {
    _ = try library.readValid(
      """
      void before(void) __attribute__((no_such_attribute)) __attribute__((another(1)));
      __attribute__((no_such_attribute)) int behind(int a __attribute__((no_such_attribute)));
      static inline __attribute__((no_such_attribute)) int both(void) { return 1; }
      struct s { char c __attribute__((packed)); int x; } __attribute__((designated_init));
      typedef void (*callback)(void) __attribute__((stdcall));
      #pragma unknown thing
      #pragma GCC diagnostic ignored "-Wnothing"
      #warning old
      """)
  }

  @Test("gcc's byte order of a struct is reported as unsupported by clang", arguments: LibraryUnderTest.all)
  func storageOrder(library: LibraryUnderTest) throws {
    let model = try library.read(
      """
      struct __attribute__((scalar_storage_order("big-endian"))) s { int x; };
      #pragma scalar_storage_order big-endian
      struct t { int x; };
      """)
    #expect(places(model) == ["1 warning", "2 warning"])
    #expect(model.diagnostics.allSatisfy { $0.advice?.contains("byte order") == true })
  }

  @Test("A '#pragma pack' that clang ignores is reported", arguments: LibraryUnderTest.all)
  func oddPacks(library: LibraryUnderTest) throws {
    let model = try library.read(
      """
      #pragma pack(3)
      #pragma pack(pop)
      #pragma pack 1
      #pragma pakc(1)
      struct s { char c; int x; };
      """)
    #expect(places(model) == ["1 warning", "2 warning", "3 warning", "4 warning"])
    #expect(try model.record("s").size == 8)
  }

  @Test("A '#pragma pack' that affects the next header is reported at its line", arguments: LibraryUnderTest.all)
  func leakingPack(library: LibraryUnderTest) throws {
    let folder = try HeaderFolder([
      "a.h": "#pragma once\n#pragma pack(push, 1)\nstruct a { char c; int x; };", "b.h": "struct b { char c; int x; };",
      "c.h": "#pragma pack(push, 2)\nstruct c { char c; int x; };\n#pragma pack(pop)",
    ])
    let model = try folder.read("a.h", "b.h", "c.h", with: library)
    #expect(model.diagnostics.count == 1, "\(model.summary)")
    #expect(model.diagnostics.first?.location == .init(file: folder.path("a.h"), line: 2, column: 9))
    #expect(
      model.diagnostics.first?.message.contains("still in force after the end of '\(folder.path("a.h"))'") == true)
    #expect(try folder.read("c.h", "b.h", with: library).diagnostics == [])
  }

  @Test(
    "Headers whose purpose is to change the packing, and to restore it, are not reported",
    arguments: LibraryUnderTest.all)
  func packingHeaders(library: LibraryUnderTest) throws {
    let folder = try HeaderFolder([
      "push.h": "#pragma pack(push, 1)", "pop.h": "#pragma pack(pop)",
      "a.h": "#include \"push.h\"\nstruct a { char c; int x; };\n#include \"pop.h\"\n",
      "b.h": "struct b { char c; int x; };",
    ])
    let model = try folder.read("a.h", "b.h", with: library)
    #expect(model.diagnostics == [])
    #expect(try model.record("a").size == 5)
    #expect(try model.record("b").size == 8)
  }

  @Test("Warnings of system headers are not reported", arguments: LibraryUnderTest.all)
  func systemHeaders(library: LibraryUnderTest) throws {
    let folder = try HeaderFolder([
      "a.h": "#include <sys.h>\nstruct a { struct sys x; };",
      "system/sys.h": "struct sys { int x; } __attribute__((no_such_attribute));",
    ])
    let options = HeaderReader.Options(systemIncludePaths: [folder.path("system")])
    #expect(try folder.read("a.h", with: library, options: options).diagnostics == [])
  }
}
