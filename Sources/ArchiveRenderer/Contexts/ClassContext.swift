import ArchivePlanner

struct ClassContext: RenderContext {
  let coding: ClassCoding

  static let names = CodedTypeContext.names.merging([
    "identifier": nil, "superclass": nil, "declaresConformance": nil, "hierarchy": nil,
    "properties": PropertyContext.self, "values": ValueContext.self, "constants": ConstantContext.self,
    "arguments": nil, "try": nil,
    "assigned": ValueContext.self, "isConnected": nil, "connected": ValueContext.self,
    "migrations": MigrationContext.self,
    "isGeneric": nil, "replacement": nil, "resolution": nil, "isValidated": nil, "validations": MethodContext.self,
    "isSecureCoding": nil, "secureValues": ValueContext.self, "secureAssigned": ValueContext.self,
    "hasInitializer": nil, "isNested": nil, "codableValues": ValueContext.self, "codableAssigned": ValueContext.self,
  ]) { first, _ in first }

  func child(named name: String) -> Any? {
    switch name {
    case "identifier": RenderedText(coding.identifier)
    case "superclass": present(coding.superclass)
    case "declaresConformance": coding.superclass == nil
    case "hierarchy":
      RenderedText(
        LongList.literal(
          coding.hierarchy.map { "\($0.typeName.spelling).archivedClassOf\($0.identifier)" },
          of: "ArchiveRuntime.ArchivedClass")
      )
    case "properties": coding.values.map(PropertyContext.init)
    case "values": LongStatements.contexts(coding.values)
    case "constants": LongStatements.constants(coding.initializer.constantContexts)
    case "arguments": RenderedText(coding.initializer.argumentText)
    case "try": coding.initializer.isThrowing
    case "assigned": LongStatements.contexts(coding.assigned)
    case "isConnected": !coding.connected.isEmpty || !coding.migrations.isEmpty
    case "connected": LongStatements.contexts(coding.connected)
    case "migrations": coding.migrations.map(MigrationContext.init)
    case "isGeneric": coding.isGeneric
    case "replacement": present(coding.replacement)
    case "resolution": present(coding.resolution)
    case "isValidated": !coding.validations.isEmpty
    case "hasInitializer", "isNested": true
    case "isSecureCoding": coding.isSecureCoding
    case "secureValues": LongStatements.contexts(coding.secureValues)
    case "secureAssigned": LongStatements.contexts(coding.secureAssigned)
    case "codableValues": LongStatements.contexts(coding.codableValues)
    case "codableAssigned": LongStatements.contexts(coding.codableAssigned)
    case "validations": coding.validations.map(MethodContext.init)
    default: CodedTypeContext(type: coding.type).child(named: name)
    }
  }
}
