/// The name of a column, with what an array's description says of it.
final class ColumnName {
  let text: String
  /// The column of this name.
  fileprivate(set) var column: DescribedColumn?
  /// Whether the archive says which rows have a value.
  fileprivate(set) var isOptional = false
  /// What the archive has at this name, if it is of Foundation.
  fileprivate(set) var part: FoundationPart?

  init(_ text: String) { self.text = text }
}

/// A column of an array's description.
final class DescribedColumn {
  let column: ColumnsDescription.Column
  /// Its place among all.
  let index: Int
  /// Of the data.
  let array: ArchivedArray
  let key: String
  /// Whether it is a bit-field of a group.
  let isPart: Bool

  fileprivate init(_ column: ColumnsDescription.Column, _ index: Int) {
    (self.column, self.index, array) = (column, index, column.stored.array)
    (key, isPart) = ("[]." + column.stored.name, column.group != nil)
  }
}

/// What the description of an array says of its columns, found by their names. Arrays of the same description share it.
final class DescribedColumns {
  let count: Int
  private let names: [ExactText: ColumnName]

  /// - Throws: `wrongType`, with the path of the description.
  init(_ text: String, path: () -> String) throws(ArchiveError) {
    guard let description = ColumnsDescription(text), !description.isElements,
      let count = Description.product(description.dimensions)
    else {
      throw .wrongType(
        path: path(), expected: "the columns of an array", found: "a value described as '\(PathSearch.excerpt(text))'")
    }
    self.count = count
    var names: [ExactText: ColumnName] = [:]
    func name(_ text: String) -> ColumnName {
      let key = ExactText(text)
      let known = names[key] ?? ColumnName(text)
      names[key] = known
      return known
    }
    func start(of text: String, before end: String) -> String {
      String(text.unicodeScalars.dropLast(end.unicodeScalars.count))
    }
    let presence = ColumnNames.presence(of: "")
    for (index, column) in description.columns.enumerated() {
      let text = column.name
      let own = name(text)
      guard own.column == nil else {
        throw .wrongType(
          path: path(), expected: "columns of different names", found: "'\(PathSearch.excerpt(text))' twice")
      }
      own.column = DescribedColumn(column, index)
      if text.hasExactSuffix(presence) { name(start(of: text, before: presence)).isOptional = true }
      if let part = FoundationPart(column: text) { name(start(of: text, before: part.name(of: ""))).part = part }
    }
    self.names = names
  }

  subscript(name: String) -> ColumnName? { names[ExactText(name)] }

  /// Whether a struct has columns there.
  func hasValues(within name: String) -> Bool {
    let prefix = name + "."
    return names.contains { $0.value.column != nil && $0.key.text.hasExactPrefix(prefix) }
  }

  /// The columns of a property.
  func columns(of name: String) -> [ColumnsDescription.Column] {
    names.values.compactMap { $0.column?.column }.filter {
      $0.name.isExactly(name) || $0.name.hasExactPrefix(name + ".")
    }
  }
}

extension ObjectDecoder {
  /// What the current object's description says. Many arrays of a few elements often have the same one.
  ///
  /// - Throws: `wrongType`.
  func describedColumns(_ text: String) throws(ArchiveError) -> DescribedColumns {
    let key = ExactText(text)
    if let known = descriptions[key] as? DescribedColumns { return known }
    let found = try DescribedColumns(text) { path("[]") }
    if text.utf8.count <= 4_096 {
      if descriptions.count == 64 { descriptions = [:] }
      descriptions[key] = found
    }
    return found
  }
}
