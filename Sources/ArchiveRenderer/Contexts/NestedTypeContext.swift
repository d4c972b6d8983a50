import ArchivePlanner

struct NestedTypeContext: RenderContext {
  let nested: NestedType

  static let names: [String: (any RenderContext.Type)?] = [
    "name": nil, "typeName": nil, "cxxTypeName": nil, "isDeprecated": nil,
  ]

  func child(named name: String) -> Any? {
    switch name {
    case "name": RenderedText(nested.name)
    case "typeName": RenderedText(nested.typeName.spelling)
    case "cxxTypeName": RenderedText(nested.cxxTypeName.spelling)
    case "isDeprecated": nested.isDeprecated
    default: nil
    }
  }
}
