import ArchiveRuntime
import Foundation
import Testing
import TestRandom

/// Reads, and gives the error; anything but an `ArchiveError` is the test's failure.
func failure<Value: ArchivableValue>(_ type: Value.Type, _ data: Data, _ limits: ArchiveDecoder.Limits = .init())
  -> ArchiveError?
{
  do {
    _ = try ArchiveDecoder(limits: limits).decode(type, from: data)
    return nil
  } catch let error as ArchiveError {
    return error
  } catch {
    Issue.record("\(error)")
    return nil
  }
}

@Suite("Archives of objects that were made to harm") struct HostileObjectTests {
  // MARK: References in circles

  @Test("A container that contains itself is an error") func containersInThemselves() throws {
    for isDictionary in [false, true] {
      var archive = CraftedArchive()
      let number = archive.reserve()
      let list = archive.references([number])
      let keys = archive.references([archive.text("key")])
      let own =
        isDictionary
        ? archive.instance("NSDictionary", [("NS.keys", keys), ("NS.objects", list)])
        : archive.instance("NSArray", [("NS.objects", list)])
      archive.set(number, own)
      let data = archive.finish(root: number)
      let documents = failure(ArchiveValue.self, data)
      guard documents?.code == .circularInitialization else {
        Issue.record("A document gave \(String(describing: documents)).")
        continue
      }
      #expect(failure([[Int]].self, data) != nil)
      #expect(failure([String: [String: Int]].self, data) != nil)
      #expect(failure(Set<ArchiveValue>.self, data) != nil)
    }
  }

  @Test("A dictionary that is its own key is an error") func dictionaryAsKey() throws {
    var archive = CraftedArchive()
    let number = archive.reserve()
    let list = archive.references([number])
    archive.set(number, archive.instance("NSDictionary", [("NS.keys", list), ("NS.objects", list)]))
    let data = archive.finish(root: number)
    #expect(failure(ArchiveValue.self, data) != nil)
    #expect(failure([[String: Int]: Int].self, data) != nil)
  }

  @Test("Text, data and URLs that refer to themselves are errors") func leavesInThemselves() throws {
    for (name, key) in [("NSString", "NS.string"), ("NSData", "NS.data"), ("NSURL", "NS.base")] {
      var archive = CraftedArchive()
      let number = archive.reserve()
      let own = archive.uid(number)
      archive.set(number, archive.instance(name, [(key, own), ("NS.relative", archive.string("a"))]))
      let data = archive.finish(root: number)
      #expect(failure(String.self, data) != nil)
      #expect(failure(Data.self, data) != nil)
      #expect(failure(URL.self, data) != nil)
      #expect(failure(ArchiveValue.self, data) != nil)
    }
  }

  // MARK: One thing for another

  @Test("An object that is not an instance of the requested class is an error") func typeConfusion() throws {
    typealias Craft = (inout CraftedArchive) -> CraftedArchive.Number
    let roots: [(String, Craft)] = [
      ("a class", { $0.classNumber("Person") }), ("an array", { $0.array([]) }), ("text", { $0.text("Person") }),
      ("null", { _ in 0 }), ("nothing", { _ in 1_000 }), ("another class", { $0.object("ChainLink", []) }),
      ("no class", { $0.number($0.dictionary([])) }), ("a list", { $0.number($0.list([])) }),
      ("a reference", { $0.number($0.uid(1)) }),
    ]
    for (what, craft) in roots {
      var archive = CraftedArchive()
      let root = craft(&archive)
      let data = archive.finish(root: root)
      #expect(failure(Person.self, data) != nil, "\(what)")
      #expect(failure([Person].self, data) != nil || what == "an array", "\(what)")
      #expect(failure(Money.self, data) != nil, "\(what)")
      #expect(failure(Date.self, data) != nil, "\(what)")
      #expect(failure(Person?.self, data) != nil || what == "null", "\(what)")
    }
  }

  @Test("A class that is no class is an error") func wrongClass() throws {
    for what in ["text", "array", "itself", "null", "out of range", "no name", "a number", "an enormous number"] {
      var archive = CraftedArchive()
      let number = archive.reserve()
      let type =
        switch what {
        case "text": archive.uid(archive.text("Person"))
        case "array": archive.uid(archive.array([]))
        case "itself": archive.uid(number)
        case "null": archive.uid(0)
        case "out of range": archive.uid(70_000)
        case "no name": archive.uid(archive.number(archive.dictionary([])))
        case "a number": archive.integer(1)
        default: archive.uid(Int(UInt32.max))
        }
      archive.set(
        number, archive.dictionary([(archive.string("name"), archive.string("x")), (archive.string("$class"), type)]))
      let data = archive.finish(root: number)
      #expect(failure(Person.self, data) != nil, "\(what)")
      #expect(failure(Money.self, data) != nil, "\(what)")
      #expect(failure([Int].self, data) != nil, "\(what)")
      #expect(failure(ArchiveValue.self, data) != nil, "\(what)")
      #expect(failure(UUID.self, data) != nil, "\(what)")
    }
  }

  @Test("A list with objects that are not allowed is an error, however it was read before") func lists()
    throws
  {
    var encoder = ArchiveWriter()
    try encoder.encode([Person("Ann"), Person("Bob")], forKey: "people")
    let decoder = try ArchiveReader(try encoder.finish())
    let counts = try decoder.readValues { (top) throws -> [Int] in
      let first = try top.decodeObjects(of: [ChainLink.self, Person.self], forKey: "people").count
      let second = try top.decodeObjects(of: [ChainLink.self, Person.self], forKey: "people").count
      return [first, second, (try? top.decodeObjects(of: [ChainLink.self], forKey: "people").count) ?? -1]
    }
    #expect(counts == [2, 2, -1])
  }

  // MARK: Dictionaries

  @Test("Keys that occur twice, and keys without values, are errors") func keys() throws {
    for (keyCount, valueCount) in [(2, 2), (1, 2), (2, 1), (0, 1)] {
      var archive = CraftedArchive()
      let key = archive.text("key")
      let value = archive.number(archive.integer(1))
      let keys = archive.references(Array(repeating: key, count: keyCount))
      let values = archive.references(Array(repeating: value, count: valueCount))
      let data = archive.finish(root: archive.object("NSDictionary", [("NS.keys", keys), ("NS.objects", values)]))
      for error in [failure([String: Int].self, data), failure(ArchiveValue.self, data)] {
        switch error?.code {
        case .duplicateKey: #expect(keyCount == valueCount)
        case .wrongCount: #expect(keyCount != valueCount)
        default: Issue.record("\(keyCount) keys and \(valueCount) values gave \(String(describing: error)).")
        }
      }
    }
    var archive = CraftedArchive()
    let twice = archive.dictionary([
      (archive.string("name"), archive.string("a")), (archive.string("name"), archive.string("b")),
      (archive.string("$class"), archive.uid(archive.classNumber("Person"))),
    ])
    guard failure(Person.self, archive.finish(root: archive.number(twice)))?.code == .corrupt else {
      Issue.record("An object with a key twice was read.")
      return
    }
  }

  @Test("Numbered elements end at the first gap") func gaps() throws {
    var archive = CraftedArchive()
    let one = archive.uid(archive.number(archive.integer(1)))
    let array = archive.object(
      "NSArray", [("NS.object.0", one), ("NS.object.1", one), ("NS.object.3", one), ("NS.object.-1", one)])
    #expect(try ArchiveDecoder().decode([Int].self, from: archive.finish(root: array)) == [1, 1])
  }

  // MARK: Text

  @Test("Text that is not valid is an error") func text() throws {
    for units: [UInt16] in [[0xD800], [0xDC00], [0x61, 0xD800], [0xDC00, 0xD800], [0xD800, 0x61]] {
      var archive = CraftedArchive()
      let data = archive.finish(root: archive.number(archive.utf16(units)))
      #expect(failure(String.self, data) != nil, "\(units)")
      #expect(failure(ArchiveValue.self, data) != nil, "\(units)")
    }
    for bytes: [UInt8] in [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82]] {
      var archive = CraftedArchive()
      let contents = archive.data(bytes)
      let data = archive.finish(root: archive.object("NSString", [("NS.bytes", contents)]))
      guard failure(String.self, data)?.code == .invalidText else {
        Issue.record("\(bytes) is text.")
        continue
      }
    }
  }

  @Test("Text that reads as the archive's own null is text, in both forms") func nullText() throws {
    for format in [ArchiveEncoder.OutputFormat.binary, .xml] {
      var encoder = ArchiveEncoder()
      encoder.outputFormat = format
      let data = try encoder.encode(["$null", nil, "$null"])
      #expect(try ArchiveDecoder().decode([String?].self, from: data) == ["$null", nil, "$null"])
    }
  }

  @Test("Names too long for Foundation to look up are errors") func names() throws {
    for (name, key) in [("NSLocale", "NS.identifier"), ("NSTimeZone", "NS.name")] {
      var archive = CraftedArchive()
      let text = archive.uid(archive.text(String(repeating: "x", count: 100_000)))
      let data = archive.finish(root: archive.object(name, [(key, text)]))
      #expect(failure(Locale.self, data) != nil)
      #expect(failure(TimeZone.self, data) != nil)
    }
  }

  // MARK: Errors swallowed

  /// Tries two others, and fails itself.
  private final class Trier: ArchivableClass {
    nonisolated(unsafe) static var count = 0
    func encode(to encoder: ObjectEncoder) throws {}
    init(from decoder: ObjectDecoder) throws {
      Self.count += 1
      _ = try? decoder.decode(Trier.self, forKey: "a")
      _ = try? decoder.decode(Trier.self, forKey: "b")
      _ = try decoder.decode(Int.self, forKey: "missing")
    }
  }

  @Test("Objects that fail are not tried over and over") func failures() throws {
    var archive = CraftedArchive()
    var last = archive.object("Trier", [])
    for _ in 0..<200 {
      let next = archive.uid(last)
      last = archive.object("Trier", [("a", next), ("b", next)])
    }
    Trier.count = 0
    #expect(failure(Trier.self, archive.finish(root: last)) != nil)
    #expect(Trier.count < 2_000)
  }

  /// Does without an inner object that cannot be made.
  private final class Frugal: ArchivableClass {
    let inner: Frugal?
    let depth: Int
    func encode(to encoder: ObjectEncoder) throws {}
    init(from decoder: ObjectDecoder) throws {
      inner = try? decoder.decode(Frugal.self, forKey: "inner")
      depth = try decoder.decode(Int.self, forKey: "depth")
    }
  }

  @Test("An error is its asker's alone, at any depth") func swallowed() throws {
    for length in [1, 30, 31, 32, 33, 34, 64, 65, 200] {
      var archive = CraftedArchive()
      // The innermost has no depth.
      var last = archive.object("HostileObjectTests.Frugal", [])
      for depth in 0..<length {
        let (next, number) = (archive.uid(last), archive.integer(depth))
        last = archive.object("HostileObjectTests.Frugal", [("inner", next), ("depth", number)])
      }
      var object: Frugal? = try ArchiveDecoder().decode(Frugal.self, from: archive.finish(root: last))
      var count = 0
      while let current = object {
        count += 1
        object = current.inner
      }
      #expect(count == length)
    }
  }

  // MARK: Damage

  @Test("Damaged and cut anywhere, an archive of objects is read or is an error") func damage() throws {
    var noise = SeededRandom(seed: 7)
    for (data, read) in try Self.samples() {
      try read(data)
      for count in 0..<data.count {
        do { try read(data.prefix(count)) } catch is ArchiveError {} catch { Issue.record("\(count): \(error)") }
      }
      for round in 0..<300 {
        var damaged = data
        for _ in 0...(round % 8) {
          damaged[Int.random(in: 0..<data.count, using: &noise)] = UInt8.random(in: 0...255, using: &noise)
        }
        do { try read(damaged) } catch is ArchiveError {} catch { Issue.record("round \(round): \(error)") }
      }
    }
  }

  /// Archives of several shapes in both forms, and what reads them.
  private static func samples() throws -> [(Data, (Data) throws -> Void)] {
    let (ann, bob) = (Person("Ann"), Person("Bob, whose name is long"))
    ann.friends = [bob]
    bob.boss = ann
    let document: ArchiveValue = .dictionary([
      "a": .array([.null, .bool(true), .integer(-1), .unsigned(.max), .double(0.5), .string("é")]),
      "d": .data(Data([1, 2, 3])), "t": .date(Date(timeIntervalSinceReferenceDate: 1)),
    ])
    var samples: [(Data, (Data) throws -> Void)] = []
    for format in [ArchiveEncoder.OutputFormat.binary, .xml] {
      var encoder = ArchiveEncoder()
      encoder.outputFormat = format
      func add<Value: ArchivableValue>(_ value: Value) throws {
        samples.append((try encoder.encode(value), { _ = try ArchiveDecoder().decode(Value.self, from: $0) }))
      }
      try add(ann)
      try add(document)
      try add(Nested(1, Nested(2, nil)))
      try add(["price": Money(5, "EUR")])
      try add([URL(string: "b", relativeTo: URL(string: "http://a.example/"))])
      try add([Decimal(string: "-1.5"), nil])
      try add([IndexSet([1, 3, 500]), IndexSet(2...4)])
      try add([UUID()])
      try add([CGRect(x: 1, y: 2, width: 3, height: 4)])
    }
    return samples
  }
}
