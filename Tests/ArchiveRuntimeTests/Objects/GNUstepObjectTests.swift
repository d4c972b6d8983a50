import Foundation
import Testing

@testable import ArchiveRuntime

/// Has the keys of `Item` in gnustep_objects.m.
private final class Item: ArchivableClass {
  let name: String
  var (number, large, flag, small, real) = (Int32(-7), Int64(1) << 40, true, Float(0.25), 0.1)
  var bytes = Data([1, 0, 255])
  var list = ["a", "b"]
  var next: Item?
  var owner: Item?

  init(_ name: String) { self.name = name }

  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(name, forKey: "name")
    try encoder.encode(next, forKey: "next")
    try encoder.encodeConditionalObject(owner, forKey: "owner")
    try encoder.encode(number, forKey: "number")
    try encoder.encode(large, forKey: "large")
    try encoder.encode(flag, forKey: "flag")
    try encoder.encode(small, forKey: "small")
    try encoder.encode(real, forKey: "real")
    try encoder.encodeBytes(bytes, forKey: "bytes")
    try encoder.encode(list, forKey: "list")
  }

  init(from decoder: ObjectDecoder) throws {
    name = try decoder.decode(String.self, forKey: "name")
    number = try decoder.decode(Int32.self, forKey: "number")
    large = try decoder.decode(Int64.self, forKey: "large")
    flag = try decoder.decode(Bool.self, forKey: "flag")
    small = try decoder.decode(Float.self, forKey: "small")
    real = try decoder.decode(Double.self, forKey: "real")
    bytes = try decoder.decodeBytes(forKey: "bytes")
    list = try decoder.decode([String].self, forKey: "list")
    #expect(try decoder.decode(String.self, forKey: "$key") == "dollar")
    #expect(try decoder.decode(CGPoint.self, forKey: "point") == CGPoint(x: 1, y: 2.5))
    #expect(try decoder.decode(CGRect.self, forKey: "rectangle") == CGRect(x: 1, y: 2.5, width: 3, height: 4))
  }

  func connect(from decoder: ObjectDecoder) throws {
    next = try decoder.decodeIfPresent(Item.self, forKey: "next")
    owner = try decoder.decodeIfPresent(Item.self, forKey: "owner")
  }
}

@Suite("Objects written and read by GNUstep") struct GNUstepObjectTests {
  private static let program = Result { try Tool.compileObjectiveC("gnustep_objects") }

  private func run(_ arguments: [String]) throws -> String {
    try Tool.run(
      "env", ["LC_ALL=C.UTF-8", try Self.program.get().path] + arguments, package: "libgnustep-base-dev")
  }

  /// GNUstep's archive of a kind of value, as we read it; from its binary and its XML form.
  private func theirs<Value: ArchivableValue & Equatable>(
    _ kind: String, _ expected: Value, _ location: SourceLocation = #_sourceLocation
  ) throws {
    for form in ["binary", "xml"] {
      #expect(try read(kind, form, Value.self) == expected, "\(kind), \(form)", sourceLocation: location)
    }
  }

  private func read<Value: ArchivableValue>(_ kind: String, _ form: String, _ type: Value.Type) throws -> Value {
    let file = Tool.temporary("gnustep.plist")
    defer { try? FileManager.default.removeItem(at: file) }
    _ = try run(["write", file.path, kind, form])
    return try ArchiveDecoder().decode(type, from: try Data(contentsOf: file))
  }

  /// What GNUstep makes of an archive of ours.
  private func ours<Value: ArchivableValue>(
    _ value: Value, _ expected: String, _ location: SourceLocation = #_sourceLocation
  ) throws {
    for format in [ArchiveEncoder.OutputFormat.binary, .xml] {
      // A checksum is two keys that it does not know.
      for checksum in [ArchiveEncoder.Checksum.none, .crc32] {
        var encoder = ArchiveEncoder()
        (encoder.outputFormat, encoder.checksum) = (format, checksum)
        let shown = try Tool.withFile(try encoder.encode(value)) { try run(["read", $0]) }
        #expect(shown.trimmingCharacters(in: .newlines) == expected, "\(format), \(checksum)", sourceLocation: location)
      }
    }
  }

  @Test("Text, data, numbers and null are read") func plainValues() throws {
    for kind in ["text", "mutable text"] {
      try theirs(kind, "naïve 日")
      try theirs(kind, ArchiveValue.string("naïve 日"))
    }
    for kind in ["data", "mutable data"] { try theirs(kind, Data([1, 2])) }
    let numbers = try read("numbers", "binary", ArchiveValue.self)
    #expect(
      numbers == .array([.integer(1), .bool(true), .double(1), .double(-0.0), .float(0.25), .integer(.min), .null]))
    try theirs("numbers", [1, 1, 1, 0, 0.25, -9_223_372_036_854_775_808, nil] as [Double?])
  }

  @Test("Dates, UUIDs, URLs, locales, time zones, decimals and index sets are read") func foundationValues() throws {
    #expect(try read("date", "binary", Date.self) == Date(timeIntervalSinceReferenceDate: 0.5))
    try theirs("dates", [1_000, 1.5].map(Date.init(timeIntervalSinceReferenceDate:)))
    try theirs("dates", ArchiveValue.array([1_000, 1.5].map { .date(Date(timeIntervalSinceReferenceDate: $0)) }))
    try theirs("uuid", UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
    try theirs("url", URL(string: "d/e", relativeTo: URL(string: "http://a.b/c/")))
    try theirs("locale", Locale(identifier: "de_DE"))
    try theirs("time zone", TimeZone(identifier: "Europe/Berlin"))
    try theirs("decimal", Decimal(string: "-12.5"))
    var indexes = IndexSet(integersIn: 3..<5)
    indexes.insert(integersIn: 300..<1_300)
    try theirs("indexes", indexes)
    try theirs("no indexes", IndexSet())
  }

  @Test("Collections are read, mutable ones too") func collections() throws {
    let texts = ["b", "a", "naïve 日"]
    for kind in ["array", "mutable array", "ordered set"] { try theirs(kind, texts) }
    for kind in ["set", "mutable set", "counted set"] { try theirs(kind, Set(texts)) }
    for kind in ["dictionary", "mutable dictionary"] {
      try theirs(kind, ["x": texts, "y": nil] as [String: [String]?])
      try theirs(kind, ArchiveValue.dictionary(["x": .array(texts.map(ArchiveValue.string)), "y": .null]))
    }
  }

  @Test("Objects are read, in circles and with conditional references", arguments: ["binary", "xml"])
  func objects(form: String) throws {
    let items = try read("items", form, [Item].self)
    for (item, name) in zip(items, ["first", "second"]) {
      #expect(item.name == name)
      #expect(item.number == -7)
      #expect(item.large == 1 << 40)
      #expect(item.flag)
      #expect(item.small == 0.25)
      #expect(item.real == 0.1)
      #expect(item.bytes == Data([1, 0, 255]))
      #expect(item.list == ["a", "b"])
    }
    #expect(items[0].next === items[1])
    #expect(items[1].next === items[0])
    #expect(items[1].owner === items[0])
    // GNUstep writes the text "$null" where nothing else archives the object.
    #expect(items[0].owner == nil)
    items[0].next = nil
  }

  @Test("GNUstep reads our values") func ourValues() throws {
    try ours("naïve 日", "'naïve 日'")
    try ours(Data([1, 2]), "<0102>")
    try ours([1, nil, 3] as [Int?], "[i 1, null, i 3]")
    try ours([0.5, 0.1], "[d 0.5, d 0.10000000000000001]")
    try ours(Date(timeIntervalSinceReferenceDate: 0.5), "date 0.5")
    try ours(try #require(URL(string: "d/e", relativeTo: URL(string: "http://a.b/c/"))), "url d/e of http://a.b/c/")
    try ours(Set(["b", "a"]), "('a', 'b')")
    try ours(["x": ["y": Data([255])], "z": [:]], "{'x': {'y': <ff>}, 'z': {}}")
    try ours(IndexSet(integersIn: 3..<6), "indexes 3 4 5")
    try ours(IndexSet([1, 2, 300]), "indexes 1 2 300")
    try ours(IndexSet(), "indexes ")
  }

  @Test("GNUstep reads our objects, in circles and with conditional references") func ourObjects() throws {
    let (first, second) = (Item("first"), Item("second"))
    (first.next, second.next, second.owner) = (second, second, first)
    let values = "-7 1099511627776 1 0.25 0.10000000000000001 <0100ff> ['a', 'b']"
    let shown = "second \(values) -> itself of first"
    try ours([first, second], "[first \(values) -> \(shown) of nobody, \(shown)]")
    first.owner = Item("nobody else archives it")
    try ours(first, "first \(values) -> \(shown) of nobody")
    second.next = nil
  }
}
