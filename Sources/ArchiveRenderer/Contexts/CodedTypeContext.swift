import ArchiveModel
import ArchivePlanner

/// The names that all types have. Each kind of type adds its own.
struct CodedTypeContext: RenderContext {
  let type: CodedType

  static let names: [String: (any RenderContext.Type)?] = [
    "typeName": nil, "whereClause": nil, "access": nil, "archivedName": nil, "earlierNames": nil, "version": nil,
    "isCodable": nil, "codableWhereClause": nil, "isolation": nil, "actor": nil, "hasActor": nil, "isInferred": nil,
    "hasNamedConformance": nil, "checkedTypes": CheckedTypeContext.self, "hasCheckedTypes": nil,
    "checkFunction": nil, "identifier": nil,
  ]

  func child(named name: String) -> Any? {
    switch name {
    case "typeName": RenderedText(type.typeName.spelling)
    case "whereClause": list(type.parameters.map { "\($0): ArchiveRuntime.ArchivableValue" })
    case "access": RenderedText(type.access.prefix)
    case "archivedName": RenderedText(type.name.spelling)
    case "earlierNames": list(type.formerNames.map(SwiftLiteral.string))
    case "version": present(type.version)
    case "isCodable": type.isCodable
    case "codableWhereClause": list(type.parameters.map { "\($0): Codable" })
    // A conditional or isolated conformance is not implied by another conformance.
    case "hasNamedConformance": !type.parameters.isEmpty || type.isolation.conformance != nil
    case "checkedTypes": type.checkedTypes.map(CheckedTypeContext.init)
    case "hasCheckedTypes": !type.checkedTypes.isEmpty
    // Only a class's methods need one, because its subclasses' methods are beside them.
    case "identifier": present(String?.none)
    case "checkFunction": RenderedText(type.isolation.declaration == nil ? "isUsableHere" : "isUsableAnywhere")
    default: IsolationNames.value(name, type.isolation)
    }
  }
}

/// The name of a type.
struct CheckedTypeContext: RenderContext {
  let type: SwiftName

  static let names: [String: (any RenderContext.Type)?] = ["type": nil]

  func child(named name: String) -> Any? { name == "type" ? RenderedText(type.spelling) : nil }
}
