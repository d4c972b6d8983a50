/// Takes each property of the elements of an array, and writes it as a column.
///
/// Its generic calls are inlined into generated code, so that a column of numbers is filled by one loop over the elements.
@_documentation(visibility: internal)
public struct ColumnsEncoder<Row> {
  @usableFromInline let rows: [Row]
  @usableFromInline let columns: WrittenColumns
  /// Where the rows stand: the text before each column's name, and the conditions under which the rows exist.
  @usableFromInline let place: WrittenColumns.Place

  @usableFromInline init(_ rows: [Row], _ columns: WrittenColumns, _ place: WrittenColumns.Place) {
    (self.rows, self.columns, self.place) = (rows, columns, place)
  }

  // MARK: Values that every row has

  /// Archives numbers.
  ///
  /// - Throws: any error of the type's own code.
  @inlinable
  public func encode<Value: ColumnNumber>(forKey key: String, _ value: @escaping (Row) -> Value) throws {
    let rows = rows
    columns.add(key, Value.columnElement, count: rows.count, at: place) { target, range in
      rows.withUnsafeBufferPointer { rows in
        for (place, index) in range.enumerated() {
          target.storeBytes(
            of: value(rows[index]), toByteOffset: place &* MemoryLayout<Value>.size, as: Value.self)
        }
      }
    }
  }

  /// Archives numbers that are stored in the rows, by their places in memory. A closure is called for each number.
  ///
  /// - Throws: any error of the type's own code.
  public func encode<Value: ColumnNumber>(forKey key: String, _ property: KeyPath<Row, Value>) throws {
    // An observed property has no place.
    guard let offset = MemoryLayout<Row>.offset(of: property) else {
      return try encode(forKey: key) { $0[keyPath: property] }
    }
    columns.add(key, Value.columnElement, count: rows.count, at: place) { [rows] target, range in
      rows.withUnsafeBytes { bytes in
        guard let start = bytes.baseAddress, !range.isEmpty else { return }
        let stride = MemoryLayout<Row>.stride
        CopyKernel.gather(
          start + range.lowerBound * stride + offset, stride: stride, count: range.count,
          size: MemoryLayout<Value>.size, to: target)
      }
    }
  }

  /// Archives texts.
  ///
  /// - Throws: any error of the type's own code.
  @inlinable
  public func encode(forKey key: String, _ value: (Row) -> String) throws {
    columns.add(key, texts: rows.map(value), at: place)
  }

  /// Archives values that are archived as a number.
  ///
  /// - Throws: any error of the type's own code.
  @inlinable
  public func encode<Value: RawRepresentable>(forKey key: String, _ value: @escaping (Row) -> Value) throws
  where Value.RawValue: ColumnNumber { try encode(forKey: key) { value($0).rawValue } }

  /// Archives values that are archived as text.
  ///
  /// - Throws: any error of the type's own code.
  @inlinable
  public func encode<Value: RawRepresentable>(forKey key: String, _ value: (Row) -> Value) throws
  where Value.RawValue == String { columns.add(key, texts: rows.map { value($0).rawValue }, at: place) }

  /// Archives cases without values, as their names.
  ///
  /// - Throws: any error of the type's own code.
  @inlinable
  public func encode<Value: ArchivableEnumeration>(forKey key: String, _ value: (Row) -> Value) throws {
    columns.add(key, texts: rows.map { value($0).archivedCase }, at: place)
  }

  /// Archives structs, whose columns follow the key and a dot.
  ///
  /// - Throws: any error of the type's own code.
  @inlinable
  public func encode<Value: ArchivableColumns>(forKey key: String, _ value: (Row) -> Value) throws {
    try Value.encodeColumns(to: ColumnsEncoder<Value>(rows.map(value), columns, place.nested(key)))
  }

  /// Archives values of Foundation.
  ///
  /// - Throws: any error of the type's own code.
  @inlinable
  public func encode<Value: ColumnValue>(forKey key: String, _ value: @escaping (Row) -> Value) throws {
    try Value.encodeColumn(forKey: key, to: self, value)
  }

  /// The encoder for values whose columns follow the key and a dot.
  func nested<Value>(_ key: String, _ value: (Row) -> Value) -> ColumnsEncoder<Value> {
    ColumnsEncoder<Value>(rows.map(value), columns, place.nested(key))
  }

  // MARK: Values that some rows have

  /// Archives numbers, where there are any.
  ///
  /// - Throws: any error of the type's own code.
  @inlinable
  public func encode<Value: ColumnNumber>(forKey key: String, _ value: (Row) -> Value?) throws {
    try present(key, value).encode(forKey: key) { $0 }
  }

  /// Archives texts, where there are any.
  ///
  /// - Throws: any error of the type's own code.
  @inlinable
  public func encode(forKey key: String, _ value: (Row) -> String?) throws {
    try present(key, value).encode(forKey: key) { $0 }
  }

  /// Archives values that are archived as a number, where there are any.
  ///
  /// - Throws: any error of the type's own code.
  @inlinable
  public func encode<Value: RawRepresentable>(forKey key: String, _ value: (Row) -> Value?) throws
  where Value.RawValue: ColumnNumber { try present(key, value).encode(forKey: key) { $0.rawValue } }

  /// Archives values that are archived as text, where there are any.
  ///
  /// - Throws: any error of the type's own code.
  @inlinable
  public func encode<Value: RawRepresentable>(forKey key: String, _ value: (Row) -> Value?) throws
  where Value.RawValue == String { try present(key, value).encode(forKey: key) { $0.rawValue } }

  /// Archives cases without values, as their names, where there are any.
  ///
  /// - Throws: any error of the type's own code.
  @inlinable
  public func encode<Value: ArchivableEnumeration>(forKey key: String, _ value: (Row) -> Value?) throws {
    try present(key, value).encode(forKey: key) { $0.archivedCase }
  }

  /// Archives structs, whose columns follow the key and a dot, where there are any.
  ///
  /// - Throws: any error of the type's own code.
  @inlinable
  public func encode<Value: ArchivableColumns>(forKey key: String, _ value: (Row) -> Value?) throws {
    let present = present(key, value)
    try Value.encodeColumns(to: ColumnsEncoder<Value>(present.rows, columns, present.place.nested(key)))
  }

  /// Archives values of Foundation, where there are any.
  ///
  /// - Throws: any error of the type's own code.
  @inlinable
  public func encode<Value: ColumnValue>(forKey key: String, _ value: (Row) -> Value?) throws {
    try Value.encodeColumn(forKey: key, to: present(key, value)) { $0 }
  }

  /// Archives references to other objects of the table, as the numbers of their rows from 1; 0 is nil.
  ///
  /// - Throws: any error of the type's own code.
  @inlinable
  public func encode<Value: ArchivableTable>(forKey key: String, _ value: (Row) -> Value?) throws {
    columns.add(key, links: rows.map { columns.link(to: value($0)) }, at: place)
  }

  /// Adds the column that tells which rows have a value.
  ///
  /// - Returns: The encoder for the values that exist.
  @inlinable
  func present<Value>(_ key: String, _ value: (Row) -> Value?) -> ColumnsEncoder<Value> {
    var flags: [UInt8] = []
    var values: [Value] = []
    flags.reserveCapacity(rows.count)
    for row in rows {
      let value = value(row)
      flags.append(value == nil ? 0 : 1)
      if let value { values.append(value) }
    }
    return ColumnsEncoder<Value>(values, columns, columns.add(key, presence: flags, at: place))
  }
}
