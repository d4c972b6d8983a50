import ArchiveModel

/// Lays the planned records out in files, one for each header that defines any.
struct FileLayout {
  private let resolution: FieldResolution
  private let names: SwiftNames
  private let model: HeaderModel
  private let options: PlannerOptions
  private let written: Set<Record.ID>
  /// Those that pointers lead to; the same in every file, as the runtime knows a record's table by its name.
  private let nodes: Set<Record.ID>

  static func run(
    _ planned: [PlannedRecord], _ resolution: FieldResolution, _ names: SwiftNames, model: HeaderModel,
    options: PlannerOptions
  ) -> [GeneratedFile] {
    let layout = FileLayout(
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
    var standIns: [StandIn] = []
    var plain: [Record.ID: Bool] = [:]
    for planned in records.sorted(by: { $0.record.location < $1.record.location }) {
      let name = names.name(of: planned.record)
      var typeName: String?
      if case .imported(let imported)? = name {
        typeName = spelled(planned.record, imported, &schemas)
      }
      let schema = schema(
        of: planned, isNamed: true, in: planned.record.id, layoutOf: typeName, isStandIn: typeName == nil, &schemas)
      let isPlain = resolution.isPlain(planned, &plain)
      switch name {
      case .imported(let name)?:
        conformances.append(
          Conformance(
            typeName: typeName ?? name, isDeprecated: planned.record.isDeprecated,
            isForCOnly: names.cxxName(of: planned.record) == .none, isPlain: isPlain, schema: schema))
      case .standIn(let name, let reason)?:
        standIns.append(
          StandIn(
            typeName: name, access: access(of: planned.record),
            documentation: "Stands for C's `\(planned.record.displayName)`, which \(reason).",
            accessors: StandInAccessors.of(planned, names), isPlain: isPlain, schema: schema))
      case nil: break
      }
    }
    let module = SwiftLiteral.identifier(options.module)
    return GeneratedFile(
      name: name, source: options.headerNames[header] ?? header, module: module,
      imports: [
        GeneratedImport("ArchiveRuntime", conformances.isEmpty ? standIns.map(\.access).max() ?? .internal : .public),
        // Stand-ins are bytes and numbers, and name no type of the module.
        GeneratedImport(module, conformances.isEmpty ? .internal : .public),
      ], pointerBits: model.target.pointerSize * 8, byteOrder: model.target.isBigEndian ? "big" : "little",
      triple: model.target.triple, nestedTypes: schemas.nestedTypes.all, privateSchemas: schemas.all,
      conformances: conformances, standIns: standIns)
  }

  /// How the file spells a record that Swift imports under this name.
  private func spelled(_ record: Record, _ name: String, _ schemas: inout PrivateSchemas) -> String {
    guard case .within(let cxxName) = names.cxxName(of: record) else { return name }
    return schemas.nestedTypes.reference(to: record, name: name, cxxName: cxxName)
  }

  /// Of a stand-in; `AttributeUse` has seen that the word is one.
  private func access(of record: Record) -> GeneratedAccess {
    resolution.attributes(of: record).first(.access)?.arguments.first.flatMap { GeneratedAccess(rawValue: $0.text) }
      ?? options.access
  }

  /// - Parameters:
  ///   - type: whose extension it stands in; nil for a private schema.
  ///   - layoutOf: the type that Swift imports for it.
  ///   - isStandIn: Swift has no name for it, or none at all: there is nothing to hold its layout against.
  private func schema(
    of planned: PlannedRecord, isNamed: Bool, in type: Record.ID?, layoutOf typeName: String? = nil,
    isStandIn: Bool = false, _ schemas: inout PrivateSchemas
  ) -> Schema {
    let record = planned.record
    let attributes = resolution.attributes(of: record)
    return Schema(
      name: isNamed ? SwiftLiteral.string(resolution.archivedName(of: record)) : nil,
      size: record.size, alignment: record.alignment,
      version: isNamed ? attributes.first(.version)?.arguments.first.flatMap { Int($0.text) } : nil,
      earlierNames: isNamed ? attributes.first(.was)?.arguments.map { SwiftLiteral.string($0.text) } ?? [] : [],
      removedKeys: attributes.first(.removed)?.arguments.map { SwiftLiteral.string($0.text) } ?? [],
      fields: planned.fields.map { schemaField($0, in: type, &schemas) },
      layout: isStandIn
        ? nil
        : LayoutDescription.of(
          planned, typeName: typeName, resolution, names, written: written, constants: constants(of: record)))
  }

  /// Those that Swift has under their own names.
  private func constants(of record: Record) -> [SchemaLayout.Constant] {
    resolution.constants(of: record).filter { model.swiftConstants.contains($0.name) }.map { constant in
      SchemaLayout.Constant(
        name: SwiftLiteral.string(constant.name), expression: names.enumeration(constant.name), value: constant.value)
    }
  }

  private func schemaField(_ field: PlannedField, in type: Record.ID?, _ schemas: inout PrivateSchemas) -> SchemaField {
    var isWeak = false
    let form: SchemaField.Form
    switch field.form {
    case .scalar(let element): form = .scalar(element)
    case .bits(let width, let element): form = .bits(width: width, element)
    case .array(let dimensions, let element, let storage):
      form = .array(dimensions: dimensions, element, storage: storage)
    case .text(let count, let encoding): form = .text(count: count, encoding: "." + encoding)
    case .record(let id): form = .record(schema: reference(to: id, in: type, &schemas))
    case .records(let dimensions, let id, let storage):
      form = .records(dimensions: dimensions, schema: reference(to: id, in: type, &schemas), storage: storage)
    case .pointer(let dimensions, let pointer):
      form = self.form(of: pointer, dimensions, in: type, &schemas)
      isWeak = pointer.isWeak
    case .trailing(.element(let element), let count): form = .trailing(.element(element), count: count.expression)
    case .trailing(let target, let count):
      form = .trailing(.schema(reference(to: target, in: type, &schemas)), count: count.expression)
    case .union(let tag, let cases): form = .union(tag: SwiftLiteral.string(tag), cases: cases)
    }
    return SchemaField(
      key: SwiftLiteral.string(field.key), form: form, offset: field.offset,
      earlierKeys: field.earlierKeys.map(SwiftLiteral.string), defaultValue: field.defaultValue.map(typed),
      isRequired: field.isRequired, validValues: field.validValues, isWeak: isWeak,
      container: field.container.map {
        SchemaField.Container(schema: reference(to: $0.node, in: type, &schemas), offset: $0.offset)
      },
      conditions: field.conditions.map {
        SchemaField.Condition(tag: SwiftLiteral.string($0.tag), values: $0.values, isExclusion: $0.isExclusion)
      })
  }

  private func form(
    of pointer: PlannedPointer, _ dimensions: [Int], in type: Record.ID?, _ schemas: inout PrivateSchemas
  ) -> SchemaField.Form {
    switch pointer.kind {
    case .target(.element(let element), let count):
      .data(dimensions: dimensions, element, count: count?.expression)
    case .target(let target, let count):
      .link(
        dimensions: dimensions, schema: reference(to: target, in: type, &schemas), count: count?.expression)
    case .string(let encoding): .string(dimensions: dimensions, encoding: "." + encoding)
    case .symbols(let symbols):
      .symbol(dimensions: dimensions, symbols: symbols.map { expression(of: $0, &schemas) })
    case .via(let functions):
      .via(
        dimensions: dimensions, pack: functions[0], unpack: functions[1],
        release: functions.count > 2 ? functions[2] : nil)
    }
  }

  private func expression(of symbol: PlannedSymbol, _ schemas: inout PrivateSchemas) -> String {
    var type = ""
    if case .imported(let name)? = names.name(of: symbol.record) { type = spelled(symbol.record, name, &schemas) }
    return
      ".init(\(SwiftLiteral.string(symbol.name)), in: \(type).self, at: \(symbol.offset)) { unsafe RuntimeInterface.assign(&$0.\(symbol.path), \(symbol.function)) }"
  }

  /// The expression for a target's schema; numbers have none.
  private func reference(
    to target: PointerTarget, in type: Record.ID?, _ schemas: inout PrivateSchemas
  ) -> String {
    switch target {
    case .record(let id): return reference(to: id, in: type, &schemas)
    case .cell(let pointer): return reference(to: pointer, &schemas)
    case .element: return ""
    }
  }

  /// A literal of an integer is an `Int` to Swift, unless it says otherwise.
  private func typed(_ literal: String) -> String {
    Int(literal) == nil && UInt64(literal) != nil ? "\(literal) as \(names.standardLibrary)UInt64" : literal
  }

  /// The expression for another record's schema: its own type's, or one that is private to the file.
  private func reference(to id: Record.ID, in type: Record.ID?, _ schemas: inout PrivateSchemas) -> String {
    guard let planned = resolution.planned(id) else { return "" }
    if written.contains(id), let name = names.name(of: planned.record) {
      switch name {
      // Swift would warn of the deprecated name outside its own extension.
      case .imported where planned.record.isDeprecated && id != type: break
      case .imported where names.cxxName(of: planned.record) == .none && id != type: break
      case .imported(let name): return spelled(planned.record, name, &schemas) + ".archiveSchema"
      case .standIn(let name, _): return name + ".archiveSchema"
      }
    }
    if let known = schemas.name(of: id) { return known }
    let record = planned.record
    // Named before it is laid out, as its pointers may lead back to it.
    let place = schemas.reserve(
      record.name ?? resolution.outerName(of: record).map { $0 + "_member" } ?? "member", for: id)
    // One with a conformance in C's mode is the same record in both.
    let isNamed = nodes.contains(id) || (written.contains(id) && names.cxxName(of: record) == .none)
    schemas.fill(place, schema(of: planned, isNamed: isNamed, in: nil, &schemas))
    return place.reference
  }

  /// A pointer that pointers lead to is a record of one field, called after what it leads to itself.
  private func reference(
    to cell: PlannedPointer, _ schemas: inout PrivateSchemas
  ) -> String {
    let name = cellName(cell)
    if let known = schemas.name(ofCell: name) { return known }
    let size = model.target.pointerSize
    let place = schemas.reserve(name.identifierForCell, forCell: name)
    let field = SchemaField(
      key: "\"*\"", form: form(of: cell, [], in: nil, &schemas), offset: 0, isWeak: cell.isWeak)
    schemas.fill(
      place, Schema(name: SwiftLiteral.string(name), size: size, alignment: size, fields: [field]))
    return place.reference
  }

  private func cellName(_ cell: PlannedPointer) -> String {
    let lead = cell.isWeak ? "weak " : ""
    switch cell.kind {
    case .target(let target, let count):
      let several = count.map { "[\($0.factor)]" } ?? ""
      switch target {
      case .record(let id): return lead + (resolution[id].map(resolution.archivedName) ?? "") + several + "*"
      case .element(let element): return lead + element.pointeeName + several + "*"
      case .cell(let inner): return lead + cellName(inner) + several + "*"
      }
    case .string(let encoding): return encoding + "*"
    case .symbols, .via: return "*"
    }
  }
}

extension PlannedCount {
  /// `.of("width", "height", times: 4)`.
  fileprivate var expression: String {
    let times = factor == 1 && !keys.isEmpty ? [] : ["times: \(factor)"]
    return ".\(isBytes ? "bytes" : "of")(\((keys.map(SwiftLiteral.string) + times).joined(separator: ", ")))"
  }
}

extension String {
  /// "weak node*" as a word of Swift.
  fileprivate var identifierForCell: String {
    let words = replacing("*", with: "_pointer").map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" }
    return String(words)
  }
}
