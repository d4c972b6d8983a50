import Foundation
import Testing

@testable import ArchiveRuntime

/// Values that Foundation on Linux silently merges, truncates or loses.
@Suite("Values are exact") struct ExactValueTests {
  /// Equal to every other, and yet each its own.
  final class Equal: ArchivableClass, Hashable {
    init() {}
    init(from decoder: ObjectDecoder) throws {}
    func encode(to encoder: ObjectEncoder) throws {}
    static func == (left: Equal, right: Equal) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }

  @Test("Two equal objects stay two, and one that is referred to twice stays one") func identity() throws {
    let one = Equal()
    let copy = try roundTrip([one, Equal(), one])
    #expect(copy[0] !== copy[1])
    #expect(copy[0] === copy[2])
  }

  @Test("true and 1, 0.0 and −0.0 stay distinct side by side") func equalNumbers() throws {
    let mixed: ArchiveValue = .array([.bool(true), .integer(1), .double(1), .float(1), .bool(false), .integer(0)])
    #expect(try roundTrip(mixed) == mixed)
    for values in [[0.0, -0.0], [-0.0, 0.0]] {
      #expect(try roundTrip(values).map(\.bitPattern) == values.map(\.bitPattern))
      #expect(try roundTrip(values, as: .xml).map(\.bitPattern) == values.map(\.bitPattern))
      #expect(try roundTrip(values.map(Float.init)).map(\.sign) == values.map(\.sign))
    }
  }

  @Test("A number that the type cannot hold is an error, and so is another kind of value") func exactNumbers() throws {
    var encoder = ArchiveWriter()
    try encoder.encode(Int64(1) << 40, forKey: "large")
    try encoder.encode(2.5, forKey: "half")
    try encoder.encode(3.0, forKey: "whole")
    try encoder.encode("7", forKey: "text")
    try encoder.encode(-1, forKey: "negative")
    try encoder.encode(1e300, forKey: "huge")
    try encoder.encode([Int64(1) << 40], forKey: "list")
    let decoder = try ArchiveReader(try encoder.finish())
    #expect(throws: ArchiveError.outOfRange(path: "large", value: "1099511627776", type: "Int32")) {
      try decoder.decode(Int32.self, forKey: "large")
    }
    #expect(throws: ArchiveError.outOfRange(path: "half", value: "2.5", type: "Int")) {
      try decoder.decode(Int.self, forKey: "half")
    }
    #expect(throws: ArchiveError.wrongType(path: "text", expected: "an integer", found: "a string")) {
      try decoder.decode(Int.self, forKey: "text")
    }
    #expect(throws: ArchiveError.wrongType(path: "text", expected: "a boolean", found: "a string")) {
      try decoder.decode(Bool.self, forKey: "text")
    }
    #expect(throws: ArchiveError.wrongType(path: "large", expected: "a string", found: "an integer")) {
      try decoder.decode(String.self, forKey: "large")
    }
    #expect(throws: ArchiveError.outOfRange(path: "negative", value: "-1", type: "UInt8")) {
      try decoder.decode(UInt8.self, forKey: "negative")
    }
    #expect(throws: ArchiveError.outOfRange(path: "negative", value: "-1", type: "Bool")) {
      try decoder.decode(Bool.self, forKey: "negative")
    }
    #expect(throws: ArchiveError.outOfRange(path: "huge", value: "1e+300", type: "Float")) {
      try decoder.decode(Float.self, forKey: "huge")
    }
    #expect(throws: ArchiveError.outOfRange(path: "list[0]", value: "1099511627776", type: "Int32")) {
      try decoder.decode([Int32].self, forKey: "list")
    }
    // What fits exactly is a number of that type.
    #expect(try decoder.decode(Int8.self, forKey: "whole") == 3)
    #expect(try decoder.decode(Double.self, forKey: "large") == 1_099_511_627_776)
    #expect(try decoder.decode(Float.self, forKey: "half") == 2.5)
  }

  @Test("UInt64 above Int64.max is read back, under a key and in a collection", arguments: [true, false])
  func largeUnsigned(isXML: Bool) throws {
    let values: [UInt64] = [0, UInt64(Int64.max), UInt64(Int64.max) + 1, .max]
    #expect(try roundTrip(values, as: isXML ? .xml : .binary) == values)
    var settings = ArchiveEncoder()
    settings.outputFormat = isXML ? .xml : .binary
    var encoder = ArchiveWriter(settings: settings)
    try encoder.encode(UInt64.max, forKey: "most")
    let decoder = try ArchiveReader(try encoder.finish())
    #expect(try decoder.decode(UInt64.self, forKey: "most") == .max)
    #expect(throws: ArchiveError.outOfRange(path: "most", value: "18446744073709551615", type: "Int64")) {
      try decoder.decode(Int64.self, forKey: "most")
    }
  }

  @Test("NaNs keep their sign and payload; in XML, which has one NaN, another is an error") func nanPayloads() throws {
    let doubles = [0x7FF8_0000_0000_1234, 0xFFF8_0000_0000_0001, 0x7FF0_0000_0000_0001].map(Double.init(bitPattern:))
    let floats = [0x7FC0_1234, 0xFFC0_0001, 0x7F80_0001].map(Float.init(bitPattern:))
    #expect(try roundTrip(doubles).map(\.bitPattern) == doubles.map(\.bitPattern))
    #expect(try roundTrip(floats).map(\.bitPattern) == floats.map(\.bitPattern))
    var encoder = ArchiveWriter()
    try encoder.encode(doubles[0], forKey: "nan")
    try encoder.encode(floats[2], forKey: "signalling")
    let decoder = try ArchiveReader(try encoder.finish())
    #expect(try decoder.decode(Double.self, forKey: "nan").bitPattern == doubles[0].bitPattern)
    #expect(try decoder.decode(Float.self, forKey: "signalling").bitPattern == floats[2].bitPattern)
    #expect(try roundTrip([Double.nan], as: .xml)[0].isNaN)
    #expect(throws: ArchiveError.notRepresentable(value: "A NaN with a payload", form: "an XML property list")) {
      try roundTrip(doubles, as: .xml)
    }
  }

  @Test("A number that is too great for a Float16 is named as one, and not as one of JSON") func halves() throws {
    let archive = try ArchiveEncoder().encode(codable: [Float(1e9)])
    #expect(
      throws: ArchiveError.codingFailed(path: "root[0]", reason: "The number 1e+09 does not fit in Float16.")
    ) {
      try ArchiveDecoder().decode(codable: [Float16].self, from: archive)
    }
  }

  @Test("A text that says $null is a text, also for other readers") func nullText() throws {
    for text in ["$null", "$class", "$"] {
      #expect(try roundTrip(text) == text)
      #expect(try roundTrip([text, "x", text]) == [text, "x", text])
      #expect(try roundTrip(ArchiveValue.dictionary([text: .string(text)])) == .dictionary([text: .string(text)]))
      #expect(try roundTrip([String?.some(text), nil]) == [text, nil])
      let read = try NSKeyedUnarchiver.unarchivedObject(
        ofClasses: [NSArray.self, NSString.self, NSMutableString.self], from: try ArchiveEncoder().encode([text]))
      #expect(read as? [String] == [text])
    }
  }

  @Test("Collections are read whose elements have keys of their own") func numberedElements() throws {
    let objects: [Sample] = [
      .class("NSDictionary", "NSObject"), .class("NSSet", "NSObject"), .string("a"), .string("b"),
    ]
    let dictionary = Sample.object(
      2, [("NS.key.0", .uid(4)), ("NS.object.0", .uid(5)), ("NS.key.1", .uid(5)), ("NS.object.1", .uid(4))])
    let data = try keyedArchive([dictionary] + objects)
    #expect(try ArchiveDecoder().decode([String: String].self, from: data) == ["a": "b", "b": "a"])
    let value = ArchiveValue.dictionary(["a": .string("b"), "b": .string("a")])
    #expect(try ArchiveDecoder().decode(ArchiveValue.self, from: data) == value)
    let set = Sample.object(3, [("NS.object.0", .uid(4)), ("NS.object.1", .uid(5))])
    #expect(try ArchiveDecoder().decode(Set<String>.self, from: try keyedArchive([set] + objects)) == ["a", "b"])
    let missing = Sample.object(2, [("NS.key.0", .uid(4)), ("NS.key.1", .uid(5)), ("NS.object.0", .uid(5))])
    #expect(throws: ArchiveError.self) {
      try ArchiveDecoder().decode([String: String].self, from: try keyedArchive([missing] + objects))
    }
    let empty = try keyedArchive([.object(2, [])] + objects)
    #expect(try ArchiveDecoder().decode([String: String].self, from: empty) == [:])
    let damaged = try keyedArchive([.object(2, [("NS.keyt", .uid(4)), ("NS.objectt", .uid(4))])] + objects)
    #expect(throws: ArchiveError.missingKey(path: "root.NS.keys")) {
      try ArchiveDecoder().decode([String: String].self, from: damaged)
    }
  }

  @Test("Mutable text and data are read as other writers spell them") func mutableSpellings() throws {
    func read<Value: ArchivableValue>(_ type: Value.Type, _ name: String, _ key: String, _ value: Sample) throws
      -> Value
    {
      try ArchiveDecoder().decode(
        type,
        from: try keyedArchive([
          .object(2, [(key, value)]), .class(name, "NSObject"), .string("by reference"), .data([7]),
        ]))
    }
    for name in ["NSString", "NSMutableString"] {
      #expect(try read(String.self, name, "NS.string", .string("naïve")) == "naïve")
      #expect(try read(String.self, name, "NS.string", .uid(3)) == "by reference")
      #expect(try read(String.self, name, "NS.bytes", .data(Array("naïve".utf8))) == "naïve")
      #expect(try read(ArchiveValue.self, name, "NS.string", .string("x")) == .string("x"))
    }
    #expect(throws: ArchiveError.invalidText(path: "root.NS.bytes", reason: "it is not UTF-8")) {
      try read(String.self, "NSMutableString", "NS.bytes", .data([0xFF]))
    }
    for name in ["NSData", "NSMutableData"] {
      #expect(try read(Data.self, name, "NS.data", .data([1, 2])) == Data([1, 2]))
      #expect(try read(Data.self, name, "NS.bytes", .data([1, 2])) == Data([1, 2]))
      #expect(try read(Data.self, name, "NS.data", .uid(4)) == Data([7]))
      #expect(try read(ArchiveValue.self, name, "NS.data", .data([1])) == .data(Data([1])))
    }
    #expect(throws: ArchiveError.typeNotAllowed(path: "root", found: "NSMutableData", expected: "NSString")) {
      try read(String.self, "NSMutableData", "NS.data", .data([1]))
    }
  }
}
