import ArchiveEvolution
import Foundation
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

private typealias Pointer<Pointee> = UnsafeMutablePointer<Pointee>

private enum Old {
  struct Node: ArchivableNode {
    var id: UInt32 = 0
    var kind: UInt32 = 0
    var value: UInt32 = 0
    var next: Pointer<Node>?
    static let archiveSchema: RecordSchema = RecordSchema(
      "node", size: 24, alignment: 8,
      fields: [
        .scalar("id", .u32, at: 0), .scalar("kind", .u32, at: 4), .scalar("value.i", .u32, at: 8).when("kind", [1]),
        .union("value", tag: "kind", cases: [0, 1]), .link("next", to: Node.archiveSchema, at: 16),
      ])
  }
}

private enum New {
  /// The tag may be 7, and then there are a number and a link.
  struct Node: ArchivableNode {
    var id: UInt32 = 0
    var kind: UInt32 = 0
    var value: UInt32 = 0
    var next: Pointer<Node>?
    var friend: Pointer<Node>?
    static let archiveSchema: RecordSchema = RecordSchema(
      "node", size: 32, alignment: 8,
      fields: [
        .scalar("id", .u32, at: 0), .scalar("kind", .u32, at: 4), .scalar("value.i", .u32, at: 8).when("kind", [1]),
        .scalar("value.r", .u32, at: 8).when("kind", [7]),
        .link("friend", to: Node.archiveSchema, at: 24).when("kind", [7]),
        .union("value", tag: "kind", cases: [0, 1, 7]), .link("next", to: Node.archiveSchema, at: 16),
      ])
  }
}

@Suite("What an older program does not know survives its load and save: unions in graphs", .serialized)
struct PreservingGraphUnionTests {
  private let decoder = ArchiveDecoder(preservingUnknown: true)

  /// Nodes with the tags 7, 1, 7 and 0; the first one's friend is the third.
  private func archive() throws -> Data {
    let nodes = (0..<4).map { _ in Pointer<New.Node>.allocate(capacity: 1) }
    defer { for node in nodes { node.deallocate() } }
    for (index, node) in nodes.enumerated() {
      node.initialize(
        to: New.Node(id: UInt32(index + 1), kind: [7, 1, 7, 0][index], value: UInt32(index + 1) * 10))
      if index > 0 { nodes[index - 1].pointee.next = node }
    }
    nodes[3].pointee.value = 0
    nodes[0].pointee.friend = nodes[2]
    return try ArchiveEncoder().encode(graph: nodes[0])
  }

  private func read(_ data: Data) throws -> [String] {
    let graph = try ArchiveDecoder().decodeGraph(New.Node.self, from: data)
    return withExtendedLifetime(graph) {
      var words: [String] = []
      var next = graph.root
      while let node = next?.pointee {
        words.append("\(node.id): \(node.kind) \(node.value)\(node.friend.map { " \($0.pointee.id)" } ?? "")")
        next = node.next
      }
      return words
    }
  }

  @Test("Nodes are added, removed and put in another order, and those with an unknown member keep it")
  func rows() throws {
    let data = try archive()
    let graph = try decoder.decodeGraph(Old.Node.self, from: data)
    let added = Pointer<Old.Node>.allocate(capacity: 1)
    defer { added.deallocate() }
    try withExtendedLifetime(graph) {
      let first = try #require(graph.root), second = try #require(first.pointee.next)
      let third = try #require(second.pointee.next), fourth = try #require(third.pointee.next)
      #expect(try read(ArchiveEncoder(preserving: decoder).encode(graph: first)) == read(data))
      // The second is gone, the last one is the first, and one is new.
      added.initialize(to: Old.Node(id: 9, kind: 1, value: 5, next: first))
      fourth.pointee.next = added
      first.pointee.next = third
      third.pointee.next = nil
      let saved = try ArchiveEncoder(preserving: decoder).encode(graph: fourth)
      #expect(try read(saved) == ["4: 0 0", "9: 1 5", "1: 7 10 3", "3: 7 30"])
      // Another member takes the place of one that is unknown.
      first.pointee.kind = 1
      first.pointee.value = 6
      #expect(
        try read(ArchiveEncoder(preserving: decoder).encode(graph: fourth)) == [
          "4: 0 0", "9: 1 5", "1: 1 6", "3: 7 30",
        ])
      added.pointee.kind = 7
      let error = #expect(throws: ArchiveError.self) { try ArchiveEncoder(preserving: decoder).encode(graph: fourth) }
      #expect(error?.code == .unknownTag, "\(String(describing: error))")
    }
  }
}
