import Foundation

/// A value of Foundation that has a column. The column's name is the property's key, a dot and the key that the value has in
/// its own object, which tells readers what the column is: `due.NS.time`.
@_documentation(visibility: internal)
public protocol ColumnValue {
  /// What the column has, and its name.
  static var columnForm: ColumnForm { get }

  /// Adds the column, or refuses it for values that have none; the array is then a list of objects.
  ///
  /// - Throws: the errors of `ColumnsEncoder.encode`.
  static func encodeColumn<Row>(
    forKey key: String, to encoder: ColumnsEncoder<Row>, _ value: @escaping (Row) -> Self) throws

  /// The value in a row of the column at this place.
  ///
  /// - Throws: `invalidText`.
  static func value(in row: ColumnsRow, _ index: Int) throws -> Self
}

/// The form of a column of Foundation's values.
@_documentation(visibility: internal)
public struct ColumnForm: Sendable {
  let kind: ColumnProperty.Kind
  let part: FoundationPart
}

/// The keys of Foundation's values, which tell what a column is; of a value with several columns the key of the first.
package enum FoundationPart: String, Sendable, CaseIterable {
  case date = "NS.time"
  case uuid = "NS.uuidbytes"
  case url = "NS.relative"
  case decimal = "NS.mantissa"
  case data = "NS.data"

  /// For messages.
  var words: String {
    switch self {
    case .date: "dates"
    case .uuid: "UUIDs"
    case .url: "URLs"
    case .decimal: "decimals"
    case .data: "data"
    }
  }

  /// The column of a property, of several the first.
  func name(of property: String) -> String { property + "." + rawValue }

  /// The part that the name of a column ends with.
  package init?(column name: String) {
    guard let part = Self.allCases.first(where: { name.hasExactSuffix("." + $0.rawValue) }) else { return nil }
    self = part
  }
}

extension Date: ColumnValue {
  @_documentation(visibility: internal)
  public static var columnForm: ColumnForm { ColumnForm(kind: .number(Double.columnElement.array), part: .date) }

  @_documentation(visibility: internal) @inlinable
  public static func encodeColumn<Row>(
    forKey key: String, to encoder: ColumnsEncoder<Row>, _ value: @escaping (Row) -> Date
  ) throws { try encoder.encode(forKey: key + ".NS.time") { value($0).timeIntervalSinceReferenceDate } }

  @_documentation(visibility: internal) @inlinable
  public static func value(in row: ColumnsRow, _ index: Int) throws -> Date {
    Date(timeIntervalSinceReferenceDate: try row.decode(Double.self, index))
  }
}

/// The bytes of a UUID, as a column has them.
@_documentation(visibility: internal)
public struct ColumnUUID: ColumnNumber {
  @usableFromInline let bytes: uuid_t
  @usableFromInline init(bytes: uuid_t) { self.bytes = bytes }
  public static var columnElement: ColumnElement { ColumnElement(bytes: 16) }
}

extension UUID: ColumnValue {
  @_documentation(visibility: internal)
  public static var columnForm: ColumnForm { ColumnForm(kind: .number(ColumnUUID.columnElement.array), part: .uuid) }

  @_documentation(visibility: internal) @inlinable
  public static func encodeColumn<Row>(
    forKey key: String, to encoder: ColumnsEncoder<Row>, _ value: @escaping (Row) -> UUID
  ) throws { try encoder.encode(forKey: key + ".NS.uuidbytes") { ColumnUUID(bytes: value($0).uuid) } }

  @_documentation(visibility: internal) @inlinable
  public static func value(in row: ColumnsRow, _ index: Int) throws -> UUID {
    UUID(uuid: try row.decode(ColumnUUID.self, index).bytes)
  }
}

extension URL: ColumnValue {
  /// What Foundation allocates for a URL, about.
  static let columnCost = 256

  @_documentation(visibility: internal)
  public static var columnForm: ColumnForm { ColumnForm(kind: .text, part: .url) }

  /// A URL that is relative to another one, or is not the one of its text, has no column.
  @_documentation(visibility: internal)
  public static func encodeColumn<Row>(
    forKey key: String, to encoder: ColumnsEncoder<Row>, _ value: @escaping (Row) -> URL
  ) throws {
    var texts: [String] = []
    texts.reserveCapacity(encoder.rows.count)
    for row in encoder.rows {
      let url = value(row)
      guard url.baseURL == nil, URL(string: url.relativeString) == url else { return encoder.columns.refuse() }
      texts.append(url.relativeString)
    }
    encoder.columns.add(FoundationPart.url.name(of: key), texts: texts, at: encoder.place, costOfEach: columnCost)
  }

  @_documentation(visibility: internal)
  public static func value(in row: ColumnsRow, _ index: Int) throws -> URL {
    let text = try row.decode(String.self, index)
    guard let url = URL(string: text) else { throw row.invalid("'\(PathSearch.excerpt(text))' is not a URL", index) }
    return url
  }
}
