/// Reads columns into records of an array or of a graph's table.
struct ColumnReader<Rows: RowAddressing> {
  let plan: RecordPlan
  let columns: FoundColumns
  let rows: Rows
  let work: WorkStage?
  /// The prefix of a column's name in the key path of a row: `lines[3].`.
  let path: (Int) -> String

  /// Reads all fields except links, a block of rows at a time, and then the members of unions.
  ///
  /// - Parameters:
  ///   - clearing: whether the rows have arbitrary contents and no column writes some of the bytes.
  ///   - migrating: whether records of earlier versions are migrated now, and not later.
  func read(clearing: Bool, migrating: Bool = true) throws(ArchiveError) {
    // Columns without conversion come first, because their loop needs no reference counting.
    var quick: [DirectColumn] = []
    var others: [FoundColumns.Found] = []
    for (index, found) in columns.found.enumerated() {
      if found.values.conversion == nil, let column = DirectColumn(found.column.cell, index: index) {
        quick.append(column)
      } else {
        others.append(found)
      }
    }
    let sources = columns.found.map(\.values.bytes)
    let stride = rows.stride
    let (tiles, loose) = stride == nil ? ([], quick) : TransposeTile.tiles(quick)
    var scratch: [UInt8] = []
    let count = columns.count
    var start = 0
    while start < count {
      let block = rows.rows(start..<min(start + rows.blockCount, count))
      if clearing, let stride {
        block[0].initializeMemory(as: UInt8.self, repeating: 0, count: block.count * stride)
      }
      func scatter(_ column: DirectColumn, from first: Int) throws(ArchiveError) {
        let source = sources[column.index] + (start + first) * column.byteCount
        let part = first == 0 ? block : block.rows(first..<block.count)
        let done = part.scatter(column.codec, source, at: column.offset)
        guard done == part.count else {
          let column = columns.found[column.index].column
          throw column.cell.invalid(
            path(start + first + done) + column.name, source + done * column.cell.byteCount)
        }
      }
      if let stride {
        for tile in tiles {
          let done = withUnsafeTemporaryAllocation(
            of: UnsafeRawPointer.self, capacity: TransposeTile.maximumColumnCount
          ) { lanes in
            for (lane, column) in quick[tile.columns].enumerated() {
              lanes.initializeElement(at: lane, to: sources[column.index] + start * column.byteCount)
            }
            guard let lanes = UnsafePointer(lanes.baseAddress) else { return 0 }
            return tile.scatter(lanes, count: block.count, to: block[0], stride: stride)
          }
          for column in quick[tile.columns] where done < block.count { try scatter(column, from: done) }
        }
      }
      for column in loose { try scatter(column, from: 0) }
      for found in others {
        try found.values.scatter(from: start, to: block, &scratch) { path($0) + found.column.name }
      }
      for column in columns.missing { column.cell.fill(column.defaultBytes, into: block) }
      start += block.count
      try work?.advance(by: block.count)
    }
    try plan.scatterMembers(of: columns, to: { rows[$0] }, path: path)
    if migrating { try migrate() }
  }

  func migrate() throws(ArchiveError) {
    try plan.migrate(columns.former, columns.count, to: { rows[$0] }, path: path)
  }
}

/// Consecutive values of an archive, in the archived form of their field or in one that is converted.
struct ArchivedColumn {
  let cell: ElementAccess
  let bytes: UnsafeRawPointer
  /// nil if the archived form is that of the field.
  let conversion: ArrayConversion?
  /// What elements are that the archive does not have; empty for zero.
  let newElement: [UInt8]

  init(cell: ElementAccess, bytes: UnsafeRawPointer, conversion: ArrayConversion?, newElement: [UInt8] = []) {
    (self.cell, self.bytes, self.conversion) = (cell, bytes, conversion)
    self.newElement = conversion == nil ? [] : newElement
  }

  /// The values behind the first bytes.
  func advanced(by byteCount: Int) -> ArchivedColumn {
    ArchivedColumn(cell: cell, bytes: bytes + byteCount, conversion: conversion, newElement: newElement)
  }

  /// Stores the values from index `start` in these rows.
  ///
  /// - Parameters:
  ///   - scratch: memory for converted values, which is reused.
  ///   - path: returns the key path of a value by its index in the column.
  @inline(__always)
  func scatter<Rows: RowAddressing>(
    from start: Int, to rows: Rows, _ scratch: inout [UInt8], path: (Int) -> String
  ) throws(ArchiveError) {
    guard let conversion else {
      return try cell.put(bytes + start * cell.byteCount, into: rows, from: start, path: path)
    }
    try cell.put(into: rows, &scratch, from: start, newElement, path: path) { (target) throws(ArchiveError) in
      for row in 0..<rows.count {
        try conversion.convert(
          bytes + (start + row) * conversion.sourceByteCount, to: target + row * cell.byteCount
        ) { path(start + row) }
      }
    }
  }
}

extension ElementAccess {
  /// Stores archived values in rows, the first of which has the index `start`.
  ///
  /// - Throws: the error of the first value that is not valid.
  @inline(__always)
  func put<Rows: RowAddressing>(
    _ source: UnsafeRawPointer, into rows: Rows, from start: Int, path: (Int) -> String
  ) throws(ArchiveError) {
    let done = rows.scatter(self, source)
    guard done == rows.count else { throw invalid(path(start + done), source + done * byteCount) }
  }

  /// The same after `fill` has written the rows' values into memory of zeros, or of this element again and again.
  func put<Rows: RowAddressing>(
    into rows: Rows, _ scratch: inout [UInt8], from start: Int, _ element: [UInt8] = [], path: (Int) -> String,
    _ fill: (UnsafeMutableRawPointer) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    scratch.removeAll(keepingCapacity: true)
    while !element.isEmpty, scratch.count < rows.count * byteCount { scratch += element }
    scratch.append(contentsOf: repeatElement(0, count: max(rows.count * byteCount, 1) - scratch.count))
    try scratch.withUnsafeMutableBufferPointer { (buffer) throws(ArchiveError) in
      guard let target = buffer.baseAddress.map(UnsafeMutableRawPointer.init) else { return }
      try fill(target)
      try put(UnsafeRawPointer(target), into: rows, from: start, path: path)
    }
  }

  /// Stores the archived bytes of one element in every element of the rows.
  func fill<Rows: RowAddressing>(_ element: [UInt8], into rows: Rows) {
    guard !element.isEmpty, byteCount > 0 else { return }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(byteCount)
    while bytes.count < byteCount { bytes += element }
    bytes.withUnsafeBytes { bytes in
      guard let source = bytes.baseAddress else { return }
      for row in 0..<rows.count { _ = scatter(source, count: 1, to: rows[row], stride: 0) }
    }
  }
}
