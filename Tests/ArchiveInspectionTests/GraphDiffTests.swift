import ArchiveInspection
import ArchiveRuntime
import Foundation
import Testing

@Suite("Differences of two graphs")
struct GraphDiffTests {
  private func lines(_ first: Data, _ second: Data) throws -> [String] { try DiffTests.lines(first, second) }

  /// A list of nodes in which each other link leads to the one before.
  private func chain(_ values: [Int]) throws -> Data {
    try MadeArchive.graph(
      values: values, next: values.indices.map { $0 + 1 < values.count ? $0 + 2 : 0 }, other: values.indices.map { $0 },
      root: values.isEmpty ? 0 : 1)
  }

  /// The same graph with its rows in another order.
  private func moved(_ values: [Int], _ next: [Int], _ other: [Int], _ root: Int, _ places: [Int]) throws -> Data {
    var (newValues, newNext, newOther) = (values, next, other)
    func row(_ link: Int) -> Int { link == 0 ? 0 : places[link - 1] + 1 }
    for index in values.indices {
      newValues[places[index]] = values[index]
      newNext[places[index]] = row(next[index])
      newOther[places[index]] = row(other[index])
    }
    return try MadeArchive.graph(values: newValues, next: newNext, other: newOther, root: row(root))
  }

  @Test("A node's value that changed is one difference")
  func value() throws {
    #expect(try lines(try chain([1, 2, 3, 4]), try chain([1, 2, 9, 4])) == ["changed #node:3.value: 3 → 9"])
  }

  @Test("A node that is put in front is one node and the links to it")
  func insertion() throws {
    let first = try chain([1, 2, 3])
    let second = try chain([9, 1, 2, 3])
    #expect(
      try lines(first, second) == [
        "changed [].#root: #node:1 → #node:1 (new)", "changed #node:1.other: NULL → #node:1 (new)",
        "added #node:1: {value 9, next #node:2, other NULL}",
      ])
  }

  @Test("Nodes that moved to other rows are no change, with equal values and with cycles")
  func movedNodes() throws {
    var random = SeededNumbers(7)
    for turn in 0..<200 {
      let count = Int.random(in: 1...12, using: &random)
      // Equal values have to be told apart by their links; all are reached from the root.
      let values = (0..<count).map { _ in
        turn % 2 == 0 ? Int.random(in: 0...2, using: &random) : Int.random(in: 0...9_999, using: &random)
      }
      let next = (0..<count).map { $0 + 1 < count ? $0 + 2 : Int.random(in: 0...count, using: &random) }
      let other = (0..<count).map { _ in Int.random(in: 0...count, using: &random) }
      let places = (0..<count).shuffled(using: &random)
      let first = try MadeArchive.graph(values: values, next: next, other: other, root: 1)
      let second = try moved(values, next, other, 1, places)
      #expect(try lines(first, second) == [], "turn \(turn)")
      // One value that is changed is exactly one difference.
      let edited = Int.random(in: 0..<count, using: &random)
      var newValues = values
      newValues[edited] = 100_000
      let third = try moved(newValues, next, other, 1, places)
      #expect(
        try lines(first, third) == ["changed #node:\(edited + 1).value: \(values[edited]) → 100000"], "turn \(turn)")
    }
  }

  @Test("A link is compared by the node that it leads to")
  func links() throws {
    let first = try MadeArchive.graph(values: [1, 2, 3], next: [2, 3, 0], other: [3, 0, 0], root: 1)
    let second = try MadeArchive.graph(values: [1, 2, 3], next: [2, 3, 0], other: [2, 0, 0], root: 1)
    #expect(try lines(first, second) == ["changed #node:1.other: #node:3 → #node:2"])
  }

  @Test("A node that two links shared and that was copied is a difference")
  func copied() throws {
    let first = try MadeArchive.graph(values: [1, 5], next: [2, 0], other: [2, 0], root: 1)
    let second = try MadeArchive.graph(values: [1, 5, 5], next: [2, 0, 0], other: [3, 0, 0], root: 1)
    #expect(
      try lines(first, second) == [
        "changed #node:1.other: #node:2 → #node:3 (new)", "added #node:3: {value 5, next NULL, other NULL}",
      ])
  }

  @Test("A chain of fifty thousand nodes needs no stack")
  func deep() throws {
    let values = Array(0..<50_000)
    var other = values
    other[40_000] = 1_000_000
    #expect(try lines(try chain(values), try chain(other)) == ["changed #node:40001.value: 40000 → 1000000"])
  }
}
