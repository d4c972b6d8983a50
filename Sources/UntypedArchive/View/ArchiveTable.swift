@_spi(GeneratedCode) import ArchiveRuntime

/// An array of records that is stored as columns: what its description and its columns say.
package struct ArchiveTable {
  /// Its key, or the name of a graph's table.
  package let name: String
  /// The dimensions of the array; one for a table of a graph.
  package private(set) var dimensions: [Int]
  /// The number of rows that the columns confirm; 0 if none has any bytes.
  package private(set) var rowCount: Int
  /// The number of rows that the description names.
  package private(set) var describedCount: Int
  package private(set) var columns: [TableColumn]

  /// The columns that were asked for; nil for all.
  package var selected: [Int]?

  package var hasConditions: Bool { columns.contains { !$0.conditions.isEmpty } }
  /// The columns to show: in place of a group of bit-fields its parts.
  package var shownColumns: [Int] {
    selected ?? columns.indices.filter { columns[$0].part != nil || !columns[$0].isGroup }
  }

  /// The shown columns that cannot be read, each with the reason.
  package var damage: [String] {
    shownColumns.compactMap { index in
      columns[index].problem.map { "the column '\(columns[index].name)' cannot be read: \($0)" }
    }
  }

  /// Takes what is said of the columns' numbers.
  ///
  /// - Parameter prefix: what stands before a column's name in a key of the type.
  mutating func take(_ names: ValueNames, type: String?, prefix: String) {
    for index in columns.indices where columns[index].links.isEmpty {
      guard let reading = names.reading(type: type, key: prefix + columns[index].name) else { continue }
      columns[index].reading = reading
    }
  }

  /// - Parameter data: the bytes that the archive has for a column; nil if it has none.
  package init(
    name: String, _ description: ColumnsDescription,
    data: (String) throws(ArchiveError) -> Range<Int>?
  ) throws(ArchiveError) {
    self.name = name
    dimensions = description.dimensions
    let described = Description.product(description.dimensions)
    describedCount = described ?? .max
    var columns: [TableColumn] = []
    var isConfirmed = false
    for column in description.columns {
      var made = TableColumn(column, try data(column.stored.name))
      if let described { made.check(rows: described) } else { made.problem = "the count overflows" }
      if made.conditions.isEmpty, made.problem == nil, !made.bytes.isEmpty { isConfirmed = true }
      columns.append(made)
    }
    for index in columns.indices where columns[index].conditions.contains(where: { $0.column >= index }) {
      columns[index].problem = "its condition refers to a later column"
    }
    self.columns = columns
    rowCount = isConfirmed ? described ?? 0 : 0
  }
}

extension ArchiveTable {
  /// The table with one of its rows alone.
  package func only(row: Int, in bytes: UnsafeRawBufferPointer) -> ArchiveTable {
    var cursor = TableCursor(self, in: bytes)
    cursor.skip(to: row)
    var table = self
    (table.dimensions, table.rowCount, table.describedCount) = ([1], 1, 1)
    for index in columns.indices {
      guard let cell = cursor.cell(index) else { continue }
      table.columns[index].bytes = cell.offset..<(cell.offset + cell.count * columns[index].elementSize)
    }
    return table
  }

  /// The table with one element of a table of one row and one selected column, or all elements below it if it has several dimensions.
  ///
  /// - Parameter dimensions: those of the row's elements.
  package func element(_ place: Int, _ dimensions: [Int]) -> ArchiveTable? {
    guard rowCount == 1, let index = selected?.first, let count = dimensions.first, place < count else { return nil }
    var table = self
    table.columns = [columns[index].element(place, dimensions)]
    table.selected = [0]
    return table
  }
}

/// One column: the values of one field for all rows.
package struct TableColumn {
  package fileprivate(set) var name: String
  /// Type and dimensions within a row.
  package fileprivate(set) var array: ArchivedArray
  package fileprivate(set) var conditions: [ColumnsDescription.Condition]
  /// The graph's tables that its links refer to.
  package let links: [Int]
  /// For a bit-field of a group: its place in the integers of `stored`.
  package let part: GroupPart?
  /// What the bytes are: for a part the group's integers.
  package fileprivate(set) var stored: ArchivedArray
  package let isGroup: Bool
  /// Where the values are in the file.
  package fileprivate(set) var bytes: Range<Int>
  /// Why the values cannot be read.
  package var problem: String?
  /// What headers say of its numbers, or its name: dates of Swift structs.
  package var reading: ValueNames.Reading?

  init(_ column: ColumnsDescription.Column, _ data: Range<Int>?) {
    name = column.name
    array = column.array
    conditions = column.conditions
    links = column.tables
    part = column.group?.part
    stored = column.stored.array
    isGroup = !column.parts.isEmpty
    bytes = data ?? 0..<0
    if data == nil { problem = "the archive has no bytes for it" }
    if FoundationPart(column: name) == .date, array == ArchivedArray(.number(.f64), []) { reading = .referenceTime }
  }

  /// Whether each row is a UUID.
  package var isUUID: Bool {
    stored == ArchivedArray(.number(.u8), [16]) && part == nil && links.isEmpty && FoundationPart(column: name) == .uuid
  }

  /// A column of a graph's table that has no description of its own.
  init(name: String, array: ArchivedArray, bytes: Range<Int>) {
    (self.name, self.array, self.stored, self.bytes) = (name, array, array, bytes)
    (conditions, links, part, isGroup) = ([], [], nil, false)
  }

  fileprivate func element(_ place: Int, _ dimensions: [Int]) -> TableColumn {
    var column = self
    let rest = Array(dimensions.dropFirst())
    column.name += "[\(place)]"
    column.conditions = []
    column.array = array.with(rest)
    column.stored = stored.with(rest)
    let size = (Description.product(rest) ?? 0) * elementSize
    let start = bytes.lowerBound + place * size
    column.bytes = start..<(start + size)
    return column
  }

  /// The size in bytes of one element: a number, or a text.
  package var elementSize: Int { stored.elementSize }

  /// The number of elements in a row.
  package var elementsPerRow: Int {
    switch stored.element {
    case .number: Description.product(stored.dimensions) ?? 0
    case .text:
      // Texts without bytes confirm no count.
      min(Description.product(stored.dimensions.dropLast()) ?? 0, elementSize == 0 ? 1 : .max)
    }
  }

  /// The dimensions of its elements within a row.
  package var rowDimensions: [Int] { stored.rowDimensions }

  /// The number at an offset of the file, of a bit-field in its group's integer; nil for a text.
  package func number(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> ElementNumber? {
    guard case .number(let type) = stored.element else { return nil }
    let number = ElementNumber(type.number, bytes, at: offset, order: .little)
    return part.map { $0.number(in: number.bits ?? 0) } ?? number
  }

  /// The type as the description has it: `u16[2]`, `u3`.
  package var typeName: String { array.name }

  fileprivate mutating func check(rows: Int) {
    guard problem == nil else { return }
    guard let size = stored.byteCount else { return problem = "its size overflows" }
    if conditions.isEmpty {
      guard let expected = Description.product([rows, size]) else { return problem = "its size overflows" }
      if bytes.count != expected {
        problem = "it has \(NumberText.counted(bytes.count, "byte")) where \(expected) are described"
      }
    } else if size == 0 || bytes.count % size != 0 {
      problem = "it has \(NumberText.counted(bytes.count, "byte")), no multiple of \(size)"
    }
  }
}

extension ArchivedArray {
  /// The size in bytes of one element: a number, or a text.
  package var elementSize: Int {
    switch element {
    case .number(let type): type.archivedSize
    case .text: dimensions.last ?? 0
    }
  }

  /// The dimensions without the length of texts, each of which is one element.
  package var rowDimensions: [Int] {
    if case .text = element { return dimensions.dropLast() }
    return dimensions
  }

  /// The same elements in other dimensions.
  package func with(_ rowDimensions: [Int]) -> ArchivedArray {
    if case .text = element { return ArchivedArray(element, rowDimensions + dimensions.suffix(1)) }
    return ArchivedArray(element, rowDimensions)
  }

  /// The characters of a fixed array: up to the first zero.
  package static func text(_ bytes: some Sequence<UInt8>, _ encoding: TextEncoding) -> String {
    let text = Array(bytes.prefix { $0 != 0 })
    switch encoding {
    case .utf8: return String(decoding: text, as: UTF8.self)
    case .latin1: return String(String.UnicodeScalarView(text.map { Unicode.Scalar($0) }))
    }
  }
}
