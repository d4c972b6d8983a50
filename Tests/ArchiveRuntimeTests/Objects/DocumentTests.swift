import ArchiveRuntime
import Foundation
import Testing

@Suite("Documents") struct DocumentTests {
  private func copy(_ document: ArchiveValue) throws -> ArchiveValue {
    try ArchiveDecoder().decode(ArchiveValue.self, from: try ArchiveEncoder().encode(document))
  }

  private let leaves: [ArchiveValue] = [
    .null, .bool(true), .integer(-1), .unsigned(.max), .float(0.5), .double(-0.0), .decimal(Decimal(7)), .string(""),
    .string("$null"),
    .string("short"), .string("a text that needs memory of its own"), .string("naïve"), .string("\u{1F600}"),
    .data(Data([1, 2])), .data(Data()), .date(Date(timeIntervalSinceReferenceDate: 7)), .array([]), .dictionary([:]),
  ]

  @Test("Dictionaries with the same keys have their own values, in whichever order they come") func sameKeys() throws {
    let keys = ["id", "a key that needs memory of its own", "Schlüssel", "\u{E9}", "e\u{301}x", ""]
    let entries = leaves.indices.map { first in
      ArchiveValue.dictionary(
        Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1, leaves[(first + $0) % leaves.count]) }))
    }
    let document = ArchiveValue.array(entries + entries.map { .array([$0, .dictionary(["id": $0])]) } + leaves)
    #expect(try copy(document) == document)
  }

  @Test("Dictionaries with many keys, and with more kinds of keys than are remembered, come back") func manyKeys()
    throws
  {
    let kinds = (1...40).map { count in
      ArchiveValue.dictionary(Dictionary(uniqueKeysWithValues: (0..<count).map { ("key \($0)", .integer(Int64($0))) }))
    }
    let document = ArchiveValue.array(kinds + kinds.reversed() + kinds)
    #expect(try copy(document) == document)
  }

  @Test("A dictionary that is changed does not change another one with its keys") func changed() throws {
    let entries = (0..<5).map { ArchiveValue.dictionary(["a": .integer($0), "b": .null]) }
    guard case .array(let elements) = try copy(.array(entries)), case .dictionary(var last) = elements[4] else {
      Issue.record("It is no array of dictionaries.")
      return
    }
    last["a"] = .null
    last["c"] = .bool(true)
    #expect(elements == entries)
  }

  /// Two arrays in several places, dates in several places, a set, and a text that is an object.
  private func crafted(with other: (inout CraftedArchive) -> CraftedArchive.Number?) -> Data {
    var archive = CraftedArchive()
    let date = archive.object("NSDate", [("NS.time", archive.real(7))])
    let null = archive.object("NSNull", [])
    let inner = archive.array([date, null, archive.text("a text that needs memory of its own")])
    let set = archive.object("NSSet", [("NS.objects", archive.references([archive.number(archive.integer(3))]))])
    let keys = archive.references([archive.text("first"), archive.text("second")])
    var elements = [inner, date, set, inner]
    for _ in 0..<3 {
      elements.append(
        archive.object("NSMutableDictionary", [("NS.keys", keys), ("NS.objects", archive.references([inner, null]))]))
    }
    if let number = other(&archive) { elements.append(number) }
    return archive.finish(root: archive.array(elements))
  }

  private var expected: [ArchiveValue] {
    let date = ArchiveValue.date(Date(timeIntervalSinceReferenceDate: 7))
    let inner = ArchiveValue.array([date, .null, .string("a text that needs memory of its own")])
    let dictionary = ArchiveValue.dictionary(["first": inner, "second": .null])
    return [inner, date, .set([.integer(3)]), inner, dictionary, dictionary, dictionary]
  }

  @Test("Documents of other writers are read, with texts that are objects and without") func otherWriters() throws {
    #expect(try ArchiveDecoder().decode(ArchiveValue.self, from: crafted { _ in nil }) == .array(expected))
    let data = crafted { $0.object("NSMutableString", [("NS.string", $0.string("mutable"))]) }
    #expect(try ArchiveDecoder().decode(ArchiveValue.self, from: data) == .array(expected + [.string("mutable")]))
  }

  @Test("What a document does not allow is the same error wherever it stands") func refused() {
    #expect(failure(ArchiveValue.self, crafted { $0.object("Person", []) })?.code == .typeNotAllowed)
    #expect(failure(ArchiveValue.self, crafted { $0.number($0.list([])) })?.code == .wrongType)
    for count in 1...3 {
      let repeated = crafted { archive in
        let keys = archive.references([archive.text("key"), archive.text("key")])
        let values = archive.references([0, 0])
        return archive.array(
          (0..<count).map { _ in archive.object("NSDictionary", [("NS.keys", keys), ("NS.objects", values)]) })
      }
      #expect(failure(ArchiveValue.self, repeated)?.code == .duplicateKey)
      let null = crafted { archive in
        let (keys, values) = (archive.references([0]), archive.references([0]))
        return archive.array(
          (0..<count).map { _ in archive.object("NSDictionary", [("NS.keys", keys), ("NS.objects", values)]) })
      }
      #expect(failure(ArchiveValue.self, null)?.code == .missingKey)
    }
  }

  /// The least allowance with which the document is read.
  private func cost(_ data: Data) -> Int {
    var limits = ArchiveDecoder.Limits()
    limits.memoryPerByte = 0
    var (refused, read) = (0, 1 << 26)
    while read - refused > 1 {
      limits.memoryAllowance = (refused + read) / 2
      if failure(ArchiveValue.self, data, limits) == nil {
        read = limits.memoryAllowance
      } else {
        refused = limits.memoryAllowance
      }
    }
    return read
  }

  @Test("Dictionaries with known keys, and documents that are read again, are charged as others are") func charged() {
    /// Dictionaries with one long key.
    func long(_ count: Int, _ other: (inout CraftedArchive) -> [CraftedArchive.Number]) -> Data {
      var archive = CraftedArchive()
      let key = archive.references([archive.text(String(repeating: "k", count: 60_000))])
      let value = archive.references([0])
      let elements = (0..<count).map { _ in
        archive.object("NSDictionary", [("NS.keys", key), ("NS.objects", value)])
      }
      return archive.finish(root: archive.array(elements + other(&archive)))
    }
    let costs = (2...6).map { count in cost(long(count) { _ in [] }) }
    let steps = zip(costs.dropFirst(), costs).map { $0 - $1 }
    #expect(Set(steps).count == 1)
    #expect(steps.allSatisfy { $0 > 60_000 })
    // One more element is charged, and nothing twice.
    let again = cost(long(4) { [$0.object("NSMutableString", [("NS.string", $0.string("mutable"))])] })
    #expect(again - costs[2] < 1_000)
  }
}
