/// One table of an archive, as the schema for decoding uses it.
final class DecodedTable {
  /// The rows with separate memory. The rows after them are parts of records.
  let ownCount: Int
  let partCount: Int
  /// The first row of each block, from 1 in ascending order, with those of parts last; empty if every row is a block.
  let starts: [Int]
  /// The number of `starts` that are not parts.
  let ownBlocks: Int
  /// The address of every row for records, and of every block for numbers; 0 until it is known.
  let addresses: RawList<UInt>

  var count: Int { ownCount + partCount }

  /// - Parameter byBlock: Whether only blocks have addresses.
  init(rows: Int, blocks: [Int], parts: [Int], byBlock: Bool) {
    ownCount = rows
    partCount = parts.reduce(0, +)
    if blocks.isEmpty, parts.isEmpty {
      starts = []
      ownBlocks = rows
    } else {
      var starts: [Int] = []
      var row = 1
      for count in blocks.isEmpty ? Array(repeating: 1, count: rows) : blocks {
        starts.append(row)
        row += count
      }
      ownBlocks = starts.count
      for count in parts {
        starts.append(row)
        row += count
      }
      self.starts = starts
    }
    addresses = RawList(
      repeating: 0, count: byBlock ? (starts.isEmpty ? rows : starts.count) : rows + partCount)
  }

  var blockCount: Int { starts.isEmpty ? ownCount : starts.count }

  /// The rows of a block.
  func rows(_ block: Int) -> Range<Int> {
    guard !starts.isEmpty else { return block + 1..<block + 2 }
    return starts[block]..<(block + 1 < starts.count ? starts[block + 1] : count + 1)
  }

  /// The block that contains this row, counted from 1.
  func block(of row: Int) -> Int {
    guard !starts.isEmpty else { return row - 1 }
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= row { low = middle + 1 } else { high = middle }
    }
    return low - 1
  }
}

/// Little-endian integers in an archive.
package struct ArchivedWords {
  private let base: UnsafeRawPointer?
  package let count: Int
  private let size: Int

  /// - Parameter size: 4 or 8 bytes, or a multiple of 8 for entries of several integers.
  package init(_ bytes: UnsafeRawBufferPointer, size: Int) {
    base = bytes.baseAddress
    count = bytes.count / size
    self.size = size
  }

  /// The 64-bit integer with this index among those of all entries.
  package func word(_ index: Int) -> UInt64 {
    guard let base else { return 0 }
    return UInt64(littleEndian: (base + index * 8).loadUnaligned(as: UInt64.self))
  }

  @inline(__always)
  package subscript(index: Int) -> UInt64 {
    guard let base else { return 0 }
    return size == 4
      ? UInt64(UInt32(littleEndian: (base + index * 4).loadUnaligned(as: UInt32.self)))
      : UInt64(littleEndian: (base + index * 8).loadUnaligned(as: UInt64.self))
  }
}
