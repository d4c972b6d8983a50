import ArchiveRuntime
import Foundation
import Testing

@Suite("Initializers above objects that nest deeper than the stack allows", .serialized)
struct DeepInitializerTests {
  /// Reads its children in its initializer, each under a key of its own.
  private final class Wide: ArchivableClass {
    let children: [Wide]
    nonisolated(unsafe) static var readCount = 0
    nonisolated(unsafe) static var doneCount = 0

    init(_ children: [Wide]) { self.children = children }

    func encode(to encoder: ObjectEncoder) throws {
      try encoder.encode(children.count, forKey: "count")
      for (index, child) in children.enumerated() { try encoder.encode(child, forKey: "child\(index)") }
    }

    init(from decoder: ObjectDecoder) throws {
      children = try (0..<decoder.decode(Int.self, forKey: "count")).map {
        Self.readCount += 1
        return try decoder.decode(Wide.self, forKey: "child\($0)")
      }
      Self.doneCount += 1
    }

    static func chain(_ depth: Int, above last: [Wide] = []) -> Wide {
      (1..<depth).reduce(Wide(last)) { below, _ in Wide([below]) }
    }

    var shape: [Int] {
      var shape: [Int] = []
      var open = [self]
      while let next = open.popLast() {
        shape.append(next.children.count)
        open += next.children
      }
      return shape
    }
  }

  @Test(
    "An initializer above many that nest deep is not begun again for each",
    arguments: [
      ("at the top", 0), ("below an object", 1), ("half way down the stack", 20), ("further than the stack", 100),
    ])
  func siblings(_ name: String, _ depth: Int) throws {
    func reads(_ count: Int) throws -> Int {
      let wide = Wide((0..<count).map { _ in Wide.chain(40) })
      let root = depth == 0 ? wide : Wide.chain(depth, above: [wide])
      let data = try ArchiveEncoder().encode(root)
      Wide.readCount = 0
      #expect(try ArchiveDecoder().decode(Wide.self, from: data).shape == root.shape)
      return Wide.readCount
    }
    let (small, large) = (try reads(100), try reads(400))
    #expect(small < 100 * 40 * 6, "\(name)")
    #expect(large < small * 5, "\(name): 100 children take \(small) reads, 400 take \(large)")
  }

  @Test("Nor are initializers within each other, each above several that nest deep")
  func nestedSiblings() throws {
    func reads(_ levels: Int) throws -> Int {
      var root = Wide([])
      for level in 0..<levels {
        root = Wide([Wide.chain(40), root, Wide.chain(level % 7 + 30), Wide.chain(3)])
      }
      let data = try ArchiveEncoder().encode(root)
      Wide.readCount = 0
      #expect(try ArchiveDecoder().decode(Wide.self, from: data).shape == root.shape)
      return Wide.readCount
    }
    let (small, large) = (try reads(100), try reads(400))
    #expect(large < small * 5, "100 levels take \(small) reads, 400 take \(large)")
  }

  @Test("Each is made once, whoever began it again, and stays one for all who refer to it")
  func identity() throws {
    let shared = Wide((0..<30).map { _ in Wide.chain(40) })
    let middle = Wide.chain(10, above: [shared])
    let root = Wide([middle, shared, Wide.chain(50, above: [shared]), Wide.chain(3, above: [middle])])
    let data = try ArchiveEncoder().encode(root)
    Wide.doneCount = 0
    let back = try ArchiveDecoder().decode(Wide.self, from: data)
    #expect(back.shape == root.shape)
    func last(_ wide: Wide, _ depth: Int) -> Wide { (0..<depth).reduce(wide) { wide, _ in wide.children[0] } }
    #expect(back.children[1] === last(back.children[0], 10))
    #expect(back.children[1] === last(back.children[2], 50))
    #expect(last(back.children[3], 3) === back.children[0])
    #expect(Wide.doneCount == 1 + 10 + 1 + 30 * 40 + 50 + 3)
  }

  @Test("One that cannot be made is tried once, and those who do without it go on")
  func failing() throws {
    var archive = CraftedArchive()
    func wide(_ children: [Int], _ archive: inout CraftedArchive) -> Int {
      let count = archive.integer(children.count)
      let fields = children.enumerated().map { ("child\($0)", archive.uid($1)) }
      return archive.object("DeepInitializerTests.Lenient", [("count", count)] + fields)
    }
    // A text where an object should be, below a chain, many times.
    var children: [Int] = []
    for _ in 0..<50 {
      var number = archive.text("no object")
      for _ in 0..<40 { number = wide([number], &archive) }
      children.append(number)
    }
    let root = wide(children, &archive)
    Lenient.tried = 0
    let back = try ArchiveDecoder().decode(Lenient.self, from: archive.finish(root: root))
    #expect(back.children.count == 50)
    #expect(Lenient.tried < 50 * 40 * 6)
  }

  /// Does without children that cannot be made.
  private final class Lenient: ArchivableClass {
    let children: [Lenient]
    nonisolated(unsafe) static var tried = 0

    func encode(to encoder: ObjectEncoder) throws {}

    init(from decoder: ObjectDecoder) throws {
      children = try (0..<decoder.decode(Int.self, forKey: "count")).compactMap {
        Self.tried += 1
        return try? decoder.decode(Lenient.self, forKey: "child\($0)")
      }
    }
  }

  @Test("Decoding in slices comes to its end as well, and to the same")
  func slices() async throws {
    let root = Wide((0..<60).map { _ in Wide.chain(40) })
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("slices-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: url) }
    try ArchiveEncoder().encode(root).write(to: url)
    let shape = try await Self.shape(of: url)
    #expect(shape == root.shape)
  }

  @MainActor private static func shape(of url: URL) async throws -> [Int] {
    try await ArchiveFile(url).load(Wide.self, slice: .milliseconds(1)).shape
  }
}
