/// The columns of one array before they are written.
@usableFromInline
final class WrittenColumns {
  /// Of some rows.
  @usableFromInline
  struct Place {
    fileprivate var prefix = ""
    fileprivate var conditions = ""

    fileprivate init() {}

    @usableFromInline func nested(_ key: String) -> Place {
      var inner = self
      inner.prefix += key + "."
      return inner
    }
  }

  private struct Column {
    let name: String
    let rowByteCount: Int
    let type: ArchivedArray
    /// The number of values.
    let count: Int
    var byteCount: Int { count * rowByteCount }
    /// Writes some of the values.
    let fill: (UnsafeMutableRawPointer, Range<Int>) -> Void
  }

  private let count: Int
  private var lines = ""
  private var columns: [Column] = []
  /// What reading takes beside the columns' bytes and the elements.
  private var cost = 0
  /// Whether the texts can be archived with one length for all, and in not much more space than their own.
  private var isFit = true

  /// Knows the rows of objects.
  private let table: EncodedTable?

  private static let blockCount = 256

  private init(count: Int, _ table: EncodedTable?) { (self.count, self.table) = (count, table) }

  /// The columns of the elements; nil where they have to be archived one by one.
  ///
  /// - Parameter table: the table whose rows the elements are; nil for values, which have no identity.
  /// - Throws: the errors of the type's own code.
  static func columns<Row: ColumnCoded>(of rows: [Row], in table: EncodedTable? = nil) throws -> WrittenColumns? {
    let columns = WrittenColumns(count: rows.count, table)
    try Row.encodeColumns(to: ColumnsEncoder(rows, columns, Place()))
    return columns.isFit ? columns : nil
  }

  /// One column of numbers.
  static func columns(ofNumbers numbers: [UInt32], _ name: String) -> WrittenColumns {
    let columns = WrittenColumns(count: numbers.count, nil)
    columns.add(name, UInt32.columnElement, count: numbers.count, at: Place()) { target, range in
      for (place, index) in range.enumerated() {
        target.storeBytes(of: numbers[index], toByteOffset: place * 4, as: UInt32.self)
      }
    }
    return columns
  }

  func add(
    _ key: String, _ type: ArchivedArray, count: Int, links: String = "", at place: Place,
    _ fill: @escaping (UnsafeMutableRawPointer, Range<Int>) -> Void
  ) {
    let name = place.prefix + key
    // Interpolation would make two more texts of each line.
    lines += "\n"
    lines += place.conditions
    type.appendName(to: &lines)
    lines += links
    lines += " "
    lines += name
    columns.append(Column(name: name, rowByteCount: type.byteCount ?? 0, type: type, count: count, fill: fill))
  }

  @usableFromInline
  func add(
    _ key: String, _ element: ColumnElement, count: Int, at place: Place,
    _ fill: @escaping (UnsafeMutableRawPointer, Range<Int>) -> Void
  ) {
    guard table != nil else { return add(key, element.array, count: count, at: place, fill) }
    // Objects may change before the columns are written.
    let size = element.array.byteCount ?? 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count * size) { buffer, filled in
      if let start = buffer.baseAddress { fill(UnsafeMutableRawPointer(start), 0..<count) }
      filled = count * size
    }
    add(key, element.array, count: count, at: place) { target, range in
      bytes[range.lowerBound * size..<range.upperBound * size].withUnsafeBytes { bytes in
        if let start = bytes.baseAddress { target.copyMemory(from: start, byteCount: bytes.count) }
      }
    }
  }

  @usableFromInline
  func add(_ key: String, presence flags: [UInt8], at place: Place) -> Place {
    var inner = place
    inner.conditions += "@\(columns.count + 1)=1 "
    cost += flags.count * MemoryLayout<Int>.stride
    add(ColumnNames.presence(of: key), Bool.columnElement, count: flags.count, at: place) { target, range in
      flags.withUnsafeBytes { bytes in
        if let start = bytes.baseAddress {
          target.copyMemory(from: start + range.lowerBound, byteCount: range.count)
        }
      }
    }
    return inner
  }

  /// Has the elements archived one by one.
  func refuse() { isFit = false }

  /// The number of the object's row, from 1; 0 for nil.
  @usableFromInline
  func link(to object: AnyObject?) -> UInt32 {
    guard let object else { return 0 }
    // A row of a table that is written already, or an object that only such references lead to, has no number here.
    guard let place = table?.unwrittenPlace(of: object) else {
      refuse()
      return 0
    }
    return UInt32(truncatingIfNeeded: place + 1)
  }

  @usableFromInline
  func add(_ key: String, links: [UInt32], at place: Place) {
    guard isFit else { return }
    add(key, UInt32.columnElement.array, count: links.count, links: "&1", at: place) { target, range in
      links[range].withUnsafeBytes { bytes in
        if let start = bytes.baseAddress { target.copyMemory(from: start, byteCount: bytes.count) }
      }
    }
  }

  /// Texts of one length: shorter ones end with zeros, so that none may contain one.
  @usableFromInline
  func add(_ key: String, texts: [String], at place: Place, costOfEach: Int = 0) {
    guard isFit else { return }
    var (width, byteCount) = (1, 0)
    for var text in texts {
      let (length, hasZero) = text.withUTF8 { ($0.count, $0.contains(0)) }
      width = max(width, length)
      byteCount += length
      if hasZero { return isFit = false }
    }
    guard admits(width, count: texts.count, byteCount: byteCount, costOfEach: costOfEach) else { return }
    let length = width
    add(key, ArchivedArray(.text(.utf8), [length]), count: texts.count, at: place) { target, range in
      for (place, index) in range.enumerated() {
        var text = texts[index]
        let start = target + place * length
        text.withUTF8 { bytes in
          if let address = bytes.baseAddress { start.copyMemory(from: address, byteCount: bytes.count) }
          (start + bytes.count).initializeMemory(as: UInt8.self, repeating: 0, count: length - bytes.count)
        }
      }
    }
  }

  /// Whether values can have one length, in not much more space than their own. Otherwise the elements are archived one by one.
  func admits(_ width: Int, count: Int, byteCount: Int, costOfEach: Int) -> Bool {
    guard isFit else { return false }
    // An element of its own takes some sixty bytes in an archive.
    isFit = width * count <= 4 * byteCount + 64 * count
    cost += (width + costOfEach) * count
    return isFit
  }

  /// Writes the columns into the current object.
  ///
  /// - Throws: `duplicateKey` for two columns of one name; `cancelled`.
  ///
  /// - Parameters:
  ///   - typeName: The archived name of the rows' type.
  ///   - identity: The keys that tell rows from each other.
  func write(in encoder: ObjectEncoder, typeName: String = "", identity: [String] = []) throws {
    encoder.sink.cost.add(cost)
    if !identity.isEmpty {
      encoder.sink.tell(
        [RecordPlan.IdentifiedKey(key: "", typeName: typeName, identity: identity)], behind: encoder.sink.prefix)
    }
    encoder.sink.observer?.wrote(columns: encoder.sink.prefix + "[]", in: encoder.sink.objectNumber)
    try encoder.sink.key("[]")
    encoder.sink.description(ColumnsDescription.firstLine([count]) + lines)
    // With room for what follows the columns, so that they are not copied when the archive is finished.
    encoder.sink.writer.reserve(columns.reduce(4_000 + 64 * columns.count) { $0 &+ $1.byteCount })
    try encoder.sink.columns(keys: { "[]." + columns[$0].name }, [data])
    try encoder.countWork()
  }

  private var data: DataColumns {
    DataColumns(
      rowCount: columns.map(\.count).max() ?? 0,
      columns.map { DataColumns.Column(byteCount: $0.byteCount, rowByteCount: $0.rowByteCount) }
    ) { [columns] rows, targets in
      // A block of rows stays in the first-level cache while each of its properties is copied.
      for start in stride(from: rows.lowerBound, to: rows.upperBound, by: Self.blockCount) {
        let end = min(start + Self.blockCount, rows.upperBound)
        // By index: of a few rows most of the time would go into copies of the columns.
        for place in columns.indices where start < columns[place].count {
          let block = start..<min(end, columns[place].count)
          columns[place].fill(targets[place], block)
          if ByteOrder.host == .big {
            let type = columns[place].type
            ByteOrder.reverse(targets[place], ArchivedArray(type.element, [block.count] + type.dimensions))
          }
          targets[place] += block.count * columns[place].rowByteCount
        }
      }
    }
  }
}

enum ColumnNames {
  /// The column that tells which rows have a value of an optional property.
  static func presence(of name: String) -> String { name + "?" }
}
