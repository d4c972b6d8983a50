/// A record's schema made ready for copying: nested records flattened into leaves with whole keys and offsets, keys in
/// their encoded form, columns for arrays of the record.
package final class RecordPlan: Sendable {
  package let name: String
  package let formerNames: [String]
  package let size: Int
  let alignment: Int
  /// The fields one by one.
  let fields: FieldPlan
  /// What an array of this record is stored as.
  package let columns: ColumnPlan
  /// The keys of a record, and of an array, that is an archive's root.
  package let keys: KeyPlan
  /// Pointers, which only a graph archives.
  package let links: [LinkPlan]
  /// The members of unions.
  let memberGroups: [MemberGroup]
  /// What archives may have besides, and no field reads.
  let removedKeys: RemovedKeys
  /// Records in it, and itself, that are brought up to date.
  package let migrations: [MigrationSite]
  /// Keys of the fields that tell records in an array from each other.
  package let identity: [String]
  /// The arrays in a record whose records have an identity.
  package let identifiedArrays: [IdentifiedKey]
  /// The records in a record that have one.
  package let identifiedRecords: [IdentifiedKey]

  /// The key of an array or record within a record, and the identity of its records.
  package struct IdentifiedKey: Sendable {
    package let key: String
    /// The archived name of their type.
    package let typeName: String
    package let identity: [String]
  }

  init(
    name: String, formerNames: [String], size: Int, alignment: Int, removedKeys: [String] = [],
    identity: [String] = [], migration: RecordMigration? = nil, fields: [FieldSchema]
  ) throws(ArchiveError) {
    var compiler = try PlanCompiler(name: name, size: size, alignment: alignment)
    try compiler.add(fields, keys: [""], at: 0, size: size)
    compiler.addRemoved(removedKeys)
    compiler.settleRootKeys()
    try compiler.settleGroups()
    compiler.addMigration(migration)
    self.name = name
    self.formerNames = formerNames
    self.size = size
    self.alignment = alignment
    links = compiler.links
    self.removedKeys = compiler.removedKeys
    migrations = compiler.migrations
    columns = ColumnPlan(compiler, size: size)
    memberGroups = MemberGroup.groups(columns.ofMembers, links)
    self.identity = identity
    identifiedArrays = compiler.leaves.flatMap { leaf -> [IdentifiedKey] in
      guard case .records(let array) = leaf.value else { return [] }
      return Self.identified(array.plan, key: leaf.key)
    }
    identifiedRecords = compiler.identifiedRecords
    let objectKeys = compiler.hasElementKeys ? nil : compiler.staticKeys
    compiler.addFormerKeys()
    self.fields = FieldPlan(compiler)
    keys = KeyPlan(compiler, objectKeys: objectKeys, columns, name: name)
  }

  /// The plan for records of which some keys are other fields'.
  func without(_ isTaken: (String) -> Bool) -> RecordPlan {
    let fields = fields.without(isTaken)
    return fields.map { RecordPlan(self, $0) } ?? self
  }

  private init(_ plan: RecordPlan, _ fields: FieldPlan) {
    (name, formerNames, size, alignment) = (plan.name, plan.formerNames, plan.size, plan.alignment)
    self.fields = fields
    (columns, keys, links, memberGroups) = (plan.columns, plan.keys, plan.links, plan.memberGroups)
    (removedKeys, migrations, identity) = (plan.removedKeys, plan.migrations, plan.identity)
    (identifiedArrays, identifiedRecords) = (plan.identifiedArrays, plan.identifiedRecords)
  }

  /// An array of these records under a key, and the arrays in each of them, as far as they have an identity.
  static func identified(_ plan: RecordPlan, key: String) -> [IdentifiedKey] {
    (plan.identity.isEmpty ? [] : [IdentifiedKey(key: key, typeName: plan.name, identity: plan.identity)])
      + plan.identifiedArrays.map {
        IdentifiedKey(key: "\(key)[].\($0.key)", typeName: $0.typeName, identity: $0.identity)
      }
  }

  /// Checks that Swift lays the type out as the schema says.
  @inline(__always)
  func checkLayout<Record>(of type: Record.Type) throws(ArchiveError) {
    guard MemoryLayout<Record>.size == size, MemoryLayout<Record>.alignment == alignment, _isPOD(type) else {
      throw layoutMismatch(type)
    }
  }

  @inline(never)
  private func layoutMismatch<Record>(_ type: Record.Type) -> ArchiveError {
    guard _isPOD(type) else {
      return .invalidSchema(type: "\(type)", reason: "only C records can be archived by their layout")
    }
    func words(_ size: Int, _ alignment: Int) -> String { "\(size) bytes aligned to \(alignment)" }
    return .layoutMismatch(
      type: name.isEmpty ? "\(type)" : name, expected: words(size, alignment),
      found: words(MemoryLayout<Record>.size, MemoryLayout<Record>.alignment))
  }
}

/// One field of a record that is archived under a key of its own.
struct Leaf: Sendable {
  enum Value: Sendable {
    /// A plain boolean, integer or real.
    case scalar(ElementAccess)
    /// A number that is archived as data with a description: 128 bits, complex, vectors.
    case wide(ElementAccess)
    case array(ElementAccess, ArrayForm)
    case text(ElementAccess, TextEncoding)
    case records(RecordArray)
  }

  /// A key that the field is read under, and its place among the matcher's keys.
  struct Key: Sendable {
    let text: String
    let index: Int
    /// The description's key.
    let description: String
    /// nil where a description is not usual.
    let descriptionIndex: Int?
    /// Of the columns' keys, for an array of records.
    var columnIndices: [Int] = []
    /// For an array of records: reads one record behind the key, which is the first element then.
    var single: RecordPlan?
  }

  var main: Key
  /// Keys of earlier versions, tried in this order after the main one.
  var old: [Key] = []
  var formerKeys: [String]
  let isRequired: Bool
  let value: Value
  /// One element's archived bytes, or the text's; empty for zero.
  let defaultBytes: [UInt8]
  /// What must hold for the field to be there, outermost union first.
  let tests: [TagCondition]
  /// Of bit-fields, if it is in one.
  var group: Int?

  var key: String { main.text }
  var descriptionKey: String { main.description }

  /// The leaf without the keys that are taken; nil if none is.
  func without(_ isTaken: (String) -> Bool) -> Leaf? {
    var leaf = self
    var isOther = false
    func take(_ key: inout Key) {
      if isTaken(key.text) {
        // No archive has it.
        key = Key(text: "\0", index: -1, description: "\0[]", descriptionIndex: nil)
        isOther = true
      } else if let single = key.single {
        let prefix = key.text + "."
        let rest = single.without { isTaken(prefix + $0) }
        isOther = isOther || rest !== single
        key.single = rest
      }
    }
    take(&leaf.main)
    for place in leaf.old.indices { take(&leaf.old[place]) }
    leaf.formerKeys = leaf.old.map(\.text)
    return isOther ? leaf : nil
  }
}

/// An array of records inside a record.
struct RecordArray: Sendable {
  let plan: RecordPlan
  let dimensions: [Int]
  let count: Int
  let offset: Int
  let form: RecordArrayForm
}

/// One field of all the records of an array, stored as one byte string.
package struct Column: Sendable {
  package let name: String
  package let formerNames: [String]
  let isRequired: Bool
  package let cell: ElementAccess
  package let defaultBytes: [UInt8]
  /// Of a group of bit-fields.
  var parts: [ColumnPart] = []

  /// The column itself or, for a group, what its fields would be by themselves.
  package var fields: [Column] { parts.isEmpty ? [self] : parts.map(\.column) }

  /// Its line in the description, and those of its parts.
  var lines: String {
    ColumnsDescription.line(cell.archived, name) + (parts.isEmpty ? "" : GroupPart.lines(parts.map(\.part)))
  }

  /// A name for each line.
  var lineNames: [String] { parts.isEmpty ? [name] : [name] + parts.map(\.column.name) }
}

/// A column for some places of its record.
struct UnionMemberColumn: Sendable {
  let column: Column
  let selection: UnionMember

  /// The description's line: `@3=1,2 i32 value.i`, the third column being the tag's.
  func line(among names: [String]) -> String {
    let words = selection.tests.map { test in
      "@\((names.firstIndex(of: test.column) ?? -1) + 1)\(test.words) "
    }
    let parts = column.parts.isEmpty ? "" : GroupPart.lines(column.parts.map(\.part))
    return "\n" + words.joined() + column.cell.archived.name + " " + column.name + parts
  }
}

extension Leaf {
  /// The columns that this field is stored as in an array of its record, of those that cover every record.
  var columns: [Column] {
    guard tests.isEmpty else { return [] }
    guard case .records(let array) = value else { return [column].compactMap(\.self) }
    return array.plan.columns.all.map { $0.named(by: self) { $0.inArray(array) } }
  }

  /// The others.
  var memberColumns: [UnionMemberColumn] {
    guard case .records(let array) = value else {
      guard !tests.isEmpty, let column else { return [] }
      return [UnionMemberColumn(column: column, selection: UnionMember(tests: tests))]
    }
    let whole =
      tests.isEmpty
      ? []
      : array.plan.columns.all.map { column in
        UnionMemberColumn(
          column: column.named(by: self) { $0.inArray(array) }, selection: UnionMember(tests: tests))
      }
    return whole
      + array.plan.columns.ofMembers.map { inner in
        let selection = inner.selection.inArray(array) { "\(key)[].\($0)" }.inside(tests)
        return UnionMemberColumn(column: inner.column.named(by: self) { $0 }, selection: selection)
      }
  }

  /// The unions in the elements of an array.
  var unions: [UnionCheck] {
    guard case .records(let array) = value else { return [] }
    return array.plan.columns.unions.map { union in
      UnionCheck(
        key: "\(key)[].\(union.key)",
        selection: union.selection.inArray(array) { "\(key)[].\($0)" }.inside(tests), tag: union.tag,
        tagName: "\(key)[].\(union.tagName)", values: union.values)
    }
  }

  /// The migrations of the elements of an array.
  var columnMigrations: [ColumnMigration] {
    guard case .records(let array) = value else { return [] }
    return array.plan.columns.migrations.map { $0.inArray(array, of: self) }
  }

  var column: Column? {
    switch value {
    case .scalar(let cell), .wide(let cell), .array(let cell, _), .text(let cell, _):
      Column(name: key, formerNames: formerKeys, isRequired: isRequired, cell: cell, defaultBytes: defaultBytes)
    case .records: nil
    }
  }
}

extension Column {
  /// The column of an array's elements, seen from the record that holds the array.
  fileprivate func named(by array: Leaf, _ place: (ElementAccess) -> ElementAccess) -> Column {
    let names = ([array.key] + array.formerKeys).flatMap { key in ([name] + formerNames).map { "\(key)[].\($0)" } }
    return Column(
      name: names[0], formerNames: Array(names.dropFirst()), isRequired: array.isRequired || isRequired,
      cell: place(cell),
      defaultBytes: defaultBytes,
      parts: parts.map { ColumnPart(part: $0.part, column: $0.column.named(by: array, place)) })
  }
}
