import ArchiveRuntime
import ArchiveTesting
import Foundation
import Testing

/// What the tests that `archivegen lock tests` writes find.
@Suite struct GoldenArchiveCheckTests {
  private struct Price: ArchivableComposite, Equatable {
    var amount = 5
    var names = ["a", "b"]
    var reals = [0.5, -0.0, .infinity, .nan]
    var bytes = Data([1, 2, 255])

    static var archivedClassName: String { "Price" }
    init() {}
    func encode(to encoder: ObjectEncoder) throws {
      try encoder.encode(amount, forKey: "amount")
      try encoder.encode(names, forKey: "names")
      try encoder.encode(reals, forKey: "reals")
      try encoder.encode(bytes, forKey: "bytes")
    }
    init(from decoder: ObjectDecoder) throws {
      amount = try decoder.decode(Int.self, forKey: "amount")
      names = try decoder.decode([String].self, forKey: "names")
      reals = try decoder.decode([Double].self, forKey: "reals")
      bytes = try decoder.decode(Data.self, forKey: "bytes")
    }
  }

  /// With a key that is called otherwise.
  private struct Renamed: ArchivableComposite {
    var cost = 0
    static var archivedClassName: String { "Price" }
    func encode(to encoder: ObjectEncoder) throws { try encoder.encode(cost, forKey: "cost") }
    init(from decoder: ObjectDecoder) throws {
      cost = try decoder.decodeIfPresent(Int.self, forKey: "cost") ?? decoder.decode(Int.self, forKey: "amount")
    }
  }

  /// Code that has lost a value.
  private struct Forgetful: ArchivableComposite {
    static var archivedClassName: String { "Price" }
    func encode(to encoder: ObjectEncoder) throws { try encoder.encode(6, forKey: "amount") }
    init(from decoder: ObjectDecoder) throws {}
  }

  private final class Node: ArchivableClass {
    var next: Node?
    var other: Node?
    init() {}
    static var archivedClassName: String { "Node" }
    func encode(to encoder: ObjectEncoder) throws {
      try encoder.encode(next, forKey: "next")
      try encoder.encode(other, forKey: "other")
    }
    init(from decoder: ObjectDecoder) throws {}
    func connect(from decoder: ObjectDecoder) throws {
      next = try decoder.decode(Node?.self, forKey: "next")
      other = try decoder.decode(Node?.self, forKey: "other")
    }
  }

  private static let keys = "type\tPrice\namount\t-\nnames\t-\nreals\t-\nbytes\t-"

  private func goldens(_ archive: Data, _ type: String, keys: String = keys) throws -> (GoldenArchives, String) {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("goldens-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder + "/1.0", withIntermediateDirectories: true)
    try archive.write(to: URL(fileURLWithPath: "\(folder)/1.0/\(type).archive"))
    try GoldenArchives.json(of: archive, type: type).write(to: URL(fileURLWithPath: "\(folder)/1.0/\(type).json"))
    return (GoldenArchives(folder, expected: "1.0\t\(type)\t\(type)", keys: keys), folder)
  }

  @Test("What comes back as it was is no problem, whatever the number")
  func equal() throws {
    let (goldens, folder) = try goldens(try ArchiveEncoder().encode(Price()), "Price")
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(goldens.missing == [])
    #expect(goldens.problems(of: "Price", as: Price.self) == [])
    let json = try String(contentsOfFile: folder + "/1.0/Price.json", encoding: .utf8)
    #expect(json.contains("{\"$real\": \"nan\"}"))
    #expect(json.contains("{\"$data\": \"0102ff\"}"))
  }

  @Test("Archives of a release whose support has ended may stay, and are not read")
  func retired() throws {
    let (goldens, folder) = try goldens(try ArchiveEncoder().encode(Price()), "Price")
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(!goldens.problems(of: "Price", as: Forgetful.self).isEmpty)
    let retired = GoldenArchives(folder, expected: "1.0\tPrice\tPrice\tretired", keys: Self.keys)
    #expect(retired.missing == [])
    #expect(retired.problems(of: "Price", as: Forgetful.self) == [])
  }

  @Test("The values of every archive that is kept are those of the document beside it")
  func kept() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Goldens")
    let files = try #require(FileManager.default.enumerator(atPath: folder.path)).compactMap { $0 as? String }
    let archives = files.filter { $0.hasSuffix(".archive") }
    #expect(!archives.isEmpty)
    for file in archives {
      let archive = try Data(contentsOf: folder.appendingPathComponent(file))
      let json = try Data(contentsOf: folder.appendingPathComponent(String(file.dropLast(7)) + "json"))
      let type = try #require(try JSONDecoder().decode([String: TypeName].self, from: json)["type"]?.name)
      #expect(try GoldenArchives.json(of: archive, type: type) == json, "\(file)")
    }
  }

  /// The document's only text at its outermost level.
  private struct TypeName: Decodable {
    let name: String?
    init(from decoder: any Decoder) throws { name = try? decoder.singleValueContainer().decode(String.self) }
  }

  @Test("A value that differs, one that is gone, and a refusal are problems with the file and the key")
  func different() throws {
    let (goldens, folder) = try goldens(try ArchiveEncoder().encode(Price()), "Price")
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let problems = goldens.problems(of: "Price", as: Forgetful.self)
    #expect(problems.contains("\(folder)/1.0/Price.archive: amount: 5 is 6"))
    #expect(problems.contains { $0.contains("names: [\"a\", \"b\"] is not there any more") })
    let refused = goldens.problems(of: "Price", as: Node.self)
    #expect(refused.count == 1)
    #expect(refused.first?.contains("today's code refuses it") == true)
  }

  @Test("A renamed key is compared with the one that reads it, and one that no type knows is not")
  func renamed() throws {
    let keys = "type\tPrice\ncost\t-\tamount"
    let (goldens, folder) = try goldens(try ArchiveEncoder().encode(Price()), "Price", keys: keys)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(goldens.problems(of: "Price", as: Renamed.self) == [])
    let wrong = goldens.problems(of: "Price") { _ in try ArchiveEncoder().encode(try Self.renamed(7)) }
    #expect(wrong.contains { $0.hasSuffix("amount: 5 is 7") })
  }

  private static func renamed(_ cost: Int) throws -> Renamed {
    var price = try ArchiveDecoder().decode(Renamed.self, from: try ArchiveEncoder().encode(Price()))
    price.cost = cost
    return price
  }

  @Test("One object that has become two is a problem")
  func identity() throws {
    let node = Node()
    node.next = Node()
    node.other = node.next
    let (goldens, folder) = try goldens(try ArchiveEncoder().encode(node), "Node")
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(goldens.problems(of: "Node", as: Node.self) == [])
    let split = goldens.problems(of: "Node") { _ in
      let copy = Node()
      (copy.next, copy.other) = (Node(), Node())
      return try ArchiveEncoder().encode(copy)
    }
    #expect(split.contains { $0.hasSuffix("what was one object is two") })
  }

  @Test("A golden that is edited, cut, or without its values is a problem, and so are those that are missing")
  func damaged() throws {
    let (goldens, folder) = try goldens(try ArchiveEncoder().encode(Price()), "Price")
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let json = folder + "/1.0/Price.json"
    let archive = folder + "/1.0/Price.archive"
    let text = try String(contentsOfFile: json, encoding: .utf8)
    try text.replacing("\"amount\": 5", with: "\"amount\": 4").write(toFile: json, atomically: true, encoding: .utf8)
    #expect(goldens.problems(of: "Price", as: Price.self).first?.contains("are not of one golden any more") == true)
    try text.prefix(40).write(toFile: json, atomically: true, encoding: .utf8)
    #expect(goldens.problems(of: "Price", as: Price.self).first?.contains("is no list of an archive's values") == true)
    try FileManager.default.removeItem(atPath: json)
    #expect(goldens.problems(of: "Price", as: Price.self).first?.contains("is not there") == true)
    try text.write(toFile: json, atomically: true, encoding: .utf8)
    let data = try #require(FileManager.default.contents(atPath: archive))
    for count in stride(from: 0, to: data.count, by: 7) {
      try data.prefix(count).write(to: URL(fileURLWithPath: archive))
      #expect(!goldens.problems(of: "Price", as: Price.self).isEmpty)
    }
    try FileManager.default.removeItem(atPath: archive)
    #expect(goldens.missing.first?.contains("has no golden archive of 'Price'") == true)
    try "on purpose".write(toFile: folder + "/1.0/Price.none", atomically: true, encoding: .utf8)
    #expect(goldens.missing == [])
    try FileManager.default.removeItem(atPath: folder + "/1.0")
    #expect(goldens.missing.first?.contains("the release 1.0 has no golden archives") == true)
  }
}
