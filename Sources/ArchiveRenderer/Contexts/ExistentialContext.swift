import ArchivePlanner

struct ExistentialContext: RenderContext {
  let existential: ExistentialCoding

  static let names = IsolationNames.names.merging(["name": nil, "type": nil, "types": nil]) { first, _ in first }

  func child(named name: String) -> Any? {
    switch name {
    case "name": RenderedText(existential.name)
    case "type": RenderedText(existential.type.spelling)
    case "types":
      RenderedText(
        LongList.literal(existential.types.map { "\($0.spelling).self" }, of: "any ArchiveRuntime.ArchivableValue.Type")
      )
    default: IsolationNames.value(name, existential.isolation)
    }
  }
}
