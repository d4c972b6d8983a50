@_spi(GeneratedCode) import ArchiveRuntime
import UntypedArchive

extension GraphComparison {
  /// Whether both links are NULL, or lead to the same node.
  func isSameNode(_ own: GraphSide.Place, _ other: GraphSide.Place) -> Bool {
    switch (own, other) {
    case (.null, .null): true
    case (.record(let table, let row), .record(let otherTable, let otherRow)) where others[table] == otherTable:
      areSame(table, row, otherTable, otherRow)
    default: false
    }
  }

  func compareLinks(_ own: GraphSide.Place, _ other: GraphSide.Place, _ path: Int, _ part: PathTree.Part) throws {
    switch (own, other) {
    case (.null, .null): return
    case (.record(let table, let row), .record(let otherTable, let otherRow)) where others[table] == otherTable:
      if areSame(table, row, otherTable, otherRow) { return }
    case (.number(let table, let row), .number(let otherTable, let otherRow)) where others[table] == otherTable:
      if try compareNumbers(table, row, otherTable, otherRow, path, part) { return }
    case (.text(let text), .text(let otherText)), (.handle(let text), .handle(let otherText)):
      if text.hasSameBytes(as: otherText) { return }
    case (
      .part(let table, let row, let site, let index), .part(let otherTable, let otherRow, let otherSite, let otherIndex)
    )
    where others[table] == otherTable && index == otherIndex && site.utf8.elementsEqual(otherSite.utf8):
      if areSame(table, row, otherTable, otherRow) { return }
    case (.end(let table), .end(let otherTable)), (.bare(let table), .bare(let otherTable)):
      if table.utf8.elementsEqual(otherTable.utf8) { return }
    default: break
    }
    try comparison.add(
      .changed, path, part, { self.text(own, isSecond: false) }, { self.text(other, isSecond: true) })
  }

  /// Whether two nodes are the same; ones that nothing has met are from now on.
  private func areSame(_ table: Int, _ row: Int, _ other: Int, _ otherRow: Int) -> Bool {
    let known = (matched.first[table][row], matched.second[other][otherRow])
    if known == (0, 0) {
      unite(table, row, other, otherRow)
      return true
    }
    return Int(known.0) == otherRow + 1
  }

  /// The numbers of a block from a link on.
  ///
  /// - Returns: false if the link leads into other numbers than in the first archive.
  private func compareNumbers(
    _ table: Int, _ row: Int, _ other: Int, _ otherRow: Int, _ path: Int, _ part: PathTree.Part
  ) throws -> Bool {
    guard case .numbers(let column) = first.graph.tables[table].content,
      case .numbers(let otherColumn) = second.graph.tables[other].content
    else { return true }
    if !comparison.options.ignoresSharing, matched.first[table][row] != 0 || matched.second[other][otherRow] != 0 {
      return Int(matched.first[table][row]) == otherRow + 1
    }
    let cells = CellComparison(
      column.stored, comparison.first.view.bytes, .little, otherColumn.stored, comparison.second.view.bytes, .little,
      comparison.options)
    let (end, otherEnd) = (first.blockEnd(table, row), second.blockEnd(other, otherRow))
    let count = max(end - row, otherEnd - otherRow)
    for index in 0..<count {
      let place = PathTree.Part.text(PathTree.joined("", part) + (count == 1 ? "" : "[\(index)]"))
      let (own, target) = (row + index, otherRow + index)
      if own >= end || target >= otherEnd {
        if own >= end {
          try comparison.add(
            .added, path, place, nil, { "\(count - index) more from \(self.second.number(other, target).text) on" })
        } else {
          try comparison.add(
            .removed, path, place, { "\(count - index) more from \(self.first.number(table, own).text) on" }, nil)
        }
        break
      }
      if matched.first[table][own] != 0 || matched.second[other][target] != 0 { break }
      unite(table, own, other, target)
      let (a, b) = (first.number(table, own).offset, second.number(other, target).offset)
      if !cells.isEqual(a, b) {
        try comparison.add(.changed, path, place, { cells.first.text(a) }, { cells.second.text(b) })
      }
    }
    return true
  }

  /// A node of the second archive is named by its row there, and by the row that it has in the first.
  private func text(_ place: GraphSide.Place, isSecond: Bool) -> String {
    let side = isSecond ? second : first
    let text = side.text(place)
    guard isSecond, case .record(let table, let row) = place else { return text }
    let known = Int(matched.second[table][row])
    guard known > 0 else { return text + " (new)" }
    return known == row + 1 ? text : text + " (\(known) in the first)"
  }
}
