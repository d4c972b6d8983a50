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
    let byteCounts: [Int]
    /// Fills the column of this number.
    let fill: (Int, UnsafeMutableRawPointer) throws(ArchiveError) -> Void
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
    let (count, columns, memberColumns) = (rows.count, plan.columns.all, plan.columns.ofMembers)
    let record = { (row: Int) in UnsafeRawPointer(rows[row]) }
    let live = plan.columns.dispatch?.liveRows(count, selections: memberColumns.count, record)
    let selectedBytes = memberColumns.enumerated().map { place, column in
      live.map { $0[place].count * column.column.cell.byteCount } ?? column.byteCount(count, record)
    }
    let names = plan.columns.names + (further?.names ?? [])
    try sink.columns(
      keys: { "\(key)[].\(names[$0])" },
      byteCounts: columns.map { $0.cell.byteCount * count } + selectedBytes + (further?.byteCounts ?? [])
    ) { (targets) throws(ArchiveError) in
      try gather(to: targets)
      for (place, column) in memberColumns.enumerated() {
        let target = targets[columns.count + place]
        if let live {
          try column.gather(live[place], record, to: target, path: path)
        } else {
          try column.gather(count, record, to: target, path: path)
        }
      }
      guard let further else { return }
      for place in further.names.indices { try further.fill(place, targets[plan.columns.names.count + place]) }
    }
  }

  /// Fills the columns of fields that every record has, a block of rows after the other.
  private func gather(to targets: [UnsafeMutableRawPointer]) throws(ArchiveError) {
    let stride = rows.stride
    let columns = stride == nil ? plan.columns.direct : plan.columns.loose
    let count = rows.count
    var start = 0
    while start < count {
      let block = rows.rows(start..<min(start + rows.blockCount, count))
      func gather(_ column: DirectColumn, from first: Int) throws(ArchiveError) {
        let target = targets[column.index] + (start + first) * column.byteCount
        let part = first == 0 ? block : block.rows(first..<block.count)
        let done = part.gather(column.codec, at: column.offset, to: target)
        guard done == part.count else { throw refused(start + first + done, column.index, targets) }
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
        guard done == block.count else { throw refused(start + done, index, targets) }
      }
      start += block.count
      try work?.advance(by: block.count)
    }
  }

  private func refused(_ row: Int, _ index: Int, _ targets: [UnsafeMutableRawPointer]) -> ArchiveError {
    let column = plan.columns.all[index]
    return column.cell.invalid(
      path(row) + column.name, UnsafeRawPointer(targets[index]) + row * column.cell.byteCount)
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

extension UnionMember {
  func count(_ record: UnsafeRawPointer, _ count: inout Int) {
    try? forEach(UnsafeMutableRawPointer(mutating: record)) { _ in count += 1 }
  }
}
