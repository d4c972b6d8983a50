/// Writes records as columns, of an array or of a graph's table.
struct ColumnWriter<Rows: RowAddressing> {
  let plan: RecordPlan
  let rows: Rows
  let work: WorkStage?
  /// The text before a column's name in the key path of a row: `lines[3].`.
  let path: (Int) -> String
  /// Whether a union's tag may have a value that belongs to no member.
  var tagRule: UnknownTagRule?

  /// Columns that follow those of the records' own fields: a graph's links.
  struct Further {
    let names: [String]
    let data: [DataColumns]
  }

  /// - Throws: `unknownTag` for a union whose tag has a value that belongs to no member.
  func checkUnions() throws(ArchiveError) {
    for union in plan.columns.unions {
      for row in 0..<rows.count {
        try work?.step()
        try union.check(UnsafeRawPointer(rows[row]), path: path(row), rule: tagRule)
      }
    }
  }

  /// Writes the columns under `key`, `[]` and their names; the description of the records is written before.
  func write<Sink: FieldSink & ~Copyable>(
    _ key: String, _ further: Further? = nil, into sink: inout Sink
  ) throws(ArchiveError) {
    let names = plan.columns.names + (further?.names ?? [])
    try sink.columns(keys: { "\(key)[].\(names[$0])" }, [data] + (further?.data ?? []))
  }

  private func record(_ row: Int) -> UnsafeRawPointer { UnsafeRawPointer(rows[row]) }

  /// The records' own columns, and those of members of unions.
  private var data: DataColumns {
    let members = plan.columns.ofMembers
    let counts = plan.columns.dispatch?.liveCounts(0..<rows.count, selections: members.count, record)
    return DataColumns(
      rowCount: rows.count,
      plan.columns.all.map { column in
        DataColumns.Column(byteCount: column.cell.byteCount * rows.count, rowByteCount: column.cell.byteCount)
      }
        + members.enumerated().map { place, member in
          let size = member.column.cell.byteCount
          return DataColumns.Column(
            byteCount: (counts?[place] ?? member.count(rows.count, record)) * size,
            rowByteCount: member.selection.mostPlaces * size)
        }
    ) { (rows, targets) throws(ArchiveError) in
      try gather(rows, to: &targets)
      if !members.isEmpty { try gatherMembers(rows, to: &targets) }
    }
  }

  /// Fills the columns of fields that every record has, a block of rows after the other.
  private func gather(_ wanted: Range<Int>, to targets: inout [UnsafeMutableRawPointer]) throws(ArchiveError) {
    let stride = rows.stride
    let columns = stride == nil ? plan.columns.direct : plan.columns.loose
    // The block's first row among the wanted ones.
    var start = 0
    while start < wanted.count {
      let first = wanted.lowerBound + start
      let block = rows.rows(first..<min(first + rows.blockCount, wanted.upperBound))
      func gather(_ column: DirectColumn, from skipped: Int) throws(ArchiveError) {
        let target = targets[column.index] + (start + skipped) * column.byteCount
        let part = skipped == 0 ? block : block.rows(skipped..<block.count)
        let done = part.gather(column.codec, at: column.offset, to: target)
        guard done == part.count else { throw refused(wanted, start + skipped + done, column.index, targets) }
      }
      if let stride {
        for tile in plan.columns.tiles {
          let done = withUnsafeTemporaryAllocation(
            of: UnsafeMutableRawPointer.self, capacity: TransposeTile.maximumColumnCount
          ) { lanes in
            for (lane, column) in plan.columns.direct[tile.columns].enumerated() {
              lanes.initializeElement(at: lane, to: targets[column.index] + start * column.byteCount)
            }
            guard let lanes = UnsafePointer(lanes.baseAddress) else { return 0 }
            return tile.gather(UnsafeRawPointer(block[0]), stride: stride, count: block.count, to: lanes)
          }
          for column in plan.columns.direct[tile.columns] where done < block.count { try gather(column, from: done) }
        }
      }
      for column in columns { try gather(column, from: 0) }
      for index in plan.columns.other {
        let cell = plan.columns.all[index].cell
        let done = block.gather(cell, to: targets[index] + start * cell.byteCount)
        guard done == block.count else { throw refused(wanted, start + done, index, targets) }
      }
      start += block.count
      rows.release(before: wanted.lowerBound + start)
      try work?.advance(by: block.count)
    }
    for (index, column) in plan.columns.all.enumerated() { targets[index] += wanted.count * column.cell.byteCount }
  }

  private func refused(
    _ wanted: Range<Int>, _ place: Int, _ index: Int, _ targets: [UnsafeMutableRawPointer]
  ) -> ArchiveError {
    let column = plan.columns.all[index]
    return column.cell.invalid(
      path(wanted.lowerBound + place) + column.name, UnsafeRawPointer(targets[index]) + place * column.cell.byteCount)
  }

  /// The rows of which the live members are listed at once.
  private static var listedCount: Int { 16_384 }

  /// Fills the columns of members of unions.
  private func gatherMembers(_ wanted: Range<Int>, to targets: inout [UnsafeMutableRawPointer]) throws(ArchiveError) {
    let members = plan.columns.ofMembers
    let first = plan.columns.all.count
    for start in stride(from: wanted.lowerBound, to: wanted.upperBound, by: Self.listedCount) {
      let part = start..<min(start + Self.listedCount, wanted.upperBound)
      let live = plan.columns.dispatch?.liveRows(part, selections: members.count, record)
      for (place, member) in members.enumerated() {
        if let live {
          try member.gather(live[place], record, to: &targets[first + place], path: path)
        } else {
          try member.gather(part, record, to: &targets[first + place], path: path)
        }
      }
    }
  }
}

extension RecordPlan {
  /// Writes an array of records, the first at `records`, as columns under `key`.
  func encodeColumns<Sink: FieldSink & ~Copyable>(
    _ records: UnsafeRawPointer, stride: Int, dimensions: [Int], key: String, into sink: inout Sink
  ) throws(ArchiveError) {
    let count = dimensions.reduce(1, *)
    let prefix = sink.prefix
    let writer = ColumnWriter(
      plan: self, rows: StridedRows(reading: records, stride: stride, count: count),
      work: WorkMonitor.stage(for: count),
      path: { "\(prefix)\(key)\(Description.subscripts(of: $0, in: dimensions))." },
      tagRule: sink.observer?.tagRule(behind: "\(prefix)\(key)[]."))
    try sink.key(key + "[]")
    sink.description(ColumnsDescription.firstLine(dimensions) + columns.lines)
    try writer.checkUnions()
    writer.work?.begin(0...1, of: count)
    try writer.write(key, into: &sink)
    try encodeVersions(key, into: &sink)
  }
}

extension UnionMemberColumn {
  /// The places in `count` records.
  func count(_ count: Int, _ record: (Int) -> UnsafeRawPointer) -> Int {
    var places = 0
    for row in 0..<count { selection.count(record(row), &places) }
    return places
  }

  /// Archives the given rows, and moves the target behind them.
  func gather(
    _ rows: [UInt32], _ record: (Int) -> UnsafeRawPointer, to target: inout UnsafeMutableRawPointer,
    path: (Int) -> String
  ) throws(ArchiveError) {
    let cell = column.cell
    let work = WorkMonitor.stage(for: rows.count)
    for row in rows {
      try work?.step()
      guard cell.gather(record(Int(row)), stride: 0, count: 1, to: target) == 1 else {
        throw cell.invalid(path(Int(row)) + column.name, UnsafeRawPointer(target))
      }
      target += cell.byteCount
    }
  }

  /// Archives the places of the given rows, and moves the target behind them.
  func gather(
    _ rows: Range<Int>, _ record: (Int) -> UnsafeRawPointer, to target: inout UnsafeMutableRawPointer,
    path: (Int) -> String
  ) throws(ArchiveError) {
    let work = WorkMonitor.stage(for: rows.count)
    for row in rows {
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

extension UnionMember {
  func count(_ record: UnsafeRawPointer, _ count: inout Int) {
    try? forEach(UnsafeMutableRawPointer(mutating: record)) { _ in count += 1 }
  }

  /// The number of places in a record whose tests all pass.
  var mostPlaces: Int {
    levels.reduce(1) { count, level in level.steps.reduce(count) { $0 * $1.count } }
  }
}
