import ArchiveModel

/// The Swift name of each record of the C modules, and which records Swift does not import.
struct SwiftNames {
  enum Name {
    case imported(SwiftName)
    /// Swift has no name for the record: the name of its mirror, and the reason.
    case mirror(SwiftName, reason: String)
  }

  /// The name of a record in C++, and in Swift under C++ interoperability.
  enum CxxName: Equatable {
    /// The same as without C++ interoperability.
    case same
    /// Qualified by the records around it: `CShop.order.line`.
    case within(SwiftName)
    /// None, because a record around it has no name, or a deprecated or unavailable one.
    case none
  }

  private let module: SwiftName.Module
  /// The modules of headers that belong to others than `module`, by path.
  private let modules: [String: SwiftName.Module]
  /// The standard library's name, which may be hidden by a C type.
  let standardLibrary: SwiftName.Module
  private let typedefs: [String: TypedefTarget]
  private let tags: [String: Record.ID]
  /// The records that contain definitions of others.
  private let enclosing: [Record.ID: Record]
  private let functionImports: [String: FunctionImport]

  init(model: HeaderModel, options: PlannerOptions) {
    let typedefs = model.typedefs
    let tags = Dictionary(
      model.records.compactMap { record in
        record.unnameable == nil ? record.tag.map { ($0, record.id) } : nil
      }, uniquingKeysWith: { first, _ in first }
    )
    self.typedefs = typedefs
    self.tags = tags
    functionImports = model.functionImports
    module = Self.qualifier(options.module, typedefs, tags)
    modules = options.modules.mapValues { Self.qualifier($0, typedefs, tags) }
    enclosing = Self.enclosing(of: model.records)
    standardLibrary = Self.qualifier("Swift", typedefs, tags)
  }

  /// `M.x` looks inside a type M where C declares one; a module selector (SE-0491, Swift 6.3) does not.
  private static func qualifier(
    _ module: String, _ typedefs: [String: TypedefTarget], _ tags: [String: Record.ID]
  ) -> SwiftName.Module {
    typedefs[module] != nil || tags[module] != nil ? .selector(module) : .member(module)
  }

  func name(of record: Record) -> Name? {
    guard let own = record.swiftName ?? record.name else { return nil }
    if own.contains("$") {
      return .mirror(
        SwiftName(nil, unusedName(own.replacing("$", with: "_"))), reason: "has a name that Swift cannot spell")
    }
    // The importer omits a record that is, or has a member, aligned to more than 16 bytes.
    if record.alignment > 16 {
      return .mirror(
        SwiftName(nil, own),
        reason: "is aligned to \(record.alignment) bytes, and Swift imports no type aligned to more than 16")
    }
    if let swiftName = record.swiftName {
      return .imported(qualified(swiftName.split(separator: ".").map(String.init), like: record))
    }
    // Another typedef of the record could name it here. But a conformance is recorded under the tag, and a module that
    // imports this one would not find it.
    let candidates = record.tag.map { [$0] } ?? record.typedefs
    if let clear = candidates.first(where: { isClear($0, record.id) }) {
      return .imported(qualified([clear], like: record))
    }
    return .mirror(
      SwiftName(nil, unusedName(own + "_record")),
      reason: "shares its name with a typedef of another type, so Swift cannot distinguish them")
  }

  func cxxName(of record: Record) -> CxxName {
    guard let own = record.swiftName ?? record.name else { return .same }
    return cxxName(own, within: record.enclosing)
  }

  func cxxName(of enumeration: Enumeration) -> CxxName { cxxName(enumeration.name, within: enumeration.enclosing) }

  private func cxxName(_ own: String, within outer: Record.ID?) -> CxxName {
    guard let outer else { return .same }
    guard let record = enclosing[outer], !record.isDeprecated, record.unnameable != .unavailable,
      case .imported(let name)? = name(of: record)
    else { return .none }
    // `swift_name("Other.Line")` puts the name elsewhere in C only.
    let last = own.split(separator: ".").last.map(String.init) ?? own
    switch cxxName(of: record) {
    case .same: return .within(name.member(last))
    case .within(let around): return .within(around.member(last))
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

  /// The name of a function of the record's module. After a dot, Swift would treat it as a value, which cannot become a
  /// C function pointer; after a module selector it is a declaration.
  func function(_ name: String, usedBy record: Record) -> SwiftName {
    let known = if case .renamed(let name)? = functionImports[name] { name } else { name }
    return SwiftName(.selector(module(of: record).name), known)
  }

  /// The name of an enumeration or constant. The record's module exports what its headers include.
  func enumeration(_ name: String, usedBy record: Record) -> SwiftName { enumeration(name, in: record.location.file) }

  /// The name of an enumeration that a header defines or includes.
  func enumeration(_ name: String, in file: String) -> SwiftName {
    SwiftName(modules[file] ?? module, name.split(separator: ".").map(String.init))
  }

  private func qualified(_ path: [String], like record: Record) -> SwiftName { SwiftName(module(of: record), path) }

  private func module(of record: Record) -> SwiftName.Module { modules[record.location.file] ?? module }

  private func isClear(_ name: String, _ id: Record.ID) -> Bool {
    (typedefs[name] ?? .record(id)) == .record(id) && (tags[name] ?? id) == id
  }

  private func unusedName(_ name: String) -> String {
    var name = name
    while typedefs[name] != nil || tags[name] != nil { name += "_" }
    return name
  }
}
