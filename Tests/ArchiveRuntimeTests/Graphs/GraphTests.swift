import Foundation
import Testing

@testable import ArchiveRuntime

@Suite("Graphs of C records")
struct GraphTests {
  @Test("Random graphs of three types come back isomorphic", arguments: [1, 3, 8, 40])
  func randomGraphs(size: Int) throws {
    for seed in 0..<(size > 10 ? 250 : 1_000) {
      let graph = RandomGraph(seed: UInt64(seed + size * 10_000), size: size)
      let data = try ArchiveEncoder().encode(graph: UnsafePointer(graph.alphas[0]))
      let allocation: GraphAllocation = seed % 2 == 0 ? .individual : .pooled
      let copy = try ArchiveDecoder().decodeGraph(Alpha.self, from: data, allocation: allocation)
      let difference = withExtendedLifetime(copy) { Isomorphism.difference(graph.alphas[0], copy.root) }
      #expect(difference == nil, "seed \(seed): \(difference ?? "")")
      let again = try withExtendedLifetime(copy) { try ArchiveEncoder().encode(graph: UnsafePointer(copy.root)) }
      #expect(again == data, "seed \(seed): the copy's archive is another")
    }
  }

  @Test("A million links need no more stack than one")
  func deepList() throws {
    try onThread(stackSize: 512 << 10) {
      let list = Link.list(1_000_000)
      defer { list.deallocate() }
      let data = try ArchiveEncoder().encode(graph: UnsafePointer(list))
      let copy = try ArchiveDecoder().decodeGraph(Link.self, from: data)
      var node = copy.root
      var previous: UnsafeMutablePointer<Link>?
      var count: Int32 = 0
      while let here = node {
        guard here.pointee.value == count, here.pointee.previous == previous else { break }
        count += 1
        previous = here
        node = here.pointee.next
      }
      #expect(count == 1_000_000)
      #expect(copy.nodes(of: Link.self).count == 1_000_000)
    }
  }

  @Test("A hundred thousand nodes with random links come back on a small stack")
  func largeRandomGraph() throws {
    try onThread(stackSize: 512 << 10) {
      let nodes = Link.list(100_000)
      defer { nodes.deallocate() }
      var random = Xorshift(seed: 7)
      for index in 0..<100_000 {
        nodes[index].next = nodes + Int.random(in: 0..<100_000, using: &random)
        nodes[index].previous = nodes + (index + 1) % 100_000
      }
      let data = try ArchiveEncoder().encode(graph: UnsafePointer(nodes))
      let copy = try ArchiveDecoder().decodeGraph(Link.self, from: data)
      var here = copy.root
      var places: [UnsafeMutablePointer<Link>: Int] = [:]
      for index in 0..<100_000 {
        guard let node = here else { break }
        #expect(Int(node.pointee.value) == index)
        places[node] = index
        here = node.pointee.previous
      }
      #expect(here == copy.root)
      for (node, index) in places {
        let target = try #require(node.pointee.next)
        #expect(places[target] == nodes[index].next.map { $0 - nodes })
      }
    }
  }

  @Test("NULL is a graph too")
  func nullRoot() throws {
    let data = try ArchiveEncoder().encode(graph: nil as UnsafePointer<Link>?)
    let graph = try ArchiveDecoder().decodeGraph(Link.self, from: data)
    #expect(graph.root == nil)
    #expect(graph.nodes(of: Link.self).isEmpty)
  }

  @Test("Several roots share their nodes")
  func severalRoots() throws {
    let list = Link.list(3)
    defer { list.deallocate() }
    let roots: [UnsafePointer<Link>?] = [UnsafePointer(list + 2), nil, UnsafePointer(list)]
    let graph = try ArchiveDecoder().decodeGraph(Link.self, from: ArchiveEncoder().encode(graphs: roots))
    #expect(graph.roots.count == 3)
    #expect(graph.roots[1] == nil)
    withExtendedLifetime(graph) {
      #expect(graph.roots[0] == graph.roots[2]?.pointee.next?.pointee.next)
    }
    #expect(graph.nodes(of: Link.self).count == 3)
  }

  @Test("A graph is archived beside other values under its own key")
  func amongOthers() throws {
    let list = Link.list(4)
    defer { list.deallocate() }
    var encoder = ArchiveWriter()
    try encoder.encode(1, forKey: "version")
    try encoder.encode(graph: UnsafePointer(list), forKey: "list")
    try encoder.encode(graph: UnsafePointer(list + 1), forKey: "other")
    let decoder = try ArchiveReader(encoder.finish())
    #expect(try decoder.decode(Int.self, forKey: "version") == 1)
    let first = try decoder.decodeGraph(Link.self, forKey: "list")
    let second = try decoder.decodeGraph(Link.self, forKey: "other")
    withExtendedLifetime((first, second)) {
      #expect(first.root?.pointee.next?.pointee.value == 1)
      #expect(second.root?.pointee.value == 1)
    }
    #expect(throws: ArchiveError.missingKey(path: "third[]")) {
      try decoder.decodeGraph(Link.self, forKey: "third")
    }
  }

  @Test("Foundation's archiver takes a long list without nesting")
  func insideNSCoder() throws {
    try onThread(stackSize: 512 << 10) {
      let list = Link.list(50_000)
      defer { list.deallocate() }
      let archiver = NSKeyedArchiver(requiringSecureCoding: true)
      try archiver.encode(graph: UnsafePointer(list), forKey: "list")
      archiver.finishEncoding()
      let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
      let graph = try unarchiver.decodeGraph(Link.self, forKey: "list")
      #expect(graph.nodes(of: Link.self).count == 50_000)
      withExtendedLifetime(graph) { #expect(graph.root?.pointee.next?.pointee.previous == graph.root) }
      let ours = try ArchiveReader(archiver.encodedData)
      #expect(try ours.decodeGraph(Link.self, forKey: "list").nodes(of: Link.self).count == 50_000)
    }
  }

  @Test("Released nodes are blocks that C frees one by one")
  func release() throws {
    let list = Link.list(10)
    defer { list.deallocate() }
    let graph = try ArchiveDecoder().decodeGraph(Link.self, from: ArchiveEncoder().encode(graph: UnsafePointer(list)))
    var node = graph.release()
    var count = 0
    while let here = node {
      node = here.pointee.next
      free(here)
      count += 1
    }
    #expect(count == 10)
  }

  @Test("The caller's allocator gives and takes every block")
  func allocator() throws {
    final class Tally: @unchecked Sendable {
      var given = 0
      var taken = 0
      var open = 0
    }
    let tally = Tally()
    let allocation = GraphAllocation.custom(
      allocate: { size, alignment in
        tally.given += 1
        tally.open += size
        return UnsafeMutableRawPointer.allocate(byteCount: size, alignment: alignment)
      },
      deallocate: { pointer, size, _ in
        tally.taken += 1
        tally.open -= size
        pointer.deallocate()
      })
    let random = RandomGraph(seed: 5, size: 30)
    let data = try ArchiveEncoder().encode(graph: UnsafePointer(random.alphas[0]))
    do {
      let graph = try ArchiveDecoder().decodeGraph(Alpha.self, from: data, allocation: allocation)
      #expect(tally.given > graph.nodes(of: Alpha.self).count)
      #expect(tally.taken == 0)
    }
    #expect(tally.taken == tally.given)
    #expect(tally.open == 0)
    let none = GraphAllocation.custom(allocate: { _, _ in nil }, deallocate: { _, _, _ in })
    #expect(throws: ArchiveError.self) {
      try ArchiveDecoder().decodeGraph(Alpha.self, from: data, allocation: none)
    }
  }
}
