@_spi(GeneratedCode) import ArchiveRuntime

/// A graph of C records: its tables, in which links are row indices.
package struct GraphTables {
  package enum Content {
    case records(ArchiveTable)
    case numbers(TableColumn)
    /// Each ends with a zero.
    case texts(Range<Int>)
    /// 64-bit lengths, and the bytes one after another.
    case handles(lengths: Range<Int>, bytes: Range<Int>)
    case missing
  }

  package struct Site: Sendable, Hashable {
    /// The table's index, from 0.
    package let table: Int
    package let path: String
  }

  package struct Table {
    package let name: String
    /// The number of rows that the description names, without parts.
    package let rowCount: Int
    package let sites: [Site]
    package var content: Content = .missing
    /// 64-bit counts of rows that were allocated together.
    package var blocks: Range<Int> = 0..<0
    package var parts: Range<Int> = 0..<0

    package init(name: String, rowCount: Int, sites: [Site]) {
      (self.name, self.rowCount, self.sites) = (name, rowCount, sites)
    }
  }

  package let key: String
  package let rootCount: Int
  /// Row indices of the first table, four bytes each.
  package let roots: Range<Int>
  package let tables: [Table]

  /// What a link leads to.
  package enum Target: Equatable {
    case none
    /// The table's index, and the row, from 1. Rows after the last are parts of other records, or the end.
    case row(table: Int, row: Int)
    case invalid(UInt64)
  }

  /// - Parameter tables: the indices of the tables that the link's column names.
  package func target(of link: UInt64, in targets: [Int], partCounts: [Int]) -> Target {
    if link == 0 { return .none }
    var rest = link
    for (place, index) in targets.enumerated() {
      guard tables.indices.contains(index) else { return .invalid(link) }
      let rows = UInt64(tables[index].rowCount + (partCounts.indices.contains(index) ? partCounts[index] : 0))
      let isLast = place == targets.count - 1
      // The index after the last row leads to no elements.
      if rest <= rows || isLast && rest == rows + 1 { return .row(table: index, row: Int(rest)) }
      rest -= rows
    }
    return .invalid(link)
  }

  /// `node:17`.
  package func name(_ target: Target) -> String {
    switch target {
    case .none: "NULL"
    case .row(let table, let row): (tables[table].name.hasPrefix("#") ? "" : "#") + "\(tables[table].name):\(row)"
    case .invalid(let link): "invalid link \(link)"
    }
  }

  /// For each table the number of rows that are parts of other tables' records.
  package func partCounts(in bytes: UnsafeRawBufferPointer) -> [Int] {
    tables.map { table in
      if table.name == "#text" { return table.parts.count / 16 }
      var count = 0
      for start in stride(from: table.parts.lowerBound + 24, to: table.parts.upperBound - 7, by: 32) {
        let rows = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
        count = min(count + Int(clamping: rows), 1 << 48)
      }
      return count
    }
  }

  /// The row indices of the roots.
  package func rootRows(in bytes: UnsafeRawBufferPointer, limit: Int) -> [Int] {
    stride(from: roots.lowerBound, to: roots.upperBound - 3, by: 4).prefix(limit).map {
      Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: $0, as: UInt32.self)))
    }
  }

  /// Where the texts of a table begin and end, without their zeros.
  package static func texts(_ range: Range<Int>, in bytes: UnsafeRawBufferPointer, limit: Int = .max) -> [Range<Int>] {
    var texts: [Range<Int>] = []
    var start = range.lowerBound
    for offset in range where bytes[offset] == 0 {
      texts.append(start..<offset)
      start = offset + 1
      if texts.count >= limit { break }
    }
    return texts
  }
}
