import ArchiveRuntime
import Foundation
import Testing

@testable import ModelFixtures

@Suite("Properties of Swift models") struct PropertyTests {
  @Test("Stored properties are archived, and no others") func stored() throws {
    let gauge = Gauge(reading: 1.5, label: "l", unit: "Pa", serial: 7)
    #expect(try archivedKeys(gauge) == ["reading", "label", "unit", "serial"])
    gauge.history.append(9)
    gauge.reading = 2
    let copy = try roundTrip(gauge)
    #expect((copy.reading, copy.label, copy.unit, copy.serial) == (2, "l", "Pa", 7))
    #expect(copy.history == [2])
  }

  @Test("Decoding runs no observers") func observers() throws {
    let gauge = Gauge(reading: 1.5, label: "l", unit: "Pa", serial: 7)
    gauge.reading = 3
    #expect(gauge.observed == 1)
    #expect(try roundTrip(gauge).observed == 0)
    let before = Dial.observations
    let dial = try roundTrip(Dial(value: 5, limit: 6))
    #expect((dial.value, dial.limit) == (5, 6))
    #expect(Dial.observations == before)
    let empty = try ArchiveDecoder().decode(Dial.self, from: try HandMade().data(as: "Dial"))
    #expect((empty.value, empty.limit) == (1, 10))
  }

  @Test("A missing key gives the initial value, the written default, nil, or an error") func missing() throws {
    let value = try ArchiveDecoder().decode(
      Defaults.self, from: try HandMade(("need", 1), ("maybeNeeded", Int?.none)).data(as: "Defaults"))
    var expected = Defaults(given: 40, text: "y z", need: 1, packedGiven: [7], wide: 9)
    #expect(value == expected)
    expected.maybe = nil
    try expectRoundTrip(expected)
    for (need, maybe) in [(true, false), (false, true)] {
      let made = HandMade((need ? "need" : "x", 1), (maybe ? "maybeNeeded" : "y", 2))
      let error = #expect(throws: ArchiveError.self) {
        try ArchiveDecoder().decode(Defaults.self, from: try made.data(as: "Defaults"))
      }
      #expect(error == .missingKey(path: "root.\(need ? "maybeNeeded" : "need")"))
    }
  }

  @Test("Null is not a missing key") func null() throws {
    let data = try HandMade(("need", 1), ("maybeNeeded", 2), ("maybe", Int?.none), ("wide", Int?.none)).data(
      as: "Defaults")
    let value = try ArchiveDecoder().decode(Defaults.self, from: data)
    #expect(value.maybe == nil && value.wide == nil)
  }

  @Test("Earlier keys are read, the newest first") func earlierKeys() throws {
    let base: [(String, any ArchivableValue)] = [("need", 1), ("maybeNeeded", 2)]
    for (entries, renamed) in [
      ([("oldName", 5)], 5), ([("olderName", 6)], 6), ([("olderName", 6), ("oldName", 5)], 5),
      ([("olderName", 6), ("renamed", 4), ("oldName", 5)], 4),
    ] as [([(String, Int)], Int)] {
      var made = HandMade()
      made.entries = base + entries.map { ($0.0, $0.1 as any ArchivableValue) }
      #expect(try ArchiveDecoder().decode(Defaults.self, from: try made.data(as: "Defaults")).renamed == renamed)
    }
    let keyed = try HandMade(("need", 1), ("maybeNeeded", 2), ("keyed", 9), ("q", 8)).data(as: "Defaults")
    #expect(try ArchiveDecoder().decode(Defaults.self, from: keyed).keyed == 8)
    #expect(try archivedKeys(Defaults()).isSuperset(of: ["k", "renamed", "place.x"]))
  }

  @Test("The same for a class: constants, arguments of its initializer, and references") func classDefaults() throws {
    let value = try ArchiveDecoder().decode(ClassDefaults.self, from: try HandMade().data(as: "ClassDefaults"))
    #expect((value.fixed, value.maybe, value.count) == (11, nil, 7))
    #expect(value.place == Coordinates(x: 3, y: 4))
    #expect(value.friend == nil && value.friends.isEmpty && value.renamedFriend == nil)
    let friend = ClassDefaults(fixed: 1, maybe: "m", count: 2)
    friend.friends = [friend]
    friend.renamedFriend = friend
    let copy = try roundTrip(friend)
    #expect(copy.friends[0] === copy && copy.renamedFriend === copy)
    #expect((copy.fixed, copy.maybe, copy.count) == (1, "m", 2))
    (friend.friends, friend.renamedFriend, copy.friends, copy.renamedFriend) = ([], nil, [], nil)
    let old = try HandMade(("buddy", HandMadeObject([]))).data(as: "ClassDefaults")
    #expect(try ArchiveDecoder().decode(ClassDefaults.self, from: old).renamedFriend != nil)
  }

  @Test("Names that generated functions use themselves") func keywordObject() throws {
    let object = KeywordObject(default: 1, class: "c", decoder: 2, made: 3, key: 4, in: 5, `inout`: 6, self: 7)
    object.encoder = [object]
    object.repeat = object
    let copy = try roundTrip(object)
    #expect((copy.default, copy.class, copy.decoder, copy.made, copy.key) == (1, "c", 2, 3, 4))
    #expect((copy.in, copy.inout, copy.`self`) == (5, 6, 7))
    #expect(copy.encoder[0] === copy && copy.repeat === copy)
    for object in [object, copy] { (object.encoder, object.repeat) = ([], nil) }
  }

  @Test("Keys as other programs have them") func keys() throws {
    let annotation = Annotation(name: "n", legend: ["l"])
    #expect(
      try archivedKeys(annotation) == [
        "MVMapName", "MVLegendList", "MVLegendVisible", "$$dollar", "a key \"quoted\" \\ back", "a.b", "MVAnnotations",
      ])
    (annotation.dollar, annotation.spaced, annotation.dotted, annotation.visible) = (5, 6, 7, false)
    annotation.others = [Annotation(name: "o", legend: [])]
    let copy = try roundTrip(annotation)
    #expect((copy.dollar, copy.spaced, copy.dotted, copy.visible) == (5, 6, 7, false))
    #expect(copy.others.map(\.name) == ["o"])
    let old = try HandMade(("MVMapName", "m"), ("MVLegendList", [String]()), ("MVVisible", false)).data(
      as: "MVAnnotation")
    #expect(try ArchiveDecoder().decode(Annotation.self, from: old).visible == false)
  }
}

@Suite("How instances are made") struct InitializerTests {
  @Test("By the initializer that fits, or the one that is named") func matched() throws {
    let matched = try roundTrip(Matched(a: 1, b: "b", c: 2.5))
    #expect((matched.a, matched.b, matched.c) == (1, "b", 2.5))
    let named = try roundTrip(Named(code: 1, title: "t"))
    #expect((named.code, named.title, named.made) == (1, "t", 1))
    let extended = try roundTrip(Extended(1, "e"))
    #expect((extended.archived, extended.text) == (1, "e"))
    let labelled = try roundTrip(Labelled(1, by: 2))
    #expect((labelled.width, labelled.height) == (1, 2))
    let guarded = try roundTrip(Guarded(count: 1, text: "g"))
    #expect((guarded.count, guarded.text) == (1, "g"))
  }

  @Test("What an initializer throws is what decoding throws") func throwing() throws {
    #expect(try roundTrip(try Throwing(positive: 1)).positive == 1)
    let bad = try HandMade(("positive", -1)).data(as: "Throwing")
    #expect(throws: Throwing.NotPositive.self) { try ArchiveDecoder().decode(Throwing.self, from: bad) }
    #expect(try roundTrip(try CheckedByName(lower: 1, upper: 2)).upper == 2)
    let wrong = try HandMade(("lower", 2), ("upper", 1)).data(as: "CheckedByName")
    #expect(throws: Checked.Wrong.self) { try ArchiveDecoder().decode(CheckedByName.self, from: wrong) }
    #expect(try roundTrip(try Checked(lower: 1, upper: 2)).upper == 2)
  }

  @Test("Required, convenience and inherited initializers") func inherited() throws {
    let rich = RichDocument(id: UUID())
    (rich.title, rich.text, rich.runs) = ("t", "x", [0..<1])
    let copy = try #require(try roundTrip(rich as Document) as? RichDocument)
    #expect((copy.id, copy.title, copy.text, copy.runs) == (rich.id, "t", "x", [0..<1]))
    let text = TextDocument()
    #expect(try roundTrip([text, rich])[0].id == text.id)
  }
}

@Suite("Substitution in Swift models") struct SubstitutionTests {
  @Test("Classes and structs under other names, and earlier ones") func names() throws {
    let holder = InvoiceHolder(invoice: Invoice(), address: Address(street: "s"))
    holder.invoice.amount = 5
    let data = try ArchiveEncoder().encode(holder)
    #expect(try archivedClassNames(data).isSuperset(of: ["Invoice", "PlainAddress", "InvoiceHolder"]))
    let copy = try roundTrip(holder)
    #expect(copy.invoice.amount == 5 && copy.address == holder.address)
    for name in ["Invoice", "Bill", "App.Bill"] {
      #expect(try ArchiveDecoder().decode(Invoice.self, from: try HandMade(("amount", 7)).data(as: name)).amount == 7)
    }
    for name in ["PlainAddress", "Addr"] {
      let data = try HandMade(("street", "x")).data(as: name)
      #expect(try ArchiveDecoder().decode(Address.self, from: data) == Address(street: "x"))
    }
    #expect(throws: ArchiveError.self) {
      try ArchiveDecoder().decode(Invoice.self, from: try HandMade(("amount", 7)).data(as: "Receipt"))
    }
  }

  @Test("An object that is replaced on the way") func proxy() throws {
    let picture = Picture(name: "p")
    picture.pixels = [9]
    let data = try ArchiveEncoder().encode([picture, picture])
    #expect(try archivedClassNames(data).contains("PictureProxy"))
    #expect(try !archivedClassNames(data).contains("Picture"))
    let copies = try ArchiveDecoder().decode([Picture].self, from: data)
    #expect(copies[0] === copies[1])
    #expect(type(of: copies[0]) == Picture.self && copies[0].pixels == [7, 7, 7] && copies[0].name == "p")
  }

  @Test("An object that is replaced by one of another class on the way") func standIn() throws {
    let (sound, plain) = (Sound(name: "s"), Sound(name: ""))
    sound.samples = [9]
    (plain.samples, plain.next) = ([3], sound)
    let data = try ArchiveEncoder().encode([sound, plain, sound])
    #expect(try archivedClassNames(data).isSuperset(of: ["Sound", "SoundReference"]))
    let copies = try ArchiveDecoder().decode([Sound].self, from: data)
    #expect(copies[0] === copies[2] && copies[1].next === copies[0])
    #expect((copies[0].name, copies[0].samples, copies[1].samples) == ("s", [1, 2], [3]))
    // What it becomes has to be what was asked for.
    let wrong = try ArchiveEncoder().encode([Sound(name: "wrong")])
    #expect(throws: ArchiveError.self) { try ArchiveDecoder().decode([Sound].self, from: wrong) }
    let root = try ArchiveEncoder().encode(Sound(name: "wrong"))
    #expect(throws: ArchiveError.self) { try ArchiveDecoder().decode(Sound.self, from: root) }
    let optional = try ArchiveEncoder().encode(Optional(Sound(name: "wrong")))
    #expect(throws: ArchiveError.self) { try ArchiveDecoder().decode(Sound?.self, from: optional) }
  }

  @Test("One object for all that are alike") func unique() throws {
    let label = Label(font: Font.system)
    label.other = Font(name: "System", size: 12)
    let copy = try roundTrip([label, Label(font: Font(name: "Other", size: 1))])
    #expect(copy[0].font === Font.system && copy[0].other === Font.system)
    #expect(copy[1].font.name == "Other")
  }

  @Test("Values of an earlier version are migrated") func migration() throws {
    let account = Account()
    (account.cents, account.owner) = (5, "o")
    let copy = try roundTrip(account)
    #expect((copy.cents, copy.owner, copy.migratedFrom) == (5, "o", nil))
    let first = try HandMade(("euros", 3), ("owner", "x")).data(as: "Account")
    let old = try ArchiveDecoder().decode(Account.self, from: first)
    #expect((old.cents, old.owner, old.migratedFrom) == (300, "x", 1))
    let second = try HandMade(("cents", 3), ("$Account.version", 2)).data(as: "Account")
    let newer = try ArchiveDecoder().decode(Account.self, from: second)
    #expect((newer.cents, newer.migratedFrom) == (3, 2))
    let celsius = try HandMade(("celsius", 0.0)).data(as: "Temperature")
    #expect(try ArchiveDecoder().decode(Temperature.self, from: celsius).kelvin == 273.15)
    let cold = try HandMade(("celsius", -300.0)).data(as: "Temperature")
    #expect(throws: Temperature.TooCold.self) { try ArchiveDecoder().decode(Temperature.self, from: cold) }
    #expect(try roundTrip([Temperature(kelvin: 1)])[0].kelvin == 1)
  }

  @Test("Each class of a hierarchy has its own version, migration and check") func hierarchy() throws {
    let leaf = VersionedLeaf()
    (leaf.a, leaf.b) = (1, 2)
    #expect(try roundTrip(leaf).log == ["check base", "check leaf"])
    let old = try HandMade(("a", 3), ("b", 4)).data(as: "VersionedLeaf")
    let copy = try #require(try ArchiveDecoder().decode(VersionedBase.self, from: old) as? VersionedLeaf)
    #expect((copy.a, copy.b) == (3, 4))
    #expect(copy.log == ["base 1", "leaf 1", "check base", "check leaf"])
  }
}

@Suite("Types of every access") struct AccessTests {
  @Test("Public, package and shared ones") func access() throws {
    let circle = PublicCircle()
    (circle.name, circle.radius, circle.kind, circle.hidden) = ("c", 2, .dashed([1, 2]), 9)
    circle.origin = PublicPoint(x: 1, y: 2)
    let copy = try #require(try roundTrip(circle as PublicShape) as? PublicCircle)
    #expect((copy.name, copy.radius, copy.kind, copy.hidden) == ("c", 2, .dashed([1, 2]), 9))
    #expect(copy.origin == circle.origin)
    try expectRoundTrip(PublicColor.green)
    #expect(try roundTrip(PublicBox(value: [PublicColor.red])).value == [.red])
    try expectRoundTrip(PackagePoint(x: 1, color: .red))
    let node = PackageNode()
    node.points = [PackagePoint(x: 1, color: .green)]
    node.next = PackageNode()
    #expect(try roundTrip(node).next?.points == [])
    var tuples = PublicTuples(range: (1, 2))
    tuples.pairs = [(3, .green)]
    #expect(try roundTrip(tuples).range == (1, 2))
    #expect(try roundTrip(tuples).pairs[0] == (3, .green))
    let counter = SharedCounter()
    counter.count = 3
    #expect(try roundTrip(counter).count == 3)
    #expect(try roundTrip(Frozen(text: "f", numbers: [1])).numbers == [1])
    try expectRoundTrip(Everything(rank: 3))
  }
}
