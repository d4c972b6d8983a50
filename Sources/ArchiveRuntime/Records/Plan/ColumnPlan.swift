/// What an array of a record is stored as: one byte string for each field (a structure of arrays).
package struct ColumnPlan: Sendable {
  /// Those that cover every record once.
  let all: [Column]
  /// The others: members of unions. They come after those.
  let ofMembers: [UnionMemberColumn]
  /// Tells which of `ofMembers` a record has; nil where that takes more than tags.
  let dispatch: TagDispatch?
  /// The unions in the record, with their keys as columns have them.
  let unions: [UnionCheck]
  /// The records that are brought up to date.
  package let migrations: [ColumnMigration]
  /// Of `all`, then of `ofMembers`.
  let names: [String]
  /// The same, with each group followed by its parts: as lines of the description count.
  let lineNames: [String]
  /// Whether there are groups of bit-fields.
  let hasGroups: Bool
  /// Those of `all` that are quick to move, and the indices of the others.
  let direct: [DirectColumn]
  let other: [Int]
  /// Those of `direct` that are moved together, and those that are not.
  let tiles: [TransposeTile]
  let loose: [DirectColumn]
  /// The lines of the columns' description that follow the first.
  let lines: String
  /// Whether the columns leave bytes of the record as they are, or share them: padding, fields left out, bit-fields.
  let haveGaps: Bool
  /// Archived bytes of one record.
  let byteCount: Int

  /// - Parameter size: The bytes of a record in memory.
  init(_ compiler: PlanCompiler, size: Int) {
    let columns = compiler.columns
    all = columns
    ofMembers = compiler.memberColumns.sorted { $0.selection.depth < $1.selection.depth }
    dispatch = ofMembers.isEmpty ? nil : TagDispatch(ofMembers.map(\.selection))
    unions = compiler.unions + compiler.leaves.flatMap(\.unions)
    migrations =
      compiler.migrations.map { site in
        ColumnMigration(
          migration: site.migration, prefixes: site.prefixes, selection: UnionMember(tests: site.tests),
          offset: site.offset)
      } + compiler.leaves.flatMap(\.columnMigrations)
    direct = columns.indices.compactMap { DirectColumn(columns[$0].cell, index: $0) }
    (tiles, loose) = TransposeTile.tiles(direct)
    other = columns.indices.filter { DirectColumn(columns[$0].cell, index: $0) == nil }
    let names = columns.map(\.name) + ofMembers.map(\.column.name)
    self.names = names
    let lineNames = columns.flatMap(\.lineNames) + ofMembers.flatMap(\.column.lineNames)
    self.lineNames = lineNames
    hasGroups = columns.contains { !$0.parts.isEmpty } || ofMembers.contains { !$0.column.parts.isEmpty }
    lines = columns.map(\.lines).joined() + ofMembers.map { $0.line(among: lineNames) }.joined()
    haveGaps = !Self.cover(columns, size: size)
    byteCount = columns.reduce(0) { $0 + $1.cell.byteCount }
  }

  /// Those of fields: for a group what its fields would be by themselves.
  package var fields: [Column] { hasGroups ? all.flatMap(\.fields) : all }

  /// Those of all fields, members of unions among them.
  package var allFields: [Column] {
    let members = ofMembers.map(\.column)
    return fields + (hasGroups ? members.flatMap(\.fields) : members)
  }

  /// Whether every byte of the record is written by one column. Only the simplest records need be recognised.
  private static func cover(_ columns: [Column], size: Int) -> Bool {
    var end = 0
    for cell in columns.map(\.cell).sorted(by: { $0.offset < $1.offset }) {
      guard case .copy(let count) = cell.codec, cell.steps.isEmpty, cell.offset == end, cell.group == nil else {
        guard case .bool = cell.codec, cell.steps.isEmpty, cell.offset == end else { return false }
        end += 1
        continue
      }
      end += count
    }
    return end == size
  }
}
