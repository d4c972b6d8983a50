import ArchiveModel
import ArchivePlanner

/// The names that all types have. Each kind of type adds its own.
extension CodedType: RenderContext {
  static let tags: Tags =
    CodedIsolation.tags.through { $0.isolation } + [
      "typeName": .text { $0.typeName.spelling },
      "typeExpression": .text { $0.typeName.expression },
      "whereClause": .list { $0.parameters.map { "\($0): ArchiveRuntime.ArchivableValue" } },
      "access": .text { $0.access.prefix },
      "archivedName": .text { $0.name.spelling },
      "earlierNames": .list { $0.parameters.isEmpty ? $0.formerNames.map(SwiftLiteral.string) : [] },
      "genericNames": .optional { $0.name.genericNames(formerly: $0.formerNames) },
      "identity": .list { $0.identity.map(SwiftLiteral.string) },
      "version": .optional { $0.version },
      "isCodable": .flag { $0.isCodable },
      "codableWhereClause": .list { $0.parameters.map { "\($0): Swift.Codable" } },
      // A conditional or isolated conformance is not implied by another conformance.
      "hasNamedConformance": .flag { !$0.parameters.isEmpty || $0.isolation.conformance != nil },
      "checkedTypes": .parts { $0.checkedTypes },
      "hasCheckedTypes": .flag { !$0.checkedTypes.isEmpty },
      "checkFunction": .text { $0.isolation.declaration == nil ? "isUsableHere" : "isUsableAnywhere" },
      // Only a class's methods need one, because its subclasses' methods are beside them.
      "identifier": .text { _ in "" },
    ]
}

/// The name of a type, in an expression, and what its alias stands for.
extension SwiftName: RenderContext {
  static let tags: Tags = ["type": .text { $0.expression }, "typeName": .text { $0.spelling }]
}

extension StructureCoding: RenderContext {
  static let tags: Tags =
    CodedType.tags.through { $0.type } + [
      "properties": .parts { $0.values.map(PropertyContext.init) },
      "values": .statements { LongStatements.contexts($0.values) },
      "encodeValues": .optional { LongStatements.text($0.values, \.encodeStatement) },
      "usesDeprecated": .flag { $0.usesDeprecated },
      "hasInitializer": .flag { $0.initializer != nil },
      "constants": .constants { $0.initializer?.constants ?? [] },
      "arguments": .text { $0.initializer?.argumentText ?? "" },
      "try": .flag { $0.initializer?.isThrowing ?? false },
      "assigned": .statements { LongStatements.initializing($0.assigned) },
      "decodeAssigned": .optional { LongStatements.initializingText($0.assigned) },
      "migrations": .parts { $0.migrations },
      "validations": .parts { $0.validations.map(MethodContext.init) },
      "isNested": .flag { _ in false },
      "hasCodableValues": .flag { !$0.values.isEmpty },
      "codableValues": .statements { LongStatements.contexts($0.values) },
      "codableAssigned": .statements { LongStatements.initializing($0.assigned) },
      "hasColumns": .flag { $0.hasColumns },
      "columns": .parts { $0.columns },
      "columnConstants": .parts { $0.columnConstants },
      "columnAssigned": .parts { $0.columnAssigned },
    ]
}

extension ClassCoding: RenderContext {
  static let tags: Tags =
    CodedType.tags.through { $0.type } + [
      "identifier": .text { $0.identifier },
      "superclass": .optional { $0.superclass },
      "declaresConformance": .flag { $0.superclass == nil },
      "hierarchy": .text { coding in
        LongList.literal(
          coding.hierarchy.map { "\($0.typeName.expression).archivedClassOf\($0.identifier)" },
          of: "ArchiveRuntime.ArchivedClass")
      },
      "properties": .parts { $0.values.map(PropertyContext.init) },
      "values": .statements { LongStatements.contexts($0.values) },
      "encodeValues": .optional { LongStatements.text($0.values, \.encodeStatement) },
      "constants": .constants { $0.initializer.constants },
      "arguments": .text { $0.initializer.argumentText },
      "try": .flag { $0.initializer.isThrowing },
      "assigned": .statements { LongStatements.contexts($0.assigned) },
      "decodeAssigned": .optional { LongStatements.text($0.assigned, \.decodeStatement) },
      "isConnected": .flag { !$0.connected.isEmpty || !$0.migrations.isEmpty },
      "connected": .statements { LongStatements.contexts($0.connected) },
      "decodeConnected": .optional { LongStatements.text($0.connected, \.decodeStatement) },
      "migrations": .parts { $0.migrations },
      "isGeneric": .flag { $0.isGeneric },
      "replacement": .optional { $0.replacement.map(SwiftLiteral.identifier) },
      "resolution": .optional { $0.resolution.map(SwiftLiteral.identifier) },
      "isValidated": .flag { !$0.validations.isEmpty },
      "validations": .parts { $0.validations.map(MethodContext.init) },
      "hasInitializer": .flag { _ in true },
      "isNested": .flag { _ in true },
      "isSecureCoding": .flag { $0.isSecureCoding },
      "secureValues": .statements { LongStatements.contexts($0.secureValues) },
      "secureAssigned": .statements { LongStatements.contexts($0.secureAssigned) },
      "hasCodableValues": .flag { !$0.codableValues.isEmpty },
      "codableValues": .statements { LongStatements.contexts($0.codableValues) },
      "codableAssigned": .statements { LongStatements.contexts($0.codableAssigned) },
      "hasColumns": .flag { $0.hasColumns },
      "usesDeprecated": .flag { $0.usesDeprecated },
      "columns": .parts { $0.columns },
      "columnConstants": .parts { $0.columnConstants },
      "columnAssigned": .parts { $0.columnAssigned },
      "hasLinks": .flag { !$0.connected.isEmpty },
      "columnLinks": .parts { $0.columnLinks },
      "ownedLinks": .parts { $0.ownedLinks },
    ]
}

extension CodedMigration: RenderContext {
  static let tags: Tags = [
    "names": .list { migration in
      migration.name.genericNames(formerly: migration.formerNames).map { ["RuntimeInterface.allNames(of: \($0))"] }
        ?? [migration.name.spelling] + migration.formerNames.map(SwiftLiteral.string)
    },
    "toVersion": .text { $0.version },
    "method": .text { SwiftLiteral.identifier($0.method) },
  ]
}

/// The name of a method.
struct MethodContext: RenderContext {
  let method: String

  static let tags: Tags = ["method": .text { SwiftLiteral.identifier($0.method) }]
}

/// An archived property, for code that a user's template adds.
struct PropertyContext: RenderContext {
  let value: CodedValue

  static let tags: Tags = [
    "name": .text { $0.name },
    "key": .text { $0.value.keyLiteral },
    "type": .text { $0.value.type.spelling },
  ]

  private var name: String {
    if case .property(let name, _, _)? = value.source { SwiftLiteral.identifier(name) } else { "" }
  }
}
