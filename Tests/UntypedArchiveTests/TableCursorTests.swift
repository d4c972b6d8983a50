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
}
