import Foundation
import Testing

/// `archivegen lock release … --goldens DIR` and `archivegen lock tests`.
@Suite struct GoldenArchiveCommandTests {
  private static let header = """
    struct item {
      int count; double price; char name[8]; // archive: cstring
      struct item *next;
    };
    struct shape {
      int kind;
      union { int side; double radius; } size; // archive: tag(kind)
    };
    void ring(void);
    struct later { int when; void (*call)(void); /* archive: symbols(ring) */ };

    """
  private static let model = """
    // archive:
    struct Menu { var title = ""; var course: Course = .main; var price: Double? }
    // archive:
    enum Course: String { case starter, main }
    // archive:
    enum Figure { case point; case circle(radius: Double) }
    // archive:
    enum Order { case none; case some(Course) }
    // archive:
    final class Node { var name = ""; var next: Node?; init() {} }
    // archive:
    struct Drawing {
      // archive: types(Square, Round)
      var first: any Drawable
    }
    protocol Drawable {}
    // archive:
    struct Square: Drawable { var side = 1 }
    // archive:
    final class Round: Drawable { var radius = 1.5; init() {} }

    """

  @Test("'lint' does not judge values that are not interpreted")
  func uninterpreted() throws {
    let workspace = try Workspace()
    try workspace.write("in/T.swift", "// archive:\nstruct T { var timeout = 1 }\n")
    #expect(try workspace.archivegen("lock", "in").status == 0)
    #expect(try workspace.archivegen("lock", "release", "1.0", "--as-is", "--goldens", "goldens").status == 0)
    for type in ["Duration", "Measurement<UnitLength>", "NSNumber", "IndexPath"] {
      try workspace.write("in/T.swift", "import Foundation\n// archive:\nstruct T { var timeout: \(type) }\n")
      let run = try workspace.archivegen("lint", "goldens/1.0/T.archive", "--schema", "in")
      #expect(run.status == 0, "\(type): \(run.output)\(run.errors)")
      #expect(
        run.output.contains(
          "today's code reads it, except for values of the types '\(type)', which were not looked into"),
        "\(run.output)")
    }
  }

  private func locked() throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write(
      "in/item.h",
      Self.header.replacing("int side;", with: "int side; /* archive: case(1) */").replacing(
        "double radius;", with: "double radius; /* archive: case(2) */"))
    try workspace.write("in/Model.swift", Self.model)
    let run = try workspace.archivegen("lock", "in", "--lock", "a.lock")
    #expect(run.status == 0, "\(run.errors)")
    return workspace
  }

  private func release(_ name: String, _ workspace: Workspace) throws -> (status: Int32, errors: String) {
    let run = try workspace.archivegen("lock", "release", name, "--as-is", "--lock", "a.lock", "--goldens", "goldens")
    return (run.status, run.errors)
  }

  @Test(
    "A release gets an archive with readable values, one at the extremes, and one for each further case, with their values beside them"
  )
  func writes() throws {
    let workspace = try locked()
    let run = try release("1.0", workspace)
    #expect(run.status == 0, "\(run.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: workspace.path + "/goldens/1.0")
    for type in ["item", "shape", "Menu", "Figure", "Node", "Square"] {
      for suffix in [".archive", ".json", ".extremes.archive", ".extremes.json"] {
        #expect(names.contains(type + suffix), "\(type)\(suffix)")
      }
    }
    #expect(names.contains { $0.hasPrefix("shape.kind-") } || names.contains("shape.extremes.json"))
    #expect(
      names.contains("Figure.circle.json") || names.contains("Figure.point.json") || names.contains("Figure.json"))
    // An enumeration of texts has no archives of its own.
    #expect(!names.contains { $0.hasPrefix("Course") })
    #expect(workspace.read("goldens/1.0/later.none")?.hasPrefix("later.call: ") == true)
    #expect(run.errors.contains("no golden archive of later"), "\(run.errors)")
    let json = try #require(workspace.read("goldens/1.0/Node.json"))
    #expect(json.contains("\"name\": \"name\""))
    #expect(json.contains("\"$shared\""), "two nodes, one of which leads to itself: \(json)")
    #expect(workspace.read("a.lock")?.contains("release 1.0") == true)
  }

  @Test("Goldens have every raw value of a property, and every type that a protocol's value may have")
  func alternatives() throws {
    let workspace = try locked()
    #expect(try release("1.0", workspace).status == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: workspace.path + "/goldens/1.0")
    func values(of type: String) -> String {
      names.filter { $0.hasPrefix(type + ".") && $0.hasSuffix(".json") }.compactMap {
        workspace.read("goldens/1.0/\($0)")
      }.joined()
    }
    for course in ["starter", "main"] { #expect(values(of: "Menu").contains("\"\(course)\""), "\(course)") }
    for key in ["\"side\"", "\"radius\""] { #expect(values(of: "Drawing").contains(key), "\(key)") }
    // The test that reads them knows one word behind the type.
    #expect(names.allSatisfy { $0.split(separator: ".").count <= 3 }, "\(names)")
    for course in ["starter", "main"] { #expect(values(of: "Order").contains("\"\(course)\""), "\(course)") }
  }

  @Test("Equal locks give equal goldens, and only what changed gets new ones")
  func changes() throws {
    let workspace = try locked()
    _ = try release("1.0", workspace)
    let other = try locked()
    _ = try release("1.0", other)
    for name in try FileManager.default.contentsOfDirectory(atPath: workspace.path + "/goldens/1.0") {
      #expect(
        FileManager.default.contents(atPath: workspace.path + "/goldens/1.0/" + name)
          == FileManager.default.contents(atPath: other.path + "/goldens/1.0/" + name), "\(name)")
    }
    let model = try #require(workspace.read("in/Model.swift"))
    try workspace.write("in/Model.swift", model.replacing("case starter, main", with: "case starter, main, dessert"))
    #expect(try workspace.archivegen("lock", "in", "--lock", "a.lock").status == 0)
    #expect(try release("2.0", workspace).status == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: workspace.path + "/goldens/2.0")
    #expect(Set(names.map { $0.prefix { $0 != "." } }) == ["Menu", "Order"], "those that have a course: \(names)")
  }

  @Test("Goldens are never overwritten; a run that was killed before it wrote the lock is repeated")
  func existing() throws {
    let workspace = try locked()
    let lock = try #require(workspace.read("a.lock"))
    #expect(try release("1.0", workspace).status == 0)
    let again = try release("1.0", workspace)
    #expect(again.status == 1)
    #expect(again.errors.contains("a.lock:3:1: error: the lock already has a release '1.0'"))
    #expect(again.errors.contains("never overwritten"))
    // As it was before the lock was written.
    try workspace.write("a.lock", lock)
    #expect(try release("1.0", workspace).status == 0)
    try workspace.write("a.lock", lock)
    try workspace.write("goldens/1.0/item.json", "{}")
    let edited = try release("1.0", workspace)
    #expect(edited.status == 1)
    #expect(edited.errors.contains("goldens/1.0' already, with other files"))
    #expect(workspace.read("a.lock") == lock, "the lock is written last")
    #expect(workspace.read("goldens/1.0/item.json") == "{}")
  }

  @Test("Releases from before the first goldens get theirs afterwards")
  func late() throws {
    let workspace = try locked()
    #expect(try workspace.archivegen("lock", "release", "1.0", "--as-is", "--lock", "a.lock").status == 0)
    let second = try release("2.0", workspace)
    #expect(second.errors.contains("the release 1.0 has no golden archives; write them with"))
    let lock = workspace.read("a.lock")
    #expect(try release("1.0", workspace).status == 0)
    #expect(workspace.read("goldens/1.0/item.json") != nil)
    #expect(workspace.read("a.lock") == lock)
  }

  @Test("A folder that cannot be written, and names that are no folders, are errors with a place")
  func bad() throws {
    let workspace = try locked()
    try workspace.write("file", "")
    let lock = workspace.read("a.lock")
    let file = try workspace.archivegen(
      "lock", "release", "1.0", "--as-is", "--lock", "a.lock", "--goldens", "file/goldens")
    #expect(file.status == 1)
    #expect(file.errors.contains("cannot write 'file/goldens/1.0'"))
    #expect(workspace.read("a.lock") == lock)
    let name = try workspace.archivegen(
      "lock", "release", "../1.0", "--as-is", "--lock", "a.lock", "--goldens", "goldens")
    #expect(name.status == 64)
  }

  @Test("The test names every release and type, and is written only when it changes")
  func test() throws {
    let workspace = try locked()
    func tests() throws -> (status: Int32, errors: String) {
      let run = try workspace.archivegen(
        "lock", "tests", "in", "--lock", "a.lock", "--goldens", "goldens", "--testable", "App", "-o",
        "Tests/Golden.swift")
      return (run.status, run.errors)
    }
    let none = try tests()
    #expect(none.status == 70)
    #expect(none.errors.contains("has no release"))
    _ = try release("1.0", workspace)
    #expect(try tests().status == 0)
    let text = try #require(workspace.read("Tests/Golden.swift"))
    #expect(text.contains("@testable import App"))
    #expect(text.contains("appendingPathComponent(\"../goldens\")"))
    #expect(text.contains("      1.0\\titem\\titem\n"))
    #expect(text.contains("problems(of: \"Node\", as: App.Node.self)"))
    #expect(text.contains("problems(of: \"item\", graph: "))
    #expect(
      try workspace.archivegen(
        "lock", "tests", "in", "--lock", "none", "--goldens", "goldens", "--testable", "App", "-o", "T.swift"
      ).status == 70)
  }
}
