import ArchiveEvolution
import Foundation
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

/// Version 2 of a type, and version 3, which has one field more.
private enum Old {
  struct Price: ArchivableRecord, Equatable {
    var amount: UInt32
    static let archiveSchema = RecordSchema(
      "price", size: 4, alignment: 4, migration: RecordMigration("price", to: 2, Price.self) { _, _, _ in },
      fields: [.scalar("amount", .u32, at: 0)])
  }

  final class Account: ArchivableClass {
    var amount: Int
    static var archivedClassName: String { "Account" }
    init(from decoder: ObjectDecoder) throws {
      amount = try decoder.decode(Int.self, forKey: "amount")
      _ = try decoder.decodeVersion(of: "Account", upTo: 2)
    }
    func encode(to encoder: ObjectEncoder) throws {
      try encoder.encodeVersion(2, of: "Account")
      try encoder.encode(amount, forKey: "amount")
    }
  }
}

private enum New {
  struct Price: ArchivableRecord, Equatable {
    var amount: UInt32
    var migrated: UInt32 = 0
    static let archiveSchema = RecordSchema(
      "price", size: 8, alignment: 4,
      migration: RecordMigration("price", to: 3, Price.self) { price, _, _ in price.migrated = 99 },
      fields: [.scalar("amount", .u32, at: 0), .scalar("tax", .u32, at: 4)])
  }

  final class Account: ArchivableClass {
    var amount = 0
    var version = 0
    static var archivedClassName: String { "Account" }
    init(_ amount: Int) { self.amount = amount }
    init(from decoder: ObjectDecoder) throws {
      amount = try decoder.decode(Int.self, forKey: "amount")
      version = try decoder.decodeVersion(of: "Account", upTo: 3)
    }
    func encode(to encoder: ObjectEncoder) throws {
      try encoder.encodeVersion(3, of: "Account")
      try encoder.encode(amount, forKey: "amount")
    }
  }
}

/// Release 1.0: no type has a version yet, so that nothing asks for one.
private enum First {
  struct Price: ArchivableRecord, Equatable {
    var amount: UInt32
    static let archiveSchema = RecordSchema(
      "price", size: 4, alignment: 4, fields: [.scalar("amount", .u32, at: 0)])
  }

  struct Order: ArchivableRecord, Equatable {
    var number: UInt32
    var price: Price
    static let archiveSchema = RecordSchema(
      "order", size: 8, alignment: 4,
      fields: [.scalar("number", .u32, at: 0), .record("price", Price.archiveSchema, at: 4)])
  }

  final class Account: ArchivableClass {
    var amount: Int
    var limit: Limit?
    static var archivedClassName: String { "Account" }
    init(from decoder: ObjectDecoder) throws {
      amount = try decoder.decode(Int.self, forKey: "amount")
      limit = try decoder.decodeIfPresent(Limit.self, forKey: "limit")
    }
    func encode(to encoder: ObjectEncoder) throws {
      try encoder.encode(amount, forKey: "amount")
      try encoder.encode(limit, forKey: "limit")
    }
  }

  struct Limit: ArchivableComposite {
    var value: Int
    static var archivedClassName: String { "Limit" }
    init(from decoder: ObjectDecoder) throws { value = try decoder.decode(Int.self, forKey: "value") }
    func encode(to encoder: ObjectEncoder) throws { try encoder.encode(value, forKey: "value") }
  }
}

private enum Third {
  struct Order: ArchivableRecord, Equatable {
    var number: UInt32
    var price: New.Price
    static let archiveSchema = RecordSchema(
      "order", size: 12, alignment: 4,
      fields: [.scalar("number", .u32, at: 0), .record("price", New.Price.archiveSchema, at: 4)])
  }

  final class Account: ArchivableClass {
    var amount = 5
    var limit: Limit? = Limit(value: 7)
    var version = 0
    static var archivedClassName: String { "Account" }
    init() {}
    init(from decoder: ObjectDecoder) throws {
      amount = try decoder.decode(Int.self, forKey: "amount")
      limit = try decoder.decodeIfPresent(Limit.self, forKey: "limit")
      version = try decoder.decodeVersion(of: "Account", upTo: 3)
    }
    func encode(to encoder: ObjectEncoder) throws {
      try encoder.encodeVersion(3, of: "Account")
      try encoder.encode(amount, forKey: "amount")
      try encoder.encode(limit, forKey: "limit")
    }
  }

  struct Limit: ArchivableComposite {
    var value: Int
    var version = 0
    static var archivedClassName: String { "Limit" }
    init(value: Int) { self.value = value }
    init(from decoder: ObjectDecoder) throws {
      value = try decoder.decode(Int.self, forKey: "value")
      version = try decoder.decodeVersion(of: "Limit", upTo: 2)
    }
    func encode(to encoder: ObjectEncoder) throws {
      try encoder.encodeVersion(2, of: "Limit")
      try encoder.encode(value, forKey: "value")
    }
  }
}

@Suite("What an older program does not know survives its load and save: versions and files")
struct PreservingVersionTests {
  @Test("A record of a later version is still one: it is not brought up to date again")
  func records() throws {
    let decoder = ArchiveDecoder(preservingUnknown: true)
    let price = New.Price(amount: 5, migrated: 7)
    var old = try decoder.decode(Old.Price.self, from: try ArchiveEncoder().encode(price))
    #expect(decoder.isFromNewerRelease)
    old.amount = 6
    let saved = try ArchiveEncoder(preserving: decoder).encode(old)
    #expect(try ArchiveDecoder().decode(New.Price.self, from: saved) == New.Price(amount: 6, migrated: 7))
    #expect(
      try ArchiveDecoder().decode(New.Price.self, from: ArchiveEncoder().encode(old)).migrated == 99,
      "without preserving")

    var many = try decoder.decode([Old.Price].self, from: try ArchiveEncoder().encode([price, price]))
    let columns = try ArchiveEncoder(preserving: decoder).encode(many)
    #expect(try ArchiveDecoder().decode([New.Price].self, from: columns) == [price, price])
    many.append(many[0])
    many[2].amount = 3
    let error = #expect(throws: ArchiveError.self) { try ArchiveEncoder(preserving: decoder).encode(many) }
    #expect(error?.code == .unknownDataLost)
  }

  @Test("So is an object, though nothing else of it is unknown")
  func objects() throws {
    let decoder = ArchiveDecoder(preservingUnknown: true)
    let old = try decoder.decode(Old.Account.self, from: try ArchiveEncoder().encode(New.Account(5)))
    #expect(decoder.isFromNewerRelease && decoder.unknownKeys.isEmpty)
    old.amount = 6
    let saved = try ArchiveEncoder(preserving: decoder).encode(old)
    let new = try ArchiveDecoder().decode(New.Account.self, from: saved)
    #expect(new.amount == 6 && new.version == 3)
    let own = ArchiveDecoder(preservingUnknown: true)
    _ = try own.decode(New.Account.self, from: saved)
    #expect(!own.isFromNewerRelease)
  }

  @Test("A record that the program does not know is kept with its version")
  func unknownRecord() throws {
    struct Before: ArchivableRecord {
      var id: UInt32 = 0
      static let archiveSchema = RecordSchema("entry", size: 4, alignment: 4, fields: [.scalar("id", .u32, at: 0)])
    }
    struct After: ArchivableRecord {
      var id: UInt32 = 0
      var price = New.Price(amount: 5, migrated: 7)
      static let archiveSchema = RecordSchema(
        "entry", size: 12, alignment: 4,
        fields: [.scalar("id", .u32, at: 0), .record("price", New.Price.archiveSchema, at: 4)])
    }
    let decoder = ArchiveDecoder(preservingUnknown: true)
    let known = try decoder.decode(Before.self, from: try ArchiveEncoder().encode(After(id: 1)))
    let saved = try ArchiveEncoder(preserving: decoder).encode(known)
    #expect(try ArchiveDecoder().decode(After.self, from: saved).price == New.Price(amount: 5, migrated: 7))
  }

  @Test("The version stays where the program has none of its own: in a record, in one inside another, and in columns")
  func firstVersion() throws {
    let decoder = ArchiveDecoder(preservingUnknown: true)
    let price = New.Price(amount: 5, migrated: 7)
    var old = try decoder.decode(First.Price.self, from: try ArchiveEncoder().encode(price))
    #expect(decoder.isFromNewerRelease)
    old.amount = 6
    let saved = try ArchiveEncoder(preserving: decoder).encode(old)
    #expect(try ArchiveDecoder().decode(New.Price.self, from: saved) == New.Price(amount: 6, migrated: 7))

    let order = Third.Order(number: 1, price: price)
    var oldOrder = try decoder.decode(First.Order.self, from: try ArchiveEncoder().encode(order))
    oldOrder.price.amount = 6
    let savedOrder = try ArchiveEncoder(preserving: decoder).encode(oldOrder)
    #expect(
      try ArchiveDecoder().decode(Third.Order.self, from: savedOrder)
        == Third.Order(number: 1, price: New.Price(amount: 6, migrated: 7)))

    let many = try decoder.decode([First.Price].self, from: try ArchiveEncoder().encode([price, price]))
    let columns = try ArchiveEncoder(preserving: decoder).encode(many)
    #expect(try ArchiveDecoder().decode([New.Price].self, from: columns) == [price, price])
  }

  @Test("So does that of an object, and of a struct that is archived as one")
  func firstVersionOfObjects() throws {
    let decoder = ArchiveDecoder(preservingUnknown: true)
    let old = try decoder.decode(First.Account.self, from: try ArchiveEncoder().encode(Third.Account()))
    old.amount = 6
    let saved = try ArchiveEncoder(preserving: decoder).encode(old)
    let new = try ArchiveDecoder().decode(Third.Account.self, from: saved)
    #expect(new.amount == 6 && new.version == 3 && new.limit?.value == 7 && new.limit?.version == 2)
  }

  @Test("A file preserves what its last load found", arguments: [ArchiveFile.Reading.automatic, .copied, .mapped])
  func files(reading: ArchiveFile.Reading) throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("preserving-\(UUID()).archive")
    defer { try? FileManager.default.removeItem(at: url) }
    var file = ArchiveFile(url, reading: reading)
    file.preservesUnknown = true
    // So long that it is mapped where files are.
    let prices = (0..<100_000).map { New.Price(amount: $0, migrated: $0 / 2) }
    try file.blocking.save(prices)
    var old = try file.blocking.load([Old.Price].self)
    #expect(Array(file.loader.unknownKeys) == ["[].tax"])
    old.swapAt(5, 50_000)
    try file.blocking.save(old)
    old.swapAt(6, 60_000)
    try file.blocking.save(old)
    var expected = prices
    expected.swapAt(5, 50_000)
    expected.swapAt(6, 60_000)
    #expect(try ArchiveFile(url).blocking.load([New.Price].self) == expected)

    let account = New.Account(1)
    var encoder = ArchiveWriter()
    try encoder.encode(account, forKey: "account")
    try encoder.encode("more", forKey: "more")
    try file.blocking.save(data: try encoder.finish())
    let decoder = try file.blocking.reader()
    let known = try decoder.decode(Old.Account.self, forKey: "account")
    var saving = ArchiveWriter(settings: ArchiveEncoder(preserving: decoder))
    try saving.encode(known, forKey: "account")
    try file.blocking.save(data: try saving.finish())
    #expect(try file.blocking.reader().decode(String.self, forKey: "more") == "more")
  }

  @Test("So does one whose calls are async")
  func asyncFiles() async throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("preserving-\(UUID()).archive")
    defer { try? FileManager.default.removeItem(at: url) }
    var file = ArchiveFile(url)
    try await file.save(New.Price(amount: 1, migrated: 2))
    file.preservesUnknown = true
    var price = try await file.load(Old.Price.self)
    price.amount = 3
    try await file.save(price)
    #expect(try await ArchiveFile(url).load(New.Price.self) == New.Price(amount: 3, migrated: 2))
  }

  @Test(
    "A file that was not loaded is not replaced; a new one is, any number of times, and another one with the same loader"
  )
  func unloadedFile() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("preserving-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (url, other) = (folder.appendingPathComponent("a.archive"), folder.appendingPathComponent("b.archive"))
    var new = ArchiveFile(url)
    new.preservesUnknown = true
    try new.blocking.save(New.Price(amount: 0, migrated: 2))
    try new.blocking.save(New.Price(amount: 1, migrated: 2))
    var file = ArchiveFile(url)
    file.preservesUnknown = true
    var price = try file.blocking.load(Old.Price.self)
    price.amount = 3
    var unloaded = ArchiveFile(url)
    unloaded.preservesUnknown = true
    let error = #expect(throws: ArchiveError.self) { try unloaded.blocking.save(price) }
    #expect(error?.code == .file && "\(String(describing: error))".contains("loader"), "\(String(describing: error))")
    #expect(try ArchiveFile(url).blocking.load(New.Price.self) == New.Price(amount: 1, migrated: 2))
    var copy = ArchiveFile(other)
    copy.loader = file.loader
    try copy.blocking.save(price)
    #expect(try ArchiveFile(other).blocking.load(New.Price.self) == New.Price(amount: 3, migrated: 2))
    unloaded.preservesUnknown = false
    try unloaded.blocking.save(price)
  }

  @Test("Foundation opens what was put together")
  func foundation() throws {
    var encoder = ArchiveWriter()
    try encoder.encode(New.Price(amount: 5, migrated: 7), forKey: "price")
    try encoder.encode(["a", "b"], forKey: "list")
    let decoder = try ArchiveReader(encoder.finish(), settings: ArchiveDecoder(preservingUnknown: true))
    var saving = ArchiveWriter(settings: ArchiveEncoder(preserving: decoder))
    try saving.encode(try decoder.decode(Old.Price.self, forKey: "price"), forKey: "price")
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: saving.finish())
    #expect(unarchiver.decodeInteger(forKey: "price.tax") == 7 && unarchiver.decodeInteger(forKey: "price.amount") == 5)
    let list = unarchiver.decodeObject(of: [NSArray.self, NSString.self], forKey: "list") as? [String]
    #expect(list == ["a", "b"])
  }
}
