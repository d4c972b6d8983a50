// The versions of types in archives: those of types whose version is above 1.

extension KeyedArchiveFormat {
  /// Whether a key is that of a version, and not of a field.
  package static func isVersionKey(_ key: String) -> Bool {
    guard key.utf8.suffix(8).elementsEqual(".version".utf8) else { return false }
    return key.hasExactPrefix("$") || key.utf8.contains(UInt8(ascii: "$")) && key.contains(".$")
  }

  /// Whether a key says something about others and has no value itself: a version, or the description of groups of bit-fields.
  package static func isDescribing(_ key: String) -> Bool {
    isVersionKey(key) || GroupPart.lastPart(of: key).isExactly(GroupDescription.key)
  }
}

extension RecordPlan {
  var hasVersions: Bool { !migrations.isEmpty }

  /// Whether a migration may make a record of keys that the plan does not know.
  var isMigrated: Bool { migrations.contains { $0.migration.update != nil } }

  /// The versions of records that are in a record.
  func encodeVersions<Sink: FieldSink & ~Copyable>(
    _ record: UnsafeRawPointer, into sink: inout Sink
  ) throws(ArchiveError) {
    for site in migrations where site.tests.allSatisfy({ $0.passes(record) }) {
      try sink.key(site.versionKey)
      sink.integer(Int64(site.migration.version))
    }
  }

  /// The versions of records in columns: one for all rows.
  func encodeVersions<Sink: FieldSink & ~Copyable>(_ key: String, into sink: inout Sink) throws(ArchiveError) {
    guard sink.takesVersions else { return }
    for migration in columns.migrations {
      try sink.key("\(key)[].\(migration.versionKey)")
      sink.integer(Int64(migration.migration.version))
    }
  }
}

extension ColumnPlan {
  var hasVersions: Bool { !migrations.isEmpty }
  var isMigrated: Bool { migrations.contains { $0.migration.update != nil } }
  var versionKeys: [String] { migrations.map(\.versionKey) }
}
