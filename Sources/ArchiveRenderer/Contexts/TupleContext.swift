import ArchivePlanner

struct TupleContext: RenderContext {
  let tuple: TupleCoding

  static let names = IsolationNames.names.merging([
    "name": nil, "tuple": nil, "archivedName": nil, "values": ValueContext.self, "constants": ConstantContext.self,
    "arguments": nil,
  ]) { first, _ in first }

  func child(named name: String) -> Any? {
    switch name {
    case "name": RenderedText(tuple.name)
    case "tuple": RenderedText(tuple.tuple.spelling)
    case "archivedName": RenderedText(SwiftLiteral.string(tuple.archivedName))
    case "values": tuple.values.map(ValueContext.init)
    case "constants": tuple.values.map { ConstantContext(type: $0.type, value: $0) }
    case "arguments": RenderedText(CodedValue.arguments(tuple.labels, tuple.values))
    default: IsolationNames.value(name, tuple.isolation)
    }
  }
}
