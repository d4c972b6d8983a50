import Foundation
import Testing

@testable import ArchiveRuntime

private enum Size: String, ArchivableValue { case small, large }

private struct Empty: ArchivableComposite {
  init() {}
  func encode(to encoder: ObjectEncoder) throws {}
  init(from decoder: ObjectDecoder) throws {}
}

/// Reads by a function.
private final class Reader: ArchivableClass {
  static let list = "arr"
  var people: [Person] = []
  var before: [Person?] = []
  init(_ people: [Person]) { (self.people, before) = (people, people) }
  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(before, forKey: "before")
    try encoder.encode(people, forKey: Self.list)
    try encoder.encodeObjects(people, forKey: "objects")
    try encoder.encode(["x": people.first], forKey: "byName")
    try encoder.encode(people.first, forKey: "first")
  }
  init(from decoder: ObjectDecoder) throws {
    #expect(throws: ArchiveError.missingKey(path: "root.objects[0]")) {
      try decoder.decodeObjects(of: [Person.self], forKey: "objects")
    }
    #expect(throws: ArchiveError.missingKey(path: "root.byName[\"x\"]")) {
      try decoder.decode([String: Person].self, forKey: "byName")
    }
    #expect(throws: ArchiveError.missingKey(path: "root.first")) { try decoder.decode(Person.self, forKey: "first") }
    #expect(try decoder.decodeIfPresent(Person.self, forKey: "first") == nil)
    before = try decoder.decode([Person?].self, forKey: "before")
    #expect(before.map { $0?.name } == [nil, "Bob"])
    people = try decoder.decode([Person].self, forKey: Self.list)
  }
}

private final class WithoutAnn: ArchiveEncoderDelegate {
  func willEncode(_ object: any ArchivableObject) throws -> (any ArchivableObject)? {
    (object as? Person)?.name == "Ann" ? nil : object
  }
}

@Suite("Texts of errors, and queries before decoding") struct ObjectErrorTests {
  private func reading<Result>(
    _ write: (inout ArchiveWriter) throws -> Void, _ read: (ObjectDecoder) throws -> Result
  ) throws -> Result {
    var encoder = ArchiveWriter()
    try write(&encoder)
    return try ArchiveReader(encoder.finish()).readValues(read)
  }

  @Test("An error's description is its localized description") func localized() {
    let error = ArchiveError.missingKey(path: "root.name")
    #expect((error as any Error).localizedDescription == error.description)
    #expect(error.description.contains("decodeIfPresent"))
    #expect(ArchiveError.decodingOver.description.contains("had ended"))
    let forgotten = ArchiveError.typeNotAllowed(path: "root", found: "A", expected: "B")
    #expect(forgotten.description.contains("archivableSubclasses"))
    let other = ArchiveError.typeNotAllowed(path: "root", found: "NSArray", expected: "NSDictionary").description
    #expect(other.contains("the value had another type") && !other.contains("archivableSubclasses"))
  }

  @Test("An element that a delegate leaves out of a collection is NSNull, or an error if that cannot be read")
  func leftOut() throws {
    var encoder = ArchiveEncoder()
    encoder.delegate = WithoutAnn()
    let error = #expect(throws: ArchiveError.self) { try encoder.encode(Reader([Person("Bob"), Person("Ann")])) }
    #expect(error?.code == .notArchivableValue && error?.path == "Reader.arr[1]")
    #expect(error?.details.reason?.contains("delegate") == true)
    // No list of Foundation's may hold a reference to nothing.
    let list = try encoder.encode([Person?.some(Person("Ann"))])
    #expect(try ArchiveDecoder().decode([ArchiveValue].self, from: list) == [.null])
    let read = try NSKeyedUnarchiver(forReadingFrom: list)
    read.requiresSecureCoding = false
    #expect((read.decodeObject(forKey: NSKeyedArchiveRootObjectKey) as? NSArray)?.firstObject is NSNull)
  }

  @Test("An object where a value is expected is an error with its class") func objectForValue() throws {
    try reading({ try $0.encode(Person("Ann"), forKey: "ann") }) { (top) throws in
      let found = "an object of the class 'Person'"
      #expect(throws: ArchiveError.wrongType(path: "ann", expected: "an integer", found: found)) {
        try top.decode(Int.self, forKey: "ann")
      }
      #expect(throws: ArchiveError.wrongType(path: "ann", expected: "a real", found: found)) {
        try top.decode(Double.self, forKey: "ann")
      }
      #expect(throws: ArchiveError.typeNotAllowed(path: "ann", found: "Person", expected: "an array or set")) {
        try top.decode([Int].self, forKey: "ann")
      }
      #expect(throws: ArchiveError.wrongType(path: "ann", expected: "data", found: found)) {
        try top.decodeBytes(forKey: "ann")
      }
    }
  }

  @Test("An error in a value that equals others has the path of the value that was read") func sharedValue() throws {
    try reading({
      try $0.encode([1, 2], forKey: "levels")
      try $0.encode(["a": 1], forKey: "attrs")
      try $0.encode([[1: 2]], forKey: "nested")
      try $0.encode([Person("Ann")], forKey: "people")
    }) { (top) throws in
      #expect(try top.decode([Int].self, forKey: "levels") == [1, 2])
      let integer = (expected: "a string", found: "an integer")
      #expect(throws: ArchiveError.wrongType(path: "attrs[\"a\"]", expected: integer.expected, found: integer.found)) {
        try top.decode([String: String].self, forKey: "attrs")
      }
      #expect(throws: ArchiveError.wrongType(path: "nested[0][0]", expected: integer.expected, found: integer.found)) {
        try top.decode([[Int: String]].self, forKey: "nested")
      }
      let found = "an object of the class 'Person'"
      #expect(throws: ArchiveError.wrongType(path: "people[0]", expected: "an integer", found: found)) {
        try top.decode([Int].self, forKey: "people")
      }
      #expect(try top.decode([String: Int].self, forKey: "attrs") == ["a": 1])
    }
  }

  @Test("Bytes and lists of objects that may be missing") func ifPresent() throws {
    try reading({
      try $0.encodeBytes(Data([1]), forKey: "bytes")
      try $0.encode([Person("Ann")], forKey: "people")
      try $0.encode(Person?.none, forKey: "null")
    }) { (top) throws in
      #expect(try top.decodeBytesIfPresent(forKey: "bytes") == Data([1]))
      #expect(try top.decodeBytesIfPresent(forKey: "none") == nil)
      #expect(try top.decodeBytesIfPresent(forKey: "null") == nil)
      #expect(try top.decodeObjectsIfPresent(of: [Person.self], forKey: "people")?.count == 1)
      #expect(try top.decodeObjectsIfPresent(of: [Person.self], forKey: "none") == nil)
      #expect(try top.decodeObjectsIfPresent(of: [Person.self], forKey: "null") == nil)
    }
  }

  @Test("A struct in place is there, though no key is its own") func inPlace() throws {
    try reading({
      try $0.encode(Money(1, "EUR"), forKey: "price")
      try $0.encode(Empty(), forKey: "empty")
      try $0.encode([someOrder()], forKey: "orders")
    }) { (top) throws in
      #expect(try top.containsValue(forKey: "price"))
      #expect(try top.containsValue(forKey: "orders"))
      #expect(try !top.containsValue(forKey: "pric"))
      #expect(try top.decodeIfPresent(Money.self, forKey: "price") == Money(1, "EUR"))
      // Nothing of it is archived.
      #expect(try !top.containsValue(forKey: "empty"))
      #expect(try top.decodeIfPresent(Empty.self, forKey: "empty") == nil)
      _ = try top.decode(Empty.self, forKey: "empty")
    }
  }

  @Test("A raw value without a case is an error of the enumeration") func unknownRawValue() throws {
    try reading({ try $0.encode("huge", forKey: "size") }) { (top) throws -> Void in
      #expect(throws: ArchiveError.unknownCase(path: "size", name: "huge", type: "Size")) {
        try top.decode(Size.self, forKey: "size")
      }
    }
  }

  @Test("A path in a dictionary has the key") func dictionaryPath() throws {
    try reading({
      try $0.encode(["k": ["a": 1, "b": 300]], forKey: "byName")
      try $0.encode([7: [300]], forKey: "byNumber")
    }) { (top) throws -> Void in
      #expect(throws: ArchiveError.outOfRange(path: "byName[\"k\"][\"b\"]", value: "300", type: "UInt8")) {
        try top.decode([String: [String: UInt8]].self, forKey: "byName")
      }
    }
  }

  @Test("The path of a key is there for the app's own errors") func keyPath() throws {
    final class Owner: ArchivableClass {
      static let place = "root[1].age"
      init() {}
      func encode(to encoder: ObjectEncoder) throws {}
      init(from decoder: ObjectDecoder) throws { paths.append(decoder.keyPath("age")) }
      var paths: [String] = []
    }
    #expect(try roundTrip([Owner(), Owner()]).map(\.paths) == [["root[0].age"], ["root[1].age"]])
  }

  @Test("Every truncated XML archive is reported as truncated") func cutShort() throws {
    var encoder = ArchiveEncoder()
    encoder.outputFormat = .xml
    let data = try encoder.encode(["a & b": 1])
    let end = try #require(data.range(of: Data("</plist".utf8))).lowerBound
    let begin = try #require(data.range(of: Data("<dict>".utf8))).lowerBound
    for count in begin..<(end + 8) {
      let error = #expect(throws: ArchiveError.self) {
        try ArchiveDecoder().decode([String: Int].self, from: data.prefix(count))
      }
      #expect("\(error as (any Error)?, default: "")".contains("cut short"), "\(count) bytes")
    }
  }

  @Test("A URL of another kind is an error that shows it") func webURL() throws {
    let url = try #require(URL(string: "https://example.org/people.archive"))
    let expected = ArchiveError.file(
      path: url.absoluteString, operation: .open, code: nil,
      reason: "it is not a file's URL, as file:///tmp/a.archive is")
    #expect(throws: expected) { try ArchiveFile(url).blocking.load(Person.self) }
    #expect(throws: expected) { try ArchiveFile(url).blocking.save(Person("Ann")) }
  }
}
