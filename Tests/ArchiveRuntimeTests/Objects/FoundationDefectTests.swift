import Foundation
import Testing

@testable import ArchiveRuntime

/// Every point on which Foundation's NSKeyedArchiver on Linux is wrong, and the right answer.
@Suite("Where Foundation on Linux falls short") struct FoundationDefectTests {
  @Test("A circle of objects is decoded, where Foundation recurses until it crashes") func cycles() throws {
    let (first, second) = (ChainLink(1), ChainLink(2))
    first.next = second
    second.next = first
    let copy = try roundTrip(first)
    #expect(copy.next?.value == 2)
    #expect(copy.next?.next === copy)
    first.next = nil
    copy.next = nil
  }

  @Test("A missing key is nil or its own error, and later values are read correctly") func missingKeys() throws {
    var encoder = ArchiveWriter()
    try encoder.encode("Ann", forKey: "name")
    try encoder.encode(Int?.none, forKey: "nothing")
    let data = try encoder.finish()
    let decoder = try ArchiveReader(data)
    let (name, missing) = try decoder.readValues { top in
      #expect(try top.decodeIfPresent(String.self, forKey: "other") == nil)
      #expect(try top.decode(Int?.self, forKey: "other") == nil)
      #expect(try top.decodeObject(of: [Person.self], forKey: "other") == nil)
      #expect(throws: ArchiveError.missingKey(path: "other")) { try top.decode(String.self, forKey: "other") }
      #expect(throws: ArchiveError.missingKey(path: "other")) { try top.decode(Int.self, forKey: "other") }
      #expect(throws: ArchiveError.missingKey(path: "other")) { try top.decode(Person.self, forKey: "other") }
      #expect(throws: ArchiveError.missingKey(path: "other")) { try top.decode([Int].self, forKey: "other") }
      #expect(throws: ArchiveError.missingKey(path: "other")) { try top.decodeBytes(forKey: "other") }
      #expect(throws: ArchiveError.missingKey(path: "nothing")) { try top.decode(Int.self, forKey: "nothing") }
      return (try top.decode(String.self, forKey: "name"), try top.decodeIfPresent(Int.self, forKey: "nothing"))
    }
    #expect(name == "Ann")
    #expect(missing == nil)
  }

  @Test("A class that was not asked for is a thrown error, and every later check is made as before")
  func disallowedClasses() throws {
    var encoder = ArchiveWriter()
    try encoder.encode(ChainLink(1), forKey: "link")
    try encoder.encode(Person("Ann"), forKey: "person")
    try encoder.encode([ChainLink(1)], forKey: "links")
    let decoder = try ArchiveReader(try encoder.finish())
    let notAllowed = ArchiveError.typeNotAllowed(path: "link", found: "ChainLink", expected: "Person")
    try decoder.readValues { (top) throws in
      #expect(throws: notAllowed) { try top.decode(Person.self, forKey: "link") }
      #expect(try top.decode(ChainLink.self, forKey: "link").value == 1)
      // Once let through, it stays disallowed where another class is declared.
      #expect(throws: notAllowed) { try top.decode(Person.self, forKey: "link") }
      #expect(throws: notAllowed) { try top.decodeObject(of: [Person.self], forKey: "link") }
      #expect(throws: ArchiveError.self) { try top.decode([Person].self, forKey: "links") }
      #expect(throws: ArchiveError.self) { try top.decode(ArchiveValue.self, forKey: "person") }
      #expect(try top.decode(Person.self, forKey: "person").name == "Ann")
    }
  }

  @Test("A name set for a class is in the archive, and selects the class that is set for it")
  func classNames() throws {
    var encoder = ArchiveEncoder()
    encoder.setClassName("Human", for: Person.self)
    #expect(encoder.className(for: Person.self) == "Human")
    let data = try encoder.encode(Person("Ann"))
    #expect(throws: ArchiveError.typeNotAllowed(path: "root", found: "Human", expected: "Person")) {
      try ArchiveDecoder().decode(Person.self, from: data)
    }
    var decoder = ArchiveDecoder()
    decoder.setClass(Person.self, forClassName: "Human")
    #expect(decoder.class(forClassName: "Human") == Person.self)
    #expect(try decoder.decode(Person.self, from: data).name == "Ann")
    // A mapping does not allow what was not asked for.
    #expect(throws: ArchiveError.self) { try decoder.decode(ChainLink.self, from: data) }
    decoder.setClass(nil, forClassName: "Human")
    #expect(throws: ArchiveError.self) { try decoder.decode(Person.self, from: data) }
  }

  @Test("A reader has the class names of its settings") func classNamesOfReader() throws {
    var names = ArchiveEncoder()
    names.setClassName("Link", for: ChainLink.self)
    var encoder = ArchiveWriter(settings: names)
    try encoder.encode(ChainLink(2), forKey: "two")
    let data = try encoder.finish()
    let decoder = try ArchiveReader(data)
    #expect(throws: ArchiveError.typeNotAllowed(path: "two", found: "Link", expected: "ChainLink")) {
      try decoder.decode(ChainLink.self, forKey: "two")
    }
    var settings = ArchiveDecoder()
    settings.setClass(ChainLink.self, forClassName: "Link")
    #expect(try ArchiveReader(data, settings: settings).decode(ChainLink.self, forKey: "two").value == 2)
  }

  @Test("Names set for a struct apply in both directions, too") func structNames() throws {
    var encoder = ArchiveEncoder()
    encoder.setClassName("Price", for: Money.self)
    let data = try encoder.encode([Money(1, "EUR")])
    #expect(throws: ArchiveError.typeNotAllowed(path: "root[0]", found: "Price", expected: "Money")) {
      try ArchiveDecoder().decode([Money].self, from: data)
    }
    var decoder = ArchiveDecoder()
    decoder.setClass(Money.self, forClassName: "Price")
    #expect(try decoder.decode([Money].self, from: data) == [Money(1, "EUR")])
    #expect(throws: ArchiveError.self) { try decoder.decode([Range<Int>].self, from: data) }
  }

  @Test("A class's own name and its earlier ones are read") func ownNames() throws {
    final class Renamed: ArchivableClass {
      static var archivedClassName: String { "Account" }
      static var earlierArchivedClassNames: [String] { ["OldAccount", "Konto"] }
      init() {}
      init(from decoder: ObjectDecoder) throws {}
      func encode(to encoder: ObjectEncoder) throws {}
    }
    let data = try ArchiveEncoder().encode(Renamed())
    #expect(throws: ArchiveError.typeNotAllowed(path: "root", found: "Account", expected: "Person")) {
      try ArchiveDecoder().decode(Person.self, from: data)
    }
    for name in ["Account", "OldAccount", "Konto"] {
      var encoder = ArchiveEncoder()
      encoder.setClassName(name, for: Renamed.self)
      _ = try ArchiveDecoder().decode(Renamed.self, from: try encoder.encode(Renamed()))
    }
  }

  @Test("A conditional reference to an object that is archived later under another key is kept")
  func conditionalObjects() throws {
    let (ann, bob) = (Person("Ann"), Person("Bob"))
    ann.boss = bob
    var encoder = ArchiveWriter()
    try encoder.encode(ann, forKey: "ann")
    try encoder.encodeConditionalObject(bob, forKey: "before")
    try encoder.encodeConditionalObject(Person("Nobody"), forKey: "nobody")
    try encoder.encode([bob], forKey: "list")
    let decoder = try ArchiveReader(try encoder.finish())
    try decoder.readValues { (top) throws in
      let list = try top.decode([Person].self, forKey: "list")
      #expect(try top.decode(Person.self, forKey: "before") === list[0])
      #expect(try top.decodeIfPresent(Person.self, forKey: "nobody") == nil)
      #expect(try top.containsValue(forKey: "nobody"))
    }
    let (read, boss) = try decoder.readValues { top in
      (try top.decode(Person.self, forKey: "ann"), try top.decode([Person].self, forKey: "list")[0])
    }
    #expect(read.boss === boss)
  }
}
