/// An object that stands for one row, where something else refers to that, has a `table` and a `row`, from 1. Its class is the
/// archived name and `[row]`.
enum TableKey {
  static let table = "table"
  static let row = "row"
  static let rowSuffix = "[row]"

  /// The archived name of the values of which an object of this class consists, or for one of which it stands.
  ///
  /// - Returns: nil for a name that does not end so.
  static func rowName(of name: String, _ suffix: String) -> String? {
    name.hasExactSuffix(suffix) ? String(name.unicodeScalars.dropLast(suffix.unicodeScalars.count)) : nil
  }
}

/// An object that consists of values of one type: its archived names are those of the type, with something behind them.
protocol RowsComposite: ArchivableComposite {
  associatedtype Row: ArchivableValue
  static var suffix: String { get }
  static var rowNames: (name: String, earlier: [String]) { get }
}

extension RowsComposite {
  static var archivedClassName: String { rowNames.name + suffix }
  static var earlierArchivedClassNames: [String] { rowNames.earlier.map { $0 + suffix } }
  static var rowType: any ArchivableValue.Type { Row.self }
}
