import ArchiveRuntime
import Foundation
import UntypedArchive

/// An archive of a form that could cost more than its size, for any number of parts.
struct Shape {
  let name: String
  /// The types as which its root is read and written.
  var types: [ReadType] = []
  /// Whether the tool looks into it, too.
  var isLookedInto = true
  /// Whether slow ways are run in small runs, too.
  var hasSlowWays = false
  let make: (Int) throws -> Data

  init(
    _ name: String, _ types: [ReadType] = [], isLookedInto: Bool = true, hasSlowWays: Bool = false,
    make: @escaping (Int) throws -> Data
  ) {
    (self.name, self.types, self.make) = (name, types, make)
    (self.isLookedInto, self.hasSlowWays) = (isLookedInto, hasSlowWays)
  }

  func ways(_ tools: [Way]) -> [Way] { types.flatMap(\.ways) + (isLookedInto ? tools : []) }

  static var all: [Shape] { references + trees + keys + tables + texts + ValueShapes.all }

  // MARK: References

  private static var references: [Shape] {
    [
      Shape("a chain of objects", [.marked(Link.self)]) { count in
        var builder = ShapeBuilder()
        var last = try builder.object("Link", [("next", .reference(0))])
        for _ in 0..<count { last = try builder.object("Link", [("next", .reference(last))]) }
        return try builder.finish(last)
      },
      Shape("a ring of objects with links across it", [.marked(Link.self)]) { count in
        var builder = ShapeBuilder()
        let links = (0..<count).map { _ in builder.reserved() }
        for (place, link) in links.enumerated() {
          let across = links[(place + count / 2) % count]
          let next = place + 1 < count ? links[place + 1] : 0
          try builder.write(link, "Link", [("next", .reference(next)), ("other", .reference(across))])
        }
        return try builder.finish(links[0])
      },
      Shape("many small objects", [.marked([Item].self)]) { count in
        var builder = ShapeBuilder()
        let items = try (0..<count).map { try builder.object("Item", [("number", .integer(Int64($0)))]) }
        return try builder.finish(try builder.list(items))
      },
      Shape("many references to one object", [.marked([Tree].self)]) { count in
        var builder = ShapeBuilder()
        let text = try builder.text("a name of some length")
        let tree = try builder.object("Tree", [("name", .reference(text))])
        return try builder.finish(try builder.list([Int](repeating: tree, count: count)))
      },
      Shape("many references to an object of many keys", [.marked([Tree].self)], hasSlowWays: true) { count in
        var builder = ShapeBuilder()
        let text = try builder.text("a text")
        let fields = (0..<count).map { ("unknown\($0)", ArchiveEditor.Value.reference(text)) }
        let tree = try builder.object("Tree", [("name", .reference(text))] + fields)
        return try builder.finish(try builder.list([Int](repeating: tree, count: count)))
      },
      Shape("many objects whose unknown keys lead to one object of many keys", [.marked([Tree].self)]) { count in
        var builder = ShapeBuilder()
        let text = try builder.text("a text")
        let wide = try builder.object("Wide", (0..<count).map { ("unknown\($0)", .reference(text)) })
        let trees = try (0..<count).map {
          let name = try builder.text("\($0)")
          return try builder.object("Tree", [("name", .reference(name)), ("extra", .reference(wide))])
        }
        return try builder.finish(try builder.list(trees))
      },
      Shape("a wide list that many lists share", [.marked([[[Int]]].self)]) {
        count in
        var builder = ShapeBuilder()
        let wide = try builder.list(try (0..<count).map { try builder.value(.integer(Int64($0 + 1_000))) })
        let lists = try (0..<count).map { _ in try builder.list([wide]) }
        return try builder.finish(try builder.list(lists))
      },
      Shape(
        "a wide list that many lists share, for Codable", [.codable([[[Int]]].self, isTight: true)], isLookedInto: false
      ) {
        count in
        var builder = ShapeBuilder()
        let wide = try builder.list(try (0..<count).map { try builder.value(.integer(Int64($0 + 1_000))) })
        let lists = try (0..<count).map { _ in try builder.list([wide]) }
        return try builder.finish(try builder.list(lists))
      },
      Shape("many objects of many classes") { count in
        var builder = ShapeBuilder()
        let objects = try (0..<count).map { try builder.object("Class\($0)", [("number", .integer(Int64($0)))]) }
        return try builder.finish(try builder.list(objects))
      },
    ]
  }

  // MARK: Trees

  private static func doubled(_ count: Int, _ builder: inout ShapeBuilder) throws -> Int {
    let leaf = try builder.text("leaf")
    var last = try builder.object("Tree", [("name", .reference(leaf))])
    for _ in 0..<count {
      let children = try builder.list([last, last])
      last = try builder.object("Tree", [("children", .reference(children))])
    }
    return last
  }

  private static var trees: [Shape] {
    [
      Shape("a tree of shared branches", [.marked(Tree.self)], hasSlowWays: true) { count in
        var builder = ShapeBuilder()
        return try builder.finish(try doubled(count, &builder))
      },
      Shape("a document of shared branches", [.marked(ArchiveValue.self)]) { count in
        var builder = ShapeBuilder()
        var last = try builder.value(.integer(1))
        for _ in 0..<min(count, 900) { last = try builder.list([last, last]) }
        return try builder.finish(last)
      },
      Shape("a Codable tree of shared branches", [.codable(Tree.self, isTight: true)], isLookedInto: false) { count in
        var builder = ShapeBuilder()
        let (name, children) = (try builder.text("name"), try builder.text("children"))
        let none = try builder.list([])
        var last = try builder.dictionary([name, children], [name, none])
        for _ in 0..<30 { last = try builder.dictionary([name, children], [name, try builder.list([last, last])]) }
        return try builder.finish(last)
      },
      Shape(
        "a set of a tree of shared branches",
        [.marked(Set<Tree>.self, isTight: true), .marked(Set<NamedTree>.self, isTight: true)]
      ) { count in
        var builder = ShapeBuilder()
        let tree = try doubled(count, &builder)
        return try builder.finish(try builder.list([tree], as: "NSSet"))
      },
      Shape("nested lists", [.marked(ArchiveValue.self)]) { count in
        var builder = ShapeBuilder()
        var last = try builder.list([])
        for _ in 0..<min(count, 900) { last = try builder.list([last]) }
        return try builder.finish(last)
      },
      Shape("nested objects", [.marked(Tree.self)]) { count in
        var builder = ShapeBuilder()
        var last = try builder.object("Tree", [])
        for _ in 0..<count {
          let children = try builder.list([last])
          last = try builder.object("Tree", [("children", .reference(children))])
        }
        return try builder.finish(last)
      },
      Shape("unknown nested objects", [.marked(Tree.self)]) { count in
        var builder = ShapeBuilder()
        var last = try builder.object("Other", [])
        for number in 0..<count {
          last = try builder.object("Other", [("next", .reference(last)), ("number", .integer(Int64(number)))])
        }
        let name = try builder.text("a")
        return try builder.finish(
          try builder.object("Tree", [("name", .reference(name)), ("other", .reference(last))]))
      },
    ]
  }

  // MARK: Keys

  private static func longKeys(_ count: Int) throws -> Data {
    var builder = ShapeBuilder()
    let key = try builder.text(String(repeating: "key ", count: count * 4))
    let dictionaries = try (0..<count).map { try builder.dictionary([key], [try builder.value(.integer(Int64($0)))]) }
    return try builder.finish(try builder.list(dictionaries))
  }

  private static var keys: [Shape] {
    [
      Shape("an object of many unknown keys", [.marked(Tree.self)]) {
        count in
        var builder = ShapeBuilder()
        let name = try builder.text("a")
        let fields = (0..<count).map { ("unknown\($0)", ArchiveEditor.Value.integer(Int64($0))) }
        return try builder.finish(try builder.object("Tree", [("name", .reference(name))] + fields))
      },
      Shape("many keys with one long prefix", [.marked(Tree.self)]) { count in
        var builder = ShapeBuilder()
        let name = try builder.text("a")
        let prefix = String(repeating: "prefix.", count: 20)
        let fields = (0..<count).map { ("\(prefix)\($0)", ArchiveEditor.Value.integer(Int64($0))) }
        return try builder.finish(try builder.object("Tree", [("name", .reference(name))] + fields))
      },
      Shape("a key of many parts", [.marked(Tree.self)]) { count in
        var builder = ShapeBuilder()
        let name = try builder.text("a")
        let key = (0..<count).map { "part\($0)" }.joined(separator: ".")
        return try builder.finish(try builder.object("Tree", [("name", .reference(name)), (key, .integer(1))]))
      },
      Shape("keys of elements", [.marked(Tree.self)]) { count in
        var builder = ShapeBuilder()
        let name = try builder.text("a")
        let fields = (0..<count).map { ("list[\($0)].x", ArchiveEditor.Value.integer(Int64($0))) }
        return try builder.finish(try builder.object("Tree", [("name", .reference(name))] + fields))
      },
      Shape("dictionaries with one long key", make: longKeys),
      // Hashing it for each is charged, so that large ones are refused.
      Shape(
        "dictionaries with one long key, in apps",
        [
          .marked([[String: Int]].self, isTight: true), .codable([[String: Int]].self, isTight: true),
          .marked(ArchiveValue.self, isTight: true),
        ], isLookedInto: false, make: longKeys),
      Shape("dictionaries that share many keys", [.marked([[String: Int]].self), .codable([[String: Int]].self)]) {
        count in
        var builder = ShapeBuilder()
        let keys = try (0..<12).map { try builder.text("a key of some length \($0)") }
        let dictionaries = try (0..<count).map { number in
          try builder.dictionary(keys, try keys.indices.map { try builder.value(.integer(Int64(number * 100 + $0))) })
        }
        return try builder.finish(try builder.list(dictionaries))
      },
      Shape("dictionaries of other keys each", [.marked([[String: Int]].self), .codable([[String: Int]].self)]) {
        count in
        var builder = ShapeBuilder()
        let value = try builder.value(.integer(7))
        let dictionaries = try (0..<count).map { try builder.dictionary([try builder.text("key \($0)")], [value]) }
        return try builder.finish(try builder.list(dictionaries))
      },
      Shape("many values at the top") { count in
        let builder = ShapeBuilder()
        return try builder.finish(top: (0..<count).map { ("value\($0)", .integer(Int64($0))) })
      },
    ]
  }

  // MARK: Tables

  private static var tables: [Shape] {
    [
      Shape("a table of many small columns") { count in
        var builder = ShapeBuilder()
        let names = (0..<count).map { "column\($0)" }
        var fields: [(String, ArchiveEditor.Value)] = names.map { ("[].\($0)", .data([1, 2])) }
        fields.append(("[]", .description(names.map { "\($0) u8" }.joined(separator: ";") + "|2")))
        return try builder.finish(try builder.object("row[]", fields))
      },
      Shape("a table of many rows", hasSlowWays: true) { count in
        var builder = ShapeBuilder()
        let columns: [(String, ArchiveEditor.Value)] = [
          ("points[].x", .data((0..<(count * 4)).map { UInt8(truncatingIfNeeded: $0) })),
          ("points[].y", .data([UInt8](repeating: 3, count: count * 8))),
          ("points[]", .description("x u32;y f64|\(count)")),
        ]
        return try builder.finish(try builder.object("shape", columns))
      },
      Shape("many small tables") { count in
        var builder = ShapeBuilder()
        var fields: [(String, ArchiveEditor.Value)] = []
        for number in 0..<count {
          fields.append(("points\(number)[].x", .data([1, 2])))
          fields.append(("points\(number)[]", .description("x u8|2")))
        }
        return try builder.finish(try builder.object("shape", fields))
      },
      Shape("many arrays of numbers") { count in
        var builder = ShapeBuilder()
        var fields: [(String, ArchiveEditor.Value)] = []
        for number in 0..<count {
          fields.append(("numbers\(number)", .data([1, 2])))
          fields.append(("numbers\(number)[]", .description("u8[2]")))
        }
        return try builder.finish(try builder.object("shape", fields))
      },
      Shape("a list of objects of one shape", [.marked([Item].self)]) { count in
        var builder = ShapeBuilder()
        let items = try (0..<count).map { number in
          let name = try builder.text("name \(number)")
          return try builder.object(
            "Item", [("number", .integer(Int64(number))), ("name", .reference(name)), ("size", .real64(0.5))])
        }
        return try builder.finish(try builder.list(items))
      },
      Shape("dictionaries of which each has one more kind of key") { count in
        var builder = ShapeBuilder()
        let value = try builder.value(.integer(7))
        let common = try builder.text("common")
        let dictionaries = try (0..<count).map {
          try builder.dictionary([common, try builder.text("key \($0)")], [value, value])
        }
        return try builder.finish(try builder.list(dictionaries))
      },
    ]
  }

  // MARK: Texts

  private static var texts: [Shape] {
    [
      Shape("structs that share a long text", [.marked([Tree].self)]) { count in
        var builder = ShapeBuilder()
        let text = try builder.text(String(repeating: "text ", count: count * 20))
        let trees = try (0..<count).map { _ in try builder.object("Tree", [("name", .reference(text))]) }
        return try builder.finish(try builder.list(trees))
      },
      Shape("one long text", [.marked([String].self), .codable([String].self)]) { count in
        var builder = ShapeBuilder()
        let text = try builder.text(String(repeating: "text é ", count: count * 20))
        return try builder.finish(try builder.list([text]))
      },
      Shape("long data that many objects share", [.marked([Data].self), .codable([Data].self, isTight: true)]) {
        count in
        var builder = ShapeBuilder()
        let data = try builder.value(.data([UInt8](repeating: 7, count: count * 100)))
        return try builder.finish(try builder.list([Int](repeating: data, count: count)))
      },
      Shape("archives within archives") { count in
        let builder = ShapeBuilder()
        let inner = Array(try builder.finish(top: [("a", .integer(1))]))
        var outer = ShapeBuilder()
        let data = try (0..<(count / 4 + 1)).map { _ in try outer.value(.data(inner)) }
        return try outer.finish(try outer.list(data))
      },
      Shape(
        "long runs of marks",
        [.marked([String].self), .marked(Set<String>.self, isTight: true), .codable(Set<String>.self, isTight: true)]
      ) { count in
        var builder = ShapeBuilder()
        var scalars = String.UnicodeScalarView("a".unicodeScalars)
        for number in 0..<(count * 10) { scalars.append(number % 2 == 0 ? "\u{301}" : "\u{323}") }
        let text = try builder.text(String(scalars))
        return try builder.finish(try builder.list([text]))
      },
    ]
  }
}
