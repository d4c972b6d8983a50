import ArchivePlanner

extension GeneratedFile: RenderContext {
  static let tags: Tags = [
    "source": .text { $0.source },
    "module": .text { SwiftLiteral.identifier($0.module) },
    "imports": .parts { $0.imports },
    "triple": .text { $0.triple },
    "byteOrder": .text { $0.byteOrder },
    "pointerBits": .text { $0.pointerBits },
    "conformances": .parts { $0.conformances },
    "standIns": .parts { $0.mirrors },
    "hasPrivateSchemas": .flag { !$0.privateSchemas.isEmpty },
    "privateSchemas": .parts { $0.privateSchemas },
    "hasNestedTypes": .flag { !$0.nestedTypes.isEmpty },
    "nestedTypes": .parts { $0.nestedTypes },
  ]
}

extension GeneratedImport: RenderContext {
  static let tags: Tags = [
    "module": .text { SwiftLiteral.identifier($0.module) },
    "isRuntime": .flag { [runtime, evolution].contains($0.module) },
    "isPublic": .flag { $0.access == .public },
    "isPackage": .flag { $0.access == .package },
    "isRestricted": .flag { $0.isRestricted },
  ]
}

extension NestedType: RenderContext {
  static let tags: Tags = [
    "name": .text { $0.name },
    "typeName": .text { $0.typeName.spelling },
    "cxxTypeName": .text { $0.cxxTypeName.spelling },
    "isDeprecated": .flag { $0.isDeprecated },
  ]
}

extension Schema: RenderContext {
  static let tags: Tags = [
    "archivedName": .optional { $0.name.map(SwiftLiteral.string) },
    "size": .text { $0.size },
    "alignment": .text { $0.alignment },
    "version": .optional { $0.version },
    "arguments": .text { $0.arguments },
    "isLong": .flag { $0.fields.count > LongList.mostElements },
    "fields": .parts { $0.entries.map { FieldContext($0) } },
    "parts": .parts { SchemaPartContext.parts(of: $0.entries) },
    "layout": .text { $0.layout?.argument ?? "" },
    "description": .optional { $0.described?.text },
    "wholeDescription": .optional { $0.described?.whole },
    "rowArguments": .text { $0.described?.arguments ?? "" },
    "check": .text { $0.described?.check ?? "" },
    "hasRows": .flag { $0.described?.hasRows ?? false },
    "hasManyRows": .flag { ($0.described?.rows.count ?? 0) > LongList.mostElements },
    "rows": .parts { ($0.described?.rows ?? []).map { FieldContext($0) } },
    "rowParts": .parts { SchemaPartContext.parts(of: $0.described?.rows ?? []) },
  ]
}

/// Some of a long table's fields, in a separate function.
struct SchemaPartContext: RenderContext {
  let number: Int
  let fields: ArraySlice<FieldExpression>

  static let tags: Tags = [
    "number": .text { $0.number },
    "fields": .parts { $0.fields.map { FieldContext($0) } },
  ]

  static func parts(of fields: [FieldExpression]) -> [SchemaPartContext] {
    LongList.parts(of: fields).enumerated().map { SchemaPartContext(number: $0 + 1, fields: $1) }
  }
}

extension PrivateSchema: RenderContext {
  static let tags: Tags =
    Schema.tags.through { $0.schema } + ["privateName": .text { SwiftLiteral.identifier($0.name) }]
}

extension Conformance: RenderContext {
  static let tags: Tags =
    Schema.tags.through { $0.schema } + [
      "typeName": .text { $0.typeName.spelling },
      "isDeprecated": .flag { $0.isDeprecated },
      "isForCOnly": .flag { $0.isForCOnly },
      "isPlain": .flag { $0.isPlain },
    ]
}

extension RecordMirror: RenderContext {
  static let tags: Tags =
    Schema.tags.through { $0.schema } + [
      "typeName": .text { $0.typeName.spelling },
      "access": .text { $0.access.prefix },
      "documentation": .text { $0.documentation },
      "isPlain": .flag { $0.isPlain },
      "accessors": .parts { $0.accessors },
    ]
}

extension RecordMirror.Accessor: RenderContext {
  static let tags: Tags = [
    "name": .text { SwiftLiteral.identifier($0.name) },
    "type": .text { $0.type.spelling },
    "offset": .text { $0.offset },
    "width": .optional { $0.bitWidth },
    "bits": .flag { $0.bitWidth != nil },
    "scalar": .flag { $0.bitWidth == nil },
    "isUnsafe": .flag { $0.isUnsafe },
  ]
}
