extension RecordPlan {
  /// Reads an array of records under `key`, from columns or from separate elements.
  ///
  /// - Parameter byteCount: the archive's length; if only a coder knows it, the columns' own size is used.
  func decodeArray<Record: ArchivableRecord, Source: FieldSource & ~Copyable>(
    of type: [Record].Type, _ key: String, indices: (Int) -> Int?, _ limits: ArchiveDecoder.Limits, byteCount: Int?,
    from source: inout Source
  ) throws(ArchiveError) -> [Record] {
    let array = try arrayDescription(key, index: indices(0), limits, from: &source)
    let (count, size) = (array.count, size)
    if array.isElements {
      try limits.check(count, of: size, from: byteCount ?? 0)
      return try Record.archivedRecords(count: count) { (records) throws(ArchiveError) in
        records.initializeMemory(as: UInt8.self, repeating: 0, count: count * size)
        try decodeElements(array.dimensions, key, to: { records + $0 * size }, from: &source)
      }
    }
    let columns = try findColumns(array, key: key, indices: { indices($0 + 1) }, from: &source)
    try limits.check(count, of: size, from: byteCount ?? columns.byteCount)
    let path = source.path(key)
    return try Record.archivedRecords(count: count) { (records) throws(ArchiveError) in
      try scatter(columns, to: records, stride: size, path: path)
    }
  }

  /// The description of an array of records.
  func arrayDescription<Source: FieldSource & ~Copyable>(
    _ key: String, index: Int?, _ limits: ArchiveDecoder.Limits, from source: inout Source
  ) throws(ArchiveError) -> RecordsDescription {
    guard let text = try source.description(key + "[]", index: index) else {
      throw .missingKey(path: source.path(key.isEmpty ? "[]" : key))
    }
    guard let array = RecordsDescription(text, self) else {
      throw .wrongType(
        path: source.path(key), expected: "an array of records", found: "a value described as '\(text)'")
    }
    try limits.checkContainer(array.count)
    return array
  }

  /// Reads records whose elements have separate keys, `key[3].x`, into zeroed memory.
  func decodeElements<Source: FieldSource & ~Copyable>(
    _ dimensions: [Int], _ key: String, rows: Range<Int>? = nil, to record: (Int) -> UnsafeMutableRawPointer,
    from source: inout Source
  ) throws(ArchiveError) {
    let prefix = source.prefix
    defer { source.prefix = prefix }
    let rows = rows ?? 0..<dimensions.reduce(1, *)
    for index in rows {
      source.prefix = prefix + key + Description.subscripts(of: index, in: dimensions) + "."
      try source.read(into: record(index - rows.lowerBound), by: self)
    }
  }
}
