import ArchiveModel
import ArchivePlanner

/// The layouts of all records of a model.
public struct LayoutIndex: Sendable {
  public let target: Target
  private let model: HeaderModel
  private let accounts: [Record.ID: RecordAccount]
  private let records: [Record.ID: Record]

  /// - Parameter accounts: what the plan says of the records; a record without one is shown without keys.
  public init(_ model: HeaderModel, accounts: [Record.ID: RecordAccount]) {
    self.model = model
    self.accounts = accounts
    target = model.target
    records = model.records.keyed(by: \.id)
  }

  /// The records that have a name or can be named by a declaration, in the order of the headers.
  public var named: [Record] { model.records.filter { $0.parent == nil || $0.name != nil } }

  /// - Parameter expanding: whether the members of named records inside are shown too.
  public func layout(of record: Record, expanding: Bool = false) -> InspectedLayout {
    let account = accounts[record.id]
    let outcome = account?.outcome ?? .leftOut(reason: "it was not read for archiving", advice: nil)
    let state: InspectedLayout.ArchiveState
    switch outcome {
    case .archived(let name): state = .archived(name: name)
    case .leftOut(let reason, let advice): state = .notArchived(reason: reason, advice: advice)
    }
    let entries = Dictionary((account?.entries ?? []).map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    let scope = KeyScope(account: account, prefix: "", base: 0)
    let builder = MemberBuilder(
      records: records, accounts: accounts, entries: entries, expanding: expanding,
      pointerSize: target.pointerSize)
    return InspectedLayout(
      id: record.id, kind: record.kind, name: record.spelledName, names: record.allNames, location: record.location,
      size: record.size, alignment: record.alignment, declared: record.declared, isFromInput: record.isFromInput,
      archive: state, annotation: (account?.annotations ?? []).spelled,
      members: builder.members(of: record, at: 0, [scope]), target: model.target,
      keyCount: account?.entries.count ?? 0)
  }

  public subscript(_ id: Record.ID) -> Record? { records[id] }

  func account(of record: Record) -> RecordAccount? { accounts[record.id] }

  /// In bytes; nil for a type without a size.
  func size(of type: CType) -> Int? { type.size(records, pointer: target.pointerSize) }
}

/// A record's keys, where it lies in the outermost record, and what its keys begin with there.
private struct KeyScope {
  let prefix: String
  /// In bits.
  let base: Int
  private var members: [Declaration: [RecordAccount.Member]] = [:]
  private var absences: [SourceLocation: [RecordAccount.Absence]] = [:]

  private struct Declaration: Hashable {
    let name: String
    let location: SourceLocation
  }

  init(account: RecordAccount?, prefix: String, base: Int) {
    self.prefix = prefix
    self.base = base
    for member in account?.members ?? [] {
      members[Declaration(name: member.place.name, location: member.place.location), default: []].append(member)
    }
    for absence in account?.absences ?? [] { absences[absence.location, default: []].append(absence) }
  }

  /// The keys of a field at that offset in the outermost record; several for an array of texts, which begin at their own
  /// places.
  func keys(of field: Field, at offset: Int) -> [RecordAccount.Member]? {
    let place = offset - base
    let own = members[Declaration(name: field.name, location: field.location)]?.filter {
      $0.place.bitOffset == place
        || ($0.place.bitOffset > place && $0.place.bitOffset < place + field.size * 8 && field.bitWidth == nil)
    }
    return own?.first?.place.bitOffset == place ? own : nil
  }

  func absence(of field: Field) -> RecordAccount.Absence? {
    absences[field.location]?.first { $0.name == field.name || $0.name.isEmpty }
  }
}

/// Lists the members of a record with their keys.
private struct MemberBuilder {
  let records: [Record.ID: Record]
  let accounts: [Record.ID: RecordAccount]
  /// The outermost record's, by key.
  let entries: [String: ArchivedEntry]
  let expanding: Bool
  let pointerSize: Int

  func members(of record: Record, at base: Int, _ scopes: [KeyScope]) -> [MemberLayout] {
    record.fields.indices.map { member($0, of: record, at: base, scopes) }
  }

  private func member(_ index: Int, of record: Record, at base: Int, _ scopes: [KeyScope]) -> MemberLayout {
    let field = record.fields[index]
    let offset = base + field.bitOffset
    let (element, dimensions) = field.type.arrayElement
    let inner = field.type.containedRecord.flatMap { records[$0] }
    let found = scopes.reversed().lazy.compactMap { scope in
      scope.keys(of: field, at: offset).map { (scope, $0) }
    }.first
    var innerScopes = scopes
    if let (scope, members) = found, let first = members.first, first.inner != nil {
      innerScopes.append(
        KeyScope(
          account: inner.flatMap { accounts[$0.id] },
          prefix: scope.prefix + first.key + (first.isArrayOfRecords ? "[]." : "."), base: offset))
    }
    let isShown = inner != nil && (field.isAnonymousMember || expanding || inner?.name == nil)
    let absence = found == nil ? scopes.reversed().lazy.compactMap { $0.absence(of: field) }.first : nil
    return MemberLayout(
      name: field.name, typeText: inner?.name == nil ? inner?.kind.rawValue ?? field.typeSpelling : field.typeSpelling,
      type: field.type, bitOffset: offset, bitSize: field.bitWidth ?? field.size * 8,
      isBitField: field.bitWidth != nil, storage: field.size, alignment: max(1, field.alignment),
      declared: field.declared, isAnonymous: field.isAnonymousMember, location: field.location,
      annotation: (accounts[record.id]?.fieldAnnotations[index] ?? field.attributes).spelled,
      key: found.flatMap { key($0.1, $0.0) }, absence: absence?.reason, advice: absence?.advice, record: inner?.id,
      elementSize: elementSize(element, field, dimensions), dimensions: dimensions,
      recordKind: inner?.kind, members: isShown ? inner.map { members(of: $0, at: offset, innerScopes) } ?? [] : [],
      innerPadding: inner.map { LayoutGaps(of: $0).padding } ?? 0)
  }

  private func elementSize(_ element: CType, _ field: Field, _ dimensions: [Int]) -> Int {
    if case .flexibleArray(let element) = element { return element.size(records, pointer: pointerSize) ?? 0 }
    let count = dimensions.reduce(1) { $0.multipliedReportingOverflow(by: $1).partialValue }
    return count > 0 ? field.size / count : element.size(records, pointer: pointerSize) ?? 0
  }

  private func key(_ members: [RecordAccount.Member], _ scope: KeyScope) -> ArchiveKey? {
    guard let first = members.first else { return nil }
    let path = scope.prefix + first.key
    let entry = entries[path]
    if first.inner != nil, !first.isArrayOfRecords {
      return ArchiveKey(path: path + ".*", form: "", condition: "", group: "")
    }
    let last = members.count > 1 ? members.last.map { "…\(scope.prefix)\($0.key)" } ?? "" : ""
    let condition = (entry?.conditions ?? []).map { condition in
      "\(condition.tag) \(condition.isExclusion ? "≠" : "=") \(condition.values.map(String.init).joined(separator: ", "))"
    }
    return ArchiveKey(
      path: path + last, form: entry?.form.text ?? "", condition: condition.joined(separator: "; "),
      group: entry?.group.map { "\($0.key)@\($0.position)" } ?? "")
  }
}

extension CType {
  /// In bytes; nil for what has none.
  func size(_ records: [Record.ID: Record], pointer: Int) -> Int? {
    switch self {
    case .bool(let size), .floating(_, let size), .bitInt(_, _, let size), .vector(_, _, let size): size
    case .integer(let bits, _): bits / 8
    case .complex(let part): part.size(records, pointer: pointer).map { $0 * 2 }
    case .enumeration(let enumeration): enumeration.underlying.size(records, pointer: pointer)
    case .array(let element, let count): element.size(records, pointer: pointer).map { $0 * count }
    case .record(let id): records[id]?.size
    case .pointer: pointer
    default: nil
    }
  }
}

extension Record {
  /// C's spelling of the type.
  var spelledName: String {
    if let tag { return "\(kind.rawValue) \(tag)" }
    return typedefs.first ?? "unnamed \(kind.rawValue) (\(location.file):\(location.line))"
  }

  var allNames: [String] { ([tag].compactMap(\.self) + typedefs).uniqued }
}

extension [String] {
  fileprivate var uniqued: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}

extension [Attribute] {
  /// `count(n) weak`, as an annotation spells them.
  var spelled: String {
    map { attribute in
      guard !attribute.arguments.isEmpty else { return attribute.name.rawValue }
      let arguments = attribute.arguments.map { argument in
        argument.isQuoted
          ? "\"\(argument.text.escapingQuotes)\""
          : argument.text
      }
      return "\(attribute.name.rawValue)(\(arguments.joined(separator: ", ")))"
    }.joined(separator: " ")
  }
}

extension String {
  fileprivate var escapingQuotes: String {
    var result = ""
    for character in self {
      if character == "\"" || character == "\\" { result.append("\\") }
      result.append(character)
    }
    return result
  }
}
