import Foundation
import Testing

/// Every record that a header defines is generated, a part of a generated one, or reported: another program counts.
@Suite struct AccountingTests {
  /// All places for definitions of records in C17 and GNU C. Each is on its own line, so that a line identifies it.
  static let zoo = """
    struct plain { int a; };
    typedef struct { int a; } named, *named_pointer, named_array[2];
    typedef struct { int a; } *pointer_only;
    typedef struct { int a; } array_only[4];
    typedef struct { int a; } *pointer_array[2];
    typedef struct { int a; } const *constant_pointer;
    typedef const struct { int a; } constant_only;
    typedef union { int a; float b; } *union_pointer;
    typedef struct { int a; } (*makes)(int);
    typedef struct { int a; } made(int);
    typedef int (*takes)(struct taken { int a; } *);
    typedef int (^block)(struct blocked { int a; } *);
    struct {
      struct within { int a; } x;
      struct { int b; } y;
    } variable;
    struct {
      struct { int a; } x;
    } variables[3];
    extern struct { int a; } declared;
    extern struct tagged_variable { int a; } *tagged;
    struct returned { int a; } returns(void);
    struct { int a; } returns_unnamed(void);
    void parameter(struct parameter_tag { int a; } *p);
    void unnamed_parameter(struct { int a; } *p);
    void nested_parameter(struct outside {
      struct inside { int a; } i;
    } *p);
    struct same_tag { long a; };
    void same_tag_again(struct same_tag { char b; } *p);
    static inline int body(void) { struct in_body { int a; } x = {1}; return x.a; }
    struct with_callback {
      int (*call)(
        struct callback_parameter { int a; } *);
    };
    struct outer {
      struct never_used { int a; };
      struct middle {
        struct inner { int a; } *p;
      } *q;
      struct { int b; };
      union {
        struct deep { int a; } d;
        int i;
      };
    };
    typedef struct {
      struct { int a; } *p;
    } unnamed_member;
    struct { int a; };
    union { int a; } *union_variable;
    struct size_of {
      char bytes[sizeof(struct in_size { int a; })];
    };
    _Static_assert(sizeof(struct in_assertion { int a; }) == 4, "");
    typedef __typeof__(struct in_typeof { int a; }) in_typeof_alias;
    enum sized {
      SIZED = sizeof(struct in_enumeration { int a; })
    };
    struct typeof_member {
      __typeof__(struct { int a; }) m;
    };
    struct aligned_member {
      _Alignas(sizeof(struct in_alignment { int a; })) int z;
    };
    struct empty {};
    typedef struct { int a; } skipped[2]; // archive: skip
    """

  private struct Definition {
    let name: String?
    let line: Int
    let column: Int
    /// An unnamed record that is part of another.
    let isMember: Bool
  }

  @Test("Everything in a header that is left out is reported")
  func zoo() throws {
    let workspace = try Workspace()
    try workspace.write("zoo.h", Self.zoo)
    guard let clang = Self.clang else { return }
    let outcome = try workspace.archivegen("zoo.h", "-o", "out")
    #expect(outcome.status == 0)
    let code = workspace.contents(of: "out").filter { $0.key.hasSuffix(".swift") }.values.joined()
    let definitions = try Self.definitions(in: workspace, clang)
    #expect(definitions.count > 40)
    for definition in definitions where !definition.isMember {
      let isTold =
        outcome.errors.contains("zoo.h:\(definition.line):\(definition.column): warning: ")
        || ["struct ", "union ", ""].contains { kind in
          definition.name.map { outcome.errors.contains("'\(kind)\($0)' is left out") } ?? false
        }
      let isWritten = definition.name.map { code.contains("\"\($0)\", size: ") } ?? false
      let isSkipped = Self.line(definition.line).contains("archive: skip")
      #expect(isTold || isWritten || isSkipped, "line \(definition.line): \(definition.name ?? "unnamed")")
    }
    // Those in parameter lists are in no dump.
    for name in ["parameter_tag", "outside", "same_tag", "callback_parameter"] {
      #expect(outcome.errors.contains("'struct \(name)' is left out: it is defined inside a parameter list"))
    }
    // What is written can be compiled: no type is named that the compiler does not know there.
    let check = try workspace.run(clang, ["-x", "c", "-std=gnu11", "-fblocks", "-fsyntax-only", "-w", "out/CZoo.h"])
    #expect(check.status == 0, "\(check.errors)")
  }

  @Test("With --strict each of them is an error")
  func strict() throws {
    let workspace = try Workspace()
    try workspace.write("p.h", "typedef struct { int a; } *pointer_only;\n")
    let outcome = try workspace.archivegen("p.h", "-o", "out", "--strict")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("p.h:1:9: error: the struct behind 'pointer_only' is left out"))
    #expect(outcome.errors.contains("write a tag after 'struct', like 'struct pointer_only_struct'"))
  }

  @Test("A type that is reachable only by a pointer's typedef is archived if a field points to it")
  func reached() throws {
    let workspace = try Workspace()
    try workspace.write(
      "p.h",
      "typedef struct { int a; } *handle;\ntypedef struct { int b; } pair[2];\n"
        + "struct holder {\n  handle h; // archive: ref\n  pair p;\n};\n")
    let outcome = try workspace.archivegen("p.h", "-o", "out", "--strict")
    #expect(
      outcome.errors.hasSuffix("\narchivegen: 1 type written (2 fields), 0 refused, 0 skipped\n")
        && !outcome.errors.contains("warning"), "\(outcome.errors)")
    #expect(workspace.read("out/p+Archive.swift")?.contains("\"handle\", size: 4") == true)
  }

  @Test("The configuration can skip such a type by its typedef")
  func configured() throws {
    let workspace = try Workspace()
    try workspace.write("p.h", "typedef struct { int a; } *handle;\nstruct s { int a; };\n")
    try workspace.write("archivegen.yml", "types:\n  handle:\n    archive: skip\n")
    let outcome = try workspace.archivegen("p.h", "-o", "out", "--strict")
    #expect(
      outcome.errors.hasSuffix("\narchivegen: 1 type written (1 field), 0 refused, 1 skipped\n")
        && !outcome.errors.contains("warning"), "\(outcome.errors)")
  }

  private static func line(_ number: Int) -> Substring {
    zoo.split(separator: "\n", omittingEmptySubsequences: false)[number - 1]
  }

  private static let clang = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .map { "\($0)/clang" }.first(where: FileManager.default.isExecutableFile)

  /// The records outside function bodies, as clang's own dump has them.
  private static func definitions(in workspace: Workspace, _ clang: String) throws -> [Definition] {
    let dump = try workspace.run(
      clang,
      ["-x", "c", "-std=gnu11", "-fblocks", "-w", "-fsyntax-only", "-Xclang", "-ast-dump=json", "zoo.h"])
    let root = try #require(
      JSONSerialization.jsonObject(with: Data(dump.output.utf8)) as? [String: Any], "\(dump.errors)")
    let starts = zoo.utf8.indices.filter { zoo.utf8[$0] == UInt8(ascii: "\n") }
      .map { zoo.utf8.distance(from: zoo.startIndex, to: $0) + 1 }
    var result: [Definition] = []
    func visit(_ node: [String: Any], isInRecord: Bool) {
      let kind = node["kind"] as? String
      if kind == "CompoundStmt" { return }
      let isRecord = kind == "RecordDecl"
      if isRecord, node["completeDefinition"] as? Bool == true, node["isImplicit"] == nil,
        let place = node["loc"] as? [String: Any], let offset = place["offset"] as? Int
      {
        let name = node["name"] as? String ?? Self.typedefName(after: offset)
        let line = starts.count { $0 <= offset } + 1
        result.append(
          Definition(
            name: name, line: line, column: offset - (starts.last { $0 <= offset } ?? 0) + 1,
            isMember: isInRecord && node["name"] == nil))
      }
      for inner in node["inner"] as? [[String: Any]] ?? [] { visit(inner, isInRecord: isRecord) }
    }
    visit(root, isInRecord: false)
    return result
  }

  /// `name` of `typedef struct { … } name`, if it comes first after the brace.
  private static func typedefName(after offset: Int) -> String? {
    let rest = String(decoding: Array(zoo.utf8)[offset...], as: UTF8.self)
    guard let match = rest.firstMatch(of: #/^\w+ \{[^{}]*(\{[^{}]*\}[^{}]*)*\} (\w+)\s*[;,]/#) else { return nil }
    return String(match.2)
  }
}
