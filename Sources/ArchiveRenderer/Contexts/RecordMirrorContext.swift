import ArchivePlanner

struct RecordMirrorContext: RenderContext {
  let mirror: RecordMirror

  static let names = SchemaContext.names.merging([
    "typeName": nil, "access": nil, "documentation": nil, "isPlain": nil, "accessors": AccessorContext.self,
  ]) { first, _ in first }

  func child(named name: String) -> Any? {
    switch name {
    case "typeName": RenderedText(mirror.typeName.spelling)
    case "access": RenderedText(mirror.access.prefix)
    case "documentation": RenderedText(mirror.documentation)
    case "isPlain": mirror.isPlain
    case "accessors": mirror.accessors.map(AccessorContext.init)
    default: SchemaContext(schema: mirror.schema).child(named: name)
    }
  }
}

struct AccessorContext: RenderContext {
  let accessor: RecordMirror.Accessor

  static let names: [String: (any RenderContext.Type)?] = [
    "name": nil, "type": nil, "offset": nil, "width": nil, "bits": nil, "scalar": nil, "isUnsafe": nil,
  ]

  func child(named name: String) -> Any? {
    switch name {
    case "name": RenderedText(SwiftLiteral.identifier(accessor.name))
    case "type": RenderedText(accessor.type.spelling)
    case "offset": RenderedText(accessor.offset)
    case "width": present(accessor.bitWidth)
    case "bits": accessor.bitWidth != nil
    case "scalar": accessor.bitWidth == nil
    case "isUnsafe": accessor.isUnsafe
    default: nil
    }
  }
}
