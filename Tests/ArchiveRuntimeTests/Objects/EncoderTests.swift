import Foundation
import RuntimeTestC
import Testing

@testable import ArchiveRuntime

private struct Refused: Error {}

/// Throws when it has written some of its values.
private final class Refusing: ArchivableClass {
  let refuses: Bool
  let friend: Person?
  init(_ refuses: Bool, _ friend: Person? = nil) {
    self.refuses = refuses
    self.friend = friend
  }
  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(refuses, forKey: "refuses")
    try encoder.encode("text of a refusing object", forKey: "text")
    try encoder.encode([1, 2, 3], forKey: "list")
    try encoder.encodeConditionalObject(friend, forKey: "friend")
    if refuses { throw Refused() }
    try encoder.encode(1, forKey: "last")
  }
  init(from decoder: ObjectDecoder) throws {
    (refuses, friend) = (try decoder.decode(Bool.self, forKey: "refuses"), nil)
    #expect(try decoder.decode(String.self, forKey: "text") == "text of a refusing object")
    #expect(try decoder.decode([Int].self, forKey: "list") == [1, 2, 3])
    #expect(try decoder.decode(Int.self, forKey: "last") == 1)
  }
}

/// Tries to write a value that cannot be written, and continues.
private final class Trying: ArchivableClass {
  var names: [String] = []
  var order = someOrder()
  init() { withUnsafeMutableBytes(of: &order.name) { $0[0] = 0xFF } }
  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode("before", forKey: "before")
    #expect(throws: ArchiveError.self) { try encoder.encode(order, forKey: "order") }
    #expect(throws: ArchiveError.duplicateKey(path: "before")) { try encoder.encode(1, forKey: "before") }
    try encoder.encode("after", forKey: "after")
  }
  init(from decoder: ObjectDecoder) throws {
    names = try decoder.keys
    #expect(try decoder.decode(String.self, forKey: "before") == "before")
    #expect(try decoder.decode(String.self, forKey: "after") == "after")
  }
}

@Suite("Writers of several values") struct EncoderTests {
  @Test("A call that fails takes back all that it wrote, its objects and conditional references too")
  func failingCalls() throws {
    let (ann, bob) = (Person("Ann"), Person("Bob"))
    var encoder = ArchiveWriter()
    try encoder.encode(Refusing(false), forKey: "first")
    let lists: [[Refusing]] = [
      [Refusing(true)], [Refusing(false), Refusing(true)], [Refusing(true, ann), Refusing(false)],
    ]
    for list in lists {
      #expect(throws: Refused.self) { try encoder.encode(list, forKey: "list") }
      // Objects noted in the failing call are no longer there.
      #expect(throws: Refused.self) { try encoder.encode(["a": list], forKey: "dictionary") }
    }
    #expect(throws: ArchiveError.duplicateKey(path: "first")) { try encoder.encode(1, forKey: "first") }
    ann.boss = bob
    try encoder.encode(ann, forKey: "ann")
    try encoder.encode([Refusing(false), Refusing(false, bob)], forKey: "list")
    let whole = try encoder.finish()
    var plain = ArchiveWriter()
    try plain.encode(Refusing(false), forKey: "first")
    try plain.encode(ann, forKey: "ann")
    try plain.encode([Refusing(false), Refusing(false, bob)], forKey: "list")
    let decoder = try ArchiveReader(whole)
    #expect(decoder.keys == ["first", "ann", "list"])
    #expect(try decoder.decode([Refusing].self, forKey: "list").count == 2)
    #expect(try decoder.decode(Refusing.self, forKey: "first").refuses == false)
    #expect(try decoder.decode(Person.self, forKey: "ann").boss == nil)
    let (count, plainCount) = (
      try ParsedArchive(whole, limits: .init()).objects.count,
      try ParsedArchive(try plain.finish(), limits: .init()).objects.count
    )
    #expect(count == plainCount)
  }

  @Test("A call that fails within an object leaves its other values") func failingWithin() throws {
    let read = try roundTrip([Trying(), Trying(), Trying()])
    #expect(read.map(\.names) == [["before", "after"], ["before", "after"], ["before", "after"]])
  }

  @Test("A copy of a writer is independent, and has the objects archived before") func copies() throws {
    let (ann, bob) = (Person("Ann"), Person("Bob"))
    ann.boss = bob
    var first = ArchiveWriter()
    try first.encode(ann, forKey: "ann")
    var second = first
    try second.encode(ann, forKey: "again")
    try second.encode(bob, forKey: "bob")
    try first.encode("other", forKey: "again")
    let one = try ArchiveReader(try first.finish())
    #expect(one.keys == ["ann", "again"])
    #expect(try one.decode(Person.self, forKey: "ann").boss == nil)
    let data = try second.finish()
    let two = try ArchiveReader(data)
    #expect(two.keys == ["ann", "again", "bob"])
    let (read, again, boss) = try two.readValues { top in
      (
        try top.decode(Person.self, forKey: "ann"), try top.decode(Person.self, forKey: "again"),
        try top.decode(Person.self, forKey: "bob")
      )
    }
    #expect(read === again)
    #expect(read.boss === boss)
  }

  @Test("A writer is empty when it is finished, and keeps its settings") func finished() throws {
    var settings = ArchiveEncoder()
    settings.outputFormat = .xml
    var encoder = ArchiveWriter(settings: settings)
    try encoder.encode(1, forKey: "x")
    _ = try encoder.finish()
    try encoder.encode(2, forKey: "x")
    let data = try encoder.finish()
    #expect(data.starts(with: Data("<?xml".utf8)))
    #expect(try ArchiveReader(data).decode(Int.self, forKey: "x") == 2)
  }

  @Test("The key 'root' is that of the root: an object, text or collection under it is one, and a number is none")
  func rootKey() throws {
    func archive(_ write: (inout ArchiveWriter) throws -> Void) throws -> Data {
      var encoder = ArchiveWriter()
      try write(&encoder)
      return try encoder.finish()
    }
    let text = try archive { try $0.encode("x", forKey: "root") }
    #expect(try text == ArchiveEncoder().encode("x"))
    let list = try archive { try $0.encode(["a", "b"], forKey: "root") }
    #expect(try ArchiveDecoder().decode([String].self, from: list) == ["a", "b"])
    let person = try archive {
      try $0.encode(Person("Ann"), forKey: "root")
      try $0.encode(1, forKey: "other")
    }
    #expect(try ArchiveDecoder().decode(Person.self, from: person).name == "Ann")
    let number = try archive { try $0.encode(5, forKey: "root") }
    #expect(throws: ArchiveError.self) { try ArchiveDecoder().decode(Int.self, from: number) }
    #expect(try ArchiveReader(number).decode(Int.self, forKey: "root") == 5)
  }

  @Test("An object under several keys is one object if they are read in one call, and several otherwise")
  func severalKeys() throws {
    let ann = Person("Ann")
    var encoder = ArchiveWriter()
    try encoder.encode(ann, forKey: "one")
    try encoder.encode([ann], forKey: "list")
    let decoder = try ArchiveReader(try encoder.finish())
    let (one, list) = try decoder.readValues { top in
      (try top.decode(Person.self, forKey: "one"), try top.decode([Person].self, forKey: "list"))
    }
    #expect(one === list[0])
    #expect(try decoder.decode(Person.self, forKey: "one") !== one)
  }

  @Test("Bytes stand within the object, and keys that begin with a dollar sign are anyone's", arguments: [true, false])
  func bytesAndDollars(isXML: Bool) throws {
    var settings = ArchiveEncoder()
    settings.outputFormat = isXML ? .xml : .binary
    var encoder = ArchiveWriter(settings: settings)
    try encoder.encodeBytes(Data([1, 0, 255]), forKey: "bytes")
    try encoder.encodeBytes(Data(), forKey: "$class")
    try encoder.encode(Data([9]), forKey: "$objects")
    try encoder.encode(7, forKey: "$$0")
    try encoder.encode(Money(1, "EUR"), forKey: "$money")
    let decoder = try ArchiveReader(try encoder.finish())
    #expect(decoder.keys == ["bytes", "$class", "$objects", "$$0", "$money.amount", "$money.currency"])
    try decoder.readValues { (top) throws in
      #expect(try top.decodeBytes(forKey: "bytes") == Data([1, 0, 255]))
      #expect(try top.decode(Data.self, forKey: "bytes") == Data([1, 0, 255]))
      #expect(try top.decodeBytes(forKey: "$class") == Data())
      // Bytes that are a separate object are bytes as well.
      #expect(try top.decodeBytes(forKey: "$objects") == Data([9]))
      #expect(try top.decode(Int.self, forKey: "$$0") == 7)
      #expect(try !top.containsValue(forKey: "$0"))
      #expect(try top.decode(Money.self, forKey: "$money") == Money(1, "EUR"))
    }
  }

  @Test("An object decoder that is kept throws when its time is over") func keptDecoder() throws {
    var encoder = ArchiveWriter()
    try encoder.encode("text", forKey: "text")
    let decoder = try ArchiveReader(try encoder.finish())
    let kept = try decoder.readValues { $0 }
    let over = ArchiveError.decodingOver
    #expect(throws: over) { try kept.decode(String.self, forKey: "text") }
    #expect(throws: over) { try kept.decode(Int.self, forKey: "none") }
    #expect(throws: over) { try kept.decodeIfPresent(Person.self, forKey: "text") }
    #expect(throws: over) { try kept.containsValue(forKey: "text") }
    #expect(throws: over) { try kept.keys }
    #expect(throws: over) { try kept.decodeBytes(forKey: "text") }
    #expect(throws: over) { try kept.decodeObject(of: [Person.self], forKey: "text") }
    #expect(throws: over) { try kept.decode(order.self, forKey: "text") }
  }
}
