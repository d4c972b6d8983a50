import ArchiveModel

struct ClassContext: RenderContext {
  let coding: ClassCoding

  static let names = CodedTypeContext.names.merging([
    "identifier": nil, "superclass": nil, "declaresConformance": nil, "hierarchy": nil,
    "values": ValueContext.self, "constants": ConstantContext.self, "arguments": nil, "try": nil,
    "assigned": ValueContext.self, "isConnected": nil, "connected": ValueContext.self,
    "migrations": MigrationContext.self,
    "isGeneric": nil, "replacement": nil, "resolution": nil, "isValidated": nil, "validations": MethodContext.self,
    "isSecureCoding": nil, "secureValues": ValueContext.self, "secureAssigned": ValueContext.self,
    "hasInitializer": nil, "isNested": nil, "codableValues": ValueContext.self, "codableAssigned": ValueContext.self,
  ]) { first, _ in first }

  func child(named name: String) -> Any? {
    switch name {
    case "identifier": Word(coding.identifier)
    case "superclass": present(coding.superclass)
    case "declaresConformance": coding.superclass == nil
    case "hierarchy":
      Word(coding.hierarchy.map { "\($0.typeName).archivedClassOf\($0.identifier)" }.joined(separator: ", "))
    case "values": coding.values.map(ValueContext.init)
    case "constants": coding.initializer.constantContexts
    case "arguments": Word(coding.initializer.argumentText)
    case "try": coding.initializer.isThrowing
    case "assigned": coding.assigned.map(ValueContext.init)
    case "isConnected": !coding.connected.isEmpty || !coding.migrations.isEmpty
    case "connected": coding.connected.map(ValueContext.init)
    case "migrations": coding.migrations.map(MigrationContext.init)
    case "isGeneric": coding.isGeneric
    case "replacement": present(coding.replacement)
    case "resolution": present(coding.resolution)
    case "isValidated": !coding.validations.isEmpty
    case "hasInitializer", "isNested": true
    case "isSecureCoding": coding.isSecureCoding
    case "secureValues": coding.secureValues.map(ValueContext.init)
    case "secureAssigned": coding.secureAssigned.map(ValueContext.init)
    case "codableValues": coding.codableValues.map(ValueContext.init)
    case "codableAssigned": coding.codableAssigned.map(ValueContext.init)
    case "validations": coding.validations.map(MethodContext.init)
    default: CodedTypeContext(type: coding.type).child(named: name)
    }
  }
}
