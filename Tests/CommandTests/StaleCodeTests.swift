import Foundation
import Testing

/// A header that changed within its size after code was generated from it. `after` is nil where something that it uses
/// changes.
struct HeaderChange: CustomTestStringConvertible {
  let name: String
  let before: String
  let after: String?

  init(_ name: String, _ before: String, _ after: String?) {
    self.name = name
    self.before = before
    self.after = after
  }

  var testDescription: String { name }

  /// Text before the structs, and in a header for which nothing is generated.
  static func common(isChanged: Bool) -> String {
    """
    #include <stddef.h>
    #include <stdint.h>
    #include "foreign.h"
    struct point { int a; int b; };
    struct other { int a; int b; };
    enum kind { \(isChanged ? "KIND_B, KIND_A" : "KIND_A, KIND_B") };

    """
  }

  static func foreign(isChanged: Bool) -> String {
    """
    #pragma once
    struct foreign { int \(isChanged ? "y, x" : "x, y"); };
    struct foreign_bits { unsigned \(isChanged ? "b : 3, a : 3" : "a : 3, b : 3"); };
    """
  }

  static func header(_ changes: [HeaderChange], isChanged: Bool) -> String {
    "#pragma once\n" + common(isChanged: isChanged)
      + changes.map { "struct \($0.name) {\n\(isChanged ? $0.after ?? $0.before : $0.before)\n};\n" }.joined()
  }

  /// Those that Swift sees.
  static let visible = [
    HeaderChange("bits_swapped", "unsigned a : 3, b : 3; int x;", "unsigned b : 3, a : 3; int x;"),
    HeaderChange("bits_resized", "unsigned a : 3, b : 5;", "unsigned a : 4, b : 4;"),
    HeaderChange("bits_signed", "unsigned a : 3; int x;", "int a : 3; int x;"),
    HeaderChange(
      "bits_moved", "unsigned a : 3; unsigned : 2; unsigned b : 4;", "unsigned a : 3; unsigned : 3; unsigned b : 4;"),
    HeaderChange("bits_constant", "const unsigned a : 3, b : 3;", "const unsigned b : 3, a : 3;"),
    HeaderChange(
      "bits_annotated", "const unsigned a : 3; /* archive: key(\"x\") */ const unsigned b : 3;",
      "const unsigned b : 3; const unsigned a : 3;"),
    HeaderChange("bits_named", "enum kind a : 2; unsigned b : 2; int x;", "unsigned b : 2; enum kind a : 2; int x;"),
    HeaderChange("bits_wide", "unsigned long long a : 40, b : 40;", "unsigned long long b : 40, a : 40;"),
    HeaderChange("bits_bool", "_Bool a : 1, b : 1;", "_Bool b : 1, a : 1;"),
    HeaderChange("bits_among", "unsigned a : 8; char c; int x;", "char c; unsigned a : 8; int x;"),
    HeaderChange(
      "bits_in_union",
      "int tag; union { struct { unsigned a : 3, b : 3; } s; /* archive: case(0) */ int i; /* archive: case(1) */ } u; // archive: tag(tag)",
      "int tag; union { struct { unsigned b : 3, a : 3; } s; int i; } u;"),
    HeaderChange("int_to_float", "int a;", "float a;"),
    HeaderChange("int_to_unsigned", "int a;", "unsigned a;"),
    HeaderChange("long_to_double", "long a;", "double a;"),
    HeaderChange("long_to_pointer", "long a;", "void *a;"),
    HeaderChange("dimensions", "int a[2][3];", "int a[3][2];"),
    HeaderChange("char_to_int", "long l; char a[16];", "long l; int a[4];"),
    HeaderChange("signedness", "signed char a;", "unsigned char a;"),
    HeaderChange("number_to_enum", "uint32_t a;", "enum kind a;"),
    HeaderChange("bool_to_char", "_Bool a;", "char a;"),
    HeaderChange("names_swapped", "int width, height;", "int height, width;"),
    HeaderChange("padding_used", "char c; int x;", "char c, d; int x;"),
    HeaderChange("member_gone", "char c, d; int x;", "char c; int x;"),
    HeaderChange("unnamed_inner", "struct { int a, b; } in;", "struct { int b, a; } in;"),
    HeaderChange("unnamed_bits", "struct { unsigned a : 3, b : 3; } in;", "struct { unsigned b : 3, a : 3; } in;"),
    HeaderChange("anonymous_inner", "struct { int a, b; }; int c;", "struct { int b, a; }; int c;"),
    HeaderChange(
      "union_members",
      "int tag; union { int i; /* archive: case(0) */ float f; /* archive: case(1) */ } u; // archive: tag(tag)",
      "int tag; union { float i; int f; } u;"),
    HeaderChange("constants", "const int a, b;", "const int b, a;"),
    HeaderChange("keywords", "int class, self;", "int self, class;"),
    HeaderChange("records", "struct point v[3]; int z[2];", "int z[2]; struct point v[3];"),
    HeaderChange("inner_type", "struct point p;", "struct other p;"),
    HeaderChange("inner_foreign", "struct foreign f;", nil),
    HeaderChange("inner_foreign_bits", "struct foreign_bits f;", nil),
    HeaderChange("pointers", "struct point *p; // archive: ref", "struct other *p;"),
    HeaderChange("numbers_behind", "int *p; // archive: ref", "float *p;"),
    HeaderChange("links", "struct links *next, *prev;", "struct links *prev, *next;"),
    HeaderChange(
      "rows_behind", "int n; struct point (*p)[2][3]; // archive: count(n)", "int n; struct other (*p)[2][3];"),
    HeaderChange("unnamed_rows", "int n; struct { int x; } (*p)[3]; // archive: count(n)", "int n; int *p;"),
    HeaderChange("row_length", "int n; struct point (*p)[3]; // archive: count(n)", "int n; struct point (*p)[4];"),
    HeaderChange("number_rows", "int n; int (*p)[3]; // archive: count(n)", "int n; int (*p)[4];"),
    HeaderChange("foreign_behind", "struct foreign *p; // archive: ref", nil),
    HeaderChange(
      "enumerators",
      "int tag; union { int i; /* archive: case(KIND_A) */ float f; /* archive: case(KIND_B) */ } u; // archive: tag(tag)",
      nil),
  ]

  /// More than clang could make a record for each of.
  private static func bits(first: String, second: String) -> String {
    (0..<1_000).map {
      $0 == 700 ? "unsigned \(first) : 3;\n" : $0 == 701 ? "unsigned \(second) : 3;\n" : "unsigned b\($0) : 3;\n"
    }
    .joined()
  }

  /// Those that only C sees.
  static let hidden = [
    HeaderChange("int128", "__int128 a;", "unsigned __int128 a;"),
    HeaderChange("complex", "_Complex float a; double x;", "double a; double x;"),
    HeaderChange("atomic", "_Atomic int a; int b;", "int b; _Atomic int a;"),
    HeaderChange("atomic_record", "_Atomic struct { int x, y; } a; int b;", "int b; _Atomic struct { int x, y; } a;"),
    HeaderChange(
      "atomic_padded", "_Atomic struct { char x, y, z; } a; int b;", "int b; _Atomic struct { char x, y, z; } a;"),
    HeaderChange("bit_int", "_BitInt(17) a;", "_BitInt(18) a;"),
    HeaderChange("huge_array", "int a[5000];", "float a[5000];"),
    HeaderChange("flexible", "int n; int a[]; // archive: count(n)", "int n; float a[];"),
    HeaderChange("over_aligned", "int a, b; _Alignas(32) int c;", "int b, a; _Alignas(32) int c;"),
    HeaderChange(
      "unnamed_array", "struct { unsigned a : 3, b : 4; } v[2]; int x, y;",
      "struct { unsigned a : 3, b : 4; } v[2]; int y, x;"),
    HeaderChange(
      "unnamed_array_bits", "struct { unsigned a : 3, b : 3; } v[2]; int x;",
      "struct { unsigned b : 3, a : 3; } v[2]; int x;"),
    HeaderChange(
      "over_aligned_bits", "_Alignas(32) int c; unsigned a : 3, b : 3;", "_Alignas(32) int c; unsigned b : 3, a : 3;"),
    HeaderChange(
      "many_bits", "_Alignas(32) int c;\n" + bits(first: "a", second: "b"),
      "_Alignas(32) int c;\n" + bits(first: "b", second: "a")),
    HeaderChange("size", "size_t a; long b;", "long a; size_t b;"),
    HeaderChange("vector", "int a __attribute__((vector_size(16)));", "float a __attribute__((vector_size(16)));"),
  ]
}

@Suite("Code that was generated before its header changed") struct StaleCodeTests {
  /// What each struct's first use says, by name, with a module map of the headers' own.
  private static let outcome: Result<[String: String], any Error> = Result {
    try run(isChanged: true)
  }

  private static func run(isChanged: Bool) throws -> [String: String] {
    let workspace = try Workspace()
    try workspace.write("h/types.h", HeaderChange.header(HeaderChange.visible, isChanged: false))
    try workspace.write("h/foreign.h", HeaderChange.foreign(isChanged: false))
    try workspace.write("h/module.modulemap", "module CTypes { header \"types.h\" export * }\n")
    let generated = try workspace.archivegen("h/types.h", "-o", "out", "--module", "CTypes", "--no-module-map")
    try #require(generated.status == 0, "\(generated.errors)")
    try workspace.write("h/types.h", HeaderChange.header(HeaderChange.visible, isChanged: isChanged))
    try workspace.write("h/foreign.h", HeaderChange.foreign(isChanged: isChanged))
    try workspace.write("main.swift", program)
    let built = Workspace.builtPath
    try workspace.makeLibrary()
    let compiled = try workspace.run(
      "/bin/sh",
      [
        "-c",
        "swiftc -swift-version 6 -warnings-as-errors -I h -I '\(built)/Modules' main.swift out/*.swift libArchiveRuntime.a -o program 2>&1",
      ])
    try #require(compiled.status == 0, "\(compiled.output)")
    let ran = try workspace.run("\(workspace.path)/program", [])
    try #require(ran.status == 0, "\(ran.errors)")
    let lines = ran.output.split(separator: "\n").map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
    return Dictionary(uniqueKeysWithValues: lines.map { (String($0[0]), String($0.last ?? "")) })
  }

  private static var program: String {
    """
    import ArchiveRuntime
    import CTypes
    import Foundation

    func outcome(_ body: () throws -> Void) -> String {
      do { try body() } catch let error as ArchiveError where error.code == .layoutMismatch {
        return "\\(error.details.type ?? ""): \\(error.details.found ?? "")"
      } catch { return "other: \\(error)" }
      return ""
    }
    func zero<T>(_ type: T.Type) -> T {
      withUnsafeTemporaryAllocation(of: T.self, capacity: 1) { buffer in
        UnsafeMutableRawBufferPointer(buffer).initializeMemory(as: UInt8.self, repeating: 0)
        return buffer[0]
      }
    }
    func graph<T: ArchivableNode>(_ type: T.Type) -> String {
      outcome {
        var value = zero(type)
        _ = try withUnsafeMutablePointer(to: &value) { try ArchiveEncoder().encode(graph: UnsafePointer($0)) }
      }
    }
    let value = zero(CTypes.int_to_float.self)
    print("encode", outcome { _ = try ArchiveEncoder().encode(value) }, separator: "\\t")
    print("encode columns", outcome { _ = try ArchiveEncoder().encode([value, value]) }, separator: "\\t")
    print("decode", outcome { _ = try ArchiveDecoder().decode(CTypes.int_to_float.self, from: Data()) }, separator: "\\t")
    print("coder", outcome { try NSKeyedArchiver(requiringSecureCoding: false).encode(value, forKey: "value") }, separator: "\\t")
    """
      + HeaderChange.visible.map { "\nprint(\"\($0.name)\", graph(CTypes.\($0.name).self), separator: \"\\t\")" }
      .joined() + "\n"
  }

  @Test("A change that Swift sees makes the first use throw", arguments: HeaderChange.visible)
  func visibleChange(_ change: HeaderChange) throws {
    let message = try #require(try Self.outcome.get()[change.name])
    #expect(!message.isEmpty, "nothing noticed the change of \(change.name)")
    #expect(!message.hasPrefix("other"), "\(message)")
  }

  @Test(
    "Every way to archive or read a record finds the change",
    arguments: ["encode", "encode columns", "decode", "coder"])
  func entrances(_ name: String) throws {
    let message = try #require(try Self.outcome.get()[name])
    #expect(message.hasPrefix("int_to_float: "), "\(message)")
  }

  @Test("An unchanged header is accepted")
  func unchanged() throws {
    let messages = try Self.run(isChanged: false).filter { !$0.value.isEmpty && $0.key != "decode" }
    #expect(messages.isEmpty)
  }

  @Test(
    "With the module header that is written, the change does not compile",
    arguments: HeaderChange.visible.filter {
      ![
        "number_to_enum", "padding_used", "bits_moved", "rows_behind", "unnamed_rows", "row_length", "number_rows",
      ].contains($0.name)
    }
      + HeaderChange.hidden)
  func moduleHeader(_ change: HeaderChange) throws {
    let workspace = try Workspace()
    func compile() throws -> Workspace.Outcome {
      try workspace.run(
        "/bin/sh", ["-c", "clang -fsyntax-only -std=gnu2x -Wno-pragma-once-outside-header -x c out/CTypes.h 2>&1"])
    }
    func write(isChanged: Bool, macros: String = "") throws {
      try workspace.write("h/types.h", HeaderChange.header([change], isChanged: isChanged) + macros)
      try workspace.write("h/foreign.h", HeaderChange.foreign(isChanged: isChanged))
    }
    try write(isChanged: false)
    let generated = try workspace.archivegen("h/types.h", "-o", "out", "--module", "CTypes")
    try #require(generated.status == 0 && generated.errors.contains(" 0 refused"), "\(generated.errors)")
    let first = try compile()
    #expect(first.status == 0, "\(first.output)")
    // A macro with a member's name neither disturbs the check nor switches it off.
    let macros = "#define a b.c\n#define next prev\n#define p 3\n#define b(x) x\n"
    try write(isChanged: false, macros: macros)
    let second = try compile()
    #expect(second.status == 0, "\(second.output)")
    try write(isChanged: true, macros: macros)
    let stale = try compile()
    #expect(stale.status != 0)
    #expect(stale.output.contains("run archivegen again"), "\(stale.output)")
  }

  @Test("Structs that double with every level are refused in little time, with a message")
  func doubling() throws {
    let workspace = try Workspace()
    let levels = (1...30).map { "struct d\($0) { struct d\($0 - 1) a, b; };\n" }.joined()
    try workspace.write("h.h", "#pragma once\nstruct d0 { int a; };\n" + levels)
    let outcome = try workspace.archivegen("h.h", "-o", "out")
    #expect(outcome.status == 0)
    #expect(
      outcome.errors.contains(
        "'struct d30' is left out: including those of nested structs, it has more than 65536 fields"))
    #expect(outcome.errors.contains("14 refused") || outcome.output.contains("14 refused"), "\(outcome)")
    #expect(workspace.read("out/h+Archive.swift")?.contains("d15") == true)
    #expect(try workspace.archivegen("h.h", "-o", "strict", "--strict").status == 1)
  }
}
