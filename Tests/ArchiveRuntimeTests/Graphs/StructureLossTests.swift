import Foundation
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

@Suite("No part of a graph's structure is silently lost")
struct StructureLossTests {
  private let heap = Heap()

  /// A node with a number at 0, a pointer at 8, another at 16.
  private func node(_ value: UInt32, _ next: UnsafeMutableRawPointer? = nil) -> UnsafeMutableRawPointer {
    let node = heap.take(64)
    node.storeBytes(of: value, as: UInt32.self)
    node.put(next, at: 8)
    return node
  }

  /// A number of the root that is read.
  private func number(_ cycle: Cycle, _ data: Data, at offset: Int = 0) throws -> UInt32? {
    let graph = try cycle.read(data)
    return withExtendedLifetime(graph) { graph.rawRoot?.load(fromByteOffset: offset, as: UInt32.self) }
  }

  private func list(next: String, was: [String] = [], removed: [String] = []) -> Cycle {
    Cycle(removed: removed) { cycle in
      var link = FieldSchema.link(next, to: cycle.schema, at: 8)
      for key in was { link = link.was(key) }
      return [.scalar("value", .u32, at: 0), link]
    }
  }

  @Test("A renamed link is an error that says how to name the old key; with it, all nodes are there")
  func renamedLink() throws {
    let data = try list(next: "next").archive(node(1, node(2, node(3))))
    let renamed = list(next: "following")
    #expect(
      throws: ArchiveError.unreadStructure(
        path: "node[0].next", loss: .link, found: ["next"], wanted: ["following"],
        suggestion: "'// archive: was(\"next\")' on the field 'following'")
    ) { try renamed.read(data) }
    let graph = try list(next: "following", was: ["next"]).read(data)
    withExtendedLifetime(graph) {
      #expect(graph.rawRoot?.pointer(at: 8)?.pointer(at: 8)?.load(as: UInt32.self) == 3)
    }
    // In a list of one node nothing is lost.
    let one = try list(next: "next").archive(node(9))
    #expect(try number(renamed, one) == 9)
  }

  @Test("A ring whose 'next' is renamed is an error although 'prev' reaches every node")
  func ring() throws {
    func ring(_ next: String) -> Cycle {
      Cycle { cycle in [.link(next, to: cycle.schema, at: 8), .link("prev", to: cycle.schema, at: 16)] }
    }
    let nodes = (0..<4).map { _ in heap.take(64) }
    for index in 0..<4 {
      nodes[index].put(nodes[(index + 1) % 4], at: 8)
      nodes[index].put(nodes[(index + 3) % 4], at: 16)
    }
    let data = try ring("next").archive(nodes[0])
    #expect(ring("successor").loss(data)?.suggestion == "'// archive: was(\"next\")' on the field 'successor'")
  }

  @Test("A link removed on purpose is named on the type or ignored by the decoder, and the rest freed at once")
  func removedLink() throws {
    let tree = Cycle { cycle in
      [
        .scalar("value", .u32, at: 0), .link("left", to: cycle.schema, at: 8), .link("right", to: cycle.schema, at: 16),
        .string("name", .utf8, at: 24),
      ]
    }
    let name = heap.take(4)
    name.copyMemory(from: "abc", byteCount: 3)
    let root = node(1, node(2, node(4)))
    let right = node(3, node(5))
    right.put(name, at: 24)
    root.put(right, at: 16)
    let data = try tree.archive(root)
    let fields: (Cycle) -> [FieldSchema] = { cycle in
      [.scalar("value", .u32, at: 0), .link("left", to: cycle.schema, at: 8), .string("name", .utf8, at: 24)]
    }
    #expect(Cycle { fields($0) }.loss(data)?.loss == .link)
    #expect(throws: Never.self) { try Cycle(removed: ["right"]) { fields($0) }.read(data) }
    let counter = BlockCounter()
    let graph = try Cycle { fields($0) }.read(data, .ignore, counter.allocation)
    #expect(graph.nodes(of: AnyRecord.self).isEmpty, "the stand-in has another name")
    #expect(counter.live == 3, "1, 2 and 4 are reached; 3 with its name, and 5, are freed")
    graph.release()
    var next = graph.rawRoot
    while let node = next {
      next = node.pointer(at: 8)
      counter.free(node)
    }
    #expect(counter.live == 0)
    // In pools, a type's one block stays whole.
    let pooled = try Cycle(removed: ["right"]) { fields($0) }.read(data, .reject, .pooled)
    withExtendedLifetime(pooled) {
      #expect(pooled.rawRoot?.pointer(at: 8)?.pointer(at: 8)?.load(as: UInt32.self) == 4)
    }
  }

  @Test("Rows that no link leads to are freed, also if they lead to each other")
  func unlinkedRows() throws {
    let list = Cycle { cycle in
      [
        .scalar("value", .u32, at: 0), .link("next", to: cycle.schema, at: 8), .link("prev", to: cycle.schema, at: 16),
        .string("name", .utf8, at: 24),
      ]
    }
    let nodes = (1...4).map { node(UInt32($0)) }
    for (first, second) in zip(nodes, nodes.dropFirst()) {
      first.put(second, at: 8)
      second.put(first, at: 16)
    }
    let name = heap.take(4)
    name.copyMemory(from: "abc", byteCount: 3)
    nodes[3].put(name, at: 24)
    var data = try list.archive(nodes[0])
    // The second node has no successor, and the others have no predecessor outside of them.
    func link(_ old: [UInt8], _ new: [UInt8]) throws {
      let words = { (rows: [UInt8]) in Data(rows.flatMap { [$0, 0, 0, 0] }) }
      data.replaceSubrange(try #require(data.firstRange(of: words(old))), with: words(new))
    }
    try link([2, 3, 4, 0], [2, 0, 4, 0])
    let counter = BlockCounter()
    let graph = try list.read(data, .reject, counter.allocation)
    #expect(counter.live == 2, "1 and 2 are reached; 3, and 4 with its name, are freed")
    graph.release()
    var next = graph.rawRoot
    while let node = next {
      next = node.pointer(at: 8)
      counter.free(node)
    }
    #expect(counter.live == 0)
  }

  private func counted(_ count: String, _ items: String = "items", was: [String] = [], bytes: Bool = false) -> Cycle {
    let item = Cycle("item", size: 4) { _ in [.scalar("x", .u32, at: 0)] }
    return Cycle { _ in
      var field = FieldSchema.scalar(count, .u32, at: 0)
      for key in was { field = field.was(key) }
      return [field, .link(items, to: item.schema, count: bytes ? .bytes(count) : .of(count), at: 8)]
    }
  }

  @Test("A renamed count is an error, and so is one that counts less than it did")
  func renamedCount() throws {
    let root = node(3, heap.take(12))
    let data = try counted("n").archive(root)
    #expect(counted("item_n").loss(data)?.loss == .count)
    #expect(counted("item_n").loss(data)?.suggestion == "'// archive: was(\"n\")' on the field 'item_n'")
    #expect(try number(counted("item_n", was: ["n"]), data) == 3)
    #expect(counted("n", "things").loss(data)?.loss == .link)
    // No elements, no loss.
    #expect(throws: Never.self) { try counted("item_n").read(try counted("n").archive(node(0))) }
    #expect(throws: Never.self) { try counted("item_n").read(try counted("n").archive(node(0, heap.take(1)))) }
    // 8 elements before, 8 bytes now.
    let eight = try counted("n").archive(node(8, heap.take(32)))
    #expect(counted("n", bytes: true).loss(eight)?.loss == .rows)
    #expect(throws: Never.self) { try counted("n").read(eight) }
  }

  @Test("A counted array read as one element is an error, and one element read as an array without a count, too")
  func countChanged() throws {
    let item = Cycle("item", size: 4) { _ in [.scalar("x", .u32, at: 0)] }
    let single = Cycle { _ in [.scalar("n", .u32, at: 0), .link("items", to: item.schema, at: 8)] }
    #expect(single.loss(try counted("n").archive(node(3, heap.take(12))))?.loss == .rows)
    #expect(throws: Never.self) { try single.read(try counted("n").archive(node(1, heap.take(4)))) }
    #expect(throws: ArchiveError.self) { try counted("n").read(try single.archive(node(0, heap.take(4)))) }
    #expect(throws: Never.self) { try counted("n").read(try single.archive(node(1, heap.take(4)))) }
    // A count that is new, and says what it is without one.
    let one = Cycle { _ in
      [.scalar("count", .u32, at: 4).default(1), .link("items", to: item.schema, count: .of("count"), at: 8)]
    }
    #expect(throws: Never.self) { try one.read(try single.archive(node(0, heap.take(4)))) }
    #expect(one.loss(try counted("n").archive(node(3, heap.take(12))))?.loss == .rows)
  }

  private func union(
    tag: String = "kind", number: String = "value.i", child: String = "value.child", size: Int = 64,
    _ more: FieldSchema...
  ) -> Cycle {
    Cycle(size: size) { cycle in
      [
        .scalar(tag, .u8, at: 0), .scalar(number, .i32, at: 8).when(tag, [1]),
        .link(child, to: cycle.schema, at: 8).when(tag, [2]), .union("value", tag: tag, cases: [0, 1, 2]),
      ] + more
    }
  }

  @Test("A union's renamed member, pointer and tag are errors, unless no record has them")
  func unions() throws {
    let number = node(1)
    number.storeBytes(of: 7, toByteOffset: 8, as: Int32.self)
    let child = node(2, node(0))
    let (withNumber, withChild) = (try union().archive(number), try union().archive(child))
    #expect(union(number: "value.n").loss(withNumber)?.loss == .member)
    #expect(
      union(number: "value.n").loss(withNumber)?.suggestion == "'// archive: was(\"i\")' on the field 'value.n'")
    #expect(union(child: "value.down").loss(withChild)?.loss == .link)
    #expect(union(tag: "type").loss(withNumber)?.loss == .tag)
    #expect(union(tag: "type").loss(withNumber)?.suggestion == "'// archive: was(\"kind\")' on the field 'type'")
    #expect(union(tag: "type", number: "value.n", child: "value.down").loss(withNumber)?.loss == .tag)
    #expect(throws: Never.self) { try union(number: "value.n").read(withChild) }
    #expect(throws: Never.self) { try union(child: "value.down").read(withNumber) }
    // A pointer became a number under another key, and the other way round.
    #expect(union(child: "value.other").loss(withChild)?.loss == .link)
    let numbers = Cycle { _ in
      [.scalar("kind", .u8, at: 0), .data("value.p", of: .i32, at: 8).when("kind", [1])]
    }
    #expect(numbers.loss(withNumber)?.loss == .member)
  }

  @Test("A union, a member and a field of a member that an archive is too old for take their defaults")
  func newerUnions() throws {
    let plain = Cycle { _ in [.scalar("kind", .u8, at: 0)] }
    let old = try plain.archive(node(1))
    #expect(try number(union(), old, at: 8) == 0)
    let before = Cycle { _ in
      [.scalar("kind", .u8, at: 0), .scalar("value.i", .i32, at: 8).when("kind", [1])]
    }
    #expect(throws: Never.self) { try union().read(try before.archive(node(1))) }
    #expect(throws: Never.self) { try union().read(try before.archive(node(2))) }
    let wider = union(.scalar("value.unit", .u8, at: 16).when("kind", [1]))
    #expect(throws: Never.self) { try wider.read(try union().archive(node(1))) }
  }

  @Test("A struct or an array that became a pointer, and a pointer that became one, are errors")
  func changedForms() throws {
    let point = Cycle("point", size: 8) { _ in [.scalar("x", .i32, at: 0), .scalar("y", .i32, at: 4)] }
    let forms: [String: Cycle] = [
      "struct": Cycle { _ in [.scalar("id", .u32, at: 0), .record("pos", point.schema, at: 8)] },
      "array": Cycle { _ in [.scalar("id", .u32, at: 0), .records("pos", [2], of: point.schema, at: 8)] },
      "numbers": Cycle { _ in [.scalar("id", .u32, at: 0), .array("pos", [2], of: .i32, at: 8)] },
      "pointer": Cycle { _ in [.scalar("id", .u32, at: 0), .link("pos", to: point.schema, at: 8)] },
      "pointers": Cycle { _ in [.scalar("id", .u32, at: 0), .link("pos", [2], to: point.schema, at: 8)] },
      "number": Cycle { _ in [.scalar("id", .u32, at: 0), .data("pos", of: .i32, at: 8)] },
      "text": Cycle { _ in [.scalar("id", .u32, at: 0), .string("pos", .utf8, at: 8)] },
      "counted": Cycle { _ in
        [.scalar("id", .u32, at: 0), .link("pos", to: point.schema, count: .of("id"), at: 8)]
      },
    ]
    // One element is one element with a count and without, or an array's first; between values without pointers no
    // structure is lost.
    let alike: Set<Set<String>> = [
      ["pointer", "counted"], ["pointer", "pointers"], ["counted", "pointers"], ["struct", "array"],
      ["struct", "numbers"], ["array", "numbers"],
    ]
    for (old, from) in forms {
      let root = node(1)
      if !["struct", "array", "numbers"].contains(old) { root.put(heap.take(8), at: 8) }
      if old == "pointers" { root.put(heap.take(8), at: 16) }
      let data = try from.archive(root)
      for (new, to) in forms where new != old && !alike.contains([old, new]) {
        #expect(throws: ArchiveError.self, "\(old) → \(new)") { try to.read(data) }
      }
    }
  }

  @Test("A pointer that moved into a struct, and one in a renamed struct or array of structs, are errors without 'was'")
  func nestedLinks() throws {
    func inner(_ cycle: Cycle, _ key: String) -> RecordSchema {
      RecordSchema(size: 16, alignment: 8, fields: [.link(key, to: cycle.schema, at: 0)])
    }
    func nested(_ outer: String, _ key: String, was: String? = nil) -> Cycle {
      Cycle { cycle in
        let field = FieldSchema.record(outer, inner(cycle, key), at: 8)
        return [.scalar("value", .u32, at: 0), was.map { field.was($0) } ?? field]
      }
    }
    let flat = try list(next: "next").archive(node(1, node(2)))
    let moved = nested("links", "next").loss(flat)
    #expect(moved?.loss == .link && moved?.suggestion == "'// archive: was(\"/next\")' on the field 'links.next'")
    let data = try nested("links", "next").archive(node(1, node(2)))
    #expect(
      nested("links", "forward").loss(data)?.suggestion == "'// archive: was(\"next\")' on the field 'links.forward'")
    #expect(nested("chain", "next").loss(data)?.suggestion == "'// archive: was(\"links\")' on the field 'chain'")
    #expect(throws: Never.self) { try nested("chain", "next", was: "links").read(data) }
    #expect(list(next: "next").loss(data)?.loss == .link)
    func array(_ outer: String, _ key: String, removed: [String] = []) -> Cycle {
      Cycle(removed: removed) { cycle in
        [.scalar("value", .u32, at: 0), .records(outer, [2], of: inner(cycle, key), at: 8)]
      }
    }
    let root = node(1, node(2))
    root.put(node(3), at: 24)
    let slots = try array("slots", "next").archive(root)
    #expect(array("slots", "to").loss(slots)?.suggestion == "'// archive: was(\"next\")' on the field 'slots[].to'")
    #expect(array("places", "next").loss(slots)?.suggestion == "'// archive: was(\"slots\")' on the field 'places'")
    #expect(throws: Never.self) { try array("places", "next", removed: ["slots"]).read(slots) }
  }

  @Test("Text, numbers, functions, handles, weak pointers and flexible arrays are links like any other")
  func otherLinks() throws {
    let item = Cycle("item", size: 4) { _ in [.scalar("x", .u32, at: 0)] }
    let fields: [(FieldSchema, UnsafeMutableRawPointer)] = [
      (.string("old", .utf8, at: 8), heap.take(4)), (.data("old", of: .i16, count: .of("n"), at: 8), heap.take(8)),
      (.link("old", to: item.schema, at: 8), heap.take(4)),
      (.via("old", at: 8, pack: { _ in Data([1]) }, unpack: { _ in nil }), heap.take(4)),
    ]
    for (field, target) in fields {
      let old = Cycle { _ in [.scalar("n", .u32, at: 0), field] }
      let new = Cycle { _ in [.scalar("n", .u32, at: 0)] }
      let data = try old.archive(node(2, target))
      #expect(new.loss(data)?.loss == .link)
      #expect(throws: Never.self) { try new.read(data, .ignore) }
    }
    func weak(_ key: String) -> Cycle {
      Cycle { cycle in [.link("next", to: cycle.schema, at: 8), .link(key, to: cycle.schema, at: 16).weak()] }
    }
    let second = node(2)
    let root = node(1, second)
    second.put(root, at: 16)
    #expect(weak("parent").loss(try weak("up").archive(root))?.loss == .link)
    func tail(_ key: String, count: String = "n") -> Cycle {
      Cycle(size: 4) { _ in [.scalar(count, .u32, at: 0), .trailing(key, of: .u16, count: .of(count), at: 4)] }
    }
    let tailed = heap.take(16)
    tailed.storeBytes(of: 3, as: UInt32.self)
    let data = try tail("data").archive(tailed)
    #expect(tail("bytes").loss(data)?.loss == .link)
    #expect(tail("data", count: "count").loss(data)?.loss == .count)
    #expect(throws: Never.self) { try tail("data").read(data) }
  }

  @Test("A newer pointer, count or array is NULL, zero and empty in an archive that is older")
  func newerFields() throws {
    let newer = Cycle { cycle in
      [
        .scalar("value", .u32, at: 0), .link("next", to: cycle.schema, at: 8), .link("other", to: cycle.schema, at: 16),
        .scalar("n", .u32, at: 4), .link("items", to: cycle.schema, count: .of("n"), at: 24),
        .string("s", .utf8, at: 32),
        .link("slots", [2], to: cycle.schema, at: 40),
      ]
    }
    let graph = try newer.read(try list(next: "next").archive(node(1, node(2))))
    let root = try #require(graph.rawRoot)
    withExtendedLifetime(graph) {
      #expect(root.pointer(at: 8)?.load(as: UInt32.self) == 2)
      #expect([16, 24, 32, 40, 48].allSatisfy { root.pointer(at: $0) == nil })
    }
  }

  @Test("A graph under a key is one of the type asked for, not of one that it leads to")
  func rootUnderKey() throws {
    let list = Link.list(2)
    defer { list.deallocate() }
    struct Holder: ArchivableNode {
      var first: UnsafeMutablePointer<Link>?
      static let archiveSchema: RecordSchema = RecordSchema(
        "holder", size: 8, alignment: 8, fields: [.link("first", to: Link.archiveSchema, at: 0)])
    }
    var holder = Holder(first: list)
    var encoder = ArchiveWriter()
    try encoder.encode(graph: &holder, forKey: "k")
    let decoder = try ArchiveReader(encoder.finish())
    #expect(throws: ArchiveError.recordNotAllowed(path: "k[]", found: "holder", expected: "link")) {
      try decoder.decodeGraph(Link.self, forKey: "k")
    }
  }
}
