import ArchiveModel

/// Distributes the records over files, one for each header that defines any.
struct RecordOutput {
  private let resolution: ResolvedRecords
  private let names: SwiftNames
  private let model: HeaderModel
  private let options: PlannerOptions
  private let written: Set<Record.ID>
  /// The records that pointers lead to. The set is the same for every file, because the runtime finds tables by name.
  private let nodes: Set<Record.ID>

  static func run(
    _ planned: [PlannedRecord], _ resolution: ResolvedRecords, _ names: SwiftNames, model: HeaderModel,
    options: PlannerOptions
  ) -> [GeneratedFile] {
    let layout = RecordOutput(
      resolution: resolution, names: names, model: model, options: options, written: Set(planned.map(\.record.id)),
      nodes: resolution.nodes(from: planned))
    if options.coverage == .one {
      let count = options.headerNames.count
      return planned.isEmpty
        ? []
        : [
          layout.file(
            "headers+Archive.swift", count == 1 ? options.headerNames.values.first ?? "" : "\(count) headers", planned)
        ]
    }
    var byHeader = Dictionary(grouping: planned, by: \.record.location.file)
    if options.coverage == .everyInput {
      for header in options.headerNames.keys where byHeader[header] == nil { byHeader[header] = [] }
    }
    let fileNames = OutputNames.assign(Set(byHeader.keys), headerNames: options.headerNames)
    return
      byHeader
      .map { header, records in layout.file(fileNames[header] ?? header, header, records) }
      .sorted { $0.name < $1.name }
  }

  private func file(_ name: String, _ header: String, _ records: [PlannedRecord]) -> GeneratedFile {
    var schemas = PrivateSchemas()
    var conformances: [Conformance] = []
    var mirrors: [RecordMirror] = []
    var plain: [Record.ID: Bool] = [:]
    // The modules of the types that get conformances.
    var ownModules: Set<String> = []
    for planned in records.sorted(by: { $0.record.location < $1.record.location }) {
      let name = names.name(of: planned.record)
      var typeName: SwiftName?
      if case .imported(let imported)? = name { typeName = fileName(of: planned.record, imported, &schemas) }
      let schema = schema(
        of: planned, isNamed: true, in: planned.record.id, layoutOf: typeName, isMirror: typeName == nil, &schemas)
      let isPlain = resolution.isPlain(planned, &plain)
      switch name {
      case .imported(let name)?:
        ownModules.insert(options.module(of: planned.record.location.file))
        conformances.append(
          Conformance(
            typeName: typeName ?? name, isDeprecated: planned.record.isDeprecated,
            isForCOnly: names.cxxName(of: planned.record) == .none, isPlain: isPlain, schema: schema))
      case .mirror(let name, let reason)?:
        mirrors.append(
          RecordMirror(
            typeName: name, access: access(of: planned.record),
            documentation: "Stands for C's `\(planned.record.displayName)`, which \(reason).",
            accessors: MirrorAccessors.of(planned, names), isPlain: isPlain, schema: schema))
      case nil: break
      }
    }
    // Mirrors have bytes and numbers, and name no type of the module.
    if ownModules.isEmpty { schemas.modules.insert(options.module(of: records.first?.record.location.file ?? header)) }
    let module = ownModules.count == 1 ? ownModules.first : nil
    return GeneratedFile(
      name: name, source: options.headerNames[header] ?? header, module: module ?? options.module(of: header),
      imports: [
        GeneratedImport(
          GeneratedImport.runtime, conformances.isEmpty ? mirrors.map(\.access).max() ?? .internal : .public)
      ] + ownModules.sorted().map { GeneratedImport($0, .public) }
        + schemas.modules.subtracting(ownModules).sorted().map { GeneratedImport($0, .internal) },
      pointerBits: model.target.pointerSize * 8, byteOrder: model.target.isBigEndian ? "big" : "little",
      triple: model.target.triple, nestedTypes: schemas.nestedTypes.all, privateSchemas: schemas.all,
      conformances: conformances, mirrors: mirrors)
  }

  /// The name in this file of a record that Swift imports.
  private func fileName(of record: Record, _ name: SwiftName, _ schemas: inout PrivateSchemas) -> SwiftName {
    guard case .within(let cxxName) = names.cxxName(of: record) else { return name }
    return schemas.nestedTypes.reference(to: record, name: name, cxxName: cxxName)
  }

  /// The access of a mirror. `AttributeCheck` has checked the attribute.
  private func access(of record: Record) -> GeneratedAccess {
    resolution.annotations(of: record).access?.access ?? options.access
  }

  /// - Parameters:
  ///   - type: the record whose extension has the schema; nil for a private schema.
  ///   - layoutOf: the type that Swift imports for the record.
  ///   - isMirror: whether Swift has no name for the record, so that its layout cannot be compared.
  private func schema(
    of planned: PlannedRecord, isNamed: Bool, in type: Record.ID?, layoutOf typeName: SwiftName? = nil,
    isMirror: Bool = false, _ schemas: inout PrivateSchemas
  ) -> Schema {
    let record = planned.record
    let annotations = resolution.annotations(of: record)
    let fields = planned.fields.map(\.entry)
    return Schema(
      name: isNamed ? resolution.records.archivedName(of: record) : nil, size: record.size, alignment: record.alignment,
      version: isNamed ? annotations.version : nil,
      formerNames: isNamed ? annotations.formerNames : [],
      removedKeys: annotations.removedKeys,
      identity: IdentityResolver(records: resolution.records).keys(of: record),
      migration: migration(of: record, &schemas),
      fields: fields, names: schemaNames(fields, in: type, &schemas),
      layout: isMirror
        ? nil
        : LayoutDescription.of(
          planned, typeName: typeName, resolution, names, written: written, constants: constants(of: record)))
  }

  private func migration(of record: Record, _ schemas: inout PrivateSchemas) -> SchemaMigration? {
    var typeName: SwiftName?
    if resolution.annotations(of: record).migration != nil {
      switch names.name(of: record) {
      case .imported(let name): typeName = fileName(of: record, name, &schemas)
      case .mirror(let name, _): typeName = name
      case nil: break
      }
    }
    return MigrationResolver(records: resolution.records).migration(of: record, typeName: typeName, names)
  }

  /// The constants that Swift imports under their own names.
  private func constants(of record: Record) -> [SchemaLayout.Constant] {
    resolution.records.namedConstants(of: record).filter { model.swiftConstants.contains($0.name) }.map { constant in
      SchemaLayout.Constant(name: names.enumeration(constant.name, usedBy: record), value: constant.value)
    }
  }

  // MARK: Names of other schemas

  private func schemaNames(
    _ fields: [SchemaField], in type: Record.ID?, _ schemas: inout PrivateSchemas
  ) -> SchemaNames {
    var found = SchemaNames(standardLibrary: names.standardLibrary)
    for field in fields {
      switch field.form {
      case .record(let id), .records(_, let id, _): add(id, in: type, &found, &schemas)
      case .pointer(_, let pointer): add(pointer, in: type, &found, &schemas)
      case .trailing(let target, _): add(target, in: type, &found, &schemas)
      case .scalar, .bits, .array, .text, .union: break
      }
      if let container = field.container { add(container.node, in: type, &found, &schemas) }
    }
    return found
  }

  private func add(
    _ id: Record.ID, in type: Record.ID?, _ found: inout SchemaNames, _ schemas: inout PrivateSchemas
  ) {
    if found.records[id] == nil { found.records[id] = reference(to: id, in: type, &schemas) }
  }

  private func add(
    _ pointer: SchemaPointer, in type: Record.ID?, _ found: inout SchemaNames, _ schemas: inout PrivateSchemas
  ) {
    switch pointer.kind {
    case .target(let target, _): add(target, in: type, &found, &schemas)
    case .symbols(let symbols):
      for symbol in symbols where found.types[symbol.record] == nil {
        guard let record = resolution.records[symbol.record], case .imported(let name)? = names.name(of: record) else {
          continue
        }
        found.types[symbol.record] = fileName(of: record, name, &schemas)
      }
    case .string, .via: break
    }
  }

  private func add(
    _ target: PointerTarget, in type: Record.ID?, _ found: inout SchemaNames, _ schemas: inout PrivateSchemas
  ) {
    switch target {
    case .record(let id): add(id, in: type, &found, &schemas)
    case .cell(let cell): found.cells[cell.archivedName] = reference(to: cell, &schemas)
    case .element: break
    }
  }

  /// The reference to another record's schema: that of its type, or one that is private to the file.
  private func reference(to id: Record.ID, in type: Record.ID?, _ schemas: inout PrivateSchemas) -> SchemaReference? {
    guard let planned = resolution.planned(id) else { return nil }
    if written.contains(id), let name = names.name(of: planned.record) {
      switch name {
      // Swift warns of a deprecated name outside its own extension.
      case .imported where planned.record.isDeprecated && id != type: break
      case .imported where names.cxxName(of: planned.record) == .none && id != type: break
      case .imported(let name):
        schemas.modules.insert(options.module(of: planned.record.location.file))
        return .ofType(fileName(of: planned.record, name, &schemas))
      case .mirror(let name, _): return .ofType(name)
      }
    }
    if let known = schemas.reference(to: id) { return known }
    let record = planned.record
    // The name is reserved first, because pointers may lead back to the record.
    let place = schemas.reserve(
      record.name ?? resolution.records.outerName(of: record).map { $0 + "_member" } ?? "member", for: id)
    // A record with a conformance in C mode has the same name in both modes.
    let isNamed = nodes.contains(id) || (written.contains(id) && names.cxxName(of: record) == .none)
    schemas.fill(place, schema(of: planned, isNamed: isNamed, in: nil, &schemas))
    return place.reference
  }

  private func reference(to cell: PointerCell, _ schemas: inout PrivateSchemas) -> SchemaReference {
    if let known = schemas.reference(toCell: cell.archivedName) { return known }
    let size = model.target.pointerSize
    let place = schemas.reserve(cell.schemaName, forCell: cell.archivedName)
    let field = SchemaField(key: "*", form: .pointer(dimensions: [], cell.pointer), offset: 0)
    schemas.fill(
      place,
      Schema(
        name: cell.archivedName, size: size, alignment: size, fields: [field],
        names: schemaNames([field], in: nil, &schemas)))
    return place.reference
  }
}

extension PointerCell {
  /// "weak node*" as an identifier.
  fileprivate var schemaName: String {
    let words = archivedName.replacing("*", with: "_pointer").map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" }
    return String(words)
  }
}
