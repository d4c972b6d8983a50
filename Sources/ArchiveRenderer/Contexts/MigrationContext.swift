import ArchivePlanner

struct MigrationContext: RenderContext {
  let migration: CodedMigration

  static let names: [String: (any RenderContext.Type)?] = ["names": nil, "toVersion": nil, "method": nil]

  func child(named name: String) -> Any? {
    switch name {
    case "names":
      RenderedText(([migration.name.spelling] + migration.formerNames.map(SwiftLiteral.string)).joined(separator: ", "))
    case "toVersion": RenderedText(migration.version)
    case "method": RenderedText(migration.method)
    default: nil
    }
  }
}

/// The name of a method.
struct MethodContext: RenderContext {
  let method: String

  static let names: [String: (any RenderContext.Type)?] = ["method": nil]

  func child(named name: String) -> Any? { name == "method" ? RenderedText(method) : nil }
}
