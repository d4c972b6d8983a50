import Foundation
import Testing

@testable import ArchiveRuntime

/// A value by its own coding, as a root and under a key, in binary and in XML.
func codableCopies<Value: Codable>(_ value: Value) throws -> [Value] {
  try [ArchiveEncoder.OutputFormat.binary, .xml].flatMap { format in
    var settings = ArchiveEncoder()
    settings.outputFormat = format
    var writer = ArchiveWriter(settings: settings)
    try writer.encode(codable: value, forKey: "value")
    let reader = try ArchiveReader(try writer.finish())
    return [
      try ArchiveDecoder().decode(codable: Value.self, from: settings.encode(codable: value)),
      try reader.decode(codable: Value.self, forKey: "value"),
    ]
  }
}

/// An object with a property of a Codable type.
private final class Holder<Value: Codable>: ArchivableClass {
  static var archivedClassName: String { "Holder" }
  let value: Value
  var other: Holder?
  init(_ value: Value) { self.value = value }
  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(codable: value, forKey: "value")
    try encoder.encode(other, forKey: "other")
  }
  init(from decoder: ObjectDecoder) throws {
    value = try decoder.decode(codable: Value.self, forKey: "value")
  }
  func connect(from decoder: ObjectDecoder) throws {
    other = try decoder.decodeIfPresent(Holder.self, forKey: "other")
  }
}

private func binaryCopy<Value: Codable>(_ value: Value) throws -> Value {
  try ArchiveDecoder().decode(codable: Value.self, from: ArchiveEncoder().encode(codable: value))
}

/// The keys of a dictionary as they are in the archive.
private struct KeysInOrder: Decodable {
  struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
  let keys: [String]
  init(from decoder: any Decoder) throws {
    keys = try decoder.container(keyedBy: Key.self).allKeys.map(\.stringValue)
  }
}

@Suite("Values of Codable types, by their own coding")
struct CodableTests {
  private func agree<Value: Codable & Equatable>(
    _ value: Value, _ location: SourceLocation = #_sourceLocation
  ) throws {
    for copy in try codableCopies(value) { #expect(copy == value, sourceLocation: location) }
    let holder = Holder(value)
    holder.other = Holder(value)
    let read = try ArchiveDecoder().decode(Holder<Value>.self, from: ArchiveEncoder().encode(holder))
    #expect(read.value == value && read.other?.value == value, sourceLocation: location)
    // In containers of every kind, and beside others.
    for copy in try codableCopies([value, value]) { #expect(copy == [value, value], sourceLocation: location) }
    for copy in try codableCopies(["k": [value]]) { #expect(copy == ["k": [value]], sourceLocation: location) }
    for copy in try codableCopies(Coded.Pair(first: value, second: [nil, value])) {
      #expect(copy == Coded.Pair(first: value, second: [nil, value]), sourceLocation: location)
    }
  }

  @Test("Structs, enumerations, collections and optionals come back") func types() throws {
    try agree(Coded.Person())
    try agree(Coded.Address(street: "", zip: nil, note: "n"))
    try agree(Coded.Shape.masked(.group([.line(1, to: 2)]), by: .point))
    try agree(Coded.Kind.large)
    try agree(Coded.Wrapped())
    try agree(Coded.Pair(first: Coded.Pair(first: 1, second: "x"), second: [Coded.Address()]))
    try agree(Coded.Flat())
    try agree(Coded.Empty())
    try agree([Coded.Empty()])
    try agree([[Int]]())
    try agree([String: Int]())
    for copy in try codableCopies(Int?.none) { #expect(copy == nil) }
    try agree(Int?.some(3))
    try agree([Coded.Kind?.none, .small])
    try agree(Set([1, 5, 9]))
    try agree([Coded.Level.low: Set(["a"])])
  }

  /// Asks for its containers twice, as a subclass may that shares one with its superclass.
  private struct Twice: Codable, Equatable {
    var x = 1
    var y = 2
    var list = [3, 4]
    private enum Key: String, CodingKey { case part, list, other }
    private enum PartKey: String, CodingKey { case x, y }

    init() {}
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      var first = container.nestedContainer(keyedBy: PartKey.self, forKey: .part)
      try first.encode(x, forKey: .x)
      var numbers = container.nestedUnkeyedContainer(forKey: .list)
      try numbers.encode(list[0])
      try container.encode(true, forKey: .other)
      var second = container.nestedContainer(keyedBy: PartKey.self, forKey: .part)
      try second.encode(y, forKey: .y)
      numbers = container.nestedUnkeyedContainer(forKey: .list)
      try numbers.encode(list[1])
    }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      let part = try container.nestedContainer(keyedBy: PartKey.self, forKey: .part)
      (x, y) = (try part.decode(Int.self, forKey: .x), try part.decode(Int.self, forKey: .y))
      list = try container.decode([Int].self, forKey: .list)
    }
  }

  @Test("A container that is asked for twice under one key has what both were given") func containersTwice() throws {
    try agree(Twice())
    var other = Twice()
    (other.x, other.list) = (7, [8, 9])
    #expect(try JSONDecoder().decode(Twice.self, from: JSONEncoder().encode(other)) == other)
    try agree([Twice(), other, Twice()])
  }

  @Test("Equal dictionaries have equal archives, in whatever order they have their keys") func equalArchives() throws {
    let keys = (0..<300).map { "key \($0)" }
    var (first, second) = ([String: Int](), [String: Int](minimumCapacity: 5_000))
    for key in keys { first[key] = key.utf8.count }
    for key in keys.reversed() { second[key] = key.utf8.count }
    let archives = try [[first, first], [first, second], [second, first]].map {
      try ArchiveEncoder().encode(codable: $0)
    }
    #expect(archives[0] == archives[1] && archives[0] == archives[2])
  }

  @Test("Numbers keep their width, range and bits") func numbers() throws {
    try agree(Coded.Numbers())
    for copy in try codableCopies(Coded.Numbers()) { #expect(copy.negativeZero.sign == .minus) }
    let reals: [Double] = [.nan, -Double.nan, .infinity, -Double.infinity, -0.0, .leastNonzeroMagnitude, .ulpOfOne]
    // XML has one NaN.
    #expect(try binaryCopy(reals).map(\.bitPattern) == reals.map(\.bitPattern))
    let floats: [Float] = [.nan, -Float.infinity, -0.0, .leastNonzeroMagnitude, 0.1]
    #expect(try binaryCopy(floats).map(\.bitPattern) == floats.map(\.bitPattern))
    try agree([UInt64.max, UInt64(Int64.max) + 1])
    try agree([Int128.min, Int128.max, -1, 0, Int128(UInt64.max), Int128(UInt64.max) + 1, Int128(Int64.min) - 1])
    try agree([UInt128.max, 0, UInt128(UInt64.max) + 1])
    try agree(["wide": Int128.min])
    try agree(Coded.Pair(first: Int128.max, second: UInt128.max))
  }

  @Test("A value that is one object of Foundation comes back everywhere, by itself and in a type around it")
  func wholeLeaves() throws {
    try agreeEverywhere(Int128.max)
    try agreeEverywhere(Int128.min)
    try agreeEverywhere(Int128(-1))
    try agreeEverywhere(UInt128(UInt64.max) + 1)
    try agreeEverywhere(Decimal(5) / 3)
    try agreeEverywhere(Date(timeIntervalSinceReferenceDate: 0.5))
    try agreeEverywhere(try #require(URL(string: "b", relativeTo: URL(string: "https://a.example/"))))
    try agreeEverywhere(UUID())
    try agreeEverywhere(Data([1, 2]))
    try agreeEverywhere("text")
    try agreeEverywhere(Locale(identifier: "de_AT"))
  }

  private func agreeEverywhere<Value: Codable & Hashable & Sendable>(_ value: Value) throws {
    let tag = Coded.Tag(value: value)
    try agree(value)
    try agree(tag)
    for copy in try codableCopies(Value?.some(value)) { #expect(copy == value) }
    var writer = ArchiveWriter()
    try writer.encode(codable: value, forKey: "value")
    try writer.encode(codable: tag, forKey: "tag")
    try writer.encode(tag, forKey: "own")
    try writer.encode([tag, tag], forKey: "list")
    try writer.encode(["k": tag], forKey: "table")
    let reader = try ArchiveReader(try writer.finish())
    #expect(try reader.decode(codable: Value.self, forKey: "value") == value)
    #expect(try reader.decode(codable: Coded.Tag<Value>.self, forKey: "tag") == tag)
    #expect(try reader.decode(Coded.Tag<Value>.self, forKey: "own") == tag)
    #expect(try reader.decode([Coded.Tag<Value>].self, forKey: "list") == [tag, tag])
    #expect(try reader.decode([String: Coded.Tag<Value>].self, forKey: "table") == ["k": tag])
    #expect(try ArchiveDecoder().decode(Coded.Tag<Value>.self, from: ArchiveEncoder().encode(tag)) == tag)
  }

  @Test("Foundation's values come back exactly") func foundation() throws {
    let values = Coded.Values()
    for copy in try codableCopies(values) {
      #expect(copy.date == values.date && copy.past == values.past)
      #expect(
        copy.date.timeIntervalSinceReferenceDate.bitPattern == values.date.timeIntervalSinceReferenceDate.bitPattern)
      #expect(copy.dates["a"]?.timeIntervalSinceReferenceDate.sign == .minus)
      #expect(copy.data == values.data && copy.empty == Data())
      #expect(copy.url == values.url && copy.relative == values.relative)
      #expect(copy.relative?.baseURL == values.relative?.baseURL)
      #expect(copy.uuid == values.uuid && copy.decimal == values.decimal)
      #expect(copy.decimals[0].isNaN && Array(copy.decimals[1...]) == Array(values.decimals[1...]))
    }
    try agree(Coded.OwnForms())
  }

  @Test("Classes encode their superclasses, in a container of their own or in theirs") func classes() throws {
    for copy in try codableCopies(Coded.Dog("Rex", 3)) { #expect(copy.name == "Rex" && copy.tricks == 3) }
    for copy in try codableCopies(Coded.Cat("Tom")) { #expect(copy.name == "Tom" && copy.lives == 9) }
    for copy in try codableCopies([Coded.Dog("Rex", 3)]) { #expect(copy[0].name == "Rex") }
  }

  @Test("A type that leaves out what it cannot read, and one that tries types, get what JSON gives them")
  func trials() throws {
    let mixed: [Coded.JSON] = [.int(1), .string("x"), .int(300), .null, .bool(true), .int(2)]
    let data = try ArchiveEncoder().encode(codable: mixed)
    let json = try JSONEncoder().encode(mixed)
    let decoder = ArchiveDecoder()
    #expect(
      try decoder.decode(codable: Coded.Lossy<UInt8>.self, from: data)
        == JSONDecoder().decode(Coded.Lossy<UInt8>.self, from: json))
    #expect(try decoder.decode(codable: Coded.Lossy<String>.self, from: data).elements == ["x"])
    #expect(try decoder.decode(codable: Coded.Lossy<Int?>.self, from: data).elements == [1, 300, nil, 2])
    try agree(
      Coded.JSON.object([
        "a": .array([.int(1), .double(1), .bool(true), .string("1"), .null, .double(2.5), .array([])]),
        "b": .object([:]), "c": .int(0), "d": .bool(false), "e": .double(-0.5), "f": .null,
      ]))
  }

  @Test("Equal dictionaries give equal archives, in the order of their keys") func order() throws {
    for count in [5, 20, 100] {
      let dictionary = Dictionary(uniqueKeysWithValues: (0..<count).map { ("key \($0)", $0) })
      let data = try ArchiveEncoder().encode(codable: [dictionary, dictionary])
      let other = Dictionary(uniqueKeysWithValues: (0..<count).reversed().map { ("key \($0)", $0) })
      #expect(try data == ArchiveEncoder().encode(codable: [other, other]))
      let list = try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
      let objects = try #require(list?["$objects"] as? [Any])
      let texts = objects.compactMap { $0 as? String }.filter { $0.hasPrefix("key ") }
      #expect(Set(texts) == Set(dictionary.keys))
      #expect(
        try ArchiveDecoder().decode(codable: [[String: Int]].self, from: data) == [dictionary, dictionary])
      let read = try ArchiveDecoder().decode(codable: [KeysInOrder].self, from: data)
      for keys in read { #expect(keys.keys == dictionary.keys.sorted()) }
    }
  }

  @Test("A container is what JSON has: dictionaries, arrays and single values") func structure() throws {
    func plain(_ value: ArchiveValue) -> Any {
      switch value {
      case .null: NSNull()
      case .bool(let value): value
      case .integer(let value): value
      case .unsigned(let value): value
      case .float(let value): Double(value)
      case .double(let value): value
      case .decimal(let value): NSDecimalNumber(decimal: value)
      case .string(let value): value
      case .data(let value): value
      case .date(let value): value
      case .array(let values): values.map(plain)
      case .dictionary(let values): values.mapValues(plain)
      case .set(let values): values.map(plain)
      }
    }
    func check<Value: Codable>(_ value: Value, _ location: SourceLocation = #_sourceLocation) throws {
      let found = plain(try ArchiveDecoder().decode(ArchiveValue.self, from: ArchiveEncoder().encode(codable: value)))
      let json = try JSONSerialization.jsonObject(with: JSONEncoder().encode(value), options: .fragmentsAllowed)
      #expect(found as? NSObject == json as? NSObject, sourceLocation: location)
    }
    var person = Coded.Person()
    // JSON has no infinity, and a set has any order.
    (person.shapes, person.set) = ([.circle(radius: 2.5), .group([.point])], ["x"])
    // A dictionary that is not keyed by text is an array in any order.
    person.byLevel = [.low: "l"]
    try check(person)
    try check(Coded.Flat())
    try check(Coded.Dog("Rex", 3))
    try check(Coded.Cat("Tom"))
    try check(Coded.Wrapped())
    try check(Coded.Kind.large)
    try check([[1], [], [2, 3]])
    try check(Coded.Empty())
    try check(["a": nil, "b": 1] as [String: Int?])
  }

  @Test("A value stands in the form that Foundation and other readers have for it") func form() throws {
    var writer = ArchiveWriter()
    try writer.encode(codable: Coded.Kind.large, forKey: "kind")
    try writer.encode(codable: 5, forKey: "number")
    try writer.encode(codable: Int?.none, forKey: "nothing")
    try writer.encode(codable: ["b": 1.5, "a": 2], forKey: "dictionary")
    let data = try writer.finish()
    let reader = try ArchiveReader(data)
    #expect(reader.keys == ["kind", "number", "nothing", "dictionary"])
    #expect(try reader.decode(String.self, forKey: "kind") == "LARGE")
    #expect(try reader.decode(Int.self, forKey: "number") == 5)
    #expect(try reader.decodeIfPresent(String.self, forKey: "nothing") == nil)
    #expect(try reader.decodeIfPresent(codable: Int.self, forKey: "nothing") == nil)
    #expect(try reader.decodeIfPresent(codable: Int.self, forKey: "none") == nil)
    #expect(try reader.decode(codable: Int?.self, forKey: "nothing") == nil)
    #expect(try reader.decode([String: Double].self, forKey: "dictionary") == ["a": 2, "b": 1.5])
    let foundation = try NSKeyedUnarchiver(forReadingFrom: data)
    foundation.requiresSecureCoding = false
    #expect(
      foundation.decodeObject(of: [NSDictionary.self, NSString.self, NSNumber.self], forKey: "dictionary")
        as? NSDictionary
        == ["a": 2, "b": 1.5] as NSDictionary)
    #expect(foundation.decodeInteger(forKey: "number") == 5)
    // What Foundation has written is read as well, and what the runtime writes for values of its own.
    let theirs = NSKeyedArchiver(requiringSecureCoding: false)
    theirs.encode(["street": "S", "zip": 7] as NSDictionary, forKey: "root")
    theirs.finishEncoding()
    #expect(
      try ArchiveDecoder().decode(codable: Coded.Address.self, from: theirs.encodedData)
        == Coded.Address(street: "S", zip: 7, note: nil))
    var own = ArchiveWriter()
    try own.encode([[1, 2], []], forKey: "lists")
    #expect(try ArchiveReader(own.finish()).decode(codable: [[Int]].self, forKey: "lists") == [[1, 2], []])
  }

  @Test("A file is saved and loaded, blocking and awaited") func files() async throws {
    let folder = try TemporaryFolder()
    let file = ArchiveFile(path: folder["settings"])
    try await file.save(codable: Coded.Person())
    #expect(try await file.load(codable: Coded.Person.self) == Coded.Person())
    try file.blocking.save(codable: [Coded.Flat()])
    #expect(try file.blocking.load(codable: [Coded.Flat].self) == [Coded.Flat()])
    await #expect(throws: ArchiveError.self) { try await file.load(codable: Coded.Person.self) }
  }
}
