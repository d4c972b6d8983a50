@_spi(GeneratedCode) import ArchiveRuntime
import CModels
import Foundation
import Testing

@testable import ModelFixtures

@Suite("Values in Swift models") struct ValueTests {
  @Test("Numbers, at their limits too") func numbers() throws {
    try expectRoundTrip(Numbers())
    try expectRoundTrip(
      Numbers(
        yes: false, int: .max, int8: .max, int64: .max, uint: 0, float: .infinity, double: -0.0, cgFloat: 1e300,
        cInt: .min)
    )
  }

  @Test("Foundation's values") func foundation() throws {
    try expectRoundTrip(FoundationValues(url: try #require(URL(string: "https://a.b/c?d#e"))))
  }

  @Test("Ranges") func ranges() throws {
    let dates = Date(timeIntervalSinceReferenceDate: 1)...Date(timeIntervalSinceReferenceDate: 2)
    try expectRoundTrip(Bounds(half: 1..<9, closed: -1...1, dates: dates, texts: "a"..<"b", list: [0..<0, -3..<7]))
    try expectRoundTrip(Bounds(half: .min ..< .max, closed: 0...0, dates: dates, texts: nil))
  }

  @Test("Vectors") func vectors() throws {
    try expectRoundTrip(
      Vectors(
        two: [1, 2], three: [0.1, 0.2, 0.3], four: [1, -2, 3, .min], eight: [1, 2, 3, 4, 5, 6, 7, 255],
        positions: [[1, 2, 3], [4, 5, 6]], maybe: [-1, 1]))
  }

  @Test("Arrays of numbers are one byte string, or elements") func packed() throws {
    let value = PackedNumbers(
      bytes: [1, 255], samples: [0.5, -0.0], flags: [true, false], offsets: [.min, .max], spread: [1, -2],
      maybe: [0.1], rows: [[1], [], [2, 3]], stored: [65535])
    try expectRoundTrip(value)
    try expectRoundTrip(PackedNumbers())
    let keys = try archivedKeys(value)
    #expect(keys.isSuperset(of: ["samples", "samples[]", "bytes", "stored[]", "spread"]))
    #expect(!keys.contains("spread[]"))
  }

  /// A release of `PackedNumbers` before its array got the attribute 'elements'.
  private struct FormerNumbers: ArchivableComposite {
    static var archivedClassName: String { PackedNumbers.archivedClassName }
    let spread: [Int32]

    init(spread: [Int32]) { self.spread = spread }
    init(from decoder: ObjectDecoder) throws { spread = try decoder.decodePacked([Int32].self, forKey: "spread") }
    func encode(to encoder: ObjectEncoder) throws { try encoder.encodePacked(spread, forKey: "spread") }
  }

  @Test("An array with 'elements' is read from packed archives, and refuses numbers that do not fit")
  func packedBefore() throws {
    func read(_ numbers: [Int32]) throws -> [Int16] {
      let data = try ArchiveEncoder().encode(FormerNumbers(spread: numbers))
      return try ArchiveDecoder().decode(PackedNumbers.self, from: data).spread
    }
    #expect(try read([3, -4]) == [3, -4])
    #expect(try read([]) == [])
    #expect(throws: ArchiveError.self) { try read([1, 70_000]) }
  }

  @Test("Collections in each other") func collections() throws {
    try expectRoundTrip(Collections())
    let place = Coordinates(x: 1, y: -1)
    try expectRoundTrip(
      Collections(
        names: ["", "a", "a"], counts: ["a": 1, "": 2], tags: ["x", "y"], places: [place, place],
        byPlace: [place: "here"], visited: [place, Coordinates(x: 0, y: 0)], grid: [[place, nil], []],
        groups: ["g": [place], "e": []], nested: ["a": ["b": [1, nil]], "c": [:]],
        byNumber: [-7: Date(timeIntervalSinceReferenceDate: 7)], ids: [UUID(), UUID()]))
  }

  @Test("Optionals with and without a value") func optionals() throws {
    try expectRoundTrip(Optionals(fixed: nil))
    try expectRoundTrip(
      Optionals(
        number: 0, text: "", place: Coordinates(x: 1, y: 2), list: [], listOfMaybe: [nil, 1],
        dictionary: ["a": nil, "b": 2], set: [], date: Date(timeIntervalSinceReferenceDate: 0), implicit: "i", long: 5,
        fixed: 6))
  }

  @Test("Tuples, alone and in collections") func tuples() throws {
    var value = Tuples()
    value.pair = (1, "one")
    value.labelled = (0.5, -0.5)
    value.mixed = ("m", 2)
    value.list = [("a", 1), ("b", 2)]
    value.byName = ["n": (3, 4)]
    value.maybe = (5, Coordinates(x: 6, y: 7))
    value.nested = (8, ("nine", [10, 11]))
    value.functions = (12, 13)
    let copy = try roundTrip(value)
    #expect(copy.pair == value.pair)
    #expect(copy.labelled == value.labelled)
    #expect(copy.mixed == value.mixed)
    #expect(copy.list.map(\.key) == ["a", "b"] && copy.list.map(\.value) == [1, 2])
    #expect(try #require(copy.byName["n"]) == (3, 4))
    #expect(try #require(copy.maybe) == (5, Coordinates(x: 6, y: 7)))
    #expect(copy.nested.0 == 8 && copy.nested.1 == ("nine", [10, 11]))
    #expect(copy.functions == (12, 13))
    #expect(
      try archivedKeys(value).isSuperset(of: ["pair.0", "pair.1", "labelled.x", "nested.1.inner", "functions.in"]))
  }

  @Test("Names that Swift has another use for, and names in any script") func names() throws {
    try expectRoundTrip(Keywords())
    var keywords = Keywords()
    keywords.default = -1
    keywords.`self` = -2
    keywords.decoder = -3
    keywords.in = nil
    try expectRoundTrip(keywords)
    #expect(
      try archivedKeys(keywords).isSuperset(of: ["default", "class", "self", "Type", "init", "inout", "decoder"]))
    try expectRoundTrip(Größe(länge: 2, 幅: 3, 🙂: "🙂", naïveté: ["é"]))
    #expect(try archivedKeys(Größe(幅: 3)) == ["länge", "幅", "🙂", "naïveté"])
  }

  @Test("Types of the same name in different places") func nested() throws {
    let inner = Outer.Inner(kind: .fancy, depth: 2)
    let outer = Outer(inner: inner, kind: .fancy, qualified: .plain, state: .busy(inner), pairs: ["p": inner])
    try expectRoundTrip(outer)
    try expectRoundTrip(Outer.Added(inner: inner, outer: [outer, outer]))
    let other = Other(inner: Other.Inner(text: "o"), part: Other.Part(), theirs: inner, theirPart: Outer.Part())
    other.part.text = "part"
    other.theirPart?.next = Outer.Part()
    other.theirPart?.state = .busy(inner)
    let copy = try roundTrip(other)
    #expect(copy.inner == other.inner && copy.theirs == inner)
    #expect(copy.part.text == "part")
    #expect(copy.theirPart?.state == .busy(inner))
    #expect(copy.theirPart?.next?.state == .idle)
    let derived = Namespace.Derived()
    derived.items = [Namespace.Item(value: 1)]
    derived.extra = Namespace.Item(value: 2)
    let base: Namespace.Base = try roundTrip(derived as Namespace.Base)
    #expect((base as? Namespace.Derived)?.extra == derived.extra)
    #expect(base.items == derived.items)
  }

  @Test("Types with nothing in them") func empty() throws {
    try expectRoundTrip(Empty())
    #expect(try roundTrip([EmptyObject(), EmptyObject()]).count == 2)
  }
}

@Suite("Enumerations in Swift models") struct EnumerationTests {
  @Test("RawRepresentable types and option sets are archived as their raw values") func rawValues() throws {
    var holder = EnumerationHolder()
    holder.suit = .clubs
    holder.suits = [.default, .hearts]
    holder.bySuit = [.spades: 1, .clubs: 2]
    holder.level = .high
    holder.tiny = .b
    holder.permissions = [.read, .write]
    holder.identifier = Identifier(rawValue: "id")
    try expectRoundTrip(holder)
    for suit in Suit.allCases { try expectRoundTrip(suit) }
    try expectRoundTrip(Permissions(rawValue: 0xFFFF))
    #expect(throws: ArchiveError.self) {
      try ArchiveDecoder().decode(Suit.self, from: try ArchiveEncoder().encode("diamonds"))
    }
    #expect(throws: ArchiveError.self) { try ArchiveDecoder().decode(Tiny.self, from: try ArchiveEncoder().encode(1)) }
  }

  @Test("Cases without values are their names, earlier ones too") func plainCases() throws {
    for day in [Weekday.monday, .tuesday, .sunday] { try expectRoundTrip(day) }
    let names = ["monday": Weekday.monday, "so": .sunday, "domingo": .sunday]
    for (name, day) in names {
      #expect(try ArchiveDecoder().decode(Weekday.self, from: try ArchiveEncoder().encode(name)) == day)
    }
    #expect(throws: ArchiveError.self) {
      try ArchiveDecoder().decode(Weekday.self, from: try ArchiveEncoder().encode("sunday"))
    }
  }

  static let figures: [Figure] = [
    .empty, .circle(radius: 0.5), .rectangle(width: 1, height: 2), .polygon([Coordinates(x: 1, y: 2)]), .polygon([]),
    .text("t", size: 3), .pair(4, 5), .weighted(6), .weighted(7, weight: 8), .styled(name: "s", color: 9),
    .default(in: 10), .samples([0.5]), .nested(.sunday),
  ]

  @Test("Cases with values", arguments: figures) func valueCases(figure: Figure) throws {
    try expectRoundTrip(figure)
    var holder = EnumerationHolder()
    holder.figure = figure
    holder.maybeFigure = figure
    holder.figures = Self.figures
    holder.named = ["f": figure]
    holder.day = .sunday
    holder.days = [.monday, .sunday]
    holder.maybeDay = .tuesday
    try expectRoundTrip(holder)
  }

  @Test("A case's value has its key, and its default when that is missing") func payloadKeys() throws {
    var holder = EnumerationHolder()
    holder.figure = .styled(name: "n", color: 1)
    #expect(try archivedKeys(holder).isSuperset(of: ["figure", "figure.styled.name", "figure.styled.c"]))
    let data = try HandMade(("case", "styled"), ("styled.name", "n")).data(as: "Figure")
    #expect(try ArchiveDecoder().decode(Figure.self, from: data) == .styled(name: "n", color: 7))
  }

  @Test("Enumerations that contain themselves") func indirect() throws {
    let sum = Expression.sum(
      .negated(.number(1)), .product(left: .number(2), right: .call(name: "f", arguments: [.number(3)])))
    try expectRoundTrip(sum)
    let tree = Tree.node(.node(.leaf, 1, .leaf), 2, .leaf)
    try expectRoundTrip(tree)
    let json = Json.object(["a": .array([.null, .number(1), .text("t"), .object([:])])])
    try expectRoundTrip(json)
    let menu = Menu(
      title: "m", entries: [.separator, .item(title: "i"), .submenu(Menu(title: "s", entries: [.item(title: "j")]))])
    try expectRoundTrip(menu)
    var holder = EnumerationHolder()
    (holder.expression, holder.tree, holder.json, holder.menu) = (sum, tree, json, menu)
    try expectRoundTrip(holder)
  }

  @Test("Values that are tuples, ranges, protocols and objects") func loose() throws {
    guard case .tuple((1, "a")) = try roundTrip(Loose.tuple((1, "a"))) else { throw Unexpected() }
    guard case .labelled((x: 1, y: 2), let pairs) = try roundTrip(Loose.labelled(place: (x: 1, y: 2), [(3, 4)])),
      pairs.first ?? (0, 0) == (3, 4)
    else { throw Unexpected() }
    guard case .range(1..<2) = try roundTrip(Loose.range(1..<2)) else { throw Unexpected() }
    guard case .shape(let shape) = try roundTrip(Loose.shape(Square(side: 2))) else { throw Unexpected() }
    #expect(shape as? Square == Square(side: 2))
    guard case .shapes(let shapes) = try roundTrip(Loose.shapes(["d": Disc(radius: 1)])) else { throw Unexpected() }
    #expect(shapes["d"] as? Disc == Disc(radius: 1))
    guard case .vertex(nil) = try roundTrip(Loose.vertex(nil)) else { throw Unexpected() }
    let vertex = Vertex()
    vertex.target = .vertex(vertex)
    guard case .vertex(let copy?) = try roundTrip(Loose.vertex(vertex)), case .vertex(let own) = copy.target else {
      throw Unexpected()
    }
    #expect(own === copy)
    (vertex.target, copy.target) = (.none, .none)
    guard case .maybe(nil, text: "t") = try roundTrip(Loose.maybe(nil, text: "t")) else { throw Unexpected() }
  }
}

struct Unexpected: Error {}

@Suite("Generic Swift models") struct GenericTests {
  @Test("Structs and enumerations") func values() throws {
    try expectRoundTrip(Box(value: 1, label: "one"))
    try expectRoundTrip(Box(value: [Box(value: "t")]))
    try expectRoundTrip(Box<Int?>(value: nil))
    try expectRoundTrip(Pair(first: "f", second: 2, seconds: [3], byFirst: ["g": 4]))
    try expectRoundTrip(Either<Int, String>.left(1))
    try expectRoundTrip(Either<Int, Box<String>>.both(left: 1, right: Box(value: "r")))
    try expectRoundTrip(Either<Int, Int>.neither)
    #expect(Box<Int>.archivedClassName == "Box<Int>")
  }

  @Test("Objects, and all of it together") func objects() throws {
    let keeper = Keeper()
    keeper.name = "k"
    let cell = Cell(value: 1)
    cell.next = Cell(value: 2)
    cell.next?.previous = cell
    keeper.cell = Cell(value: keeper)
    let uses = GenericUses(
      number: Box(value: 1), text: Box(value: "t"), list: Box(value: ["l"]), place: Box(value: Coordinates(x: 1, y: 2)),
      nested: Box(value: Box(value: nil)), pair: Pair(first: "p", second: Box(value: 3)), either: .right("e"),
      eithers: [.left(Box(value: 4)), .neither, .right(["a"])], cell: cell, cells: ["c": Cell(value: Box(value: "v"))],
      chain: .link(1, .link(2, .end)), ranked: Ranked(values: [3, 1], best: 3), object: Box(value: keeper))
    let copy = try roundTrip(uses)
    #expect(copy.number == uses.number && copy.text == uses.text && copy.list == uses.list && copy.place == uses.place)
    #expect(copy.nested == uses.nested && copy.pair == uses.pair && copy.either == uses.either)
    #expect(copy.eithers == uses.eithers)
    #expect(copy.cell?.next?.value == 2)
    #expect(copy.cell?.next?.previous === copy.cell)
    #expect(copy.cells["c"]?.value == Box(value: "v"))
    guard case .link(1, .link(2, .end)) = copy.chain else { throw Unexpected() }
    #expect(copy.ranked.values == [3, 1])
    let keeperCopy = try #require(copy.object.value)
    #expect(keeperCopy.cell?.value === keeperCopy)
    (keeper.cell, keeperCopy.cell) = (nil, nil)
  }
}
