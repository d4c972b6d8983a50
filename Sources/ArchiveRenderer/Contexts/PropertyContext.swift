import ArchivePlanner

/// An archived property, for code that a user's template adds.
struct PropertyContext: RenderContext {
  let value: CodedValue

  static let names: [String: (any RenderContext.Type)?] = ["name": nil, "key": nil, "type": nil]

  func child(named name: String) -> Any? {
    switch name {
    case "name": RenderedText(propertyName)
    case "key": RenderedText(value.keyLiteral)
    case "type": RenderedText(value.type.spelling)
    default: nil
    }
  }

  private var propertyName: String {
    if case .property(let name, _, _)? = value.source { SwiftLiteral.identifier(name) } else { "" }
  }
}
