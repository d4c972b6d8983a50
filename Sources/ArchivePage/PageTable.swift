@_spi(GeneratedCode) import ArchiveRuntime
import ArchiveInspection
import UntypedArchive

/// A table of the page. In the page's document it is
///
///     {"name", "kind": "records"|"graph"|"numbers", "node", "rows", "parts",
///      "pieces": [[first row, number of rows], …],
///      "columns": [{"name", "type", "element", "dims", "link": [tables], "part": [column of the group, lowest bit, width, 0|1 signed],
///                   "when": [[column, 1 equals|0 not, ["value", …]], …], "order": "big", "missing": "why", "names": {"number": "enumerator"}, "reading": "unix"|"2001",
///                   "space", "pieces": [[offset, length], …]}, …]}
///
/// Column pieces are the bytes of the table's pieces. Without the table's pieces the page has all rows. The types are those
/// of FORMAT.md, and "texts" for texts that each end with a zero, "blobs" for bytes whose lengths are in the column
/// "lengths". Columns and tables count from 0, links from 1 as in the archive.
/// A type is for people; a column of another type than these two has the "element" of PageElement.swift.
struct PageTable {
  enum Kind: String { case records, graph, numbers }

  struct Column {
    enum Contents {
      /// The same number of bytes in each row.
      case fixed(bytesPerRow: Int)
      /// Members of unions: `TableCursor` finds their rows.
      case conditional
      case texts
      case blobs(lengths: Range<Int>)
    }

    let name: String
    let type: String
    /// nil for texts and blobs.
    var element: ArchivedArray.Element?
    var dimensions: [Int] = []
    var links: [Int] = []
    var part: (group: Int, part: GroupPart)?
    var conditions: [ColumnsDescription.Condition] = []
    var isBigEndian = false
    var reading: ValueNames.Reading?
    var missing: String?
    var bytes: Range<Int>
    var contents: Contents
    /// The bytes that the page has, for each piece of the table.
    var pieces: [Range<Int>] = []
  }

  let name: String
  let kind: Kind
  var node = -1
  let rows: Int
  var parts = 0
  var columns: [Column] = []
  /// What finds the rows of conditional columns, in the bytes from `offset` on.
  var source: ArchiveTable?
  /// The place of its list.
  private(set) var space = 0
  private(set) var offset = 0
  /// The rows that the page has.
  var pieces: [Range<Int>]

  private init(name: String, kind: Kind, rows: Int) {
    (self.name, self.kind, self.rows) = (name, kind, rows)
    pieces = [0..<rows]
  }

  /// - Parameter firstTable: the index in the page of the first table that links count from.
  init(_ table: ArchiveTable, name: String, kind: Kind, firstTable: Int = 0) {
    self.init(name: name, kind: kind, rows: table.rowCount)
    source = table
    var group = 0
    for (index, column) in table.columns.enumerated() {
      if column.isGroup { group = index }
      var made = Column(
        name: column.name, type: column.array.elementName, element: column.array.element,
        dimensions: column.array.dimensions, links: column.links.map { firstTable + $0 },
        bytes: column.problem == nil ? column.bytes : 0..<0,
        contents: column.conditions.isEmpty
          ? .fixed(bytesPerRow: column.elementsPerRow * column.elementSize) : .conditional)
      made.conditions = column.conditions
      made.missing = column.problem
      made.reading = column.reading
      if let part = column.part { made.part = (group, part) }
      columns.append(made)
    }
  }

  /// Numbers or texts under one key: the first dimension is that of the rows.
  init(numbers array: DescribedArray, name: String, node: Int) {
    var dimensions = array.array.dimensions
    if case .text = array.array.element, dimensions.count == 1 { dimensions.insert(1, at: 0) }
    // Without bytes no number of rows is confirmed.
    self.init(name: name, kind: .numbers, rows: array.bytes.isEmpty ? 0 : dimensions.first ?? 1)
    self.node = node
    let rest = Array(dimensions.dropFirst())
    var column = Column(
      name: "value", type: array.array.elementName, element: array.array.element, dimensions: rest, bytes: array.bytes,
      contents: .fixed(bytesPerRow: rows == 0 ? 0 : array.bytes.count / rows))
    column.isBigEndian = array.order == .big
    columns = [column]
  }

  /// A table of a graph.
  init(_ table: GraphTables.Table, name: String, firstTable: Int) {
    switch table.content {
    case .records(let records):
      self.init(records, name: name, kind: .graph, firstTable: firstTable)
    case .numbers(let column):
      let size = column.elementsPerRow * column.elementSize
      let isWhole = size > 0 && column.bytes.count == Description.product([table.rowCount, size])
      self.init(name: name, kind: .graph, rows: isWhole ? table.rowCount : 0)
      columns = [
        Column(
          name: column.name, type: column.array.elementName, element: column.array.element,
          dimensions: column.array.dimensions, missing: isWhole ? nil : "its bytes do not fit the number of rows",
          bytes: isWhole ? column.bytes : 0..<0,
          contents: .fixed(bytesPerRow: size))
      ]
    case .texts(let bytes):
      // Every text takes a byte at least.
      self.init(name: name, kind: .graph, rows: min(table.rowCount, bytes.count))
      columns = [Column(name: "utf8", type: "texts", bytes: bytes, contents: .texts)]
    case .handles(let lengths, let bytes):
      self.init(name: name, kind: .graph, rows: min(table.rowCount, lengths.count / 8))
      columns = [
        Column(
          name: "length", type: "u64", element: .number(.u64),
          bytes: lengths.lowerBound..<(lengths.lowerBound + rows * 8),
          contents: .fixed(bytesPerRow: 8)),
        Column(name: "bytes", type: "blobs", bytes: bytes, contents: .blobs(lengths: lengths)),
      ]
    case .missing: self.init(name: name, kind: .graph, rows: 0)
    }
  }

  /// The table of a list within data: its bytes are those of the space.
  mutating func place(in list: PageList) {
    (space, offset) = (list.space, list.offset)
    func placed(_ range: Range<Int>) -> Range<Int> { (range.lowerBound + offset)..<(range.upperBound + offset) }
    for index in columns.indices {
      columns[index].bytes = placed(columns[index].bytes)
      if case .blobs(let lengths) = columns[index].contents {
        columns[index].contents = .blobs(lengths: placed(lengths))
      }
    }
  }

  var isSampled: Bool { pieces != [0..<rows] }

  func write(to json: PageJSON) {
    json.raw("{\"name\":")
    json.text(name)
    json.raw(",\"kind\":\"\(kind.rawValue)\",\"node\":\(node),\"rows\":\(rows)")
    if parts > 0 { json.raw(",\"parts\":\(parts)") }
    if isSampled {
      json.key("pieces")
      json.list(pieces) { json.raw("[\($0.lowerBound),\($0.count)]") }
    }
    json.key("columns")
    json.list(columns) { $0.write(to: json, space: space) }
    json.raw("}")
  }
}

extension PageTable.Column {
  func write(to json: PageJSON, space: Int) {
    json.raw("{\"name\":")
    json.text(name)
    json.raw(",\"type\":\"\(type)\"")
    if let element {
      json.key("element")
      element.write(to: json)
    }
    func numbers(_ key: String, _ values: [Int]) {
      guard !values.isEmpty else { return }
      json.key(key)
      json.list(values) { json.raw(String($0)) }
    }
    numbers("dims", dimensions)
    numbers("link", links)
    if let (group, part) = part { numbers("part", [group, part.position, part.width, part.isSigned ? 1 : 0]) }
    if !conditions.isEmpty {
      json.key("when")
      json.list(conditions) { condition in
        json.raw("[\(condition.column),\(condition.isExclusion ? 0 : 1),")
        json.list(condition.values) { json.raw("\"\($0)\"") }
        json.raw("]")
      }
    }
    if isBigEndian { json.raw(",\"order\":\"big\"") }
    switch reading {
    case .unixTime?: json.raw(",\"reading\":\"unix\"")
    case .referenceTime?: json.raw(",\"reading\":\"2001\"")
    case .enumerators(let names)?:
      json.key("names")
      json.raw("{")
      for (place, entry) in names.sorted(by: { $0.key < $1.key }).enumerated() {
        json.key("\(entry.key)", isFirst: place == 0)
        json.text(entry.value)
      }
      json.raw("}")
    case nil: break
    }
    if case .blobs = contents { json.raw(",\"lengths\":0") }
    if space > 0 { json.raw(",\"space\":\(space)") }
    if let missing {
      json.key("missing")
      json.text(missing)
    }
    json.key("pieces")
    json.list(part == nil ? pieces : []) { json.raw("[\($0.lowerBound),\($0.count)]") }
    json.raw("}")
  }
}

/// A graph of the page: `{"name", "tables": [indices], "roots": [[table, row from 1], …]}`.
struct PageGraph {
  let name: String
  let tables: Range<Int>
  let roots: [Int]

  func write(to json: PageJSON) {
    json.raw("{\"name\":")
    json.text(name)
    json.key("tables")
    json.list(tables) { json.raw(String($0)) }
    json.key("roots")
    json.list(roots) { json.raw("[\(tables.lowerBound),\($0)]") }
    json.raw("}")
  }
}

extension ArchivedArray {
  /// The name without dimensions: `u16`, `utf8`.
  var elementName: String { String(name.prefix { $0 != "[" }) }
}
