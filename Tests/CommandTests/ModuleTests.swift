import Foundation
import Testing

/// The headers' module, and what is written if the output goes to the headers' own folder.
@Suite struct ModuleTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write("h/order.h", "#pragma once\nstruct order {\n    int a;\n};\n")
  }

  @Test("Repeated runs into the headers' own folder write the same")
  func ownFolder() throws {
    #expect(try workspace.archivegen("h", "-o", "h").status == 0)
    let first = workspace.contents(of: "h")
    #expect(first.keys.sorted() == ["CH.h", "module.modulemap", "order+Archive.swift", "order.h"])
    for _ in 0..<2 {
      #expect(try workspace.archivegen("h", "-o", "h").status == 0)
      #expect(workspace.contents(of: "h") == first)
    }
  }

  @Test("The module is called after the first input with headers, or as the Swift sources import it")
  func defaultName() throws {
    try workspace.write("Model/Order.swift", "// archive:\nstruct Order { var a = 1 }\n")
    #expect(try workspace.archivegen("Model", "h", "-o", "out").status == 0)
    #expect(workspace.read("out/order+Archive.swift")?.contains("import CH\n") == true)
    // Such an import names the module; others do not.
    try workspace.write(
      "Model/Order.swift", "import CFNetwork\nimport CShop\nimport Combine\n// archive:\nstruct Order { var a = 1 }\n")
    let adopted = try workspace.archivegen("Model", "h", "-o", "adopted", "-v")
    #expect(adopted.status == 0)
    #expect(adopted.errors.contains("the C module is 'CShop', which the sources import"))
    #expect(workspace.read("adopted/order+Archive.swift")?.contains("import CShop\n") == true)
    #expect(workspace.exists("adopted/CShop.h"))
    #expect(workspace.read("adopted/module.modulemap")?.contains("CShop") == true)
    // What is said counts.
    #expect(try workspace.archivegen("Model", "h", "-o", "other", "--module", "COther").status == 0)
    #expect(workspace.exists("other/COther.h"))
    // Of several, none.
    try workspace.write("Model/Another.swift", "import CDepot\n")
    let several = try workspace.archivegen("Model", "h", "-o", "several")
    #expect(several.status == 0)
    #expect(
      several.errors.contains(
        "warning: the headers' module is 'CH', but the sources import 'CDepot' and 'CShop'"))
    #expect(several.errors.contains("--module"))
    #expect(workspace.exists("several/CH.h"))
  }

  @Test("The module of a header with unavailable fields, types and enumerators compiles, and still knows their layout")
  func unavailable() throws {
    func header(_ gone: String) -> String {
      """
      #pragma once
      enum kind { GONE __attribute__((unavailable)), HERE };
      struct __attribute__((unavailable)) old { int x; struct old *next; };
      struct order {
        __attribute__((unavailable)) \(gone) gone;
        __attribute__((unavailable("use order"))) struct old old; // archive: skip
        int kind;
        union {
          int i; // archive: case(GONE)
          float f; // archive: case(HERE)
        } u; // archive: tag(kind)
        __attribute__((unavailable)) unsigned bits : 3;
      };

      """
    }
    try workspace.write("h/order.h", header("int"))
    let generated = try workspace.archivegen("h", "-o", "out")
    #expect(generated.status == 0)
    #expect(generated.errors.contains("'struct old' is left out: an attribute makes it unavailable"))
    let compile = ["-c", "echo '#include \"out/CH.h\"' | clang -fsyntax-only -Wall -Werror -x c - 2>&1"]
    let compiled = try workspace.run("/bin/sh", compile)
    #expect(compiled.status == 0, "\(compiled.output)")
    try workspace.write("h/order.h", header("float"))
    #expect(try workspace.run("/bin/sh", compile).output.contains("another layout"))
  }

  @Test("A header that changed without changing its size does not compile with the old code")
  func staleLayout() throws {
    try workspace.write("h/order.h", "#pragma once\nstruct order {\n    int a, b;\n    unsigned c : 3;\n};\n")
    #expect(try workspace.archivegen("h", "-o", "out").status == 0)
    let compile = ["-c", "echo '#include \"out/CH.h\"' | clang -fsyntax-only -Wall -Werror -x c - 2>&1"]
    #expect(try workspace.run("/bin/sh", compile).status == 0)
    try workspace.write("h/order.h", "#pragma once\nstruct order {\n    int b, a;\n    unsigned c : 3;\n};\n")
    let outcome = try workspace.run("/bin/sh", compile)
    #expect(outcome.status != 0)
    #expect(
      outcome.output.contains("'struct order' has another layout than archivegen read: run archivegen again"))
  }

  @Test("A macro with a field's name does not disturb the check of layouts")
  func macroNamedField() throws {
    try workspace.write("h/order.h", "#pragma once\nstruct order {\n    int a;\n};\n#define a b.c\n")
    #expect(try workspace.archivegen("h", "-o", "out").status == 0)
    #expect(try workspace.run("/bin/sh", ["-c", "clang -fsyntax-only -x c out/CH.h"]).status == 0)
  }

  @Test("Headers with enumerations and no struct have a module if a property has such a type, and none otherwise")
  func enumerationsAlone() throws {
    try workspace.write("e/colour.h", "#pragma once\nenum colour { RED, GREEN };\ntypedef enum { UP, DOWN } way;\n")
    let model = { (type: String) in "import CE\n// archive:\nstruct Paint { var colour: \(type); var size = 1 }\n" }
    try workspace.write("m/Paint.swift", model("way"))
    let outcome = try workspace.archivegen("e", "m", "-o", "out", "-D", "LIMIT=3", "--clang-arg=-std=c11")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(workspace.contents(of: "out").keys.sorted() == ["CE.h", "Paint+Archive.swift", "module.modulemap"])
    #expect(outcome.errors.contains("code that imports 'CE' must be compiled with"), "\(outcome.errors)")
    try workspace.write("main.swift", "import CE\nprint(way(rawValue: 1), RED, LIMIT)\n")
    let compiled = try workspace.run(
      "/bin/sh", ["-c", "swiftc -typecheck -module-cache-path cache -I out -Xcc -std=c11 main.swift 2>&1"])
    #expect(compiled.status == 0, "\(compiled.output)")
    try workspace.write("m/Paint.swift", model("Int"))
    #expect(try workspace.archivegen("e", "m", "-o", "other").status == 0)
    #expect(workspace.contents(of: "other").keys.sorted() == ["Paint+Archive.swift"])
  }

  @Test("A field may have a name that no macro can have")
  func notAMacro() throws {
    try workspace.write(
      "h/order.h",
      "#pragma once\nstruct order {\n    int defined;\n    int __VA_ARGS__;\n    unsigned __VA_OPT__ : 3;\n};\n")
    #expect(try workspace.archivegen("h", "-o", "out").status == 0)
    let compile = "echo '#include \"out/CH.h\"' | clang -fsyntax-only -Werror -x c - 2>&1"
    let outcome = try workspace.run("/bin/sh", ["-c", compile])
    #expect(outcome.status == 0, "\(outcome.output)")
  }

  @Test("Warnings about the headers are not those of a program that imports the module")
  func headerWarnings() throws {
    try workspace.write(
      "h/order.h",
      """
      #pragma once
      #warning "this header is old"
      struct order {
          int a;
      };
      static inline int is_zero(int *a) { int unused; if (a = 0) return 1; }
      """)
    #expect(try workspace.archivegen("h", "-o", "out", "-Wno-clang-warning").status == 0)
    try workspace.write("main.swift", "import CH\nprint(order().a)\n")
    let outcome = try workspace.run(
      "/bin/sh", ["-c", "swiftc -typecheck -warnings-as-errors -module-cache-path cache -I out main.swift 2>&1"])
    #expect(outcome.status == 0, "\(outcome.output)")
    // A mistake in them still is.
    try workspace.write("h/order.h", "#pragma once\nstruct order {\n    long a;\n};\n")
    let stale = try workspace.run(
      "/bin/sh", ["-c", "swiftc -typecheck -module-cache-path cache -I out main.swift 2>&1"])
    #expect(stale.status != 0 && stale.output.contains("another layout"), "\(stale.output)")
  }

  @Test(
    "An array of one element at the end is a warning if a counter is beside it",
    arguments: [
      ("int point_count; int points[1];", "point_count"), ("int count; int a[1];", "count"),
      ("int n; char name[1];", "n"), ("int nitems; const char *items[1]; // archive: cstring\n", "nitems"),
      ("unsigned num_recs; struct rec { int x; } recs[1];", "num_recs"),
      ("int x; struct { int n_rows; int rows[1][4]; };", "n_rows"), ("int count; int a[1]; // archive: packed\n", nil),
      ("int count; int a[2];", nil), ("int a[1]; int count;", nil), ("int count; int pad[1];", nil),
      ("int size; int a[1];", nil), ("int x; int a[1];", nil),
    ])
  func lastArray(fields: String, counter: String?) throws {
    try workspace.write("h/order.h", "#pragma once\nstruct order {\n    \(fields)\n};\n")
    let outcome = try workspace.archivegen("h", "-o", "out")
    #expect(outcome.status == 0)
    let found = outcome.errors.contains("[ambiguous-array]")
    #expect(found == (counter != nil), "\(outcome.errors)")
    if let counter {
      #expect(outcome.errors.contains("'\(counter)' beside it seems to count more"), "\(outcome.errors)")
    }
    #expect(!outcome.errors.contains("[redundant-attribute]"), "\(outcome.errors)")
  }

  @Test(
    "A module name that Swift cannot import, or that the generated code imports, is an error",
    arguments: [
      ("bad-name", "'bad-name' is not a module name"), ("class", "'class' is not a module name"),
      ("Swift", "the generated code imports another module 'Swift'"),
    ])
  func names(name: String, message: String) throws {
    try workspace.write("h/archivegen.yml", "module: \(name)\n")
    let outcome = try workspace.archivegen("h", "-o", "out")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains(message))
    #expect(!workspace.exists("out"))
  }

  @Test("A module other than that of the headers' own map is an error")
  func otherModule() throws {
    try workspace.write("h/module.modulemap", "module MyMod { header \"order.h\" }\n")
    let outcome = try workspace.archivegen("h", "-o", "out", "--module", "Other")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("the headers' module map names their module 'MyMod', not 'Other'"))
    #expect(try workspace.archivegen("h", "-o", "out", "--module", "Other", "--no-module-map").status == 0)
  }

  @Test(
    "The configuration is found in a given folder and beside it", arguments: ["h/archivegen.yml", "archivegen.yml"])
  func configuration(path: String) throws {
    try workspace.write(path, "module: CShop\n")
    #expect(try workspace.archivegen("h", "-o", "out").status == 0)
    #expect(workspace.read("out/order+Archive.swift")?.contains("import CShop") == true)
  }

  @Test("An unknown target is an error that names what a target is")
  func unknownTarget() throws {
    let outcome = try workspace.archivegen("h", "-o", "out", "--target", "foo")
    #expect(outcome.status == 1)
    #expect(outcome.errors.hasPrefix("archivegen: error: "))
    #expect(outcome.errors.contains("check the target, a triple such as"))
  }
}
