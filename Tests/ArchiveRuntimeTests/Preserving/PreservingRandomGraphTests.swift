import ArchiveEvolution
import Foundation
import TestRandom
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

/// A node of a schema that is made up in a test: eight slots of 32 bytes.
private protocol MadeUpNode: ArchivableNode {}

private typealias Slot = (UInt64, UInt64, UInt64, UInt64)

private struct LaterNode: MadeUpNode {
  nonisolated(unsafe) static var schema = RecordSchema("t0", size: 256, alignment: 8, fields: [])
  static var archiveSchema: RecordSchema { schema }
  var slots: (Slot, Slot, Slot, Slot, Slot, Slot, Slot, Slot)
}

private struct EarlierNode: MadeUpNode {
  nonisolated(unsafe) static var schema = RecordSchema("t0", size: 256, alignment: 8, fields: [])
  static var archiveSchema: RecordSchema { schema }
  var slots: (Slot, Slot, Slot, Slot, Slot, Slot, Slot, Slot)
}

@Suite("An older program's load and save leaves graphs as they were, whatever the types are", .serialized)
struct PreservingRandomGraphTests {
  @Test("Slots that the older release does not have", arguments: 0..<4)
  func graphs(seed: UInt64) throws {
    var random = SeededRandom(seed: seed &* 15_485_863 &+ 3)
    var (kept, refused, unread) = (0, 0, 0)
    var reasons: [String: Int] = [:]
    for round in 0..<200 {
      let later = SlotSchema(&random)
      var earlier = later
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let (type, place) = (Int.random(in: 0..<3, using: &random), Int.random(in: 0..<8, using: &random))
        earlier.slots[type][place] = nil
      }
      let graph = SlotGraph(later, filled: [5, 50, 90][round % 3], leadsIntoArrays: round % 2 == 0, &random)
      let root = graph.nodes[0][0]
      let (cycle, earlierCycle) = (later.root, earlier.root)
      LaterNode.schema = cycle.schema
      EarlierNode.schema = earlierCycle.schema
      let data = try ArchiveEncoder().encode(graph: UnsafePointer(root.assumingMemoryBound(to: LaterNode.self)))
      let decoder = ArchiveDecoder(preservingUnknown: true)
      let old: ArchiveGraph<EarlierNode>
      do {
        old = try decoder.decodeGraph(EarlierNode.self, from: data, allocation: round % 5 == 0 ? .pooled : .individual)
      } catch {
        unread += 1
        continue
      }
      let saved: Data
      do { saved = try ArchiveEncoder(preserving: decoder).encode(graph: old.root) } catch {
        #expect(error.code == .unknownDataLost, "seed \(seed), round \(round): \(error)")
        reasons[error.details.reason ?? "", default: 0] += 1
        refused += 1
        continue
      }
      let copy = try ArchiveDecoder().decodeGraph(LaterNode.self, from: saved)
      var comparison = SlotComparison(later, later, mayLose: false)
      comparison.run(root, try #require(copy.rawRoot))
      #expect(comparison.difference == nil, "seed \(seed), round \(round)")
      kept += 1
      withExtendedLifetime((graph, old, copy)) {}
    }
    #expect(kept > 100, "\(kept) kept, \(refused) refused, \(unread) not read: \(reasons)")
  }
}

@Suite("What is preserved is not trusted")
struct PreservingHostileTests {
  private struct Item: ArchivableRecord {
    var x: UInt32
    static let archiveSchema = RecordSchema("item", size: 4, alignment: 4, fields: [.scalar("x", .u32, at: 0)])
  }

  /// An archive of an item with one key more.
  private func archive(
    _ value: (inout PropertyListSink) throws -> PropertyListWriter.Reference
  ) throws -> Data {
    var sink = PropertyListSink(.written)
    sink.reserveRoot()
    try sink.key("x")
    sink.unsigned(5)
    try sink.key("unknown")
    sink.fields.values.append(try value(&sink))
    return try sink.finishRoot(nil, name: "item")
  }

  private func save(_ data: Data) throws -> Data {
    let decoder = ArchiveDecoder(preservingUnknown: true)
    return try ArchiveEncoder(preserving: decoder).encode(try decoder.decode(Item.self, from: data))
  }

  @Test("A list within a list, half a million deep, is copied")
  func deep() throws {
    let data = try archive { sink in
      var list = sink.writer.array([])
      for _ in 0..<500_000 { list = sink.writer.array([list]) }
      return list
    }
    #expect(try save(try save(data)).count >= data.count / 2)
  }

  @Test("A list that holds itself, and references to nothing, are errors")
  func cycles() throws {
    let cycle = try archive { sink in
      let bit = PropertyListWriter.Reference.containerBit
      let own = PropertyListWriter.Reference(raw: UInt32(sink.writer.containers.count) | bit)
      return sink.writer.array([sink.writer.bool(true), own])
    }
    #expect { try save(cycle) } throws: { ($0 as? ArchiveError)?.code == .corrupt }
    let dangling = try archive { $0.writer.uid(1_000) }
    #expect { try save(dangling) } throws: { ($0 as? ArchiveError)?.code == .corrupt }
  }

  @Test("Objects that hold each other are copied once, however often they are named")
  func bomb() throws {
    let data = try archive { sink in
      // Each of a hundred lists names the next one twice, and the last one the root.
      var next = 1
      for _ in 0..<100 {
        let (first, second) = (sink.writer.uid(next), sink.writer.uid(next))
        next = sink.add(sink.writer.array([first, second]))
      }
      return sink.writer.uid(next)
    }
    #expect(try save(data).count < data.count * 2)
  }
}
