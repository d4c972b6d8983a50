extension RecordArray {
  /// - Returns: false when the archive has nothing under the key.
  func decode<Source: FieldSource & ~Copyable>(
    _ key: Leaf.Key, into record: UnsafeMutableRawPointer, from source: inout Source
  ) throws(ArchiveError) -> Bool {
    guard let text = try source.description(key.description, index: key.descriptionIndex) else { return false }
    let path = source.path(key.text)
    guard let array = RecordsDescription(text, plan) else {
      throw .wrongType(path: path, expected: "an array of records", found: "a value described as '\(text)'")
    }
    let archived = array.dimensions
    guard archived.count == dimensions.count, let first = archived.first else {
      throw misfit(archived, path)
    }
    let base = record + offset
    putDefaults(into: record, except: archived)
    if first <= dimensions[0], archived.dropFirst() == dimensions.dropFirst() {
      if array.isElements {
        try plan.decodeElements(archived, key.text, to: { base + $0 * plan.size }, from: &source)
        return true
      }
      let columns = try columns(array, key, from: &source)
      try plan.scatter(columns, to: base, stride: plan.size, path: path)
      return true
    }
    // The elements keep their subscripts.
    let isCut = zip(archived, dimensions).contains { $0 > $1 }
    guard array.isElements else {
      try decode(try columns(array, key, from: &source), isCut: isCut, path, to: base)
      return true
    }
    guard isCut else {
      try plan.decodeElements(
        archived, key.text,
        to: { base + (Description.index(of: $0, in: archived, within: dimensions) ?? 0) * plan.size }, from: &source)
      return true
    }
    // Records without fields have no keys, which bear out their number.
    guard !plan.fields.leaves.isEmpty else { throw misfit(archived, path) }
    try withUnused { (unused) throws(ArchiveError) in
      let cut = UnsafeRawBufferPointer(start: unused, count: plan.size)
      // The next record that is cut off is written over it.
      var isLost = false
      try plan.decodeElements(
        archived, key.text,
        to: { index in
          if let place = Description.index(of: index, in: archived, within: dimensions) {
            return base + place * plan.size
          }
          isLost = isLost || !cut.allSatisfy { $0 == 0 }
          return unused
        }, from: &source)
      guard !isLost, cut.allSatisfy({ $0 == 0 }) else { throw misfit(archived, path) }
    }
    return true
  }

  /// Zeroed memory for a record that has no place.
  private func withUnused(_ body: (UnsafeMutableRawPointer) throws(ArchiveError) -> Void) throws(ArchiveError) {
    let unused = UnsafeMutableRawPointer.allocate(byteCount: max(plan.size, 1), alignment: 16)
    defer { unused.deallocate() }
    unused.initializeMemory(as: UInt8.self, repeating: 0, count: max(plan.size, 1))
    try body(unused)
  }

  /// One record, which is the array's first element now.
  ///
  /// - Returns: false when the archive has none of its keys.
  func decodeSingle<Source: FieldSource & ~Copyable>(
    _ key: Leaf.Key, into record: UnsafeMutableRawPointer, from source: inout Source
  ) throws(ArchiveError) -> Bool {
    guard count > 0, let plan = key.single else { return false }
    let prefix = source.prefix
    source.prefix = prefix + key.text + "."
    defer { source.prefix = prefix }
    guard try plan.hasKeys(in: &source) else { return false }
    putDefaults(into: record, except: dimensions.map { _ in 1 })
    try source.read(into: record + offset, by: plan)
    return true
  }

  private func columns<Source: FieldSource & ~Copyable>(
    _ array: RecordsDescription, _ key: Leaf.Key, from source: inout Source
  ) throws(ArchiveError) -> FoundColumns {
    let indices = key.columnIndices
    return try plan.findColumns(
      array, key: key.text, indices: { indices.isEmpty ? nil : indices[$0] }, from: &source)
  }

  /// Records of which some are elsewhere than in a row, or have no place, which takes zeros.
  private func decode(
    _ columns: FoundColumns, isCut: Bool, _ path: String, to base: UnsafeMutableRawPointer
  ) throws(ArchiveError) {
    let archived = columns.dimensions
    let place = { Description.index(of: $0, in: archived, within: dimensions) }
    if isCut {
      // Their number is borne out by bytes, and members of unions cannot be told from zeros.
      guard columns.found.contains(where: { $0.values.size > 0 }), columns.memberColumns.isEmpty, columns.lost.isEmpty
      else {
        throw misfit(archived, path)
      }
      for found in columns.found where found.values.size > 0 {
        for row in 0..<columns.count where place(row) == nil {
          let size = found.values.size
          let value = UnsafeRawBufferPointer(start: found.values.bytes + row * size, count: size)
          guard value.allSatisfy({ $0 == 0 }) else { throw misfit(archived, path) }
        }
      }
    }
    try withUnused { (unused) throws(ArchiveError) in
      let addresses = (0..<columns.count).map { row in
        UInt(bitPattern: place(row).map { base + $0 * plan.size } ?? unused)
      }
      try addresses.withUnsafeBufferPointer { (rows) throws(ArchiveError) in
        let reader = ColumnReader(plan: plan, columns: columns, rows: AddressedRows(rows), work: nil) {
          "\(path)\(Description.subscripts(of: $0, in: archived))."
        }
        // The record is zeros.
        try reader.read(clearing: false)
      }
    }
  }

  private func misfit(_ archived: [Int], _ path: String) -> ArchiveError {
    .outOfRange(
      path: path, value: "of \(Description.subscripts(archived)) records",
      type: "an array of \(Description.subscripts(dimensions))")
  }
}

extension ArchivedColumn {
  /// Bytes of one value.
  var size: Int { conversion?.sourceByteCount ?? cell.byteCount }
}

extension RecordPlan {
  /// Whether there is anything of a record behind the prefix.
  func hasKeys<Source: FieldSource & ~Copyable>(in source: inout Source) throws(ArchiveError) -> Bool {
    for leaf in fields.leaves {
      for key in [leaf.main] + leaf.old {
        for form in [key.text, key.description, GroupPart.key(GroupDescription.key, in: key.text)] {
          if case .missing = try source.find(form, index: nil, as: .data) { continue }
          return true
        }
        guard let single = key.single else { continue }
        let prefix = source.prefix
        source.prefix = prefix + key.text + "."
        defer { source.prefix = prefix }
        if try single.hasKeys(in: &source) { return true }
      }
    }
    return false
  }
}
