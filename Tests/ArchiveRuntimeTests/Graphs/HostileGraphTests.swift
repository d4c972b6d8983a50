import Foundation
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

@Suite("Graphs that were damaged or made to harm")
struct HostileGraphTests {
  /// Three links in a row, one of their columns replaced.
  private func damaged(_ from: [UInt32], _ to: [UInt32]) throws -> Data {
    let list = Link.list(3)
    defer { list.deallocate() }
    var data = try ArchiveEncoder().encode(graph: UnsafePointer(list))
    let bytes = { (words: [UInt32]) in Data(words.flatMap { word in (0..<4).map { UInt8(word >> ($0 * 8) & 255) } }) }
    let range = try #require(data.range(of: bytes(from)))
    data.replaceSubrange(range, with: bytes(to))
    return data
  }

  @Test("A link to no row is named with its table and row")
  func linkOutOfRange() throws {
    let data = try damaged([2, 3, 0], [2, 9, 0])
    #expect(throws: ArchiveError.linkOutOfRange(path: "link[1].next", link: 9, count: 3)) {
      try ArchiveDecoder().decodeGraph(Link.self, from: data)
    }
  }

  @Test("A graph of another type is not built")
  func otherType() throws {
    let data = try damaged([2, 3, 0], [2, 3, 0])
    #expect(throws: ArchiveError.recordNotAllowed(path: "root", found: "link*", expected: "alpha*")) {
      try ArchiveDecoder().decodeGraph(Alpha.self, from: data)
    }
  }

  @Test("A count that the archive does not bear out is refused")
  func lyingCount() throws {
    let gammas = UnsafeMutablePointer<Gamma>.allocate(capacity: 2)
    gammas.initialize(repeating: Gamma(tag: 1, field: 2, beta: nil, number: nil, slots: (nil, nil)), count: 2)
    let beta = UnsafeMutablePointer<Beta>.allocate(capacity: 1)
    beta.initialize(to: Beta(value: 0, count: 2, many: 0, gammas: gammas, numbers: nil, back: nil, name: nil))
    defer {
      gammas.deallocate()
      beta.deallocate()
    }
    var data = try ArchiveEncoder().encode(graph: UnsafePointer(beta))
    let count = try #require(data.range(of: Data([0x44, 2, 0, 0, 0])))
    data.replaceSubrange(count, with: Data([0x44, 3, 0, 0, 0]))
    #expect(
      throws: ArchiveError.wrongCount(
        path: "beta[0].gammas", count: "count", value: "3", reason: "the archive has 2 elements there")
    ) {
      try ArchiveDecoder().decodeGraph(Beta.self, from: data)
    }
  }

  @Test("NULL with elements, and a negative count, are errors when encoding")
  func nullWithCount() throws {
    var beta = Beta(value: 0, count: 2, many: 0, gammas: nil, numbers: nil, back: nil, name: nil)
    #expect(
      throws: ArchiveError.wrongCount(
        path: "beta[0].gammas", count: "count", value: "2",
        reason: "the pointer is NULL, and no 'nullable' allows that")
    ) { try ArchiveEncoder().encode(graph: &beta) }
    beta.count = -1
    #expect(throws: ArchiveError.self) { try ArchiveEncoder().encode(graph: &beta) }
  }

  @Test("Two records cannot have one flexible array")
  func sharedTail() throws {
    struct Tail: ArchivableNode {
      var count: UInt64
      var next: UnsafeMutablePointer<Tail>?
      var values: (UInt32, UInt32)
      static let archiveSchema: RecordSchema = RecordSchema(
        "tail", size: 16, alignment: 8,
        fields: [
          .scalar("count", .u64, at: 0), .link("next", to: Tail.archiveSchema, at: 8),
          .trailing("values", of: .u32, count: .of("count"), at: 16),
        ])
    }
    // Swift's struct has two values for the tail, C's has none.
    let plan = try Tail.archiveSchema.graphPlan
    let memory = (0..<2).map { _ in UnsafeMutablePointer<Tail>.allocate(capacity: 1) }
    defer { for tail in memory { tail.deallocate() } }
    memory[0].initialize(to: Tail(count: 2, next: memory[1], values: (7, 8)))
    memory[1].initialize(to: Tail(count: 2, next: nil, values: (9, 10)))
    var sink = PropertyListSink(.written)
    sink.reserveRoot()
    try GraphWriter.write(plan, roots: [UnsafeRawPointer(memory[0])], key: "", into: &sink)
    let good = try sink.finishRoot(nil, name: "tail*")
    func decode(_ data: Data) throws -> [UInt32] {
      let file = try ParsedArchive(data, limits: .init())
      return try file.readRoot(nil, names: ["tail*"]) { (source) throws(ArchiveError) in
        let graph = try GraphBuilder.read(
          plan, of: Tail.self, key: "", .init(), .reject, byteCount: data.count, .individual, from: &source)
        return withExtendedLifetime(graph) {
          graph.nodes(of: Tail.self).flatMap { [$0.pointee.values.0, $0.pointee.values.1] }
        }
      }
    }
    #expect(try decode(good) == [7, 8, 9, 10])
    let links = try #require(good.range(of: Data([0x48, 1, 0, 0, 0, 3, 0, 0, 0])))
    for (second, reason) in [(1, "the same"), (2, "in one block"), (0, "out of range"), (4, "in one block")]
      as [(UInt8, String)]
    {
      var data = good
      data[links.lowerBound + 5] = second
      do {
        _ = try decode(data)
        Issue.record("decoded with link \(second)")
      } catch {
        #expect("\(error)".contains(reason), "\(second): \(error)")
      }
    }
  }

  @Test("Text without an end, and text that is not UTF-8, are refused")
  func badText() throws {
    let name = strdup("abcdefg")!
    defer { free(name) }
    var beta = Beta(value: 0, count: 0, many: 0, gammas: nil, numbers: nil, back: nil, name: name)
    let data = try ArchiveEncoder().encode(graph: &beta)
    let text = try #require(data.range(of: Data("abcdefg\0".utf8)))
    for end in [UInt8(ascii: "h"), 0xFF] {
      var damaged = data
      damaged[text.upperBound - 1] = end
      #expect(throws: ArchiveError.self) { try ArchiveDecoder().decodeGraph(Beta.self, from: damaged) }
    }
    name[0] = -1
    #expect(throws: ArchiveError.self) { try ArchiveEncoder().encode(graph: &beta) }
  }

  @Test("A graph's archive with any changed byte is read or refused, and nothing leaks")
  func damage() throws {
    let graph = RandomGraph(seed: 3, size: 12)
    let good = try ArchiveEncoder().encode(graph: UnsafePointer(graph.alphas[0]))
    var random = Xorshift(seed: 11)
    var refused = 0
    for place in good.indices {
      for _ in 0..<4 {
        var data = good
        data[place] = UInt8.random(in: 0...255, using: &random)
        do {
          _ = try ArchiveDecoder().decodeGraph(Alpha.self, from: data)
        } catch {
          refused += 1
        }
      }
    }
    #expect(refused > good.count)
    for length in stride(from: 0, to: good.count, by: 7) {
      #expect(throws: ArchiveError.self) { try ArchiveDecoder().decodeGraph(Alpha.self, from: good.prefix(length)) }
    }
  }
}
