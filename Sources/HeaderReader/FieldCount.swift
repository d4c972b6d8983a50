import ArchiveModel

extension TypeReader {
  /// libclang walks through all of a record's fields, those of structs inside it each time anew, whenever it is asked where one
  /// field stands; and the runtime writes them all out. Structs that hold two of another double both with every level.
  static let mostFields = 1 << 16

  /// How many fields a record has when those of the records inside it are written out; an array counts once.
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
