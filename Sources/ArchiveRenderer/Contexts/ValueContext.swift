import ArchivePlanner

struct ValueContext: RenderContext {
  let value: CodedValue

  static let names: [String: (any RenderContext.Type)?] = [
    "key": nil, "encode": nil, "decode": nil, "target": nil, "source": nil, "codableEncode": nil, "codableDecode": nil,
    "secureEncode": nil,
  ]

  func child(named name: String) -> Any? {
    switch name {
    case "key": RenderedText(value.keyLiteral)
    case "encode": RenderedText(value.encodeStatement)
    case "decode": RenderedText(value.decodeStatement)
    case "target": RenderedText(value.target.spelling)
    case "source": RenderedText(value.sourceExpression)
    case "codableEncode": RenderedText(value.codableEncodeStatement)
    case "codableDecode": RenderedText(value.codableDecodeStatement)
    case "secureEncode": RenderedText(value.secureEncodeStatement)
    default: nil
    }
  }
}
