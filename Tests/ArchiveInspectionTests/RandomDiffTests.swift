import ArchiveInspection
import ArchiveRuntime
import Foundation
import Testing

@Suite("Differences of random archives that were edited in a known place")
struct RandomDiffTests {
  /// A tree of objects, lists, dictionaries and values with references to what is there already.
  private struct Objects {
    var leaves: [Int]
    /// For each object the objects that its keys `k0`, `k1`, … lead to.
    let children: [[Int]]

    /// - Parameter order: the places of the objects behind `$null`, from 0.
    func data(_ order: [Int]) throws -> Data {
      let count = children.count
      func uid(_ object: Int) -> Int { order[object] + 1 }
      var texts = [String](repeating: "", count: count)
      for object in children.indices {
        var keys = children[object].enumerated().map { #""k\#($0.offset)":\#(MadeArchive.ref(uid($0.element)))"# }
        keys.append(#""v":\#(leaves[object])"#)
        keys.append(#""$class":\#(MadeArchive.ref(count + 1))"#)
        // The order of keys is that of the objects.
        if order[object] % 2 == 0 { keys.reverse() }
        texts[order[object]] = "{\(keys.joined(separator: ","))}"
      }
      return try MadeArchive.data(texts + [MadeArchive.classObject("T")], top: #"{"root":\#(MadeArchive.ref(uid(0)))}"#)
    }
  }

  @Test("Objects in another order are equal, and one value that was changed is one difference, with cycles and sharing")
  func objects() throws {
    var random = SeededNumbers(11)
    for turn in 0..<150 {
      let count = Int.random(in: 1...20, using: &random)
      var children = [[Int]](repeating: [], count: count)
      // Every object is reached, and there are others' references besides.
      for object in 0..<count where object > 0 { children[Int.random(in: 0..<object, using: &random)].append(object) }
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        children[Int.random(in: 0..<count, using: &random)].append(Int.random(in: 0..<count, using: &random))
      }
      var objects = Objects(leaves: (0..<count).map { _ in Int.random(in: 0...3, using: &random) }, children: children)
      let first = try objects.data(Array(0..<count))
      let order = Array((0..<count).shuffled(using: &random))
      #expect(try DiffTests.lines(first, try objects.data(order)) == [], "turn \(turn)")
      let edited = Int.random(in: 0..<count, using: &random)
      let before = objects.leaves[edited]
      objects.leaves[edited] = 77
      let lines = try DiffTests.lines(first, try objects.data(order))
      #expect(lines.count == 1 && lines[0].hasPrefix("changed "), "turn \(turn): \(lines)")
      #expect(lines.first?.hasSuffix("v: \(before) → 77") ?? false, "turn \(turn): \(lines)")
    }
  }

  @Test("Rows that were taken out, put in and changed are found, and nothing else")
  func rows() throws {
    var random = SeededNumbers(13)
    for turn in 0..<150 {
      let count = Int.random(in: 4...60, using: &random)
      let rows = (0..<count).map { [$0, Int.random(in: 0...5, using: &random), Int.random(in: 0...5, using: &random)] }
      var other = rows
      var expected: Set<String> = []
      // Places that are apart, so that each edit is seen on its own; from the end, so that numbers stay.
      let places = stride(from: 0, to: count - 1, by: 3).shuffled(using: &random).prefix(3).sorted(by: >)
      var shift: [(place: Int, by: Int)] = []
      for place in places {
        switch Int.random(in: 0...2, using: &random) {
        case 0:
          other.remove(at: place)
          shift.append((place, -1))
          expected.insert(
            "removed [\(place)]: {order \(rows[place][0]), price \(rows[place][1]), stock \(rows[place][2])}")
        case 1:
          other.insert([1_000 + place, 1, 1], at: place)
          shift.append((place, 1))
        default:
          other[place][1] = 99
          expected.insert("changed [\(place)].price: \(rows[place][1]) → 99")
        }
      }
      for (index, row) in other.enumerated() where row[0] >= 1_000 {
        expected.insert("added [\(index)]: {order \(row[0]), price 1, stock 1}")
      }
      let lines = try DiffTests.lines(try DiffTests.table(rows), try DiffTests.table(other))
      #expect(Set(lines) == expected, "turn \(turn)")
    }
  }

  @Test("Members of unions are compared with the tags that select them")
  func unions() throws {
    func archive(_ tags: [Int], _ ints: [Int], _ reals: [Double]) throws -> Data {
      try MadeArchive.data([
        """
        {"[]":\(MadeArchive.ref(2)),"[].tag":\(MadeArchive.values("u8", tags)),"[].v.i":\(MadeArchive.values("i32", ints)),
        "[].v.d":\(MadeArchive.values("f64", reals)),"$class":\(MadeArchive.ref(3))}
        """,
        "\"count \(tags.count)\\nu8 tag\\n@1=1 i32 v.i\\n@1=2 f64 v.d\"", MadeArchive.classObject("row[]"),
      ])
    }
    let first = try archive([1, 2, 1, 2], [10, 30], [2.5, 4.5])
    #expect(try DiffTests.lines(first, first) == [])
    #expect(
      try DiffTests.lines(first, try archive([1, 2, 1, 2], [10, 31], [2.5, 4.5])) == ["changed [2].v.i: 30 → 31"])
    #expect(
      try DiffTests.lines(first, try archive([2, 2, 1, 2], [30], [1.5, 2.5, 4.5])) == [
        "changed [0].tag: 1 → 2", "removed [0].v.i: 10", "added [0].v.d: 1.5",
      ])
  }

  @Test("Groups of bit-fields are compared by their fields")
  func groups() throws {
    func archive(_ description: String, _ word: Int) throws -> Data {
      try MadeArchive.data([
        #"{"[bits]":\#(MadeArchive.ref(2)),"flags":\#(word),"$class":\#(MadeArchive.ref(3))}"#, "\"\(description)\"",
        MadeArchive.classObject("T"),
      ])
    }
    let first = try archive("u8 flags\\n u3 a\\n u2 b", 5 | 2 << 3)
    // The same values at other places.
    #expect(try DiffTests.lines(first, try archive("u8 flags\\n u2 b\\n u3 a", 2 | 5 << 2)) == [])
    #expect(
      try DiffTests.lines(first, try archive("u8 flags\\n u3 a\\n u3 c", 4 | 1 << 3))
        == ["changed a: 5 → 4", "removed b: 2", "added c: 1"])
  }

  @Test("Lists that contain themselves, in which others share elements, are compared in bounded time")
  func plainCycles() throws {
    let first = TestArchives.list([[0xA2, 0, 1], [0xA2, 0, 2], [0x10, 5]], top: 0)
    let second = TestArchives.list([[0xA2, 0, 1], [0xA2, 0, 2], [0x10, 6]], top: 0)
    #expect(try DiffTests.lines(first, first) == [])
    #expect(try DiffTests.lines(first, second) == ["changed [1][1]: 5 → 6"])
    // Cycles of two lengths are the same list without end.
    let two = TestArchives.list([[0xA1, 1], [0xA1, 0]], top: 0)
    let three = TestArchives.list([[0xA1, 1], [0xA1, 2], [0xA1, 0]], top: 0)
    #expect(try DiffTests.lines(two, three) == [])
  }
}
