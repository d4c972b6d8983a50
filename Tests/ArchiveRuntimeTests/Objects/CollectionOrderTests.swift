import Foundation
import TestRandom
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

private enum Shade: String, CaseIterable, ArchivableValue { case light, dark, plain, warm, cold, grey }

@Suite("Sets and dictionaries have an order, and their values fast ways to be read")
struct CollectionOrderTests {
  /// The same elements in a set that was filled in another order and has another capacity.
  private func rebuilt<Element: Hashable>(_ set: Set<Element>) -> Set<Element> {
    var result = Set<Element>(minimumCapacity: 4_000)
    for element in Array(set).reversed() { result.insert(element) }
    return result
  }

  private func expectOneArchive<Element: Hashable & ArchivableValue>(of set: Set<Element>) throws {
    let encoder = ArchiveEncoder()
    let data = try encoder.encode(set)
    #expect(try encoder.encode(rebuilt(set)) == data)
    #expect(try ArchiveDecoder().decode(Set<Element>.self, from: data) == set)
    let entries = Dictionary(uniqueKeysWithValues: set.map { ($0, 1) })
    var other = [Element: Int](minimumCapacity: 4_000)
    for element in rebuilt(set) { other[element] = 1 }
    #expect(try encoder.encode(other) == encoder.encode(entries))
  }

  @Test("Equal sets and dictionaries give equal archives: texts, numbers, UUIDs, enumerations")
  func order() throws {
    try expectOneArchive(of: Set((0..<300).map { "a common start of \($0)" } + ["", "a", "a\0", "ä", "\u{10FFFF}"]))
    try expectOneArchive(of: Set(-150..<150))
    try expectOneArchive(of: Set((0..<300).map { Double($0) / 7 }))
    try expectOneArchive(
      of: Set((0..<100).map { UUID(uuid: ($0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)) }))
    try expectOneArchive(of: Set(Shade.allCases))
  }

  @Test("Texts are in the order of their bytes, whatever they begin with")
  func texts() {
    var random = SeededRandom(seed: 7)
    let texts = (0..<400).map { _ in
      String(
        String.UnicodeScalarView(
          (0..<Int.random(in: 0...20, using: &random)).map { _ in
            ["a", "b", "\0", "é", "日"].randomElement(using: &random) ?? "a"
          }))
    }
    let sorted = ArchiveOrder.places(ofTexts: texts).map { texts[$0] }
    #expect(
      sorted.map { Array($0.utf8) }
        == texts.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { Array($0.utf8) })
  }

  @Test("The digits of a decimal are those of its text, however many it has")
  func decimals() throws {
    var random = SeededRandom(seed: 11)
    var values: [Decimal] = [
      0, 1, -1, .greatestFiniteMagnitude, .leastNonzeroMagnitude, Decimal(UInt64.max), 0.1, -100,
    ]
    for _ in 0..<300 {
      let digits = String(
        (0..<Int.random(in: 1...38, using: &random)).map { _ in "0123456789".randomElement(using: &random) ?? "1" })
      let exponent = Int.random(in: -60...60, using: &random)
      values.append(Decimal(string: "\(Bool.random(using: &random) ? "-" : "")\(digits)e\(exponent)") ?? 0)
    }
    for value in values {
      let digits = MantissaDigits(of: value)
      #expect(digits.words == MantissaDigits("\(value.significand)").words)
      #expect(Decimal(string: digits.text) == value.significand)
      #expect(digits.length == 0 || digits.words.low != 0 || digits.words.high != 0)
      #expect(DecimalParts(value).value == value)
    }
    #expect(try ArchiveDecoder().decode([Decimal].self, from: ArchiveEncoder().encode(values)) == values)
  }

  @Test("Texts of ASCII with other characters between come back, of every length around the steps of the fast way")
  func mixedTexts() throws {
    var random = SeededRandom(seed: 13)
    var texts: [String] = []
    for count in Array(0..<40) + [255, 256, 257, 1_000] {
      for other in ["é", "日", "🙂", "\u{FFFD}"] {
        texts.append(
          String(
            (0..<count).map { _ in
              Int.random(in: 0..<6, using: &random) == 0 ? Character(other) : "x"
            }))
        texts.append(String(repeating: "x", count: count) + other)
      }
    }
    for format in [ArchiveEncoder.OutputFormat.binary, .xml] {
      var encoder = ArchiveEncoder()
      encoder.outputFormat = format
      let read = try ArchiveDecoder().decode([String].self, from: try encoder.encode(texts))
      #expect(read.map { Array($0.utf8) } == texts.map { Array($0.utf8) })
    }
    let foreign = FoundationArchive.write(texts as NSArray)
    #expect(try ArchiveDecoder().decode([String].self, from: foreign) == texts)
    #expect(try FoundationArchive.read(try ArchiveEncoder().encode(texts)) as? [String] == texts)
  }

  @Test("URLs that are not parsed again come back as those that are")
  func urls() throws {
    let texts = [
      "https://example.org/a?b=c&d=e", "http://a", "ftp://x.y/_-/..", "a:b", "https://[::1]:80/x#y", "mailto:a@b",
    ]
    let urls = texts.compactMap { URL(string: $0) } + [URL(fileURLWithPath: "/tmp/a b/ä")]
    #expect(urls.count == 7)
    let data = try ArchiveEncoder().encode(urls)
    #expect(try ArchiveDecoder().decode([URL].self, from: data) == urls)
    #expect(try FoundationArchive.read(data) as? [URL] == urls)
  }

  @Test("A set within a value of any type is read as a set, and Foundation reads it so again")
  func anySets() throws {
    let old = FoundationArchive.write(["tags": NSSet(array: ["a", "b"]), "n": 1] as NSDictionary)
    let any = try ArchiveDecoder().decode(ArchivedAny.self, from: old)
    let entries = try #require(any.value as? [String: Any])
    #expect(entries["tags"] as? Set<String> == ["a", "b"])
    let new = try ArchiveEncoder().encode(any)
    let read = try #require(try FoundationArchive.read(new) as? [String: Any])
    #expect(read["tags"] as? Set<String> == ["a", "b"])
    #expect(
      try ArchiveDecoder().decode(ArchiveValue.self, from: new)
        == .dictionary(["tags": .set([.string("a"), .string("b")]), "n": .integer(1)]))
    for tags: Any in [
      NSCountedSet(array: ["a", "a"]), NSSet(array: ["a"]), [true, 1] as Set<AnyHashable>, [["a"]] as Set<[String]>,
    ] {
      #expect(throws: ArchiveError.self, "it would not be read as it is") {
        try ArchiveEncoder().encode(ArchivedAny(tags))
      }
    }
    let nested: ArchiveValue = .set([.array([.integer(1), .set([.string("x")])]), .null, .double(0.5)])
    #expect(try ArchiveDecoder().decode(ArchiveValue.self, from: ArchiveEncoder().encode(nested)) == nested)
  }

  @Test("A set of a document may have elements that Swift takes for equal, and nests as deep as a list may")
  func foreignSets() throws {
    let equal = ArchiveValue.set([.string("\u{E9}"), .string("e\u{301}")])
    let data = try ArchiveEncoder().encode(equal)
    guard case .set(let elements) = try ArchiveDecoder().decode(ArchiveValue.self, from: data) else {
      Issue.record("no set")
      return
    }
    #expect(elements.count == 2)
    let any = try ArchiveDecoder().decode(ArchivedAny.self, from: data).value
    #expect((any as? [Any])?.count == 2, "none is lost")
    func nested(_ levels: Int) -> ArchiveValue { (0..<levels).reduce(.set([])) { value, _ in .set([value]) } }
    let deep = try ArchiveEncoder().encode(nested(60))
    #expect(try ArchiveDecoder().decode(ArchiveValue.self, from: deep) == nested(60))
    var limits = ArchiveDecoder.Limits()
    limits.maximumValueNesting = 50
    var encoder = ArchiveEncoder()
    encoder.readingLimits = limits
    let strict = encoder
    #expect(throws: ArchiveError.self) { try strict.encode(nested(60)) }
    #expect { try ArchiveDecoder(limits: limits).decode(ArchiveValue.self, from: deep) } throws: {
      ($0 as? ArchiveError)?.code == .limitExceeded
    }
    // An array with the same storage is another value.
    let storage: [ArchiveValue] = [.string("a")]
    let both = ArchiveValue.array([.set(storage), .array(storage)])
    #expect(try ArchiveDecoder().decode(ArchiveValue.self, from: ArchiveEncoder().encode(both)) == both)
    var shared = ArchiveValue.set([.integer(1)])
    for _ in 0..<60 { shared = .set([shared, .array([shared])]) }
    #expect(try ArchiveEncoder().encode(shared).count < 20_000, "what is shared is written once")
  }

  @Test("A collection whose only key is damaged is not an empty one")
  func damagedKey() throws {
    for value in [["one"], ["one", "two"]] {
      let list = try ArchiveEncoder().encode(value)
      let set = try ArchiveEncoder().encode(Set(value))
      func damaged(_ data: Data) throws -> Data {
        let place = try #require(data.range(of: Data("NS.objects".utf8)))
        var data = data
        data[place.upperBound - 1] = UInt8(ascii: "r")
        return data
      }
      #expect(throws: ArchiveError.self) { try ArchiveDecoder().decode([String].self, from: damaged(list)) }
      #expect(throws: ArchiveError.self) { try ArchiveDecoder().decode(Set<String>.self, from: damaged(set)) }
    }
    #expect(try ArchiveDecoder().decode([String].self, from: FoundationArchive.write([] as NSArray)) == [])
    #expect(try ArchiveDecoder().decode(Set<String>.self, from: FoundationArchive.write(NSCountedSet())) == [])
  }

  @Test("A number that is archived as an object is one for Foundation, and nil is nil")
  func numberObjects() throws {
    struct Level: ArchivableComposite {
      var level: Int
      var other: Double?
      static var archivedClassName: String { "Level" }
      init(_ level: Int, _ other: Double?) { (self.level, self.other) = (level, other) }
      func encode(to encoder: ObjectEncoder) throws {
        try encoder.encode(ArchivedNumberObject(level), forKey: "level")
        try encoder.encode(ArchivedNumberObject(other), forKey: "other")
      }
      init(from decoder: ObjectDecoder) throws {
        level = try decoder.decode(Int.self, forKey: "level")
        other = try decoder.decode(Double?.self, forKey: "other")
      }
    }
    for other in [0.5, nil] {
      let read = try ArchiveDecoder().decode(Level.self, from: ArchiveEncoder().encode(Level(12, other)))
      #expect(read.level == 12 && read.other == other)
    }
    let list = try PropertyListSerialization.propertyList(from: ArchiveEncoder().encode(Level(12, nil)), format: nil)
    #expect("\(list)".contains("CFKeyedArchiverUID") || !"\(list)".contains("level = 12"))
  }
}
