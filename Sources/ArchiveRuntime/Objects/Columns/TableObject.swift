// The objects of which a table consists in an archive. None of them is an object of the program: that is the row.

/// The objects of a class as columns: an object with the keys `[]`, `[].x` and so on, like an array of structs. It is also the
/// array of all rows in their order.
struct TableObject<Row: ArchivableTable>: RowsComposite {
  static var suffix: String { "[]" }
  static var rowNames: (name: String, earlier: [String]) { Row.classNames }

  let objects: [Row]
  private var columns: WrittenColumns?

  init(_ objects: [Row], _ columns: WrittenColumns) { (self.objects, self.columns) = (objects, columns) }

  func encode(to encoder: ObjectEncoder) throws {
    encoder.sink.cost.add(objects.count &* Row.rowCost)
    try columns?.write(in: encoder, typeName: Row.classNames.name, identity: Row.archivedIdentity)
  }

  init(from decoder: ObjectDecoder) throws { objects = try ColumnsSource(decoder).objects(of: Row.self, decoder) }
}

/// An array of rows: `table`, and the rows as a column of numbers from 1.
struct TableRows<Row: ArchivableTable>: RowsComposite {
  static var suffix: String { "[rows]" }
  static var rowNames: (name: String, earlier: [String]) { Row.classNames }

  let table: Int
  let rows: [UInt32]

  init(table: Int, rows: [UInt32]) { (self.table, self.rows) = (table, rows) }

  func encode(to encoder: ObjectEncoder) throws {
    encoder.sink.cost.add(rows.count &* 2 &* MemoryLayout<Int>.stride)
    try encoder.put(ArchivedReference(number: table), forKey: TableKey.table)
    try WrittenColumns.columns(ofNumbers: rows, TableKey.row).write(in: encoder)
  }

  init(from decoder: ObjectDecoder) throws {
    table = try decoder.reference(forKey: TableKey.table).number
    rows = try ColumnsSource(decoder).numbers(TableKey.row)
  }
}

extension ArchivableTable {
  fileprivate static var classNames: (name: String, earlier: [String]) {
    (ArchivedClass.name(of: Self.self), (try? ArchivedClass.of(Self.self))?.earlierNames ?? [])
  }
}
