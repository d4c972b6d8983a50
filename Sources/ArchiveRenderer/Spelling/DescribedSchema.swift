import ArchivePlanner

/// A table of which the layout's text says most fields, and rows say the rest.
struct DescribedSchema {
  let schema: Schema
  let layout: SchemaLayout
  let entries: [SchemaLayout.Entry]

  /// The arguments before the description.
  var arguments: String { (schema.name == nil ? "\"\", " : "") + schema.arguments }

  var text: String { layout.description(entries) }

  var rows: [FieldExpression] {
    entries.compactMap { entry in
      switch entry {
      case .row(_, let index), .field(let index):
        FieldExpression(field: schema.fields[index], names: schema.names)
      case .plain, .other: nil
      }
    }
  }

  /// The argument after the rows, with the comma before it.
  var check: String { layout.check ?? (isUsual ? "" : ",\n    check: nil") }

  var hasRows: Bool {
    entries.contains { entry in
      switch entry {
      case .row, .field: true
      case .plain, .other: false
      }
    }
  }

  private var isUsual: Bool {
    schema.version == nil && schema.formerNames.isEmpty && schema.removedKeys.isEmpty && schema.identity.isEmpty
      && schema.migration == nil
  }
}

extension Schema {
  /// nil for a table that stands whole in generated code.
  var described: DescribedSchema? {
    layout.flatMap { layout in
      layout.entries.map { DescribedSchema(schema: self, layout: layout, entries: $0) }
    }
  }
}
