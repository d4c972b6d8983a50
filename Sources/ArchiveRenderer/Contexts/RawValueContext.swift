import ArchivePlanner

struct RawValueContext: RenderContext {
  let rawValue: RawValueCoding

  static let names = IsolationNames.names.merging(["typeName": nil, "access": nil, "isCodable": nil]) { first, _ in
    first
  }

  func child(named name: String) -> Any? {
    switch name {
    case "typeName": RenderedText(rawValue.typeName.spelling)
    case "access": RenderedText(rawValue.access.prefix)
    case "isCodable": rawValue.isCodable
    default: IsolationNames.value(name, rawValue.isolation)
    }
  }
}
