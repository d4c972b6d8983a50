import ArchiveModel
import HeaderReader
import Testing

@Suite("Records")
struct RecordTests {
  @Test("Records are in order of inputs and locations, each once", arguments: LibraryUnderTest.all)
  func order(library: LibraryUnderTest) throws {
    let folder = try HeaderFolder([
      "b.h":
        "#pragma once\n#include \"a.h\"\n#include \"z.h\"\nstruct b1 { struct a1 a; struct z1 *z; };\nstruct b0 { int x; };",
      "a.h": "#pragma once\nstruct a1 { int x; };\nstruct a0 { int x; };",
      "z.h": "#pragma once\nstruct z2 { int x; };\nstruct z1 { struct z0 { int q; } x; };\nstruct unused { int x; };",
    ])
    let model = try folder.read("b.h", "a.h", "b.h", with: library)
    #expect(model.diagnostics == [])
    #expect(model.records.map(\.tag) == ["b1", "b0", "a1", "a0", "z1", "z0"])
    #expect(model.records.map(\.isFromInput) == [true, true, true, true, false, false])
    #expect(model.headers.map(\.path) == [folder.path("b.h"), folder.path("a.h")])
  }

  @Test("Types that only annotations name are read wherever they are defined", arguments: LibraryUnderTest.all)
  func namedByAnnotations(library: LibraryUnderTest) throws {
    let folder = try HeaderFolder([
      "main.h": "#include \"far.h\"\nstruct s {\n  void *p; // archive: to(far)\n  void *q;\n};",
      "far.h":
        "#pragma once\nstruct far { int x; };\ntypedef struct { int y; } known;\nstruct unused { int z; };",
    ])
    let model = try folder.read("main.h", with: library, options: .init(namedTypes: ["known"]))
    #expect(model.diagnostics == [])
    #expect(model.records.map(\.name) == ["s", "far", "known"])
    #expect(model.records.map(\.isFromInput) == [true, false, false])
  }

  @Test("Names: tags, typedefs in order, and none", arguments: LibraryUnderTest.all)
  func names(library: LibraryUnderTest) throws {
    let model = try library.readValid(
      """
      struct tagged { int x; };
      typedef struct tagged first; typedef first second; typedef struct tagged *pointer;
      typedef struct { int x; } untagged, *untagged_pointer;
      typedef struct both { int x; } both;
      typedef union { int x; } either;
      extern struct { int x; } nobody;
      struct outer { struct inner { int x; } i; struct { int x; } u; };
      """)
    #expect(model.records.map(\.tag) == ["tagged", nil, "both", nil, nil, "outer", "inner", nil])
    #expect(
      model.records.map(\.typedefs) == [["first", "second"], ["untagged"], ["both"], ["either"], [], [], [], []])
    #expect(model.records.filter { $0.kind == .union }.map(\.name) == ["either"])
    let outer = try model.record("outer").id
    #expect(model.records.map(\.parent) == [nil, nil, nil, nil, nil, nil, nil, outer])
    #expect(model.records.compactMap(\.unnameable) == [.ofVariable("nobody")])
    #expect(model.records.map { "\($0.location.line):\($0.location.column)" }.prefix(3) == ["1:8", "3:9", "4:16"])
  }

  @Test("It is known whether other code can name a type", arguments: LibraryUnderTest.all)
  func unnameable(library: LibraryUnderTest) throws {
    let model = try library.readValid(
      """
      typedef struct { int a; } *pointer;
      typedef struct { int a; } array[2][3];
      typedef const struct { int a; } constant;
      typedef struct { int a; } (*made(int));
      struct { struct within { int a; } w; } variable;
      struct { int a; };
      typedef void (*visit)(struct parameter { int a; } *);
      void each(struct same { char a; } *);
      struct same { int a; };
      struct holder { void (*each)(union handed { int a; } *); };
      typedef struct { int a; } fine, *fine_pointer;
      """, options: .init(arguments: ["-Wno-error"]))
    let found = model.records.map { "\($0.location.line) \($0.name ?? "-") \($0.unnameable.map { "\($0)" } ?? "")" }
    #expect(
      found == [
        "1 - behindTypedef(\"pointer\")", "2 - behindTypedef(\"array\")", "3 - behindTypedef(\"constant\")",
        "4 - behindTypedef(\"made\")", "5 - ofVariable(\"variable\")", "5 within ", "6 - ofNothing",
        "7 parameter inParameterList", "8 same inParameterList", "9 same ", "10 holder ", "10 handed inParameterList",
        "11 fine ",
      ])
  }

  @Test("A named record has a reference to its enclosing record", arguments: LibraryUnderTest.all)
  func enclosing(library: LibraryUnderTest) throws {
    let folder = try HeaderFolder([
      "main.h": "#include \"far.h\"\nstruct user { struct deep *deep; enum kind kind; };",
      "far.h":
        "#pragma once\nstruct far { struct { struct near { struct deep { int x; } d; } n; } u; enum kind { K } k; };",
    ])
    let model = try folder.read("main.h", with: library)
    #expect(model.diagnostics == [])
    let deep = try model.record("deep")
    let near = try model.record("near")
    let far = try model.record("far")
    let unnamed = try #require(model.records.first { $0.name == nil })
    #expect(deep.enclosing == near.id)
    #expect(near.enclosing == unnamed.id)
    #expect(unnamed.enclosing == nil)
    #expect(unnamed.parent == far.id)
    #expect(far.enclosing == nil)
    guard case .enumeration(let kind) = try model.record("user").fields[1].type else {
      Issue.record("this is no enumeration")
      return
    }
    #expect(kind.enclosing == far.id)
  }

  @Test("A deprecated record is known as one", arguments: LibraryUnderTest.all)
  func deprecated(library: LibraryUnderTest) throws {
    let model = try library.readValid(
      """
      struct __attribute__((deprecated)) before { int x; };
      struct after { int x; } __attribute__((deprecated("why")));
      typedef struct { int x; } __attribute__((deprecated)) untagged;
      typedef struct { int x; } unnamed_type __attribute__((deprecated));
      struct current { int x; };
      typedef struct current formerly __attribute__((deprecated));
      """)
    #expect(model.records.map(\.isDeprecated) == [true, true, true, true, false])
  }

  @Test(
    "An unavailable record is known as one, and so is one that is unavailable in Swift", arguments: LibraryUnderTest.all
  )
  func unavailable(library: LibraryUnderTest) throws {
    let model = try library.readValid(
      """
      struct __attribute__((unavailable("why"))) tagged { int x; struct fine { int y; } f; };
      typedef struct { int x; } untagged __attribute__((unavailable));
      struct __attribute__((availability(swift, unavailable, message="why"))) hidden { int x; };
      typedef struct { int x; } hidden_type __attribute__((availability(swift, unavailable)));
      struct current { __attribute__((unavailable)) int a; int b __attribute__((availability(swift, unavailable))); };
      typedef struct current formerly __attribute__((unavailable));
      """)
    let found = model.records.filter { $0.unnameable == .unavailable }.compactMap(\.name)
    #expect(found == ["tagged", "untagged", "hidden", "hidden_type"])
  }

  @Test("Typedefs say whether they are a record", arguments: LibraryUnderTest.all)
  func typedefs(library: LibraryUnderTest) throws {
    let model = try library.readValid(
      """
      typedef struct foo *foo; struct foo { foo next; };
      typedef struct bar bar; struct bar { int x; };
      typedef struct hidden hidden;
      typedef int number;
      """)
    #expect(model.typedefs["foo"] == .other)
    let bar = try model.record("bar").id
    #expect(model.typedefs["bar"] == .record(bar))
    #expect(model.typedefs["hidden"] == .other)
    #expect(model.typedefs["number"] == .other)
    #expect(try model.record("foo").typedefs == [])
  }

  @Test("Anonymous members are distinguished from unnamed types of named members", arguments: LibraryUnderTest.all)
  func anonymousMembers(library: LibraryUnderTest) throws {
    let model = try library.readValid(
      """
      struct s {
        int kind;
        union { int i; float f; };
        union { int j; float g; };
        struct { struct { int deep; }; } n;
        unsigned : 4;
      };
      """)
    let record = try model.record("s")
    #expect(record.fields.map(\.name) == ["kind", "", "", "n", ""])
    #expect(record.fields.map(\.isAnonymousMember) == [false, true, true, false, false])
    let types = record.fields.map(\.type)
    #expect(types[1] != types[2], "two anonymous unions of one record have one id")
    #expect(Set(model.records.map(\.id)).count == 5)
    let named = try #require(model.records.first { types[3] == .record($0.id) })
    #expect(named.parent == record.id)
    #expect(named.fields.map(\.isAnonymousMember) == [true])
  }

  @Test("Every record that a type refers to is in the model", arguments: LibraryUnderTest.all)
  func closure(library: LibraryUnderTest) throws {
    let folder = try HeaderFolder([
      "main.h": "#include \"far.h\"\nstruct m { struct f1 *p; struct f2 v[2]; };",
      "far.h":
        "#pragma once\nstruct f4 { int x; };\nstruct f3 { int x; };\nstruct f1 { struct f3 in; };\nstruct f2 { struct f4 **pp; };",
    ])
    let model = try folder.read("main.h", with: library)
    let ids = Set(model.records.map(\.id))
    func named(_ type: CType) -> [Record.ID] {
      switch type {
      case .record(let id): [id]
      case .pointer(let inner), .array(let inner, _), .flexibleArray(let inner): named(inner)
      default: []
      }
    }
    #expect(model.records.flatMap(\.fields).flatMap { named($0.type) }.allSatisfy(ids.contains))
    #expect(model.records.map(\.tag) == ["m", "f4", "f3", "f1", "f2"])
  }

  @Test("swift_name is read from types and from typedefs, macros or not", arguments: LibraryUnderTest.all)
  func swiftNames(library: LibraryUnderTest) throws {
    let model = try library.readValid(
      """
      #define MY_NAME(x) __attribute__((swift_name(#x)))
      struct __attribute__((swift_name("Plain"))) a { int x; };
      struct MY_NAME(Outer.Inner) b { int x; };
      typedef struct { int x; } c MY_NAME(FromTypedef);
      struct d { int x __attribute__((swift_name("renamed"))); };
      """)
    #expect(model.records.map(\.swiftName) == ["Plain", "Outer.Inner", "FromTypedef", nil])
    #expect(try model.record("d").fields.map(\.swiftName) == ["renamed"])
  }

  @Test("swift_private is read from types, typedefs, fields and functions", arguments: LibraryUnderTest.all)
  func swiftPrivate(library: LibraryUnderTest) throws {
    let model = try library.readValid(
      """
      #define HIDDEN __attribute__((swift_private))
      struct HIDDEN a { int x; };
      typedef struct { int x; } b HIDDEN;
      typedef struct c { int x; } c_alias HIDDEN;
      struct __attribute__((swift_private)) __attribute__((swift_name("D"))) d { int x HIDDEN; int swift_private; };
      struct HIDDEN e; struct e { int x; };
      typedef struct __attribute__((swift_private)) { int x; } f;
      struct g { int x; }; struct HIDDEN g;
      typedef enum HIDDEN { D } untagged;
      enum HIDDEN kind { A, B };
      typedef enum { C } way HIDDEN;
      enum __attribute__((swift_name("Outer.Colour"))) colour { RED };
      """)
    #expect(model.records.map(\.swiftName) == ["__a", "__b", nil, "D", "__e", nil, nil])
    #expect(try model.record("d").fields.map(\.swiftName) == ["__x", nil])
    #expect(model.enumerations.keys.sorted() == ["Outer.Colour", "__kind", "__way", "untagged"])
    #expect(model.swiftConstants.isDisjoint(with: ["A", "B", "C", "D", "RED"]))
  }

  @Test("Unions, empty records and self references are read", arguments: LibraryUnderTest.all)
  func corners(library: LibraryUnderTest) throws {
    let model = try library.readValid(
      "struct empty {}; union u { char c[3]; int i; }; struct list { struct list *next; struct empty e; };")
    #expect(try model.record("empty").size == 0)
    #expect(try model.record("u").fields.map(\.bitOffset) == [0, 0])
    let list = try model.record("list").id
    #expect(try model.type("list", "next") == .pointer(to: .record(list)))
  }

  @Test("Paths stay as they were given", arguments: LibraryUnderTest.all)
  func relativePaths(library: LibraryUnderTest) throws {
    let model = try HeaderReader(library: library.library).read(
      headers: ["Sources/CClang/include/../include/CClang.h"], options: .init(includePaths: ["Sources/CClang/include"]))
    #expect(model.headers.map(\.path) == ["Sources/CClang/include/../include/CClang.h"])
    #expect(model.headers.map(\.isValid) == [true], "\(model.summary)")
    #expect(try model.record("CClangFunctions").location.file == "Sources/CClang/include/../include/CClang.h")
  }
}
