@_spi(GeneratedCode) import ArchiveRuntime
import UntypedArchive

/// Gives the columns of a CSV the types that those with their names have in a table of an archive.
struct CSVTyping {
  private let table: ArchiveTable
  private let columns: [CSVColumn]
  private let lines: [Int]

  init(_ table: ArchiveTable, _ columns: [CSVColumn], _ lines: [Int]) {
    (self.table, self.columns, self.lines) = (table, columns, lines)
  }

  /// The table's columns in its order, and behind them those that it does not have.
  ///
  /// - Throws: `TableError` for a cell that is no value of its column, with the line.
  func typed() throws -> [TableArchive.Column] {
    var byName: [ExactText: CSVColumn] = [:]
    for column in columns { byName[ExactText(column.name)] = column }
    let known = table.shownColumns.filter {
      table.columns[$0].problem == nil && byName[ExactText(table.columns[$0].name)] != nil
    }
    // For columns of the table their lines in the new description.
    var places: [Int: Int] = [:]
    var (line, group) = (0, [Part]())
    var result: [TableArchive.Column] = []
    for (position, index) in known.enumerated() {
      let column = table.columns[index]
      guard let cells = byName.removeValue(forKey: ExactText(column.name)) else { continue }
      if let reason = column.reasonAgainstCSV(in: table) { throw refused(column, reason) }
      let (conditions, rows) = try conditions(of: column, places)
      try checkEmpty(cells, except: rows)
      // A group has a line of its own before those of its bit-fields.
      if column.part != nil, group.isEmpty { line += 1 }
      line += 1
      places[index] = line
      guard let part = column.part, let holder = table.group(of: index) else {
        result.append(try whole(cells, column, rows, conditions))
        continue
      }
      group.append(Part(part: part, column: column, cells: cells))
      if position + 1 < known.count, table.group(of: known[position + 1]) == holder { continue }
      result.append(try joined(group, table.columns[holder], rows, conditions))
      group = []
    }
    let groups = Set(result.filter { !$0.parts.isEmpty }.map { ExactText($0.name) })
    for column in columns where byName[ExactText(column.name)] != nil {
      guard !groups.contains(ExactText(column.name)) else {
        throw TableError(
          description:
            "the CSV's column '\(TerminalText.escaped(column.name))': the archive has bit-fields in a group of this name; rename it"
        )
      }
      result.append(column.typedByName() ?? column.inferred())
    }
    return result
  }

  /// The conditions of a column as its line in the description begins, and the rows that fulfil them.
  private func conditions(of column: TableColumn, _ places: [Int: Int]) throws -> (text: String, rows: [Int]) {
    var text = ""
    var rows = Array(lines.indices)
    for condition in column.conditions {
      guard let place = places[condition.column] else {
        let tag =
          table.columns.indices.contains(condition.column) ? "'\(table.columns[condition.column].name)'" : "of a tag"
        throw refused(column, "the column \(tag) is missing, which says in which rows it has values")
      }
      text += "@\(place)\(condition.isExclusion ? "!" : "=")"
      text += condition.values.map(String.init).joined(separator: ",") + " "
      let tags = columns.first { $0.name.isExactly(table.columns[condition.column].name) }
      rows = rows.filter { row in
        guard let tag = tags?.members[0].texts[row], let value = Self.tag(tag) else { return false }
        return condition.values.contains(value) != condition.isExclusion
      }
    }
    return (text, rows)
  }

  private static func tag(_ text: String) -> Int64? {
    switch text {
    case "true": 1
    case "false": 0
    default: Int64(text) ?? UInt64(text).map { Int64(bitPattern: $0) }
    }
  }

  /// - Parameter rows: those in which the column has values.
  private func checkEmpty(_ cells: CSVColumn, except rows: [Int]) throws {
    guard rows.count < lines.count else { return }
    let live = Set(rows)
    for row in lines.indices where !live.contains(row) {
      for member in cells.members where !member.texts[row].isEmpty {
        throw wrong(member, row, "the row has no value there, as its other columns say")
      }
    }
  }

  /// A column of bit-fields.
  private struct Part {
    let part: GroupPart
    let column: TableColumn
    let cells: CSVColumn
  }

  /// The integers that bit-fields are stored in.
  private func joined(
    _ parts: [Part], _ group: TableColumn, _ rows: [Int], _ conditions: String
  ) throws -> TableArchive.Column {
    var words = [UInt64](repeating: 0, count: rows.count * group.elementsPerRow)
    for own in parts {
      try checkCount(own.cells, own.column)
      let (part, type) = (own.part, own.part.isSigned ? ElementType.i64 : .u64)
      let form = CSVForm(ArchivedArray(.number(type), []), name: "")
      let values = try bytes(own.cells, form, rows, "a value of the type \(part.number.name)") { bytes in
        let word = bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
        return part.value(in: word << UInt64(part.position)) == word
      }
      values.withUnsafeBytes { values in
        for place in words.indices {
          let word = UInt64(littleEndian: values.loadUnaligned(fromByteOffset: place * 8, as: UInt64.self))
          words[place] |= word << UInt64(part.position) & part.mask
        }
      }
    }
    let size = group.elementSize
    let bytes = words.flatMap { word in (0..<size).map { UInt8(truncatingIfNeeded: word >> UInt64($0 * 8)) } }
    return .init(
      name: group.name, array: group.stored, bytes: bytes, conditions: conditions, parts: parts.map(\.part))
  }

  private func checkCount(_ cells: CSVColumn, _ column: TableColumn) throws {
    let count = column.isUUID ? 1 : column.elementsPerRow
    guard cells.members.count == count else {
      throw refused(
        column, "a row has \(NumberText.counted(cells.members.count, "element")), and in the archive \(count)")
    }
  }

  private func whole(
    _ cells: CSVColumn, _ column: TableColumn, _ rows: [Int], _ conditions: String
  ) throws -> TableArchive.Column {
    try checkCount(cells, column)
    switch column.array.element {
    case .text(let encoding):
      var problem: (CSVTexts, Int)?
      if encoding == .latin1 {
        for row in rows {
          for member in cells.members where member.texts[row].unicodeScalars.contains(where: { $0.value > 0xFF }) {
            problem = problem ?? (member, row)
          }
        }
      }
      if let (member, row) = problem { throw wrong(member, row, "a character is not in Latin-1") }
      // An archive without rows may name any length.
      let made = cells.texts(encoding, least: min(column.array.dimensions.last ?? 1, 1 << 16), rows: rows) { text in
        encoding == .latin1 ? text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } : Array(text.utf8)
      }
      let length = made.array.dimensions.last ?? 1
      return .init(
        name: column.name, array: ArchivedArray(.text(encoding), column.array.dimensions.dropLast() + [length]),
        bytes: made.bytes, conditions: conditions)
    case .number(let type):
      let form = CSVForm(column.array, name: column.name)
      return .init(
        name: column.name, array: column.array, bytes: try bytes(cells, form, rows, "a value of the type \(type.name)"),
        conditions: conditions)
    }
  }

  /// - Parameter fits: whether the bytes of a cell are a value after all.
  private func bytes(
    _ cells: CSVColumn, _ form: CSVForm, _ rows: [Int], _ words: String, fits: ([UInt8]) -> Bool = { _ in true }
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    for row in rows {
      for member in cells.members {
        guard let own = form.bytes(of: member.texts[row]), fits(own) else {
          throw wrong(member, row, "'\(TerminalText.escaped(String(member.texts[row].prefix(40))))' is not \(words)")
        }
        bytes += own
      }
    }
    return bytes
  }

  private func wrong(_ column: CSVTexts, _ row: Int, _ reason: String) -> TableError {
    TableError(
      description: "line \(lines[row]) of the CSV, column '\(TerminalText.escaped(column.name))': \(reason)")
  }

  private func refused(_ column: TableColumn, _ reason: String) -> TableError {
    TableError(description: "the CSV's column '\(TerminalText.escaped(column.name))': \(reason)")
  }
}

extension ArchiveTable {
  /// The column whose integers hold a bit-field: the nearest group before it.
  fileprivate func group(of column: Int) -> Int? {
    columns[column].part == nil ? nil : columns[..<column].lastIndex(where: \.isGroup)
  }
}

extension TableColumn {
  /// Why cells of the column cannot become bytes again; nil if they can.
  fileprivate func reasonAgainstCSV(in table: ArchiveTable) -> String? {
    if !links.isEmpty { return "it has links of a graph, which CSV cannot give back; use JSON" }
    for condition in conditions where table.columns.indices.contains(condition.column) {
      let tag = table.columns[condition.column]
      if tag.elementsPerRow != 1 { return "it is a member of unions in an array, which CSV cannot give back; use JSON" }
    }
    if case .number(let type) = array.element, type.shape != .single {
      return "it has vectors or complex numbers, which CSV cannot give back; use JSON"
    }
    return nil
  }

  /// Whether the text of its cells alone gives a column that generated code reads as this one.
  fileprivate var isInferable: Bool {
    guard links.isEmpty, conditions.isEmpty else { return false }
    if part != nil { return true }
    switch array.element {
    case .text: return true
    case .number(let type):
      if type.shape != .single { return false }
      switch type.number {
      case .bool, .floating(.double): return true
      case .integer(let bits, _): return bits <= 64 && ![.decimal, .url].contains(FoundationPart(column: name))
      default: return false
      }
    }
  }
}

/// Which columns a CSV and the table that it follows do not both have.
package struct CSVDifference {
  /// A sentence; nil if both have the same.
  package let words: String?

  package init(_ made: TableArchive, like table: ArchiveTable) {
    let names = made.columns.flatMap(\.shownNames)
    let own = Set(names.map(ExactText.init))
    let shown = table.shownColumns.map { table.columns[$0].name }
    let known = Set(shown.map(ExactText.init))
    func list(_ names: [String]) -> String {
      names.prefix(6).map { "'\(TerminalText.escaped($0))'" }.joined(separator: ", ") + (names.count > 6 ? ", …" : "")
    }
    let missing = shown.filter { !own.contains(ExactText($0)) }
    let new = names.filter { !known.contains(ExactText($0)) }
    let parts = [
      missing.isEmpty ? nil : "the CSV does not have the archive's columns \(list(missing))",
      new.isEmpty ? nil : "the archive does not have the CSV's columns \(list(new))",
    ].compactMap { $0 }
    words = parts.isEmpty ? nil : parts.joined(separator: "; ")
  }
}

/// What a table loses that is written as CSV and read again.
package struct CSVLosses {
  /// A sentence; nil if nothing is lost.
  package let words: String?

  package init(_ table: ArchiveTable) {
    func names(_ isWanted: (TableColumn) -> Bool) -> String? {
      let found = table.shownColumns.map { table.columns[$0] }.filter(isWanted)
      if found.isEmpty { return nil }
      return found.prefix(4).map { "'\(TerminalText.escaped($0.name))'" }.joined(separator: ", ")
        + (found.count > 4 ? " and \(found.count - 4) more" : "")
    }
    if let lost = names({ $0.reasonAgainstCSV(in: table) != nil }) {
      words =
        "CSV cannot be converted back with the columns \(lost), which have links, unions in arrays or vectors; JSON keeps everything"
    } else if let other = names({ !$0.isInferable }) {
      words = "converted back, the columns \(other) have their types only with '--like' and this archive"
    } else {
      words = nil
    }
  }
}
