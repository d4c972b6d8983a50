import ArchiveRuntime
import Foundation
import Testing

@Suite("A value is read back unchanged, or is refused when it is written")
struct ExactReturnTests {
  /// Archives and reads a value; nil where writing it is refused, which then names the key.
  private func back<Value: ArchivableValue>(_ value: Value) throws -> Value? {
    var encoder = ArchiveWriter()
    do { try encoder.encode(value, forKey: "value") } catch let error as ArchiveError
      where error.code == .notArchivableValue
    {
      #expect(error.path?.hasPrefix("value") == true)
      return nil
    }
    return try ArchiveReader(try encoder.finish()).decode(Value.self, forKey: "value")
  }

  @Test("Keys and elements that do not equal themselves keep their values")
  func unequal() throws {
    let one = try #require(try back([Double.nan: 1]))
    #expect(one.count == 1 && one.keys.allSatisfy(\.isNaN) && Array(one.values) == [1])
    var many: [Double: Int] = [:]
    for index in 0..<8 { many.updateValue(index, forKey: .nan) }
    #expect(try #require(try back(many)).values.sorted() == Array(0..<8))
    #expect(try #require(try back([Double.nan: Int?.some(1), 2: nil])).count == 2)
    for index in 8..<40 { many.updateValue(index, forKey: .nan) }
    #expect(try back(many) == nil, "what would not be read is not written")
    #expect(try back(Set(many.keys)) == nil)
  }

  @Test("Time zones at every second's distance come back, or are refused")
  func timeZones() throws {
    for seconds in [0, 3_600, -3_600, 3_661, -1, 59, 50_400, 12_345, -43_200] {
      let zone = try #require(TimeZone(secondsFromGMT: seconds))
      if let copy = try back(zone) { #expect(copy.secondsFromGMT() == seconds) } else { #expect(seconds % 60 != 0) }
    }
    for name in ["Europe/Berlin", "America/New_York", "GMT"] {
      let zone = try #require(TimeZone(identifier: name))
      #expect(try back(zone) == zone)
    }
  }

  @Test("Index sets up to the last index")
  func indexSets() throws {
    for set in [
      IndexSet(), IndexSet(integer: 0), IndexSet(integer: Int.max - 1), IndexSet(integersIn: 5..<Int.max),
      IndexSet([1, 3, Int.max - 1]), IndexSet([0, 1, 2, 10, 11, 4_000_000_000]),
    ] { #expect(try back(set) == set) }
  }

  @Test("A NaN keeps its bits between Float and Double, or is refused")
  func payloads() throws {
    for bits: UInt32 in [0x7FC0_0000, 0xFFC0_0001, 0x7F80_0001, 0x7FFF_FFFF, 0xFF80_0123] {
      let narrow = Float(bitPattern: bits)
      #expect(try back(narrow)?.bitPattern == bits)
      let archive = try encoded(narrow)
      let wide = try archive.decode(Double.self, forKey: "value")
      #expect(
        wide.bitPattern == UInt64(bits & 0x8000_0000) << 32 | 0x7FF0_0000_0000_0000 | UInt64(bits & 0x7F_FFFF) << 29)
      #expect(try encoded(wide).decode(Float.self, forKey: "value").bitPattern == bits)
    }
    let payload = Double(bitPattern: 0x7FF8_0000_0000_0001)
    #expect(try back(payload)?.bitPattern == payload.bitPattern)
    #expect(throws: ArchiveError.self) { try encoded(payload).decode(Float.self, forKey: "value") }
    #expect(try encoded(Double.nan).decode(Float.self, forKey: "value").isNaN)
  }

  private func encoded<Value: ArchivableValue>(_ value: Value) throws -> ArchiveReader {
    var encoder = ArchiveWriter()
    try encoder.encode(value, forKey: "value")
    return try ArchiveReader(try encoder.finish())
  }

  @Test("Points, sizes and rectangles of extreme components")
  func geometry() throws {
    let numbers: [Double] = [
      0, -0.0, 1.5, -2, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .infinity, -.infinity, 1e-300,
      123_456_789.125,
    ]
    for x in numbers {
      for y in numbers {
        let point = try #require(try back(CGPoint(x: x, y: y)))
        #expect(point.x.native.bitPattern == x.bitPattern && point.y.native.bitPattern == y.bitPattern)
        let rectangle = CGRect(x: x, y: y, width: y, height: x)
        let copy = try #require(try back(rectangle))
        #expect(copy.origin == rectangle.origin && copy.size == rectangle.size)
      }
    }
    #expect(try back(CGSize(width: Double.nan, height: 1))?.width.isNaN == true)
    #expect(try back(CGPoint(x: Double(bitPattern: 0x7FF8_0000_0000_0007), y: 0)) == nil)
  }

  @Test(
    "Text that is no point is refused",
    arguments: [
      "{0x10, 1}", "{1, 1e400}", "{1}", "{1, 2, 3}", "1, 2", "{1, 2", "{{1, 2}}", "{1,, 2}", "{ , }", "{1, 2} x",
      "{1 2}",
      "{inf1, 2}", "{1_0, 2}",
    ])
  func noPoints(text: String) throws {
    let archive = try encoded(text)
    #expect(throws: ArchiveError.self) { try archive.decode(CGPoint.self, forKey: "value") }
  }

  @Test("Text in Foundation's forms is a point", arguments: ["{1, 2}", "{1,2}", "{ 1 , 2 }", "{1.0, 2e0}", "{+1, 2}"])
  func points(text: String) throws {
    #expect(try encoded(text).decode(CGPoint.self, forKey: "value") == CGPoint(x: 1, y: 2))
  }

  @Test("Numbers of every type at their extremes, alone, in arrays, sets and dictionaries")
  func numbers() throws {
    func check<Value: ArchivableValue & Hashable>(_ values: [Value]) throws {
      for value in values { #expect(try back(value) == value) }
      #expect(try back(values) == values)
      #expect(try back(Set(values)) == Set(values))
      let entries = Dictionary(values.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
      #expect(try back(entries) == entries)
      #expect(try back(values.map(Optional.some) + [nil]) == values.map(Optional.some) + [nil])
    }
    try check([Int.min, -1, 0, 1, .max])
    try check([Int8.min, .max] as [Int8])
    try check([UInt64.max, 1 << 63, 0])
    try check([Int64.min, .max])
    try check([UInt16.max, 0])
    try check([true, false])
    try check([0.1, -0.0, .infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude])
    try check([Float(0.1), -.infinity, .leastNonzeroMagnitude])
    try check(["", "a", "é", "$null", "$class", "e\u{301}x", "\u{0}", String(repeating: "ß", count: 70_000)])
    try check([Data(), Data([0]), Data(repeating: 7, count: 300_000)])
    try check([Date.distantPast, Date.distantFuture, Date(timeIntervalSinceReferenceDate: 0.1)])
    try check([Decimal.greatestFiniteMagnitude, Decimal.leastNonzeroMagnitude, Decimal(string: "-0.1") ?? 0, 0])
    try check([UUID(), UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))])
    try check(["https://a.b/ä?q=1#f", "file:///tmp/a%20b", "mailto:a@b", "a/b"].compactMap { URL(string: $0) })
    try check([0..<1, -5..<5, 0..<0])
    try check([Locale(identifier: "de_DE"), Locale(identifier: "")])
  }

  @Test("Elements that are equal, written as different objects, are no set")
  func equalElements() throws {
    let archive = try encoded([ArchiveValue.integer(5), .double(5)])
    #expect(throws: ArchiveError.self) { try archive.decode(Set<Double>.self, forKey: "value") }
    #expect(try archive.decode([Double].self, forKey: "value") == [5, 5])
  }
}

@Suite("No value shares memory with another, or with its archive")
struct OwnBytesTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test("Changing decoded data changes neither the archive nor another copy")
  func inMemory() throws {
    let original = Data(repeating: 7, count: 3_000_000)
    let archive = try ArchiveEncoder().encode(original)
    let before = Data(Array(archive))
    var first = try ArchiveDecoder().decode(Data.self, from: archive)
    let second = try ArchiveDecoder().decode(Data.self, from: archive)
    first[0] = 0xFF
    first[first.count - 1] = 0xFF
    #expect(archive == before)
    #expect(second == original)
    #expect(try ArchiveDecoder().decode(Data.self, from: archive) == original)
  }

  @Test("Nor does changing data of a mapped file", arguments: [ArchiveFile.Reading.automatic, .copied, .mapped])
  func mapped(reading: ArchiveFile.Reading) throws {
    let original = Data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0) })
    let file = ArchiveFile(path: folder["data"], reading: reading)
    try file.blocking.save(["a": original, "b": Data(original.reversed())])
    let before = try folder.read("data")
    var values = try file.blocking.load([String: Data].self)
    let others = try file.blocking.load([String: Data].self)
    values["a"]?[0] = 0xFF
    values["a"]?[999_999] = 0xFF
    #expect(others["a"] == original && others["b"] == Data(original.reversed()))
    #expect(values["b"] == Data(original.reversed()))
    #expect(values["a"]?.first == 0xFF && values["a"]?.dropFirst().first == 1)
    #expect(try folder.read("data") == before)

    let decoder = try file.blocking.reader()
    var one = try decoder.decode([String: Data].self, forKey: "root")
    let two = try decoder.decode([String: Data].self, forKey: "root")
    one["a"]?[5] = 0
    #expect(two["a"] == original)
    #expect(try decoder.decode([String: Data].self, forKey: "root")["a"] == original)
  }

  @Test("Bytes can be looked at where they stand")
  func borrowed() throws {
    let original = Data(repeating: 7, count: 3_000_000)
    var encoder = ArchiveWriter()
    try encoder.encode(original, forKey: "data")
    try encoder.encode(1, forKey: "number")
    let archive = try encoder.finish()
    let decoder = try ArchiveReader(archive)
    let isWithin = try archive.withUnsafeBytes { whole in
      try decoder.withBytes(forKey: "data") { bytes in
        bytes.elementsEqual(original) && whole.baseAddress.map { $0 < bytes.baseAddress ?? $0 } == true
          && bytes.baseAddress.map { $0 + bytes.count <= (whole.baseAddress ?? $0) + whole.count } == true
      }
    }
    #expect(isWithin)
    #expect(throws: ArchiveError.self) { try decoder.withBytes(forKey: "number") { $0.count } }
    #expect(throws: ArchiveError.self) { try decoder.withBytes(forKey: "none") { $0.count } }
  }
}

@Suite("Names are compared by their bytes")
struct ExactNameTests {
  private static let composed = "\u{E9}"
  private static let decomposed = "e\u{301}"

  private final class Accents: ArchivableClass {
    let values: [String: Int]
    init(_ values: [String: Int]) { self.values = values }
    func encode(to encoder: ObjectEncoder) throws {
      for (index, key) in Self.order(values).enumerated() { try encoder.encode(index, forKey: key) }
    }
    static func order(_ values: [String: Int]) -> [String] {
      values[composed] == 1 ? [composed, decomposed, "K", "\u{212A}"] : [decomposed, composed, "\u{212A}", "K"]
    }
    init(from decoder: ObjectDecoder) throws {
      var values: [String: Int] = [:]
      for (name, key) in [
        ("composed", composed), ("decomposed", decomposed), ("letter", "K"), ("kelvin", "\u{212A}"),
      ] { values[name] = try decoder.decodeIfPresent(Int.self, forKey: key) }
      self.values = values
    }
  }

  @Test("Keys that are canonically equal are two keys, in one object and in the next")
  func keys() throws {
    let objects = [Accents([Self.composed: 1]), Accents([:]), Accents([Self.composed: 1])]
    let back = try ArchiveDecoder().decode([Accents].self, from: try ArchiveEncoder().encode(objects))
    #expect(back[0].values == ["composed": 0, "decomposed": 1, "letter": 2, "kelvin": 3])
    #expect(back[1].values == ["composed": 1, "decomposed": 0, "letter": 3, "kelvin": 2])
    #expect(back[2].values == back[0].values)
  }

  @Test("So they are at the top")
  func top() throws {
    var encoder = ArchiveWriter()
    try encoder.encode(1, forKey: Self.composed)
    try encoder.encode(2, forKey: Self.decomposed)
    #expect(throws: ArchiveError.self) { try encoder.encode(3, forKey: Self.composed) }
    let decoder = try ArchiveReader(try encoder.finish())
    #expect(try decoder.decode(Int.self, forKey: Self.composed) == 1)
    #expect(try decoder.decode(Int.self, forKey: Self.decomposed) == 2)
  }

  @Test("A key that begins with '$' and a mark is the caller's")
  func mark() throws {
    var encoder = ArchiveWriter()
    try encoder.encode(1, forKey: "$\u{301}x")
    let decoder = try ArchiveReader(try encoder.finish())
    #expect(decoder.keys.map { Array($0.utf8) } == [Array("$\u{301}x".utf8)])
    #expect(try decoder.decode(Int.self, forKey: "$\u{301}x") == 1)
  }

  private final class Composed: ArchivableClass {
    class var archivedClassName: String { ExactNameTests.composed }
    init() {}
    func encode(to encoder: ObjectEncoder) throws {}
    init(from decoder: ObjectDecoder) throws {}
  }
  private final class Decomposed: ArchivableClass {
    class var archivedClassName: String { ExactNameTests.decomposed }
    init() {}
    func encode(to encoder: ObjectEncoder) throws {}
    init(from decoder: ObjectDecoder) throws {}
  }

  @Test("Class names that are canonically equal are two names")
  func classes() throws {
    var encoder = ArchiveWriter()
    try encoder.encode(Composed(), forKey: "a")
    try encoder.encode(Decomposed(), forKey: "b")
    let decoder = try ArchiveReader(try encoder.finish())
    _ = try decoder.decode(Composed.self, forKey: "a")
    _ = try decoder.decode(Decomposed.self, forKey: "b")
    #expect(throws: ArchiveError.self) { try decoder.decode(Composed.self, forKey: "b") }
  }
}

@Suite("Whether an object is allowed does not depend on earlier values")
struct PlaceTests {
  private class Base: ArchivableClass {
    init() {}
    class var archivedClassName: String { "PlaceBase" }
    class var archivableSubclasses: [any ArchivableObject.Type] { [] }
    func encode(to encoder: ObjectEncoder) throws {}
    required init(from decoder: ObjectDecoder) throws {}
  }
  private final class Sub: Base {
    override class var archivedClassName: String { "PlaceSub" }
  }
  private final class Drop: ArchiveEncoderDelegate, @unchecked Sendable {
    func willEncode(_ object: any ArchivableObject) throws -> (any ArchivableObject)? { object is Sub ? nil : object }
  }

  @Test("A subclass that the place does not list is refused, whether it is known already or not")
  func order() throws {
    let object = Sub()
    for keys in [["first", "second"], ["second", "first"]] {
      var encoder = ArchiveWriter()
      for key in keys { try encoder.encode(object, forKey: key) }
      let decoder = try ArchiveReader(try encoder.finish())
      try decoder.readValues { top in
        _ = try top.decode(Sub.self, forKey: "first")
        #expect(throws: ArchiveError.self) { try top.decode(Base.self, forKey: "second") }
      }
    }
  }

  @Test("An element that the delegate leaves out is named")
  func dropped() throws {
    var settings = ArchiveEncoder()
    settings.delegate = Drop()
    var encoder = ArchiveWriter(settings: settings)
    let error = #expect(throws: ArchiveError.self) { try encoder.encode([Sub(), Sub()], forKey: "list") }
    #expect(error?.code == .notArchivableValue && error?.path == "list[0]")
    #expect(error?.details.reason?.contains("delegate") == true)
    try encoder.encode([Sub?.some(Sub()), nil], forKey: "optional")
    let back = try ArchiveReader(try encoder.finish()).decode([Sub?].self, forKey: "optional")
    #expect(back.count == 2 && back.allSatisfy { $0 == nil })
  }
}
