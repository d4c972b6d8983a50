import ArchiveRuntime
import UntypedArchive

/// Compares the values of rows in one column of two tables, by their bytes where that is enough.
///
/// It has no references, so that a loop over rows counts none.
struct RowMatch {
  /// Whether all rows have the same values.
  let isSame: Bool
  /// Where the rows are; nil if equal values may have different bytes, or rows different sizes.
  private let bytes: (first: UnsafeRawPointer, second: UnsafeRawPointer, size: Int)?

  init(_ pair: TableComparison.Pair, _ rows: RowReader, _ others: RowReader) {
    isSame = pair.isSame
    guard pair.cells.areBytesValues, let own = rows.fixedLayout(pair.first),
      let other = others.fixedLayout(pair.second),
      own.rowSize == other.rowSize, let base = rows.document.view.bytes.baseAddress,
      let otherBase = others.document.view.bytes.baseAddress
    else {
      bytes = nil
      return
    }
    bytes = (base + own.bytes.lowerBound, otherBase + other.bytes.lowerBound, own.rowSize)
  }

  /// Whether two rows have the same values; nil if their bytes do not say it.
  @inline(__always)
  func isEqual(_ row: Int, _ other: Int) -> Bool? {
    guard let bytes else { return nil }
    return Self.isEqual(bytes.first + row &* bytes.size, bytes.second + other &* bytes.size, bytes.size)
  }

  @inline(__always)
  private static func isEqual(_ own: UnsafeRawPointer, _ other: UnsafeRawPointer, _ size: Int) -> Bool {
    switch size {
    case 1: own.load(as: UInt8.self) == other.load(as: UInt8.self)
    case 2: own.loadUnaligned(as: UInt16.self) == other.loadUnaligned(as: UInt16.self)
    case 4: own.loadUnaligned(as: UInt32.self) == other.loadUnaligned(as: UInt32.self)
    case 8: own.loadUnaligned(as: UInt64.self) == other.loadUnaligned(as: UInt64.self)
    default:
      UnsafeRawBufferPointer(start: own, count: size).hasSameBytes(
        as: UnsafeRawBufferPointer(start: other, count: size))
    }
  }

  /// The number of rows at the beginning that have the same values.
  ///
  /// - Parameter isEqual: asked where the bytes do not say it.
  func equalPrefix(limit: Int, _ isEqual: (Int) -> Bool) -> Int {
    var row = 0
    if let bytes {
      while row < limit {
        let count = min(Self.block, limit - row)
        guard Self.isEqual(bytes.first + row * bytes.size, bytes.second + row * bytes.size, count * bytes.size) else {
          break
        }
        row += count
      }
    }
    while row < limit, self.isEqual(row, row) ?? isEqual(row) { row += 1 }
    return row
  }

  /// The number of rows at the end that have the same values.
  ///
  /// - Parameter isEqual: asked where the bytes do not say it.
  func equalSuffix(limit: Int, _ count: Int, _ otherCount: Int, _ isEqual: (Int, Int) -> Bool) -> Int {
    var rows = 0
    if let bytes {
      while rows < limit {
        let block = min(Self.block, limit - rows)
        let (own, other) = (count - rows - block, otherCount - rows - block)
        guard Self.isEqual(bytes.first + own * bytes.size, bytes.second + other * bytes.size, block * bytes.size) else {
          break
        }
        rows += block
      }
    }
    while rows < limit,
      self.isEqual(count - 1 - rows, otherCount - 1 - rows) ?? isEqual(count - 1 - rows, otherCount - 1 - rows)
    { rows += 1 }
    return rows
  }

  /// Rows that are compared at once.
  private static let block = 4_096
}
