import ArchiveModel

/// Extracts the schema of the records: every key in archives, with nested records flattened.
struct RecordSchemaExtraction {
  private let resolution: ResolvedRecords
  private let lines: SourceLines
  private var enumerations: [String: ArchivedType] = [:]
  /// The root-relative former keys of the current type.
  private var rootKeys: Set<String> = []
  /// The record and the key of the links that pointers of the current link or list lead to, if they are in nodes.
  private var nodes: (names: [String], link: Record.ID)?
  /// Records whose fields are columns of arrays or tables.
  private let inColumns: Set<Record.ID>

  static func run(
    _ planned: [PlannedRecord], _ resolution: ResolvedRecords, leftOut: [String: LeftOutType], lines: SourceLines
  ) -> ArchivedSchema {
    let nodes = resolution.nodes(from: planned)
    let written = Set(planned.map(\.record.id))
    let others = nodes.subtracting(written).sorted().compactMap { resolution.planned($0) }
    let arrays = (planned + others).flatMap(\.fields).compactMap { field -> Record.ID? in
      if case .records(_, let id, _) = field.entry.form { id } else { nil }
    }
    var extraction = RecordSchemaExtraction(
      resolution: resolution, lines: lines, inColumns: nodes.union(arrays))
    let types = (planned + others).map { extraction.type($0) }
    return ArchivedSchema(types: types + extraction.enumerations.values, leftOut: leftOut)
  }

  /// The keys of one record, which may have no code of its own.
  static func entries(of planned: PlannedRecord, _ resolution: ResolvedRecords, lines: SourceLines) -> [ArchivedEntry] {
    var extraction = RecordSchemaExtraction(resolution: resolution, lines: lines, inColumns: [])
    return extraction.type(planned).entries
  }

  private init(resolution: ResolvedRecords, lines: SourceLines, inColumns: Set<Record.ID>) {
    self.resolution = resolution
    self.lines = lines
    self.inColumns = inColumns
  }

  private mutating func type(_ planned: PlannedRecord) -> ArchivedType {
    let record = planned.record
    let annotations = resolution.annotations(of: record)
    rootKeys = []
    let entries = resolvingRootKeys(entries(planned, Prefix()))
    var type = ArchivedType(
      name: resolution.records.archivedName(of: record), kind: .record,
      formerNames: annotations.formerNames,
      version: annotations.version,
      isInColumns: inColumns.contains(record.id),
      removedKeys: annotations.removedKeys.sorted(),
      entries: entries, location: record.location, sourceLine: lines[record.location])
    type.isMigrated = annotations.migration != nil
    return type
  }

  /// A former key from the root may apply only to other records that have the member. If a field has the key or had it,
  /// the key belongs to that field; if several fields name it, to the first one. The engine uses the same rule.
  private func resolvingRootKeys(_ entries: [ArchivedEntry]) -> [ArchivedEntry] {
    guard !rootKeys.isEmpty else { return entries }
    var taken = Set(entries.map(\.key))
    taken.formUnion(entries.flatMap(\.formerKeys).filter { !rootKeys.contains($0) })
    return entries.map { entry in
      var entry = entry
      entry.formerKeys = entry.formerKeys.filter { !rootKeys.contains($0) || taken.insert($0).inserted }
      return entry
    }
  }

  /// The prefix of the keys of a nested record.
  private struct Prefix {
    var key = ""
    /// The same with the declared names of the fields around.
    var name = ""
    /// The prefixes in earlier releases.
    var formerKeys: [String] = []
    var conditions: [ArchivedEntry.Condition] = []
    /// The roots for root-relative keys: the record, or the element of an array that is stored by itself.
    var roots = [""]

    func keys(_ own: String, _ former: [FormerKey]) -> (key: String, former: [String]) {
      var all: [String] = []
      var known: Set<String> = []
      for (place, prefix) in ([key] + formerKeys).enumerated() {
        for name in [FormerKey(own)] + former where place == 0 || !name.isFromRoot {
          for whole in (name.isFromRoot ? roots : [prefix]).map({ $0 + name.text }) where known.insert(whole).inserted {
            all.append(whole)
          }
        }
      }
      return (all.first ?? own, Array(all.dropFirst()))
    }
  }

  private mutating func entries(_ planned: PlannedRecord, _ prefix: Prefix) -> [ArchivedEntry] {
    var result: [ArchivedEntry] = []
    for field in planned.fields { result += entries(field, prefix) }
    for case .union(let tag, let values) in planned.fields.map(\.entry.form) {
      guard let index = result.firstIndex(where: { $0.key == prefix.key + tag }) else { continue }
      let known = Set(result[index].tagValues)
      result[index].tagValues = (known.isEmpty ? values : values.filter(known.contains)).sorted()
    }
    return result
  }

  private mutating func entries(_ field: PlannedField, _ prefix: Prefix) -> [ArchivedEntry] {
    let schema = field.entry
    let (key, former) = prefix.keys(schema.key, schema.formerKeys)
    for name in schema.formerKeys where name.isFromRoot { rootKeys.formUnion(prefix.roots.map { $0 + name.text }) }
    let conditions =
      prefix.conditions
      + schema.conditions.map {
        ArchivedEntry.Condition(tag: prefix.key + $0.tag, values: $0.values, isExclusion: $0.isExclusion)
      }
    let name = prefix.name + (field.declaredKey ?? schema.key)
    func entry(_ form: ArchivedForm) -> ArchivedEntry {
      var entry = ArchivedEntry(key: key, form: form)
      entry.name = name == key ? nil : name
      entry.formerKeys = former
      entry.defaultValue = schema.defaultValue?.text
      entry.isRequired = schema.isRequired
      entry.conditions = conditions
      entry.allowedValues = schema.validValues.sorted()
      entry.location = field.field.location
      entry.sourceLine = lines[field.field.location]
      return entry
    }
    func nested(_ id: Record.ID, _ join: String) -> [ArchivedEntry] {
      guard let inner = resolution.planned(id) else { return [] }
      var inside = Prefix(
        key: key + join, name: name + join, formerKeys: former.map { $0 + join }, conditions: conditions,
        roots: prefix.roots)
      let around = nodes
      defer { nodes = around }
      if let container = schema.container { nodes = nodes(of: container) }
      // Tags and root-relative keys of an element belong to the record of the element.
      if join == "[]." {
        inside.conditions = []
        inside.roots = [inside.key] + inside.formerKeys
      }
      return entries(inner, inside)
    }
    switch schema.form {
    case .scalar(let element):
      let scalar = entry(ArchivedForm(.number(element.archivedNumber))).portable(field.field)
      return [numbered(scalar, field.field.type)]
    case .bits(let width, let element):
      var bits = entry(ArchivedForm(.number(element.archivedBits(width))))
      bits.group = schema.group.map { BitGroupPlace(key: prefix.key + $0.key, position: $0.position) }
      return [numbered(bits, field.field.type)]
    case .array(let dimensions, let element, let storage):
      var array = entry(ArchivedForm(.number(element.archivedNumber), dimensions))
      array.storage = storage.attribute
      return [numbered(array.portable(field.field), field.field.type)]
    case .text(let count, let encoding):
      return [entry(ArchivedForm(.text(encoding: encoding.rawValue), [count]))]
    case .record(let id): return nested(id, ".")
    case .records(let dimensions, let id, let storage):
      var array = entry(ArchivedForm(.records, dimensions))
      array.storage = storage.attribute
      return [array] + nested(id, "[].")
    case .pointer(let dimensions, let pointer):
      var link = entry(ArchivedForm(.link(table: table(pointer)), dimensions))
      link.isWeak = pointer.isWeak
      let counted = count(of: pointer)
      link.count = counted?.text(prefix.key)
      link.capacity = counted?.capacity.map { prefix.key + $0 }
      link.container = names(of: schema.container.flatMap(nodes) ?? nodes, behind: pointer)
      if case .string(let encoding) = pointer.kind, encoding != .utf8 { link.encoding = encoding.rawValue }
      if case .symbols(let symbols) = pointer.kind { link.symbols = symbols.map(\.name).sorted() }
      return [link.portable(field.field)]
    case .trailing(let target, let count):
      var link = entry(ArchivedForm(.link(table: table(target))))
      link.count = count.text(prefix.key)
      link.capacity = count.capacity.map { prefix.key + $0 }
      return [link.portable(field.field)]
    case .union: return []
    }
  }

  /// The entry with the enumeration of the field's type.
  private mutating func numbered(_ entry: ArchivedEntry, _ type: CType) -> ArchivedEntry {
    guard case .enumeration(let enumeration) = type.arrayElement.type, !enumeration.name.isEmpty else { return entry }
    let name = "enum \(enumeration.name)"
    if enumerations[name] == nil {
      // Removed enumerators are reported where the enumeration begins.
      let place = enumeration.cases.lazy.compactMap(\.location).first ?? entry.location
      enumerations[name] = ArchivedType(
        name: name, kind: .enumerators, entries: enumeration.cases.map { enumerator($0) },
        location: place, sourceLine: place.flatMap { lines[$0] })
    }
    var entry = entry
    entry.enumeration = name
    return entry
  }

  private func enumerator(_ enumerator: EnumerationCase) -> ArchivedEntry {
    var entry = ArchivedEntry(key: enumerator.name, form: ArchivedForm(.enumerator(enumerator.value)))
    entry.location = enumerator.location
    entry.sourceLine = enumerator.location.flatMap { lines[$0] }
    return entry
  }

  // MARK: Pointers

  private func table(_ pointer: SchemaPointer) -> String {
    switch pointer.kind {
    case .target(let target, _): table(target)
    case .string, .symbols: "#text"
    case .via: "#handles"
    }
  }

  private func table(_ target: PointerTarget) -> String {
    switch target {
    case .record(let id): resolution.records[id].map(resolution.records.archivedName) ?? ""
    case .element(let element): "#" + element.archivedNumber.name
    case .cell(let cell): cell.archivedName
    }
  }

  /// The record and the key of the link in it, and the type of the link.
  private func nodes(of container: NodeContainer) -> (names: [String], link: Record.ID)? {
    guard let node = resolution.planned(container.node),
      let key = key(of: container.link, at: container.offset, in: node)
    else { return nil }
    return ([resolution.records.archivedName(of: node.record), key], container.link)
  }

  /// The key of the link at an offset in a record, or in a struct in it.
  private func key(of link: Record.ID, at offset: Int, in record: PlannedRecord) -> String? {
    for field in record.fields {
      guard case .record(let inner) = field.entry.form, field.entry.offset <= offset else { continue }
      if inner == link, field.entry.offset == offset { return field.entry.key }
      guard let planned = resolution.planned(inner),
        let key = key(of: link, at: offset - field.entry.offset, in: planned)
      else { continue }
      return field.entry.key + "." + key
    }
    return nil
  }

  /// Those that a pointer to links leads to; none for a pointer to another type.
  private func names(of nodes: (names: [String], link: Record.ID)?, behind pointer: SchemaPointer) -> [String] {
    guard let nodes, case .target(.record(nodes.link), nil) = pointer.kind else { return [] }
    return nodes.names
  }

  private func count(of pointer: SchemaPointer) -> ElementCount? {
    if case .target(_, let count) = pointer.kind { count } else { nil }
  }
}

extension ArchivedEntry {
  /// The same line on every platform: with the widest number that the field has on one, and those that it has on others.
  fileprivate func portable(_ field: Field) -> ArchivedEntry {
    guard field.swiftTraits.contains(.dependsOnPlatform) else { return self }
    var entry = self
    switch form.base {
    case .number(let number):
      guard let (widest, others) = number.onPlatforms else { return self }
      (entry.form.base, entry.otherPlatforms) = (.number(widest), others)
    case .link(let table):
      guard table.hasPrefix("#"), let (widest, others) = ArchivedNumber(table.dropFirst())?.onPlatforms else {
        return self
      }
      (entry.form.base, entry.otherPlatforms) = (.link(table: "#" + widest.name), others)
    default: return self
    }
    return entry
  }
}

extension ArchivedNumber {
  /// The widest number of `long`, of plain `char` or of `long double`, and the others.
  fileprivate var onPlatforms: (widest: ArchivedNumber, others: [ArchivedNumber])? {
    func number(_ scalar: Scalar) -> ArchivedNumber { ArchivedNumber(scalar, shape) }
    return switch scalar {
    case .integer(8, _):
      (number(.integer(bits: 8, isSigned: true)), [number(.integer(bits: 8, isSigned: false))])
    case .integer(32, let isSigned), .integer(64, let isSigned):
      (number(.integer(bits: 64, isSigned: isSigned)), [number(.integer(bits: 32, isSigned: isSigned))])
    case .floating(.x87), .floating(.quad), .floating(.double), .floating(.doubleDouble):
      (number(.floating(.x87)), [.double, .quad, .doubleDouble].map { number(.floating($0)) })
    default: nil
    }
  }
}

extension ElementCount {
  fileprivate func text(_ prefix: String) -> String {
    if let terminator { return CountText(terminator: .init(key: terminator.key, value: terminator.value)).text }
    return CountText(
      keys: keys.map { prefix + $0 }, factor: factor, more: more, isBytes: isBytes, mayBeNull: mayBeNull && !isOfType
    )
    .text
  }
}

extension ArrayStorage {
  fileprivate var attribute: String? { self == .standard ? nil : rawValue }
}

extension DefaultLiteral {
  /// nil for the value that a field has by default.
  fileprivate var text: String? {
    switch self {
    case .truth(let value): value ? "true" : nil
    case .integer(let isNegative, let magnitude): magnitude == 0 ? nil : "\(isNegative ? "-" : "")\(magnitude)"
    case .floating(let value): value == 0 && value.sign == .plus ? nil : "\(value)"
    case .text(let text): text.isEmpty ? nil : text
    }
  }
}

extension ElementType {
  fileprivate var archivedNumber: ArchivedNumber {
    let shape: ArchivedNumber.Shape =
      switch self.shape {
      case .single: .single
      case .complex: .complex
      case .vector(let lanes): .vector(lanes: lanes)
      }
    return ArchivedNumber(number.archivedScalar, shape)
  }

  /// The number of a bit-field. One unsigned bit is a boolean.
  fileprivate func archivedBits(_ width: Int) -> ArchivedNumber {
    guard let (_, isSigned) = number.integerRange, number != .bool, width > 1 || isSigned else {
      return ArchivedNumber(.bool)
    }
    return ArchivedNumber(.integer(bits: width, isSigned: isSigned))
  }
}

extension ElementType.Number {
  fileprivate var archivedScalar: ArchivedNumber.Scalar {
    switch self {
    case .bool: .bool
    case .integer(let bits, let isSigned), .bitInt(let bits, let isSigned): .integer(bits: bits, isSigned: isSigned)
    case .floating(let format): .floating(format)
    }
  }
}
