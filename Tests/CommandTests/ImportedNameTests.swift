import Foundation
import Testing

/// Declarations whose names in Swift are others than in C: `swift_name`, `swift_private`.
@Suite struct ImportedNameTests {
  private static let header = """
    #pragma once
    #define HIDDEN __attribute__((swift_private))
    enum HIDDEN kind { KIND_A, KIND_B };
    typedef enum { UP, DOWN } way HIDDEN;
    enum __attribute__((swift_name("Colour"))) colour { RED, GREEN };
    enum shade { DARK HIDDEN, LIGHT };
    void start(int) HIDDEN;
    void stop(int) __attribute__((swift_name("end(code:)")));
    struct HIDDEN point { int x HIDDEN; unsigned y : 3; enum kind kind; enum shade shade; };
    typedef struct { struct point from, to[2]; } line HIDDEN;
    struct node {
      int kind;
      union {
        int i;    // archive: case(KIND_A)
        float f;  // archive: case(KIND_B)
      } u HIDDEN; // archive: tag(kind)
      struct point place;
      line line HIDDEN;
      void (*run)(int) HIDDEN; // archive: symbols(start, stop)
      struct HIDDEN { void (*inner)(int); } more HIDDEN; // archive: skip
      struct node *next HIDDEN;
    };

    """

  @Test("Generated code uses the names in Swift, and archives have those in C")
  func roundTrip() throws {
    let workspace = try Workspace()
    try workspace.write("h/order.h", Self.header)
    try workspace.write("functions.c", "void start(int x) {}\nvoid stop(int x) {}\n")
    try workspace.write(
      "m/Map.swift",
      """
      import CH
      // archive:
      struct Map { var point: __point; var kind: __kind; var way: __way; var colour: Colour }

      """)
    let generated = try workspace.archivegen("h", "m", "-o", "out")
    #expect(generated.status == 0, "\(generated.errors)")
    try workspace.makeLibrary()
    try workspace.write(
      "main.swift",
      """
      import ArchiveRuntime
      import CH
      import Foundation

      let point = __point(__x: 7, y: 5, kind: __KIND_B, shade: LIGHT)
      let data = try ArchiveEncoder().encode(point)
      let read = try ArchiveDecoder().decode(__point.self, from: data)
      print(read.__x, read.y, read.kind == __KIND_B, read.shade == LIGHT)
      print(data.range(of: Data("point".utf8)) != nil, data.range(of: Data("__".utf8)) == nil)
      let map = try ArchiveDecoder().decode(
        Map.self, from: try ArchiveEncoder().encode(Map(point: point, kind: __KIND_B, way: __DOWN, colour: GREEN)))
      print(map.point.__x, map.kind.rawValue, map.way.rawValue, map.colour.rawValue)
      var node = CH.node()
      node.kind = 1
      node.__u.f = 1.5
      node.__line.to.1.y = 6
      node.__run = { Optional(CH::end) }()
      let graph = try ArchiveDecoder().decodeGraph(CH.node.self, from: try ArchiveEncoder().encode(graph: &node))
      let root = graph.root!.pointee
      print(root.__u.f, root.__line.to.1.y, root.__run != nil)

      """)
    let compiled = try workspace.run(
      "/bin/sh",
      [
        "-c",
        "clang -c functions.c && swiftc -swift-version 6 -warnings-as-errors -module-cache-path cache -I out -I '\(Workspace.builtPath)/Modules' main.swift m/*.swift out/*.swift functions.o libArchiveRuntime.a -o program 2>&1",
      ])
    #expect(compiled.status == 0, "\(compiled.output)")
    let ran = try workspace.run("\(workspace.path)/program", [])
    #expect(ran.output == "7 5 true true\ntrue true\n7 1 1 1\n1.5 6 true\n", "\(ran.output)\(ran.errors)")
  }
}
