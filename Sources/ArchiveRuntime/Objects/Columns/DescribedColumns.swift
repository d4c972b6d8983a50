/// What the description of an array says of its columns, found by their names. Arrays of the same description share it.
final class DescribedColumns {
  let count: Int
  private let columns: [ExactText: (index: Int, column: ColumnsDescription.Column)]
  /// The names before `?`, and before the keys of Foundation's values.
  private var optionals: Set<ExactText> = []
  private var parts: [ExactText: FoundationPart] = [:]

  /// - Throws: `wrongType`, with the path of the description.
  init(_ text: String, path: () -> String) throws(ArchiveError) {
    guard let description = ColumnsDescription(text), !description.isElements,
      let count = Description.product(description.dimensions)
    else {
      throw .wrongType(
        path: path(), expected: "the columns of an array", found: "a value described as '\(PathSearch.excerpt(text))'")
    }
    self.count = count
    var columns: [ExactText: (Int, ColumnsDescription.Column)] = [:]
    for (index, column) in description.columns.enumerated() {
      guard columns.updateValue((index, column), forKey: ExactText(column.name)) == nil else {
        throw .wrongType(
          path: path(), expected: "columns of different names", found: "'\(PathSearch.excerpt(column.name))' twice")
      }
    }
    self.columns = columns
    for column in description.columns { note(column.name) }
  }

  private func note(_ name: String) {
    func start(of name: String, before end: String) -> ExactText {
      ExactText(String(name.unicodeScalars.dropLast(end.unicodeScalars.count)))
    }
    let presence = ColumnNames.presence(of: "")
    if name.hasExactSuffix(presence) { optionals.insert(start(of: name, before: presence)) }
    if let part = FoundationPart(column: name) { parts[start(of: name, before: part.name(of: ""))] = part }
  }

  subscript(name: String) -> (index: Int, column: ColumnsDescription.Column)? { columns[ExactText(name)] }

  /// Whether the archive says which rows have a value.
  func isOptional(_ name: String) -> Bool { optionals.contains(ExactText(name)) }

  /// What the archive has at this name, if it is of Foundation.
  func part(at name: String) -> FoundationPart? { parts[ExactText(name)] }

  /// Whether a struct has columns there.
  func hasValues(within name: String) -> Bool {
    let prefix = name + "."
    return columns.keys.contains { $0.text.hasExactPrefix(prefix) }
  }

  /// The columns of a property.
  func columns(of name: String) -> [ColumnsDescription.Column] {
    columns.values.map(\.column).filter { $0.name.isExactly(name) || $0.name.hasExactPrefix(name + ".") }
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
