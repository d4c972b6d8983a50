import ArchiveRuntime
import Foundation
import Testing

@testable import ModelFixtures

@Suite("Corners of Swift models") struct CornerTests {
  @Test("Names of Swift's own types, Self, and members named as generated ones") func names() throws {
    try expectRoundTrip(Shadow.User(set: Shadow.Set(members: ["a"]), date: Shadow.Date(day: 3)))
    let object = SelfReferring()
    (object.own, object.same, object.list) = (object, object, [object])
    let copy = try roundTrip(object)
    #expect(copy.own === copy && copy.same === copy && copy.list[0] === copy)
    for object in [object, copy] { (object.own, object.same, object.list) = (nil, nil, []) }
    try expectRoundTrip(SelfUser(list: [SelfUser()], maybe: ["a": SelfUser()]))
    let clashing = Clashing()
    (clashing.value, clashing.archivedClasses) = (5, "c")
    #expect(try roundTrip(clashing).archivedClasses == "c")
    try expectRoundTrip(ClashingStruct(encode: 4, archivedClassName: "y", storedKey: 5, name: 6))
  }

  @Test("Cases named as generated constants, and values in values") func cases() throws {
    for value in [
      ClashingCase.name(name: "n", decoder: 1, encoder: 2), .value0(value0: 1, value1: 2), .`self`, .`init`(3), .some(4),
      .none,
    ] { try expectRoundTrip(value) }
    for value in [
      Deep.maybe(nil), .maybe(1), .lists([[1], []]), .table(["a": [.void, .maybe(2)]]), .void, .pair(.a, nil),
      .pair(.b(1), .b(2)),
    ] { try expectRoundTrip(value) }
  }

  @Test("Generic types around each other") func generics() throws {
    let matrix = Matrix<Int>(rows: [Matrix.Row(elements: [1, 2])], corner: Matrix.Row(elements: [3]))
    try expectRoundTrip(matrix)
    let classes = try archivedClassNames(try ArchiveEncoder().encode(matrix))
    #expect(classes.isSuperset(of: ["Matrix<Int>", "Matrix.Row<Int>"]), "\(classes)")
    let lookup = Lookup<String, Coordinates>(entries: ["a": [Coordinates(x: 1, y: 2)]], order: ["a"], maybe: nil)
    let uses = CornerUses(matrix: matrix, lookup: lookup, boxes: ["b": [Box(value: Matrix(rows: []))]])
    let copy = try roundTrip(uses)
    #expect(copy.matrix == matrix && copy.lookup.entries == lookup.entries && copy.boxes == uses.boxes)
  }

  @Test("Declarations of several, aliases, conditions") func declarations() throws {
    try expectRoundTrip(Mixed(a: 5, b: 6, c: 7))
    #expect(try archivedKeys(Mixed(c: 1)) == ["a", "b", "c"])
    try expectRoundTrip(Conditional(always: 3))
    try expectRoundTrip(Aliased(name: "n", table: ["t": [1]], numbers: [2], maybe: 3, global: 4, pairs: [(5, "p")]))
  }

  @Test("Objects in sets and as keys, with a hash of their own") func hashed() throws {
    let (one, two) = (HashedObject(id: 1), HashedObject(id: 2))
    one.friends = [two]
    two.friends = [one, two]
    one.scores = [two: 5]
    let copy = try roundTrip(one)
    let other = try #require(copy.friends.first)
    #expect(copy.scores[other] == 5 && other.friends.contains { $0 === copy } && other.friends.count == 2)
    for object in [one, two, copy, other] { (object.friends, object.scores) = ([], [:]) }
  }

  @Test("The initializer that can be called, among those that cannot") func initializers() throws {
    let copy = try roundTrip(ManyInitializers(a: 1, b: [2], c: 3))
    #expect((copy.a, copy.b, copy.c) == (1, [2], 3))
  }
}
