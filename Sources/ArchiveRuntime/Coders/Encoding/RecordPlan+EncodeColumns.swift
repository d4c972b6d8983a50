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
    let work = WorkMonitor.stage(for: count)
    try sink.key(key + "[]")
    sink.description(ColumnsDescription.firstLine(dimensions) + columnLines)
    let columns = columns
    let prefix = sink.prefix
    let path = { (row: Int) in "\(prefix)\(key)\(Description.subscripts(of: row, in: dimensions))." }
    for union in columnUnions {
      for row in 0..<count {
        try work?.step()
        try union.check(records + row * stride, path: path(row))
      }
    }
    work?.begin(0...1, of: count)
    let live = liveColumns?.liveRows(count, selections: selected.count) { records + $0 * stride }
    let selectedBytes = selected.enumerated().map { place, column in
      live.map { $0[place].count * column.column.cell.byteCount } ?? column.byteCount(count) { records + $0 * stride }
    }
    let names = columnNames
    try sink.columns(
      keys: { "\(key)[].\(names[$0])" }, byteCounts: columns.map { $0.cell.byteCount * count } + selectedBytes
    ) { (targets) throws(ArchiveError) in
      for (index, selected) in selected.enumerated() {
        let target = targets[columns.count + index]
        if let live {
          try selected.gather(live[index], { records + $0 * stride }, to: target, path: path)
        } else {
          try selected.gather(count, { records + $0 * stride }, to: target, path: path)
        }
      }
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
        func gather(_ column: PlainColumn, from first: Int) throws(ArchiveError) {
          let target = targets[column.index] + (start + first) * column.byteCount
          let done = column.codec.gather(
            block + first * stride + column.offset, stride: stride, count: rows - first, to: target)
          guard first + done == rows else { throw refused(start + first + done, column.index) }
        }
        for tile in tiles {
          let done = withUnsafeTemporaryAllocation(
            of: UnsafeMutableRawPointer.self, capacity: ColumnTile.maximumColumnCount
          ) { lanes in
            for (lane, column) in plainColumns[tile.columns].enumerated() {
              lanes.initializeElement(at: lane, to: targets[column.index] + start * column.byteCount)
            }
            guard let lanes = UnsafePointer(lanes.baseAddress) else { return 0 }
            return tile.gather(block, stride: stride, count: rows, to: lanes)
          }
          for column in plainColumns[tile.columns] where done < rows {
            try gather(column, from: done)
          }
        }
        for column in looseColumns { try gather(column, from: 0) }
        for index in otherColumns {
          let cell = columns[index].cell
          let target = targets[index] + start * cell.byteCount
          let done = cell.gather(block, stride: stride, count: rows, to: target)
          guard done == rows else { throw refused(start + done, index) }
        }
        start += rows
        try work?.advance(by: rows)
      }
    }
  }
}

extension SelectedColumn {
  /// The archived bytes of `count` records.
  func byteCount(_ count: Int, _ record: (Int) -> UnsafeRawPointer) -> Int {
    var places = 0
    for row in 0..<count { selection.count(record(row), &places) }
    return places * column.cell.byteCount
  }

  /// Archives the given rows.
  func gather(
    _ rows: [UInt32], _ record: (Int) -> UnsafeRawPointer, to target: UnsafeMutableRawPointer, path: (Int) -> String
  ) throws(ArchiveError) {
    let cell = column.cell
    var target = target
    let work = WorkMonitor.stage(for: rows.count)
    for row in rows {
      try work?.step()
      guard cell.gather(record(Int(row)), stride: 0, count: 1, to: target) == 1 else {
        throw cell.invalid(path(Int(row)) + column.name, UnsafeRawPointer(target))
      }
      target += cell.byteCount
    }
  }

  /// Archives the places of `count` records.
  func gather(
    _ count: Int, _ record: (Int) -> UnsafeRawPointer, to target: UnsafeMutableRawPointer, path: (Int) -> String
  ) throws(ArchiveError) {
    var target = target
    let work = WorkMonitor.stage(for: count)
    for row in 0..<count {
      try work?.step()
      try selection.forEach(UnsafeMutableRawPointer(mutating: record(row))) { (base) throws(ArchiveError) in
        guard column.cell.gather(UnsafeRawPointer(base), stride: 0, count: 1, to: target) == 1 else {
          throw column.cell.invalid(path(row) + column.name, UnsafeRawPointer(target))
        }
        target += column.cell.byteCount
      }
    }
  }
}

extension Selection {
  func count(_ record: UnsafeRawPointer, _ count: inout Int) {
    try? forEach(UnsafeMutableRawPointer(mutating: record)) { _ in count += 1 }
  }
}
