import ArchiveInspection
import Foundation
import Testing
import UntypedArchive

@_spi(GeneratedCode) @testable import ArchiveRuntime

/// One table of names and keys serves the typed engine, the view of an archive and its check.
@Suite("Foundation's values, as Foundation and GNUstep write them, are read alike by decoders, inspect and lint")
struct FoundationFormTests {
  /// An object in one of its forms; the objects behind it and its class begin with 3.
  struct Form: CustomTestStringConvertible {
    let type: String
    let fields: String
    var others: [String] = []
    /// What the typed engine reads, and what `inspect` calls it.
    let value: String
    let kind: String

    var testDescription: String { "\(type) \(fields)" }
    var objects: [String] {
      ["{\(fields)\(fields.isEmpty ? "" : ",")\"$class\":{\"$ref\":2}}", MadeArchive.classObject(type)] + others
    }
  }

  private static let mutable = [
    #"{"NS.string":"http://a/b","$class":{"$ref":4}}"#, MadeArchive.classObject("NSMutableString", "NSString"),
  ]
  private static let bytes = #"{"$data":"AQEBAQEBAQEBAQEBAQEBAQ=="}"#
  private static let uuid = "01010101-0101-0101-0101-010101010101"
  private static func decimal(_ more: String) -> String {
    #""NS.mantissa":{"$data":"BNIAAAAAAAAAAAAAAAAAAA=="},"NS.length":1,"NS.exponent":-2,\#(more)"#
  }

  static let forms = [
    Form(type: "NSURL", fields: #""NS.relative":{"$ref":3}"#, others: mutable, value: "http://a/b", kind: "URL"),
    Form(
      type: "NSURL", fields: #""NS.relative":"http://a/b","NS.base":{"$ref":0}"#, value: "http://a/b", kind: "URL"),
    Form(type: "NSDate", fields: #""NS.time":7"#, value: "7.0", kind: "date"),
    Form(type: "NSDate", fields: #""NS.time":{"$ref":3}"#, others: ["7.5"], value: "7.5", kind: "date"),
    Form(type: "NSGDate", fields: #""$0":7.5"#, value: "7.5", kind: "date"),
    Form(type: "NSUUID", fields: #""NS.uuidbytes":{"$ref":3}"#, others: [bytes], value: uuid, kind: "UUID"),
    Form(type: "NSUUID", fields: #""uuid":\#(bytes)"#, value: uuid, kind: "UUID"),
    Form(type: "NSMutableData", fields: #""NS.bytes":{"$data":"AQ=="}"#, value: "1 bytes", kind: "data"),
    Form(type: "NSMutableString", fields: #""NS.string":"a""#, value: "a", kind: "text"),
    Form(type: "NSArray", fields: "", value: "[]", kind: "NSArray"),
    Form(type: "NSDictionary", fields: "", value: "[:]", kind: "NSDictionary"),
    Form(
      type: "GSMutableArray", fields: #""NS.object.0":{"$ref":3}"#, others: ["\"a\""], value: #"["a"]"#,
      kind: "GSMutableArray"),
    Form(
      type: "NSCountedSet", fields: #""NS.count":1,"NS.object0":{"$ref":3},"NS.count0":2"#, others: ["\"a\""],
      value: #"["a"]"#, kind: "NSCountedSet"),
    Form(
      type: "NSDecimalNumberPlaceholder", fields: decimal(#""NS.mantissa.bo":2,"NS.negative":false"#),
      value: "12.34", kind: "12.34"),
    Form(
      type: "NSDecimalNumber", fields: decimal(#""NS.mantissa.bo":2,"NS.negative":1"#), value: "-12.34", kind: "-12.34"),
  ]

  /// What the typed engine reads.
  private func read(_ data: Data, _ known: FoundationClass) throws -> String {
    func value<Value: ArchivableValue>(_ type: Value.Type) throws -> Value {
      try ArchiveDecoder().decode(type, from: data)
    }
    switch known {
    case .url: return try value(URL.self).absoluteString
    case .date: return "\(try value(Date.self).timeIntervalSinceReferenceDate)"
    case .uuid: return "\(try value(UUID.self))"
    case .data: return "\(try value(Data.self))"
    case .string: return try value(String.self)
    case .array: return "\(try value([String].self))"
    case .set: return "\(try value(Set<String>.self))"
    case .dictionary: return "\(try value([String: String].self))"
    case .decimal: return "\(try value(Decimal.self))"
    default: return "?"
    }
  }

  @Test("Each form", arguments: forms) func form(_ form: Form) throws {
    let data = try MadeArchive.data(form.objects)
    #expect(try read(data, try #require(FoundationClass(archivedName: form.type))) == form.value)
    let document = try TestArchives.document(data)
    let value = try document.object(1)
    #expect(
      ValueText(document).decimal(value) ?? SchemaPrinter(document, to: OutputBuffer(.memory)).typeName(value)
        == form.kind)
    let found = ArchiveLint.check(ArchiveBytes(copying: data)).findings.filter { $0.severity == .error }
    #expect(found.isEmpty, "\(found)")
  }

  @Test("A text that is an object is a key of a key path, and a URL as a key of a dictionary is shown")
  func keys() throws {
    let dictionary = #"{"NS.keys":[{"$ref":3}],"NS.objects":[{"$ref":5}],"$class":{"$ref":2}}"#
    let named = [dictionary, MadeArchive.classObject("NSDictionary")] + Self.mutable + ["42"]
    #expect(try MadeArchives.tree(try MadeArchive.document(named), "http://a/b").contains("42"))
    let urls = [
      #"{"NS.keys":[{"$ref":6}],"NS.objects":[{"$ref":5}],"$class":{"$ref":2}}"#, named[1], named[2], named[3], "42",
      #"{"NS.relative":{"$ref":3},"$class":{"$ref":7}}"#, MadeArchive.classObject("NSURL"),
    ]
    #expect(try MadeArchives.tree(try MadeArchive.document(urls)).contains(#""http://a/b": 42"#))
  }

  @Test("The path of a finding is one that inspect takes: entries by their keys, what no path leads to by its number")
  func paths() throws {
    let data = try MadeArchive.data([
      #"{"map":{"$ref":2},"old":{"$ref":8},"$class":{"$ref":12}}"#,
      #"{"NS.keys":[{"$ref":4},{"$ref":5}],"NS.objects":[{"$ref":4},{"$ref":6}],"$class":{"$ref":3}}"#,
      MadeArchive.classObject("NSDictionary"), #""first key""#,
      // Two dates without a time, of which one is a key; one in a URL, one in a list with numbered keys.
      #"{"$class":{"$ref":7}}"#, #"{"NS.relative":{"$ref":4},"NS.base":{"$ref":9},"$class":{"$ref":10}}"#,
      MadeArchive.classObject("NSDate"), #"{"NS.object.0":{"$ref":11},"$class":{"$ref":13}}"#,
      #"{"$class":{"$ref":7}}"#,
      MadeArchive.classObject("NSURL"), #"{"$class":{"$ref":7}}"#, MadeArchive.classObject("Item"),
      MadeArchive.classObject("NSOrderedSet"),
    ])
    let document = try TestArchives.document(data)
    let found = ArchiveLint.check(ArchiveBytes(copying: data)).findings.filter { $0.rule == .foundation }
    #expect(Set(found.compactMap(\.path)) == ["#5", "#9", "root.old[0]"], "\(found)")
    for path in found.compactMap(\.path) {
      guard case .value(let value) = try document.selection(path) else {
        Issue.record("\(path)")
        continue
      }
      #expect(value.type?.name == "NSDate", "\(path)")
    }
    let named = try MadeArchive.data([
      #"{"NS.keys":[{"$ref":3}],"NS.objects":[{"$ref":4}],"$class":{"$ref":2}}"#,
      MadeArchive.classObject("NSDictionary"), #""first key""#, #"{"$class":{"$ref":5}}"#,
      MadeArchive.classObject("NSDate"),
    ])
    #expect(ArchiveLint.check(ArchiveBytes(copying: named)).findings.map(\.path) == ["root.first key"])
  }
}
