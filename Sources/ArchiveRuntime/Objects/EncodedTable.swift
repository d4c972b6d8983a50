/// The objects of one class that are rows of a table. It is written when all that refers to them has been, so that one table has
/// all objects of a call.
///
/// New objects of a later call are in a table of that call. Those that are rows already are referred to where they are.
@usableFromInline
final class EncodedTable {
  let type: any ArchivableTable.Type
  /// The rows by the identity of their objects.
  private var places = ObjectIdentityTable()
  /// The objects of all rows. They are retained, because the identity of a freed object could be reused.
  private var rows: [AnyObject] = []
  /// The first row that is not written.
  private var first = 0
  /// The written tables: their first rows, and the numbers of their objects.
  private var written: [(first: Int, number: Int)] = []
  /// The numbers of the objects that stand for single rows.
  private var references: [Int: Int] = [:]
  /// The rows for which such an object is still to be written.
  private var waiting: [Int] = []
  private var arrays: [RowArray] = []
  /// Whether further objects are archived one by one, because some could not be rows.
  private(set) var isClosed = false
  /// Knows objects that have to be archived with keys of their own.
  private let observer: (any EncodingObserver)?

  /// The elements of an array that is still to be written.
  private struct RowArray {
    let number: Int
    let first: Int
    let count: Int
    /// nil for rows in their order.
    let list: [Int]?

    var rows: [Int] { list ?? Array(first..<first + count) }
  }

  init(_ type: any ArchivableTable.Type, _ observer: (any EncodingObserver)?) {
    (self.type, self.observer) = (type, observer)
  }

  func copy() -> EncodedTable {
    let copy = EncodedTable(type, observer)
    (copy.places, copy.rows, copy.first, copy.written) = (places, rows, first, written)
    (copy.references, copy.waiting, copy.arrays, copy.isClosed) = (references, waiting, arrays, isClosed)
    return copy
  }

  // MARK: Rows

  var isWritten: Bool { first == rows.count && waiting.isEmpty && arrays.isEmpty }

  func row(of object: ObjectIdentifier) -> Int? { places[object] }

  /// The place of an object in the table that is not written yet; nil if it has none.
  func unwrittenPlace(of object: AnyObject) -> Int? {
    guard let row = places[ObjectIdentifier(object)], row >= first else { return nil }
    return row - first
  }

  /// The object's row, which is a new one if it has none.
  ///
  /// - Returns: nil for an object that cannot be a row.
  @discardableResult
  func enter(_ object: AnyObject) -> Int? {
    let identity = ObjectIdentifier(object)
    if let known = places[identity] { return known }
    if observer?.hasUnknownKeys(object) == true { return nil }
    places[identity] = rows.count
    rows.append(object)
    return rows.count - 1
  }

  /// The number of the object that stands for the row.
  func reference(to row: Int, _ reserve: () -> Int) -> Int {
    if let known = references[row] { return known }
    let number = reserve()
    references[row] = number
    waiting.append(row)
    return number
  }

  /// The number of an array's object.
  ///
  /// - Returns: nil if an element is a row of a table that is written already, or none.
  func array(_ elements: [AnyObject], _ reserve: () -> Int) -> Int? {
    var (start, list): (Int, [Int]?) = (0, nil)
    for (index, element) in elements.enumerated() {
      guard let row = enter(element), row >= first else { return nil }
      if index == 0 { start = row }
      if list != nil {
        list?.append(row)
      } else if row != start + index {
        list = Array(start..<start + index) + [row]
      }
    }
    let number = reserve()
    arrays.append(RowArray(number: number, first: start, count: elements.count, list: list))
    return number
  }

  // MARK: Writing

  /// Puts the table, the arrays and the objects that stand for rows into the encoder's queue.
  ///
  /// - Throws: the errors of the class's own code.
  func write(in encoder: ObjectEncoder) throws {
    func writeNew<Row: ArchivableTable>(_ type: Row.Type) throws {
      if Row.hasLinks { follow(type) }
      guard first < rows.count else { return }
      let new = unsafeBitCast(first == 0 ? rows : Array(rows[first...]), to: [Row].self)
      if new.count < Int(UInt32.max), let columns = try WrittenColumns.columns(of: new, in: self) {
        write(new, columns, in: encoder)
      } else {
        try close(type, in: encoder)
      }
    }
    let type: any ArchivableTable.Type = type
    try writeNew(type)
    writeReferences(in: encoder)
  }

  /// Writes the objects that stand for rows.
  func writeReferences(in encoder: ObjectEncoder) {
    guard !waiting.isEmpty else { return }
    let classNumber = encoder.types.number(
      [ArchivedClass.name(of: type) + TableKey.rowSuffix, "NSObject"], into: &encoder.sink)
    for row in waiting {
      guard let table = written.last(where: { $0.first <= row }), let number = references[row] else { continue }
      let fields = [
        (key: TableKey.row, value: encoder.sink.writer.integer(Int64(row - table.first + 1))),
        (key: TableKey.table, value: encoder.sink.writer.uid(table.number)),
      ]
      encoder.sink.setObject(number, fields, class: classNumber)
    }
    waiting = []
  }

  /// Enters the objects to which rows link, and those to which these do.
  private func follow<Row: ArchivableTable>(_ type: Row.Type) {
    var next = first
    while next < rows.count {
      unsafeDowncast(rows[next], to: type).archiveLinks(in: TableLinks(table: self))
      next += 1
    }
  }

  private func write<Row: ArchivableTable>(_ new: [Row], _ columns: WrittenColumns, in encoder: ObjectEncoder) {
    // An array of all rows in their order is the table itself.
    let start = first
    let whole = arrays.firstIndex { array in array.list == nil && array.first == start && array.count == new.count }
    let number: Int
    if let whole { number = arrays.remove(at: whole).number } else { number = encoder.sink.reserveObject() }
    encoder.enqueue(TableObject<Row>(new, columns), number)
    for array in arrays {
      let rows = array.rows.map { UInt32(truncatingIfNeeded: $0 - start + 1) }
      encoder.enqueue(TableRows<Row>(table: number, rows: rows), array.number)
    }
    arrays = []
    written.append((first, number))
    first = rows.count
  }

  /// Archives the objects one by one, and all that follow.
  ///
  /// - Throws: `notArchivable`.
  private func close<Row: ArchivableTable>(_ type: Row.Type, in encoder: ObjectEncoder) throws {
    isClosed = true
    let objects = rows[first...]
    let numbers = objects.indices.map { references.removeValue(forKey: $0) ?? encoder.sink.reserveObject() }
    for (object, number) in zip(objects, numbers).reversed() {
      try encoder.enqueue(unsafeDowncast(object, to: type), number)
    }
    for array in arrays {
      encoder.setCollection(
        array.number, .array, [(CollectionKey.objects, array.rows.map { numbers[$0 - first] })])
    }
    arrays = []
    waiting.removeAll { $0 >= first }
    places.keep { $0 < first }
    rows.removeSubrange(first...)
  }

  // MARK: Undoing failed calls

  /// The state between two calls.
  struct Mark {
    fileprivate let rowCount: Int
    fileprivate let tableCount: Int
    fileprivate let isClosed: Bool
  }

  var mark: Mark { Mark(rowCount: rows.count, tableCount: written.count, isClosed: isClosed) }

  func takeBack(to mark: Mark, _ objectCount: Int) {
    rows.removeSubrange(mark.rowCount...)
    places.keep { $0 < mark.rowCount }
    first = mark.rowCount
    written.removeSubrange(mark.tableCount...)
    references = references.filter { $0.value < objectCount }
    (waiting, arrays, isClosed) = ([], [], mark.isClosed)
  }
}
