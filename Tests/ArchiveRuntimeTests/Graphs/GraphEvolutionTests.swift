import Foundation
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

@Suite("Graphs whose arrays have grown, and whose fields have moved")
struct GraphEvolutionTests {
  private let heap = Heap()

  /// A node with a number at 0.
  private func node(_ value: UInt32) -> UnsafeMutableRawPointer {
    let node = heap.take(64)
    node.storeBytes(of: value, as: UInt32.self)
    return node
  }

  private func cycle(_ fields: @escaping (Cycle) -> [FieldSchema]) -> Cycle {
    Cycle { [.scalar("value", .u32, at: 0)] + fields($0) }
  }

  /// Reads, and gives the numbers of the nodes that the pointers at these places of the root lead to; 0 for NULL.
  private func read(_ data: Data, _ new: Cycle, _ offsets: [Int]) throws -> [UInt32] {
    let graph = try new.read(data)
    let root = UnsafeMutableRawPointer(try #require(graph.root))
    return withExtendedLifetime(graph) {
      offsets.map { root.pointer(at: $0).map { $0.load(as: UInt32.self) } ?? 0 }
    }
  }

  private func slots(_ dimensions: [Int]) -> Cycle {
    cycle { [.link("slots", dimensions, to: $0.schema, at: 8)] }
  }

  @Test("Arrays of pointers grow, and NULL is cut off; a pointer becomes an array's first")
  func links() throws {
    let root = node(1)
    root.put(node(2), at: 8)
    root.put(node(3), at: 16)
    let two = try slots([2]).archive(root)
    #expect(try read(two, slots([4]), [8, 16, 24, 32]) == [2, 3, 0, 0])
    #expect(throws: ArchiveError.self) { try slots([1]).read(two) }
    #expect(throws: ArchiveError.self) { try slots([]).read(two) }
    #expect(throws: ArchiveError.self) { try slots([2, 2]).read(two) }
    let four = try slots([2, 2]).archive(root)
    #expect(try read(four, slots([2, 3]), [8, 16, 24, 32]) == [2, 3, 0, 0])
    #expect(try read(four, slots([1, 2]), [8, 16]) == [2, 3])
    root.put(nil, at: 16)
    let one = try slots([2]).archive(root)
    #expect(try read(one, slots([1]), [8]) == [2])
    #expect(try read(one, slots([]), [8]) == [2])
    #expect(try read(try slots([]).archive(root), slots([3]), [8, 16, 24]) == [2, 0, 0])
  }

  private func items(_ count: Int, at offset: Int = 8) -> Cycle {
    cycle { cycle in
      let item = RecordSchema(
        size: 16, alignment: 8,
        fields: [.link("to", to: cycle.schema, at: 0), .array("n", [count], of: .u16, at: 8)])
      return [.records("items", [count], of: item, at: offset)]
    }
  }

  @Test("Arrays of records with pointers grow, and so do arrays in them; one record becomes the first")
  func records() throws {
    let root = node(1)
    root.put(node(2), at: 8)
    root.put(node(3), at: 24)
    root.storeBytes(of: 7, toByteOffset: 34, as: UInt16.self)
    let data = try items(2).archive(root)
    let graph = try items(3).read(data)
    let copy = UnsafeMutableRawPointer(try #require(graph.root))
    withExtendedLifetime(graph) {
      #expect(copy.pointer(at: 8)?.load(as: UInt32.self) == 2 && copy.pointer(at: 24)?.load(as: UInt32.self) == 3)
      #expect(copy.pointer(at: 40) == nil && copy.load(fromByteOffset: 34, as: UInt16.self) == 7)
    }
    let single = cycle { cycle in
      let item = RecordSchema(size: 16, alignment: 8, fields: [.link("to", to: cycle.schema, at: 0)])
      return [.record("items", item, at: 8)]
    }
    #expect(try read(try single.archive(root), items(2), [8, 24]) == [2, 0])
  }

  @Test("Pointers move into structs, and out of them")
  func moved() throws {
    let root = node(1)
    root.put(node(2), at: 8)
    let flat = slots([])
    let nested = cycle { cycle in
      let inner = RecordSchema(
        size: 8, alignment: 8, fields: [.link("next", to: cycle.schema, at: 0).was(fromRoot: "slots")])
      return [.record("links", inner, at: 16)]
    }
    #expect(try read(try flat.archive(root), nested, [16]) == [2])
    root.put(node(3), at: 16)
    let back = cycle { [.link("next", to: $0.schema, at: 24).was(fromRoot: "links.next")] }
    #expect(try read(try nested.archive(root), back, [24]) == [3])
  }

  @Test("A pointer into an array points to the same element after the array has grown")
  func parts() throws {
    func numbers(_ dimensions: [Int], at offset: Int) -> Cycle {
      cycle { _ in [.data("p", of: .u16, at: 8), .array("v", dimensions, of: .u16, at: offset)] }
    }
    let root = node(1)
    root.put(root + 16 + 4, at: 8)
    let data = try numbers([2, 2], at: 16).archive(root)
    func place(_ cycle: Cycle) throws -> Int {
      let graph = try cycle.read(data)
      let copy = UnsafeMutableRawPointer(try #require(graph.root))
      return try withExtendedLifetime(graph) { try #require(copy.pointer(at: 8)) - copy }
    }
    #expect(try place(numbers([2, 2], at: 24)) == 28)
    // [1][0] of three in a row.
    #expect(try place(numbers([3, 3], at: 24)) == 30)
    #expect(throws: ArchiveError.self) { try place(numbers([1, 2], at: 24)) }
    func inner(_ count: Int, _ numbers: Int) -> Cycle {
      cycle { _ in
        let item = RecordSchema(size: 16, alignment: 2, fields: [.array("v", [numbers], of: .u16, at: 0)])
        return [.data("p", of: .u16, at: 8), .records("items", [count], of: item, at: 16)]
      }
    }
    root.put(root + 16 + 16 + 2, at: 8)
    let nested = try inner(2, 2).archive(root)
    let graph = try inner(3, 4).read(nested)
    let copy = UnsafeMutableRawPointer(try #require(graph.root))
    #expect(withExtendedLifetime(graph) { copy.pointer(at: 8) == copy + 34 })
  }

  @Test("A type with pointers to pointers to it is read under its former name")
  func renamedTarget() throws {
    func tree(_ name: String, was former: [String] = []) -> Cycle {
      Cycle(name, was: former) { cycle in
        let pointer = RecordSchema(
          name + "*", size: 8, alignment: 8, fields: [.link("*", to: cycle.schema, at: 0)])
        return [
          .scalar("value", .u32, at: 0), .scalar("count", .u32, at: 4),
          .link("kids", to: pointer, count: .of("count"), at: 8),
        ]
      }
    }
    let (root, kids) = (node(1), heap.take(16))
    kids.put(node(2), at: 0)
    kids.put(node(3), at: 8)
    root.put(kids, at: 8)
    root.storeBytes(of: 2, toByteOffset: 4, as: UInt32.self)
    let data = try tree("old").archive(root)
    let graph = try tree("new", was: ["older", "old"]).read(data)
    let copy = UnsafeMutableRawPointer(try #require(graph.root))
    let values = withExtendedLifetime(graph) {
      [0, 8].map { copy.pointer(at: 8)?.pointer(at: $0)?.load(as: UInt32.self) }
    }
    #expect(values == [2, 3])
    #expect(throws: ArchiveError.self) { try tree("new").read(data) }
  }
}
