@_spi(GeneratedCode) @testable import ArchiveEvolution
import Foundation
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

/// What 1.0 had: `cost` f32, `count` u16, `name` utf8[4]; 2.0 has `price`, `count` u32, `name` utf8[8], `note` and `kind`.
private let table = """
  releases\t1.0\t2.0
  type\tItem\t1-\tkind=record\twas=Thing
  \tcount\tu32\t1-\tdefault=1
  \tkind\tu8\t1-\tdefault=2
  \tname\tutf8[8]\t1-
  \tnote\tf64\t1-
  \tprice\tf64\t1-\twas=cost
  type\tThing\t0-0\tkind=record
  \tcost\tf32\t0-0
  \tcount\tu16\t0-0\tdefault=1
  \tname\tutf8[4]\t0-0
  type\tNovelty\t1-\tkind=record
  \tx\tu8\t1-
  """

private struct Item: ArchivableRecord, BitwiseCopyable, Equatable {
  var price = 0.5
  var note = 0.0
  var count: UInt32 = 3
  var kind: UInt8 = 2
  var padding: (UInt8, UInt8, UInt8) = (0, 0, 0)
  var name: UInt64 = UInt64(littleEndian: 0x6261)

  static let archiveSchema = RecordSchema(
    "Item", size: 32, alignment: 8, was: ["Thing"],
    fields: [
      .scalar("price", .f64, at: 0).was("cost"), .scalar("note", .f64, at: 8),
      .scalar("count", .u32, at: 16).default(1),
      .scalar("kind", .u8, at: 20).default(2), .text("name", 8, .utf8, at: 24),
    ])

  static func == (left: Item, right: Item) -> Bool {
    left.price == right.price && left.note == right.note && left.count == right.count && left.kind == right.kind
      && left.name == right.name
  }
}

private struct Thing: ArchivableRecord, BitwiseCopyable {
  var cost: Float = 0.5
  var count: UInt16 = 3
  var padding: UInt16 = 0
  var name: UInt32 = UInt32(littleEndian: 0x6261)

  // The order of the lock.
  static let archiveSchema = RecordSchema(
    "Thing", size: 12, alignment: 4,
    fields: [
      .scalar("cost", .f32, at: 0), .scalar("count", .u16, at: 4).default(1), .text("name", 4, .utf8, at: 8),
    ])
}

private struct Novelty: ArchivableRecord, BitwiseCopyable {
  var x: UInt8 = 1
  static let archiveSchema = RecordSchema("Novelty", size: 1, alignment: 1, fields: [.scalar("x", .u8, at: 0)])
}

private struct Steady: ArchivableRecord, BitwiseCopyable {
  var x: UInt8 = 1
  static let archiveSchema = RecordSchema("Steady", size: 1, alignment: 1, fields: [.scalar("x", .u8, at: 0)])
}

@Suite("Archives for an earlier release")
struct ReleaseTests {
  private let history = ReleaseHistory(table)

  private func encoder(_ name: String = "1.0") throws -> ArchiveEncoder {
    ArchiveEncoder(for: try history.release(name))
  }

  private func losses(_ body: () throws -> Void) -> [ArchiveLoss] {
    do {
      try body()
      return []
    } catch {
      return (error as? ArchiveError)?.details.losses ?? []
    }
  }

  @Test("A value that the release can hold is its own archive, byte for byte")
  func sameBytes() throws {
    #expect(try encoder().losses(encoding: Item()).isEmpty)
    #expect(try encoder().encode(Item()) == ArchiveEncoder().encode(Thing()))
    #expect(try encoder().encode([Item(), Item()]) == ArchiveEncoder().encode([Thing(), Thing()]))
    var several = ArchiveWriter(settings: try encoder())
    try several.encode(Item(), forKey: "one")
    try several.encode([Item()], forKey: "all")
    var former = ArchiveWriter()
    try former.encode(Thing(), forKey: "one")
    try former.encode([Thing()], forKey: "all")
    #expect(try several.finish() == former.finish())
  }

  @Test("Today's code reads the same value back from the release's archive")
  func readBack() throws {
    #expect(try ArchiveDecoder().decode(Item.self, from: try encoder().encode(Item())) == Item())
    #expect(try ArchiveDecoder().decode([Item].self, from: try encoder().encode([Item()])) == [Item()])
  }

  @Test("Types that have not changed, and the newest release, are archived as always")
  func unchanged() throws {
    #expect(try encoder().encode(Steady()) == ArchiveEncoder().encode(Steady()))
    #expect(try encoder("2.0").encode(Item()) == ArchiveEncoder().encode(Item()))
    #expect(ArchiveEncoder().release == nil)
    #expect(try encoder().release?.name == "1.0")
  }

  @Test("Everything that would be lost is listed, with the reason, before anything is written")
  func listed() throws {
    let item = Item(price: 0.1, note: 1, count: 70_000, kind: 3, name: UInt64(littleEndian: 0x65_6463_6261))
    let found = try encoder().losses(encoding: item)
    #expect(
      Dictionary(uniqueKeysWithValues: found.map { ($0.path, $0.reason) }) == [
        "price": .isRounded, "note": .newerKey, "count": .doesNotFit, "kind": .newerKey, "name": .doesNotFit,
      ])
    #expect(found.first { $0.path == "count" }?.value == "70000")
    #expect(losses { _ = try encoder().encode(item) } == found)
    #expect(found.allSatisfy { !$0.isRefused && $0.type == "Item" })
    #expect(found.first { $0.path == "count" }?.description == "count: the value 70000 does not fit the release's type")
    let rows = try encoder().losses(encoding: [Item(), item, item])
    #expect(rows.first { $0.path == "[1].count" }?.count == 2)
    let large = try encoder().losses(encoding: Item(price: 1e300))
    #expect(large.map(\.reason) == [.doesNotFit])
  }

  @Test("With leave to lose values, newer keys are left out and others take the release's default")
  func allowed() throws {
    var encoder = try encoder()
    encoder.allowsLosses = true
    let data = try encoder.encode([Item(), Item(price: 0.1, note: 1, count: 70_000, kind: 3)])
    #expect(try data == ArchiveEncoder().encode([Thing(), Thing(cost: 0.1, count: 1)]))
  }

  @Test("A type that the release does not know is refused, even with leave to lose values")
  func newerType() throws {
    var encoder = try encoder()
    encoder.allowsLosses = true
    let found = try encoder.losses(encoding: Novelty())
    #expect(found.map(\.reason) == [.newerType] && found[0].isRefused)
    #expect(losses { _ = try encoder.encode(Novelty()) } == found)
    var writer = ArchiveWriter(settings: encoder)
    #expect(losses { try writer.encode(Novelty(), forKey: "x") }.map(\.path) == ["x"])
    // What failed is taken back.
    try writer.encode(Steady(), forKey: "x")
    #expect(try ArchiveReader(writer.finish()).keys == ["x.x"])
  }

  @Test("A release that the lock does not have is an error that names those it has")
  func unknownRelease() {
    #expect { try history.release("3.0") } throws: { error in
      (error as? ArchiveError)?.code == .unknownRelease && "\(error)".contains("1.0, 2.0")
    }
    #expect { try ReleaseHistory("releases").release("1.0") } throws: { "\($0)".contains("the lock had none") }
    #expect { try ReleaseHistory("type").release("1.0") } throws: { ($0 as? ArchiveError)?.code == .invalidSchema }
  }

  @Test("A file is saved for a release by its saver")
  func file() throws {
    let path = NSTemporaryDirectory() + "release-\(UUID().uuidString).archive"
    defer { try? FileManager.default.removeItem(atPath: path) }
    var file = ArchiveFile(path: path)
    file.saver = try encoder()
    try file.blocking.save(Item())
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == ArchiveEncoder().encode(Thing()))
    #expect(throws: ArchiveError.self) { try file.blocking.save(Item(note: 1)) }
    #expect(try file.blocking.load(Item.self) == Item())
  }

  @Test("What is preserved of a later release is an error in an archive for an earlier one, not dropped")
  func preserving() throws {
    var later = ArchiveWriter()
    try later.encode(Item(), forKey: "item")
    try later.encode(Novelty(), forKey: "item.novelty")
    let decoder = try ArchiveReader(later.finish(), settings: ArchiveDecoder(preservingUnknown: true))
    let item = try decoder.decode(Item.self, forKey: "item")
    var saver = try encoder()
    saver.settings.finisher = ArchiveEncoder(preserving: decoder).settings.finisher
    var writer = ArchiveWriter(settings: saver)
    try writer.encode(item, forKey: "item")
    #expect { try writer.finish() } throws: { ($0 as? ArchiveError)?.code == .unknownDataLost }
    saver.allowsLosses = true
    writer = ArchiveWriter(settings: saver)
    try writer.encode(item, forKey: "item")
    #expect(try ArchiveReader(writer.finish()).keys.contains("item.novelty.x") == false)
  }

  @Test("A version is that of the release, and no migration leads back")
  func versions() throws {
    let history = ReleaseHistory(
      "releases\t1.0\ntype\tItem\t0-0\tversion=2\ntype\tItem\t1-\tversion=3\n\ta\tu8\t0-\n")
    let migration = RecordMigration("Item", to: 3, UInt8.self) { _, _, _ in }
    let schema = RecordSchema("Item", size: 1, alignment: 1, migration: migration, fields: [.scalar("a", .u8, at: 0)])
    let release = try history.release("1.0")
    guard case .changed(let type) = release.find(try schema.plan) else {
      Issue.record("the version is a change")
      return
    }
    let plan = try history.plan(for: schema.plan, type, in: release)
    #expect(plan.constantLosses.map(\.reason) == [.version])
    #expect(plan.versions.map(\.key) == ["$Item.version"] && plan.versions.map(\.version) == [2])
  }
}
