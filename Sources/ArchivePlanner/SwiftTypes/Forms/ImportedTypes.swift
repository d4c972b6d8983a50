import ArchiveModel

/// C types that Swift source may name.
public struct ImportedTypes: Sendable {
  public struct Name: Sendable, Hashable {
    public let name: SwiftName
    public let module: String

    public init(_ name: SwiftName, module: String) {
      self.name = name
      self.module = module
    }
  }

  /// Records that are archived in the same run, by the names that Swift gives them.
  public var records: [String: Name] = [:]
  public var enumerations: [String: Name] = [:]
  /// Types that are not archived, each with the reason for messages: "was refused".
  public var refused: [String: String] = [:]

  /// The archived names of records that have others in Swift, by the paths of those: `Shop.order`.
  var archivedNames: [String: String] = [:]

  /// The keys of records, by the names of `records`.
  var keys = RecordKeys()

  public init() {}

  /// Whether the run has no headers with types.
  var isEmpty: Bool { records.isEmpty && enumerations.isEmpty && refused.isEmpty }
}

extension ImportedTypes {
  /// The records and enumerations of the headers, by every name that Swift has for them.
  init(
    _ planned: [PlannedRecord], _ resolution: ResolvedRecords, _ names: SwiftNames, _ model: HeaderModel,
    options: PlannerOptions
  ) {
    var plain: [Record.ID: Bool] = [:]
    for record in resolution.reached(from: planned) { keys.add(record) }
    let written = planned.keyed(by: \.record.id)
    for record in model.records {
      let module = options.module(of: record.location.file)
      let known = [record.swiftName, record.tag].compactMap(\.self) + record.typedefs
      guard let plan = written[record.id], let name = names.name(of: record) else {
        for name in known { refused[name] = "is not archived" }
        continue
      }
      guard resolution.isPlain(plan, &plain) else {
        for name in known { refused[name] = "has pointers, so only a graph of it can be archived" }
        continue
      }
      let found: SwiftName
      switch name {
      case .imported(let name), .mirror(let name, _): found = name
      }
      let archived = resolution.records.archivedName(of: record)
      for name in known + [found.path.joined(separator: ".")] where name != archived { archivedNames[name] = archived }
      for name in known + [found.qualified] {
        records[name] = Name(found, module: module)
        keys.name(name, record.id)
      }
      if case .imported = name, case .within(let cxxName) = names.cxxName(of: record) {
        add(cxxName, to: \.records, module)
        archivedNames[cxxName.path.joined(separator: ".")] = archived
      }
    }
    for (name, file) in model.enumerations {
      enumerations[name] = Name(names.enumeration(name, in: file), module: options.module(of: file))
    }
    for record in model.records {
      let module = options.module(of: record.location.file)
      for field in record.fields {
        guard case .enumeration(let enumeration) = field.type.innermost, !enumeration.name.isEmpty else { continue }
        let name = names.enumeration(enumeration.name, in: record.location.file)
        enumerations[enumeration.name] = Name(name, module: module)
        if case .within(let cxxName) = names.cxxName(of: enumeration) { add(cxxName, to: \.enumerations, module) }
      }
    }
  }

  /// An app's source uses the name of the mode that it is compiled in, and generated code uses the same name.
  private mutating func add(_ cxxName: SwiftName, to list: WritableKeyPath<Self, [String: Name]>, _ module: String) {
    for name in [cxxName.qualified, cxxName.path.joined(separator: ".")] {
      self[keyPath: list][name] = Name(cxxName, module: module)
    }
  }
}

extension SwiftName {
  /// The name as source may write it: `CShop.order`.
  var qualified: String { ([module?.name].compactMap(\.self) + path).joined(separator: ".") }
}
