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

  /// A list whose items may lead to the board with its head.
  private struct Ring: ArchivableNode {
    var next: UnsafeMutablePointer<Ring>?
    static let archiveSchema: RecordSchema = RecordSchema(
      "ring", size: 8, alignment: 8, fields: [.link("next", to: Ring.archiveSchema, at: 0)])
  }

  private struct Item: ArchivableNode {
    var board: UnsafeMutablePointer<Board>?
    var ring = Ring()
    static let archiveSchema: RecordSchema = RecordSchema(
      "item", size: 16, alignment: 8,
      fields: [
        .link("board", to: Board.archiveSchema, at: 0),
        .record("ring", Ring.archiveSchema, at: 8).container(Item.archiveSchema, at: 8),
      ])
  }

  private struct Board: ArchivableNode {
    var number = 0
    var head = Ring()
    static let archiveSchema = schema("head")

    static func schema(_ key: String) -> RecordSchema {
      RecordSchema(
        "board", size: 16, alignment: 8,
        fields: [
          .scalar("number", .i64, at: 0), .record(key, Ring.archiveSchema, at: 8).container(Item.archiveSchema, at: 8),
        ])
    }
  }

  /// The same with another key for the head.
  private struct Renamed: ArchivableNode {
    var board = Board()
    static let archiveSchema = Board.schema("items")
  }

  /// A board with two items in a ring.
  private func withBoard(
    _ body: (UnsafeMutablePointer<Board>, UnsafeMutablePointer<Item>) throws -> Void
  ) rethrows {
    let board = UnsafeMutablePointer<Board>.allocate(capacity: 1)
    let items = UnsafeMutablePointer<Item>.allocate(capacity: 2)
    defer {
      board.deallocate()
      items.deallocate()
    }
    func ring(_ record: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Ring> {
      (record + 8).assumingMemoryBound(to: Ring.self)
    }
    board.initialize(to: Board(head: Ring(next: ring(items + 1))))
    items.initialize(to: Item(ring: Ring(next: ring(board))))
    (items + 1).initialize(to: Item(ring: Ring(next: ring(items))))
    try body(board, items)
  }

  @Test(
    "A head that links lead to before its record is found is an error, and none if another pointer leads there first")
  func lateHead() throws {
    try withBoard { board, items in
      (items + 1).pointee.board = board
      #expect(
        throws: ArchiveError.notArchivableValue(
          path: "board[0].head", value: "the head of a list",
          reason: "links led to it before the record that has it was found; begin with that record")
      ) { try ArchiveEncoder().encode(graph: UnsafePointer(items)) }
      items.pointee.board = board
      let graph = try ArchiveDecoder().decodeGraph(
        Item.self, from: ArchiveEncoder().encode(graph: UnsafePointer(items)))
      let first = try #require(graph.root)
      let copy = try #require(first.pointee.board)
      #expect(UnsafeMutableRawPointer(first.pointee.ring.next) == UnsafeMutableRawPointer(copy) + 8)
    }
  }

  @Test("The error about a head under another key proposes the annotation")
  func renamedHead() throws {
    try withBoard { board, _ in
      let data = try ArchiveEncoder().encode(graph: UnsafePointer(board))
      let error = #expect(throws: ArchiveError.self) { try ArchiveDecoder().decodeGraph(Renamed.self, from: data) }
      #expect("\(error.map { "\($0)" } ?? "")".contains("was(\"head\")"), "\(error as Any)")
    }
  }
}
