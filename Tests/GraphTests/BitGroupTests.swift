import ArchiveRuntime
import ArchiveTesting
import CGraphs
import Foundation
import GraphArchives
import Testing

/// Groups of bit-fields in the nodes of a graph.
@Suite struct NodeBitGroupTests {
  @Test("A tag may be in a group, and so may bit-fields of a union's member")
  func unions() throws {
    let nodes = UnsafeMutablePointer<figure>.allocate(capacity: 3)
    defer { nodes.deallocate() }
    nodes.initialize(repeating: figure(), count: 3)
    (nodes[0].colour, nodes[0].kind, nodes[0].width, nodes[0].height) = (6, 1, 300, 511)
    (nodes[1].colour, nodes[1].kind, nodes[1].radius) = (1, 2, 0.5)
    nodes[2].colour = 7
    (nodes[0].next, nodes[1].next, nodes[2].next) = (nodes + 1, nodes + 2, nodes)
    let data = try ArchiveEncoder().encode(graph: UnsafePointer(nodes))
    #expect(String(decoding: data, as: UTF8.self).contains("u8 style\n u3 colour\n u2 kind\n"))
    let graph = try ArchiveDecoder().decodeGraph(figure.self, from: data)
    let first = try #require(graph.root)
    let second = try #require(first.pointee.next)
    let third = try #require(second.pointee.next)
    #expect(first.pointee.colour == 6 && first.pointee.kind == 1)
    #expect(first.pointee.width == 300 && first.pointee.height == 511)
    #expect(second.pointee.colour == 1 && second.pointee.kind == 2 && second.pointee.radius == 0.5)
    #expect(third.pointee.colour == 7 && third.pointee.kind == 0 && third.pointee.next == first)
    // A golden's JSON has a member of the union in the node whose tag says so.
    let json = try JSONSerialization.jsonObject(with: try GoldenArchives.json(of: data, type: "figure*"))
    var members: [Int: [String]] = [:]
    var rest = [json]
    while let object = rest.popLast() as? [String: Any] {
      rest += object.values.filter { $0 is [String: Any] }
      guard let style = object["style"] as? Int else { continue }
      members[style] = object.keys.filter { ["size", "radius"].contains($0) }
    }
    #expect(members == [14: ["size"], 17: ["radius"], 7: []])
  }
}
