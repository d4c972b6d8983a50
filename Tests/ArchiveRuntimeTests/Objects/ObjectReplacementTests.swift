import Foundation
import Testing

@testable import ArchiveRuntime

/// A color of which there is one instance a name.
private final class NamedColor: ArchivableClass {
  nonisolated(unsafe) static var known: [String: NamedColor] = [:]
  let name: String
  var opposite: NamedColor?
  init(_ name: String) { self.name = name }

  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(name, forKey: "name")
    try encoder.encode(opposite, forKey: "opposite")
  }
  init(from decoder: ObjectDecoder) throws { name = try decoder.decode(String.self, forKey: "name") }
  func connect(from decoder: ObjectDecoder) throws {
    opposite = try decoder.decodeIfPresent(NamedColor.self, forKey: "opposite")
  }
  func replacementAfterDecoding() throws -> any ArchivableObject {
    if let known = Self.known[name] { return known }
    Self.known[name] = self
    return self
  }
}

/// Is archived as the object that it was created from.
private final class CachedPerson: ArchivableClass {
  let person: Person
  init(_ person: Person) { self.person = person }
  func encode(to encoder: ObjectEncoder) throws { Issue.record("It is to be replaced.") }
  init(from decoder: ObjectDecoder) throws { throw ArchiveError.missingKey(path: "never") }
  func replacementForArchiving() throws -> any ArchivableObject { person }
}

private final class Checked: ArchivableClass {
  struct Invalid: Error {}
  var friend: Checked?
  var isValid: Bool
  init(_ isValid: Bool) { self.isValid = isValid }
  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(isValid, forKey: "isValid")
    try encoder.encode(friend, forKey: "friend")
  }
  init(from decoder: ObjectDecoder) throws { isValid = try decoder.decode(Bool.self, forKey: "isValid") }
  func connect(from decoder: ObjectDecoder) throws { friend = try decoder.decode(Checked?.self, forKey: "friend") }
  func validateAfterDecoding() throws {
    // Connected, every one of them.
    #expect(friend != nil)
    if !isValid { throw Invalid() }
  }
}

@Suite("Replacement, delegates and validation", .serialized) struct ObjectReplacementTests {
  @Test("Before encoding: all references lead to the one replacement") func beforeEncoding() throws {
    let ann = Person("Ann")
    let cached = CachedPerson(ann)
    var encoder = ArchiveWriter()
    try encoder.encode([cached, cached, CachedPerson(ann)], forKey: "cached")
    try encoder.encode(ann, forKey: "ann")
    try encoder.encodeConditionalObject(cached, forKey: "conditional")
    let decoder = try ArchiveReader(try encoder.finish())
    let (list, same, conditional) = try decoder.readValues { top in
      (
        try top.decode([Person].self, forKey: "cached"), try top.decode(Person.self, forKey: "ann"),
        try top.decode(Person.self, forKey: "conditional")
      )
    }
    #expect(list.allSatisfy { $0 === same })
    #expect(conditional === same)
    #expect(same.name == "Ann")
  }

  @Test("After decoding: every reference sees the one instance, in circles and from one archive to the next")
  func afterDecoding() throws {
    NamedColor.known = [:]
    let (black, white) = (NamedColor("black"), NamedColor("white"))
    black.opposite = white
    white.opposite = black
    let data = try ArchiveEncoder().encode([black, white, NamedColor("black"), black])
    let first = try ArchiveDecoder().decode([NamedColor].self, from: data)
    #expect(first[0].opposite === first[1])
    #expect(first[1].opposite === first[0])
    #expect(first[2] === first[0])
    #expect(first[3] === first[0])
    let second = try ArchiveDecoder().decode([NamedColor].self, from: data)
    #expect(zip(first, second).allSatisfy { $0 === $1 })
    for color in [black, white] + first { color.opposite = nil }
  }

  /// Leaves Bob out, and says Eve for Ann.
  private final class Censor: ArchiveEncoderDelegate, @unchecked Sendable {
    var encoded: [String] = []
    func willEncode(_ object: any ArchivableObject) throws -> (any ArchivableObject)? {
      guard let person = object as? Person else { return object }
      return switch person.name {
      case "Bob": nil
      case "Ann": Person("Eve")
      case "Mallory": throw Checked.Invalid()
      default: person
      }
    }
    func didEncode(_ object: any ArchivableObject) { encoded.append((object as? Person)?.name ?? "?") }
  }

  @Test("An encoder's delegate decides last: another object, null, or an error") func encoderDelegate() throws {
    let censor = Censor()
    var settings = ArchiveEncoder()
    settings.delegate = censor
    var encoder = ArchiveWriter(settings: settings)
    let (ann, bob) = (Person("Ann"), Person("Bob"))
    ann.partner = bob
    let carl = Person("Carl")
    (carl.partner, carl.boss) = (bob, ann)
    try encoder.encode(ann, forKey: "ann")
    try encoder.encode(CachedPerson(ann), forKey: "cached")
    try encoder.encode(bob, forKey: "bob")
    try encoder.encode(carl, forKey: "carl")
    #expect(throws: Checked.Invalid.self) { try encoder.encode(Person("Mallory"), forKey: "mallory") }
    let decoder = try ArchiveReader(try encoder.finish())
    #expect(decoder.keys == ["ann", "cached", "bob", "carl"])
    #expect(try decoder.decode(Person.self, forKey: "ann").name == "Eve")
    #expect(try decoder.decode(Person?.self, forKey: "bob") == nil)
    let (read, eve, cached) = try decoder.readValues { top in
      (
        try top.decode(Person.self, forKey: "carl"), try top.decode(Person.self, forKey: "ann"),
        try top.decode(Person.self, forKey: "cached")
      )
    }
    #expect(read.partner == nil)
    #expect(read.boss === eve)
    #expect(cached === eve)
    // It is called once for each object, also for a replacement.
    #expect(censor.encoded.sorted() == ["Carl", "Eve"])
  }

  @Test("An object that is first a replacement and later itself is one object") func delegateAndReplacement() throws {
    var settings = ArchiveEncoder()
    settings.delegate = Censor()
    var encoder = ArchiveWriter(settings: settings)
    let ann = Person("Ann")
    try encoder.encode(CachedPerson(ann), forKey: "cached")
    try encoder.encode(ann, forKey: "ann")
    let decoder = try ArchiveReader(try encoder.finish())
    let (cached, eve) = try decoder.readValues { top in
      (try top.decode(Person.self, forKey: "cached"), try top.decode(Person.self, forKey: "ann"))
    }
    #expect(cached === eve)
    #expect(eve.name == "Eve")
  }

  private final class Finder: ArchiveDecoderDelegate, @unchecked Sendable {
    var asked: [String] = []
    let found: (any ArchivableObject.Type)?
    let replacement: Person?
    init(_ found: (any ArchivableObject.Type)?, _ replacement: Person? = nil) {
      self.found = found
      self.replacement = replacement
    }
    func didDecode(_ object: any ArchivableObject) throws -> any ArchivableObject {
      (object as? Person)?.name == "Ann" ? replacement ?? object : object
    }
    func classForArchivedName(_ name: String, expected: any ArchivableObject.Type) -> (any ArchivableObject.Type)? {
      asked.append(name)
      return found
    }
  }

  @Test("A decoder's delegate replaces what was made, for every reference") func decoderDelegate() throws {
    let (ann, bob, other) = (Person("Ann"), Person("Bob"), Person("Other"))
    (bob.partner, bob.friends) = (ann, [ann])
    var decoder = ArchiveDecoder()
    decoder.delegate = Finder(nil, other)
    let read = try decoder.decode([Person].self, from: try ArchiveEncoder().encode([ann, bob]))
    #expect(read[0] === other)
    #expect(read[1].partner === other)
    #expect(read[1].friends[0] === other)
  }

  @Test("It resolves names that are otherwise unknown, and allows no other class") func classForArchivedName() throws {
    var encoder = ArchiveEncoder()
    encoder.setClassName("Unknown", for: Person.self)
    let data = try encoder.encode([Person("Bob"), Person("Carl")])
    var decoder = ArchiveDecoder()
    let finder = Finder(Person.self)
    decoder.delegate = finder
    #expect(try decoder.decode([Person].self, from: data).map(\.name) == ["Bob", "Carl"])
    #expect(finder.asked == ["Unknown"])
    for found in [nil, ChainLink.self] as [(any ArchivableObject.Type)?] {
      decoder.delegate = Finder(found)
      #expect(throws: ArchiveError.typeNotAllowed(path: "root[0]", found: "Unknown", expected: "Person")) {
        try decoder.decode([Person].self, from: data)
      }
    }
  }

  @Test("Objects are validated when all are connected, and errors of validation are thrown") func validation() throws {
    let (first, second) = (Checked(true), Checked(true))
    (first.friend, second.friend) = (second, first)
    let read = try roundTrip(first)
    #expect(read.friend?.friend === read)
    second.isValid = false
    #expect(throws: Checked.Invalid.self) { _ = try roundTrip(first) }
    first.friend = nil
    read.friend = nil
  }
}
