import Foundation
import Testing

@testable import ArchiveRuntime

@Suite struct PropertyListFoundationTests {
  /// The same list as Foundation reads and writes it.
  private func rewritten(_ data: Data, as format: PropertyListSerialization.PropertyListFormat) throws -> Data {
    let value = try PropertyListSerialization.propertyList(from: data, options: [], format: nil)
    return try PropertyListSerialization.data(fromPropertyList: value, format: format, options: 0)
  }

  @Test("Foundation reads what we write, and we read what Foundation writes, in both forms")
  func bothWays() throws {
    // Left out: what Foundation on Linux changes itself (−0.0, four-byte reals, true beside 1, equivalent keys).
    let sample = Sample.dictionary([
      ("integers", .array([2, 127, 128, 255, 256, 65_536, 4_294_967_296, .max, -1, .min].map { .integer($0) })),
      ("reals", .array([0.5, 1e300, .infinity, -.infinity].map { .real64(($0 as Double).bitPattern) })),
      ("texts", .array(["", "a", String(repeating: "c", count: 15), "é日😀", "<&>"].map { .string($0) })),
      ("data", .array([0, 1, 15, 300].map { .data((0..<$0).map { UInt8(truncatingIfNeeded: $0) }) })),
      ("dates", .array([.date(0), .date(1_000_000_000)])),
      ("nested", .array([.array([]), .dictionary([]), .dictionary([("a", .array([.string("x")]))])])),
    ])
    let ours = try file(sample)
    let expected = try canonical(PropertyList(ours))
    #expect(try canonical(PropertyList(rewritten(ours, as: .binary))) == expected)
    #expect(try canonical(PropertyList(rewritten(ours, as: .xml))) == expected)
  }

  @Test(
    "Object counts at the edges of the reference widths are read by Foundation",
    arguments: [254, 255, 256, 257, 65_535])
  func referenceWidths(count: Int) throws {
    let ours = try file(.array((0..<count).map { .integer(Int64($0)) }))
    let value = try PropertyListSerialization.propertyList(from: ours, options: [], format: nil)
    #expect((value as? [Int]) == Array(0..<count))
  }

  @Test("A keyed archive of NSKeyedArchiver's is read, binary and XML")
  func keyedArchive() throws {
    for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
      let archiver = NSKeyedArchiver(requiringSecureCoding: false)
      archiver.outputFormat = format
      archiver.encode(["a", "bé"] as NSArray, forKey: "list")
      archiver.encode(Int64.min, forKey: "number")
      archiver.encode(2.5, forKey: "real")
      archiver.finishEncoding()
      let list = try PropertyList(archiver.encodedData)
      try list.read { (view) throws(ArchiveError) in
        guard case .dictionary(let archive) = try view.node(view.top) else {
          Issue.record("no dictionary")
          return
        }
        var matcher = KeyLookup(["$archiver", "$version", "$objects", "$top"])
        try matcher.match(archive, in: view)
        guard let objects = matcher.position(of: 2), let top = matcher.position(of: 3) else {
          Issue.record("no keys")
          return
        }
        guard case .array(let elements) = try view.node(view.reference(objects, in: archive.values)),
          case .dictionary(let values) = try view.node(view.reference(top, in: archive.values))
        else {
          Issue.record("no objects")
          return
        }
        let keys = try KeyTable(values, in: view)
        guard let listPosition = keys.position(of: "list"), let numberPosition = keys.position(of: "number"),
          case .uid(let number) = try view.node(view.reference(listPosition, in: values.values))
        else {
          Issue.record("no reference")
          return
        }
        #expect(try view.node(view.reference(numberPosition, in: values.values)) == .integer(.min))
        guard case .dictionary = try view.node(view.reference(number, in: elements)) else {
          Issue.record("no object")
          return
        }
      }
    }
  }

  @Test("NSKeyedUnarchiver reads a keyed archive written by us")
  func keyedUnarchiver() throws {
    let ours = try file(
      .dictionary([
        ("$archiver", .string("NSKeyedArchiver")), ("$version", .integer(100_000)),
        (
          "$objects",
          .array([
            .string("$null"), .string("größe"),
            .dictionary([("NS.objects", .array([.uid(1), .uid(1)])), ("$class", .uid(3))]),
            .dictionary([
              ("$classname", .string("NSArray")), ("$classes", .array([.string("NSArray"), .string("NSObject")])),
            ]),
          ])
        ),
        ("$top", .dictionary([("root", .uid(2)), ("count", .integer(-7)), ("bytes", .data([1, 2, 3]))])),
      ]))
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: ours)
    unarchiver.requiresSecureCoding = false
    #expect((unarchiver.decodeObject(forKey: "root") as? [String]) == ["größe", "größe"])
    #expect(unarchiver.decodeInt64(forKey: "count") == -7)
  }
}
