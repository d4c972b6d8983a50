import ArchiveModel
@_spi(GeneratedCode) import ArchiveRuntime

/// A Swift class whose objects are rows of a table.
extension ModelObject: ArchivableTable {
  static var tableType: (any ArchivableTable.Type)? { declaration.type.isInColumns ? Self.self : nil }

  static var archivedColumns: [ColumnProperty] {
    declaration.entries.map { entry in
      guard isLink(entry) else { return entry.columnProperty }
      return ColumnProperty(ModelObject?.self).named(entry.columnKeys, isRequired: entry.entry.isRequired)
    }
  }

  private static func isLink(_ entry: ModelEntry) -> Bool {
    switch entry.coding {
    case .object(let type): type == ModelObject.self
    case .value(let type): (type as? any OptionalModelValue.Type)?.wrapped == ModelObject.self
    default: false
    }
  }

  private func target(_ entry: ModelEntry) -> ModelObject? {
    let value = fields[entry.key] ?? .null
    return value == .null ? nil : .made(of: value)
  }

  static func encodeColumns(to encoder: ColumnsEncoder<ModelObject>) throws {
    for entry in declaration.entries {
      if isLink(entry) {
        try encoder.encode(forKey: entry.key) { $0.target(entry) }
      } else {
        try entry.encodeColumn(to: encoder, \.fields)
      }
    }
  }

  func archiveLinks(in links: TableLinks<ModelObject>) {
    for entry in Self.declaration.entries where Self.isLink(entry) && !entry.entry.isWeak {
      links.follow(target(entry))
    }
  }

  static func make(fromColumns row: ColumnsRow) throws -> ModelObject {
    let object = made(of: .null)
    var fields: [String: SchemaValue] = [:]
    for (index, entry) in declaration.entries.enumerated() where !isLink(entry) {
      fields[entry.key] = try entry.decodeColumn(index, of: row)
    }
    object.fields = fields
    return object
  }

  func connect(fromColumns row: LinkedRow<ModelObject>) throws {
    for (index, entry) in Self.declaration.entries.enumerated() where Self.isLink(entry) {
      fields[entry.key] =
        row.has(index) ? try row.decode(ModelObject?.self, index)?.schemaValue ?? .null : entry.missingValue
    }
  }
}
