import ArchiveRuntime
import Foundation
import Testing

@testable import ModelFixtures

@Suite("Types that are archived by their own coding") struct OwnCodedTests {
  private func receipt(_ number: Int, _ lines: [String]) throws -> OwnReceipt {
    let json = try JSONSerialization.data(withJSONObject: ["number": number, "lines": lines])
    return try JSONDecoder().decode(OwnReceipt.self, from: json)
  }

  private func ledger() -> OwnLedger {
    let account = OwnAccount(secret: "abc", owner: "Ada")
    var ledger = OwnLedger(account: account, always: OwnAlways(["x", "y"]))
    ledger.accounts = [account, OwnAccount(secret: "", owner: "Bo")]
    ledger.byName = ["one": OwnChoice([1]), "none": OwnChoice([])]
    ledger.members = [account]
    ledger.best = OwnAccount(secret: "é", owner: "Cy")
    ledger.rank = .other(7)
    ledger.ranks = [.low, nil, .other(-1)]
    ledger.components = DateComponents(year: 1999, month: 12, day: 31)
    ledger.person = PersonNameComponents(givenName: "Ada")
    ledger.days = [DateComponents(day: 1), DateComponents()]
    ledger.count = -4
    ledger.due = .at(DateComponents(hour: 9), .other(2))
    return ledger
  }

  @Test("Private properties, keys of its own, single values, generics and types of other modules come back equal")
  func values() throws {
    try expectRoundTrip(ledger())
    try expectRoundTrip(OwnLedger(account: OwnAccount(secret: "s", owner: "o")))
    try expectRoundTrip(OwnAccount(secret: "s", owner: "o"))
    try expectRoundTrip(OwnRank.other(3))
    try expectRoundTrip(OwnChoice([1, 2]))
    try expectRoundTrip(
      OwnCodedLedger(account: OwnAccount(secret: "s", owner: "o"), components: DateComponents(year: 1)))
  }

  @Test("A class whose only initializer is the compiler's is archived, and what refers to it gets copies")
  func classes() throws {
    let shop = OwnShop(shape: OwnShape(name: "plain"))
    let shared = try receipt(5, ["tea", "salt"])
    shop.receipts = [shared, shared]
    shop.square = OwnSquare(name: "square", side: 2)
    let copy = try roundTrip(shop)
    #expect(copy.receipts.map(\.text) == ["tea, salt", "tea, salt"] && copy.receipts[0] !== copy.receipts[1])
    #expect(copy.shape.shown == "plain" && copy.square?.shown == "square 2.0")
    #expect(try roundTrip(shared).number == 5)
  }

  @Test("The keys are those that the type chooses, and the archive has no name of the type") func keys() throws {
    let data = try ArchiveEncoder().encode(OwnAccount(secret: "abc", owner: "Ada"))
    #expect(try archivedClassNames(data) == ["NSDictionary"])
    struct Stored: Codable, Equatable { let s, o: String }
    #expect(try ArchiveDecoder().decode(codable: Stored.self, from: data) == Stored(s: "cba", o: "Ada"))
  }

  @Test("A generated Codable conformance encodes such values as they encode themselves") func codable() throws {
    let ledger = OwnCodedLedger(account: OwnAccount(secret: "ab", owner: "o"), components: DateComponents(year: 3))
    let json = try JSONEncoder().encode(ledger)
    #expect(try JSONDecoder().decode(OwnCodedLedger.self, from: json) == ledger)
    let object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: [String: Any]])
    #expect(object["account"]?["s"] as? String == "ba" && object["components"]?["year"] as? Int == 3)
  }

  @Test("An error in such a value names the path to it") func errors() throws {
    var other = ArchiveWriter()
    try other.encode("text", forKey: "account")
    let error = #expect(throws: ArchiveError.self) {
      try ArchiveReader(try other.finish()).decode(OwnAccount.self, forKey: "account")
    }
    #expect(error?.path == "account")
  }

  @Test("A missing value takes the property's initial value, and a former key is read") func evolution() throws {
    var archive = ArchiveWriter()
    try archive.encode(OwnAccount(secret: "s", owner: "o"), forKey: "account")
    try archive.encode(OwnRank.other(9), forKey: "level")
    let ledger = try ArchiveReader(try archive.finish()).decode(OwnLedger.self, forKey: "")
    #expect(ledger.rank == .other(9) && ledger.components == DateComponents(year: 2026) && ledger.person == nil)
  }
}
