import ArchiveRuntime
import Foundation
import Testing

@testable import ModelFixtures

/// Archives that Foundation's archiver wrote by a class's own coding methods, read by generated code.
@Suite struct OldCodingTests {
  private func archive(_ root: NSObject) throws -> Data {
    try NSKeyedArchiver.archivedData(withRootObject: root, requiringSecureCoding: false)
  }

  private func fill<Kind: Poster>(_ poster: Kind) -> Kind {
    poster.paper = .rough
    poster.copies = -12
    poster.weight = 0.1
    poster.isFramed = true
    poster.printed = Date(timeIntervalSinceReferenceDate: 1.25)
    poster.image = Data([0, 255, 7])
    poster.tags = ["a", "b", "a"]
    poster.sizes = [1, -2, 1 << 40]
    poster.prices = ["large": 9.5, "small": 2]
    poster.colors = ["red", "blue"]
    poster.frame = CGRect(x: 1, y: 2.5, width: 3, height: 4)
    poster.source = URL(string: "http://x.org/a?b")
    poster.number = UUID()
    poster.artist = PosterArtist(name: "Henri", born: 1864)
    poster.papers = [.glossy, .rough]
    poster.ribbon = 9
    poster.subtitle = "Rouge"
    poster.raw = [9, 8, 7]
    return poster
  }

  private func expectSame(_ copy: Poster, _ poster: Poster) {
    #expect(copy.title == poster.title && copy.count == poster.count && copy.copies == poster.copies)
    #expect(copy.paper == poster.paper && copy.weight == poster.weight && copy.isFramed == poster.isFramed)
    #expect(copy.printed == poster.printed && copy.image == poster.image && copy.tags == poster.tags)
    #expect(copy.sizes == poster.sizes && copy.prices == poster.prices && copy.colors == poster.colors)
    #expect(copy.frame == poster.frame && copy.source == poster.source && copy.number == poster.number)
    #expect(copy.artist?.name == poster.artist?.name && copy.artist?.born == poster.artist?.born)
    #expect(copy.papers == poster.papers && copy.ribbon == poster.ribbon && copy.subtitle == poster.subtitle)
    #expect(copy.raw == poster.raw)
  }

  @Test("Every value of an old archive is read") func everyValue() throws {
    let poster = fill(Poster(title: "Moulin", count: 3_000_000_000))
    let copy = try ArchiveDecoder().decode(Poster.self, from: try archive(poster))
    expectSame(copy, poster)
    #expect(copy.isNew)
  }

  @Test("nil, empty and missing values are read as such") func emptyValues() throws {
    let poster = Poster(title: "", count: 0)
    poster.artist = PosterArtist(name: "")
    let copy = try ArchiveDecoder().decode(Poster.self, from: try archive(poster))
    expectSame(copy, poster)
  }

  @Test("Other objects, and references that were conditional") func objects() throws {
    let poster = fill(Poster(title: "Moulin", count: 3_000_000_000))
    let other = Poster(title: "other", count: 1)
    other.original = poster
    let lost = Poster(title: "lost", count: 2)
    poster.original = lost
    poster.others = [other, SignedPoster(title: "signed", count: 3)]
    let copy = try ArchiveDecoder().decode(Poster.self, from: try archive(poster))
    #expect(copy.others.map(\.title) == ["other", "signed"])
    #expect(copy.others.first?.original === copy)
    #expect(copy.original == nil)
    #expect(copy.others.last is SignedPoster)
  }

  @Test("A subclass's values stand beside those of its superclass") func subclass() throws {
    let poster = fill(SignedPoster(title: "Moulin", count: 3))
    poster.signature = "HTL"
    let copy = try ArchiveDecoder().decode(SignedPoster.self, from: try archive(poster))
    expectSame(copy, poster)
    #expect(copy.signature == "HTL")
  }

  @Test("New archives have the old keys, and the old methods read them") func backwards() throws {
    let poster = fill(Poster(title: "Moulin", count: 3_000_000_000))
    let data = try ArchiveEncoder().encode(poster)
    expectSame(try ArchiveDecoder().decode(Poster.self, from: data), poster)
    let keys = try archivedKeys(poster)
    #expect(keys.isSuperset(of: ["PSTitle", "paper", "PSCount", "PSRibbon", "PSSubtitle", "isNew"]))
    let reader = try NSKeyedUnarchiver(forReadingFrom: data)
    NSKeyedUnarchiver.setClass(Poster.self, forClassName: "Poster")
    NSKeyedUnarchiver.setClass(PosterArtist.self, forClassName: "PosterArtist")
    let old = try #require(reader.decodeObject(of: Poster.self, forKey: "root"))
    #expect(old.title == "Moulin" && old.count == 3_000_000_000 && old.paper == .rough && old.subtitle == "Rouge")
  }

  @Test("A key that only the decoding had is an earlier one") func earlierKey() throws {
    let data = try HandMade(("PSTitle", "t"), ("PSCount", 1), ("PSSecondTitle", "old")).data(as: "ModelFixtures.Poster")
    #expect(try ArchiveDecoder().decode(Poster.self, from: data).subtitle == "old")
  }

  @Test("A value of another kind is an error and never nil") func otherKind() throws {
    let data = try HandMade(("PSTitle", "t"), ("PSCount", 1), ("PSPrinted", "yesterday"), ("PSNumber", 5))
      .data(as: "ModelFixtures.Poster")
    #expect(throws: ArchiveError.self) { try ArchiveDecoder().decode(Poster.self, from: data) }
  }
}

/// The example at the head of the page on coming from NSKeyedArchiver.
@Suite struct OldCodingExampleTests {
  @Test("An old archive is read, with a circle and the key before the last one") func oldFile() throws {
    let (soup, spicy) = (Recipe(name: "Soup"), Recipe(name: "Spicy soup"))
    (soup.servings, soup.course, soup.steps) = (2, .starter, ["Boil", "Stir"])
    soup.cooked = Date(timeIntervalSinceReferenceDate: 7)
    (soup.variants, spicy.original) = ([spicy], soup)
    let data = try NSKeyedArchiver.archivedData(withRootObject: soup, requiringSecureCoding: true)
    let copy = try ArchiveDecoder().decode(Recipe.self, from: data)
    #expect(copy.name == "Soup" && copy.servings == 2 && copy.course == .starter && copy.steps == ["Boil", "Stir"])
    #expect(copy.cooked == soup.cooked && copy.rating == 0)
    #expect(copy.variants.map(\.name) == ["Spicy soup"] && copy.variants.first?.original === copy)
    let older = try HandMade(("RCName", "Soup"), ("RCMethod", ["Boil"])).data(as: "ModelFixtures.Recipe")
    #expect(try ArchiveDecoder().decode(Recipe.self, from: older).steps == ["Boil"])
  }

  @Test("The page shows the code that is compiled here") func page() throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let source = try String(contentsOf: tests.appendingPathComponent("Models/OldCodingExample.swift"), encoding: .utf8)
    let page = try String(
      contentsOf: tests.deletingLastPathComponent().appendingPathComponent(
        "Sources/ArchiveRuntime/ArchiveRuntime.docc/ComingFromNSKeyedArchiver.md"), encoding: .utf8)
    let start = try #require(source.range(of: "// example: first\n")?.upperBound)
    let end = try #require(source.range(of: "// end\n")?.lowerBound)
    #expect(page.contains("```swift\n\(source[start..<end])```"))
  }
}
