import ArchivePlanner

struct ConformanceContext: RenderContext {
  let conformance: Conformance

  static let names = SchemaContext.names.merging([
    "typeName": nil, "isDeprecated": nil, "isForCOnly": nil, "isPlain": nil,
  ]) { first, _ in first }

  func child(named name: String) -> Any? {
    switch name {
    case "typeName": RenderedText(conformance.typeName.spelling)
    case "isDeprecated": conformance.isDeprecated
    case "isForCOnly": conformance.isForCOnly
    case "isPlain": conformance.isPlain
    default: SchemaContext(schema: conformance.schema).child(named: name)
    }
  }
}
