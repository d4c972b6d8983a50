/// What an archived array of records is, by its description.
struct RecordsDescription {
  let dimensions: [Int]
  let count: Int
  /// Whether each element has keys of its own instead of columns.
  let isElements: Bool
  /// nil if its columns are those that this program writes, as they are in nearly all archives: of these nothing has to be parsed, and
  /// each is where its plan says. That took half of the time of reading a few records.
  let description: ColumnsDescription?

  /// - Returns: nil unless the whole text follows the grammar, with a number of records that can be represented.
  init?(_ text: String, _ plan: RecordPlan) {
    if plan.columns.areOfAllRecords, let own = Self.dimensions(of: text, before: plan.columns.lines),
      let count = Description.product(own)
    {
      (dimensions, self.count, isElements, description) = (own, count, false, nil)
      return
    }
    guard let parsed = ColumnsDescription(text), let count = Description.product(parsed.dimensions) else { return nil }
    (dimensions, self.count, isElements, description) = (parsed.dimensions, count, parsed.isElements, parsed)
  }

  /// The dimensions in the first line of a description that has only these lines after it; nil for any other.
  private static func dimensions(of text: String, before lines: String) -> [Int]? {
    let size = lines.utf8.count
    guard text.utf8.count > size else { return nil }
    var text = text
    var lines = lines
    let (first, isOwn) = text.withUTF8 { text in
      let start = text.count - size
      let isOwn = lines.withUTF8 { text[start...].elementsEqual($0) }
      return (isOwn ? String(decoding: text[..<start], as: UTF8.self) : "", isOwn)
    }
    guard isOwn, let line = ColumnsDescription(first), !line.isElements else { return nil }
    return line.dimensions
  }
}

extension ColumnPlan {
  /// Whether every record has a value in each column, and needs nothing else: no members of unions, no migration.
  var areOfAllRecords: Bool { ofMembers.isEmpty && unions.isEmpty && migrations.isEmpty }
}

extension RecordPlan {
  /// The columns of an array whose description is the one that this program writes.
  ///
  /// - Throws: `missingKey`, and `wrongType` when a column's length is not what the count says.
  @_semantics("optimize.sil.specialize.generic.never")
  func findOwnColumns<Source: FieldSource & ~Copyable>(
    _ array: RecordsDescription, key: String, indices: (Int) -> Int?, from source: inout Source
  ) throws(ArchiveError) -> FoundColumns {
    var found: [FoundColumns.Found] = []
    found.reserveCapacity(columns.all.count)
    var byteCount = 0
    for (index, column) in columns.all.enumerated() {
      let data = try data(
        of: column.cell.archived, array.count, "\(key)[].\(column.name)", indices(index), from: &source)
      byteCount += data.count
      // Empty data has no address; nothing is read from it.
      guard let bytes = data.baseAddress else { continue }
      found.append(
        FoundColumns.Found(column: column, values: ArchivedColumn(cell: column.cell, bytes: bytes, conversion: nil)))
    }
    if !removedKeys.isEmpty { source.note(removed: removedKeys, within: key + "[].") }
    return FoundColumns(
      dimensions: array.dimensions, count: array.count, found: found, missing: [], memberColumns: [],
      missingSelected: [], lost: [], former: nil, byteCount: byteCount)
  }

  /// The bytes of a column.
  func data<Source: FieldSource & ~Copyable>(
    of array: ArchivedArray, _ count: Int, _ key: String, _ index: Int?, from source: inout Source
  ) throws(ArchiveError) -> UnsafeRawBufferPointer {
    let value = try source.find(key, index: index, as: .data)
    guard case .data(let data) = value else {
      if case .missing = value { throw .missingKey(path: source.path(key)) }
      throw .wrongType(path: source.path(key), expected: "data", found: value.kindName)
    }
    guard let size = array.byteCount, let total = Description.product([size, count]), total == data.count else {
      throw .wrongType(
        path: source.path(key), expected: "\(count) records of \(array.name)", found: "\(data.count) bytes")
    }
    return data
  }
}
