import ArchiveModel

struct FileContext: RenderContext {
  let file: GeneratedFile

  static let names: [String: (any RenderContext.Type)?] = [
    "source": nil, "module": nil, "triple": nil, "byteOrder": nil, "pointerBits": nil,
    "conformances": ConformanceContext.self, "standIns": StandInContext.self,
    "hasPrivateSchemas": nil, "privateSchemas": PrivateSchemaContext.self,
  ]

  func child(named name: String) -> Any? {
    switch name {
    case "source": file.source
    case "module": file.module
    case "triple": file.triple
    case "byteOrder": file.byteOrder
    case "pointerBits": file.pointerBits
    case "conformances": file.conformances.map(ConformanceContext.init)
    case "standIns": file.standIns.map(StandInContext.init)
    case "hasPrivateSchemas": !file.privateSchemas.isEmpty
    case "privateSchemas": file.privateSchemas.map(PrivateSchemaContext.init)
    default: nil
    }
  }
}

struct ConformanceContext: RenderContext {
  let conformance: Conformance

  static let names = SchemaContext.names.merging(["typeName": nil]) { first, _ in first }

  func child(named name: String) -> Any? {
    name == "typeName" ? conformance.typeName : SchemaContext(schema: conformance.schema).child(named: name)
  }
}

struct PrivateSchemaContext: RenderContext {
  let schema: PrivateSchema

  static let names = SchemaContext.names.merging(["privateName": nil]) { first, _ in first }

  func child(named name: String) -> Any? {
    name == "privateName" ? schema.name : SchemaContext(schema: schema.schema).child(named: name)
  }
}

struct StandInContext: RenderContext {
  let standIn: StandIn

  static let names = SchemaContext.names.merging([
    "typeName": nil, "documentation": nil, "accessors": AccessorContext.self,
  ]) { first, _ in first }

  func child(named name: String) -> Any? {
    switch name {
    case "typeName": standIn.typeName
    case "documentation": standIn.documentation
    case "accessors": standIn.accessors.map(AccessorContext.init)
    default: SchemaContext(schema: standIn.schema).child(named: name)
    }
  }
}

struct AccessorContext: RenderContext {
  let accessor: StandIn.Accessor

  static let names: [String: (any RenderContext.Type)?] = [
    "name": nil, "type": nil, "offset": nil, "width": nil, "bits": nil, "scalar": nil,
  ]

  func child(named name: String) -> Any? {
    switch name {
    case "name": accessor.name
    case "type": accessor.type
    case "offset": accessor.offset
    case "width": present(accessor.bitWidth)
    case "bits": accessor.bitWidth != nil
    case "scalar": accessor.bitWidth == nil
    default: nil
    }
  }
}

struct SchemaContext: RenderContext {
  let schema: Schema

  static let names: [String: (any RenderContext.Type)?] = [
    "name": nil, "size": nil, "alignment": nil, "version": nil, "was": nil, "fields": FieldContext.self,
  ]

  func child(named name: String) -> Any? {
    switch name {
    case "name": present(schema.name)
    case "size": schema.size
    case "alignment": schema.alignment
    case "version": present(schema.version)
    case "was": list(schema.earlierNames)
    case "fields": schema.fields.map(FieldContext.init)
    default: nil
    }
  }
}

struct FieldContext: RenderContext {
  let field: SchemaField

  static let names: [String: (any RenderContext.Type)?] = [
    "key": nil, "offset": nil, "form": nil, "modified": nil, "element": nil, "width": nil, "dimensions": nil, "storage": nil, "count": nil, "encoding": nil, "schema": nil,
    "was": nil, "default": nil, "required": nil, "closed": nil,
  ]

  /// The partial for each form of field; `TemplateCheck` lets `{{> *form}}` name no other.
  static let forms = ["Scalar", "Bits", "Array", "Text", "Record", "Records"]

  func child(named name: String) -> Any? {
    switch name {
    case "key": field.key
    case "offset": field.offset
    case "form": formName
    case "modified": field.isModified
    case "was": list(field.earlierKeys)
    case "default": present(field.defaultValue)
    case "required": field.isRequired
    case "closed": list(field.validValues.map(String.init))
    default: form(name)
    }
  }

  private var formName: String {
    switch field.form {
    case .scalar: "Scalar"
    case .bits: "Bits"
    case .array: "Array"
    case .text: "Text"
    case .record: "Record"
    case .records: "Records"
    }
  }

  private func form(_ name: String) -> Any? {
    switch (name, field.form) {
    case ("element", .scalar(let element)), ("element", .bits(_, let element)), ("element", .array(_, let element, _)):
      element
    case ("width", .bits(let width, _)): width
    case ("dimensions", .array(let dimensions, _, _)), ("dimensions", .records(let dimensions, _, _)):
      dimensions.map(String.init).joined(separator: ", ")
    case ("storage", .array(_, _, let storage)), ("storage", .records(_, _, let storage)):
      storage == .standard ? false : storage.rawValue
    case ("count", .text(let count, _)): count
    case ("encoding", .text(_, let encoding)): encoding
    case ("schema", .record(let schema)), ("schema", .records(_, let schema, _)): schema
    default: Self.names.keys.contains(name) ? false : nil
    }
  }
}

extension SchemaField {
  fileprivate var isModified: Bool {
    isRequired || defaultValue != nil || !earlierKeys.isEmpty || !validValues.isEmpty
  }
}

struct ModuleContext: RenderContext {
  let module: GeneratedModule

  static let names: [String: (any RenderContext.Type)?] = [
    "module": nil, "header": nil, "includes": nil, "defines": DefineContext.self,
  ]

  func child(named name: String) -> Any? {
    switch name {
    case "module": module.name
    case "header": module.headerName
    case "includes": module.includes
    case "defines": module.defines.map(DefineContext.init)
    default: nil
    }
  }
}

struct DefineContext: RenderContext {
  let define: GeneratedModule.Define

  static let names: [String: (any RenderContext.Type)?] = ["name": nil, "value": nil]

  func child(named name: String) -> Any? {
    switch name {
    case "name": define.name
    case "value": define.value
    default: nil
    }
  }
}
