import Foundation
import Testing

@testable import ArchiveRuntime

@Suite("An archive in binary form and the same in XML get the same verdict")
struct FormAgreementTests {
  private struct Case: CustomTestStringConvertible {
    let testDescription: String
    /// The archive's top object.
    let whole: Sample
    /// Whether a person can be read from it.
    let isSound: Bool

    init(_ description: String, _ whole: Sample, isSound: Bool = false) {
      (testDescription, self.whole, self.isSound) = (description, whole, isSound)
    }

    /// An archive of these objects besides a person, who is number 1.
    init(
      _ description: String, _ objects: [Sample] = [], person: [(String, Sample)] = [], name: Sample = .string("Ann"),
      type: Sample = .class("Person"), top: [(String, Sample)] = [("root", .uid(1))],
      outer: [(String, Sample)] = [], isSound: Bool = false
    ) {
      let fields: [(String, Sample)] = [
        ("name", .uid(3)), ("friends", .uid(4)), ("partner", .uid(0)), ("boss", .uid(0)),
      ]
      let all: [Sample] = [
        .string("$null"), .object(2, fields + person), type, name, .object(5, [("NS.objects", .array([]))]),
        .class("NSArray"),
      ]
      self.init(
        description,
        .dictionary(
          [
            ("$archiver", .string("NSKeyedArchiver")), ("$objects", .array(all + objects)), ("$top", .dictionary(top)),
            ("$version", .integer(100_000)),
          ] + outer), isSound: isSound)
    }
  }

  private static let twice: [(String, Sample)] = [("key", .integer(1)), ("key", .integer(2))]

  private static let cases: [Case] = [
    Case("nothing wrong", isSound: true),
    Case("a key twice in a dictionary that nobody reads", [.dictionary(twice)], isSound: true),
    Case("a key twice in an object that nobody reads", [.object(2, twice)], isSound: true),
    Case("a key twice in a dictionary within one that nobody reads", [.array([.dictionary(twice)])], isSound: true),
    Case("a key twice in the object", person: [("name", .uid(3))]),
    Case("a key of no consequence twice in the object", person: twice),
    Case(
      "a key twice in the class", type: .dictionary([("$classname", .string("Person")), ("$classname", .string("X"))])),
    Case("a key twice at the top", top: [("root", .uid(1)), ("root", .uid(1))]),
    Case("a key twice in the whole", outer: [("$version", .integer(100_000))]),
    Case("a key of no consequence twice in the whole", outer: twice),
    Case("a reference to no object, which nobody follows", [.array([.uid(99)])], isSound: true),
    Case("a reference to no object", name: .uid(99)),
    Case("a root that is no object", top: [("root", .uid(99))]),
    Case("no root", top: []),
    Case("a root that is text", top: [("root", .string("x"))]),
    Case("an object without a class", .dictionary([])),
    Case("a name that is a number", name: .integer(7)),
    Case("a name that is null", name: .string("$null")),
    Case("a class that is text", type: .string("Person")),
    Case("a class without a name", type: .dictionary([])),
    Case("a class of another name", type: .class("Person2", "NSObject")),
    Case("no dictionary", .array([.string("x")])),
    Case("text alone", .string("x")),
    Case("another archiver", .dictionary([("$archiver", .string("X")), ("$version", .integer(100_000))])),
    Case(
      "another version",
      .dictionary([
        ("$archiver", .string("NSKeyedArchiver")), ("$version", .integer(1)), ("$objects", .array([])),
        ("$top", .dictionary([])),
      ])),
    Case(
      "objects that are no list",
      .dictionary([
        ("$archiver", .string("NSKeyedArchiver")), ("$version", .integer(100_000)), ("$objects", .dictionary([])),
        ("$top", .dictionary([])),
      ])),
    Case(
      "no objects",
      .dictionary([
        ("$archiver", .string("NSKeyedArchiver")), ("$version", .integer(100_000)), ("$objects", .array([])),
        ("$top", .dictionary([("root", .uid(0))])),
      ])),
  ]

  /// The error's kind and text, without a location that only one form has.
  private func verdict<Value: ArchivableValue>(_ type: Value.Type, _ data: Data) -> String {
    do {
      _ = try ArchiveDecoder().decode(type, from: data)
      return "read"
    } catch let error as ArchiveError where error.code == .corrupt {
      return "corrupt: \(error.details.reason ?? "")"
    } catch { return "\(error)" }
  }

  @Test("As one value, and as a document", arguments: cases)
  private func forms(_ sample: Case) throws {
    let binary = try file(sample.whole)
    let xml = try XMLPropertyListWriter.xml(binary)
    #expect(xml.starts(with: Data("<?xml".utf8)))
    let found = verdict(Person.self, binary)
    #expect(verdict(Person.self, xml) == found)
    #expect((found == "read") == sample.isSound, "\(found)")
    #expect(verdict(ArchiveValue.self, xml) == verdict(ArchiveValue.self, binary))
    #expect(verdict([String: ArchiveValue].self, xml) == verdict([String: ArchiveValue].self, binary))
  }
}
