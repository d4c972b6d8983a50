/// The location of a record with a migration in another record, or the whole record.
package struct MigrationSite: Sendable {
  package let migration: RecordMigration
  /// The prefixes of its keys, first the current one, then those of earlier versions.
  package let prefixes: [String]
  let offset: Int
  /// The conditions under which it exists.
  let tests: [TagCondition]
  /// The indices of its fields.
  let leaves: Range<Int>

  var versionKey: String { migration.versionKeys([prefixes[0]])[0] }
}

/// The same for records in columns.
package struct ColumnMigration: Sendable {
  package let migration: RecordMigration
  package let prefixes: [String]
  /// The locations of the records in a row.
  let selection: UnionMember
  let offset: Int

  var versionKey: String { migration.versionKeys([prefixes[0]])[0] }

  func inArray(_ array: RecordArray, of leaf: Leaf) -> ColumnMigration {
    ColumnMigration(
      migration: migration,
      prefixes: ([leaf.key] + leaf.formerKeys).flatMap { key in prefixes.map { "\(key)[].\($0)" } },
      selection: selection.inArray(array) { "\(leaf.key)[].\($0)" }.inside(leaf.tests), offset: offset)
  }
}
