import ArchiveRuntime
import Foundation
import ModelFixtures
import Testing

/// Models whose keys are those of their `CodingKeys`.
@Suite struct AdoptedTests {
  private let subscriber = Subscriber(id: 7, fullName: "A B", mail: "a@b", plan: .team(seats: 3, "t"))

  @Test("An archive has the keys of the model's JSON, and what an attribute adds to them") func keys() throws {
    try expectRoundTrip(subscriber)
    let json = try JSONSerialization.jsonObject(with: JSONEncoder().encode(subscriber)) as? [String: Any]
    let names = Set(try #require(json).keys)
    #expect(names == ["id", "full_name", "e-mail", "plan"])
    let archived = try archivedKeys(subscriber)
    #expect(archived.isSuperset(of: names.union(["kept", "plan.group.n", "plan.group.name"])))
    #expect(!archived.contains { $0.hasPrefix("opened") })
    #expect((json?["plan"] as? [String: [String: Any]])?["group"]?.keys.sorted() == ["n", "name"])
  }

  @Test("A property that the keys leave out has its initial value after decoding") func leftOut() throws {
    var opened = subscriber
    opened.opened = ["x"]
    #expect(try roundTrip(opened) == subscriber)
    let json = try JSONDecoder().decode(Subscriber.self, from: JSONEncoder().encode(opened))
    #expect(json == subscriber)
  }

  @Test("Archives with the properties' names, of an earlier version of archivegen, are read") func earlier() throws {
    let made = HandMade(
      ("id", 7), ("fullName", "A B"), ("mail", "a@b" as String?), ("opened", ["x"]), ("kept", 1), ("plan", "team"),
      ("plan.team.seats", 3), ("plan.team.1", "t"))
    #expect(try ArchiveDecoder().decode(Subscriber.self, from: made.data(as: "Subscriber")) == subscriber)
  }
}
