import ArchiveEvolution
import Foundation
import TestRandom
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

private typealias Pointer<Pointee> = UnsafeMutablePointer<Pointee>

private enum Old {
  struct Node: ArchivableNode {
    var value: UInt32 = 0
    var kind: UInt32 = 0
    var next: Pointer<Node>?
    var name: Pointer<CChar>?
    static let archiveSchema: RecordSchema = RecordSchema(
      "node", size: 24, alignment: 8,
      fields: [
        .scalar("value", .u32, at: 0), .scalar("kind", .u32, at: 4), .link("next", to: Node.archiveSchema, at: 8),
        .string("name", .utf8, at: 16),
      ])
  }
}

private enum New {
  struct Node: ArchivableNode {
    var value: UInt32 = 0
    var kind: UInt32 = 0
    var next: Pointer<Node>?
    var name: Pointer<CChar>?
    var extra: UInt32 = 0
    var count: UInt32 = 0
    var previous: Pointer<Node>?
    var spare: Pointer<Node>?
    var note: Pointer<CChar>?
    var samples: Pointer<Double>?
    var detail: Pointer<Detail>?
    static let archiveSchema: RecordSchema = RecordSchema(
      "node", size: 72, alignment: 8,
      fields: [
        .scalar("value", .u32, at: 0), .scalar("kind", .u32, at: 4), .link("next", to: Node.archiveSchema, at: 8),
        .string("name", .utf8, at: 16), .scalar("extra", .u32, at: 24), .scalar("count", .u32, at: 28),
        .link("previous", to: Node.archiveSchema, at: 32), .link("spare", to: Node.archiveSchema, at: 40),
        .string("note", .utf8, at: 48), .data("samples", of: .f64, count: .of("count"), at: 56),
        .link("detail", to: Detail.archiveSchema, at: 64),
      ])
  }

  struct Detail: ArchivableNode {
    var level: UInt32 = 0
    var owner: Pointer<Node>?
    var next: Pointer<Detail>?
    var text: Pointer<CChar>?
    static let archiveSchema: RecordSchema = RecordSchema(
      "detail", size: 32, alignment: 8,
      fields: [
        .scalar("level", .u32, at: 0), .link("owner", to: Node.archiveSchema, at: 8),
        .link("next", to: Detail.archiveSchema, at: 16), .string("text", .utf8, at: 24),
      ])
  }
}

/// Memory that is freed with the last use.
private final class Memory {
  private var blocks: [UnsafeMutableRawPointer] = []

  func make<Value>(_ value: Value) -> Pointer<Value> {
    let pointer = Pointer<Value>.allocate(capacity: 1)
    pointer.initialize(to: value)
    blocks.append(UnsafeMutableRawPointer(pointer))
    return pointer
  }

  func text(_ text: String) -> Pointer<CChar> {
    let bytes = text.utf8CString
    let pointer = Pointer<CChar>.allocate(capacity: bytes.count)
    for (place, byte) in bytes.enumerated() { pointer[place] = byte }
    blocks.append(UnsafeMutableRawPointer(pointer))
    return pointer
  }

  func numbers(_ numbers: [Double]) -> Pointer<Double> {
    let pointer = Pointer<Double>.allocate(capacity: max(numbers.count, 1))
    for (place, number) in numbers.enumerated() { pointer[place] = number }
    blocks.append(UnsafeMutableRawPointer(pointer))
    return pointer
  }

  deinit { for block in blocks { block.deallocate() } }
}

@Suite("What an older program does not know survives its load and save: graphs", .serialized)
struct PreservingGraphTests {
  private let memory = Memory()

  /// A list 1, 2, 3, 4 with links back, and a spare node behind the second, which has another behind it.
  private func list() -> Pointer<New.Node> {
    let nodes = (1...4).map { number in
      memory.make(New.Node(value: UInt32(number), name: memory.text("node \(number)"), extra: UInt32(number) * 10))
    }
    for (node, next) in zip(nodes, nodes.dropFirst()) {
      node.pointee.next = next
      next.pointee.previous = node
    }
    let last = memory.make(New.Node(value: 101, name: memory.text("last spare"), extra: 1_010))
    let spare = memory.make(
      New.Node(value: 100, next: last, name: nodes[2].pointee.name, extra: 1_000, spare: nodes[3]))
    nodes[1].pointee.spare = spare
    nodes[0].pointee.note = memory.text("a note")
    nodes[2].pointee.note = nodes[2].pointee.name
    nodes[3].pointee.samples = memory.numbers([1, 2.5, .infinity])
    nodes[3].pointee.count = 3
    let second = memory.make(New.Detail(level: 2, owner: nodes[2], text: memory.text("second")))
    let first = memory.make(New.Detail(level: 1, owner: nodes[0], next: second, text: memory.text("first")))
    second.pointee.next = first
    nodes[0].pointee.detail = first
    nodes[3].pointee.detail = second
    return nodes[0]
  }

  private func nodes<Node>(_ root: Pointer<Node>?, _ next: (Node) -> Pointer<Node>?) -> [Pointer<Node>] {
    var nodes: [Pointer<Node>] = []
    var node = root
    while let known = node {
      nodes.append(known)
      node = next(known.pointee)
    }
    return nodes
  }

  private func strict() -> ArchiveDecoder {
    var decoder = ArchiveDecoder()
    decoder.unknownKeys = .reject
    return decoder
  }

  private func check(_ graph: ArchiveGraph<New.Node>, values: [UInt32]) {
    let nodes = nodes(graph.root) { $0.next }
    #expect(nodes.map(\.pointee.value) == values)
    #expect(nodes.map(\.pointee.extra) == [10, 20, 30, 40])
    for (node, next) in zip(nodes, nodes.dropFirst()) { #expect(next.pointee.previous == node) }
    #expect(nodes[0].pointee.previous == nil && nodes[0].pointee.spare == nil)
    let spare = nodes[1].pointee.spare
    #expect(spare?.pointee.value == 100 && spare?.pointee.extra == 1_000 && spare?.pointee.spare == nodes[3])
    #expect(spare?.pointee.name == nodes[2].pointee.name, "a text with two pointers is one")
    #expect(spare?.pointee.next?.pointee.value == 101 && spare?.pointee.next?.pointee.extra == 1_010)
    #expect(spare?.pointee.next?.pointee.name.map { String(cString: $0) } == "last spare")
    #expect(nodes[0].pointee.note.map { String(cString: $0) } == "a note")
    #expect(nodes[2].pointee.note == nodes[2].pointee.name)
    #expect(
      nodes[3].pointee.count == 3 && nodes[3].pointee.samples?[1] == 2.5 && nodes[3].pointee.samples?[2] == .infinity)
    let (first, second) = (nodes[0].pointee.detail, nodes[3].pointee.detail)
    #expect(first?.pointee.level == 1 && first?.pointee.next == second && first?.pointee.owner == nodes[0])
    #expect(second?.pointee.level == 2 && second?.pointee.next == first && second?.pointee.owner == nodes[2])
    #expect(first?.pointee.text.map { String(cString: $0) } == "first")
  }

  @Test(
    "Columns, links, texts, numbers, tables and nodes that only unknown links lead to",
    arguments: [GraphAllocation.individual, .pooled], [false, true])
  func everything(allocation: GraphAllocation, isXML: Bool) throws {
    var encoder = ArchiveEncoder()
    encoder.outputFormat = isXML ? .xml : .binary
    let data = try encoder.encode(graph: list())
    #expect(throws: ArchiveError.self, "unknown links are an error by default") {
      try ArchiveDecoder().decodeGraph(Old.Node.self, from: data)
    }
    let decoder = ArchiveDecoder(preservingUnknown: true)
    let graph = try decoder.decodeGraph(Old.Node.self, from: data, allocation: allocation)
    #expect(decoder.isFromNewerRelease && decoder.unknownKeys.contains("node[].extra"))
    #expect(decoder.unknownKeys.contains("detail[]") || decoder.unknownKeys.contains { $0.hasPrefix("detail") })
    var nodes = nodes(graph.root) { $0.next }
    nodes[1].pointee.value = 22
    let saved = try ArchiveEncoder(preserving: decoder).encode(graph: graph.root)
    check(try strict().decodeGraph(New.Node.self, from: saved), values: [1, 22, 3, 4])
    // 1.0 opens its own archive, and saves it again.
    let again = ArchiveDecoder(preservingUnknown: true)
    let second = try again.decodeGraph(Old.Node.self, from: saved, allocation: allocation)
    nodes = self.nodes(second.root) { $0.next }
    nodes[3].pointee.value = 44
    let twice = try ArchiveEncoder(preserving: again).encode(graph: second.root)
    check(try strict().decodeGraph(New.Node.self, from: twice), values: [1, 22, 3, 44])
    withExtendedLifetime((graph, second)) {}
  }

  @Test("Nodes that are added, removed and put in another order are known by their addresses")
  func changed() throws {
    let data = try ArchiveEncoder().encode(graph: plainList())
    let decoder = ArchiveDecoder(preservingUnknown: true)
    let graph = try decoder.decodeGraph(Old.Node.self, from: data)
    let nodes = nodes(graph.root) { $0.next }
    // 4, new, 1, 3
    let added = memory.make(Old.Node(value: 50, next: nodes[0], name: memory.text("added")))
    nodes[3].pointee.next = added
    nodes[0].pointee.next = nodes[2]
    nodes[2].pointee.next = nil
    let saved = try ArchiveEncoder(preserving: decoder).encode(graph: nodes[3])
    let new = try strict().decodeGraph(New.Node.self, from: saved)
    let values = self.nodes(new.root) { $0.next }
    #expect(values.map(\.pointee.value) == [4, 50, 1, 3])
    #expect(values.map(\.pointee.extra) == [40, 0, 10, 30])
    #expect(values.map { $0.pointee.note.map { String(cString: $0) } } == ["n4", nil, "n1", "n3"])
    #expect(values[0].pointee.spare == values[2], "4 leads to 1")
    // The second leads to the third: once that is removed, nothing else is known of it.
    nodes[0].pointee.next = nodes[1]
    nodes[1].pointee.next = nil
    let error = #expect(throws: ArchiveError.self) { try ArchiveEncoder(preserving: decoder).encode(graph: nodes[0]) }
    #expect(error?.code == .unknownDataLost && error?.details.keys == ["node[].spare"], "\(String(describing: error))")
    withExtendedLifetime(graph) {}
  }

  /// 1, 2, 3, 4; the second's spare is the third, and the last's the first.
  private func plainList() -> Pointer<New.Node> {
    let nodes = (1...4).map { number in
      memory.make(
        New.Node(
          value: UInt32(number), name: memory.text("node \(number)"), extra: UInt32(number) * 10,
          note: memory.text("n\(number)")))
    }
    for (node, next) in zip(nodes, nodes.dropFirst()) { node.pointee.next = next }
    nodes[1].pointee.spare = nodes[2]
    nodes[3].pointee.spare = nodes[0]
    return nodes[0]
  }

  @Test("A graph whose nodes were all made anew is an error")
  func rebuilt() throws {
    let decoder = ArchiveDecoder(preservingUnknown: true)
    let graph = try decoder.decodeGraph(Old.Node.self, from: try ArchiveEncoder().encode(graph: plainList()))
    let copy = memory.make(Old.Node(value: graph.root?.pointee.value ?? 0))
    let error = #expect(throws: ArchiveError.self) { try ArchiveEncoder(preserving: decoder).encode(graph: copy) }
    #expect(error?.code == .unknownDataLost && error?.details.keys.contains("node[].extra") == true)
    withExtendedLifetime(graph) {}
  }

  @Test("Graphs under keys, beside other values")
  func several() throws {
    var encoder = ArchiveWriter()
    try encoder.encode(graph: list(), forKey: "one")
    try encoder.encode(graph: plainList(), forKey: "two")
    try encoder.encode("text", forKey: "three")
    let decoder = try ArchiveReader(encoder.finish(), settings: ArchiveDecoder(preservingUnknown: true))
    let (one, two) = (
      try decoder.decodeGraph(Old.Node.self, forKey: "one"), try decoder.decodeGraph(Old.Node.self, forKey: "two")
    )
    var saving = ArchiveWriter(settings: ArchiveEncoder(preserving: decoder))
    try saving.encode(graph: two.root, forKey: "two")
    try saving.encode(graph: one.root, forKey: "one")
    let reading = try ArchiveReader(saving.finish())
    check(try reading.decodeGraph(New.Node.self, forKey: "one"), values: [1, 2, 3, 4])
    let new = try reading.decodeGraph(New.Node.self, forKey: "two")
    #expect(nodes(new.root) { $0.next }.map(\.pointee.extra) == [10, 20, 30, 40])
    #expect(try reading.decode(String.self, forKey: "three") == "text")
    withExtendedLifetime((one, two)) {}
  }

  @Test("A damaged archive is an error or something that can be read, and never ends the process")
  func hostile() throws {
    let data = try ArchiveEncoder().encode(graph: list())
    var random = SeededRandom.replayable()
    var (refused, saved, complete) = (0, 0, 0)
    for _ in 0..<600 {
      var damaged = data
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        damaged[Int.random(in: 8..<damaged.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let decoder = ArchiveDecoder(preservingUnknown: true)
      do throws(ArchiveError) {
        let graph = try decoder.decodeGraph(Old.Node.self, from: damaged)
        let archive = try ArchiveEncoder(preserving: decoder).encode(graph: graph.root)
        saved += 1
        // Whatever is wrong in unknown data, what was read is in the archive.
        do throws(ArchiveError) {
          var older = ArchiveDecoder()
          older.unknownLinks = .ignore
          let back = try older.decodeGraph(Old.Node.self, from: archive)
          #expect(values(back) == values(graph), "seed \(random.seed)")
        } catch { Issue.record("seed \(random.seed): \(error)") }
        _ = try ArchiveDecoder().decodeGraph(New.Node.self, from: archive)
        complete += 1
      } catch { refused += 1 }
    }
    #expect(
      refused > 5 && saved > 5 && complete > 5,
      "seed \(random.seed): \(refused) refused, \(saved) saved, \(complete) of these complete")
  }

  /// The values along the links, which damage can join to a circle.
  private func values(_ graph: ArchiveGraph<Old.Node>) -> [UInt32] {
    var (values, node) = ([UInt32](), graph.root)
    while let known = node, values.count < 10 {
      values.append(known.pointee.value)
      node = known.pointee.next
    }
    return values
  }
}
