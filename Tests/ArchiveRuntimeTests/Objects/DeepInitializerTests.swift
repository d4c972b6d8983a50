import ArchiveRuntime
import Foundation
import Testing

@Suite("Initializers above objects that nest deeper than the stack allows", .serialized)
struct DeepInitializerTests {
  /// Reads its children in its initializer, each under its own key.
  private final class Bits128: ArchivableClass {
    let children: [Bits128]
    nonisolated(unsafe) static var readCount = 0
    nonisolated(unsafe) static var doneCount = 0

    init(_ children: [Bits128]) { self.children = children }

    func encode(to encoder: ObjectEncoder) throws {
      try encoder.encode(children.count, forKey: "count")
      for (index, child) in children.enumerated() { try encoder.encode(child, forKey: "child\(index)") }
    }

    init(from decoder: ObjectDecoder) throws {
      children = try (0..<decoder.decode(Int.self, forKey: "count")).map {
        Self.readCount += 1
        return try decoder.decode(Bits128.self, forKey: "child\($0)")
      }
      Self.doneCount += 1
    }

    static func chain(_ depth: Int, above last: [Bits128] = []) -> Bits128 {
      (1..<depth).reduce(Bits128(last)) { below, _ in Bits128([below]) }
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
      let wide = Bits128((0..<count).map { _ in Bits128.chain(40) })
      let root = depth == 0 ? wide : Bits128.chain(depth, above: [wide])
      let data = try ArchiveEncoder().encode(root)
      Bits128.readCount = 0
      #expect(try ArchiveDecoder().decode(Bits128.self, from: data).shape == root.shape)
      return Bits128.readCount
    }
    let (small, large) = (try reads(100), try reads(400))
    #expect(small < 100 * 40 * 6, "\(name)")
    #expect(large < small * 5, "\(name): 100 children take \(small) reads, 400 take \(large)")
  }

  @Test("Nor are initializers within each other, each above several that nest deep")
  func nestedSiblings() throws {
    func reads(_ levels: Int) throws -> Int {
      var root = Bits128([])
      for level in 0..<levels {
        root = Bits128([Bits128.chain(40), root, Bits128.chain(level % 7 + 30), Bits128.chain(3)])
      }
      let data = try ArchiveEncoder().encode(root)
      Bits128.readCount = 0
      #expect(try ArchiveDecoder().decode(Bits128.self, from: data).shape == root.shape)
      return Bits128.readCount
    }
    let (small, large) = (try reads(100), try reads(400))
    #expect(large < small * 5, "100 levels take \(small) reads, 400 take \(large)")
  }

  @Test("Each is made once, whoever began it again, and stays one for all who refer to it")
  func identity() throws {
    let shared = Bits128((0..<30).map { _ in Bits128.chain(40) })
    let middle = Bits128.chain(10, above: [shared])
    let root = Bits128([middle, shared, Bits128.chain(50, above: [shared]), Bits128.chain(3, above: [middle])])
    let data = try ArchiveEncoder().encode(root)
    Bits128.doneCount = 0
    let back = try ArchiveDecoder().decode(Bits128.self, from: data)
    #expect(back.shape == root.shape)
    func last(_ wide: Bits128, _ depth: Int) -> Bits128 { (0..<depth).reduce(wide) { wide, _ in wide.children[0] } }
    #expect(back.children[1] === last(back.children[0], 10))
    #expect(back.children[1] === last(back.children[2], 50))
    #expect(last(back.children[3], 3) === back.children[0])
    #expect(Bits128.doneCount == 1 + 10 + 1 + 30 * 40 + 50 + 3)
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

  @Test("Decoding in slices ends with the same result")
  func slices() async throws {
    let root = Bits128((0..<60).map { _ in Bits128.chain(40) })
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("slices-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: url) }
    try ArchiveEncoder().encode(root).write(to: url)
    let shape = try await Self.shape(of: url)
    #expect(shape == root.shape)
  }

  @MainActor private static func shape(of url: URL) async throws -> [Int] {
    try await ArchiveFile(url).load(Bits128.self, slice: .milliseconds(1)).shape
  }
}
