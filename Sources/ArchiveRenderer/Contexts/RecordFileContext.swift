import ArchivePlanner

struct RecordFileContext: RenderContext {
  let file: GeneratedFile

  static let names: [String: (any RenderContext.Type)?] = [
    "source": nil, "module": nil, "imports": ImportContext.self, "triple": nil, "byteOrder": nil, "pointerBits": nil,
    "conformances": ConformanceContext.self, "standIns": RecordMirrorContext.self,
    "hasPrivateSchemas": nil, "privateSchemas": PrivateSchemaContext.self,
    "hasNestedTypes": nil, "nestedTypes": NestedTypeContext.self,
  ]

  func child(named name: String) -> Any? {
    switch name {
    case "source": RenderedText(file.source)
    case "module": RenderedText(SwiftLiteral.identifier(file.module))
    case "imports": file.imports.map(ImportContext.init)
    case "triple": RenderedText(file.triple)
    case "byteOrder": RenderedText(file.byteOrder)
    case "pointerBits": RenderedText(file.pointerBits)
    case "conformances": file.conformances.map { ConformanceContext(conformance: $0) }
    case "standIns": file.mirrors.map { RecordMirrorContext(mirror: $0) }
    case "hasPrivateSchemas": !file.privateSchemas.isEmpty
    case "hasNestedTypes": !file.nestedTypes.isEmpty
    case "nestedTypes": file.nestedTypes.map(NestedTypeContext.init)
    case "privateSchemas": file.privateSchemas.map { PrivateSchemaContext(schema: $0) }
    default: nil
    }
  }
}
