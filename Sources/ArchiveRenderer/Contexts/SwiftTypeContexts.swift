import ArchiveModel
import Mustache

struct SwiftFileContext: RenderContext {
  let file: GeneratedSwiftFile

  static let names: [String: (any RenderContext.Type)?] = [
    "source": nil, "imports": ImportContext.self, "structures": StructureContext.self,
    "enumerations": EnumerationContext.self, "rawValues": RawValueContext.self, "classes": ClassContext.self,
    "tuples": TupleContext.self, "existentials": ExistentialContext.self,
  ]

  func child(named name: String) -> Any? {
    switch name {
    case "source": RenderedText(file.source)
    case "imports": file.imports.map(ImportContext.init)
    case "structures": file.structures.map(StructureContext.init)
    case "enumerations": file.enumerations.map(EnumerationContext.init)
    case "rawValues": file.rawValues.map(RawValueContext.init)
    case "classes": file.classes.map(ClassContext.init)
    case "tuples": file.tuples.map(TupleContext.init)
    case "existentials": file.existentials.map(ExistentialContext.init)
    default: nil
    }
  }
}

struct ImportContext: RenderContext {
  let generated: GeneratedImport

  static let names: [String: (any RenderContext.Type)?] = [
    "module": nil, "isRuntime": nil, "isPublic": nil, "isPackage": nil,
  ]

  func child(named name: String) -> Any? {
    switch name {
    case "module": RenderedText(SwiftLiteral.identifier(generated.module))
    case "isRuntime": generated.module == "ArchiveRuntime"
    case "isPublic": generated.access == .public
    case "isPackage": generated.access == .package
    default: nil
    }
  }
}

/// The names that `CodedIsolation` gives to what has one.
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

/// What all types have; each kind adds to these names.
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
    // What is conditional, or belongs to an actor, is not implied by another conformance.
    case "hasNamedConformance": !type.parameters.isEmpty || type.isolation.conformance != nil
    case "checkedTypes": type.checkedTypes.map(CheckedTypeContext.init)
    case "hasCheckedTypes": !type.checkedTypes.isEmpty
    // Only a class's methods need one: its subclasses have theirs beside them.
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

/// A local constant that is read: for an initializer's argument, a case's value, a tuple's element.
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

extension InitializerCall {
  /// `name: name, age: age`
  var argumentText: String { arguments.map(\.spelling).joined(separator: ", ") }
  var constantContexts: [ConstantContext] { constants.map { ConstantContext(type: $0.type, value: $0.value) } }
}

struct StructureContext: RenderContext {
  let structure: StructureCoding

  static let names = CodedTypeContext.names.merging([
    "values": ValueContext.self, "hasInitializer": nil, "constants": ConstantContext.self, "arguments": nil,
    "try": nil, "assigned": ValueContext.self, "migrations": MigrationContext.self, "validations": MethodContext.self,
    "isNested": nil, "codableValues": ValueContext.self, "codableAssigned": ValueContext.self,
  ]) { first, _ in first }

  func child(named name: String) -> Any? {
    switch name {
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

struct EnumerationContext: RenderContext {
  let enumeration: EnumerationCoding

  static let names = CodedTypeContext.names.merging([
    "isInPlace": nil, "cases": CaseContext.self, "plainCases": CaseContext.self, "valueCases": CaseContext.self,
    "hasValueCases": nil, "hasPlainCases": nil, "isLong": nil, "plainParts": CasePartContext.self,
    "valueParts": CasePartContext.self,
  ]) { first, _ in first }

  func child(named name: String) -> Any? {
    let values = enumeration.cases.filter { !$0.values.isEmpty }
    let plain = enumeration.cases.filter(\.values.isEmpty)
    return switch name {
    case "isInPlace": enumeration.isInPlace
    case "cases": enumeration.cases.map(CaseContext.init)
    case "plainCases": plain.map(CaseContext.init)
    case "valueCases": values.map(CaseContext.init)
    case "hasValueCases": !values.isEmpty
    case "hasPlainCases": !plain.isEmpty
    case "isLong": enumeration.cases.count > LongList.mostElements
    case "plainParts": CasePartContext.parts(of: plain)
    case "valueParts": CasePartContext.parts(of: values)
    default: CodedTypeContext(type: enumeration.type).child(named: name)
    }
  }
}

/// Some of a long enumeration's cases, in a function of their own: all with values, or all without.
struct CasePartContext: RenderContext {
  let number: Int
  let cases: ArraySlice<EnumerationCoding.Case>

  static let names: [String: (any RenderContext.Type)?] = [
    "number": nil, "plainCases": CaseContext.self, "valueCases": CaseContext.self,
  ]

  static func parts(of cases: [EnumerationCoding.Case]) -> [CasePartContext] {
    LongList.parts(of: cases).enumerated().map { CasePartContext(number: $0 + 1, cases: $1) }
  }

  func child(named name: String) -> Any? {
    switch name {
    case "number": RenderedText(number)
    case "plainCases", "valueCases": cases.map(CaseContext.init)
    default: nil
    }
  }
}

struct CaseContext: RenderContext {
  let planned: EnumerationCoding.Case

  static let names: [String: (any RenderContext.Type)?] = [
    "name": nil, "key": nil, "keys": nil, "pattern": nil, "values": ValueContext.self,
    "constants": ConstantContext.self,
    "arguments": nil,
  ]

  func child(named name: String) -> Any? {
    switch name {
    case "name": RenderedText(SwiftLiteral.identifier(planned.name))
    case "key": RenderedText(SwiftLiteral.string(planned.key))
    case "keys": RenderedText(([planned.key] + planned.formerKeys).map(SwiftLiteral.string).joined(separator: ", "))
    case "pattern": RenderedText(planned.values.map { "let \($0.target.spelling)" }.joined(separator: ", "))
    case "values": planned.values.map(ValueContext.init)
    case "constants": planned.values.map { ConstantContext(type: $0.type, value: $0) }
    case "arguments": RenderedText(CodedValue.arguments(planned.labels, planned.values))
    default: nil
    }
  }
}

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

struct TupleContext: RenderContext {
  let tuple: TupleCoding

  static let names = IsolationNames.names.merging([
    "name": nil, "tuple": nil, "archivedName": nil, "values": ValueContext.self, "constants": ConstantContext.self,
    "arguments": nil,
  ]) { first, _ in first }

  func child(named name: String) -> Any? {
    switch name {
    case "name": RenderedText(tuple.name)
    case "tuple": RenderedText(tuple.tuple.spelling)
    case "archivedName": RenderedText(SwiftLiteral.string(tuple.archivedName))
    case "values": tuple.values.map(ValueContext.init)
    case "constants": tuple.values.map { ConstantContext(type: $0.type, value: $0) }
    case "arguments": RenderedText(CodedValue.arguments(tuple.labels, tuple.values))
    default: IsolationNames.value(name, tuple.isolation)
    }
  }
}

struct ExistentialContext: RenderContext {
  let existential: ExistentialCoding

  static let names = IsolationNames.names.merging(["name": nil, "type": nil, "types": nil]) { first, _ in first }

  func child(named name: String) -> Any? {
    switch name {
    case "name": RenderedText(existential.name)
    case "type": RenderedText(existential.type.spelling)
    case "types":
      RenderedText(
        LongList.literal(existential.types.map { "\($0.spelling).self" }, of: "any ArchiveRuntime.ArchivableValue.Type")
      )
    default: IsolationNames.value(name, existential.isolation)
    }
  }
}

extension CodedValue {
  /// Decoded values as arguments: `radius: value0, value1`.
  fileprivate static func arguments(_ labels: [String?], _ values: [CodedValue]) -> String {
    zip(labels, values).map { $0.prefix + $1.target.spelling }.joined(separator: ", ")
  }
}
