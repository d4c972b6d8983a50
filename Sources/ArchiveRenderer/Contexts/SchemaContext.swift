import ArchivePlanner

struct SchemaContext: RenderContext {
  let schema: Schema

  static let names: [String: (any RenderContext.Type)?] = [
    "archivedName": nil, "size": nil, "alignment": nil, "version": nil, "arguments": nil, "isLong": nil,
    "fields": FieldContext.self, "parts": SchemaPartContext.self,
    "layout": nil,
  ]

  func child(named name: String) -> Any? {
    switch name {
    case "archivedName": present(schema.name.map(SwiftLiteral.string))
    case "size": RenderedText(schema.size)
    case "alignment": RenderedText(schema.alignment)
    case "version": present(schema.version)
    case "arguments": RenderedText(schema.arguments)
    case "isLong": schema.fields.count > LongList.mostElements
    case "fields": schema.entries.map { FieldContext($0) }
    case "parts": SchemaPartContext.parts(of: schema.entries)
    case "layout": RenderedText(schema.layout?.argument ?? "")
    default: nil
    }
  }
}

/// Some of a long table's fields, in a separate function.
struct SchemaPartContext: RenderContext {
  let number: Int
  let fields: ArraySlice<FieldExpression>

  static let names: [String: (any RenderContext.Type)?] = ["number": nil, "fields": FieldContext.self]

  static func parts(of fields: [FieldExpression]) -> [SchemaPartContext] {
    LongList.parts(of: fields).enumerated().map { SchemaPartContext(number: $0 + 1, fields: $1) }
  }

  func child(named name: String) -> Any? {
    switch name {
    case "number": RenderedText(number)
    case "fields": fields.map { FieldContext($0) }
    default: nil
    }
  }
}
