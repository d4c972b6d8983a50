@_spi(GeneratedCode) import ArchiveRuntime
import Foundation
import Testing
import UntypedArchive

@Suite("Rows of tables")
struct TableCursorTests {
  /// A tag in each row, two members that it selects, and one that a member selects.
  private func table(_ count: Int, _ bytes: inout [UInt8]) throws -> ArchiveTable {
    let tags = (0..<count).map { UInt8($0 % 3) }
    let ones = tags.filter { $0 == 1 }.indices.map { UInt8($0 % 2) }
    let columns: [String: [UInt8]] = [
      "tag": tags, "a": tags.filter { $0 == 0 }.indices.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] },
      "b": ones, "inner": ones.filter { $0 == 1 }.indices.map { UInt8(truncatingIfNeeded: $0) },
    ]
    let description = try #require(ColumnsDescription("count \(count)\nu8 tag\n@1=0 u16 a\n@1=1 u8 b\n@3=1 u8 inner"))
    return try ArchiveTable(name: "t", description) { (name) throws(ArchiveError) in
      let start = bytes.count
      bytes += columns[name] ?? []
      return start..<bytes.count
    }
  }

  @Test("A row that is skipped to has the values that it has when all rows are read, whatever columns are shown")
  func skipping() throws {
    var bytes: [UInt8] = []
    let table = try table(700, &bytes)
    try bytes.withUnsafeBytes { bytes in
      var reader = TableCursor(table, in: bytes)
      repeat {
        for selected in [nil, [0], [1], [2], [3], [1, 3]] as [[Int]?] {
          var own = table
          own.selected = selected
          var cursor = TableCursor(own, in: bytes)
          cursor.skip(to: reader.row)
          for column in selected ?? Array(table.columns.indices) {
            let (found, expected) = (try #require(cursor.cell(column)), try #require(reader.cell(column)))
            #expect(found.isLive == expected.isLive && found.offset == expected.offset && found.count == expected.count)
          }
        }
      } while reader.advance()
      #expect(reader.row == 700)
    }
  }

  @Test("A column of unions in arrays of unions has values where the tags of every level ask for them")
  func nestedArrays() throws {
    let columns: [String: [UInt8]] = [
      "kind": [1, 0, 1], "n[].kind": [3, 2, 3, 3], "n[].b": [20], "n[].deep[].t": [0, 1, 1, 1, 0, 0],
      "n[].deep[].p": [30, 31, 32], "n[].deep[].q": [40, 41, 42], "last": [50, 51, 52],
    ]
    let description = try #require(
      ColumnsDescription(
        "count 3\nu8 kind\n@1=1 u8[2] n[].kind\n@1=1 @2=2 u8 n[].b\n@1=1 @2=3 u8[2] n[].deep[].t\n"
          + "@1=1 @2=3 @4=0 u8 n[].deep[].p\n@1=1 @2=3 @4=1 u8 n[].deep[].q\n@2=3 @1=1 @4=0 @2=2,3 @1=1 u8 last\n"
          + "@4=1 @2=2 u8 none"))
    var bytes: [UInt8] = []
    let table = try ArchiveTable(name: "t", description) { (name) throws(ArchiveError) in
      let start = bytes.count
      bytes += columns[name] ?? []
      return start..<bytes.count
    }
    let rows: [[[UInt8]]] = [
      [[1], [3, 2], [20], [0, 1], [30], [40], [50], []], [[0], [], [], [], [], [], [], []],
      [[1], [3, 3], [], [1, 1, 0, 0], [31, 32], [41, 42], [51, 52], []],
    ]
    bytes.withUnsafeBytes { bytes in
      var cursor = TableCursor(table, in: bytes)
      repeat {
        for column in table.columns.indices {
          let found = cursor.cell(column).map { Array(bytes[$0.offset..<($0.offset + $0.count)]) }
          #expect(found == rows[cursor.row][column], "row \(cursor.row), column \(table.columns[column].name)")
        }
      } while cursor.advance()
      #expect(cursor.row == 3)
      var skipping = TableCursor(table, in: bytes)
      skipping.skip(to: 2)
      #expect(skipping.cell(5)?.live == [true, true, false, false])
    }
  }
}
