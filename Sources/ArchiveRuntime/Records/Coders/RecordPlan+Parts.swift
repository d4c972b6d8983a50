/// Rows of an archived array, and one member of them. What is read is what is asked for: the archive's outer parts and
/// the columns' lengths are checked, and of the columns' bytes only those of the rows are looked at.
extension RecordPlan {
  /// Reads some records of the array under `key`.
  func decodeRows<Record: ArchivableRecord, Source: FieldSource & ~Copyable>(
    _ rows: Range<Int>, of type: Record.Type, _ key: String, _ reading: FormReading, from source: inout Source
  ) throws(ArchiveError) -> [Record] {
    let index: (Int) -> Int? = { reading.isRoot ? $0 : nil }
    let array = try arrayDescription(key, index: index(0), reading.limits, from: &source)
    try check(rows, array.count, source.path(key.isEmpty ? "[]" : key))
    let (limits, size) = (reading.limits, size)
    if array.isElements {
      try limits.check(rows.count, of: size, from: reading.byteCount ?? 0)
      return try Record.archivedRecords(count: rows.count) { (records) throws(ArchiveError) in
        records.initializeMemory(as: UInt8.self, repeating: 0, count: rows.count * size)
        try decodeElements(
          array.dimensions, key, rows: rows, to: { records + $0 * size }, from: &source)
      }
    }
    let columns = try findColumns(array, key: key, indices: { index($0 + 1) }, from: &source)
    let (found, first) = areApart(columns) ? (columns.rows(rows), 0) : (columns, rows.lowerBound)
    try limits.check(found.count, of: size, from: reading.byteCount ?? columns.byteCount)
    let path = source.path(key)
    let records = try Record.archivedRecords(count: found.count) { (records) throws(ArchiveError) in
      try scatter(found, to: records, stride: size, path: path)
    }
    return found.count == rows.count ? records : Array(records[first..<first + rows.count])
  }

  /// Reads a member of some records, or of all, of the array under `key`.
  func decodeColumn<Record: ArchivableRecord, Value, Source: FieldSource & ~Copyable>(
    _ member: KeyPath<Record, Value>, _ rows: Range<Int>?, _ key: String, _ reading: FormReading,
    from source: inout Source
  ) throws(ArchiveError) -> [Value] {
    let index: (Int) -> Int? = { reading.isRoot ? $0 : nil }
    let array = try arrayDescription(key, index: index(0), reading.limits, from: &source)
    let rows = rows ?? 0..<array.count
    try check(rows, array.count, source.path(key.isEmpty ? "[]" : key))
    if let place = place(of: member), !array.isElements {
      let columns = try findColumns(array, key: key, indices: { index($0 + 1) }, from: &source)
      let part = columns.rows(rows) { $0.cell.touches(place) }
      if areApart(columns), (part.found.map(\.column) + part.missing).allSatisfy({ $0.cell.isWhole(within: place) }) {
        let stride = MemoryLayout<Value>.stride
        try reading.limits.check(rows.count, of: stride, from: reading.byteCount ?? columns.byteCount)
        return try values(of: part, at: place.lowerBound, path: source.path(key.isEmpty ? "[]" : key))
      }
    }
    return try decodeRows(rows, of: Record.self, key, reading, from: &source).map { $0[keyPath: member] }
  }

  /// The number of records of the array under `key`.
  func decodeCount<Source: FieldSource & ~Copyable>(
    _ key: String, _ reading: FormReading, from source: inout Source
  ) throws(ArchiveError) -> Int {
    try arrayDescription(key, index: reading.isRoot ? 0 : nil, reading.limits, from: &source).count
  }

  private func check(_ rows: Range<Int>, _ count: Int, _ path: String) throws(ArchiveError) {
    guard rows.lowerBound >= 0, rows.upperBound <= count else {
      throw .wrongType(
        path: path, expected: "an array with the records \(rows.lowerBound)..<\(rows.upperBound)",
        found: "one of \(count) records")
    }
  }

  private func areApart(_ columns: FoundColumns) -> Bool {
    columns.areApart && self.columns.ofMembers.isEmpty && self.columns.unions.isEmpty
  }

  /// The bytes of a stored member; nil for one that Swift computes, and for the record of a mirror.
  private func place<Record: ArchivableRecord, Value>(of member: KeyPath<Record, Value>) -> Range<Int>? {
    guard Record.standIn == nil, _isPOD(Value.self), let offset = MemoryLayout<Record>.offset(of: member),
      offset + MemoryLayout<Value>.size <= size
    else { return nil }
    return offset..<offset + MemoryLayout<Value>.size
  }

  /// Reads columns, which write no byte outside a `Value` at `offset`, into values and not into records.
  private func values<Value>(
    of columns: FoundColumns, at offset: Int, path: String
  ) throws(ArchiveError) -> [Value] {
    let stride = MemoryLayout<Value>.stride
    var failure: ArchiveError?
    let values = [Value](unsafeUninitializedCapacity: columns.count) { buffer, count in
      guard let start = buffer.baseAddress.map({ UnsafeMutableRawPointer($0) }), columns.count > 0 else { return }
      start.initializeMemory(as: UInt8.self, repeating: 0, count: columns.count * stride)
      let work = WorkMonitor.stage(for: columns.count)
      work?.begin(0...1, of: columns.count)
      let reader = ColumnReader(
        plan: self, columns: columns, rows: StridedRows(start - offset, stride: stride, count: columns.count),
        work: work
      ) { "\(path)\(Description.subscripts(of: columns.first + $0, in: columns.dimensions))." }
      do throws(ArchiveError) {
        try reader.read(clearing: false)
        count = columns.count
      } catch { failure = error }
    }
    if let failure { throw failure }
    return values
  }
}

extension ElementAccess {
  /// Whether it is known to write only these bytes of the record: bit-fields share theirs with others.
  fileprivate func isWhole(within place: Range<Int>) -> Bool {
    switch codec {
    case .window, .bits: return false
    default: break
    }
    return group == nil && bytes.lowerBound >= place.lowerBound && bytes.upperBound <= place.upperBound
  }

  /// Whether it has its values in some of these bytes of the record.
  fileprivate func touches(_ place: Range<Int>) -> Bool { bytes.overlaps(place) }

  /// The bytes that its values are in, those between elements among them.
  private var bytes: Range<Int> {
    let one = group?.bytes ?? codec.bytes
    let further = steps.reduce(0) { $0 + max($1.count - 1, 0) * $1.stride }
    return offset + one.lowerBound..<offset + one.upperBound + further
  }
}

extension ElementCodec {
  /// The bytes in memory that one value is in.
  fileprivate var bytes: Range<Int> {
    switch self {
    case .copy(let count), .swapped(let count), .text(let count, _): 0..<count
    case .truncated(_, let storage), .bitInt(_, _, let storage): 0..<storage
    case .bool: 0..<1
    case .window(let window, _): window.field.bytes
    case .bits(let field, _): field.bytes
    }
  }
}
