import ArchiveModel
import ArchivePlanner

/// A local constant with a decoded value: for an initializer's argument, a case's value or a tuple's element.
struct ConstantContext: RenderContext {
  let type: SwiftTypeUse
  let value: CodedValue

  static let names: [String: (any RenderContext.Type)?] = [
    "name": nil, "type": nil, "decode": nil, "isBranching": nil, "codableDecode": nil,
  ]

  func child(named name: String) -> Any? {
    switch name {
    case "name": RenderedText(value.target.spelling)
    case "type": RenderedText(type.spelling)
    case "decode": RenderedText(value.decodeStatement)
    case "isBranching": value.isBranching
    case "codableDecode": RenderedText(value.codableDecodeStatement)
    case "secureEncode": RenderedText(value.secureEncodeStatement)
    default: nil
    }
  }
}

extension InitializerCall {
  /// The arguments of the call: `name: name, age: age`.
  var argumentText: String { arguments.map(\.spelling).joined(separator: ", ") }
  var constantContexts: [ConstantContext] { constants.map { ConstantContext(type: $0.type, value: $0.value) } }
}

extension CodedValue {
  /// Decoded values as arguments: `radius: value0, value1`.
  static func arguments(_ labels: [String?], _ values: [CodedValue]) -> String {
    zip(labels, values).map { $0.prefix + $1.target.spelling }.joined(separator: ", ")
  }
}
