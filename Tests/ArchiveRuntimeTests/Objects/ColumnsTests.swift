@_spi(GeneratedCode) import ArchiveEvolution
import Foundation
import RuntimeTestC
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

// What generated code declares, in several releases of one type.
private struct Place: ArchivableColumns, Equatable {
  var x: Int32
  var y: Int32
  static var archivedClassName: String { "point" }

  init(_ x: Int32, _ y: Int32) { (self.x, self.y) = (x, y) }
  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(x, forKey: "x")
    try encoder.encode(y, forKey: "y")
  }
  init(from decoder: ObjectDecoder) throws {
    (x, y) = (try decoder.decode(Int32.self, forKey: "x"), try decoder.decode(Int32.self, forKey: "y"))
  }

  static let archivedColumns = [ColumnProperty(Int32.self, "x"), ColumnProperty(Int32.self, "y")]
  static func encodeColumns(to encoder: ColumnsEncoder<Self>) throws {
    try encoder.encode(forKey: "x") { $0.x }
    try encoder.encode(forKey: "y") { $0.y }
  }
  init(fromColumns row: ColumnsRow) throws {
    (x, y) = (try row.decode(Int32.self, 0), try row.decode(Int32.self, 1))
  }
}

/// As the C struct `line`.
private struct Line: ArchivableColumns, Equatable {
  var from: Place
  var to: Place
  var label: String
  static var archivedClassName: String { "line" }

  init(_ from: Place, _ to: Place, _ label: String) { (self.from, self.to, self.label) = (from, to, label) }
  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(from, forKey: "from")
    try encoder.encode(to, forKey: "to")
    try encoder.encode(label, forKey: "label")
  }
  init(from decoder: ObjectDecoder) throws {
    (from, to) = (try decoder.decode(Place.self, forKey: "from"), try decoder.decode(Place.self, forKey: "to"))
    label = try decoder.decode(String.self, forKey: "label")
  }

  static let archivedColumns = [
    ColumnProperty(Place.self, "from"), ColumnProperty(Place.self, "to"), ColumnProperty(String.self, "label"),
  ]
  static func encodeColumns(to encoder: ColumnsEncoder<Self>) throws {
    try encoder.encode(forKey: "from") { $0.from }
    try encoder.encode(forKey: "to") { $0.to }
    try encoder.encode(forKey: "label") { $0.label }
  }
  init(fromColumns row: ColumnsRow) throws {
    (from, to) = (try row.decode(Place.self, 0), try row.decode(Place.self, 1))
    label = try row.decode(String.self, 2)
  }
}

private enum Shade: Int, ArchivableValue { case light = 1, dark = 9 }
private enum Finish: String, ArchivableValue { case matt, gloss }

/// Release 1.0.
private struct Old: ArchivableColumns, Equatable {
  var id: Int16
  var name: String
  var isOpen: Bool
  static var archivedClassName: String { "Row" }
  static var archivedIdentity: [String] { ["id"] }

  init(_ id: Int16, _ name: String, _ isOpen: Bool) { (self.id, self.name, self.isOpen) = (id, name, isOpen) }
  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(id, forKey: "id")
    try encoder.encode(name, forKey: "name")
    try encoder.encode(isOpen, forKey: "isOpen")
  }
  init(from decoder: ObjectDecoder) throws {
    (id, name) = (try decoder.decode(Int16.self, forKey: "id"), try decoder.decode(String.self, forKey: "name"))
    isOpen = try decoder.decode(Bool.self, forKey: "isOpen")
  }

  static let archivedColumns = [
    ColumnProperty(Int16.self, "id"), ColumnProperty(String.self, "name"), ColumnProperty(Bool.self, "isOpen"),
  ]
  static func encodeColumns(to encoder: ColumnsEncoder<Self>) throws {
    try encoder.encode(forKey: "id") { $0.id }
    try encoder.encode(forKey: "name") { $0.name }
    try encoder.encode(forKey: "isOpen") { $0.isOpen }
  }
  init(fromColumns row: ColumnsRow) throws {
    (id, name) = (try row.decode(Int16.self, 0), try row.decode(String.self, 1))
    isOpen = try row.decode(Bool.self, 2)
  }
}

/// Release 1.1: `id` is wider, `name` is called `title` and optional, the others are new.
private struct New: ArchivableColumns, Equatable {
  var id: Int
  var title: String?
  var isOpen = true
  var shade: Shade?
  var finish = Finish.matt
  var place: Place?
  var level: Double?
  static var archivedClassName: String { "Row" }
  static var archivedIdentity: [String] { ["id"] }

  init(_ id: Int, _ title: String?, shade: Shade? = nil, place: Place? = nil, level: Double? = nil) {
    (self.id, self.title, self.shade, self.place, self.level) = (id, title, shade, place, level)
  }
  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(id, forKey: "id")
    try encoder.encode(title, forKey: "title")
    try encoder.encode(isOpen, forKey: "isOpen")
    try encoder.encode(shade, forKey: "shade")
    try encoder.encode(finish, forKey: "finish")
    try encoder.encode(place, forKey: "place")
    try encoder.encode(level, forKey: "level")
  }
  init(from decoder: ObjectDecoder) throws {
    id = try decoder.decode(Int.self, forKey: "id")
    title = try decoder.decode(String?.self, forKey: decoder.requiredKey("title", "name"))
    isOpen = try decoder.decodeIfPresent(Bool.self, forKey: "isOpen") ?? true
    shade = try decoder.decode(Shade?.self, forKey: "shade")
    finish = try decoder.decodeIfPresent(Finish.self, forKey: "finish") ?? .matt
    place = try decoder.decode(Place?.self, forKey: "place")
    level = try decoder.decode(Double?.self, forKey: "level")
  }

  static let archivedColumns = [
    ColumnProperty(Int.self, "id"), ColumnProperty(String?.self, "title", "name"),
    ColumnProperty(Bool.self, "isOpen", isRequired: false), ColumnProperty(Shade?.self, "shade"),
    ColumnProperty(Finish.self, "finish", isRequired: false), ColumnProperty(Place?.self, "place"),
    ColumnProperty(Double?.self, "level"),
  ]
  static func encodeColumns(to encoder: ColumnsEncoder<Self>) throws {
    try encoder.encode(forKey: "id") { $0.id }
    try encoder.encode(forKey: "title") { $0.title }
    try encoder.encode(forKey: "isOpen") { $0.isOpen }
    try encoder.encode(forKey: "shade") { $0.shade }
    try encoder.encode(forKey: "finish") { $0.finish }
    try encoder.encode(forKey: "place") { $0.place }
    try encoder.encode(forKey: "level") { $0.level }
  }
  init(fromColumns row: ColumnsRow) throws {
    id = try row.decode(Int.self, 0)
    title = try row.decode(String?.self, 1)
    if row.has(2) { isOpen = try row.decode(Bool.self, 2) }
    shade = try row.decode(Shade?.self, 3)
    if row.has(4) { finish = try row.decode(Finish.self, 4) }
    place = try row.decode(Place?.self, 5)
    level = try row.decode(Double?.self, 6)
  }
}

/// Release 0.9: no columns.
private struct Plain: ArchivableComposite, Equatable {
  var id: Int16
  static var archivedClassName: String { "Row" }
  func encode(to encoder: ObjectEncoder) throws { try encoder.encode(id, forKey: "id") }
  init(from decoder: ObjectDecoder) throws { id = try decoder.decode(Int16.self, forKey: "id") }
}

/// Holds rows under a key, in an optional.
private struct Holder<Row: ArchivableValue & Equatable>: ArchivableComposite, Equatable {
  var rows: [Row]?
  static var archivedClassName: String { "Holder" }
  init(_ rows: [Row]?) { self.rows = rows }
  func encode(to encoder: ObjectEncoder) throws { try encoder.encode(rows, forKey: "rows") }
  init(from decoder: ObjectDecoder) throws { rows = try decoder.decode([Row]?.self, forKey: "rows") }
}

private let olds = [Old(1, "one", true), Old(-2, "", false), Old(3, "drei · 三", true)]
private let news = [
  New(1, "one", shade: .dark, place: Place(1, 2), level: 0.5), New(2, nil), New(-3, "", place: Place(-1, 0)),
  New(4, "vier", level: -.infinity),
]

/// An object of this class with the given keys.
private func columns(_ name: String, _ description: String, _ data: [(String, [UInt8])]) throws -> Data {
  try keyedArchive([
    .object(2, [("[]", .uid(3))] + data.map { ("[]." + $0.0, .data($0.1)) }), .class(name + "[]", "NSObject"),
    .string(description),
  ])
}

@Suite("Arrays of Swift structs as columns")
struct ColumnsTests {
  @Test("come back equal at the root, under a key, in optionals and in collections", arguments: [false, true])
  func roundTrips(isXML: Bool) throws {
    let format = isXML ? ArchiveEncoder.OutputFormat.xml : .binary
    #expect(try roundTrip(news, as: format) == news)
    #expect(try roundTrip(olds, as: format) == olds)
    #expect(try roundTrip(Holder(news), as: format) == Holder(news))
    #expect(try roundTrip(Holder<New>(nil), as: format) == Holder(nil))
    #expect(try roundTrip(Holder<New>([]), as: format) == Holder([]))
    #expect(try roundTrip([news, [], [news[0]]], as: format) == [news, [], [news[0]]])
    #expect(try roundTrip(["a": news, "b": []], as: format) == ["a": news, "b": []])
    var writer = ArchiveWriter()
    try writer.encode(news, forKey: "news")
    try writer.encode([Place(1, 2)], forKey: "places")
    let reader = try ArchiveReader(try writer.finish())
    #expect(try reader.decode([New].self, forKey: "news") == news)
    #expect(try reader.decode([Place].self, forKey: "places") == [Place(1, 2)])
  }

  @Test("are the columns that an array of C structs has, and each reads the other's")
  func columnsOfC() throws {
    let lines = [Line(Place(1, -2), Place(3, 4), "north"), Line(Place(5, 6), Place(7, .min), "")]
    let data = try ArchiveEncoder().encode(lines)
    let read = try ArchiveDecoder().decode([RuntimeTestC.line].self, from: data)
    #expect(read.map(\.from.x) == [1, 5] && read.map(\.to.y) == [4, .min])
    #expect(try ArchiveDecoder().decode([Line].self, from: try ArchiveEncoder().encode(read)) == lines)
  }

  @Test("are read where they are lists of objects, as before")
  func lists() throws {
    let list = try keyedArchive([
      .object(2, [("NS.objects", .array([.uid(3)]))]), .class("NSArray", "NSObject"),
      .object(4, [("x", .integer(7)), ("y", .integer(8))]), .class("point", "NSObject"),
    ])
    #expect(try ArchiveDecoder().decode([Place].self, from: list) == [Place(7, 8)])
  }

  @Test("of another release: wider numbers, former keys, optionals and defaults")
  func evolution() throws {
    let read = try ArchiveDecoder().decode([New].self, from: try ArchiveEncoder().encode(olds))
    #expect(read.map(\.id) == [1, -2, 3] && read.map(\.title) == ["one", "", "drei · 三"])
    #expect(read.map(\.isOpen) == [true, false, true] && read.allSatisfy { $0.shade == nil && $0.finish == .matt })
    let all = [New(5, "a"), New(6, "b")]
    #expect(throws: ArchiveError.self) {
      try ArchiveDecoder().decode([Old].self, from: try ArchiveEncoder().encode(all))
    }
    struct Title: ArchivableColumns, Equatable {
      var title: String
      static var archivedClassName: String { "Row" }
      func encode(to encoder: ObjectEncoder) throws {}
      init(from decoder: ObjectDecoder) throws { title = "" }
      static let archivedColumns = [ColumnProperty(String.self, "title")]
      static func encodeColumns(to encoder: ColumnsEncoder<Self>) throws {}
      init(fromColumns row: ColumnsRow) throws { title = try row.decode(String.self, 0) }
    }
    #expect(
      try ArchiveDecoder().decode([Title].self, from: try ArchiveEncoder().encode(all)).map(\.title) == ["a", "b"])
    let error = #expect(throws: ArchiveError.self) {
      try ArchiveDecoder().decode([Title].self, from: try ArchiveEncoder().encode(news))
    }
    #expect("\(error as Any)".contains("root[1].title"), "\(error as Any)")
  }

  @Test("are refused by a release without columns, also where the array is optional")
  func withoutColumns() throws {
    #expect(throws: ArchiveError.self) {
      try ArchiveDecoder().decode([Plain].self, from: try ArchiveEncoder().encode(olds))
    }
    #expect(throws: ArchiveError.self) {
      try ArchiveDecoder().decode(Holder<Plain>.self, from: try ArchiveEncoder().encode(Holder(olds)))
    }
  }

  @Test("hold any text: with a zero, or one much longer than the others, they are lists of objects")
  func texts() throws {
    for text in ["a\0b", String(repeating: "long ", count: 10_000)] {
      let rows = (0..<50).map { Old(Int16($0), $0 == 7 ? text : "short", true) }
      #expect(try roundTrip(rows) == rows)
    }
    let even = (0..<50).map { Old(Int16($0), String(repeating: "ü", count: $0 % 9), true) }
    #expect(try roundTrip(even) == even)
  }

  @Test("make no object for a row, and share what several properties have")
  func size() throws {
    let rows = (0..<1_000).map { Old(Int16($0), "row \($0)", $0 % 3 == 0) }
    let data = try ArchiveEncoder().encode(rows)
    #expect(data.count < 1_000 * (2 + 7 + 1) + 1_000)
    #expect(try ArchiveEncoder().encode([rows, rows]).count < data.count + 500)
  }

  @Test("keep the columns that an older program does not know")
  func preserving() throws {
    var strict = ArchiveDecoder()
    strict.unknownKeys = .reject
    let data = try ArchiveEncoder().encode(olds)
    struct Narrow: ArchivableColumns, Equatable {
      var id: Int16
      static var archivedClassName: String { "Row" }
      static var archivedIdentity: [String] { ["id"] }
      func encode(to encoder: ObjectEncoder) throws { try encoder.encode(id, forKey: "id") }
      init(from decoder: ObjectDecoder) throws { id = try decoder.decode(Int16.self, forKey: "id") }
      static let archivedColumns = [ColumnProperty(Int16.self, "id")]
      static func encodeColumns(to encoder: ColumnsEncoder<Self>) throws { try encoder.encode(forKey: "id") { $0.id } }
      init(fromColumns row: ColumnsRow) throws { id = try row.decode(Int16.self, 0) }
    }
    #expect(throws: ArchiveError.self) { try strict.decode([Narrow].self, from: data) }
    #expect(try strict.decode([Old].self, from: data) == olds)
    let decoder = ArchiveDecoder(preservingUnknown: true)
    let rows = try decoder.decode([Narrow].self, from: data)
    let kept = try ArchiveEncoder(preserving: decoder).encode(Array(rows.reversed()))
    #expect(try strict.decode([Old].self, from: kept) == olds.reversed())
    let held = try decoder.decode(Holder<Narrow>.self, from: try ArchiveEncoder().encode(Holder(olds)))
    let again = try ArchiveEncoder(preserving: decoder).encode(held)
    #expect(try strict.decode(Holder<Old>.self, from: again) == Holder(olds))
  }

  @Test("are lists of objects for an earlier release that the lock knows, and for one with columns too")
  func releases() throws {
    let table = """
      releases\t1.0
      type\tRow\t0-\tkind=structure
      \tid\ti16\t0-\trequired
      \tisOpen\tbool\t0-\trequired
      \tname\t<String>\t0-\trequired
      """
    let release = try ReleaseHistory(table).release("1.0")
    let data = try ArchiveEncoder(for: release).encode(olds)
    #expect(try ArchiveDecoder().decode([Plain].self, from: data).map(\.id) == [1, -2, 3])
    #expect(try ArchiveDecoder().decode([Old].self, from: data) == olds)
  }

  @Test("that are damaged are errors with the key and the row")
  func damage() throws {
    func expectError(_ text: String, _ description: String, _ data: [(String, [UInt8])]) throws {
      let archive = try columns("point", description, data)
      let error = #expect(throws: ArchiveError.self, "\(description)") {
        try ArchiveDecoder().decode([Place].self, from: archive)
      }
      #expect("\(error as Any)".contains(text), "\(description): \(error as Any)")
    }
    let four: [UInt8] = [1, 0, 0, 0]
    #expect(
      try ArchiveDecoder().decode(
        [Place].self, from: try columns("point", "count 1\ni32 x\nu8 y", [("x", four), ("y", [9])])) == [Place(1, 9)])
    try expectError("[].y", "count 1\ni32 x", [("x", four)])
    try expectError("[].y", "count 1\ni32 x\ni32 y", [("x", four)])
    try expectError("4 bytes", "count 2\ni32 x\ni32 y", [("x", four), ("y", four)])
    try expectError("memoryPerByte", "count 281474976710656\ni32 x\ni32 y", [("x", four), ("y", four)])
    try expectError("twice", "count 1\ni32 x\ni32 x", [("x", four)])
    try expectError("described", "elements count 1", [])
    try expectError("described", "count", [])
    try expectError("other rows", "count 1\nbool k\n@1=1 i32 x\ni32 y", [("k", [1]), ("x", four), ("y", four)])
    try expectError("links", "count 1\nu32&1 x\ni32 y", [("x", four), ("y", four)])
    try expectError("[0].y", "count 1\ni32 x\nu32 y", [("x", four), ("y", [0, 0, 0, 255])])
    try expectError("utf8", "count 1\ni32 x\nutf8[4] y", [("x", four), ("y", four)])

    func rows(_ description: String, _ data: [(String, [UInt8])]) throws -> [New] {
      try ArchiveDecoder().decode([New].self, from: try columns("Row", description, data))
    }
    let id: (String, [UInt8]) = ("id", [1, 2])
    #expect(try rows("count 2\nu8 id", [id]).map(\.id) == [1, 2])
    let nils: [(String, [UInt8])] = [id, ("level?", [0, 0]), ("level", [])]
    #expect(try rows("count 2\nu8 id\nbool level?\n@2=1 utf8[3] level", nils).map(\.level) == [nil, nil])
    for (text, description, data) in [
      ("[1].isOpen", "\nbool isOpen", [("isOpen", [1, 2])]),
      ("[1].shade", "\nu8 shade", [("shade", [1, 2])]),
      ("[0].finish", "\nutf8[4] finish", [("finish", Array("oilymatt".utf8))]),
      ("[1].title", "\nutf8[2] title", [("title", [0x61, 0, 0xFF, 0xFE])]),
      ("[0].title", "\nutf8[3] title", [("title", [0x61, 0, 0x62, 0x61, 0, 0])]),
      ("title", "\nf64[3] title", [("title", Array(repeating: 0, count: 48))]),
      ("place?", "\nbool place?\n@2=1 i32 place.x\n@2=1 i32 place.y", [("place?", [1])]),
      (
        "4 bytes", "\nbool place?\n@2=1 i32 place.x\n@2=1 i32 place.y",
        [("place?", [1, 1]), ("place.x", four), ("place.y", four)]
      ),
      (
        "other rows", "\nbool place?\n@2=1 i32 place.x\ni32 place.y",
        [("place?", [0, 1]), ("place.x", four), ("place.y", four + four)]
      ),
      ("[].place.y", "\nbool place?\n@2=1 i32 place.x", [("place?", [0, 1]), ("place.x", four)]),
    ] as [(String, String, [(String, [UInt8])])] {
      let error = #expect(throws: ArchiveError.self, "\(description)") {
        try rows("count 2\nu8 id" + description, [id] + data)
      }
      #expect("\(error as Any)".contains(text), "\(description): \(error as Any)")
    }
  }

  @Test("take no memory for a count that nothing confirms")
  func hostile() throws {
    struct Defaults: ArchivableColumns {
      var text: String?
      static var archivedClassName: String { "Defaults" }
      func encode(to encoder: ObjectEncoder) throws {}
      init(from decoder: ObjectDecoder) throws {}
      static let archivedColumns = [ColumnProperty(String?.self, "text")]
      static func encodeColumns(to encoder: ColumnsEncoder<Self>) throws {}
      init(fromColumns row: ColumnsRow) throws { text = try row.decode(String?.self, 0) }
    }
    for description in ["count 100000000000", "count 100000000000\nutf8[0] text", "count 1000000000\nutf8[0] text"] {
      let error = #expect(throws: ArchiveError.self) {
        try ArchiveDecoder().decode([Defaults].self, from: try columns("Defaults", description, [("text", [])]))
      }
      #expect(error?.code == .limitExceeded)
    }
  }
}
