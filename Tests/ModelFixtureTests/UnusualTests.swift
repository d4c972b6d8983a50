import ArchiveRuntime
import Foundation
import Testing

@testable import ModelFixtures

@Suite("Unusual declarations") struct UnusualTests {
  @Test("Names between backticks, of types, properties, cases and labels") func spacedNames() throws {
    var value = `Spaced name`()
    (value.`a b`, value.`1st`, value.inner.`x y`) = (4, 5, 6)
    try expectRoundTrip(value)
    for element in [`Spaced case`.`a b`(`q r`: 7), .`self`, .`init`, .`2nd`] { try expectRoundTrip(element) }
    let object = `Sub-class`()
    (object.`my name`, object.`2nd`, object.pair, object.any) = ("x", [value], (8, 9), value)
    object.`w w` = object
    let copy = try roundTrip(object)
    #expect(copy.`my name` == "x" && copy.`2nd` == [value] && copy.pair == (8, 9) && copy.`w w` === copy)
    #expect(copy.any as? `Spaced name` == value)
  }

  @Test("Types that are called as Swift's own") func ownNames() throws {
    let holder = Own.Holder()
    (holder.type, holder.types) = (.b(.init(x: 2)), [.a, .b(.init(x: 3))])
    (holder.proto, holder.error, holder.string) = (.init(flag: true, number: 2), .f, .init(x: 4))
    (holder.flags, holder.names) = ([.init(text: "u")], ["n"])
    #expect(try roundTrip(holder) == holder)
    let type: Own.`Type` = .b(.init(x: 5))
    try expectRoundTrip(type)
    let hiding = Hiding()
    (hiding.day, hiding.own) = (Foundation.Date(timeIntervalSinceReferenceDate: 9), .never)
    let copy = try roundTrip(hiding)
    #expect(copy.day == hiding.day && copy.own == .never)
  }

  @Test("Classes of one hierarchy whose names differ by a dot only") func dottedNames() throws {
    let entry = Outline.Entry()
    (entry.title, entry.level, entry.line) = ("t", 1, 2)
    let copy = try #require(try roundTrip(entry as Outline) as? Outline.Entry)
    #expect(copy.title == "t" && copy.level == 1 && copy.line == 2)
  }

  @Test("Raw values that are characters, computed, generic, or of cases with values") func rawValues() throws {
    for grade in [Grade.a, .e, .family] { try expectRoundTrip(grade) }
    for blend in [Blend.normal, .multiply, .other("dodge")] { try expectRoundTrip(blend) }
    for level in [Threshold.none, .other(4)] { try expectRoundTrip(level) }
    try expectRoundTrip(Fork.pair(.leaf, .pair(.leaf, .leaf)))
    let tags = Tags(
      id: Tagged(rawValue: "i"), number: Tagged(rawValue: 3),
      lists: [Tagged(rawValue: [1, 2]): Tagged(rawValue: .other(5))], maybe: Tagged(rawValue: "m"),
      grades: [.family, .a], weight: .heavy, blends: [.other("b"): .none], tree: .pair(.leaf, .leaf))
    try expectRoundTrip(tags)
    // A case with a value is its raw value, and nothing else.
    var encoder = ArchiveWriter()
    try encoder.encode(Blend.other("dodge"), forKey: "blend")
    let decoder = try ArchiveReader(try encoder.finish())
    #expect(try decoder.decode(String.self, forKey: "blend") == "dodge")
  }

  @Test("A text of several characters is no character") func severalCharacters() throws {
    for text in ["", "AB"] {
      var encoder = ArchiveWriter()
      try encoder.encode(text, forKey: "grade")
      let decoder = try ArchiveReader(try encoder.finish())
      #expect(throws: ArchiveError.self) { try decoder.decode(Grade.self, forKey: "grade") }
    }
  }

  @Test("An initializer fits by the type that its parameter's spelling means") func spelledTypes() throws {
    let mention = Mention(
      id: "a", when: 2, names: ["n"], parent: Mention(id: "b", when: 1, names: [], parent: nil))
    #expect(try roundTrip(mention) == mention)
  }
}
