import ArchiveModel
import ArchivePlanner

/// The template names for a `CodedIsolation`.
enum IsolationNames {
  static let names: [String: (any RenderContext.Type)?] = [
    "isolation": nil, "actor": nil, "hasActor": nil, "isInferred": nil,
  ]

  static func value(_ name: String, _ isolation: CodedIsolation) -> Any? {
    switch name {
    case "isolation": RenderedText(isolation.declaration?.prefix ?? "")
    case "actor": RenderedText(isolation.conformance.map { SwiftIsolation.actor($0).prefix } ?? "")
    case "hasActor": isolation.conformance != nil
    case "isInferred": isolation.isInferred
    default: nil
    }
  }
}
