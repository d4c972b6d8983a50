import ArchiveModel
@_spi(GeneratedCode) import ArchiveRuntime

/// The tables with which the runtime archives a C record of a schema and the records that its pointers lead to.
///
/// Generated code has the same tables with the compiler's offsets. Here the fields are placed one after another,
/// because archives do not contain offsets.
public final class RecordProgram: @unchecked Sendable {
  public let schema: ArchivedSchema
  public let rootName: String
  let root: InterpretedTable
  /// The tables by archived name, which are complete before the first call.
  private(set) var tables: [String: InterpretedTable] = [:]

  /// Whether archives have the version of each type, as generated code with a function to migrate by writes it.
  let writesVersions: Bool

  /// - Parameter sites: nil unless archives are only read: then pointers may lead to pointers, and the records inside
  ///   others that an archive says pointers lead to are known.
  /// - Throws: `NotInterpreted` for a type with functions, handles, cells of pointers, or numbers of more than 64 bits.
  public init(
    _ schema: ArchivedSchema, root name: String, writesVersions: Bool = false, sites: [RecordSite]? = nil
  ) throws(NotInterpreted) {
    self.schema = schema
    self.writesVersions = writesVersions
    rootName = name
    var tables: [String: InterpretedTable] = [:]
    var open = [name]
    while let next = open.popLast() {
      if tables[next] != nil { continue }
      if sites != nil, next.hasSuffix("*") {
        let cell = try InterpretedTable(cell: next, schema)
        tables[next] = cell
        open += cell.nodeTypes
        continue
      }
      guard let type = schema[next], type.kind == .record else {
        throw NotInterpreted(subject: next, reason: "the schema has no such record")
      }
      let parts = sites.map { Parts($0, of: type, schema) }
      let table = try InterpretedTable(type, parts)
      tables[next] = table
      open += table.nodeTypes
    }
    guard let root = tables[name] else { throw NotInterpreted(subject: name, reason: "it has no table") }
    self.root = root
    self.tables = tables
    for table in tables.values { table.makeSchema(self) }
  }

  /// Whether the root, or a record that is reached from it, has pointers.
  public var hasPointers: Bool { root.hasPointers }

  func table(_ name: String) -> InterpretedTable? { tables[name] }

  /// The schema of a pointer's target. A missing node is reported by the plan.
  func recordSchema(_ name: String) -> RecordSchema { tables[name]?.schema ?? root.schema }
}

/// The fields of one record in memory.
final class InterpretedTable: @unchecked Sendable {
  struct Field {
    enum Kind {
      case number(NumberCell, count: Int)
      case bits(width: Int, isSigned: Bool)
      case text(count: Int, ArchiveRuntime.TextEncoding)
      case record(InterpretedTable)
      case records(InterpretedTable, count: Int)
      case node(String)
      /// A pointer to as many as a count says.
      case nodes(String)
      /// An array of pointers.
      case links(String, count: Int)
      case numbers(NumberCell)
      case string
    }

    let entry: ArchivedEntry
    let kind: Kind
    /// The offset in bytes, also for bit-fields.
    let offset: Int
  }

  let name: String
  let type: ArchivedType
  private(set) var fields: [Field] = []
  private(set) var size = 0
  private(set) var schema: RecordSchema

  convenience init(_ type: ArchivedType, _ parts: Parts?) throws(NotInterpreted) {
    try self.init(type, name: type.name, entries: type.entries, prefix: "", parts)
  }

  /// A pointer behind a pointer: `node*`.
  convenience init(cell name: String, _ schema: ArchivedSchema) throws(NotInterpreted) {
    var target = String(name.dropLast())
    let isWeak = target.hasPrefix("weak ")
    if isWeak { target.removeFirst("weak ".count) }
    if ArchiveRuntime.TextEncoding(rawValue: target) != nil { target = "#text" }
    guard target.hasPrefix("#") || target.hasSuffix("*") || schema[target]?.kind == .record else {
      throw NotInterpreted(subject: name, reason: "a pointer to pointers to '\(target)'")
    }
    var entry = ArchivedEntry(key: "*", form: ArchivedForm(.link(table: target)))
    entry.isWeak = isWeak
    try self.init(ArchivedType(name: name, kind: .record, entries: [entry]), Parts([], of: nil, schema))
    size = 8
  }

  private init(
    _ type: ArchivedType, name: String, entries: [ArchivedEntry], prefix: String, _ parts: Parts?
  ) throws(NotInterpreted) {
    self.name = name
    self.type = type
    schema = unsafe RecordSchema(name, size: 0, alignment: 1, fields: [])
    var known: Set<String> = []
    for entry in entries {
      // The fields of an array of records are part of the array.
      if entry.key.contains("[].") { continue }
      if let part = try parts?.record(around: entry, prefix, entries) {
        guard known.insert(part.key).inserted else { continue }
        let table = try InterpretedTable(
          part.type, name: part.type.name, entries: part.entries, prefix: prefix + part.key + ".", parts)
        var own = ArchivedEntry(key: part.key, form: ArchivedForm(.records))
        own.conditions = part.conditions
        fields.append(Field(entry: own, kind: .record(table), offset: size))
        size += (table.size + 15) / 16 * 16
        continue
      }
      let (kind, size) = try Self.kind(of: entry, type, entries, prefix, parts)
      fields.append(Field(entry: entry, kind: kind, offset: self.size))
      self.size += (size + 15) / 16 * 16
    }
    size = max(size, 16)
  }

  private static func kind(
    of entry: ArchivedEntry, _ type: ArchivedType, _ entries: [ArchivedEntry], _ prefix: String, _ parts: Parts?
  ) throws(NotInterpreted) -> (Field.Kind, Int) {
    func refused(_ reason: String) -> NotInterpreted {
      NotInterpreted(subject: "\(type.name).\(entry.key)", reason: reason)
    }
    let dimensions = entry.form.dimensions
    let count = dimensions.reduce(1, *)
    guard dimensions.allSatisfy({ $0 >= 0 }), count <= 1 << 20, !entry.form.isOptional else {
      throw refused("'\(entry.form.text)' is no field of a record")
    }
    switch entry.form.base {
    case .number(let number):
      if case .integer(let bits, let isSigned) = number.scalar, number.shape == .single, dimensions.isEmpty, bits <= 64,
        ![8, 16, 32, 64].contains(bits) || entry.group != nil
      {
        return (.bits(width: bits, isSigned: isSigned), 8)
      }
      if entry.group != nil, number.scalar == .bool { return (.bits(width: 1, isSigned: false), 8) }
      guard let cell = NumberCell(number) else { throw refused("'\(number.name)' has more than 64 bits") }
      return (.number(cell, count: count), cell.size * count)
    case .text(let encoding):
      guard dimensions.count == 1, let encoding = ArchiveRuntime.TextEncoding(rawValue: encoding) else {
        throw refused("text in \(dimensions.count) dimensions")
      }
      return (.text(count: count, encoding), count)
    case .records:
      let inner = inner(of: entry, entries)
      let part = try parts?.type(of: entry, prefix, inner)
      let table = try InterpretedTable(
        part ?? type, name: part?.name ?? "", entries: inner, prefix: prefix + entry.key + "[].", parts)
      return (.records(table, count: count), table.size * count)
    case .link(let target):
      // Archives have two tables for such a link, and the schema has no place of the list's links in memory.
      if parts != nil, !entry.container.isEmpty { throw refused("intrusive lists are not followed here") }
      if !dimensions.isEmpty {
        guard !target.hasPrefix("#"), parts != nil || !target.hasSuffix("*"), entry.count == nil, entry.symbols.isEmpty
        else {
          throw refused(Self.uninterpreted(entry, "an array of pointers to '\(target)'"))
        }
        return (.links(target, count: count), 8 * count)
      }
      if target == "#text", entry.symbols.isEmpty { return (.string, 8) }
      if target.hasPrefix("#") {
        guard let number = ArchivedNumber(target.dropFirst()), let cell = NumberCell(number) else {
          throw refused(Self.uninterpreted(entry, "a pointer to '\(target)'"))
        }
        if let text = entry.count, CountText(text).elements(of: cell.size) == nil {
          throw refused("a count of bytes that are no whole elements")
        }
        return (.numbers(cell), 8)
      }
      guard parts != nil || !target.hasSuffix("*"), entry.symbols.isEmpty else {
        throw refused(Self.uninterpreted(entry, "a pointer to '\(target)'"))
      }
      guard let text = entry.count else { return (.node(target), 8) }
      if CountText(text).isBytes { throw refused("a count of bytes") }
      return (.nodes(target), 8)
    case .value, .enumerationCase, .enumerator: throw refused("'\(entry.form.text)' is no field of a record")
    }
  }

  /// Functions are archived by their names, as texts are, and only the program knows which function has one.
  private static func uninterpreted(_ entry: ArchivedEntry, _ otherwise: String) -> String {
    entry.symbols.isEmpty ? otherwise : "pointers to functions cannot be checked without the program"
  }

  /// The fields of an array's elements, with the keys of a separate record.
  static func inner(of entry: ArchivedEntry, _ entries: [ArchivedEntry]) -> [ArchivedEntry] {
    inner(of: entry, entries, prefix: entry.key + "[].")
  }

  static func inner(of entry: ArchivedEntry, _ entries: [ArchivedEntry], prefix: String) -> [ArchivedEntry] {
    entries.filter { $0.key.hasPrefix(prefix) }.map { field -> ArchivedEntry in
      var own = ArchivedEntry(key: String(field.key.dropFirst(prefix.count)), form: field.form)
      own.formerKeys = former(field.formerKeys, after: prefix, entry.formerKeys)
      (own.defaultValue, own.isRequired, own.storage) = (field.defaultValue, field.isRequired, field.storage)
      (own.allowedValues, own.tagValues) = (field.allowedValues, field.tagValues)
      own.count = field.count.map { CountText($0).removing(prefix: prefix) }
      own.conditions = field.conditions.map { condition in
        ArchivedEntry.Condition(
          tag: condition.tag.hasPrefix(prefix) ? String(condition.tag.dropFirst(prefix.count)) : condition.tag,
          values: condition.values, isExclusion: condition.isExclusion)
      }
      own.group = field.group.map {
        BitGroupPlace(
          key: $0.key.hasPrefix(prefix) ? String($0.key.dropFirst(prefix.count)) : $0.key, position: $0.position)
      }
      own.enumeration = field.enumeration
      own.isWeak = field.isWeak
      own.container = field.container
      return own
    }
  }

  /// The former keys of a field relative to its array. If the array was renamed too, each field has two.
  private static func former(_ keys: [String], after prefix: String, _ arrays: [String]) -> [String] {
    let prefixes = [prefix] + arrays.map { $0 + "[]." }
    var result: [String] = []
    for key in keys {
      guard let known = prefixes.first(where: key.hasPrefix) else { continue }
      let own = String(key.dropFirst(known.count))
      if !result.contains(own) { result.append(own) }
    }
    return result
  }

  var nodeTypes: [String] {
    fields.flatMap { field -> [String] in
      switch field.kind {
      case .node(let name), .nodes(let name), .links(let name, _): [name]
      case .record(let table), .records(let table, _): table.nodeTypes
      default: []
      }
    }
  }

  var hasPointers: Bool {
    fields.contains { field in
      switch field.kind {
      case .node, .nodes, .links, .numbers, .string: true
      case .record(let table), .records(let table, _): table.hasPointers
      default: false
      }
    }
  }

  /// It does nothing: archives that are read have today's version.
  private func migration(_ program: RecordProgram) -> RecordMigration? {
    guard program.writesVersions, !name.isEmpty, let version = type.version, version > 1 else { return nil }
    return RecordMigration(name, was: type.formerNames, to: version, UInt8.self) { _, _, _ in }
  }

  func makeSchema(_ program: RecordProgram) {
    for field in fields {
      switch field.kind {
      case .record(let table), .records(let table, _): table.makeSchema(program)
      default: continue
      }
    }
    schema = unsafe RecordSchema(
      name, size: size, alignment: max(min(size, 16), 1), version: name.isEmpty ? 1 : type.version ?? 1,
      was: name.isEmpty ? [] : type.formerNames,
      removed: name.isEmpty ? [] : type.removedKeys, migration: migration(program),
      fields: fields.map { FieldSchema.interpreted($0, program) } + fields.compactMap { FieldSchema.union($0.entry) })
  }
}

extension FieldSchema {
  fileprivate static func interpreted(_ field: InterpretedTable.Field, _ program: RecordProgram) -> FieldSchema {
    let (entry, offset) = (field.entry, field.offset)
    let form = entry.form
    var schema: FieldSchema
    switch field.kind {
    case .number(let cell, _) where form.dimensions.isEmpty: schema = .scalar(entry.key, cell.element, at: offset)
    case .number(let cell, _):
      schema = .array(
        entry.key, form.dimensions, of: cell.element, at: offset,
        as: entry.storage == "elements" ? .elements : entry.storage == "native" ? .native : .packed)
    case .bits(let width, let isSigned):
      schema = .bits(entry.key, width, of: isSigned ? .i64 : .u64, at: offset * 8)
    case .text(let count, let encoding): schema = .text(entry.key, count, encoding, at: offset)
    case .record(let table): schema = .record(entry.key, table.schema, at: offset)
    case .records(let table, _):
      schema = .records(
        entry.key, form.dimensions, of: table.schema, at: offset, as: entry.storage == "elements" ? .elements : .columns
      )
    case .node(let name): schema = .link(entry.key, to: program.recordSchema(name), at: offset)
    case .nodes(let name):
      schema = .link(
        entry.key, to: program.recordSchema(name), count: entry.count.map(CountSchema.interpreted), at: offset)
    case .links(let name, _): schema = .link(entry.key, form.dimensions, to: program.recordSchema(name), at: offset)
    case .numbers(let cell):
      schema = .data(entry.key, of: cell.element, count: entry.count.map(CountSchema.interpreted), at: offset)
    case .string: schema = .string(entry.key, .utf8, at: offset)
    }
    if let group = entry.group { schema = schema.grouped(group.key, at: group.position) }
    if entry.isWeak { schema = schema.weak() }
    for condition in entry.conditions {
      schema =
        condition.isExclusion
        ? schema.unless(condition.tag, condition.values) : schema.when(condition.tag, condition.values)
    }
    for former in entry.formerKeys { schema = schema.was(former) }
    if entry.isRequired { schema = schema.required() }
    if !entry.allowedValues.isEmpty { schema = schema.closed(entry.allowedValues) }
    if let text = entry.defaultValue { schema = schema.withDefault(text, form.base) }
    return schema
  }

  /// The union to which the tag belongs, if some tag values have no member.
  fileprivate static func union(_ tag: ArchivedEntry) -> FieldSchema? {
    if tag.tagValues.isEmpty { return nil }
    var schema = FieldSchema.union("(union of \(tag.key))", tag: tag.key, cases: tag.tagValues)
    for condition in tag.conditions {
      schema =
        condition.isExclusion
        ? schema.unless(condition.tag, condition.values) : schema.when(condition.tag, condition.values)
    }
    return schema
  }

  private func withDefault(_ text: String, _ base: ArchivedForm.Base) -> FieldSchema {
    guard case .number(let number) = base else { return self.default(text) }
    switch number.scalar {
    case .bool: return self.default(text == "true" || text == "1")
    case .integer: return Int(text).map(self.default) ?? UInt64(text).map(self.default) ?? self
    case .floating: return Double(text).map(self.default) ?? self
    }
  }
}

extension CountSchema {
  fileprivate static func interpreted(_ text: String) -> CountSchema {
    let count = CountText(text)
    if let end = count.terminator { return CountSchema(TerminatorSchema(key: end.key, value: end.value)) }
    return CountSchema(
      keys: count.keys, factor: count.factor, more: count.more, mayBeNull: count.mayBeNull, isBytes: count.isBytes)
  }
}

extension CountText {
  /// How many elements of this size there are if every key has the value 2; nil if they are no whole ones.
  func elements(of size: Int) -> Int? {
    guard keys.count < 16 else { return nil }
    let (product, isTooMuch) = factor.multipliedReportingOverflow(by: 1 << keys.count)
    guard !isTooMuch, product <= 1 << 16 else { return nil }
    guard (0...1 << 16).contains(more) else { return nil }
    return isBytes ? ((product + more) % size == 0 ? (product + more) / size : nil) : product + more
  }

  /// Whether an element with this value ends an array without a number of elements.
  func isEnd(_ value: SchemaValue?) -> Bool {
    guard let terminator, let value else { return terminator?.value == 0 }
    if case .unsigned(let number) = value { return Int64(bitPattern: number) == terminator.value }
    return value == .integer(terminator.value) || terminator.value == 0 && value.isZero
  }

  /// Whether these fields are those of the record, or of the pointer, that ends an array.
  func isEnd(_ fields: [String: SchemaValue]) -> Bool {
    guard let terminator else { return false }
    return isEnd(terminator.key.map { fields[$0] } ?? fields.values.first)
  }

  /// The count with keys relative to the record, whose keys have `prefix` outside.
  func removing(prefix: String) -> String {
    mapKeys { $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : $0 }.text
  }
}
