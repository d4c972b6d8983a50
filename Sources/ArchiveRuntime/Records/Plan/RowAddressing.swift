import Foundation

/// The addresses of records, from which columns are gathered and to which they are scattered.
///
/// `ColumnWriter` and `ColumnReader` are generic over this protocol and specialised for each kind of rows, so that no
/// loop over rows makes a dynamic call.
protocol RowAddressing: BitwiseCopyable {
  var count: Int { get }

  /// The distance between rows in bytes; nil if they have arbitrary addresses.
  var stride: Int? { get }

  /// The number of rows that all columns process together, so that a record is loaded into the cache once.
  var blockCount: Int { get }

  subscript(row: Int) -> UnsafeMutableRawPointer { get }

  /// Some of the rows.
  func rows(_ range: Range<Int>) -> Self

  /// All columns have been gathered from the rows before this one, which are not used again.
  func release(before row: Int)

  /// Archives the values at `offset` in each row.
  ///
  /// - Returns: the number of archived values; less than `count` if the next one is not valid.
  func gather(_ codec: ElementCodec, at offset: Int, to target: UnsafeMutableRawPointer) -> Int

  /// The same for an `ElementAccess`.
  func gather(_ cell: ElementAccess, to target: UnsafeMutableRawPointer) -> Int

  /// Stores archived values at `offset` in each row.
  ///
  /// - Returns: the number of stored values; less than `count` if the next one is not valid for its type.
  func scatter(_ codec: ElementCodec, _ source: UnsafeRawPointer, at offset: Int) -> Int

  /// The same for an `ElementAccess`.
  func scatter(_ cell: ElementAccess, _ source: UnsafeRawPointer) -> Int
}

extension RowAddressing {
  func release(before row: Int) {}
}

/// Consecutive records, as in an array.
struct StridedRows: RowAddressing {
  let start: UnsafeMutableRawPointer
  let step: Int
  let count: Int

  init(_ start: UnsafeMutableRawPointer, stride: Int, count: Int) {
    self.start = start
    step = stride
    self.count = count
  }

  /// One record.
  init(_ record: UnsafeMutableRawPointer) { self.init(record, stride: 0, count: 1) }

  /// Rows that are only read.
  init(reading start: UnsafeRawPointer, stride: Int, count: Int) {
    self.init(UnsafeMutableRawPointer(mutating: start), stride: stride, count: count)
  }

  /// The size of the records that one block of all columns reads: half of a typical first-level cache, so that a row is
  /// loaded from memory once for all its columns.
  private static let blockSize = 16_384

  var stride: Int? { step }
  var blockCount: Int { max(1, Self.blockSize / max(step, 1)) }

  @inline(__always)
  subscript(row: Int) -> UnsafeMutableRawPointer { start + row * step }

  @inline(__always)
  func rows(_ range: Range<Int>) -> StridedRows {
    StridedRows(start + range.lowerBound * step, stride: step, count: range.count)
  }

  @inline(__always)
  func gather(_ codec: ElementCodec, at offset: Int, to target: UnsafeMutableRawPointer) -> Int {
    codec.gather(UnsafeRawPointer(start + offset), stride: step, count: count, to: target)
  }

  @inline(__always)
  func gather(_ cell: ElementAccess, to target: UnsafeMutableRawPointer) -> Int {
    cell.gather(UnsafeRawPointer(start), stride: step, count: count, to: target)
  }

  @inline(__always)
  func scatter(_ codec: ElementCodec, _ source: UnsafeRawPointer, at offset: Int) -> Int {
    codec.scatter(source, count: count, to: start + offset, stride: step)
  }

  @inline(__always)
  func scatter(_ cell: ElementAccess, _ source: UnsafeRawPointer) -> Int {
    cell.scatter(source, count: count, to: start, stride: step)
  }
}

/// Records at arbitrary addresses, none of which is 0.
struct AddressedRows: RowAddressing {
  let addresses: UnsafeBufferPointer<UInt>
  /// Whether the memory of the addresses is given back when the rows have been used.
  let areLastUsed: Bool

  init(_ addresses: UnsafeBufferPointer<UInt>, areLastUsed: Bool = false) {
    (self.addresses, self.areLastUsed) = (addresses, areLastUsed)
  }

  /// The addresses in one huge page.
  private static let releasedCount = HugePages.size / MemoryLayout<UInt>.size

  /// An archive grows by as much as the addresses take, or more, while it is filled.
  func release(before row: Int) {
    #if os(Linux)
      guard areLastUsed, row % Self.releasedCount < blockCount, let start = addresses.baseAddress else { return }
      let pageSize = HugePages.size
      let first = UnsafeMutableRawPointer(mutating: start).alignedUp(toMultipleOf: pageSize)
      let count = (UnsafeRawPointer(start + row) - UnsafeRawPointer(first)) / pageSize * pageSize
      if count > 0 { madvise(first, count, MADV_DONTNEED) }
    #endif
  }

  var count: Int { addresses.count }
  var stride: Int? { nil }
  var blockCount: Int { 256 }

  @inline(__always)
  subscript(row: Int) -> UnsafeMutableRawPointer {
    UnsafeMutableRawPointer(bitPattern: addresses[row]).unsafelyUnwrapped
  }

  @inline(__always)
  func rows(_ range: Range<Int>) -> AddressedRows { AddressedRows(UnsafeBufferPointer(rebasing: addresses[range])) }

  func gather(_ codec: ElementCodec, at offset: Int, to target: UnsafeMutableRawPointer) -> Int {
    switch codec {
    case .copy(1): gather(UInt8.self, offset, to: target)
    case .copy(2): gather(UInt16.self, offset, to: target)
    case .copy(4): gather(UInt32.self, offset, to: target)
    case .copy(8): gather(UInt64.self, offset, to: target)
    default:
      let size = codec.archivedSize
      for row in 0..<count {
        let source = UnsafeRawPointer(self[row] + offset)
        guard codec.gather(source, stride: 0, count: 1, to: target + row * size) == 1 else { return row }
      }
    }
    return count
  }

  func gather(_ cell: ElementAccess, to target: UnsafeMutableRawPointer) -> Int {
    var target = target
    for row in 0..<count {
      guard cell.gather(UnsafeRawPointer(self[row]), stride: 0, count: 1, to: target) == 1 else { return row }
      target += cell.byteCount
    }
    return count
  }

  func scatter(_ codec: ElementCodec, _ source: UnsafeRawPointer, at offset: Int) -> Int {
    switch codec {
    case .copy(1): scatter(UInt8.self, source, offset)
    case .copy(2): scatter(UInt16.self, source, offset)
    case .copy(4): scatter(UInt32.self, source, offset)
    case .copy(8): scatter(UInt64.self, source, offset)
    default:
      let size = codec.archivedSize
      for row in 0..<count {
        guard codec.scatter(source + row * size, count: 1, to: self[row] + offset, stride: 0) == 1 else { return row }
      }
    }
    return count
  }

  func scatter(_ cell: ElementAccess, _ source: UnsafeRawPointer) -> Int {
    for row in 0..<count {
      guard cell.scatter(source + row * cell.byteCount, count: 1, to: self[row], stride: 0) == 1 else { return row }
    }
    return count
  }

  @inline(__always)
  private func gather<Word: BitwiseCopyable>(_: Word.Type, _ offset: Int, to target: UnsafeMutableRawPointer) {
    for row in 0..<count {
      let word = self[row].loadUnaligned(fromByteOffset: offset, as: Word.self)
      (target + row * MemoryLayout<Word>.size).storeBytes(of: word, as: Word.self)
    }
  }

  @inline(__always)
  private func scatter<Word: BitwiseCopyable>(_: Word.Type, _ source: UnsafeRawPointer, _ offset: Int) {
    for row in 0..<count {
      let word = (source + row * MemoryLayout<Word>.size).loadUnaligned(as: Word.self)
      (self[row] + offset).storeBytes(of: word, as: Word.self)
    }
  }
}
