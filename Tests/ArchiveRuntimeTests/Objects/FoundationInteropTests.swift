import Foundation
import Testing

@testable import ArchiveRuntime

/// Against the Foundation that is installed.
enum FoundationArchive {
  static func write(_ value: Any, _ format: PropertyListSerialization.PropertyListFormat = .binary) -> Data {
    write(format) { $0.encode(value, forKey: NSKeyedArchiveRootObjectKey) }
  }

  static func write(
    _ format: PropertyListSerialization.PropertyListFormat = .binary, _ body: (NSKeyedArchiver) -> Void
  ) -> Data {
    let archiver = NSKeyedArchiver(requiringSecureCoding: false)
    archiver.outputFormat = format
    body(archiver)
    archiver.finishEncoding()
    return archiver.encodedData
  }

  static func read(_ data: Data) throws -> Any? {
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
    unarchiver.requiresSecureCoding = false
    // An error otherwise ends the process.
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    defer { if let error = unarchiver.error { Issue.record(error) } }
    return unarchiver.decodeObject(forKey: NSKeyedArchiveRootObjectKey)
  }
}

@Suite("Foundation's values, by Foundation and by us") struct FoundationInteropTests {
  /// Holds the value as we read Foundation's archive of it, and as Foundation reads ours, against `value`; in both forms.
  private func bothWays<Value: ArchivableValue & Equatable>(
    _ value: Value, _ object: NSObject, _ location: SourceLocation = #_sourceLocation
  ) throws {
    for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
      let theirs = FoundationArchive.write(object, format)
      #expect(try ArchiveDecoder().decode(Value.self, from: theirs) == value, sourceLocation: location)
    }
    try toFoundation(value, object, location)
  }

  private func toFoundation<Value: ArchivableValue>(
    _ value: Value, _ object: NSObject, _ location: SourceLocation = #_sourceLocation
  ) throws {
    for format in [ArchiveEncoder.OutputFormat.binary, .xml] {
      var encoder = ArchiveEncoder()
      encoder.outputFormat = format
      let read = try FoundationArchive.read(try encoder.encode(value)) as? NSObject
      #expect(read == object, sourceLocation: location)
    }
  }

  @Test("Text and data") func textAndData() throws {
    for text in ["", "abc", "naïve 日 🙂", String(repeating: "long ", count: 100)] {
      try bothWays(text, text as NSString)
      try bothWays(text, NSMutableString(string: text))
    }
    for data in [Data(), Data([1, 2, 3]), Data(repeating: 7, count: 70_000)] {
      try bothWays(data, NSData(data: data))
      try bothWays(data, NSMutableData(data: data))
    }
  }

  @Test("Numbers") func numbers() throws {
    for number in [0, 1, -1, 255, -128, 65_536, Int64.max, .min] { try bothWays(number, NSNumber(value: number)) }
    try bothWays(true, NSNumber(value: true))
    try bothWays(false, NSNumber(value: false))
    for number in [0.0, 1.5, -0.0, 1e300, .infinity] { try bothWays(number, NSNumber(value: number)) }
    try bothWays(Float(0.25), NSNumber(value: Float(0.25)))
    try bothWays(UInt64.max, NSNumber(value: UInt64.max))
    try bothWays(CGFloat(0.5), NSNumber(value: 0.5))
  }

  @Test("Numbers that Foundation merged because they are equal are still read as the requested types")
  func mergedNumbers() throws {
    for merged in [[true, 1, 1.0], [1.0, true, 1], [1, 1.0, true]] as [NSArray] {
      let data = FoundationArchive.write(merged)
      #expect(try ArchiveDecoder().decode([Double].self, from: data) == [1, 1, 1])
      #expect(try ArchiveDecoder().decode([Float].self, from: data) == [1, 1, 1])
      #expect(try ArchiveDecoder().decode([Int].self, from: data) == [1, 1, 1])
      #expect(try ArchiveDecoder().decode([Bool].self, from: data) == [true, true, true])
    }
  }

  @Test("Dates, UUIDs, locales and time zones") func plainValues() throws {
    for seconds in [0, 1.5, -0.1, 1e9, -63_114_076_800] {
      let date = Date(timeIntervalSinceReferenceDate: seconds)
      try bothWays(date, date as NSDate)
    }
    let uuid = UUID()
    try bothWays(uuid, uuid as NSUUID)
    for name in ["de_DE", "en", "zh_Hant_TW"] {
      try bothWays(Locale(identifier: name), NSLocale(localeIdentifier: name))
    }
    for name in ["Europe/Berlin", "America/New_York"] {
      let zone = try #require(TimeZone(identifier: name))
      try bothWays(zone, zone as NSTimeZone)
    }
  }

  @Test("URLs with and without a base") func urls() throws {
    for text in ["http://a.b/c?d=e#f", "file:///tmp/a%20b", "relative/path"] {
      let url = try #require(URL(string: text))
      try bothWays(url, url as NSURL)
    }
    let base = try #require(URL(string: "http://a.b/c/"))
    // Bridging a URL would merge the two.
    let object = try #require(NSURL(string: "d/e", relativeTo: base))
    for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
      let read = try ArchiveDecoder().decode(URL.self, from: FoundationArchive.write(object, format))
      #expect(read.relativeString == "d/e")
      #expect(read.baseURL == base)
    }
    let url = try #require(URL(string: "d/e", relativeTo: base))
    let theirs = try #require(try FoundationArchive.read(try ArchiveEncoder().encode(url)) as? NSURL)
    #expect(theirs.relativeString == "d/e")
    #expect(theirs.baseURL == base)
  }

  @Test("Arrays, dictionaries and sets, mutable ones too") func collections() throws {
    let texts = ["b", "a", "c", "a"]
    for array in [[], texts] {
      try bothWays(array, NSArray(array: array))
      try bothWays(array, NSMutableArray(array: array))
      try bothWays(Set(array), NSSet(array: array))
      try bothWays(Set(array), NSMutableSet(array: array))
    }
    let entries = ["x": 1.5, "y": 2, "": 3]
    try bothWays(entries, NSDictionary(dictionary: entries))
    try bothWays(entries, NSMutableDictionary(dictionary: entries))
    // Foundation sometimes crashes when it archives a dictionary of arrays: it hashes all objects in one table.
    let nested = ["x": [1, 2], "y": [], "": [3]]
    try toFoundation(nested, NSDictionary(dictionary: nested))
    try bothWays([String: Int](), NSDictionary())
    let numbers = [3: "three", -1: "minus one"]
    try bothWays(numbers, NSDictionary(dictionary: numbers))
  }

  @Test("Ordered and counted sets are read as arrays and sets") func orderedSets() throws {
    for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
      for set in [NSOrderedSet(array: [3, 1, 2]), NSMutableOrderedSet(array: [3, 1, 2])] {
        let data = FoundationArchive.write(set, format)
        #expect(try ArchiveDecoder().decode([Int].self, from: data) == [3, 1, 2])
        #expect(try ArchiveDecoder().decode(Set<Int>.self, from: data) == [1, 2, 3])
        #expect(
          try ArchiveDecoder().decode(ArchiveValue.self, from: data) == .array([.integer(3), .integer(1), .integer(2)]))
      }
      #expect(try ArchiveDecoder().decode([Int].self, from: FoundationArchive.write(NSOrderedSet(), format)) == [])
      let counted = FoundationArchive.write(NSCountedSet(array: ["a", "b", "a"]), format)
      #expect(try ArchiveDecoder().decode(Set<String>.self, from: counted) == ["a", "b"])
    }
  }

  @Test("Null in collections is NSNull, and nil under a key") func null() throws {
    try bothWays([1, nil, 2, nil] as [Int?], NSArray(array: [1, NSNull(), 2, NSNull()] as [Any]))
    try bothWays(["a": nil, "b": "c"] as [String: String?], ["a": NSNull(), "b": "c"] as NSDictionary)
    let document: ArchiveValue = .dictionary(["a": .null, "b": .array([.null, .string("x")])])
    try toFoundation(document, ["a": NSNull(), "b": [NSNull(), "x"] as NSArray] as NSDictionary)
    let data = FoundationArchive.write { archiver in
      archiver.encode(NSNull(), forKey: "null")
      archiver.encode(nil as NSString?, forKey: "nil")
    }
    let decoder = try ArchiveReader(data)
    for key in ["null", "nil"] {
      #expect(try decoder.decodeIfPresent(String.self, forKey: key) == nil)
      #expect(try decoder.decode(Person?.self, forKey: key) == nil)
      #expect(try decoder.decode(ArchiveValue.self, forKey: key) == .null)
      #expect(try decoder.readValues { try $0.decodeObject(of: [Person.self], forKey: key) } == nil)
      #expect(throws: ArchiveError.self) { try decoder.decode(Int.self, forKey: key) }
    }
  }

  @Test("Points, sizes, rectangles and ranges, as NSValue") func geometryValues() throws {
    try bothWays([CGPoint(x: 1, y: -2.5)], [NSValue(point: CGPoint(x: 1, y: -2.5))] as NSArray)
    try bothWays([CGSize(width: 0.1, height: 2)], [NSValue(size: CGSize(width: 0.1, height: 2))] as NSArray)
    let rectangle = CGRect(x: 1, y: 2, width: 3.5, height: 1e10)
    try bothWays([rectangle], [NSValue(rect: rectangle)] as NSArray)
    try bothWays(NSRange(location: 3, length: 400), NSValue(range: NSRange(location: 3, length: 400)))
    try bothWays(rectangle, NSValue(rect: rectangle))
  }

  @Test("Points, sizes and rectangles under keys of a coder") func geometryUnderKeys() throws {
    let (point, size) = (CGPoint(x: 1, y: -2.5), CGSize(width: 0.1, height: 2))
    let rectangle = CGRect(origin: point, size: size)
    let theirs = FoundationArchive.write { archiver in
      let coder: NSCoder = archiver
      coder.encode(point, forKey: "point")
      coder.encode(size, forKey: "size")
      coder.encode(rectangle, forKey: "rectangle")
    }
    let decoder = try ArchiveReader(theirs)
    #expect(try decoder.decode(CGPoint.self, forKey: "point") == point)
    #expect(try decoder.decode(CGSize.self, forKey: "size") == size)
    #expect(try decoder.decode(CGRect.self, forKey: "rectangle") == rectangle)
    var encoder = ArchiveWriter()
    try encoder.encode(point, forKey: "point")
    try encoder.encode(size, forKey: "size")
    try encoder.encode(rectangle, forKey: "rectangle")
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: try encoder.finish())
    #expect(unarchiver.decodePoint(forKey: "point") == point)
    #expect(unarchiver.decodeSize(forKey: "size") == size)
    #expect(unarchiver.decodeRect(forKey: "rectangle") == rectangle)
  }

  @Test("Index sets of no range, of one and of several") func indexSets() throws {
    var several = IndexSet(integersIn: 3..<5)
    several.insert(integersIn: 300..<1_300)
    several.insert(1_000_000_000_000)
    for set in [IndexSet(), IndexSet(integersIn: 3..<5), several] {
      try bothWays(set, set as NSIndexSet)
      let mutable = FoundationArchive.write(NSMutableIndexSet(indexSet: set))
      #expect(try ArchiveDecoder().decode(IndexSet.self, from: mutable) == set)
    }
  }
}
