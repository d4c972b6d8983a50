import ArchiveEvolution
import Foundation
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

private enum NewRecords {
  struct Line: ArchivableRecord, Equatable {
    var id: UInt32
    var amount: UInt32
    var colour: UInt32
    static let archiveSchema = RecordSchema(
      "line", size: 12, alignment: 4,
      fields: [.scalar("id", .u32, at: 0), .scalar("amount", .u32, at: 4), .scalar("colour", .u32, at: 8)])
  }

  struct Cell: ArchivableColumns, Equatable {
    var id: Int32
    var amount: Int32
    var colour: Int32?
    static var archivedClassName: String { "Cell" }
    init(_ id: Int32, _ amount: Int32, _ colour: Int32? = nil) {
      (self.id, self.amount, self.colour) = (id, amount, colour)
    }
    func encode(to encoder: ObjectEncoder) throws {
      try encoder.encode(id, forKey: "id")
      try encoder.encode(amount, forKey: "amount")
      try encoder.encode(colour, forKey: "colour")
    }
    init(from decoder: ObjectDecoder) throws {
      (id, amount) = (try decoder.decode(Int32.self, forKey: "id"), try decoder.decode(Int32.self, forKey: "amount"))
      colour = try decoder.decodeIfPresent(Int32.self, forKey: "colour")
    }
    static let archivedColumns = [
      ColumnProperty(Int32.self, "id"), ColumnProperty(Int32.self, "amount"), ColumnProperty(Int32?.self, "colour"),
    ]
    static func encodeColumns(to encoder: ColumnsEncoder<Self>) throws {
      try encoder.encode(forKey: "id") { $0.id }
      try encoder.encode(forKey: "amount") { $0.amount }
      try encoder.encode(forKey: "colour") { $0.colour }
    }
    init(fromColumns row: ColumnsRow) throws {
      (id, amount) = (try row.decode(Int32.self, 0), try row.decode(Int32.self, 1))
      colour = try row.decode(Int32?.self, 2)
    }
  }
}

private protocol OldCell: ArchivableColumns {
  var id: Int32 { get }
  var amount: Int32 { get set }
  init(_ id: Int32, _ amount: Int32)
}

extension OldCell {
  static var archivedClassName: String { "Cell" }
  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(id, forKey: "id")
    try encoder.encode(amount, forKey: "amount")
  }
  init(from decoder: ObjectDecoder) throws {
    self.init(try decoder.decode(Int32.self, forKey: "id"), try decoder.decode(Int32.self, forKey: "amount"))
  }
  static var archivedColumns: [ColumnProperty] {
    [ColumnProperty(Int32.self, "id"), ColumnProperty(Int32.self, "amount")]
  }
  static func encodeColumns(to encoder: ColumnsEncoder<Self>) throws {
    try encoder.encode(forKey: "id") { $0.id }
    try encoder.encode(forKey: "amount") { $0.amount }
  }
  init(fromColumns row: ColumnsRow) throws { self.init(try row.decode(Int32.self, 0), try row.decode(Int32.self, 1)) }
}

private enum OldRecords {
  struct Line: ArchivableRecord, Equatable {
    var id: UInt32
    var amount: UInt32
    static let archiveSchema = RecordSchema(
      "line", size: 8, alignment: 4, identity: ["id"],
      fields: [.scalar("id", .u32, at: 0), .scalar("amount", .u32, at: 4)])
  }

  struct PlainLine: ArchivableRecord, Equatable {
    var id: UInt32
    var amount: UInt32
    static let archiveSchema = RecordSchema(
      "line", size: 8, alignment: 4, fields: [.scalar("id", .u32, at: 0), .scalar("amount", .u32, at: 4)])
  }

  struct Cell: OldCell {
    var id: Int32
    var amount: Int32
    static var archivedIdentity: [String] { ["id"] }
    init(_ id: Int32, _ amount: Int32) { (self.id, self.amount) = (id, amount) }
  }

  struct PlainCell: OldCell {
    var id: Int32
    var amount: Int32
    init(_ id: Int32, _ amount: Int32) { (self.id, self.amount) = (id, amount) }
  }
}

/// Rows in columns, of C records and of Swift structs.
private final class Sheet<Line: ArchivableRecord, Cell: ArchivableColumns>: ArchivableClass {
  var lines: [Line] = []
  var otherLines: [Line] = []
  var cells: [Cell] = []
  var otherCells: [Cell] = []
  var chosen: Cell?
  var sheets: [Sheet] = []
  static var archivedClassName: String { "Sheet" }

  init(_ lines: [Line], _ cells: [Cell]) { (self.lines, self.cells) = (lines, cells) }
  init(from decoder: ObjectDecoder) throws {
    lines = try decoder.decode([Line].self, forKey: "lines")
    otherLines = try decoder.decode([Line].self, forKey: "otherLines")
    cells = try decoder.decode([Cell].self, forKey: "cells")
    otherCells = try decoder.decode([Cell].self, forKey: "otherCells")
    chosen = try decoder.decodeIfPresent(Cell.self, forKey: "chosen")
  }
  func connect(from decoder: ObjectDecoder) throws { sheets = try decoder.decode([Sheet].self, forKey: "sheets") }
  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(lines, forKey: "lines")
    try encoder.encode(otherLines, forKey: "otherLines")
    try encoder.encode(cells, forKey: "cells")
    try encoder.encode(otherCells, forKey: "otherCells")
    try encoder.encode(chosen, forKey: "chosen")
    try encoder.encode(sheets, forKey: "sheets")
  }
}

@Suite("What an older program does not know of rows in columns that it moves")
struct PreservingMovedRowTests {
  private typealias New = Sheet<NewRecords.Line, NewRecords.Cell>
  private typealias Identified = Sheet<OldRecords.Line, OldRecords.Cell>
  private typealias Plain = Sheet<OldRecords.PlainLine, OldRecords.PlainCell>
  private let decoder = ArchiveDecoder(preservingUnknown: true)

  private func sheet() -> New {
    func sheet(_ first: UInt32) -> New {
      New(
        (first..<(first + 3)).map { .init(id: $0, amount: $0 * 10, colour: $0 * 100) },
        (first..<(first + 3)).map { .init(Int32($0), Int32($0) * 10, Int32($0) * 100) })
    }
    let top = sheet(1)
    top.otherLines = [.init(id: 7, amount: 70, colour: 700)]
    top.otherCells = [.init(7, 70, 700)]
    top.sheets = [sheet(11), sheet(21)]
    return top
  }

  private func save<Line, Cell>(_ type: Sheet<Line, Cell>.Type, _ change: (Sheet<Line, Cell>) -> Void) throws -> New {
    let old = try decoder.decode(type, from: ArchiveEncoder().encode(sheet()))
    change(old)
    return try ArchiveDecoder().decode(New.self, from: ArchiveEncoder(preserving: decoder).encode(old))
  }

  private func expectLoss<Line, Cell>(
    _ type: Sheet<Line, Cell>.Type, _ key: String, _ comment: Comment, _ change: (Sheet<Line, Cell>) -> Void
  ) {
    let error = #expect(throws: ArchiveError.self, comment) { _ = try save(type, change) }
    #expect(
      error?.code == .unknownDataLost && error?.details.keys.contains { $0.hasSuffix(key) } == true,
      "\(comment): \(String(describing: error))")
  }

  @Test("A row that was moved to another array is an error, with and without an identity")
  func moved() throws {
    expectLoss(Identified.self, "lines[].colour", "records") { $0.otherLines.append($0.lines.removeFirst()) }
    expectLoss(Identified.self, "[].colour", "values") { $0.otherCells.append($0.cells.removeFirst()) }
    expectLoss(Identified.self, "lines[].colour", "to another object") {
      $0.sheets[0].lines.append($0.lines.removeFirst())
    }
    expectLoss(Identified.self, "lines[].colour", "of a removed object") { $0.lines += $0.sheets.removeFirst().lines }
    expectLoss(Identified.self, "[].colour", "values of a removed object") {
      $0.cells += $0.sheets.removeFirst().cells
    }
    expectLoss(Plain.self, "lines[].colour", "records without an identity") {
      $0.otherLines.append($0.lines.removeFirst())
    }
    expectLoss(Plain.self, "[].colour", "values without an identity") { $0.otherCells.append($0.cells.removeFirst()) }
    expectLoss(Plain.self, "lines[].colour", "changed") {
      $0.lines.removeFirst()
      $0.otherLines.append(.init(id: 1, amount: 11))
    }
    expectLoss(Plain.self, "lines[].colour", "of a removed object, without an identity") {
      $0.lines += $0.sheets.removeFirst().lines
    }
    expectLoss(Identified.self, "[].colour", "out of the columns") { $0.chosen = $0.cells.removeFirst() }
    expectLoss(Plain.self, "[].colour", "to a new object") { sheet in
      sheet.sheets.append(.init([], [sheet.cells.removeFirst()]))
    }
  }

  @Test(
    "Rows that are removed and others that are added, objects that are removed with theirs, and arrays that change places"
  )
  func removed() throws {
    var new = try save(Identified.self) { sheet in
      sheet.lines.removeFirst()
      sheet.otherLines.append(.init(id: 99, amount: 1))
      sheet.cells.removeFirst()
      sheet.otherCells.append(.init(99, 1))
    }
    #expect(new.lines.map(\.colour) == [200, 300] && new.otherLines.map(\.colour) == [700, 0])
    #expect(new.cells.map(\.colour) == [200, 300] && new.otherCells.map(\.colour) == [700, nil])
    new = try save(Plain.self) { sheet in
      sheet.lines.removeFirst()
      sheet.cells.removeFirst()
      sheet.sheets.removeFirst()
    }
    #expect(new.lines.map(\.colour) == [200, 300] && new.cells.map(\.colour) == [200, 300])
    #expect(new.sheets[0].cells.map(\.colour) == [2100, 2200, 2300])
    new = try save(Plain.self) { sheet in
      sheet.sheets.removeFirst()
      sheet.lines.append(.init(id: 99, amount: 1))
    }
    #expect(new.lines.map(\.colour) == [100, 200, 300, 0])
    // An empty array has no columns.
    new = try save(Plain.self) { sheet in
      sheet.otherCells = []
      sheet.otherLines = []
    }
    #expect(new.otherCells.isEmpty && new.otherLines.isEmpty && new.cells.map(\.colour) == [100, 200, 300])
    new = try save(Identified.self) { $0.sheets.swapAt(0, 1) }
    #expect(new.sheets.map { $0.lines[0].colour } == [2100, 1100])
  }
}
