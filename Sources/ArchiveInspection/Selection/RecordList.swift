import ArchiveRuntime
import UntypedArchive

/// An array whose elements are dictionaries, or objects of one class, as a table: its columns are the union of their keys, in the
/// order in which they are met. An array of plain values is a table of one column.
package struct RecordList {
  package struct Column: Sendable {
    package let name: String
    /// In how many rows it has a value.
    package fileprivate(set) var count: Int
  }

  package let document: ArchiveDocument
  package let elements: ElementList
  package let columns: [Column]
  /// Whether each element is a dictionary, and not a value.
  package let hasKeys: Bool
  /// The columns that were asked for.
  package private(set) var shownColumns: [Int]
  /// What follows a key in each row: `city` of `[].address.city`.
  private var path: Substring = ""
  /// For a key's object its column: writers store equal keys once.
  private let columnsByKey: [Int: Int]

  package var rowCount: Int { elements.count }
  /// Whether a path leads to one value of each row.
  package var isColumn: Bool {
    !hasKeys || shownColumns.count == 1 && shownColumns.count < columns.count || !path.isEmpty
  }

  /// The name of the column's part of the path.
  package func name(of column: Int) -> String { columns[column].name + path }

  /// - Parameter takesObjects: whether objects of one class are a table, too.
  /// - Returns: nil unless all elements are dictionaries with texts as keys, or objects, or all are values. Keys are read once; a table
  ///   with far more cells than the file has values is none, and neither is one when a hostile file has too many of them.
  package init?(
    _ document: ArchiveDocument, _ elements: ElementList, takesObjects: Bool
  ) throws(ArchiveError) {
    guard elements.count > 0 else { return nil }
    let first = try document.inspected(try document.view.reference(0, in: elements))
    let type = Self.isObject(first) ? first.type?.name : nil
    (self.document, self.elements) = (document, elements)
    var columns: [Column] = []
    var numbers: [ExactText: Int] = [:]
    var known: [Int: Int] = [:]
    var lastRow: [Int] = []
    var values = 0
    for row in 0..<elements.count {
      let value = try document.inspected(try document.view.reference(row, in: elements))
      guard Self.isObject(value) ? takesObjects && value.type?.name == type : type == nil else { return nil }
      guard let (keys, _) = Self.entries(of: value) else {
        guard values == row, !Self.isContainer(value) else { return nil }
        values += 1
        guard document.takeRecords(1) else { return nil }
        continue
      }
      guard values == 0, document.takeRecords(1 + keys.count) else { return nil }
      for position in 0..<keys.count {
        let key = try document.view.reference(position, in: keys)
        let column: Int
        if let own = known[key] {
          column = own
        } else {
          guard let written = try document.text(try document.view.node(key)) else { return nil }
          // Keys of objects that begin with '$' are the format's own, or have another one before them.
          guard let name = type == nil ? written : KeyedArchiveFormat.unmangled(written) else { continue }
          column = numbers[ExactText(name)] ?? columns.count
          if column == columns.count {
            guard columns.count < Self.greatestWidth else { return nil }
            columns.append(Column(name: name, count: 0))
            numbers[ExactText(name)] = column
            lastRow.append(-1)
          }
          known[key] = column
        }
        // A key that is there twice has two values for one cell.
        guard lastRow[column] < row else { return nil }
        lastRow[column] = row
        columns[column].count += 1
      }
    }
    hasKeys = values == 0
    if !hasKeys { columns = [Column(name: "value", count: values)] }
    guard columns.count > 0, document.takeRecords(elements.count * columns.count / 16) else { return nil }
    self.columns = columns
    columnsByKey = known
    shownColumns = Array(columns.indices)
  }

  private static let greatestWidth = 1_024

  private static func entries(of value: InspectedValue) -> (keys: ElementList, values: ElementList)? {
    switch value.meaning {
    case .dictionary(let keys, let values): (keys, values)
    case .plain(.dictionary(let dictionary)): (.stored(dictionary.keys), .stored(dictionary.values))
    case .object:
      if case .dictionary(let own) = value.node { (.stored(own.keys), .stored(own.values)) } else { nil }
    default: nil
    }
  }

  private static func isObject(_ value: InspectedValue) -> Bool {
    if case .object = value.meaning { true } else { false }
  }

  static func isContainer(_ value: InspectedValue) -> Bool {
    switch value.meaning {
    case .list, .dictionary, .object, .plain(.array), .plain(.set), .plain(.dictionary): true
    default: false
    }
  }

  // MARK: Rows

  package func element(_ row: Int) throws(ArchiveError) -> InspectedValue {
    try document.inspected(try document.view.reference(row, in: elements))
  }

  /// The values of a row in the shown columns; nil where it has none.
  package func cells(_ row: Int) throws -> [InspectedValue?] {
    let value = try element(row)
    guard hasKeys, let (keys, values) = Self.entries(of: value) else { return [value] }
    var places = [Int?](repeating: nil, count: columns.count)
    for position in 0..<keys.count {
      guard let column = columnsByKey[try document.view.reference(position, in: keys)] else { continue }
      places[column] = try document.view.reference(position, in: values)
    }
    return try shownColumns.map { column in
      guard let place = places[column] else { return nil }
      let value = try document.inspected(place)
      guard !path.isEmpty else { return value }
      guard case .value(let inner)? = try? document.follow(path, from: .value(value), String(path)) else { return nil }
      return inner
    }
  }

  // MARK: Columns

  /// The part that a path behind `[]` names: a key, or a key and a path within its values.
  ///
  /// - Throws: `KeyPathError` if no row has it.
  func only(_ path: Substring, of whole: String) throws -> RecordList {
    let names = columns.indices.filter { column in
      let name = columns[column].name
      guard path.utf8.starts(with: name.utf8) else { return false }
      let next = path.utf8.dropFirst(name.utf8.count).first
      return next == nil || next == UInt8(ascii: ".") || next == UInt8(ascii: "[")
    }
    guard hasKeys, let column = names.max(by: { columns[$0].name.utf8.count < columns[$1].name.utf8.count }) else {
      let near = columns.prefix(12).map { "'\(TerminalText.escaped($0.name))'" }.joined(separator: ", ")
      throw KeyPathError(
        description: hasKeys
          ? "the key path '\(TerminalText.escaped(whole))' names no key of the elements; they have \(near)\(columns.count > 12 ? ", …" : "")"
          : "the elements that '\(TerminalText.escaped(whole))' leads to have no keys")
    }
    var list = self
    list.shownColumns = [column]
    list.path = Substring(path.utf8.dropFirst(columns[column].name.utf8.count))
    if !list.path.isEmpty {
      let isThere = try (0..<rowCount).contains { try list.cells($0)[0] != nil }
      guard isThere else {
        throw KeyPathError(description: "no element has anything at the key path '\(TerminalText.escaped(whole))'")
      }
    }
    return list
  }
}

extension ArchiveDocument {
  /// The table that a list is; nil if it is none.
  package func records(of value: InspectedValue, takesObjects: Bool = false) throws(ArchiveError) -> RecordList? {
    guard let elements = elements(of: value) else { return nil }
    return try RecordList(self, elements, takesObjects: takesObjects)
  }
}
