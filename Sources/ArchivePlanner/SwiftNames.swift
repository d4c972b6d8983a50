import ArchiveModel

/// The name by which Swift knows each record of the C module, and which records it does not know at all.
struct SwiftNames {
  enum Name {
    /// As an extension spells it.
    case imported(String)
    /// Swift has no name for it: the generated type's name, and why.
    case standIn(String, reason: String)
  }

  /// What C++ calls a record, and Swift with it under C++ interoperability.
  enum CxxName: Equatable {
    /// As Swift calls it otherwise.
    case same
    /// By the names of the records around it, too: `CShop.order.line`.
    case within(String)
    /// One of the records around it has no name, or none that Swift takes without a warning.
    case none
  }

  private let module: String
  private let separator: String
  /// What goes before a name of the standard library, which C's types may shadow: `Swift.` as a rule.
  let standardLibrary: String
  private let typedefs: [String: TypedefTarget]
  private let tags: [String: Record.ID]
  /// Those that named records are defined inside of, and those around them.
  private let enclosing: [Record.ID: Record]

  init(model: HeaderModel, module: String) {
    self.module = SwiftLiteral.identifier(module)
    typedefs = model.typedefs
    tags = Dictionary(
      model.records.compactMap { record in
        record.unnameable == nil ? record.tag.map { ($0, record.id) } : nil
      }, uniquingKeysWith: { first, _ in first }
    )
    separator = Self.separator(after: module, typedefs, tags)
    enclosing = Self.enclosing(of: model.records)
    standardLibrary = "Swift" + Self.separator(after: "Swift", typedefs, tags)
  }

  /// `M.x` looks inside a type M where C declares one; a module selector (SE-0491, Swift 6.3) does not.
  private static func separator(
    after module: String, _ typedefs: [String: TypedefTarget], _ tags: [String: Record.ID]
  ) -> String {
    typedefs[module] != nil || tags[module] != nil ? "::" : "."
  }

  func name(of record: Record) -> Name? {
    guard let own = record.swiftName ?? record.name else { return nil }
    if own.contains("$") {
      return .standIn(unusedName(own.replacing("$", with: "_")), reason: "has a name that Swift cannot spell")
    }
    // The importer omits a record that is, or has a member, aligned to more than 16 bytes.
    if record.alignment > 16 {
      return .standIn(
        SwiftLiteral.identifier(own),
        reason: "is aligned to \(record.alignment) bytes, and Swift imports no type aligned to more than 16")
    }
    if let swiftName = record.swiftName { return .imported(qualified(swiftName)) }
    // Another typedef of the record would name it here, but a conformance is recorded under the tag, and a module that
    // imports this one would not find it.
    let candidates = record.tag.map { [$0] } ?? record.typedefs
    if let clear = candidates.first(where: { isClear($0, record.id) }) { return .imported(qualified(clear)) }
    return .standIn(
      unusedName(own + "_record"),
      reason: "shares its name with a typedef of another type, so that Swift cannot tell them apart")
  }

  func cxxName(of record: Record) -> CxxName {
    guard let own = record.swiftName ?? record.name else { return .same }
    return cxxName(own, within: record.enclosing)
  }

  func cxxName(of enumeration: Enumeration) -> CxxName { cxxName(enumeration.name, within: enumeration.enclosing) }

  private func cxxName(_ own: String, within outer: Record.ID?) -> CxxName {
    guard let outer else { return .same }
    guard let record = enclosing[outer], !record.isDeprecated, case .imported(let name)? = name(of: record) else {
      return .none
    }
    // `swift_name("Other.Line")` puts the name elsewhere in C only.
    let last = SwiftLiteral.identifier(own.split(separator: ".").last.map(String.init) ?? own)
    switch cxxName(of: record) {
    case .same: return .within("\(name).\(last)")
    case .within(let around): return .within("\(around).\(last)")
    case .none: return .none
    }
  }

  private static func enclosing(of records: [Record]) -> [Record.ID: Record] {
    let ids = Set(
      records.flatMap { record in
        let enumerations = record.fields.compactMap { field -> Record.ID? in
          if case .enumeration(let enumeration) = field.type.innermost { enumeration.enclosing } else { nil }
        }
        return enumerations + [record.enclosing].compactMap(\.self)
      })
    return Dictionary(
      records.lazy.filter { ids.contains($0.id) }.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// A function of the C module. With a dot before its name it would be a value to Swift, and no C function pointer can
  /// be made of that; a module selector keeps it a declaration.
  func function(_ name: String) -> String { module + "::" + SwiftLiteral.identifier(name) }

  func enumeration(_ name: String) -> String { qualified(name) }

  private func qualified(_ name: String) -> String { module + separator + SwiftLiteral.identifier(name) }

  private func isClear(_ name: String, _ id: Record.ID) -> Bool {
    (typedefs[name] ?? .record(id)) == .record(id) && (tags[name] ?? id) == id
  }

  private func unusedName(_ name: String) -> String {
    var name = name
    while typedefs[name] != nil || tags[name] != nil { name += "_" }
    return name
  }
}
