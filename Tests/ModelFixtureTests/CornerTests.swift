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
      ClashingCase.name(name: "n", decoder: 1, encoder: 2), .value0(value0: 1, value1: 2), .`self`, .`init`(3),
      .some(4),
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
    let inner = Aliased(name: "i", table: ["t": [1]])
    try expectRoundTrip(GenericallyAliased(maybe: inner, tables: ["a": [inner, Aliased()]], marked: [1, nil]))
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

extension CornerTests {
  @Test("An override that observes is not run") func observedOverride() throws {
    let watching = Watching(name: "w")
    watching.size = 2
    #expect(watching.changes == 0)
    let copy = try #require(try roundTrip(watching as Watched) as? Watching)
    #expect((copy.name, copy.size, copy.changes) == ("w", 2, 0))
    #expect(try roundTrip(Watched(name: "x")).name == "x")
  }

  @Test("Types with names that need backticks") func escapedTypes() throws {
    let user = Escaped.User(
      type: Escaped.`extension`(Protocol: 4), def: .in, object: Escaped.class(), qualified: ["a": Escaped.`extension`()]
    )
    user.object?.types = [Escaped.`extension`(Protocol: 5)]
    let copy = try roundTrip(user)
    #expect(copy.type == user.type && copy.def == .in && copy.qualified == user.qualified)
    #expect(copy.object?.types == user.object?.types)
    #expect(Escaped.`extension`.archivedClassName == "Escaped.extension")
  }

  @Test("A class and enumerations within a generic type") func withinGeneric() throws {
    var grid = Grid<Int>()
    grid.cursor = Grid<Int>.Cursor()
    grid.cursor?.element = 5
    grid.cursor?.next = grid.cursor
    (grid.direction, grid.plain) = (.up(3), .b)
    let copy = try roundTrip(GridUser(grid: grid)).grid
    #expect(copy.cursor?.element == 5 && copy.cursor?.next === copy.cursor)
    #expect(copy.direction == .up(3) && copy.plain == .b)
    for cursor in [grid.cursor, copy.cursor] { cursor?.next = nil }
  }

  @Test("Values of protocols that are declared within a type") func protocolsWithin() throws {
    let ink = Easel.Ink(width: 2)
    try expectRoundTrip(Easel(layer: ink, named: ["a": ink], sent: ink))
  }

  @Test("Typed errors, constants with defaults, types archived by hand") func constants() throws {
    try expectRoundTrip(try TypedThrow(value: 3))
    #expect(try ArchiveDecoder().decode(TypedThrow.self, from: try HandMade().data(as: "TypedThrow")).value == 5)
    let value = ConstantDefaults(
      number: 1, text: "x", maybe: 2, list: [3], date: Date(timeIntervalSinceReferenceDate: 4))
    try expectRoundTrip(value)
    let empty = try ArchiveDecoder().decode(ConstantDefaults.self, from: try HandMade().data(as: "ConstantDefaults"))
    let date = Date(timeIntervalSinceReferenceDate: 3)
    #expect(empty == ConstantDefaults(number: 5, text: "t", maybe: nil, list: [], date: date))
    try expectRoundTrip(
      ByHandUser(
        components: DateComponents(year: 1), maybe: DateComponents(year: 2), own: [ByHand(a: 3)], later: ByHand(a: 4)))
  }

  @Test("An initializer that makes other values of its arguments") func changingInitializer() throws {
    let titled = Titled(name: "Ann", balance: 3, log: ["a"])
    let copy = try roundTrip(titled)
    #expect(copy.name == "Dr. Ann" && copy.balance == 300 && copy.log == ["a", "made"])
  }

  @Test("Raw values through protocols of the app, and a type within one of another module") func inheritedProtocols()
    throws
  {
    let track = TaggedSong(id: SongID(rawValue: "t"), labels: [LabelID(rawValue: "l"): URL.Details(size: 3)])
    #expect(try roundTrip(track) == track)
  }
}
