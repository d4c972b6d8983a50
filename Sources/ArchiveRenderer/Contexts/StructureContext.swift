import ArchivePlanner

struct StructureContext: RenderContext {
  let structure: StructureCoding

  static let names = CodedTypeContext.names.merging([
    "properties": PropertyContext.self, "values": ValueContext.self, "hasInitializer": nil,
    "constants": ConstantContext.self, "arguments": nil,
    "try": nil, "assigned": ValueContext.self, "migrations": MigrationContext.self, "validations": MethodContext.self,
    "isNested": nil, "codableValues": ValueContext.self, "codableAssigned": ValueContext.self,
  ]) { first, _ in first }

  func child(named name: String) -> Any? {
    switch name {
    case "properties": structure.values.map(PropertyContext.init)
    case "values": LongStatements.contexts(structure.values)
    case "hasInitializer": structure.initializer != nil
    case "constants": LongStatements.constants(structure.initializer?.constantContexts ?? [])
    case "arguments": RenderedText(structure.initializer?.argumentText ?? "")
    case "try": structure.initializer?.isThrowing ?? false
    case "assigned": LongStatements.initializing(structure.assigned)
    case "migrations": structure.migrations.map(MigrationContext.init)
    case "validations": structure.validations.map(MethodContext.init)
    case "isNested": false
    case "codableValues": LongStatements.contexts(structure.values)
    case "codableAssigned": LongStatements.initializing(structure.assigned)
    default: CodedTypeContext(type: structure.type).child(named: name)
    }
  }
}
