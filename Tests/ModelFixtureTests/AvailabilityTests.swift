import ArchiveRuntime
import Foundation
import Testing

@testable import ModelFixtures

@Suite("Deprecated types, and names that stand for others") struct AvailabilityTests {
  @Test("Deprecated types and the deprecated properties of classes are archived, with their links", .enabled(if: true))
  @available(*, deprecated)
  func deprecated() throws {
    let shelf = WideRack(name: "top")
    (shelf.height, shelf.width, shelf.neighbour) = (5, 7, shelf)
    shelf.old = OldRack()
    shelf.old?.boxes = [OldBox(width: 3), OldBox(width: 4)]
    let copy = try roundTrip(shelf)
    #expect(copy.name == "top" && copy.height == 5 && copy.width == 7 && copy.neighbour === copy)
    #expect(copy.old?.boxes == [OldBox(width: 3), OldBox(width: 4)])
    try expectRoundTrip([OldNames.Inner(text: "a")])
    try expectRoundTrip(OldNames.Kind.large)
    let row = RackRow()
    (row.height, row.next) = (9, RackRow())
    let rows = try roundTrip([row, row.next].compactMap(\.self))
    #expect(rows.map(\.height) == [9, 1] && rows[0].next === rows[1])
  }

  @Test("The ID of an Identifiable type is the type of its id")
  func identifiers() throws {
    let item = KnownThing(id: UUID(), tags: ["a"])
    try expectRoundTrip(KnownSelection(items: [item], selected: item.id))
  }

  @Test("A Codable struct without archived properties") func nothing() throws {
    try expectRoundTrip(NothingArchived())
    #expect(try String(bytes: JSONEncoder().encode(NothingArchived(cache: 4)), encoding: .utf8) == "{}")
    #expect(try JSONDecoder().decode(NothingArchived.self, from: Data("{}".utf8)).cache == 3)
  }

  @Test("A property of the type Any that has an initial value and is a parameter") func any() throws {
    let copy = try roundTrip(AnyWithValue(any: "a", other: 2))
    #expect(copy.any as? String == "a" && copy.other as? Int == 2)
  }

  @Test("Generic parameters may have the names of types of other modules") func parameters() throws {
    try expectRoundTrip(Reply(data: 3, raw: Data([1]), more: [Data()]))
    try expectRoundTrip(NamedPart(label: "a", value: 2.5, names: ["b": 1]))
  }

  @Test("Keywords are the labels of values and of initializers")
  func labels() throws {
    try expectRoundTrip(Words.words(let: 1, var: 2, `inout`: 3))
    try expectRoundTrip(WordStruct(`inout`: 1, let: 2))
  }
}
