/// The loops that move the columns of records that stand anywhere in memory.
enum AddressLoop {
  /// Rows that all columns go through together, so that a record is fetched into the cache once.
  private static let blockCount = 256

  static func gather(
    _ plan: RecordPlan, _ rows: UnsafeBufferPointer<UInt>, to targets: [UnsafeMutableRawPointer],
    _ work: WorkStage?, path: (Int, Column) -> String
  ) throws(ArchiveError) {
    var start = 0
    while start < rows.count {
      let block = UnsafeBufferPointer(rebasing: rows[start..<min(start + blockCount, rows.count)])
      for column in plan.plainColumns {
        let target = targets[column.index] + start * column.byteCount
        let done = gather(column, block, to: target)
        guard done == block.count else { throw refused(plan, column.index, start + done, targets, path) }
      }
      for index in plan.otherColumns {
        let cell = plan.columns[index].cell
        var target = targets[index] + start * cell.byteCount
        for row in block.indices {
          guard let record = UnsafeRawPointer(bitPattern: block[row]),
            cell.gather(record, stride: 0, count: 1, to: target) == 1
          else { throw refused(plan, index, start + row, targets, path) }
          target += cell.byteCount
        }
      }
      start += block.count
      try work?.advance(by: block.count)
    }
  }

  private static func refused(
    _ plan: RecordPlan, _ index: Int, _ row: Int, _ targets: [UnsafeMutableRawPointer], _ path: (Int, Column) -> String
  ) -> ArchiveError {
    let column = plan.columns[index]
    return column.cell.invalid(path(row, column), UnsafeRawPointer(targets[index]) + row * column.cell.byteCount)
  }

  private static func gather(
    _ column: PlainColumn, _ rows: UnsafeBufferPointer<UInt>, to target: UnsafeMutableRawPointer
  ) -> Int {
    switch column.codec {
    case .copy(1): move(UInt8.self, column.offset, rows, to: target)
    case .copy(2): move(UInt16.self, column.offset, rows, to: target)
    case .copy(4): move(UInt32.self, column.offset, rows, to: target)
    case .copy(8): move(UInt64.self, column.offset, rows, to: target)
    default:
      for row in rows.indices {
        guard let record = UnsafeRawPointer(bitPattern: rows[row]),
          column.codec.gather(
            record + column.offset, stride: 0, count: 1, to: target + row * column.byteCount) == 1
        else { return row }
      }
    }
    return rows.count
  }

  @inline(__always)
  private static func move<Word: BitwiseCopyable>(
    _: Word.Type, _ offset: Int, _ rows: UnsafeBufferPointer<UInt>, to target: UnsafeMutableRawPointer
  ) {
    for row in rows.indices {
      let record = UnsafeRawPointer(bitPattern: rows[row]).unsafelyUnwrapped
      let word = record.loadUnaligned(fromByteOffset: offset, as: Word.self)
      (target + row * MemoryLayout<Word>.size).storeBytes(of: word, as: Word.self)
    }
  }

  // MARK: Back

  /// Puts one column into the records of `rows`.
  ///
  /// - Returns: How many went well.
  static func scatter(
    _ cell: Cell, _ source: UnsafeRawPointer, to rows: UnsafeBufferPointer<UInt>
  ) -> Int {
    if let column = PlainColumn(cell, index: 0), case .copy(let size) = column.codec, [1, 2, 4, 8].contains(size) {
      switch size {
      case 1: move(UInt8.self, source, to: rows, column.offset)
      case 2: move(UInt16.self, source, to: rows, column.offset)
      case 4: move(UInt32.self, source, to: rows, column.offset)
      default: move(UInt64.self, source, to: rows, column.offset)
      }
      return rows.count
    }
    for row in rows.indices {
      guard let record = UnsafeMutableRawPointer(bitPattern: rows[row]),
        cell.scatter(source + row * cell.byteCount, count: 1, to: record, stride: 0) == 1
      else { return row }
    }
    return rows.count
  }

  @inline(__always)
  private static func move<Word: BitwiseCopyable>(
    _: Word.Type, _ source: UnsafeRawPointer, to rows: UnsafeBufferPointer<UInt>, _ offset: Int
  ) {
    for row in rows.indices {
      let record = UnsafeMutableRawPointer(bitPattern: rows[row]).unsafelyUnwrapped
      let word = (source + row * MemoryLayout<Word>.size).loadUnaligned(as: Word.self)
      (record + offset).storeBytes(of: word, as: Word.self)
    }
  }
}
