/// The archived values of a union's member, found but not yet counted: that takes the tags.
struct FoundUnionMembers {
  let memberColumns: UnionMemberColumn
  /// nil for no bytes.
  let bytes: UnsafeRawPointer?
  let byteCount: Int
  /// Bytes of one value in the archive.
  let size: Int
  let conversion: ArrayConversion?
  /// The places that the archive has values for, where it says so otherwise than the schema: for other values of the
  /// tags, or in arrays that were shorter.
  let archived: UnionMember?
  /// The same by the schema's values of the tags.
  let places: UnionMember

  /// - Parameter absent: the arrays around the member that were single records.
  @_semantics("optimize.sil.specialize.generic.never")
  init<Source: FieldSource & ~Copyable>(
    _ memberColumns: UnionMemberColumn, _ column: ColumnsDescription.Column, _ key: String, _ index: Int?,
    absent: [Int], description: ColumnsDescription, columns: [Column], from source: inout Source
  ) throws(ArchiveError) {
    let path = source.path(key)
    guard column.tables.isEmpty else {
      throw .wrongType(path: path, expected: memberColumns.column.cell.archived.name, found: "links")
    }
    guard column.parts.isEmpty || !memberColumns.column.parts.isEmpty else {
      throw .wrongType(
        path: path, expected: memberColumns.column.cell.archived.name, found: GroupPart.words(column.parts))
    }
    let value = try source.find(key, index: index, as: .data)
    guard case .data(let data) = value else {
      if case .missing = value { throw .missingKey(path: path) }
      throw .wrongType(path: path, expected: "data", found: value.kindName)
    }
    let array = column.stored.array
    guard let size = array.byteCount, size == 0 ? data.isEmpty : data.count % size == 0 else {
      throw .wrongType(path: path, expected: "values of \(array.name)", found: "\(data.count) bytes")
    }
    self.memberColumns = memberColumns
    self.size = size
    bytes = data.baseAddress
    byteCount = data.count
    let own = memberColumns.column.cell.archived
    conversion =
      array == own && column.group == nil
      ? nil : try memberColumns.column.cell.conversion(from: array, part: column.group?.part, path)
    let lengths = try Self.lengths(column, description, memberColumns.selection, absent, path)
    places = memberColumns.selection.resized(lengths)
    let same = try Self.selection(column, description, like: memberColumns.selection, absent, columns, path)
    archived = same?.resized(lengths) ?? (lengths.isEmpty ? nil : places)
  }

  /// The dimensions of the arrays around the member, outermost first, if the archive has others than the schema: those
  /// that the tag had. Empty if it has the same, and where the tag is in a union itself.
  private static func lengths(
    _ column: ColumnsDescription.Column, _ description: ColumnsDescription, _ own: UnionMember, _ absent: [Int],
    _ path: String
  ) throws(ArchiveError) -> [Int] {
    let levels = own.levels.flatMap { $0.steps.map(\.count) }
    if !absent.isEmpty, absent.count == own.ranks.count {
      guard levels.allSatisfy({ $0 > 0 }) else { throw mismatch(path) }
      return levels.map { _ in 1 }
    }
    guard !levels.isEmpty, let condition = column.conditions.last, condition.column < description.columns.count,
      case let tag = description.columns[condition.column], tag.conditions.isEmpty
    else { return [] }
    var rest = tag.array.dimensions[...]
    let lengths =
      own.ranks.enumerated().flatMap { level, rank -> [Int] in
        if absent.contains(level) { return Array(repeating: 1, count: rank) }
        defer { rest = rest.dropFirst(rank) }
        return Array(rest.prefix(rank))
      } + rest
    if lengths == levels || lengths.count != levels.count { return [] }
    // What is cut off has members, perhaps, which are no zeros.
    guard zip(lengths, levels).allSatisfy({ $0 <= $1 }) else { throw mismatch(path) }
    return lengths
  }

  /// The schema's selection with the archive's values of the tags.
  static func selection(
    _ column: ColumnsDescription.Column, _ description: ColumnsDescription, like own: UnionMember, _ absent: [Int],
    _ columns: [Column], _ path: String
  ) throws(ArchiveError) -> UnionMember? {
    let tests = own.tests
    let isSame =
      column.conditions.count == tests.count
      && zip(column.conditions, tests).allSatisfy {
        $0.values.sorted() == $1.values && $0.isExclusion == $1.isExclusion
      }
    // A field that was no member of a union once: it has a value everywhere.
    let conditions = column.conditions
    guard conditions.isEmpty || conditions.count == tests.count else { throw mismatch(path) }
    for (condition, test) in zip(conditions, tests) {
      guard condition.column < description.columns.count else { throw mismatch(path) }
      let name = description.columns[condition.column].name
      let isOld = columns.contains {
        $0.name.isExactly(test.column)
          && ([$0.name] + $0.formerNames).contains { $0.single(at: absent).isExactly(name) }
      }
      guard name.isExactly(test.column) || isOld else { throw mismatch(path, column, name, test, description) }
    }
    if isSame { return nil }
    var rest = conditions[...]
    return UnionMember(
      own.levels.map { level in
        let tests = level.tests.compactMap { test -> TagCondition? in
          rest.popFirst().map {
            TagCondition(tag: test.tag, column: test.column, values: $0.values.sorted(), isExclusion: $0.isExclusion)
          }
        }
        return UnionMember.Level(offset: level.offset, steps: level.steps, tests: tests)
      })
  }

  /// The archive's member depends on a tag of another name.
  private static func mismatch(
    _ path: String, _ column: ColumnsDescription.Column, _ tag: String, _ test: TagCondition,
    _ description: ColumnsDescription
  ) -> ArchiveError {
    guard path.utf8.reversed().starts(with: column.name.utf8.reversed()),
      !description.columns.contains(where: { $0.name.isExactly(test.column) })
    else {
      return mismatch(path)
    }
    return .unreadStructure(
      path: String(decoding: path.utf8.dropLast(column.name.utf8.count), as: UTF8.self) + test.column, loss: .tag,
      found: [tag], wanted: [test.column],
      suggestion: Renaming([tag], [test.column])?.suggestion)
  }

  static func mismatch(_ path: String) -> ArchiveError {
    .wrongType(
      path: path, expected: "a member of the same union, for the same values of its tag",
      found: "one that depends on something else")
  }

  /// Checks that the archive has values for the very places that the schema has.
  static func check(
    _ own: UnionMember, _ archived: UnionMember?, _ record: UnsafeMutableRawPointer, _ path: String
  ) throws(ArchiveError) {
    guard let archived, archived != own else { return }
    var places: [UnsafeMutableRawPointer] = []
    try archived.forEach(record) { (base) throws(ArchiveError) in places.append(base) }
    var rest = places[...]
    try own.forEach(record) { (base) throws(ArchiveError) in
      guard rest.popFirst() == base else { throw mismatch(path) }
    }
    guard rest.isEmpty else { throw mismatch(path) }
  }
}

extension RecordPlan {
  /// Writes the members of unions into `columns.count` records whose other fields are there.
  func scatterMembers(
    of columns: FoundColumns, to record: (Int) -> UnsafeMutableRawPointer, path: (Int) -> String
  ) throws(ArchiveError) {
    guard !self.columns.ofMembers.isEmpty || !self.columns.unions.isEmpty || !columns.lost.isEmpty else { return }
    let depths =
      self.columns.ofMembers.map(\.selection.depth) + self.columns.unions.map(\.selection.depth)
      + columns.lost.map(\.group.selection.depth)
    let deepest = depths.max() ?? 0
    let work = WorkMonitor.stage(for: columns.count)
    for depth in 0...deepest {
      // Tags of this depth are settled: which rows have which member is found for all members at once.
      let found = columns.memberColumns.filter { $0.memberColumns.selection.depth == depth }
      let missing = columns.missingSelected.filter { $0.selection.depth == depth }
      let selections = found.map(\.memberColumns.selection) + missing.map(\.selection)
      let live =
        selections.isEmpty
        ? nil
        : TagDispatch(selections)?.liveRows(0..<columns.count, selections: selections.count) {
          UnsafeRawPointer(record($0))
        }
      for (place, member) in found.enumerated() {
        if let live, member.archived == nil {
          try member.scatter(live[place], to: record, path: path)
        } else {
          try member.scatter(columns.count, to: record, path: path)
        }
      }
      for lost in columns.lost where lost.group.selection.depth == depth {
        for row in 0..<columns.count {
          let address = record(row)
          try lost.group.selection.forEach(address) { (base) throws(ArchiveError) in
            throw lost.error(at: UnsafeRawPointer(base), in: UnsafeRawPointer(address), path(row))
          }
        }
      }
      for (place, member) in missing.enumerated() {
        try member.fill(live?[found.count + place], columns.count, to: record, path: path)
      }
      for union in self.columns.unions where union.selection.depth == depth {
        for row in 0..<columns.count {
          try work?.step()
          try union.check(record(row), path: path(row), rule: columns.tagRule)
        }
      }
    }
  }
}

extension UnionMemberColumn {
  /// Gives the rows for which the member is live its default; the archive knows nothing of it.
  fileprivate func fill(
    _ rows: [UInt32]?, _ count: Int, to record: (Int) -> UnsafeMutableRawPointer, path: (Int) -> String
  ) throws(ArchiveError) {
    if let rows, rows.isEmpty || !column.isRequired && column.defaultBytes.isEmpty { return }
    let work = WorkMonitor.stage(for: count)
    for row in 0..<count {
      try work?.step()
      try selection.forEach(record(row)) { (base) throws(ArchiveError) in
        guard !column.isRequired else { throw .missingKey(path: path(row) + column.name) }
        column.cell.fill(column.defaultBytes, into: StridedRows(base))
      }
    }
  }
}

extension FoundUnionMembers {
  /// Puts the values into these rows.
  fileprivate func scatter(
    _ rows: [UInt32], to record: (Int) -> UnsafeMutableRawPointer, path: (Int) -> String
  ) throws(ArchiveError) {
    guard Description.product([rows.count, size]) == byteCount else {
      throw .wrongType(
        path: path(0) + memberColumns.column.name, expected: "values for \(rows.count) records with this member",
        found: "\(byteCount) bytes")
    }
    guard let values else { return }
    var scratch: [UInt8] = []
    let work = WorkMonitor.stage(for: rows.count)
    for (place, row) in rows.enumerated() {
      try work?.step()
      try values.scatter(from: place, to: StridedRows(record(Int(row))), &scratch) { _ in
        path(Int(row)) + memberColumns.column.name
      }
    }
  }

  fileprivate func scatter(
    _ count: Int, to record: (Int) -> UnsafeMutableRawPointer, path: (Int) -> String
  ) throws(ArchiveError) {
    var place = 0
    var scratch: [UInt8] = []
    let work = WorkMonitor.stage(for: count)
    for row in 0..<count {
      try work?.step()
      let address = record(row)
      func name() -> String { path(row) + memberColumns.column.name }
      if archived != nil { try Self.check(places, archived, address, name()) }
      try places.forEach(address) { (base) throws(ArchiveError) in
        guard byteCount - place * size >= size, let values else {
          if size == 0 { return }
          throw .wrongType(path: name(), expected: "a value for every live member", found: "\(byteCount) bytes")
        }
        try values.scatter(from: place, to: StridedRows(base), &scratch) { _ in name() }
        place += 1
      }
    }
    guard place * size == byteCount else {
      throw .wrongType(
        path: memberColumns.column.name, expected: "\(place * size) bytes for the live members",
        found: "\(byteCount) bytes")
    }
  }

  /// nil for no bytes.
  private var values: ArchivedColumn? {
    bytes.map { bytes in
      ArchivedColumn(
        cell: memberColumns.column.cell, bytes: bytes, conversion: conversion,
        newElement: memberColumns.column.defaultBytes)
    }
  }
}
