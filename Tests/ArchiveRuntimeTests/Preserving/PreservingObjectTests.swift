import ArchiveEvolution
import Foundation
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

private struct Point: ArchivableRecord, Equatable {
  var x: UInt32
  static let archiveSchema = RecordSchema("point", size: 4, alignment: 4, fields: [.scalar("x", .u32, at: 0)])
}

private struct ColouredPoint: ArchivableRecord, Equatable {
  var x: UInt32
  var colour: UInt32
  static let archiveSchema = RecordSchema(
    "point", size: 8, alignment: 4, fields: [.scalar("x", .u32, at: 0), .scalar("colour", .u32, at: 4)])
}

/// Release 1.1: everything here that `Old` has not is unknown to 1.0.
private enum New {
  final class Team: ArchivableClass {
    var name = ""
    var members: [Person] = []
    var captain: Person?
    var badge: Badge?
    var points: [ColouredPoint] = []
    var places: [Place] = []
    var byName: [String: Place] = [:]
    static var archivedClassName: String { "Team" }
    init() {}
    init(from decoder: ObjectDecoder) throws {
      name = try decoder.decode(String.self, forKey: "name")
      points = try decoder.decode([ColouredPoint].self, forKey: "points")
      places = try decoder.decode([Place].self, forKey: "places")
      byName = try decoder.decode([String: Place].self, forKey: "byName")
    }
    func connect(from decoder: ObjectDecoder) throws {
      members = try decoder.decode([Person].self, forKey: "members")
      captain = try decoder.decodeIfPresent(Person.self, forKey: "captain")
      badge = try decoder.decodeIfPresent(Badge.self, forKey: "badge")
    }
    func encode(to encoder: ObjectEncoder) throws {
      try encoder.encode(name, forKey: "name")
      try encoder.encode(members, forKey: "members")
      try encoder.encode(captain, forKey: "captain")
      try encoder.encode(badge, forKey: "badge")
      try encoder.encode(points, forKey: "points")
      try encoder.encode(places, forKey: "places")
      try encoder.encode(byName, forKey: "byName")
    }
  }

  final class Person: ArchivableClass {
    var name = ""
    var nickname = ""
    var friend: Person?
    var badge: Badge?
    var home = Place()
    static var archivedClassName: String { "Person" }
    init() {}
    init(from decoder: ObjectDecoder) throws {
      name = try decoder.decode(String.self, forKey: "name")
      nickname = try decoder.decodeIfPresent(String.self, forKey: "nickname") ?? "none"
      home = try decoder.decode(Place.self, forKey: "home")
    }
    func connect(from decoder: ObjectDecoder) throws {
      friend = try decoder.decodeIfPresent(Person.self, forKey: "friend")
      badge = try decoder.decodeIfPresent(Badge.self, forKey: "badge")
    }
    func encode(to encoder: ObjectEncoder) throws {
      try encoder.encode(name, forKey: "name")
      try encoder.encode(nickname, forKey: "nickname")
      try encoder.encode(friend, forKey: "friend")
      try encoder.encode(badge, forKey: "badge")
      try encoder.encode(home, forKey: "home")
    }
  }

  /// A class that 1.0 does not have.
  final class Badge: ArchivableClass {
    var text = ""
    var owner: Person?
    var next: Badge?
    static var archivedClassName: String { "Badge" }
    init() {}
    init(from decoder: ObjectDecoder) throws { text = try decoder.decode(String.self, forKey: "text") }
    func connect(from decoder: ObjectDecoder) throws {
      owner = try decoder.decodeIfPresent(Person.self, forKey: "owner")
      next = try decoder.decodeIfPresent(Badge.self, forKey: "next")
    }
    func encode(to encoder: ObjectEncoder) throws {
      try encoder.encode(text, forKey: "text")
      try encoder.encode(owner, forKey: "owner")
      try encoder.encode(next, forKey: "next")
    }
  }

  struct Place: ArchivableComposite, Equatable {
    var street = ""
    var floor = 0
    static var archivedClassName: String { "Place" }
    init(_ street: String = "", _ floor: Int = 0) { (self.street, self.floor) = (street, floor) }
    init(from decoder: ObjectDecoder) throws {
      street = try decoder.decode(String.self, forKey: "street")
      floor = try decoder.decode(Int.self, forKey: "floor")
    }
    func encode(to encoder: ObjectEncoder) throws {
      try encoder.encode(street, forKey: "street")
      try encoder.encode(floor, forKey: "floor")
    }
  }
}

private enum Old {
  final class Team: ArchivableClass {
    var name: String
    var members: [Person] = []
    var points: [Point]
    var places: [Place]
    var byName: [String: Place]
    static var archivedClassName: String { "Team" }
    init(from decoder: ObjectDecoder) throws {
      name = try decoder.decode(String.self, forKey: "name")
      points = try decoder.decode([Point].self, forKey: "points")
      places = try decoder.decode([Place].self, forKey: "places")
      byName = try decoder.decode([String: Place].self, forKey: "byName")
    }
    func connect(from decoder: ObjectDecoder) throws {
      members = try decoder.decode([Person].self, forKey: "members")
    }
    func encode(to encoder: ObjectEncoder) throws {
      try encoder.encode(name, forKey: "name")
      try encoder.encode(members, forKey: "members")
      try encoder.encode(points, forKey: "points")
      try encoder.encode(places, forKey: "places")
      try encoder.encode(byName, forKey: "byName")
    }
  }

  final class Person: ArchivableClass {
    var name: String
    var friend: Person?
    var home: Place
    static var archivedClassName: String { "Person" }
    init(_ name: String) { (self.name, home) = (name, Place()) }
    init(from decoder: ObjectDecoder) throws {
      name = try decoder.decode(String.self, forKey: "name")
      home = try decoder.decode(Place.self, forKey: "home")
    }
    func connect(from decoder: ObjectDecoder) throws {
      friend = try decoder.decodeIfPresent(Person.self, forKey: "friend")
    }
    func encode(to encoder: ObjectEncoder) throws {
      try encoder.encode(name, forKey: "name")
      try encoder.encode(friend, forKey: "friend")
      try encoder.encode(home, forKey: "home")
    }
  }

  struct Place: ArchivableComposite, Equatable {
    var street = ""
    static var archivedClassName: String { "Place" }
    init() {}
    init(from decoder: ObjectDecoder) throws { street = try decoder.decode(String.self, forKey: "street") }
    func encode(to encoder: ObjectEncoder) throws { try encoder.encode(street, forKey: "street") }
  }
}

@Suite("What an older program does not know survives its load and save: objects")
struct PreservingObjectTests {
  /// A team in which everybody knows everybody.
  private func team() -> New.Team {
    let team = New.Team()
    let (ann, ben, cat) = (New.Person(), New.Person(), New.Person())
    (ann.name, ben.name, cat.name) = ("Ann", "Ben", "Cat")
    (ann.nickname, ben.nickname, cat.nickname) = ("A", "B", "C")
    (ann.friend, ben.friend) = (ben, ann)
    let (gold, silver) = (New.Badge(), New.Badge())
    (gold.text, silver.text) = ("gold", "silver")
    (gold.next, silver.next) = (silver, gold)
    (gold.owner, silver.owner) = (ann, ben)
    ann.badge = gold
    ann.home = .init("High Street", 3)
    ben.home = .init("Low Street", 4)
    team.badge = silver
    team.name = "first"
    team.members = [ann, ben, cat]
    team.captain = cat
    team.points = [ColouredPoint(x: 1, colour: 10), ColouredPoint(x: 2, colour: 20)]
    team.places = [.init("a", 1), .init("b", 2), .init("c", 3)]
    team.byName = ["one": .init("d", 4), "two": .init("e", 5)]
    return team
  }

  private func strict() -> ArchiveDecoder {
    var decoder = ArchiveDecoder()
    decoder.unknownKeys = .reject
    return decoder
  }

  @Test(
    "Objects keep their properties, with references to known and unknown objects, in circles", arguments: [false, true])
  func objects(isXML: Bool) throws {
    var encoder = ArchiveEncoder()
    encoder.outputFormat = isXML ? .xml : .binary
    let decoder = ArchiveDecoder(preservingUnknown: true)
    let old = try decoder.decode(Old.Team.self, from: try encoder.encode(team()))
    #expect(decoder.isFromNewerRelease)
    #expect(decoder.unknownKeys.contains("root.captain") && decoder.unknownKeys.contains("root.members[0].nickname"))
    old.name = "second"
    old.members[0].name = "Anna"
    old.members.insert(Old.Person("Dan"), at: 0)
    old.members.swapAt(1, 2)
    old.points.reverse()
    old.places.swapAt(0, 1)
    (old.byName["one"], old.byName["two"]) = (old.byName["two"], old.byName["one"])
    old.byName["three"] = Old.Place()
    let data = try ArchiveEncoder(preserving: decoder).encode(old)
    let error = #expect(throws: ArchiveError.self, "a new value lacks what only 1.1 writes") {
      try strict().decode(New.Team.self, from: data)
    }
    #expect(error?.code == .missingKey)
    old.byName["three"] = nil
    old.members[0].home.street = "new"
    old.members.remove(at: 0)
    let new = try strict().decode(New.Team.self, from: try ArchiveEncoder(preserving: decoder).encode(old))
    #expect(new.name == "second" && new.members.map(\.name) == ["Ben", "Anna", "Cat"])
    #expect(new.members.map(\.nickname) == ["B", "A", "C"] && new.captain === new.members[2])
    let (ben, ann) = (new.members[0], new.members[1])
    #expect(ann.friend === ben && ben.friend === ann)
    #expect(ann.home == .init("High Street", 3) && ben.home == .init("Low Street", 4))
    #expect(ann.badge?.text == "gold" && ann.badge?.owner === ann && ann.badge?.next === new.badge)
    #expect(new.badge?.owner === ben && new.badge?.next === ann.badge)
    #expect(new.points == [ColouredPoint(x: 2, colour: 20), ColouredPoint(x: 1, colour: 10)])
    #expect(new.places == [.init("b", 2), .init("a", 1), .init("c", 3)])
    #expect(new.byName == ["one": .init("e", 5), "two": .init("d", 4)])
    // Objects let go of each other.
    for person in new.members { (person.friend, person.badge) = (nil, nil) }
  }

  @Test("What is removed goes with what it had; what something unknown leads to stays")
  func removed() throws {
    let decoder = ArchiveDecoder(preservingUnknown: true)
    let old = try decoder.decode(Old.Team.self, from: try ArchiveEncoder().encode(team()))
    // Cat is the captain, which 1.0 does not know.
    old.members.removeLast()
    let data = try ArchiveEncoder(preserving: decoder).encode(old)
    let new = try strict().decode(New.Team.self, from: data)
    #expect(new.members.count == 2 && new.captain?.name == "Cat" && new.captain?.nickname == "C")
    for person in new.members { (person.friend, person.badge) = (nil, nil) }
  }

  @Test("Values that were changed, and objects made anew, are errors that name the keys")
  func lost() throws {
    let decoder = ArchiveDecoder(preservingUnknown: true)
    let data = try ArchiveEncoder().encode(team())
    func expectLoss(_ key: String, _ change: (Old.Team) -> Void) throws {
      let old = try decoder.decode(Old.Team.self, from: data)
      change(old)
      let error = #expect(throws: ArchiveError.self) { try ArchiveEncoder(preserving: decoder).encode(old) }
      #expect(error?.code == .unknownDataLost, "\(String(describing: error))")
      #expect(error?.details.keys.contains { $0.hasSuffix(key) } == true, "\(String(describing: error))")
      for person in old.members { person.friend = nil }
    }
    try expectLoss("Place.floor") { $0.places[0].street = "A" }
    try expectLoss("Place.floor") { team in
      team.places.swapAt(0, 2)
      team.places[1].street = "B"
    }
    try expectLoss("Place.floor") { $0.byName["one"]?.street = "D" }
    try expectLoss("points[].colour") { $0.points[0].x = 9 }
    try expectLoss("points[].colour") { $0.points = [Point(x: 2), Point(x: 3)] }
    try expectLoss("Person.nickname") { $0.members = [Old.Person("Ann"), Old.Person("Ben")] }
  }

  /// A value whose only known property is an object.
  private struct Row: ArchivableComposite {
    var person: New.Person
    var note = ""
    static var archivedClassName: String { "Row" }
    init(_ person: New.Person, _ note: String) { (self.person, self.note) = (person, note) }
    init(from decoder: ObjectDecoder) throws {
      person = try decoder.decode(New.Person.self, forKey: "person")
      note = try decoder.decode(String.self, forKey: "note")
    }
    func encode(to encoder: ObjectEncoder) throws {
      try encoder.encode(person, forKey: "person")
      try encoder.encode(note, forKey: "note")
    }
  }

  private struct OldRow: ArchivableComposite {
    var person: Old.Person
    static var archivedClassName: String { "Row" }
    init(from decoder: ObjectDecoder) throws { person = try decoder.decode(Old.Person.self, forKey: "person") }
    func encode(to encoder: ObjectEncoder) throws { try encoder.encode(person, forKey: "person") }
  }

  @Test("Values of a list that differ by the objects that they refer to are not taken for each other")
  func rows() throws {
    let rows = ["Ann", "Ben"].map { name in
      let person = New.Person()
      person.name = name
      return Row(person, "of \(name)")
    }
    let decoder = ArchiveDecoder(preservingUnknown: true)
    let old = try decoder.decode([OldRow].self, from: try ArchiveEncoder().encode(rows))
    old[0].person.name = "Anna"
    let saved = try ArchiveEncoder(preserving: decoder).encode(old)
    let new = try strict().decode([Row].self, from: saved)
    #expect(new.map(\.note) == ["of Ann", "of Ben"] && new.map(\.person.name) == ["Anna", "Ben"])
    let turned = try strict().decode(
      [Row].self, from: ArchiveEncoder(preserving: decoder).encode(Array(old.reversed())))
    #expect(turned.map(\.note) == ["of Ben", "of Ann"] && turned.map(\.person.name) == ["Ben", "Anna"])
  }

  @Test("Objects of several values in one archive, and values that nobody read")
  func several() throws {
    var encoder = ArchiveWriter()
    let team = team()
    try encoder.encode(team.members[0], forKey: "ann")
    try encoder.encode(team.members[1], forKey: "ben")
    try encoder.encode(team.places, forKey: "places")
    let decoder = try ArchiveReader(encoder.finish(), settings: ArchiveDecoder(preservingUnknown: true))
    let (ann, ben) = try decoder.readValues { top in
      (try top.decode(Old.Person.self, forKey: "ann"), try top.decode(Old.Person.self, forKey: "ben"))
    }
    ann.name = "Anna"
    var saving = ArchiveWriter(settings: ArchiveEncoder(preserving: decoder))
    try saving.encode(ann, forKey: "ann")
    try saving.encode(ben, forKey: "ben")
    let reading = try ArchiveReader(saving.finish())
    let (newAnn, newBen) = try reading.readValues { top in
      (try top.decode(New.Person.self, forKey: "ann"), try top.decode(New.Person.self, forKey: "ben"))
    }
    #expect(newAnn.name == "Anna" && newAnn.nickname == "A" && newAnn.friend === newBen && newBen.nickname == "B")
    #expect(newAnn.badge?.next?.owner === newBen)
    #expect(try reading.decode([New.Place].self, forKey: "places") == team.places)
    (ann.friend, newAnn.friend, newAnn.badge) = (nil, nil, nil)
  }

  @Test("A chain of a hundred thousand unknown objects is copied without recursion")
  func chain() throws {
    let person = New.Person()
    person.name = "Ann"
    var badges = [New.Badge()]
    for number in 1..<100_000 {
      let badge = New.Badge()
      badge.text = "\(number)"
      badges[number - 1].next = badge
      badges.append(badge)
    }
    person.badge = badges[0]
    let decoder = ArchiveDecoder(preservingUnknown: true)
    let old = try decoder.decode(Old.Person.self, from: try ArchiveEncoder().encode(person))
    let data = try ArchiveEncoder(preserving: decoder).encode(old)
    let new = try strict().decode(New.Person.self, from: data)
    var count = 0
    var next = new.badge
    new.badge = nil
    while let badge = next {
      count += 1
      next = badge.next
      badge.next = nil
    }
    #expect(count == 100_000)
    for badge in badges { badge.next = nil }
  }
}
