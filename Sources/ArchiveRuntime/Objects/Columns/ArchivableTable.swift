/// A class of the app whose objects are archived as rows of a table, with a column for each property. Generated code declares the
/// conformance of classes that have the attribute `columns`.
///
/// A reference is the number of a row. Objects that are archived one by one are read too.
@_documentation(visibility: internal)
public protocol ArchivableTable: ColumnCoded, ArchivableObject {
  /// The keys of what tells rows from each other, such as `["id"]`; empty if nothing does. An older program that saves what a newer
  /// one wrote knows rows again by them, see `ArchiveEvolution`.
  static var archivedIdentity: [String] { get }

  /// Passes the objects of the class that the object owns, which become rows too.
  func archiveLinks(in links: TableLinks<Self>)

  /// Reads the links, when the objects of all rows exist.
  ///
  /// - Throws: the errors of the row, which must be passed on, or any error of its own.
  func connect(fromColumns row: LinkedRow<Self>) throws
}

extension ArchivableTable {
  @_documentation(visibility: internal)
  public static var tableType: (any ArchivableTable.Type)? { Self.self }

  public static var archivedIdentity: [String] { [] }
  public func archiveLinks(in links: TableLinks<Self>) {}
  public func connect(fromColumns row: LinkedRow<Self>) throws {}

  /// Whether the class has links.
  static var hasLinks: Bool { archivedColumns.contains { $0.isLink } }

  /// What an object takes in memory, about, with its place in an array.
  static var rowCost: Int { archivedColumns.reduce(40) { $0 + $1.cost } }
}

extension ColumnProperty {
  var isLink: Bool { if case .link = kind { true } else { false } }

  /// What a value takes in an object, about. The bytes of texts are charged where they are read.
  fileprivate var cost: Int {
    let value =
      switch kind {
      case .number(let array): max(array.byteCount ?? 0, 8)
      case .text, .bytes: 16
      case .link: 8
      case .nested(let columns): columns.reduce(0) { $0 + $1.cost }
      }
    return isOptional ? value + 8 : value
  }
}

/// Takes the links of one object after another.
@_documentation(visibility: internal)
public struct TableLinks<Row: ArchivableTable> {
  let table: EncodedTable

  /// Makes the object a row of the table.
  public func follow(_ object: Row?) {
    if let object { table.enter(object) }
  }
}

/// One row of a table whose objects exist: what `connect(fromColumns:)` reads.
@_documentation(visibility: internal)
public struct LinkedRow<Row: ArchivableTable> {
  let row: ColumnsRow
  let objects: [Row]

  /// Whether the archive has a column for the property at this place of `archivedColumns`.
  public func has(_ index: Int) -> Bool { row.has(index) }

  /// The object to which the property at this place refers, or nil.
  ///
  /// - Throws: nothing.
  public func decode(_ type: Row?.Type, _ index: Int) throws -> Row? {
    // The numbers have been checked.
    guard let row = row.value(index) else { return nil }
    let number = Int(try row.decode(UInt32.self, index))
    return number == 0 ? nil : objects[number - 1]
  }
}
