extension TypeReader {
  /// The limit for one record. For each field's offset libclang walks through all fields of the record, including those
  /// of nested structs, and the runtime flattens them. Structs that contain two of another double both with every
  /// level.
  static let mostFields = 1 << 16

  /// The number of a record's fields including those of nested records; an array counts once.
  mutating func fieldCount(of definition: Cursor) -> Int {
    let id = identifier(of: definition)
    if let known = fieldCounts[id] { return known }
    var count = 0
    var inner: [Cursor] = []
    definition.type.forEachField { field in
      var type = field.type.canonical
      while case .constantArray = type.kind { type = type.element.canonical }
      if case .record = type.kind, let definition = type.declaration.definition {
        inner.append(definition)
      } else {
        count += 1
      }
    }
    for definition in inner { count = min(count + fieldCount(of: definition), Self.mostFields + 1) }
    fieldCounts[id] = count
    return count
  }
}
