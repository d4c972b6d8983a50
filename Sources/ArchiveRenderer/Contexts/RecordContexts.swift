import ArchiveModel
import Mustache

struct FileContext: RenderContext {
  let file: GeneratedFile

  static let names: [String: (any RenderContext.Type)?] = [
    "source": nil, "module": nil, "imports": ImportContext.self, "triple": nil, "byteOrder": nil, "pointerBits": nil,
    "conformances": ConformanceContext.self, "standIns": RecordMirrorContext.self,
    "hasPrivateSchemas": nil, "privateSchemas": PrivateSchemaContext.self,
    "hasNestedTypes": nil, "nestedTypes": NestedTypeContext.self,
  ]

  func child(named name: String) -> Any? {
    switch name {
    case "source": RenderedText(file.source)
    case "module": RenderedText(SwiftLiteral.identifier(file.module))
    case "imports": file.imports.map(ImportContext.init)
    case "triple": RenderedText(file.triple)
    case "byteOrder": RenderedText(file.byteOrder)
    case "pointerBits": RenderedText(file.pointerBits)
    case "conformances": file.conformances.map(ConformanceContext.init)
    case "standIns": file.mirrors.map(RecordMirrorContext.init)
    case "hasPrivateSchemas": !file.privateSchemas.isEmpty
    case "hasNestedTypes": !file.nestedTypes.isEmpty
    case "nestedTypes": file.nestedTypes.map(NestedTypeContext.init)
    case "privateSchemas": file.privateSchemas.map(PrivateSchemaContext.init)
    default: nil
    }
  }
}

struct ConformanceContext: RenderContext {
  let conformance: Conformance

  static let names = SchemaContext.names.merging([
    "typeName": nil, "isDeprecated": nil, "isForCOnly": nil, "isPlain": nil,
  ]) { first, _ in first }

  func child(named name: String) -> Any? {
    switch name {
    case "typeName": RenderedText(conformance.typeName.spelling)
    case "isDeprecated": conformance.isDeprecated
    case "isForCOnly": conformance.isForCOnly
    case "isPlain": conformance.isPlain
    default: SchemaContext(schema: conformance.schema).child(named: name)
    }
  }
}

struct NestedTypeContext: RenderContext {
  let nested: NestedType

  static let names: [String: (any RenderContext.Type)?] = [
    "name": nil, "typeName": nil, "cxxTypeName": nil, "isDeprecated": nil,
  ]

  func child(named name: String) -> Any? {
    switch name {
    case "name": RenderedText(nested.name)
    case "typeName": RenderedText(nested.typeName.spelling)
    case "cxxTypeName": RenderedText(nested.cxxTypeName.spelling)
    case "isDeprecated": nested.isDeprecated
    default: nil
    }
  }
}

struct PrivateSchemaContext: RenderContext {
  let schema: PrivateSchema

  static let names = SchemaContext.names.merging(["privateName": nil]) { first, _ in first }

  func child(named name: String) -> Any? {
    name == "privateName"
      ? RenderedText(SwiftLiteral.identifier(schema.name)) : SchemaContext(schema: schema.schema).child(named: name)
  }
}

struct RecordMirrorContext: RenderContext {
  let mirror: RecordMirror

  static let names = SchemaContext.names.merging([
    "typeName": nil, "access": nil, "documentation": nil, "isPlain": nil, "accessors": AccessorContext.self,
  ]) { first, _ in first }

  func child(named name: String) -> Any? {
    switch name {
    case "typeName": RenderedText(mirror.typeName.spelling)
    case "access": RenderedText(mirror.access.prefix)
    case "documentation": RenderedText(mirror.documentation)
    case "isPlain": mirror.isPlain
    case "accessors": mirror.accessors.map(AccessorContext.init)
    default: SchemaContext(schema: mirror.schema).child(named: name)
    }
  }
}

struct AccessorContext: RenderContext {
  let accessor: RecordMirror.Accessor

  static let names: [String: (any RenderContext.Type)?] = [
    "name": nil, "type": nil, "offset": nil, "width": nil, "bits": nil, "scalar": nil, "isUnsafe": nil,
  ]

  func child(named name: String) -> Any? {
    switch name {
    case "name": RenderedText(SwiftLiteral.identifier(accessor.name))
    case "type": RenderedText(accessor.type.spelling)
    case "offset": RenderedText(accessor.offset)
    case "width": present(accessor.bitWidth)
    case "bits": accessor.bitWidth != nil
    case "scalar": accessor.bitWidth == nil
    case "isUnsafe": accessor.isUnsafe
    default: nil
    }
  }
}

struct SchemaContext: RenderContext {
  let schema: Schema

  static let names: [String: (any RenderContext.Type)?] = [
    "arguments": nil, "table": nil, "isLong": nil, "fields": FieldContext.self, "parts": SchemaPartContext.self,
    "layout": nil,
  ]

  func child(named name: String) -> Any? {
    switch name {
    case "arguments": RenderedText(schema.arguments)
    case "table": RenderedText(schema.table)
    case "isLong": schema.fields.count > LongList.mostElements
    case "fields": schema.entries.map(FieldContext.init)
    case "parts": SchemaPartContext.parts(of: schema.entries)
    case "layout": RenderedText(schema.layout?.argument ?? "")
    default: nil
    }
  }
}

/// Some of a long table's fields, in a function of their own.
struct SchemaPartContext: RenderContext {
  let number: Int
  let fields: ArraySlice<FieldExpression>

  static let names: [String: (any RenderContext.Type)?] = ["number": nil, "fields": FieldContext.self]

  static func parts(of fields: [FieldExpression]) -> [SchemaPartContext] {
    LongList.parts(of: fields).enumerated().map { SchemaPartContext(number: $0 + 1, fields: $1) }
  }

  func child(named name: String) -> Any? {
    switch name {
    case "number": RenderedText(number)
    case "fields": fields.map(FieldContext.init)
    default: nil
    }
  }
}

struct ModuleContext: RenderContext {
  let module: GeneratedModule

  static let names: [String: (any RenderContext.Type)?] = [
    "module": nil, "header": nil, "includes": nil, "defines": DefineContext.self, "undefines": nil,
    "buildOptions": nil, "hasBuildOptions": nil,
    "layoutChecks": LayoutCheckContext.self, "constantChecks": nil, "checkedNames": nil,
    "hiddenMacros": nil, "layoutAssertions": nil, "restoredMacros": nil,
  ]

  func child(named name: String) -> Any? {
    switch name {
    case "module": RenderedText(module.name)
    case "header": RenderedText(module.headerName)
    case "includes": module.includes.map { RenderedText($0) }
    case "defines": module.defines.map(DefineContext.init)
    case "undefines": module.undefines.map { RenderedText($0) }
    case "buildOptions": module.buildOptions.map { RenderedText($0) }
    case "hasBuildOptions": !module.buildOptions.isEmpty
    case "layoutChecks": module.checks.layouts.map(LayoutCheckContext.init)
    case "constantChecks": module.checks.constants.map { RenderedText($0.condition) }
    case "hiddenMacros": RenderedText(module.checks.hiddenMacros)
    case "layoutAssertions": RenderedText(module.layoutAssertions)
    case "restoredMacros": RenderedText(module.checks.restoredMacros)
    case "checkedNames": module.checks.names.map { RenderedText($0) }
    default: nil
    }
  }
}

struct DefineContext: RenderContext {
  let define: GeneratedModule.Define

  static let names: [String: (any RenderContext.Type)?] = ["name": nil, "pattern": nil, "value": nil]

  func child(named name: String) -> Any? {
    switch name {
    case "name": RenderedText(define.name)
    case "pattern": RenderedText(define.pattern)
    case "value": RenderedText(define.value)
    default: nil
    }
  }
}

struct LayoutCheckContext: RenderContext {
  let check: GeneratedModule.LayoutCheck

  static let names: [String: (any RenderContext.Type)?] = [
    "type": nil, "conditions": nil, "probes": ProbeContext.self,
  ]

  func child(named name: String) -> Any? {
    switch name {
    case "type": RenderedText(check.type.spelling)
    case "conditions": check.conditions.map { RenderedText($0) }
    case "probes": check.probes.map(ProbeContext.init)
    default: nil
    }
  }
}

struct ProbeContext: RenderContext {
  let probe: GeneratedModule.Probe

  static let names: [String: (any RenderContext.Type)?] = ["number": nil, "values": nil, "requirements": nil]

  func child(named name: String) -> Any? {
    switch name {
    case "number": RenderedText(probe.number)
    case "values": RenderedText(probe.values)
    case "requirements": probe.conditions.map { RenderedText($0) }
    default: nil
    }
  }
}
