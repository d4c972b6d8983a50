import ArchiveModel

/// The records by ID, with their merged annotations, and the declarations that annotations can name.
///
/// It is a class because every resolver has it.
final class RecordIndex {
  let records: [Record]
  let constants: [String: Int64]
  let functions: Set<String>
  let functionTypes: [String: String]
  let functionImports: [String: FunctionImport]
  let comments: FieldComments
  let lines: SourceLines
  let nameFits = NameFits()
  let keptPositions: KeptPositions
  private let all: [Record]
  /// Indices of `all`.
  private let places: [Record.ID: Int]
  private let merged: AnnotationMerge
  /// Indices of structs by the name of their first field.
  private lazy var beginnings = Dictionary(
    grouping: all.indices.filter { all[$0].kind == .structure && !all[$0].fields.isEmpty },
    by: { all[$0].fields[0].name })

  /// The structs that stand at the beginning of others: their base types.
  private lazy var bases = Set(
    all.compactMap { record -> Record.ID? in
      guard record.kind == .structure, record.fields.count > 1, case .record(let id)? = record.fields.first?.type
      else { return nil }
      return id
    })

  /// Names of structs and unions that are no words of the language.
  private(set) lazy var distinctiveNames = Set(
    all.flatMap { [$0.tag].compactMap(\.self) + $0.typedefs }.filter { name in
      name.count > 3 && (name.contains("_") || name.dropFirst().contains(where: \.isUppercase))
    })

  init(model: HeaderModel, annotations: AnnotationMerge, keptPositions: KeptPositions = KeptPositions()) {
    self.keptPositions = keptPositions
    let invalid = Set(model.headers.lazy.filter { !$0.isValid }.map(\.path))
    records = model.records.filter { !invalid.contains($0.location.file) }
    all = model.records
    places = Dictionary(all.indices.lazy.map { [all] in (all[$0].id, $0) }, uniquingKeysWith: { first, _ in first })
    constants = model.constants
    functions = model.functions
    functionTypes = model.functionTypes
    functionImports = model.functionImports
    comments = FieldComments(model.lines)
    lines = model.lines
    merged = annotations
  }

  subscript(_ id: Record.ID) -> Record? { places[id].map { all[$0] } }

  /// Whether it is the first field of other structs. A pointer to it may lead to one of them, and the elements of an array have one type.
  func isBase(_ record: Record) -> Bool { bases.contains(record.id) }

  /// A struct that begins with this one, which has a pointer to its own type: the node of a list or tree whose nodes are of several
  /// types.
  func extensionOfNode(_ record: Record) -> Record? {
    guard isBase(record), record.fields.contains(where: { $0.type == .pointer(to: .record(record.id)) }) else {
      return nil
    }
    return all.first { $0.kind == .structure && $0.fields.count > 1 && $0.fields.first?.type == .record(record.id) }
  }

  /// Whether other structs begin with all its fields, so that a pointer to it may lead to one of them.
  func isBeginningOfOthers(_ record: Record) -> Bool {
    guard record.kind == .structure, let first = record.fields.first, !first.name.isEmpty,
      record.fields.contains(where: { Self.kinds.contains(NameWords($0.name).last) })
    else { return false }
    return beginnings[first.name, default: []].contains { index in
      let other = all[index].fields
      return other.count > record.fields.count
        && zip(other, record.fields).allSatisfy { $0.name == $1.name && $0.type == $1.type }
    }
  }

  /// Last words of fields that say which struct it really is.
  private static let kinds: Set<String> = [
    "type", "kind", "class", "tag", "family", "evtype", "size", "length", "len", "version", "magic",
  ]

  func annotations(of record: Record) -> TypeAnnotations { merged.types[record.id] ?? .none }

  func annotations(of record: Record, field index: Int) -> FieldAnnotations {
    merged.fields[AnnotationMerge.FieldID(record: record.id, index: index)] ?? .none
  }

  /// The record that an annotation names by its tag, a typedef, or as C spells it.
  func named(_ name: String) -> Record? {
    let words = name.split(separator: " ")
    if words.count == 2, let kind = Record.Kind(rawValue: String(words[0])) {
      return all.first { $0.unnameable == nil && $0.kind == kind && $0.tag == String(words[1]) }
    }
    return all.first { $0.unnameable == nil && $0.tag == name } ?? all.first { $0.typedefs.contains(name) }
  }

  var typeNames: [String] { all.flatMap { [$0.tag].compactMap(\.self) + $0.typedefs } }
}

extension RecordIndex {
  /// The member of a union that is always live: the one of `view`, or the one that contains the tag.
  func liveMember(of union: Record, heldBy field: Field?, _ fieldAnnotations: FieldAnnotations) -> String? {
    guard union.kind == .union else { return nil }
    let isOnField = fieldAnnotations.union.determinesLiveMember
    let given = isOnField ? fieldAnnotations.union : annotations(of: union).union
    if let view = given.view { return view.text }
    guard let path = given.tag?.text.split(separator: ".").map(String.init) else { return nil }
    // On a named union, `tag(kind)` names a sibling, and only `tag(value.kind)` names a member of it.
    guard isOnField, let field, !field.isAnonymousMember else { return path.first }
    return path.count > 1 && path.first == field.name ? path[1] : nil
  }

  /// Whether a union's member is the one of that name, or the anonymous one that holds it.
  func isLive(_ name: String?, _ member: Field) -> Bool {
    guard let name else { return false }
    guard member.isAnonymousMember, case .record(let id) = member.type, let inner = self[id] else {
      return member.name == name
    }
    return inner.memberNames { self[$0] }.contains(name)
  }
}

extension RecordIndex {
  /// The record for messages: `'union value'`. A record without a name is the member with its type: `'cargo' in 'struct wagon'`.
  func phrase(of record: Record) -> String {
    guard record.name == nil, let parent = record.parent.flatMap({ self[$0] }),
      let holder = parent.fields.first(where: { $0.type.innermost == .record(record.id) })
    else { return "'\(record.displayName)'" }
    let what = holder.name.isEmpty ? "the anonymous \(record.kind.rawValue)" : "'\(holder.name)'"
    return "\(what) in \(phrase(of: parent))"
  }
}

extension Record {
  /// The names of its members, with those of anonymous ones.
  func memberNames(_ find: (Record.ID) -> Record?) -> [String] {
    fields.flatMap { field -> [String] in
      guard field.isAnonymousMember, case .record(let id) = field.type, let inner = find(id) else {
        return field.name.isEmpty ? [] : [field.name]
      }
      return inner.memberNames(find)
    }
  }

  /// C's spelling of the type, for messages: `struct order`, `Point`, `unnamed struct`.
  var displayName: String {
    if let tag { return "\(kind.rawValue) \(tag)" }
    return typedefs.first ?? "unnamed \(kind.rawValue)"
  }
}

extension RecordIndex {
  /// The tag or typedef, without the module, unless `name("…")` gives another name. An unnamed record has the name of the
  /// member that it is the type of, or of the typedef of a pointer to it.
  func archivedName(of record: Record) -> String {
    if let name = annotations(of: record).name ?? record.name { return name }
    guard let parent = record.parent.flatMap({ self[$0] }) else {
      if case .behindTypedef(let name)? = record.unnameable { return name }
      return ""
    }
    let member = parent.fields.first { $0.type.innermost == .record(record.id) }
    return [archivedName(of: parent), member?.name ?? ""].filter { !$0.isEmpty }.joined(separator: ".")
  }

  /// The name of the innermost named record around an unnamed one.
  func outerName(of record: Record) -> String? {
    var around = record.parent.flatMap { self[$0] }
    while let outer = around, outer.name == nil { around = outer.parent.flatMap { self[$0] } }
    return around?.name
  }
}

extension RecordIndex {
  /// The enumerators and macros that a record's annotations name, with those of the unions in it: they are numbers in its
  /// table.
  func namedConstants(of record: Record) -> [(name: String, value: Int64)] {
    var names: Set<String> = []
    Fixpoint.closure(of: [record.id], .depthFirst) { id in
      guard let record = self[id] else { return [] }
      var own = Set(annotations(of: record).namedConstants)
      var inner: [Record.ID] = []
      for (index, field) in record.fields.enumerated() {
        own.formUnion(annotations(of: record, field: index).namedConstants)
        guard case .record(let id) = field.type.arrayElement.type, let found = self[id],
          found.kind == .union || field.isAnonymousMember
        else { continue }
        inner.append(id)
      }
      // In a count, a field's name hides a constant's.
      names.formUnion(own.subtracting(record.fields.map(\.name)))
      return inner
    }
    return names.sorted().compactMap { name in constants[name].map { (name, $0) } }
  }
}
