extension RecordPlan {
  /// Bytes of records that one round of all columns reads: half of a usual first-level cache, so that a row is read
  /// from memory once however many columns it feeds.
  static let blockSize = 16_384

  func blockCount(stride: Int) -> Int { max(1, Self.blockSize / max(stride, 1)) }

  /// Writes an array of records, the first at `records`, as columns under `key`.
  func encodeColumns<Sink: FieldSink & ~Copyable>(
    _ records: UnsafeRawPointer, stride: Int, dimensions: [Int], key: String, into sink: inout Sink
  ) throws(ArchiveError) {
    let count = dimensions.reduce(1, *)
    try sink.key(key + "[]")
    sink.description(ColumnsDescription.firstLine(dimensions) + columnLines)
    let columns = columns
    let prefix = sink.prefix
    try sink.columns(
      keys: { "\(key)[].\(columns[$0].name)" }, byteCounts: columns.map { $0.cell.byteCount * count }
    ) { (targets) throws(ArchiveError) in
      func refused(_ row: Int, _ index: Int) -> ArchiveError {
        let cell = columns[index].cell
        let subscripts = Description.subscripts(of: row, in: dimensions)
        let path = "\(prefix)\(key)\(subscripts).\(columns[index].name)"
        return cell.invalid(path, UnsafeRawPointer(targets[index]) + row * cell.byteCount)
      }
      let blockCount = blockCount(stride: stride)
      var start = 0
      while start < count {
        let rows = min(blockCount, count - start)
        let block = records + start * stride
        for column in plainColumns {
          let target = targets[column.index] + start * column.byteCount
          let done = column.codec.gather(block + column.offset, stride: stride, count: rows, to: target)
          guard done == rows else { throw refused(start + done, column.index) }
        }
        for index in otherColumns {
          let cell = columns[index].cell
          let target = targets[index] + start * cell.byteCount
          let done = cell.gather(block, stride: stride, count: rows, to: target)
          guard done == rows else { throw refused(start + done, index) }
        }
        start += rows
      }
    }
  }
}
