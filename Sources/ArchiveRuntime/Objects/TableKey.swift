/// An object that stands for one row, where something else refers to that, has a `table` and a `row`, from 1. Its class is the
/// archived name and `[row]`.
enum TableKey {
  static let table = "table"
  static let row = "row"
  static let rowSuffix = "[row]"
}
