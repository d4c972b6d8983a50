import ArchiveEvolution
import Foundation
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

private typealias Pointer<Pointee> = UnsafeMutablePointer<Pointee>

/// 1.0 has `a` alone in its group; 1.1 has `b` and `c` in it as well, and a group that 1.0 does not know.
private enum Old {
  struct Item: ArchivableRecord, Equatable {
    var id: UInt32 = 0
    var bits: UInt32 = 0
    static let archiveSchema = RecordSchema(
      "item", size: 8, alignment: 4,
      fields: [.scalar("id", .u32, at: 0), .bits("a", 3, of: .u32, at: 32).grouped("flags", at: 4)])
  }

  struct Box: ArchivableRecord {
    var items: (Item, Item)
    var inner: Item
    static let archiveSchema = RecordSchema(
      "box", size: 24, alignment: 4,
      fields: [
        .records("items", [2], of: Item.archiveSchema, at: 0), .record("inner", Item.archiveSchema, at: 16),
      ])
  }

  struct Shape: ArchivableRecord {
    var bits: UInt32 = 0
    var value: UInt32 = 0
    static let archiveSchema = RecordSchema(
      "shape", size: 8, alignment: 4,
      fields: [
        .bits("kind", 4, of: .u32, at: 0).grouped("flags", at: 0),
        .bits("x", 4, of: .u32, at: 4).grouped("flags", at: 4), .scalar("value.i", .u32, at: 4).when("kind", [1]),
        .union("value", tag: "kind", cases: [0, 1]),
      ])
  }

  struct Node: ArchivableNode {
    var bits: UInt64 = 0
    var next: Pointer<Node>?
    static let archiveSchema: RecordSchema = RecordSchema(
      "node", size: 16, alignment: 8,
      fields: [.bits("a", 3, of: .u32, at: 0).grouped("flags", at: 0), .link("next", to: Node.archiveSchema, at: 8)])
  }
}

private enum New {
  struct Item: ArchivableRecord, Equatable {
    var id: UInt32 = 0
    var bits: UInt32 = 0
    static let archiveSchema = RecordSchema(
      "item", size: 8, alignment: 4,
      fields: [
        .scalar("id", .u32, at: 0), .bits("a", 3, of: .u32, at: 32).grouped("flags", at: 0),
        .bits("b", 5, of: .i32, at: 35).grouped("flags", at: 3),
        .bits("c", 1, of: .u32, at: 40).grouped("flags", at: 8),
        .bits("d", 9, of: .u32, at: 41).grouped("more", at: 0),
      ])

    var a: UInt32 { bits & 7 }
    /// All bits of b, c and d.
    var others: UInt32 { bits >> 3 & 0x7FFF }
  }

  struct Box: ArchivableRecord {
    var items: (Item, Item)
    var inner: Item
    static let archiveSchema = RecordSchema(
      "box", size: 24, alignment: 4,
      fields: [
        .records("items", [2], of: Item.archiveSchema, at: 0), .record("inner", Item.archiveSchema, at: 16),
      ])
  }

  struct Shape: ArchivableRecord {
    var bits: UInt32 = 0
    var value: UInt32 = 0
    static let archiveSchema = RecordSchema(
      "shape", size: 8, alignment: 4,
      fields: [
        .bits("kind", 4, of: .u32, at: 0).grouped("flags", at: 0),
        .bits("x", 4, of: .u32, at: 4).grouped("flags", at: 4), .scalar("value.i", .u32, at: 4).when("kind", [1]),
        .scalar("value.w", .u32, at: 4).when("kind", [7]), .union("value", tag: "kind", cases: [0, 1, 7]),
      ])
  }

  struct Node: ArchivableNode {
    var bits: UInt64 = 0
    var next: Pointer<Node>?
    static let archiveSchema: RecordSchema = RecordSchema(
      "node", size: 16, alignment: 8,
      fields: [
        .bits("a", 3, of: .u32, at: 0).grouped("flags", at: 0), .bits("b", 5, of: .i32, at: 3).grouped("flags", at: 3),
        .bits("d", 9, of: .u32, at: 8).grouped("more", at: 0), .link("next", to: Node.archiveSchema, at: 8),
      ])
  }
}

@Suite("What an older program does not know survives its load and save: groups of bit-fields")
struct PreservingBitGroupTests {
  @Test("Of a record the fields of its groups, of a record in it and of an array")
  func records() throws {
    let items = (0..<3).map { New.Item(id: $0, bits: 0x2A5F3 &* ($0 + 1) & 0x3FFFF) }
    let data = try ArchiveEncoder().encode(New.Box(items: (items[0], items[1]), inner: items[2]))
    let decoder = ArchiveDecoder(preservingUnknown: true)
    var old = try decoder.decode(Old.Box.self, from: data)
    #expect(decoder.isFromNewerRelease)
    #expect(old.items.1.bits == items[1].a && old.inner.bits == items[2].a)
    swap(&old.items.0, &old.items.1)
    old.inner.id = 9
    old.inner.bits = 1
    let new = try ArchiveDecoder().decode(New.Box.self, from: try ArchiveEncoder(preserving: decoder).encode(old))
    #expect(new.items.0 == items[1] && new.items.1 == items[0])
    #expect(new.inner.a == 1 && new.inner.others == items[2].others && new.inner.id == 9)
  }

  @Test("Of a record that the program does not know, also the plain fields beside a group and those of records in it")
  func unknownRecord() throws {
    struct Before: ArchivableRecord {
      var id: UInt32 = 0
      static let archiveSchema = RecordSchema("entry", size: 4, alignment: 4, fields: [.scalar("id", .u32, at: 0)])
    }
    struct After: ArchivableRecord {
      var id: UInt32 = 0
      var inner = New.Item()
      var box = New.Box(items: (New.Item(), New.Item()), inner: New.Item())
      static let archiveSchema = RecordSchema(
        "entry", size: 36, alignment: 4,
        fields: [
          .scalar("id", .u32, at: 0), .record("inner", New.Item.archiveSchema, at: 4),
          .record("box", New.Box.archiveSchema, at: 12),
        ])
    }
    let value = After(
      id: 1, inner: New.Item(id: 2, bits: 0x1234),
      box: New.Box(
        items: (New.Item(id: 3, bits: 1), New.Item(id: 4, bits: 0x2222)), inner: New.Item(id: 5, bits: 0x7FFF)))
    let decoder = ArchiveDecoder(preservingUnknown: true)
    var known = try decoder.decode(Before.self, from: try ArchiveEncoder().encode(value))
    known.id = 9
    let saved = try ArchiveEncoder(preserving: decoder).encode(known)
    let read = try ArchiveDecoder().decode(After.self, from: saved)
    #expect(read.id == 9 && read.inner == value.inner && read.box.inner == value.box.inner)
    #expect(read.box.items.0 == value.box.items.0 && read.box.items.1 == value.box.items.1)
  }

  @Test("Of several values under keys, each its own")
  func values() throws {
    var encoder = ArchiveWriter()
    let first = New.Item(id: 1, bits: 0x15AB5 & 0x3FFFF)
    try encoder.encode(first, forKey: "first")
    let decoder = try ArchiveReader(encoder.finish(), settings: ArchiveDecoder(preservingUnknown: true))
    let old = try decoder.decode(Old.Item.self, forKey: "first")
    var saving = ArchiveWriter(settings: ArchiveEncoder(preserving: decoder))
    try saving.encode(old, forKey: "first")
    let again = try ArchiveReader(saving.finish())
    #expect(try again.decode(New.Item.self, forKey: "first") == first)
  }

  @Test("Of a graph's nodes, wherever they are now")
  func graph() throws {
    let nodes = (0..<3).map { _ in Pointer<New.Node>.allocate(capacity: 1) }
    defer { for node in nodes { node.deallocate() } }
    for (index, node) in nodes.enumerated() {
      node.initialize(
        to: New.Node(bits: UInt64(0x0F5A3 &* (index + 1) & 0x1FFFF), next: index < 2 ? nodes[index + 1] : nil))
    }
    let data = try ArchiveEncoder().encode(graph: nodes[0])
    let decoder = ArchiveDecoder(preservingUnknown: true)
    let graph = try decoder.decodeGraph(Old.Node.self, from: data)
    try withExtendedLifetime(graph) {
      // The first node is removed, and the other two change places.
      let first = try #require(graph.root?.pointee.next), second = try #require(first.pointee.next)
      second.pointee.next = first
      first.pointee.next = nil
      let saved = try ArchiveEncoder(preserving: decoder).encode(graph: second)
      let new = try ArchiveDecoder().decodeGraph(New.Node.self, from: saved)
      withExtendedLifetime(new) {
        #expect(new.root?.pointee.bits == nodes[2].pointee.bits)
        #expect(new.root?.pointee.next?.pointee.bits == nodes[1].pointee.bits)
      }
    }
  }

  @Test("A union's unknown member is kept while its tag, which is in a group, is what it was")
  func tag() throws {
    let data = try ArchiveEncoder().encode(New.Shape(bits: 7 | 5 << 4, value: 77))
    let decoder = ArchiveDecoder(preservingUnknown: true)
    var old = try decoder.decode(Old.Shape.self, from: data)
    #expect(old.bits == 7 | 5 << 4)
    old.bits = 7 | 2 << 4
    let saved = try ArchiveEncoder(preserving: decoder).encode(old)
    let new = try ArchiveDecoder().decode(New.Shape.self, from: saved)
    #expect(new.bits == 7 | 2 << 4 && new.value == 77)
    old.bits = 1 | 2 << 4
    old.value = 3
    let changed = try ArchiveDecoder().decode(New.Shape.self, from: ArchiveEncoder(preserving: decoder).encode(old))
    #expect(changed.bits == 1 | 2 << 4 && changed.value == 3)
  }
}
