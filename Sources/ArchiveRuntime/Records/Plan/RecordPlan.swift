/// A record's schema made ready for copying: nested records flattened into leaves with whole keys and offsets, keys in
/// their encoded form, columns for arrays of the record.
final class RecordPlan: Sendable {
  let name: String
  let formerNames: [String]
  let size: Int
  let alignment: Int
  let leaves: [Leaf]
  /// For each leaf, what the quick way through usual fields needs.
  let directScalars: [DirectScalar?]
  /// Nested records that must not be missing altogether.
  let requiredGroups: [RequiredGroup]
  /// What an array of this record is stored as.
  let columns: [Column]
  /// Those that do not cover every record once: members of unions. They come after the others.
  let memberColumns: [UnionMemberColumn]
  /// Tells which of `memberColumns` a record has; nil where that takes more than tags.
  let columnDispatch: TagDispatch?
  /// Pointers, which only a graph archives.
  let links: [LinkPlan]
  /// The members of unions.
  let memberGroups: [MemberGroup]
  /// What archives may have besides, and nobody wants.
  let removedKeys: RemovedKeys
  let unions: [UnionCheck]
  /// Records in it, and itself, that are brought up to date; those of its columns.
  let migrations: [MigrationSite]
  let columnMigrations: [ColumnMigration]
  /// Those of an array of this record, named as its columns.
  let columnUnions: [UnionCheck]
  /// Whether some fields are there only for some values of a tag.
  let hasTests: Bool
  /// Of `columns`, then of `memberColumns`.
  let columnNames: [String]
  /// The columns that are quick to move, and the indices of the others.
  let directColumns: [DirectColumn]
  /// Those of the plain columns that are moved together, and those that are not.
  let tiles: [TransposeTile]
  let looseColumns: [DirectColumn]
  let otherColumns: [Int]
  /// The keys of a record in the order in which they are written, then "$class" and the archived name, encoded for the
  /// writer; nil when an array's elements have keys of their own.
  let objectKeys: EncodedKeys?
  /// Finds the leaves' keys and "$class" in an object; `Leaf.Key` has the indices.
  let matcher: KeyLookup
  /// Where "$class" stands among the matcher's keys.
  let classIndex: Int
  /// The same for an array of the record as a root: "[]", then the columns' keys, then "$class".
  let arrayKeys: EncodedKeys
  let arrayMatcher: KeyLookup
  /// The lines of the columns' description that follow the first.
  let columnLines: String
  /// Whether the columns leave bytes of the record as they are, or share them: padding, fields left out, bit-fields.
  let hasGaps: Bool
  /// Archived bytes of one record in columns.
  let columnBytes: Int

  struct RequiredGroup: Sendable {
    let key: String
    let leaves: Range<Int>
  }

  init(
    name: String, formerNames: [String], size: Int, alignment: Int, removedKeys: [String] = [],
    migration: RecordMigration? = nil, fields: [FieldSchema]
  ) throws(ArchiveError) {
    var compiler = try PlanCompiler(name: name, size: size, alignment: alignment)
    try compiler.add(fields, keys: [""], at: 0, size: size)
    compiler.addRemoved(removedKeys)
    compiler.settleRootKeys()
    compiler.addMigration(migration)
    self.name = name
    self.formerNames = formerNames
    self.size = size
    self.alignment = alignment
    requiredGroups = compiler.requiredGroups
    columns = compiler.leaves.flatMap(\.columns)
    memberColumns = compiler.leaves.flatMap(\.memberColumns).sorted { $0.selection.depth < $1.selection.depth }
    columnDispatch = memberColumns.isEmpty ? nil : TagDispatch(memberColumns.map(\.selection))
    links = compiler.links
    self.removedKeys = compiler.removedKeys
    memberGroups = MemberGroup.groups(memberColumns, links)
    unions = compiler.unions
    migrations = compiler.migrations
    columnMigrations =
      migrations.map { site in
        ColumnMigration(
          migration: site.migration, prefixes: site.prefixes, selection: UnionMember(tests: site.tests),
          offset: site.offset)
      } + compiler.leaves.flatMap(\.columnMigrations)
    columnUnions = compiler.unions + compiler.leaves.flatMap(\.unions)
    hasTests = compiler.leaves.contains { !$0.tests.isEmpty } || !compiler.unions.isEmpty
    directColumns = columns.indices.compactMap { [columns] in DirectColumn(columns[$0].cell, index: $0) }
    (tiles, looseColumns) = TransposeTile.tiles(directColumns)
    otherColumns = columns.indices.filter { [columns] in DirectColumn(columns[$0].cell, index: $0) == nil }
    objectKeys =
      compiler.hasElementKeys
      ? nil : EncodedKeys(compiler.staticKeys.map(KeyedArchiveFormat.mangled) + [KeyedArchiveFormat.classKey, name])
    compiler.addFormerKeys()
    leaves = compiler.leaves
    directScalars = leaves.map(DirectScalar.init)
    classIndex = compiler.classIndex
    matcher = KeyLookup(compiler.wantedKeys)
    let names = columns.map(\.name) + memberColumns.map(\.column.name)
    columnNames = names
    let columnKeys = ["[]"] + names.map { "[]." + $0 }
    let versionKeys = columnMigrations.map { "[]." + $0.versionKey }
    arrayKeys = EncodedKeys(columnKeys + versionKeys + [KeyedArchiveFormat.classKey, name + "[]"])
    arrayMatcher = KeyLookup(columnKeys + [KeyedArchiveFormat.classKey])
    columnLines =
      columns.map { ColumnsDescription.line($0.cell.archived, $0.name) }.joined()
      + memberColumns.map { $0.line(among: names) }.joined()
    hasGaps = !Self.cover(columns, size: size)
    columnBytes = columns.reduce(0) { $0 + $1.cell.byteCount }
  }

  /// Whether every byte of the record is written by one column. Only the simplest records need be recognised.
  private static func cover(_ columns: [Column], size: Int) -> Bool {
    var end = 0
    for cell in columns.map(\.cell).sorted(by: { $0.offset < $1.offset }) {
      guard case .copy(let count) = cell.codec, cell.steps.isEmpty, cell.offset == end else {
        guard case .bool = cell.codec, cell.steps.isEmpty, cell.offset == end else { return false }
        end += 1
        continue
      }
      end += count
    }
    return end == size
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
    /// A number that stands as data with a description: 128 bits, complex, vectors.
    case wide(ElementAccess)
    case array(ElementAccess, ArrayForm)
    case text(ElementAccess, TextEncoding)
    case records(RecordArray)
  }

  /// A key that the field is read under, and where it stands among the matcher's keys.
  struct Key: Sendable {
    let text: String
    let index: Int
    /// The description's key.
    let description: String
    /// nil where a description is not usual.
    let descriptionIndex: Int?
    /// Of the columns' keys, for an array of records.
    var columnIndices: [Int] = []
  }

  let main: Key
  /// Keys of earlier versions, tried in this order after the main one.
  var old: [Key] = []
  /// Whether an array of records may have been one record, whose keys no other field has.
  var mayBeSingle = false
  var formerKeys: [String]
  let isRequired: Bool
  let value: Value
  /// One element's archived bytes, or the text's; empty for zero.
  let defaultBytes: [UInt8]
  /// What must hold for the field to be there, outermost union first.
  let tests: [TagCondition]

  var key: String { main.text }
  var descriptionKey: String { main.description }
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
struct Column: Sendable {
  let name: String
  let formerNames: [String]
  let isRequired: Bool
  let cell: ElementAccess
  let defaultBytes: [UInt8]
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
    return "\n" + words.joined() + column.cell.archived.name + " " + column.name
  }
}

extension Leaf {
  /// The columns that this field is stored as in an array of its record, of those that cover every record.
  var columns: [Column] {
    guard tests.isEmpty else { return [] }
    guard case .records(let array) = value else { return [column].compactMap(\.self) }
    return array.plan.columns.map { $0.named(by: self, $0.cell.inArray(array)) }
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
      : array.plan.columns.map { column in
        UnionMemberColumn(
          column: column.named(by: self, column.cell.inArray(array)), selection: UnionMember(tests: tests))
      }
    return whole
      + array.plan.memberColumns.map { inner in
        let selection = inner.selection.inArray(array) { "\(key)[].\($0)" }.inside(tests)
        return UnionMemberColumn(column: inner.column.named(by: self, inner.column.cell), selection: selection)
      }
  }

  /// The unions in the elements of an array.
  var unions: [UnionCheck] {
    guard case .records(let array) = value else { return [] }
    return array.plan.columnUnions.map { union in
      UnionCheck(
        key: "\(key)[].\(union.key)",
        selection: union.selection.inArray(array) { "\(key)[].\($0)" }.inside(tests), tag: union.tag,
        tagName: "\(key)[].\(union.tagName)", values: union.values)
    }
  }

  /// The migrations of the elements of an array.
  var columnMigrations: [ColumnMigration] {
    guard case .records(let array) = value else { return [] }
    return array.plan.columnMigrations.map { $0.inArray(array, of: self) }
  }

  private var column: Column? {
    switch value {
    case .scalar(let cell), .wide(let cell), .array(let cell, _), .text(let cell, _):
      Column(name: key, formerNames: formerKeys, isRequired: isRequired, cell: cell, defaultBytes: defaultBytes)
    case .records: nil
    }
  }
}

extension Column {
  /// The column of an array's elements, seen from the record that holds the array.
  fileprivate func named(by array: Leaf, _ cell: ElementAccess) -> Column {
    let names = ([array.key] + array.formerKeys).flatMap { key in ([name] + formerNames).map { "\(key)[].\($0)" } }
    return Column(
      name: names[0], formerNames: Array(names.dropFirst()), isRequired: array.isRequired || isRequired, cell: cell,
      defaultBytes: defaultBytes)
  }
}
