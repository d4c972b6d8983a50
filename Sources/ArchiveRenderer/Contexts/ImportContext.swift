import ArchivePlanner

struct ImportContext: RenderContext {
  let generated: GeneratedImport

  static let names: [String: (any RenderContext.Type)?] = [
    "module": nil, "isRuntime": nil, "isPublic": nil, "isPackage": nil,
  ]

  func child(named name: String) -> Any? {
    switch name {
    case "module": RenderedText(SwiftLiteral.identifier(generated.module))
    case "isRuntime": [GeneratedImport.runtime, GeneratedImport.evolution].contains(generated.module)
    case "isPublic": generated.access == .public
    case "isPackage": generated.access == .package
    default: nil
    }
  }
}
