import ArchiveEvolution
import Foundation
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

/// Rows with an identity, of two releases.
private enum Old {
  struct Line: ArchivableRecord, Equatable {
    var id: UInt32
    var amount: UInt32
    static let archiveSchema = RecordSchema(
      "line", size: 8, alignment: 4, identity: ["id"],
      fields: [.scalar("id", .u32, at: 0), .scalar("amount", .u32, at: 4)])
  }

  struct Order: ArchivableRecord {
    var lines: (Line, Line, Line)
    static let archiveSchema = RecordSchema(
      "order", size: 24, alignment: 4, fields: [.records("lines", [3], of: Line.archiveSchema, at: 0)])
  }

  /// Whose elements have keys of their own.
  struct Form: ArchivableRecord {
    var lines: (Line, Line, Line)
    static let archiveSchema = RecordSchema(
      "order", size: 24, alignment: 4, fields: [.records("lines", [3], of: Line.archiveSchema, at: 0, as: .elements)])
  }

  /// Rows with an array in each.
  struct Page: ArchivableRecord {
    var id: UInt32
    var lines: (Line, Line)
    static let archiveSchema = RecordSchema(
      "page", size: 20, alignment: 4, identity: ["id"],
      fields: [.scalar("id", .u32, at: 0), .records("lines", [2], of: Line.archiveSchema, at: 4)])
  }

  struct Place: ArchivableComposite, Equatable {
    var id: Int
    var street: String
    static var archivedClassName: String { "Place" }
    static var archivedIdentity: [String] { ["id"] }
    init(_ id: Int, _ street: String) { (self.id, self.street) = (id, street) }
    init(from decoder: ObjectDecoder) throws {
      id = try decoder.decode(Int.self, forKey: "id")
      street = try decoder.decode(String.self, forKey: "street")
    }
    func encode(to encoder: ObjectEncoder) throws {
      try encoder.encode(id, forKey: "id")
      try encoder.encode(street, forKey: "street")
    }
  }

  /// A field that the newer release has renamed, and its table's former key.
  struct Named: ArchivableRecord, Equatable {
    var id: UInt32
    var count: UInt32
    static let archiveSchema = RecordSchema(
      "named", size: 8, alignment: 4, identity: ["id"],
      fields: [.scalar("id", .u32, at: 0), .scalar("count", .u32, at: 4).default(7)])
  }

  final class Model: ArchivableClass {
    var id: Int
    var count: Int
    static var archivedClassName: String { "Model" }
    init(from decoder: ObjectDecoder) throws {
      id = try decoder.decode(Int.self, forKey: "id")
      count = try decoder.decodeIfPresent(Int.self, forKey: "count") ?? 5
    }
    func encode(to encoder: ObjectEncoder) throws {
      try encoder.encode(id, forKey: "id")
      try encoder.encode(count, forKey: "count")
    }
  }
}

private enum New {
  struct Line: ArchivableRecord, Equatable {
    var id: UInt32
    var amount: UInt32
    var colour: UInt32
    static let archiveSchema = RecordSchema(
      "line", size: 12, alignment: 4,
      fields: [.scalar("id", .u32, at: 0), .scalar("amount", .u32, at: 4), .scalar("colour", .u32, at: 8)])
  }

  struct Order: ArchivableRecord {
    var lines: (Line, Line, Line)
    static let archiveSchema = RecordSchema(
      "order", size: 36, alignment: 4, fields: [.records("lines", [3], of: Line.archiveSchema, at: 0)])
  }

  struct Form: ArchivableRecord {
    var lines: (Line, Line, Line)
    static let archiveSchema = RecordSchema(
      "order", size: 36, alignment: 4, fields: [.records("lines", [3], of: Line.archiveSchema, at: 0, as: .elements)])
  }

  struct Page: ArchivableRecord {
    var id: UInt32
    var lines: (Line, Line)
    static let archiveSchema = RecordSchema(
      "page", size: 28, alignment: 4,
      fields: [.scalar("id", .u32, at: 0), .records("lines", [2], of: Line.archiveSchema, at: 4)])
  }

  struct Place: ArchivableComposite, Equatable {
    var id: Int
    var street: String
    var floor: Int
    static var archivedClassName: String { "Place" }
    init(_ id: Int, _ street: String, _ floor: Int) { (self.id, self.street, self.floor) = (id, street, floor) }
    init(from decoder: ObjectDecoder) throws {
      id = try decoder.decode(Int.self, forKey: "id")
      street = try decoder.decode(String.self, forKey: "street")
      floor = try decoder.decodeIfPresent(Int.self, forKey: "floor") ?? -1
    }
    func encode(to encoder: ObjectEncoder) throws {
      try encoder.encode(id, forKey: "id")
      try encoder.encode(street, forKey: "street")
      try encoder.encode(floor, forKey: "floor")
    }
  }

  struct Named: ArchivableRecord, Equatable {
    var id: UInt32
    var total: UInt32
    static let archiveSchema = RecordSchema(
      "named", size: 8, alignment: 4,
      fields: [.scalar("id", .u32, at: 0), .scalar("total", .u32, at: 4).was("count")])
  }

  final class Model: ArchivableClass {
    var id = 1
    var total = 9
    static var archivedClassName: String { "Model" }
    init() {}
    init(from decoder: ObjectDecoder) throws {
      id = try decoder.decode(Int.self, forKey: "id")
      total = try decoder.decodeIfPresent(Int.self, forKey: "total") ?? decoder.decode(Int.self, forKey: "count")
    }
    func encode(to encoder: ObjectEncoder) throws {
      try encoder.encode(id, forKey: "id")
      try encoder.encode(total, forKey: "total")
    }
  }
}

@Suite("Which rows are the same is proven, or the save throws")
struct PreservingRowTests {
  private let decoder = ArchiveDecoder(preservingUnknown: true)

  private func lines(_ count: UInt32) -> [New.Line] {
    (1...count).map { New.Line(id: $0, amount: $0 * 10, colour: $0 * 100) }
  }

  private func expectLoss(_ key: String, _ save: () throws -> Data) {
    let error = #expect(throws: ArchiveError.self) { try save() }
    #expect(
      error?.code == .unknownDataLost && error?.details.keys.contains(key) == true, "\(String(describing: error))")
  }

  @Test("With an identity rows may be changed, moved, added and removed, all at once")
  func identity() throws {
    var old = try decoder.decode([Old.Line].self, from: ArchiveEncoder().encode(lines(4)))
    old = [old[3], .init(id: 9, amount: 1), old[1], old[0]]
    for row in old.indices { old[row].amount += 5 }
    let saved = try ArchiveEncoder(preserving: decoder).encode(old)
    #expect(
      try ArchiveDecoder().decode([New.Line].self, from: saved) == [
        .init(id: 4, amount: 45, colour: 400), .init(id: 9, amount: 6, colour: 0),
        .init(id: 2, amount: 25, colour: 200),
        .init(id: 1, amount: 15, colour: 100),
      ])
  }

  @Test("An identity that several rows have is none")
  func repeated() throws {
    var rows = lines(3)
    rows[2].id = 1
    var old = try decoder.decode([Old.Line].self, from: ArchiveEncoder().encode(rows))
    let same = try ArchiveDecoder().decode([New.Line].self, from: ArchiveEncoder(preserving: decoder).encode(old))
    #expect(same == rows)
    old[1].amount = 7
    let unique = try ArchiveDecoder().decode([New.Line].self, from: ArchiveEncoder(preserving: decoder).encode(old))
    #expect(unique[1] == New.Line(id: 2, amount: 7, colour: 200) && unique[2] == rows[2])
    old[0].amount = 7
    expectLoss("[].colour") { try ArchiveEncoder(preserving: decoder).encode(old) }
    old = try decoder.decode([Old.Line].self, from: ArchiveEncoder().encode(lines(3)))
    old[2] = old[0]
    expectLoss("[].colour") { try ArchiveEncoder(preserving: decoder).encode(old) }
  }

  @Test("In a record's array, in columns and under keys of its elements", arguments: [false, true])
  func fixedArrays(isByElement: Bool) throws {
    let rows = lines(3)
    let lines = (rows[0], rows[1], rows[2])
    let data =
      try isByElement
      ? ArchiveEncoder().encode(New.Form(lines: lines)) : ArchiveEncoder().encode(New.Order(lines: lines))
    func save(_ change: (inout (Old.Line, Old.Line, Old.Line)) -> Void) throws -> [New.Line] {
      let saved: Data
      if isByElement {
        var old = try decoder.decode(Old.Form.self, from: data)
        change(&old.lines)
        saved = try ArchiveEncoder(preserving: decoder).encode(old)
      } else {
        var old = try decoder.decode(Old.Order.self, from: data)
        change(&old.lines)
        saved = try ArchiveEncoder(preserving: decoder).encode(old)
      }
      let new = try ArchiveDecoder().decode(New.Order.self, from: saved).lines
      return [new.0, new.1, new.2]
    }
    let rotated = try save { lines in
      lines = (lines.1, lines.2, lines.0)
      lines.1.amount = 5
    }
    #expect(rotated == [rows[1], New.Line(id: 3, amount: 5, colour: 300), rows[0]])
    let replaced = try save { $0.1 = Old.Line(id: 8, amount: 8) }
    #expect(replaced == [rows[0], New.Line(id: 8, amount: 8, colour: 0), rows[2]])
  }

  @Test("Elements of an array in a row that is the same may be others")
  func inner() throws {
    let rows = lines(4)
    let pages = [New.Page(id: 1, lines: (rows[0], rows[1])), New.Page(id: 2, lines: (rows[2], rows[3]))]
    var old = try decoder.decode([Old.Page].self, from: ArchiveEncoder().encode(pages))
    old[0].lines.0.amount = 3
    old.swapAt(0, 1)
    let saved = try ArchiveDecoder().decode([New.Page].self, from: ArchiveEncoder(preserving: decoder).encode(old))
    #expect(saved[0].lines.1 == rows[3] && saved[1].lines.0 == New.Line(id: 1, amount: 3, colour: 100))
    old[0].lines = (old[0].lines.1, old[0].lines.0)
    expectLoss("[].lines[].colour") { try ArchiveEncoder(preserving: decoder).encode(old) }
  }

  @Test("Values in arrays, sets and dictionaries are known by their identity")
  func collections() throws {
    let places = [New.Place(1, "a", 10), .init(2, "b", 20), .init(3, "c", 30)]
    var old = try decoder.decode([Old.Place].self, from: ArchiveEncoder().encode(places))
    old = [.init(3, "C"), .init(7, "d"), old[0]]
    let saved = try ArchiveDecoder().decode([New.Place].self, from: ArchiveEncoder(preserving: decoder).encode(old))
    #expect(saved == [.init(3, "C", 30), .init(7, "d", -1), .init(1, "a", 10)])

    let byName = ["x": places[0], "y": places[1]]
    var oldNames = try decoder.decode([String: Old.Place].self, from: ArchiveEncoder().encode(byName))
    (oldNames["x"], oldNames["y"]) = (oldNames["y"], oldNames["x"])
    oldNames["x"]?.street = "B"
    let names = try ArchiveDecoder().decode(
      [String: New.Place].self, from: ArchiveEncoder(preserving: decoder).encode(oldNames))
    #expect(names == ["x": .init(2, "B", 20), "y": places[0]])

    let single = try decoder.decode(Old.Place?.self, from: ArchiveEncoder().encode(Optional(places[0])))
    let other = try ArchiveEncoder(preserving: decoder).encode(single.map { Old.Place(5, $0.street) })
    #expect(try ArchiveDecoder().decode(New.Place?.self, from: other) == .init(5, "a", -1))
  }

  @Test("A field that the newer release has renamed may stay as it is, and not be changed")
  func renamed() throws {
    let data = try ArchiveEncoder().encode(New.Named(id: 1, total: 9))
    var old = try decoder.decode(Old.Named.self, from: data)
    #expect(old.count == 7)
    old.id = 2
    let saved = try ArchiveEncoder(preserving: decoder).encode(old)
    #expect(try ArchiveDecoder().decode(New.Named.self, from: saved) == New.Named(id: 2, total: 9))
    old.count = 5
    expectLoss("count") { try ArchiveEncoder(preserving: decoder).encode(old) }

    let rows = [New.Named(id: 1, total: 9), New.Named(id: 2, total: 8)]
    var many = try decoder.decode([Old.Named].self, from: ArchiveEncoder().encode(rows))
    many.swapAt(0, 1)
    let columns = try ArchiveEncoder(preserving: decoder).encode(many)
    #expect(try ArchiveDecoder().decode([New.Named].self, from: columns) == [rows[1], rows[0]])
    many[0].count = 1
    expectLoss("[].count") { try ArchiveEncoder(preserving: decoder).encode(many) }

    let model = try decoder.decode(Old.Model.self, from: ArchiveEncoder().encode(New.Model()))
    #expect(model.count == 5)
    model.id = 3
    let object = try ArchiveDecoder().decode(New.Model.self, from: ArchiveEncoder(preserving: decoder).encode(model))
    #expect(object.id == 3 && object.total == 9)
    model.count = 6
    expectLoss("count") { try ArchiveEncoder(preserving: decoder).encode(model) }
  }

  @Test("Values under keys, and several that one call has read")
  func values() throws {
    var encoder = ArchiveWriter()
    try encoder.encode(lines(3), forKey: "lines")
    try encoder.encode([New.Place(1, "a", 10), .init(2, "b", 20)], forKey: "places")
    try encoder.encode(New.Named(id: 1, total: 9), forKey: "named")
    let decoder = try ArchiveReader(encoder.finish(), settings: ArchiveDecoder(preservingUnknown: true))
    var lines = try decoder.decode([Old.Line].self, forKey: "lines")
    var (places, named) = try decoder.readValues { top in
      (try top.decode([Old.Place].self, forKey: "places"), try top.decode(Old.Named.self, forKey: "named"))
    }
    func save() throws -> ArchiveReader {
      var saving = ArchiveWriter(settings: ArchiveEncoder(preserving: decoder))
      try saving.encode(lines, forKey: "lines")
      try saving.encode(places, forKey: "places")
      try saving.encode(named, forKey: "named")
      return try ArchiveReader(saving.finish())
    }
    lines = [lines[2], lines[0]]
    lines[0].amount = 1
    places = [.init(2, "B"), places[0]]
    let new = try save()
    #expect(
      try new.decode([New.Line].self, forKey: "lines") == [
        .init(id: 3, amount: 1, colour: 300), .init(id: 1, amount: 10, colour: 100),
      ])
    #expect(try new.decode([New.Place].self, forKey: "places") == [.init(2, "B", 20), .init(1, "a", 10)])
    #expect(try new.decode(New.Named.self, forKey: "named").total == 9)
    named.count = 8
    #expect(throws: ArchiveError.self) { try save() }
  }

  @Test("Data without a line in the description does not take the place of the program's values")
  func stray() throws {
    let rows = [Old.Line(id: 1, amount: 2)]
    var encoder = ArchiveWriter()
    try encoder.encode([New.Line(id: 1, amount: 2, colour: 3)], forKey: "lines")
    let description = "count 1\nu32 id\nu32 colour"
    var archive = try encoder.finish()
    // The line of 'amount' is gone, and its data has another value.
    archive = try strayed(archive, description)
    let decoder = try ArchiveReader(archive, settings: ArchiveDecoder(preservingUnknown: true))
    let old = try decoder.decode([Old.Line].self, forKey: "lines")
    #expect(old == [Old.Line(id: 1, amount: 0)])
    var saving = ArchiveWriter(settings: ArchiveEncoder(preserving: decoder))
    try saving.encode(old, forKey: "lines")
    let new = try ArchiveReader(saving.finish()).decode([New.Line].self, forKey: "lines")
    #expect(new == [New.Line(id: 1, amount: 0, colour: 3)] && rows.count == 1)
  }

  /// Gives the array under "lines" another description.
  private func strayed(_ archive: Data, _ description: String) throws -> Data {
    var list = try #require(try PropertyListSerialization.propertyList(from: archive, format: nil) as? [String: Any])
    var objects = try #require(list["$objects"] as? [Any])
    let place = try #require(objects.firstIndex { ($0 as? String)?.hasPrefix("count 1") == true })
    objects[place] = description
    list["$objects"] = objects
    return try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
  }
}
