import ArchivePlanner

struct PrivateSchemaContext: RenderContext {
  let schema: PrivateSchema

  static let names = SchemaContext.names.merging(["privateName": nil]) { first, _ in first }

  func child(named name: String) -> Any? {
    name == "privateName"
      ? RenderedText(SwiftLiteral.identifier(schema.name))
      : SchemaContext(schema: schema.schema).child(named: name)
  }
}
