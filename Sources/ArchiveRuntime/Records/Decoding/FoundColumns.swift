/// The columns of an archived array of records, found and checked against its count before any memory is taken.
struct FoundColumns {
  struct Found {
    let column: Column
    let values: ArchivedColumn
  }

  let dimensions: [Int]
  let count: Int
  let found: [Found]
  let missing: [Column]
  let memberColumns: [FoundUnionMembers]
  /// Members of unions that the archive knows nothing of.
  let missingSelected: [UnionMemberColumn]
  /// Members that the archive has under a key of no field.
  let lost: [LostMember]
  /// What migrations may ask for, if any has to run.
  let former: FormerColumns?
  /// Of all columns found.
  let byteCount: Int
  /// Whether a union's tag may have a value that belongs to no member.
  var tagRule: UnknownTagRule?
  /// The number of the first row, for key paths.
  var first = 0

  /// Whether a row can be read without those before it, and without the other columns. The values of unions' members
  /// are as many as there are rows with such a tag, and a migration asks for what it likes.
  var areApart: Bool { memberColumns.isEmpty && missingSelected.isEmpty && lost.isEmpty && former == nil }

  /// Some of the rows, which are apart, and of the columns. The columns' lengths have been checked for all rows.
  ///
  /// - Parameter isIncluded: whether a column of the record is read.
  func rows(_ range: Range<Int>, _ isIncluded: (Column) -> Bool = { _ in true }) -> FoundColumns {
    let part = found.filter { isIncluded($0.column) }.map { found in
      let size = found.values.conversion?.sourceByteCount ?? found.values.cell.byteCount
      return Found(column: found.column, values: found.values.advanced(by: range.lowerBound * size))
    }
    return FoundColumns(
      dimensions: dimensions, count: range.count, found: part, missing: missing.filter(isIncluded), memberColumns: [],
      missingSelected: [], lost: [], former: nil, byteCount: byteCount, tagRule: tagRule, first: range.lowerBound)
  }
}

extension RecordPlan {
  /// Finds the columns of an array under `key`.
  ///
  /// - Throws: `wrongType` when a column's length is not what the count says.
  func findColumns<Source: FieldSource & ~Copyable>(
    _ array: RecordsDescription, key: String, indices: (Int) -> Int?, from source: inout Source
  ) throws(ArchiveError) -> FoundColumns {
    guard let description = array.description else {
      return try findOwnColumns(array, key: key, indices: indices, from: &source)
    }
    return try findColumns(description, key: key, indices: indices, from: &source)
  }

  /// Finds the columns of the array described by `description` under `key`.
  ///
  /// - Throws: `wrongType` when a column's length is not what the count says.
  @_semantics("optimize.sil.specialize.generic.never")
  func findColumns<Source: FieldSource & ~Copyable>(
    _ description: ColumnsDescription, key: String, indices: (Int) -> Int?, from source: inout Source
  ) throws(ArchiveError) -> FoundColumns {
    let path = source.path(key + "[]")
    guard let count = Description.product(description.dimensions) else {
      throw .outOfRange(path: path, value: "\(description.dimensions)", type: "a count")
    }
    let arrays = try description.columnsByName(path)
    var found: [FoundColumns.Found] = []
    var missing: [Column] = []
    var byteCount = 0
    var former = FormerPlaces(self, arrays)
    // A group that the archive has by the same positions is read at once; of any other each field by itself.
    let all = columns.hasGroups ? columns.all.flatMap { $0.isGroup(in: arrays) ? [$0] : $0.fields } : columns.all
    for (index, column) in all.enumerated() {
      guard let (name, absent) = former.place(of: column), let archived = arrays[ExactText(name)] else {
        guard !column.isRequired else { throw .missingKey(path: "\(path).\(column.name)") }
        missing.append(column)
        continue
      }
      let (stored, array) = archived.stored
      guard archived.parts.isEmpty || !column.parts.isEmpty else {
        throw .wrongType(
          path: "\(path).\(name)", expected: column.cell.archived.name, found: GroupPart.words(archived.parts))
      }
      guard archived.conditions.isEmpty, archived.tables.isEmpty else {
        throw .wrongType(
          path: "\(path).\(name)", expected: column.cell.archived.name,
          found: archived.tables.isEmpty ? "a member of a union" : "links")
      }
      let columnKey = "\(key)[].\(stored)"
      let isKnown = name.isExactly(column.name) && archived.group == nil
      let place = columns.hasGroups ? columns.all.firstIndex { $0.name.isExactly(name) } : index
      let data = try data(of: array, count, columnKey, isKnown ? place.flatMap(indices) : nil, from: &source)
      let conversion =
        array == column.cell.archived && absent.isEmpty && archived.group == nil
        ? nil
        : try column.cell.conversion(
          from: array, absent: absent, part: archived.group?.part, source.path(columnKey))
      byteCount += data.count
      // Empty data has no address; nothing is read from it.
      guard let bytes = data.baseAddress else { continue }
      found.append(
        FoundColumns.Found(
          column: column,
          values: ArchivedColumn(
            cell: column.cell, bytes: bytes, conversion: conversion, newElement: column.defaultBytes)))
    }
    if missing.count == all.count, !all.isEmpty, links.isEmpty, count > 0, !columns.isMigrated {
      throw .missingKey(path: path)
    }
    var members: [FoundUnionMembers] = []
    var missingMembers: [UnionMemberColumn] = []
    let tags = columns.ofMembers.isEmpty ? [] : columns.allFields
    let ofMembers = columns.hasGroups ? columns.ofMembers.flatMap { $0.fields(in: arrays) } : columns.ofMembers
    for (index, member) in ofMembers.enumerated() {
      let names = [member.column.name] + member.column.formerNames
      guard let (name, absent) = former.place(of: names, in: member.selection), let archived = arrays[ExactText(name)]
      else {
        missingMembers.append(member)
        continue
      }
      let isKnown = name.isExactly(member.column.name) && archived.group == nil && !columns.hasGroups
      let place = isKnown ? indices(columns.all.count + index) : nil
      let one = try FoundUnionMembers(
        member, archived, "\(key)[].\(archived.stored.name)", place, absent: absent, description: description,
        columns: tags, from: &source)
      byteCount += one.byteCount
      members.append(one)
    }
    let lost = count > 0 ? try lostMembers(description, arrays, &former, path) : []
    if !removedKeys.isEmpty { source.note(removed: removedKeys, within: key + "[].") }
    if source.notesKeys { noteParts(of: description, key, from: &source) }
    return FoundColumns(
      dimensions: description.dimensions, count: count, found: found, missing: missing, memberColumns: members,
      missingSelected: missingMembers, lost: lost,
      former: try formerColumns(description, key: key, count: count, from: &source), byteCount: byteCount,
      tagRule: source.observed?.tagRule(behind: path + "."))
  }

  /// Notes groups as not read that have bit-fields of which no column knows.
  @_semantics("optimize.sil.specialize.generic.never")
  private func noteParts<Source: FieldSource & ~Copyable>(
    of description: ColumnsDescription, _ key: String, from source: inout Source
  ) {
    guard description.columns.contains(where: { !$0.parts.isEmpty }) else { return }
    let known = knownColumns
    for column in description.columns
    where column.parts.contains(where: { part in
      let name = GroupPart.key(part.name, in: column.name)
      return !known.contains(ExactText(name)) && !removedKeys.contains(name)
    }) {
      source.note("\(key)[].\(column.name)", isRead: false)
    }
  }

  /// Writes every byte of the records of `columns`, the first at `records`.
  func scatter(
    _ columns: FoundColumns, to records: UnsafeMutableRawPointer, stride: Int, path prefix: @autoclosure () -> String
  ) throws(ArchiveError) {
    guard stride > 0 else { return }
    let work = WorkMonitor.stage(for: columns.count)
    work?.begin(0...1, of: columns.count)
    try withoutActuallyEscaping(prefix) { (prefix) throws(ArchiveError) in
      let reader = ColumnReader(
        plan: self, columns: columns, rows: StridedRows(records, stride: stride, count: columns.count), work: work
      ) { "\(prefix())\(Description.subscripts(of: columns.first + $0, in: columns.dimensions))." }
      try reader.read(clearing: self.columns.haveGaps || !columns.missing.isEmpty)
    }
  }
}

extension Column {
  /// Whether the archive has the group with the same fields at the same positions.
  func isGroup(in archived: [ExactText: ColumnsDescription.Column]) -> Bool {
    guard !parts.isEmpty else { return true }
    guard let found = archived[ExactText(name)] else { return false }
    return found.array == cell.archived && found.group == nil && found.parts.elementsEqual(parts.lazy.map(\.part))
  }
}

extension UnionMemberColumn {
  fileprivate func fields(in archived: [ExactText: ColumnsDescription.Column]) -> [UnionMemberColumn] {
    if column.isGroup(in: archived) { return [self] }
    return column.fields.map { UnionMemberColumn(column: $0, selection: selection) }
  }
}

extension ColumnsDescription {
  func columnsByName(_ path: String) throws(ArchiveError) -> [ExactText: Column] {
    var byName: [ExactText: Column] = [:]
    for column in columns {
      guard byName.updateValue(column, forKey: ExactText(column.name)) == nil else {
        throw .wrongType(path: path, expected: "columns of different names", found: "'\(column.name)' twice")
      }
    }
    return byName
  }
}
