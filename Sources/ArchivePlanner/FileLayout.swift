import ArchiveModel

/// Lays the planned records out in files, one for each header that defines any.
struct FileLayout {
  private let resolution: FieldResolution
  private let names: SwiftNames
  private let model: HeaderModel
  private let options: PlannerOptions
  private let written: Set<Record.ID>

  static func run(
    _ planned: [PlannedRecord], _ resolution: FieldResolution, _ names: SwiftNames, model: HeaderModel,
    options: PlannerOptions
  ) -> [GeneratedFile] {
    let layout = FileLayout(
      resolution: resolution, names: names, model: model, options: options, written: Set(planned.map(\.record.id)))
    let fileNames = OutputNames.assign(Set(planned.map(\.record.location.file)), headerNames: options.headerNames)
    return Dictionary(grouping: planned, by: \.record.location.file)
      .map { header, records in layout.file(fileNames[header] ?? header, header, records) }
      .sorted { $0.name < $1.name }
  }

  private func file(_ name: String, _ header: String, _ records: [PlannedRecord]) -> GeneratedFile {
    var schemas = PrivateSchemas()
    var conformances: [Conformance] = []
    var standIns: [StandIn] = []
    for planned in records.sorted(by: { $0.record.location < $1.record.location }) {
      let schema = schema(of: planned, isNamed: true, &schemas)
      switch names.name(of: planned.record) {
      case .imported(let name)?:
        conformances.append(Conformance(typeName: name, isDeprecated: planned.record.isDeprecated, schema: schema))
      case .standIn(let name, let reason)?:
        standIns.append(
          StandIn(
            typeName: name, documentation: "Stands for C's `\(planned.record.displayName)`, which \(reason).",
            accessors: StandInAccessors.of(planned, names), schema: schema))
      case nil: break
      }
    }
    return GeneratedFile(
      name: name, source: options.headerNames[header] ?? header, module: SwiftLiteral.identifier(options.module),
      pointerBits: model.target.pointerSize * 8, byteOrder: model.target.isBigEndian ? "big" : "little",
      triple: model.target.triple, privateSchemas: schemas.all, conformances: conformances, standIns: standIns)
  }

  private func schema(of planned: PlannedRecord, isNamed: Bool, _ schemas: inout PrivateSchemas) -> Schema {
    let record = planned.record
    let attributes = resolution.attributes(of: record)
    return Schema(
      name: isNamed ? SwiftLiteral.string(resolution.archivedName(of: record)) : nil,
      size: record.size, alignment: record.alignment,
      version: isNamed ? attributes.first(.version)?.arguments.first.flatMap { Int($0.text) } : nil,
      earlierNames: isNamed ? attributes.first(.was)?.arguments.map { SwiftLiteral.string($0.text) } ?? [] : [],
      fields: planned.fields.map { schemaField($0, &schemas) })
  }

  private func schemaField(_ field: PlannedField, _ schemas: inout PrivateSchemas) -> SchemaField {
    let form: SchemaField.Form =
      switch field.form {
      case .scalar(let element): .scalar(element: element)
      case .bits(let width, let element): .bits(width: width, element: element)
      case .array(let dimensions, let element, let storage):
        .array(dimensions: dimensions, element: element, storage: storage)
      case .text(let count, let encoding): .text(count: count, encoding: "." + encoding)
      case .record(let id): .record(schema: reference(to: id, &schemas))
      case .records(let dimensions, let id, let storage):
        .records(dimensions: dimensions, schema: reference(to: id, &schemas), storage: storage)
      }
    return SchemaField(
      key: SwiftLiteral.string(field.key), form: form, offset: field.offset,
      earlierKeys: field.earlierKeys.map(SwiftLiteral.string), defaultValue: field.defaultValue.map(typed),
      isRequired: field.isRequired, validValues: field.validValues)
  }

  /// A literal of an integer is an `Int` to Swift, unless it says otherwise.
  private func typed(_ literal: String) -> String {
    Int(literal) == nil && UInt64(literal) != nil ? "\(literal) as \(names.standardLibrary)UInt64" : literal
  }

  /// The expression for a nested record's schema: its own type's, or one that is private to the file.
  private func reference(to id: Record.ID, _ schemas: inout PrivateSchemas) -> String {
    if let known = schemas.name(of: id) { return known }
    guard let planned = resolution.planned(id) else { return "" }
    if written.contains(id), let name = names.name(of: planned.record) {
      switch name {
      // Swift would warn of the deprecated name here.
      case .imported where planned.record.isDeprecated: break
      case .imported(let type), .standIn(let type, _): return type + ".archiveSchema"
      }
    }
    let schema = schema(of: planned, isNamed: false, &schemas)
    return schemas.add(schema, for: planned.record, parent: planned.record.parent.flatMap { resolution[$0] })
  }
}

/// The private schemas of one file, innermost first.
private struct PrivateSchemas {
  private(set) var all: [PrivateSchema] = []
  private var names: [Record.ID: String] = [:]

  func name(of id: Record.ID) -> String? { names[id] }

  mutating func add(_ schema: Schema, for record: Record, parent: Record?) -> String {
    let base = record.name ?? (parent?.name).map { $0 + "_member" } ?? "member"
    var name = base
    var number = 2
    while all.contains(where: { $0.name == SwiftLiteral.identifier(name) }) {
      name = "\(base)\(number)"
      number += 1
    }
    all.append(PrivateSchema(name: SwiftLiteral.identifier(name), schema: schema))
    let reference = "Schemas." + SwiftLiteral.identifier(name)
    names[record.id] = reference
    return reference
  }
}
