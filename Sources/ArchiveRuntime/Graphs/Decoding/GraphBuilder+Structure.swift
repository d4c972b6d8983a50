import Foundation

/// Compares the archive's links, counts and rows with the types that are read, so that nothing is dropped silently.
///
/// It would not be enough to check for unreachable rows: the nodes of a ring whose `next` has another key are still
/// reached by `prev`. So columns are compared, once for each table; rows are checked only in blocks of several, by
/// their counts.
extension GraphBuilder {
  func checkStructure<Source: FieldSource & ~Copyable>(
    _ unknownLinks: ArchiveDecoder.UnknownLinks, from source: inout Source
  ) throws(ArchiveError) {
    for index in plan.tables.indices {
      guard let record = plan.tables[index].plan, let description = reader.descriptions[index],
        tables[index].ownCount > 0
      else { continue }
      let linked = Set(reader.linkNames[index].compactMap { $0.map(ExactText.init) })
      for column in description.columns
      where !column.tables.isEmpty && !linked.contains(ExactText(column.name)) {
        try checkUnknown(column, index, record, unknownLinks, from: &source)
      }
      for (position, link) in plan.tables[index].links.enumerated() {
        if reader.linkNames[index][position] == nil {
          try checkReplaced(link, index, record, description, from: &source)
        } else if let words = links[index][position] {
          try checkCounted(link, words, index, record, description, from: &source)
        }
      }
    }
    makeCoverage()
  }

  // MARK: Columns

  /// A link under an unknown key.
  private func checkUnknown<Source: FieldSource & ~Copyable>(
    _ column: ColumnsDescription.Column, _ index: Int, _ record: RecordPlan,
    _ unknownLinks: ArchiveDecoder.UnknownLinks, from source: inout Source
  ) throws(ArchiveError) {
    let table = reader.name(index)
    let key = reader.keys.column(table, column.name)
    let value = try source.find(key, index: nil, as: .data)
    source.note(key, isRead: record.removedKeys.contains(column.name))
    guard case .data(let data) = value, let place = data.firstIndex(where: { $0 != 0 }) else { return }
    guard unknownLinks == .reject, !record.removedKeys.contains(column.name) else {
      dropsLinks = true
      return
    }
    var path = key
    // If every row has the same number of links, the first non-null link shows its row.
    if column.conditions.isEmpty, case let size = data.count / tables[index].ownCount, size > 0 {
      path = "\(reader.keys.table(table))[\(place / size)].\(column.name)"
    }
    let missing = plan.tables[index].links.indices.filter { reader.linkNames[index][$0] == nil }
    let likely = missing.filter { leads(plan.tables[index].links[$0], to: column) }
    let wanted = (likely.isEmpty ? missing : likely).map { plan.tables[index].links[$0].plan.name }
    throw .unreadStructure(
      path: source.path(path), loss: .link, found: [column.name], wanted: wanted,
      suggestion: likely.isEmpty ? nil : Renaming([column.name], wanted)?.suggestion)
  }

  /// Whether the field's pointer could correspond to the archive's column of links.
  private func leads(_ link: GraphLink, to column: ColumnsDescription.Column) -> Bool {
    guard column.tables.count == (link.container == nil ? 1 : 2), let target = column.tables.first,
      target < reader.description.tables.count
    else { return false }
    let own = plan.tables[link.table]
    let name = reader.description.tables[target].name
    if case .numbers = own.kind { return name.hasExactPrefix("#") && ElementType(name: name.dropFirst()) != nil }
    return ([own.name] + own.formerNames).containsExactly(name)
  }

  /// A pointer without links in the archive, where the archive may have the value itself: a struct or an array of
  /// records.
  private func checkReplaced<Source: FieldSource & ~Copyable>(
    _ link: GraphLink, _ index: Int, _ record: RecordPlan, _ description: ColumnsDescription, from source: inout Source
  ) throws(ArchiveError) {
    let found = record.keys(inPlaceOf: link.plan, among: description.columns.map(\.name))
    if found.isEmpty { return }
    throw .unreadStructure(
      path: source.path(reader.keys.column(reader.name(index), link.plan.name)), loss: .value, found: found,
      wanted: [], suggestion: nil)
  }

  /// A pointer to elements whose count is missing in the archive.
  private func checkCounted<Source: FieldSource & ~Copyable>(
    _ link: GraphLink, _ words: ArchivedWords, _ index: Int, _ record: RecordPlan,
    _ description: ColumnsDescription, from source: inout Source
  ) throws(ArchiveError) {
    guard let counted = link.plan.count, let columns = found[index] else { return }
    let missing = columns.missing + columns.missingSelected.map(\.column)
    guard let count = counted.names.first(where: { name in missing.contains { $0.name.isExactly(name) } }),
      missing.first(where: { $0.name.isExactly(count) })?.defaultBytes.isEmpty ?? false
    else { return }
    let end = UInt64(tables[link.table].count)
    guard (0..<words.count).contains(where: { words[$0] > 0 && words[$0] <= end }) else { return }
    let known = record.knownColumns
    let found = description.columns.filter { column in
      guard case .number(let type) = column.array.element, column.tables.isEmpty else { return false }
      return IntegerCell.canHold(type) && column.array.dimensions.isEmpty && !known.contains(ExactText(column.name))
    }
    throw .unreadStructure(
      path: source.path(reader.keys.column(reader.name(index), count)), loss: .count, found: found.map(\.name),
      wanted: [count], suggestion: Renaming(found.map(\.name), [count])?.suggestion)
  }

  // MARK: Rows

  private func makeCoverage() {
    var byTable: [Int: BlockCoverage] = [:]
    coverage = plan.tables.indices.map { index in
      guard let archived = reader.sources[index], reader.description.tables[archived].blocks > 0,
        plan.tables[index].hasSites
      else { return nil }
      // Two of the plan's tables may read one of the archive's, if some numbers have become wider.
      let known = byTable[archived] ?? BlockCoverage(count: tables[index].ownBlocks)
      byTable[archived] = known
      return known
    }
  }

  /// Records that a pointer leads to these rows, counted from 0.
  @inline(__always)
  func cover(_ table: Int, _ first: Int, _ count: Int) {
    guard let covered = coverage[table] else { return }
    covered.add(tables[table].block(of: first + 1), first, count)
  }

  /// Checks that the pointers and counts cover all rows of each block.
  func checkCoverage() throws(ArchiveError) {
    // The targets of dropped links need not be covered.
    if dropsLinks { return }
    for (index, covered) in coverage.enumerated() {
      guard let covered else { continue }
      let table = tables[index]
      for block in 0..<table.ownBlocks {
        let rows = table.rows(block)
        guard covered.first[block] >= rows.lowerBound || covered.end[block] < rows.upperBound - 1 else { continue }
        let missing = covered.first[block] >= rows.lowerBound ? rows.lowerBound - 1 : covered.end[block]
        throw .unreadStructure(
          path: "\(reader.name(index))[\(missing)]", loss: .rows, found: [], wanted: [], suggestion: nil)
      }
    }
  }
}

/// The parts of a table's blocks that pointers lead to.
final class BlockCoverage {
  /// Rows, counted from 0.
  private(set) var first: [Int]
  private(set) var end: [Int]

  init(count: Int) {
    first = Array(repeating: .max, count: count)
    end = Array(repeating: 0, count: count)
  }

  func add(_ block: Int, _ row: Int, _ count: Int) {
    // Parts of records have rows after the table's own rows.
    guard block < first.count else { return }
    first[block] = min(first[block], row)
    end[block] = max(end[block], row + count)
  }
}

extension IntegerCell {
  static func canHold(_ type: ElementType) -> Bool {
    guard type.shape == .single else { return false }
    switch type.number {
    case .bool: return true
    case .integer(let bits, _): return bits <= 64
    case .floating: return false
    }
  }
}

extension RecordPlan {
  /// Keys of the archive for a value where the type has a pointer, which would be NULL.
  func keys(inPlaceOf link: LinkPlan, among keys: [String]) -> [String] {
    let names = [link.name] + link.formerNames
    let within = keys.filter { key in
      names.contains { key.isExactly($0) || key.hasExactPrefix($0 + ".") || key.hasExactPrefix($0 + "[") }
    }
    if within.isEmpty { return [] }
    let known = knownColumns
    return within.filter {
      (names.containsExactly($0) || !known.contains(ExactText($0))) && !removedKeys.contains($0)
    }
  }
}
