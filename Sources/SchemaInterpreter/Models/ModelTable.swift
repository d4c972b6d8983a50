import ArchiveModel
@_spi(GeneratedCode) import ArchiveRuntime

/// A Swift class whose objects are rows of a table.
final class ModelTable<Position: Place>: ModelObject<Position>, ArchivableTable {
  override class var tableType: (any ArchivableTable.Type)? { Self.self }

  static var archivedColumns: [ColumnProperty] {
    declaration.entries.map { entry in
      guard isLink(entry) else { return entry.columnProperty }
      return ColumnProperty(ModelTable?.self).named(entry.columnKeys, isRequired: entry.entry.isRequired)
    }
  }

  private static func isLink(_ entry: ModelEntry) -> Bool {
    switch entry.coding {
    case .object(let type): type == ModelTable.self
    case .value(let type): (type as? any OptionalModelValue.Type)?.wrapped == ModelTable.self
    default: false
    }
  }

  private func target(_ entry: ModelEntry) -> ModelTable? {
    let value = fields[entry.key] ?? .null
    return value == .null ? nil : .made(of: value)
  }

  static func encodeColumns(to encoder: ColumnsEncoder<ModelTable>) throws {
    for entry in declaration.entries {
      if isLink(entry) {
        try encoder.encode(forKey: entry.key) { $0.target(entry) }
      } else {
        try entry.encodeColumn(to: encoder, \.fields)
      }
    }
  }

  func archiveLinks(in links: TableLinks<ModelTable>) {
    for entry in Self.declaration.entries where Self.isLink(entry) && !entry.entry.isWeak {
      links.follow(target(entry))
    }
  }

  static func make(fromColumns row: ColumnsRow) throws -> ModelTable {
    let object = made(of: .null)
    var fields: [String: SchemaValue] = [:]
    for (index, entry) in declaration.entries.enumerated() where !isLink(entry) {
      fields[entry.key] = try entry.decodeColumn(index, of: row)
    }
    object.fields = fields
    return object
  }

  func connect(fromColumns row: LinkedRow<ModelTable>) throws {
    for (index, entry) in Self.declaration.entries.enumerated() where Self.isLink(entry) {
      fields[entry.key] =
        row.has(index) ? try row.decode(ModelTable?.self, index)?.schemaValue ?? .null : entry.missingValue
    }
  }
}
