/// An archive of a type from the time when it had no pointers. Each of its records is a node that a root leads to, with pointers that
/// are NULL.
enum FormerForm: Equatable {
  /// The fields' keys follow the key and a dot, without tables.
  case record
  /// Columns of so many rows.
  case array(Int)

  /// - Parameter text: the description under `K[]`, if there is one.
  /// - Returns: nil if there is neither a record nor an array of records under the key.
  init?<Source: FieldSource & ~Copyable>(_ text: String?, _ key: String, from source: inout Source) throws(ArchiveError)
  {
    if let text {
      guard let columns = ColumnsDescription(text), !columns.isElements, columns.dimensions.count == 1 else {
        return nil
      }
      self = .array(columns.dimensions[0])
    } else {
      // A damaged graph has no description either.
      guard let keys = try source.keys(), !keys.contains(where: { $0.hasExactPrefix(key + "[]") }),
        key.isEmpty || keys.contains(where: { $0.hasExactPrefix(key + ".") })
      else { return nil }
      self = .record
    }
  }

  /// That of the graph which the archive would have now.
  func description(_ name: String) -> GraphDescription {
    let count = if case .array(let count) = self { count } else { 1 }
    return GraphDescription(roots: count, tables: [GraphDescription.Table(name: name, rows: count)])
  }
}

extension GraphBuilder {
  /// Reads the only record.
  func fillRecord<Source: FieldSource & ~Copyable>(from source: inout Source) throws(ArchiveError) {
    guard let record = plan.tables[0].plan, let target = UnsafeMutableRawPointer(bitPattern: tables[0].addresses[0])
    else {
      return
    }
    let prefix = source.prefix
    defer { source.prefix = prefix }
    if !reader.keys.key.isEmpty { source.prefix += reader.keys.key + "." }
    let keys = try source.keys() ?? []
    for link in record.links {
      let replaced = record.keys(inPlaceOf: link, among: keys)
      guard replaced.isEmpty else {
        throw .unreadStructure(
          path: source.path(link.name), loss: .value, found: replaced.sorted(), wanted: [], suggestion: nil)
      }
    }
    try source.read(into: target, by: record)
  }
}
