import ArchivePlanner

/// A table of which the layout's text says most fields, and rows say the rest.
struct DescribedSchema {
  let schema: Schema
  let layout: SchemaLayout
  let entries: [SchemaLayout.Entry]

  /// The arguments before the description.
  var arguments: String { (schema.name == nil ? "\"\", " : "") + schema.arguments }

  /// `, of: CShop.order.self,` and the text.
  var text: String {
    ", of: \(layout.typeName.map { "\($0.spelling).self" } ?? "nil"),\n    \(layout.description(entries))"
  }

  /// The arguments of `RecordSchema.of` for a type of which the text says everything; nil for others.
  var whole: String? {
    guard layout.typeName != nil, schema.name != nil, !hasRows, check.isEmpty else { return nil }
    return "\(schema.arguments), \(layout.description(entries))"
  }

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
