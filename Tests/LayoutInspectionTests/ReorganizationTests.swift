import ArchiveModel
import TestRandom
import Testing

@testable import LayoutInspection

@Suite struct ReorganizationTests {
  private func better(_ members: [Made], isPacked: Bool = false, pack: Int? = nil) -> InspectedLayout? {
    if case .better(let layout, _, _) = Reorganization(layout(record("s", members, isPacked: isPacked, pack: pack))) {
      layout
    } else {
      nil
    }
  }

  @Test("Members are ordered by alignment, and those of one alignment keep their order")
  func alignment() throws {
    let found = try #require(
      better([.integer("a", 1), .pointer("p"), .integer("b", 1), .integer("c", 8), .integer("d", 1)]))
    #expect(found.members.map(\.name) == ["p", "c", "a", "b", "d"])
    #expect(found.size == 24)
    #expect(found.members.map(\.byteOffset) == [0, 8, 16, 17, 18])
  }

  @Test("A struct without unused bytes stays as it is")
  func best() {
    guard case .best = Reorganization(layout(record("s", [.integer("a", 8), .integer("b", 4), .integer("c", 4)])))
    else {
      Issue.record("an order was proposed")
      return
    }
  }

  @Test("A flexible array stays at the end")
  func flexibleArray() throws {
    var tail = Made.integer("tail", 2)
    tail.type = .flexibleArray(tail.type)
    tail.size = 0
    let found = try #require(better([.integer("a", 1), .pointer("p"), .integer("b", 1), tail]))
    #expect(found.members.last?.name == "tail")
    #expect(found.members.last?.byteOffset == 10)
  }

  @Test("Bit-fields around an unnamed one stay together, because it separates them on purpose")
  func unnamedBitFields() throws {
    let found = try #require(
      better([
        .integer("a", 1), .pointer("p"), .integer("x", 4, width: 3), .integer("", 4, width: 0),
        .integer("y", 4, width: 3), .integer("b", 8), .integer("c", 1),
      ]))
    let names = found.members.map(\.name)
    let x = try #require(names.firstIndex(of: "x"))
    #expect(names[x...].prefix(3) == ["x", "", "y"])
  }

  @Test("Bit-fields that other members separated are joined, with a note about threads")
  func joinedBitFields() throws {
    let before = layout(
      record("s", [.integer("x", 4, width: 3), .pointer("p"), .integer("y", 4, width: 3), .pointer("q")]))
    guard case .better(let found, let saved, let note) = Reorganization(before) else {
      Issue.record("no order was proposed")
      return
    }
    #expect(found.size == 24)
    #expect(saved == 8)
    #expect(note?.contains("threads") == true)
  }

  @Test("A packed struct has nothing to save")
  func packed() {
    #expect(better([.integer("a", 1), .integer("b", 8), .integer("c", 1)], isPacked: true) == nil)
  }

  @Test("#pragma pack is found from the layout, and holds for the proposal")
  func pragmaPack() throws {
    let found = try #require(
      better([.integer("a", 1), .integer("b", 8), .integer("c", 1), .integer("d", 8)], pack: 4))
    #expect(found.size == 20)
    #expect(found.members.map(\.byteOffset) == [0, 8, 16, 17])
  }

  @Test("A union, a mark of no size and an unknown alignment are told and left alone")
  func notPossible() {
    func reason(_ record: Record) -> String {
      if case .notPossible(let reason) = Reorganization(layout(record)) { reason } else { "" }
    }
    #expect(reason(record("u", [.integer("a", 1), .integer("b", 8)], kind: .union)).contains("union"))
    var mark = Made.text("begin", 0)
    mark.alignment = 1
    #expect(reason(record("s", [.integer("a", 1), mark, .integer("b", 8)])).contains("mark"))
    var unknown = Made.integer("a", 1)
    unknown.declared.minimum = .expression
    #expect(reason(record("s", [unknown, .integer("b", 8)])).contains("rules"))
  }

  @Test("No permutation of a small struct is smaller than the proposal")
  func bruteForce() throws {
    var random = SeededRandom.replayable()
    for _ in 0..<150 {
      let members = (0..<Int.random(in: 2...6, using: &random)).map { index -> Made in
        let size = [1, 2, 4, 8].randomElement(using: &random) ?? 1
        if Int.random(in: 0..<3, using: &random) == 0 {
          return .integer("m\(index)", size, width: Int.random(in: 1...(size * 8), using: &random))
        }
        let made = Made.integer("m\(index)", size)
        return Int.random(in: 0..<8, using: &random) == 0
          ? made.aligned([2, 4, 16].randomElement(using: &random) ?? 2) : made
      }
      let before = layout(record("s", members))
      let rules = PlacementRules.of(before)
      try #require(!rules.isEmpty, "seed \(random.seed)")
      let items = before.members.map(PlacementRules.Item.init)
      let smallest = permutations(Array(items.indices)).compactMap { order in
        let placements = Set(rules.map { $0.place(order.map { items[$0] }) })
        return placements.count == 1 ? placements.first?.size : nil
      }
      .min()
      let size = if case .better(let found, _, _) = Reorganization(before) { found.size } else { before.size }
      #expect(size == smallest, "\(members.map { ($0.size, $0.width, $0.declared) }), seed \(random.seed)")
    }
  }

  @Test("A proposal is laid out as it says whether or not a pack pragma is in force that the struct does not show")
  func unseenPack() throws {
    var random = SeededRandom.replayable()
    for _ in 0..<500 {
      let pack = [nil, 2, 4, 8].randomElement(using: &random) ?? nil
      let members = (0..<Int.random(in: 3...8, using: &random)).map { index -> Made in
        let size = [1, 2, 4, 8].randomElement(using: &random) ?? 1
        let width = Bool.random(using: &random) ? Int.random(in: 1...(size * 8), using: &random) : nil
        return .integer("m\(index)", size, width: width)
      }
      guard let found = better(members, pack: pack) else { continue }
      let names = found.members.map(\.name)
      let ordered = names.compactMap { name in members.first { $0.name == name } }
      let real = layout(record("s", ordered, pack: pack))
      #expect(
        real.size == found.size && real.members.map(\.bitOffset) == found.members.map(\.bitOffset),
        "\(members.map { ($0.size, $0.width) }), pack \(pack ?? 0), seed \(random.seed)")
    }
  }

  private func permutations(_ values: [Int]) -> [[Int]] {
    guard let first = values.first else { return [[]] }
    return permutations(Array(values.dropFirst())).flatMap { rest in
      (0...rest.count).map { Array(rest[..<$0]) + [first] + Array(rest[$0...]) }
    }
  }
}
