import Foundation
import Testing

@testable import ArchiveRuntime

@Suite("Archives of objects, by a reader in Python that knows FORMAT.md only") struct PythonObjectTests {
  private func read(_ data: Data) throws -> String {
    try Tool.withFile(data) { file in
      let script = Tool.readers.appendingPathComponent("archive_reader.py").path
      return try Tool.run("python3", [script, file], package: "python3").trimmingCharacters(in: .newlines)
    }
  }

  private func encoder(isXML: Bool) -> ArchiveEncoder {
    var encoder = ArchiveEncoder()
    encoder.outputFormat = isXML ? .xml : .binary
    return encoder
  }

  /// Equal as JSON, regardless of the order of keys.
  private func expect(_ data: Data, is expected: String, _ location: SourceLocation = #_sourceLocation) throws {
    let found = try read(data)
    func object(_ text: String) throws -> NSObject? {
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSObject
    }
    #expect(try object(found) == object(expected), "\(found)", sourceLocation: location)
  }

  @Test("Collections and Foundation's values stand where the format says", arguments: [true, false])
  func values(isXML: Bool) throws {
    var encoder = ArchiveWriter(settings: encoder(isXML: isXML))
    try encoder.encode([1, -1, 1 << 40], forKey: "integers")
    try encoder.encode(UInt64.max, forKey: "most")
    try encoder.encode([true, false], forKey: "booleans")
    try encoder.encode(["b": 2.5, "a": -0.25], forKey: "dictionary")
    try encoder.encode(Set(["y", "x"]), forKey: "set")
    try encoder.encode([nil, "x"] as [String?], forKey: "optionals")
    try encoder.encode(Date(timeIntervalSinceReferenceDate: 0.5), forKey: "date")
    try encoder.encode(Data([1, 255]), forKey: "data")
    try encoder.encodeBytes(Data([7]), forKey: "bytes")
    try encoder.encode(CGPoint(x: 1, y: 2), forKey: "point")
    try encoder.encode([CGSize(width: 1, height: 2)], forKey: "sizes")
    try encoder.encode(Money(3, "EUR"), forKey: "$price")
    try encoder.encode(["$null", "<&>"], forKey: "texts")
    try encoder.encode(UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF"), forKey: "uuid")
    try encoder.encode(URL(string: "https://a.b/c"), forKey: "url")
    try encoder.encode(Decimal(string: "-12345678901234567890.5"), forKey: "decimal")
    try encoder.encode(Decimal.nan, forKey: "nan")
    try encoder.encode(Locale(identifier: "nb_NO"), forKey: "locale")
    try encoder.encode(TimeZone(identifier: "UTC"), forKey: "zone")
    try encoder.encode(NSRange(location: 3, length: 4), forKey: "range")
    try encoder.encode(IndexSet([1, 2, 3]), forKey: "one")
    try encoder.encode(IndexSet([1, 300, 301]), forKey: "several")
    try encoder.encode(IndexSet(), forKey: "no")
    try encoder.encode([[[1], []], []] as [[[Int]]], forKey: "nested")
    try expect(
      try encoder.finish(),
      is: """
        {"values": {
          "integers": [1, -1, 1099511627776], "most": 18446744073709551615, "booleans": [true, false],
          "dictionary": {"entries": [["a", -0.25], ["b", 2.5]]}, "set": {"set": ["x", "y"]}, "optionals": [null, "x"],
          "date": {"date": 0.5}, "data": {"bytes": "01ff"}, "bytes": {"bytes": "07"}, "point": "{1.0, 2.0}",
          "sizes": ["{1.0, 2.0}"], "$price.amount": 3, "$price.currency": "EUR", "texts": ["$null", "<&>"],
          "uuid": {"uuid": "00112233-4455-6677-8899-AABBCCDDEEFF"}, "url": {"url": "https://a.b/c"},
          "decimal": {"decimal": "-123456789012345678905e-1"}, "nan": {"decimal": "NaN"}, "locale": {"locale": "nb_NO"},
          "zone": {"timeZone": "\(TimeZone(identifier: "UTC")?.identifier ?? "")"}, "range": {"range": [3, 4]},
          "one": {"indexes": [[1, 3]]}, "several": {"indexes": [[1, 1], [300, 2]]}, "no": {"indexes": []},
          "nested": [[[1], []], []]
        }}
        """)
  }

  @Test("Objects are shown once, and references lead to them", arguments: [true, false])
  func references(isXML: Bool) throws {
    var encoder = ArchiveWriter(settings: encoder(isXML: isXML))
    let (ann, bob) = (Person("Ann"), Person("Bób"))
    (ann.friends, ann.partner, bob.boss) = ([bob], bob, ann)
    defer { ann.partner = nil }
    try encoder.encode(ann, forKey: "ann")
    try encoder.encode([Money(4, "CHF")], forKey: "prices")
    try encoder.encodeConditionalObject(Person("Nobody"), forKey: "nobody")
    try encoder.encodeConditionalObject(bob, forKey: "bob")
    let found = try #require(
      JSONSerialization.jsonObject(with: Data(try read(encoder.finish()).utf8)) as? NSDictionary)
    let values = try #require(found["values"] as? [String: Any])
    let objects = try #require(found["objects"] as? [String: NSDictionary])
    #expect(objects.count == 3)
    func object(_ reference: Any?) throws -> (number: Int, fields: [String: Any], name: String) {
      let number = try #require((reference as? [String: Int])?["object"])
      let found = try #require(objects["\(number)"])
      return (number, try #require(found["values"] as? [String: Any]), try #require(found["class"] as? String))
    }
    let first = try object(values["ann"])
    let second = try object((first.fields["friends"] as? [Any])?.first)
    #expect(first.name == "Person" && first.fields["name"] as? String == "Ann")
    #expect(second.fields["name"] as? String == "Bób")
    #expect(try object(first.fields["partner"]).number == second.number)
    #expect(try object(second.fields["boss"]).number == first.number)
    #expect(try object(values["bob"]).number == second.number)
    #expect(values["nobody"] is NSNull && first.fields["boss"] is NSNull)
    let price = try object((values["prices"] as? [Any])?.first)
    #expect(price.name == "Money" && price.fields as NSDictionary == ["amount": 4, "currency": "CHF"])
  }

  @Test("An object at the root is the root, in both forms", arguments: [true, false]) func root(isXML: Bool) throws {
    let encoder = encoder(isXML: isXML)
    try expect(encoder.encode(ChainLink(1)), is: #"{"class": "ChainLink", "values": {"value": 1, "next": null}}"#)
    try expect(encoder.encode(ChainLink?.none), is: #"{"values": {"root": null}}"#)
    try expect(encoder.encode(ArchiveValue.null), is: #"{"values": {"root": null}}"#)
    try expect(encoder.encode("text"), is: #"{"values": {"root": "text"}}"#)
    try expect(
      encoder.encode(Diamond("d")),
      is: #"{"class": "Diamond", "superclasses": ["Square", "Figure"], "values": {"title": "d", "next": null}}"#)
  }

  @Test("A chain of twenty thousand objects, and documents of any depth, are read") func deep() throws {
    let chain = ChainLink(0)
    var last = chain
    for number in 1..<20_000 {
      let next = ChainLink(number)
      last.next = next
      last = next
    }
    #expect(try read(ArchiveEncoder().encode(chain)).contains(#""value": 19999"#))
    var first: ChainLink? = chain
    while let link = first { (first, link.next) = (link.next, nil) }
    var document = ArchiveValue.string("core")
    for _ in 0..<5_000 { document = .array([document]) }
    var encoder = ArchiveEncoder()
    encoder.readingLimits.maximumValueNesting = 5_000
    #expect(try read(encoder.encode(document)).contains("core"))
  }
}
