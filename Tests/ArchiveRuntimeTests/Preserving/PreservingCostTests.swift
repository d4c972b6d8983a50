import ArchiveEvolution
import Foundation
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

/// Keyed archives in XML, with objects that no writer would write.
private struct HostileArchive {
  private var objects: [String] = ["<string>$null</string>"]

  mutating func add(_ object: String) -> Int {
    objects.append(object)
    return objects.count - 1
  }

  mutating func add(class name: String) -> Int {
    add(
      "<dict><key>$classname</key><string>\(name)</string><key>$classes</key><array><string>\(name)</string></array></dict>"
    )
  }

  static func reference(_ number: Int) -> String { "<dict><key>CF$UID</key><integer>\(number)</integer></dict>" }

  func data(root: Int) -> Data {
    Data(
      """
      <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>
      <key>$archiver</key><string>NSKeyedArchiver</string><key>$version</key><integer>100000</integer>
      <key>$top</key><dict><key>root</key>\(Self.reference(root))</dict>
      <key>$objects</key><array>\(objects.joined())</array></dict></plist>
      """.utf8)
  }
}

private struct Place: ArchivableComposite {
  var street: String
  static var archivedClassName: String { "Place" }
  init(from decoder: ObjectDecoder) throws { street = try decoder.decode(String.self, forKey: "street") }
  func encode(to encoder: ObjectEncoder) throws { try encoder.encode(street, forKey: "street") }
}

private struct Line: ArchivableRecord {
  var x: UInt32
  static let archiveSchema = RecordSchema("line", size: 4, alignment: 4, fields: [.scalar("x", .u32, at: 0)])
}

/// What saves an archive again costs in proportion to its length. Twice the size may cost twice the instructions: compare runs of
/// `PRESERVING_SCALE=2` and `4` under `perf stat -e instructions:u`, or valgrind's callgrind.
@Suite("Saving what is unknown again costs in proportion to the archive") struct PreservingCostTests {
  private var scale: Int { ProcessInfo.processInfo.environment["PRESERVING_SCALE"].flatMap { Int($0) } ?? 1 }

  /// Saves again what was decoded; what is refused has cost as much.
  private func save(_ data: Data, _ load: (ArchiveDecoder) throws -> (ArchiveEncoder) throws -> Data) {
    let decoder = ArchiveDecoder(preservingUnknown: true)
    do {
      let save = try load(decoder)
      _ = try save(ArchiveEncoder(preserving: decoder))
    } catch { #expect(error is ArchiveError, "\(error)") }
  }

  private func saveList(_ archive: HostileArchive, root: Int) {
    let data = archive.data(root: root)
    save(data) { decoder in
      let places = try decoder.decode([Place].self, from: data)
      return { try $0.encode(places) }
    }
  }

  /// A list of references to objects that have some keys besides.
  private func list(of objects: Int, references: Int, street: String, unknown: [String]) -> (HostileArchive, root: Int)
  {
    var archive = HostileArchive()
    let (array, place, text) = (
      archive.add(class: "NSArray"), archive.add(class: "Place"), archive.add("<string>\(street)</string>")
    )
    let others = unknown.map { "<key>\($0)</key><integer>1</integer>" }.joined()
    let numbers = (0..<objects).map { _ in
      archive.add(
        "<dict><key>$class</key>\(HostileArchive.reference(place))<key>street</key>\(HostileArchive.reference(text))\(others)</dict>"
      )
    }
    let elements = (0..<references).map { HostileArchive.reference(numbers[$0 % objects]) }.joined()
    let root = archive.add(
      "<dict><key>$class</key>\(HostileArchive.reference(array))<key>NS.objects</key><array>\(elements)</array></dict>")
    return (archive, root)
  }

  @Test("Many references to one value with a long text", .timeLimit(.minutes(1)))
  func references() {
    let (archive, root) = list(
      of: 1, references: 1_000 * scale, street: String(repeating: "s", count: 20_000 * scale), unknown: ["floor"])
    saveList(archive, root: root)
  }

  @Test("Many references to a value with many unknown keys", .timeLimit(.minutes(1)))
  func keys() {
    let (archive, root) = list(
      of: 1, references: 1_000 * scale, street: "s", unknown: (0..<1_500 * scale).map { "key\($0)" })
    saveList(archive, root: root)
  }

  @Test(
    "A value that stands at many places is saved once with what is unknown of it, until the program changes one of them"
  )
  func repeatedValues() throws {
    let keys = (0..<300).map { "key\($0)" }
    let (archive, root) = list(of: 1, references: 300, street: "s", unknown: keys)
    let data = try XMLPropertyListReader.rewrite(
      archive.data(root: root), encoding: .utf8, limits: PropertyListLimits())
    let decoder = ArchiveDecoder(preservingUnknown: true)
    let places = try decoder.decode([Place].self, from: data)
    let same = try ArchiveEncoder(preserving: decoder).encode(places)
    #expect(try ArchiveDecoder().decode([Place].self, from: same).map(\.street) == places.map(\.street))
    #expect(same.count < data.count * 2)
    let list = try PropertyListSerialization.propertyList(from: same, format: nil) as? [String: Any]
    let objects = try #require(list?["$objects"] as? [Any]).compactMap { $0 as? [String: Any] }
    #expect(objects.count < 12)
    for key in keys { #expect(objects.count { $0[key] as? Int == 1 } == 1) }
    // What was saved is read and saved again as it is.
    let reader = ArchiveDecoder(preservingUnknown: true)
    let again = try ArchiveEncoder(preserving: reader).encode(try reader.decode([Place].self, from: same))
    #expect(again.count == same.count)
  }

  @Test("A key that consists of separators", .timeLimit(.minutes(1)))
  func separators() {
    for part in ["a.", "a[].", "a[1].", "."] {
      let (archive, root) = list(
        of: 1, references: 2, street: "s", unknown: [String(repeating: part, count: 15_000 * scale) + "b", "street[]"])
      saveList(archive, root: root)
    }
  }

  @Test("One long key of many values", .timeLimit(.minutes(1)))
  func sharedKey() {
    let (archive, root) = list(
      of: 40 * scale, references: 40 * scale, street: "s", unknown: [String(repeating: "k", count: 1_000 * scale)])
    saveList(archive, root: root)
  }

  @Test("Values within values, each referred to twice", .timeLimit(.minutes(1)))
  func shared() {
    var archive = HostileArchive()
    let (array, place) = (archive.add(class: "NSArray"), archive.add(class: "Place"))
    let text = archive.add("<string>s</string>")
    var inner = text
    for _ in 0..<300 * scale {
      inner = archive.add(
        "<dict><key>$class</key>\(HostileArchive.reference(array))<key>NS.objects</key><array>\(HostileArchive.reference(inner))\(HostileArchive.reference(inner))</array></dict>"
      )
    }
    let value = archive.add(
      "<dict><key>$class</key>\(HostileArchive.reference(place))<key>street</key>\(HostileArchive.reference(text))<key>more</key>\(HostileArchive.reference(inner))</dict>"
    )
    let elements = (0..<200 * scale).map { _ in HostileArchive.reference(value) }.joined()
    let root = archive.add(
      "<dict><key>$class</key>\(HostileArchive.reference(array))<key>NS.objects</key><array>\(elements)</array></dict>")
    saveList(archive, root: root)
  }

  @Test("Many unknown columns and unions of an array of records", .timeLimit(.minutes(1)))
  func columns() {
    var archive = HostileArchive()
    let lines = archive.add(class: "line[]")
    let names = (0..<1_000 * scale).map { "c\($0)" }
    let description = archive.add(
      "<string>count 3\nu32 x\nu8 tag\n\(names.map { "@2=9 u8 \($0)" }.joined(separator: "\n"))</string>")
    func column(_ name: String, _ bytes: [UInt8]) -> String {
      "<key>[].\(name)</key><data>\(Data(bytes).base64EncodedString())</data>"
    }
    let root = archive.add(
      "<dict><key>$class</key>\(HostileArchive.reference(lines))<key>[]</key>\(HostileArchive.reference(description))"
        + column("x", [1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0]) + column("tag", [1, 2, 3])
        + names.map { column($0, []) }.joined() + "</dict>")
    let data = archive.data(root: root)
    save(data) { decoder in
      var lines = try decoder.decode([Line].self, from: data)
      lines.reverse()
      return { [lines] in try $0.encode(lines) }
    }
  }
}
