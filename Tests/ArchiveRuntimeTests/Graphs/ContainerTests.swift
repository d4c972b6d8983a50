import Foundation
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

@Suite("Intrusive lists")
struct ContainerTests {
  /// A link that leads to the next link, and back to its own node.
  struct Hook: ArchivableNode {
    var next: UnsafeMutablePointer<Hook>?
    var owner: UnsafeMutablePointer<Hooked>?
    static let archiveSchema: RecordSchema = RecordSchema(
      "hook", size: 16, alignment: 8,
      fields: [
        .link("next", to: Hook.archiveSchema, at: 0), .link("owner", to: Hooked.archiveSchema, at: 8),
      ])
  }

  struct Hooked: ArchivableNode {
    var value: Int64
    var hook: Hook
    static let archiveSchema: RecordSchema = RecordSchema(
      "hooked", size: 24, alignment: 8,
      fields: [
        .scalar("value", .i64, at: 0),
        .record("hook", Hook.archiveSchema, at: 8).container(Hooked.archiveSchema, at: 8),
      ])
  }

  @Test("A link record may also point to its own node; schemas refer to each other in a circle")
  func circle() throws {
    let nodes = UnsafeMutablePointer<Hooked>.allocate(capacity: 3)
    defer { nodes.deallocate() }
    func hook(_ node: UnsafeMutablePointer<Hooked>) -> UnsafeMutablePointer<Hook> {
      (UnsafeMutableRawPointer(node) + 8).assumingMemoryBound(to: Hook.self)
    }
    for index in 0..<3 {
      let next = index < 2 ? hook(nodes + index + 1) : nil
      (nodes + index).initialize(to: Hooked(value: Int64(index), hook: Hook(next: next, owner: nodes + index)))
    }
    let graph = try ArchiveDecoder().decodeGraph(
      Hooked.self, from: ArchiveEncoder().encode(graph: UnsafePointer(nodes)))
    try withExtendedLifetime(graph) {
      #expect(graph.nodes(of: Hooked.self).map(\.pointee.value) == [0, 1, 2])
      var node = try #require(graph.root)
      for value in 0..<3 as Range<Int64> {
        #expect(node.pointee.value == value)
        #expect(node.pointee.hook.owner == node)
        guard let next = node.pointee.hook.next else { break }
        node = try #require(next.pointee.owner)
        #expect(hook(node) == next)
      }
      #expect(node.pointee.hook.next == nil)
    }
  }
}
