@_spi(GeneratedCode) import ArchiveRuntime
import UntypedArchive

/// Compares two arrays of records: columns by their names, rows by their contents, their order or a key.
struct TableComparison {
  /// A column that both have.
  struct Pair {
    let first: Int
    let second: Int
    let cells: CellComparison
    /// Whether each row has exactly one value in both.
    let isSingle: Bool
    /// Whether the values of all rows are the same.
    var isSame: Bool
  }

  private let comparison: ArchiveComparison
  private let first: ArchiveTable
  private let second: ArchiveTable
  private let path: Int
  private let rows: RowReader
  private let others: RowReader

  init(_ comparison: ArchiveComparison, _ first: ArchiveTable, _ second: ArchiveTable, at path: Int) throws {
    (self.comparison, self.first, self.second, self.path) = (comparison, first, second, path)
    rows = try RowReader(first, comparison.first)
    others = try RowReader(second, comparison.second)
  }

  func run() throws {
    let pairs = try Self.columns(comparison, rows, others, at: path, prefix: comparison.paths.text(path) + "[]")
    if first.dimensions.count != second.dimensions.count
      || first.dimensions.dropFirst() != second.dimensions.dropFirst()
    {
      try comparison.add(
        .type, path, nil, { Description.subscripts(first.dimensions) }, { Description.subscripts(second.dimensions) })
    } else if first.rowCount == 0 || second.rowCount == 0, first.describedCount != second.describedCount,
      first.rowCount == second.rowCount
    {
      // Rows without any bytes.
      try comparison.add(
        .changed, path, nil, { NumberText.counted(first.describedCount, "row") },
        { NumberText.counted(second.describedCount, "row") })
    }
    if pairs.allSatisfy(\.isSame), first.rowCount == second.rowCount, comparison.key(at: path) == nil { return }
    if let key = comparison.key(at: path), case let names = key.columns, let own = rowKeys(names, rows),
      let other = rowKeys(names, others)
    {
      comparison.use(key)
      let steps = KeyedMatch.steps(own, other)
      try compare(steps, pairs) { row, isSecond in
        let reader = isSecond ? others : rows
        let parts = names.map { name in
          "\(TerminalText.key(name))=\(self.key(name, reader, row, asText: true))"
        }
        return .text("[\(parts.joined(separator: ","))]")
      }
      return
    }
    try compare(aligned(pairs), pairs) { row, _ in .index(row) }
  }

  /// The columns that both have; a difference for every other one.
  static func columns(
    _ comparison: ArchiveComparison, _ rows: RowReader, _ others: RowReader, at path: Int, prefix: String
  ) throws -> [Pair] {
    var pairs: [Pair] = []
    var names: [ExactText: [Int]] = [:]
    for index in others.table.shownColumns.reversed() {
      names[ExactText(others.table.columns[index].name), default: []].append(index)
    }
    for index in rows.table.shownColumns {
      let column = rows.table.columns[index]
      let whole = PathTree.joined(prefix, column.name)
      guard let other = names[ExactText(column.name)]?.popLast() else {
        if comparison.isIgnored(whole) { continue }
        try comparison.add(
          .removed, path, .text("[].\(column.name)"), { "column \(column.typeName)" }, nil,
          (comparison.first.hasOffsets ? column.bytes.lowerBound : nil, nil))
        continue
      }
      if comparison.isIgnored(whole) { continue }
      let otherColumn = others.table.columns[other]
      if column.typeName != otherColumn.typeName || column.links.isEmpty != otherColumn.links.isEmpty {
        try comparison.add(
          .type, path, .text("[].\(column.name)"), { column.typeName + (column.links.isEmpty ? "" : " link") },
          { otherColumn.typeName + (otherColumn.links.isEmpty ? "" : " link") })
      }
      let cells = CellComparison(
        column.stored, comparison.first.view.bytes, .little, otherColumn.stored, comparison.second.view.bytes, .little,
        comparison.options, part: column.part, otherPart: otherColumn.part,
        areLinks: !column.links.isEmpty && !otherColumn.links.isEmpty)
      let isSame =
        cells.isSameType && column.conditions == otherColumn.conditions && column.stored == otherColumn.stored
        && UnsafeRawBufferPointer(rebasing: comparison.first.view.bytes[column.bytes]).hasSameBytes(
          as: UnsafeRawBufferPointer(rebasing: comparison.second.view.bytes[otherColumn.bytes]))
      let isSingle = [column, otherColumn].allSatisfy { $0.conditions.isEmpty && $0.elementsPerRow == 1 }
      pairs.append(Pair(first: index, second: other, cells: cells, isSingle: isSingle, isSame: isSame))
    }
    // Where a tag has changed, the values of a union's member belong to other rows.
    let areTagsSame = pairs.allSatisfy { $0.isSame || !rows.table.columns[$0.first].conditions.isEmpty }
    if !areTagsSame {
      for place in pairs.indices where !rows.table.columns[pairs[place].first].conditions.isEmpty {
        pairs[place].isSame = false
      }
    }
    for index in names.values.flatMap(\.self).sorted() {
      let column = others.table.columns[index]
      if comparison.isIgnored(PathTree.joined(prefix, column.name)) { continue }
      try comparison.add(
        .added, path, .text("[].\(column.name)"), nil, { "column \(column.typeName)" },
        (nil, comparison.second.hasOffsets ? column.bytes.lowerBound : nil))
    }
    return pairs
  }

  // MARK: Matching rows

  private func aligned(_ pairs: [Pair]) -> [SequenceAlignment.Step] {
    let (count, otherCount) = (first.rowCount, second.rowCount)
    let hashed = pairs.filter { pair in
      guard comparison.options.hasTolerance, case .number(let type) = pair.cells.first.array.element,
        case .floating = type.number
      else { return true }
      return false
    }
    if hashed.isEmpty || count == 0 || otherCount == 0 || hashed.allSatisfy(\.isSame) && count == otherCount {
      return (0..<min(count, otherCount)).map { .pair($0, $0) }
        + (min(count, otherCount)..<count).map(SequenceAlignment.Step.removed)
        + (min(count, otherCount)..<otherCount).map(SequenceAlignment.Step.added)
    }
    // Hashes cost more than comparing, so that only rows between the equal ones at both ends have them.
    let matches = pairs.map { RowMatch($0, rows, others) }
    let least = min(count, otherCount)
    var (begin, end) = (least, least)
    for (pair, match) in zip(pairs, matches) where !pair.isSame {
      begin = match.equalPrefix(limit: begin) { isEqual(pair, $0, $0) }
    }
    end -= begin
    for (pair, match) in zip(pairs, matches) where !pair.isSame || count != otherCount {
      end = match.equalSuffix(limit: end, count, otherCount) { isEqual(pair, $0, $1) }
    }
    var hashes = [ValueHash](repeating: ValueHash(), count: count - begin - end)
    var otherHashes = [ValueHash](repeating: ValueHash(), count: otherCount - begin - end)
    for pair in hashed {
      let isByValue = !pair.cells.isSameType || pair.cells.first.part != nil
      rows.combine(pair.first, isByValue: isByValue, into: &hashes, pair.cells.first, from: begin)
      others.combine(pair.second, isByValue: isByValue, into: &otherHashes, pair.cells.second, from: begin)
    }
    let middle = SequenceAlignment.steps(hashes.map(\.value), otherHashes.map(\.value)) { row, other in
      // Rows with half of their values in common have been changed; others are new.
      pairs.count { isEqual($0, begin + row, begin + other) } * 2 >= pairs.count
    }
    var steps: [SequenceAlignment.Step] = (0..<begin).map { .pair($0, $0) }
    for step in middle {
      switch step {
      case .pair(let row, let other): steps.append(.pair(begin + row, begin + other))
      case .removed(let row): steps.append(.removed(begin + row))
      case .added(let other): steps.append(.added(begin + other))
      }
    }
    return steps + (0..<end).map { .pair(count - end + $0, otherCount - end + $0) }
  }

  private func rowKeys(_ names: [String], _ rows: RowReader) -> [String]? {
    let table = rows.table
    guard names.allSatisfy({ name in table.columns.contains { $0.name.utf8.elementsEqual(name.utf8) } }) else {
      return nil
    }
    return (0..<table.rowCount).map { row in
      names.map { key($0, rows, row, asText: false) }.joined(separator: "\u{0}")
    }
  }

  private func key(_ name: String, _ rows: RowReader, _ row: Int, asText: Bool) -> String {
    let table = rows.table
    guard let index = table.shownColumns.first(where: { table.columns[$0].name.utf8.elementsEqual(name.utf8) })
    else { return "" }
    let column = table.columns[index]
    let side = CellComparison.Side(column.stored, rows.document.view.bytes, .little, column.part)
    let range = rows.range(index, row)
    guard side.size > 0 else { return "" }
    return stride(from: range.lowerBound, to: range.upperBound, by: side.size).map { side.text($0) }
      .joined(separator: asText ? " " : "\u{1}")
  }

  // MARK: Comparing rows

  private func compare(
    _ steps: [SequenceAlignment.Step], _ pairs: [Pair], name: (Int, Bool) -> PathTree.Part
  ) throws {
    let matches = pairs.map { RowMatch($0, rows, others) }
    for step in steps {
      switch step {
      case .pair(let row, let other):
        for index in matches.indices where row != other || !matches[index].isSame {
          if matches[index].isEqual(row, other) ?? isEqual(pairs[index], row, other) { continue }
          if pairs[index].isSingle, comparison.countIfFull(.changed, path) { continue }
          try compare(pairs[index], row, other, name(row, false))
        }
      case .removed(let row):
        if comparison.countIfFull(.removed, path) { continue }
        try comparison.add(.removed, path, name(row, false), { rows.text(row) }, nil)
      case .added(let row):
        if comparison.countIfFull(.added, path) { continue }
        try comparison.add(.added, path, name(row, true), nil, { others.text(row) })
      }
    }
  }

  private func isEqual(_ pair: Pair, _ row: Int, _ other: Int) -> Bool {
    Self.isEqual(pair, rows.range(pair.first, row), others.range(pair.second, other))
  }

  static func isEqual(_ pair: Pair, _ own: Range<Int>, _ other: Range<Int>) -> Bool {
    let (size, otherSize) = (pair.cells.size, pair.cells.otherSize)
    guard size > 0, otherSize > 0 else { return own.isEmpty == other.isEmpty }
    guard own.count / size == other.count / otherSize else { return false }
    for index in 0..<(own.count / size) {
      if !pair.cells.isEqual(own.lowerBound + index * size, other.lowerBound + index * otherSize) { return false }
    }
    return true
  }

  private func compare(_ pair: Pair, _ row: Int, _ other: Int, _ name: PathTree.Part) throws {
    let column = first.columns[pair.first]
    let prefix = PathTree.joined(PathTree.joined("", name), column.name)
    try Self.compare(
      comparison, pair, rows.range(pair.first, row), others.range(pair.second, other), column.rowDimensions, prefix,
      at: path)
  }

  /// One difference for each element of the cell that differs.
  static func compare(
    _ comparison: ArchiveComparison, _ pair: Pair, _ own: Range<Int>, _ other: Range<Int>, _ dimensions: [Int],
    _ prefix: String, at path: Int
  ) throws {
    let (size, otherSize) = (max(pair.cells.size, 1), max(pair.cells.otherSize, 1))
    let (count, otherCount) = (own.count / size, other.count / otherSize)
    func offset(_ range: Range<Int>, _ index: Int, _ size: Int, _ document: ArchiveDocument) -> Int? {
      document.hasOffsets ? range.lowerBound + index * size : nil
    }
    for index in 0..<max(count, otherCount) {
      let (a, b) = (own.lowerBound + index * size, other.lowerBound + index * otherSize)
      let place =
        dimensions.isEmpty && count <= 1 && otherCount <= 1
        ? "" : Description.subscripts(of: index, in: dimensions.isEmpty ? [max(count, otherCount)] : dimensions)
      if index >= otherCount {
        try comparison.add(
          .removed, path, .text(prefix + place), { pair.cells.first.text(a) }, nil,
          (offset(own, index, size, comparison.first), nil))
      } else if index >= count {
        try comparison.add(
          .added, path, .text(prefix + place), nil, { pair.cells.second.text(b) },
          (nil, offset(other, index, otherSize, comparison.second)))
      } else if !pair.cells.isEqual(a, b) {
        try comparison.add(
          .changed, path, .text(prefix + place), { pair.cells.first.text(a) }, { pair.cells.second.text(b) },
          (offset(own, index, size, comparison.first), offset(other, index, otherSize, comparison.second)))
      }
    }
  }
}
