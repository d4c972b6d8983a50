import Foundation
import Testing

@testable import ArchiveRuntime
import TestRandom

@Suite("Graphs read by a later version of their types, at random")
struct SchemaPairTests {
  /// Changes one thing.
  ///
  /// - Returns: Whether every archive of before must still be read, and whole.
  private func change(_ schema: inout SlotSchema, from old: SlotSchema, _ random: inout SeededRandom) -> Bool {
    let type = Int.random(in: 0..<3, using: &random)
    let place = Int.random(in: 0..<SlotSchema.slotCount, using: &random)
    let saying = Bool.random(using: &random)
    guard var slot = schema.slots[type][place] else {
      // A field that is new.
      schema.slots[type][place] = SlotSchema.Slot(
        SlotSchema.Kind.allCases.randomElement(using: &random)!, Int.random(in: 0..<3, using: &random), place)
      return old.slots[type][place] == nil
    }
    var isSafe = saying
    switch Int.random(in: 0..<7, using: &random) {
    case 0, 1: slot.main.rename(saying: saying, "renamed\(place)")
    case 2: slot.other.rename(saying: saying, "counter\(place)")
    case 3: slot.inner.rename(saying: saying, "toward")
    case 4:
      schema.slots[type][place] = nil
      if saying { schema.removed[type] += [slot.main.now] }
      return slot.kind == .plain
    case 5:
      slot.kind = SlotSchema.Kind.allCases.randomElement(using: &random)!
      isSafe = false
    default:
      slot.target = Int.random(in: 0..<3, using: &random)
      isSafe = false
    }
    schema.slots[type][place] = slot
    return isSafe
  }

  @Test("Either all is there that the fields have in common, or it is an error", arguments: 0..<4)
  func pairs(seed: UInt64) throws {
    var random = SeededRandom(seed: seed &* 7919 &+ 11)
    var (read, refused) = (0, 0)
    for round in 0..<500 {
      let old = SlotSchema(&random)
      let graph = SlotGraph(old, filled: [0, 5, 50, 90][round % 4], &random)
      let root = graph.nodes[0][0]
      let data = try old.root.archive(root)
      var new = old
      var isSafe = true
      for _ in 0..<Int.random(in: 0...2, using: &random) { isSafe = change(&new, from: old, &random) && isSafe }
      do {
        let copy = try new.root.read(data)
        read += 1
        let hasRemoved = new.removed.contains { !$0.isEmpty }
        var comparison = SlotComparison(old, new, mayLose: hasRemoved)
        comparison.run(root, try #require(copy.rawRoot))
        withExtendedLifetime(copy) {}
        #expect(comparison.difference == nil, "seed \(seed), round \(round)")
      } catch let error as ArchiveError where error.code == .missingKey && error.path?.hasSuffix("[]") == true {
        // Of a type without pointers the archive has no field that it has now.
        refused += 1
      } catch let error as ArchiveError {
        refused += 1
        #expect(!isSafe, "seed \(seed), round \(round): \(error)")
      }
    }
    #expect(read > 100 && refused > 20, "\(read) were read and \(refused) refused")
  }

  @Test("If unknown links are ignored, nodes that the roots reach are decoded, and no others", arguments: 0..<4)
  func ignored(seed: UInt64) throws {
    var random = SeededRandom(seed: seed &* 104_729 &+ 5)
    var lost = 0
    for round in 0..<300 {
      let old = SlotSchema(&random)
      let graph = SlotGraph(old, filled: 60, leadsIntoArrays: round % 2 == 0, &random)
      let root = graph.nodes[0][0]
      let data = try old.root.archive(root)
      var new = old
      for _ in 0..<3 {
        let (type, place) = (Int.random(in: 0..<3, using: &random), Int.random(in: 0..<8, using: &random))
        new.slots[type][place] = nil
      }
      let counter = BlockCounter()
      let copy: ArchiveGraph<AnyRecord>
      do { copy = try new.root.read(data, .ignore, counter.allocation) } catch {
        // What is part of a record that nothing leads to now has no place.
        continue
      }
      var comparison = SlotComparison(old, new, mayLose: true)
      comparison.run(root, try #require(copy.rawRoot))
      #expect(comparison.difference == nil, "seed \(seed), round \(round)")
      let blocks = counter.blocks(of: comparison.reached)
      // Of an array that a pointer leads into, all elements stay, and what they lead to.
      #expect(blocks <= counter.live, "seed \(seed), round \(round): something is freed that is reached")
      if round % 2 == 1 {
        #expect(blocks == counter.live, "seed \(seed), round \(round): something is kept that is not reached")
      }
      lost += comparison.isLost ? 1 : 0
      let pooled = try new.root.read(data, .ignore, .pooled)
      var second = SlotComparison(old, new, mayLose: true)
      second.run(root, try #require(pooled.rawRoot))
      #expect(second.difference == nil)
      withExtendedLifetime((copy, pooled)) {}
    }
    #expect(lost > 50, "\(lost)")
  }
}
