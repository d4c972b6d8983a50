@_spi(GeneratedCode) import ArchiveRuntime
import UntypedArchive

/// One cell of a table in words.
package struct CellText {
  package let table: ArchiveTable
  private let bytes: UnsafeRawBufferPointer
  private let graph: GraphTables?
  private let partCounts: [Int]

  package init(_ table: ArchiveTable, of graph: GraphTables? = nil, in bytes: UnsafeRawBufferPointer) {
    self.table = table
    self.bytes = bytes
    self.graph = graph
    partCounts = graph?.partCounts(in: bytes) ?? []
  }

  /// - Returns: nil where the row has no value in the column.
  package func text(_ column: Int, _ cursor: borrowing TableCursor, limit: Int = 16) -> String? {
    guard let cell = cursor.cell(column), cell.isLive else { return nil }
    let own = table.columns[column]
    if let uuid = uuid(own, at: cell.offset, count: cell.count) { return uuid }
    let size = own.elementSize
    let shown = (0..<min(cell.count, limit)).map { element(own, at: cell.offset + $0 * size) }
    if cell.count == 1, own.rowDimensions.isEmpty { return shown[0] }
    return "[" + shown.joined(separator: ", ") + (cell.count > shown.count ? ", …" : "") + "]"
  }

  /// The UUID that a cell is; nil for other columns.
  package func uuid(_ column: TableColumn, at offset: Int, count: Int) -> String? {
    guard column.isUUID, count == 16 else { return nil }
    return ValueText.uuid(UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + 16)]))
  }

  /// The decimal whose digits a column has, with its name; nil for other columns.
  func decimal(_ column: Int, _ cursor: borrowing TableCursor) -> (name: String, text: String)? {
    let digits = ".NS.mantissa"
    let own = table.columns[column]
    guard own.name.hasSuffix(digits), own.typeName == "u128", own.links.isEmpty else { return nil }
    let name = String(own.name.dropLast(digits.utf8.count))
    func number(_ part: String) -> ElementNumber? {
      guard let index = table.columns.firstIndex(where: { $0.name.utf8.elementsEqual((name + part).utf8) }),
        let cell = cursor.cell(index), cell.count == 1
      else { return nil }
      return table.columns[index].number(bytes, at: cell.offset)
    }
    guard let mantissa = number(digits), let exponent = number(".NS.exponent")?.int64, -128...127 ~= exponent,
      let sign = number(".NS.negative")?.bits
    else { return nil }
    return (name, ValueText.decimal(mantissa.text, exponent: Int(exponent), isNegative: sign != 0))
  }

  /// One element of a cell.
  package func element(_ column: TableColumn, at offset: Int) -> String {
    if column.reading != nil, let number = column.number(bytes, at: offset),
      let text = NamedNumber.text(number, column.reading)
    {
      return text
    }
    if column.part != nil { return column.number(bytes, at: offset)?.text ?? "" }
    if !column.links.isEmpty, let link = column.number(bytes, at: offset)?.bits {
      return graph.map { $0.name($0.target(of: link, in: column.links, partCounts: partCounts)) } ?? Self.row(link)
    }
    return ValueText.element(column.stored, bytes, at: offset)
  }

  /// The row of its own table that a link leads to, as key paths have it: links count from 1, and rows from 0.
  static func row(_ link: UInt64) -> String { link == 0 ? "nil" : "[\(link - 1)]" }

  /// What a link's element leads to.
  package func target(_ column: TableColumn, at offset: Int) -> GraphTables.Target {
    guard let graph, let link = column.number(bytes, at: offset)?.bits else { return .none }
    return graph.target(of: link, in: column.links, partCounts: partCounts)
  }
}
