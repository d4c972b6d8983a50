import ArchiveModel
import HeaderReader
import Testing

@Suite("Inline functions")
struct FunctionBodyTests {
  private func validity(_ model: HeaderModel) -> [Bool] { model.headers.map(\.isValid) }

  @Test("An error inside a function's body is its header's, like any other", arguments: LibraryUnderTest.all)
  func errorInBody(library: LibraryUnderTest) throws {
    let folder = try HeaderFolder([
      "a.h": "struct a { int x; };\nstatic inline int f(void) { return undeclared; }", "b.h": "struct b { int x; };",
    ])
    let model = try folder.read("a.h", "b.h", with: library)
    #expect(validity(model) == [false, true])
    #expect(model.records.map(\.tag) == ["b"])
    #expect(model.summary == ["2:36 error: use of undeclared identifier 'undeclared'"])
    #expect(model.diagnostics.first?.sourceLine == "static inline int f(void) { return undeclared; }")
  }

  @Test("Errors inside and outside bodies are all reported", arguments: LibraryUnderTest.all)
  func both(library: LibraryUnderTest) throws {
    let model = try library.read(
      "struct a { int x[-1]; };\nstatic inline int f(struct a *a) { return a->y; }\n"
        + "static inline void g(void) { h(; }")
    #expect(validity(model) == [false])
    #expect(model.diagnostics.compactMap(\.location?.line).sorted().contains(1))
    #expect(model.diagnostics.compactMap(\.location?.line).contains(3))
  }

  @Test("A body that needs a header which is left out excludes its own header", arguments: LibraryUnderTest.all)
  func bodyNeedsAnother(library: LibraryUnderTest) throws {
    let folder = try HeaderFolder([
      "a.h": "static int helper(void);\nstruct a { none x; };",
      "b.h": "struct b { int x; };\nstatic inline int call(void) { return helper(); }", "c.h": "struct c { int x; };",
    ])
    let model = try folder.read(
      "a.h", "b.h", "c.h", with: library,
      options: .init(arguments: ["-std=c99", "-Werror=implicit-function-declaration"]))
    #expect(validity(model)[0] == false)
    #expect(validity(model)[2])
    if !validity(model)[1] { #expect(model.records.map(\.tag) == ["c"]) }
  }

  @Test("An error in an included file is reported with the chain of includes", arguments: LibraryUnderTest.all)
  func includedBody(library: LibraryUnderTest) throws {
    let folder = try HeaderFolder([
      "a.h": "#include \"deep/inline.h\"\nstruct a { int x; };",
      "b.h": "#include \"deep/inline.h\"\nstruct b { int x; };",
      "deep/inline.h": "#pragma once\nstatic inline int f(void) { return undeclared; }", "c.h": "struct c { int x; };",
    ])
    let model = try folder.read("a.h", "b.h", "c.h", with: library)
    #expect(validity(model) == [false, false, true])
    #expect(model.diagnostics.first?.location?.file.hasSuffix("/deep/inline.h") == true)
  }

  @Test(
    "An error in a body of a system header is a warning: its types are written nevertheless",
    arguments: LibraryUnderTest.all)
  func systemBody(library: LibraryUnderTest) throws {
    let folder = try HeaderFolder([
      "a.h": "#include <sys.h>\nstruct a { struct sys x; };",
      "system/sys.h": "struct sys { int x; };\nstatic inline int f(void) { return undeclared; }",
    ])
    let model = try folder.read(
      "a.h", with: library, options: .init(systemIncludePaths: [folder.path("system")]))
    #expect(validity(model) == [true])
    #expect(
      model.summary == [
        "2:36 warning: an inline function of this system header does not compile: use of undeclared identifier 'undeclared'"
      ])
    #expect(try model.record("a").size == 4)
  }

  @Test(
    "A function without its last brace is an error of its header, not of the next one", arguments: LibraryUnderTest.all)
  func missingBrace(library: LibraryUnderTest) throws {
    let folder = try HeaderFolder([
      "a.h": "struct a { int x; };\nstatic inline int f(void) {\n  if (1) {\n", "b.h": "struct b { int x; };",
    ])
    let model = try folder.read("a.h", "b.h", with: library)
    #expect(validity(model) == [false, true])
    #expect(Set(model.diagnostics.map(\.location?.file)) == [folder.path("a.h")], "\(model.summary)")
  }

  @Test("A declaration in a body for an outer scope is an error of that header alone", arguments: LibraryUnderTest.all)
  func declarationInBody(library: LibraryUnderTest) throws {
    let folder = try HeaderFolder([
      "a.h": "struct a { int x; };\nstatic inline int f(void) { extern int shared; return shared; }",
      "b.h": "struct b { int x; };\nextern long shared;", "c.h": "struct c { int x; };",
    ])
    let model = try folder.read("a.h", "b.h", "c.h", with: library)
    #expect(validity(model) == [true, false, true], "\(model.summary)")
  }

  @Test("A warning that a pragma makes an error is not reported", arguments: LibraryUnderTest.all)
  func warningAsError(library: LibraryUnderTest) throws {
    let model = try library.readValid(
      """
      #pragma clang diagnostic error "-Wunused-variable"
      #pragma clang diagnostic error "-Wmissing-declarations"
      static inline int f(void) { int unused; return 1; }
      struct s { int x; };
      struct { int y; };
      """)
    #expect(try model.record("s").size == 4)
  }

  @Test("Attributes of declarations in bodies do not matter for layouts", arguments: LibraryUnderTest.all)
  func attributesInBody(library: LibraryUnderTest) throws {
    _ = try library.readValid(
      """
      static inline int f(void) {
        struct __attribute__((scalar_storage_order("big-endian"))) inner { int x; };
        struct __attribute__((no_such_layout)) other { int x; };
        return (int)sizeof(struct inner) + (int)sizeof(struct other);
      }
      struct s { int x; };
      """)
  }

  @Test("Warnings about bodies are not reported", arguments: LibraryUnderTest.all)
  func warnings(library: LibraryUnderTest) throws {
    _ = try library.readValid(
      "static inline int f(void) { int unused; }\nstruct s { int x; };",
      options: .init(arguments: ["-Wall", "-Wextra", "-Werror"]))
  }
}
