/// A record's schema made ready for copying: nested records flattened into leaves with whole keys and offsets, keys in
/// their encoded form, columns for arrays of the record.
final class RecordPlan: Sendable {
  let name: String
  let oldNames: [String]
  let size: Int
  let alignment: Int
  let leaves: [Leaf]
  /// For each leaf, what the quick way through usual fields needs.
  let plainScalars: [PlainScalar?]
  /// Nested records that must not be missing altogether.
  let requiredGroups: [RequiredGroup]
  /// What an array of this record is stored as.
  let columns: [Column]
  /// Those that do not cover every record once: members of unions. They come after the others.
  let selected: [SelectedColumn]
  /// Tells which of `selected` a record has; nil where that takes more than tags.
  let liveColumns: TagSwitch?
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
  /// Of `columns`, then of `selected`.
  let columnNames: [String]
  /// The columns that are quick to move, and the indices of the others.
  let plainColumns: [PlainColumn]
  /// Those of the plain columns that are moved together, and those that are not.
  let tiles: [ColumnTile]
  let looseColumns: [PlainColumn]
  let otherColumns: [Int]
  /// The keys of a record in the order in which they are written, then "$class" and the archived name, encoded for the
  /// writer; nil when an array's elements have keys of their own.
  let objectKeys: KeyBlock?
  /// Finds the leaves' keys and "$class" in an object; `Leaf.Key` has the indices.
  let matcher: KeyMatcher
  /// Where "$class" stands among the matcher's keys.
  let classIndex: Int
  /// The same for an array of the record as a root: "[]", then the columns' keys, then "$class".
  let arrayKeys: KeyBlock
  let arrayMatcher: KeyMatcher
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
    name: String, oldNames: [String], size: Int, alignment: Int, removedKeys: [String] = [],
    migration: RecordMigration? = nil, fields: [FieldSchema]
  ) throws(ArchiveError) {
    var compiler = try PlanCompiler(name: name, size: size, alignment: alignment)
    try compiler.add(fields, keys: [""], at: 0, size: size)
    compiler.addRemoved(removedKeys)
    compiler.settleRootKeys()
    compiler.addMigration(migration)
    self.name = name
    self.oldNames = oldNames
    self.size = size
    self.alignment = alignment
    requiredGroups = compiler.requiredGroups
    columns = compiler.leaves.flatMap(\.columns)
    selected = compiler.leaves.flatMap(\.selected).sorted { $0.selection.depth < $1.selection.depth }
    liveColumns = selected.isEmpty ? nil : TagSwitch(selected.map(\.selection))
    links = compiler.links
    self.removedKeys = compiler.removedKeys
    memberGroups = MemberGroup.groups(selected, links)
    unions = compiler.unions
    migrations = compiler.migrations
    columnMigrations =
      migrations.map { site in
        ColumnMigration(
          migration: site.migration, prefixes: site.prefixes, selection: Selection(tests: site.tests),
          offset: site.offset)
      } + compiler.leaves.flatMap(\.columnMigrations)
    columnUnions = compiler.unions + compiler.leaves.flatMap(\.unions)
    hasTests = compiler.leaves.contains { !$0.tests.isEmpty } || !compiler.unions.isEmpty
    plainColumns = columns.indices.compactMap { [columns] in PlainColumn(columns[$0].cell, index: $0) }
    (tiles, looseColumns) = ColumnTile.tiles(plainColumns)
    otherColumns = columns.indices.filter { [columns] in PlainColumn(columns[$0].cell, index: $0) == nil }
    objectKeys =
      compiler.hasElementKeys
      ? nil : KeyBlock(compiler.staticKeys.map(KeyedArchive.mangled) + [KeyedArchive.classKey, name])
    compiler.addOldKeys()
    leaves = compiler.leaves
    plainScalars = leaves.map(PlainScalar.init)
    classIndex = compiler.classIndex
    matcher = KeyMatcher(compiler.wantedKeys)
    let names = columns.map(\.name) + selected.map(\.column.name)
    columnNames = names
    let columnKeys = ["[]"] + names.map { "[]." + $0 }
    let versionKeys = columnMigrations.map { "[]." + $0.versionKey }
    arrayKeys = KeyBlock(columnKeys + versionKeys + [KeyedArchive.classKey, name + "[]"])
    arrayMatcher = KeyMatcher(columnKeys + [KeyedArchive.classKey])
    columnLines =
      columns.map { ColumnsDescription.line($0.cell.archived, $0.name) }.joined()
      + selected.map { $0.line(among: names) }.joined()
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
    case scalar(Cell)
    /// A number that stands as data with a description: 128 bits, complex, vectors.
    case wide(Cell)
    case array(Cell, ArrayForm)
    case text(Cell, TextEncoding)
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
  var oldKeys: [String]
  let isRequired: Bool
  let value: Value
  /// One element's archived bytes, or the text's; empty for zero.
  let defaultBytes: [UInt8]
  /// What must hold for the field to be there, outermost union first.
  let tests: [TagTest]

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
  let oldNames: [String]
  let isRequired: Bool
  let cell: Cell
  let defaultBytes: [UInt8]
}

/// A column for some places of its record.
struct SelectedColumn: Sendable {
  let column: Column
  let selection: Selection

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
  var selected: [SelectedColumn] {
    guard case .records(let array) = value else {
      guard !tests.isEmpty, let column else { return [] }
      return [SelectedColumn(column: column, selection: Selection(tests: tests))]
    }
    let whole =
      tests.isEmpty
      ? []
      : array.plan.columns.map { column in
        SelectedColumn(column: column.named(by: self, column.cell.inArray(array)), selection: Selection(tests: tests))
      }
    return whole
      + array.plan.selected.map { inner in
        let selection = inner.selection.inArray(array) { "\(key)[].\($0)" }.inside(tests)
        return SelectedColumn(column: inner.column.named(by: self, inner.column.cell), selection: selection)
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
      Column(name: key, oldNames: oldKeys, isRequired: isRequired, cell: cell, defaultBytes: defaultBytes)
    case .records: nil
    }
  }
}

extension Column {
  /// The column of an array's elements, seen from the record that holds the array.
  fileprivate func named(by array: Leaf, _ cell: Cell) -> Column {
    let names = ([array.key] + array.oldKeys).flatMap { key in ([name] + oldNames).map { "\(key)[].\($0)" } }
    return Column(
      name: names[0], oldNames: Array(names.dropFirst()), isRequired: array.isRequired || isRequired, cell: cell,
      defaultBytes: defaultBytes)
  }
}
