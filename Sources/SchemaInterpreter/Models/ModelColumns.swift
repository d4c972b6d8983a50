@_spi(GeneratedCode) import ArchiveRuntime
import Foundation

/// A Swift struct whose arrays are columns.
struct ModelColumns<Position: Place>: ModelFields, ArchivableColumns {
  let fields: [String: SchemaValue]

  init(fields: [String: SchemaValue]) { self.fields = fields }

  private static var entries: [ModelEntry] { ModelSession.declaration(Position.index).entries }

  static var archivedColumns: [ColumnProperty] { entries.map { $0.columnProperty } }

  static func encodeColumns(to encoder: ColumnsEncoder<Self>) throws {
    for entry in entries { try entry.encodeColumn(to: encoder, \.fields) }
  }

  init(fromColumns row: ColumnsRow) throws {
    var fields: [String: SchemaValue] = [:]
    for (index, entry) in Self.entries.enumerated() { fields[entry.key] = try entry.decodeColumn(index, of: row) }
    self.fields = fields
  }
}

/// A value that has a column.
protocol ModelColumn: ModelValue {
  static var property: ColumnProperty { get }
  static var optionalProperty: ColumnProperty { get }
  static func put<Row>(forKey key: String, in encoder: ColumnsEncoder<Row>, _ value: @escaping (Row) -> Self) throws
  static func put<Row>(
    optionalForKey key: String, in encoder: ColumnsEncoder<Row>, _ value: @escaping (Row) -> Self?
  ) throws
  static func get(_ index: Int, of row: ColumnsRow) throws -> Self
  static func get(optional index: Int, of row: ColumnsRow) throws -> Self?
}

extension ModelEntry {
  /// What the column has; a value of another kind has none.
  fileprivate var column: any ModelColumn.Type {
    guard case .value(let type) = coding else { return String.self }
    if let wrapped = type as? any OptionalModelValue.Type {
      return wrapped.wrapped as? any ModelColumn.Type ?? String.self
    }
    return type as? any ModelColumn.Type ?? String.self
  }

  var columnProperty: ColumnProperty {
    (entry.form.isOptional ? column.optionalProperty : column.property).named(columnKeys, isRequired: entry.isRequired)
  }

  var columnKeys: [String] { [key] + entry.formerKeys.filter { !$0.hasPrefix("/") } }
}

extension ModelEntry {
  /// - Parameter fields: the values of a row.
  func encodeColumn<Row>(to encoder: ColumnsEncoder<Row>, _ fields: @escaping (Row) -> [String: SchemaValue]) throws {
    let key = key
    func put<Value: ModelColumn>(_ type: Value.Type) throws {
      if entry.form.isOptional {
        try Value.put(optionalForKey: key, in: encoder) { row in
          let value = fields(row)[key] ?? .null
          return value == .null ? nil : Value.made(of: value)
        }
      } else {
        try Value.put(forKey: key, in: encoder) { Value.made(of: fields($0)[key] ?? .null) }
      }
    }
    let column: any ModelColumn.Type = column
    try put(column)
  }

  func decodeColumn(_ index: Int, of row: ColumnsRow) throws -> SchemaValue {
    func get<Value: ModelColumn>(_ type: Value.Type) throws -> SchemaValue {
      if !row.has(index) { return missingValue }
      return entry.form.isOptional
        ? try Value.get(optional: index, of: row)?.schemaValue ?? .null : try Value.get(index, of: row).schemaValue
    }
    let column: any ModelColumn.Type = column
    return try get(column)
  }
}

/// An optional, of which the type of the value is asked.
protocol OptionalModelValue {
  static var wrapped: any ModelValue.Type { get }
}

extension Optional: OptionalModelValue where Wrapped: ModelValue {
  static var wrapped: any ModelValue.Type { Wrapped.self }
}

extension ModelColumn where Self: ColumnNumber {
  static var property: ColumnProperty { ColumnProperty(Self.self) }
  static var optionalProperty: ColumnProperty { ColumnProperty(Self?.self) }
  static func put<Row>(forKey key: String, in encoder: ColumnsEncoder<Row>, _ value: @escaping (Row) -> Self) throws {
    try encoder.encode(forKey: key, value)
  }
  static func put<Row>(
    optionalForKey key: String, in encoder: ColumnsEncoder<Row>, _ value: @escaping (Row) -> Self?
  ) throws { try encoder.encode(forKey: key, value) }
  static func get(_ index: Int, of row: ColumnsRow) throws -> Self { try row.decode(Self.self, index) }
  static func get(optional index: Int, of row: ColumnsRow) throws -> Self? { try row.decode(Self?.self, index) }
}

extension Bool: ModelColumn {}
extension Int: ModelColumn {}
extension Int8: ModelColumn {}
extension Int16: ModelColumn {}
extension Int32: ModelColumn {}
extension Int64: ModelColumn {}
extension UInt: ModelColumn {}
extension UInt8: ModelColumn {}
extension UInt16: ModelColumn {}
extension UInt32: ModelColumn {}
extension UInt64: ModelColumn {}
extension Float: ModelColumn {}
extension Double: ModelColumn {}

extension String: ModelColumn {
  static var property: ColumnProperty { ColumnProperty(String.self) }
  static var optionalProperty: ColumnProperty { ColumnProperty(String?.self) }
  static func put<Row>(forKey key: String, in encoder: ColumnsEncoder<Row>, _ value: @escaping (Row) -> String) throws {
    try encoder.encode(forKey: key, value)
  }
  static func put<Row>(
    optionalForKey key: String, in encoder: ColumnsEncoder<Row>, _ value: @escaping (Row) -> String?
  ) throws { try encoder.encode(forKey: key, value) }
  static func get(_ index: Int, of row: ColumnsRow) throws -> String { try row.decode(String.self, index) }
  static func get(optional index: Int, of row: ColumnsRow) throws -> String? { try row.decode(String?.self, index) }
}

extension ModelColumn where Self: ColumnValue {
  static var property: ColumnProperty { ColumnProperty(Self.self) }
  static var optionalProperty: ColumnProperty { ColumnProperty(Self?.self) }
  static func put<Row>(forKey key: String, in encoder: ColumnsEncoder<Row>, _ value: @escaping (Row) -> Self) throws {
    try encoder.encode(forKey: key, value)
  }
  static func put<Row>(
    optionalForKey key: String, in encoder: ColumnsEncoder<Row>, _ value: @escaping (Row) -> Self?
  ) throws { try encoder.encode(forKey: key, value) }
  static func get(_ index: Int, of row: ColumnsRow) throws -> Self { try row.decode(Self.self, index) }
  static func get(optional index: Int, of row: ColumnsRow) throws -> Self? { try row.decode(Self?.self, index) }
}

extension Date: ModelColumn {}
extension UUID: ModelColumn {}
extension URL: ModelColumn {}
extension Decimal: ModelColumn {}
extension Data: ModelColumn {}

extension ModelRaw: ModelColumn where Raw: ModelColumn {
  static var property: ColumnProperty { Raw.property }
  static var optionalProperty: ColumnProperty { Raw.optionalProperty }
  static func put<Row>(forKey key: String, in encoder: ColumnsEncoder<Row>, _ value: @escaping (Row) -> Self) throws {
    try Raw.put(forKey: key, in: encoder) { value($0).rawValue }
  }
  static func put<Row>(
    optionalForKey key: String, in encoder: ColumnsEncoder<Row>, _ value: @escaping (Row) -> Self?
  ) throws { try Raw.put(optionalForKey: key, in: encoder) { value($0)?.rawValue } }
  static func get(_ index: Int, of row: ColumnsRow) throws -> Self {
    let raw = try Raw.get(index, of: row)
    guard let value = Self(rawValue: raw) else { throw unknown(raw) }
    return value
  }
  static func get(optional index: Int, of row: ColumnsRow) throws -> Self? {
    guard let raw = try Raw.get(optional: index, of: row) else { return nil }
    guard let value = Self(rawValue: raw) else { throw unknown(raw) }
    return value
  }
  private static func unknown(_ raw: Raw) -> ArchiveError {
    .unknownCase(path: "", name: raw.schemaValue.description, type: ModelSession.declaration(Position.index).name)
  }
}

extension ModelEnumeration: ModelColumn {
  static var property: ColumnProperty { ColumnProperty(Self.self) }
  static var optionalProperty: ColumnProperty { ColumnProperty(Self?.self) }
  static func put<Row>(forKey key: String, in encoder: ColumnsEncoder<Row>, _ value: @escaping (Row) -> Self) throws {
    try encoder.encode(forKey: key, value)
  }
  static func put<Row>(
    optionalForKey key: String, in encoder: ColumnsEncoder<Row>, _ value: @escaping (Row) -> Self?
  ) throws { try encoder.encode(forKey: key, value) }
  static func get(_ index: Int, of row: ColumnsRow) throws -> Self { try row.decode(Self.self, index) }
  static func get(optional index: Int, of row: ColumnsRow) throws -> Self? { try row.decode(Self?.self, index) }
}

extension ModelColumns: ModelColumn {
  static var property: ColumnProperty { ColumnProperty(Self.self) }
  static var optionalProperty: ColumnProperty { ColumnProperty(Self?.self) }
  static func put<Row>(forKey key: String, in encoder: ColumnsEncoder<Row>, _ value: @escaping (Row) -> Self) throws {
    try encoder.encode(forKey: key, value)
  }
  static func put<Row>(
    optionalForKey key: String, in encoder: ColumnsEncoder<Row>, _ value: @escaping (Row) -> Self?
  ) throws { try encoder.encode(forKey: key, value) }
  static func get(_ index: Int, of row: ColumnsRow) throws -> Self { try row.decode(Self.self, index) }
  static func get(optional index: Int, of row: ColumnsRow) throws -> Self? { try row.decode(Self?.self, index) }
}
