import Foundation

/// Records in place, whose keys are those of one dictionary.
extension RecordPlan {
  /// Calls the migrations of what has an earlier version.
  ///
  /// - Parameter record: All fields of it are read.
  @_semantics("optimize.sil.specialize.generic.never")
  func migrate<Source: FieldSource & ~Copyable>(
    _ record: UnsafeMutableRawPointer, from source: inout Source
  ) throws(ArchiveError) {
    guard source.hasVersions else { return }
    // What is inside before what it is in.
    for site in migrations.reversed() where site.tests.allSatisfy({ $0.passes(record) }) {
      let version = try version(site.migration.versionKeys(site.prefixes), from: &source)
      if version ?? 1 > site.migration.version { source.observed?.use.noteNewerVersion() }
      guard site.migration.update != nil, version ?? 1 < site.migration.version else { continue }
      if version == nil, !(try isThere(site, in: &source)) { continue }
      let prefix = source.prefix
      try withUnsafeMutablePointer(to: &source) { (source) throws(ArchiveError) in
        let decoder = RecordDecoder(
          prefixes: site.prefixes, keyPath: { prefix + site.prefixes[0] },
          keys: { () throws(ArchiveError) in try source.pointee.keys() ?? [] }
        ) { (key, wanted) throws(ArchiveError) in try source.pointee.find(key, index: nil, as: wanted) }
        try site.migration.run(record + site.offset, from: version ?? 1, decoder)
      }
    }
  }

  /// The version under the first of these keys that there is.
  @_semantics("optimize.sil.specialize.generic.never")
  func version<Source: FieldSource & ~Copyable>(
    _ keys: [String], from source: inout Source
  ) throws(ArchiveError) -> Int? {
    for key in keys {
      switch try source.find(key, index: nil, as: .number(.integer(bits: 64, isSigned: true))) {
      case .missing: continue
      case .integer(let value) where value > 0: return Int(clamping: value)
      case .integer(let value): throw .outOfRange(path: source.path(key), value: "\(value)", type: "a version")
      case let other: throw .wrongType(path: source.path(key), expected: "a version", found: other.kindName)
      }
    }
    return nil
  }

  /// Whether the archive has anything of a nested record.
  @_semantics("optimize.sil.specialize.generic.never")
  private func isThere<Source: FieldSource & ~Copyable>(
    _ site: MigrationSite, in source: inout Source
  ) throws(ArchiveError) -> Bool {
    if site.prefixes[0].isEmpty { return true }
    if let keys = try source.keys() {
      return keys.contains { key in site.prefixes.contains(where: key.hasExactPrefix) }
    }
    for leaf in fields.leaves[site.leaves] {
      for key in [leaf.key] + leaf.formerKeys {
        if case .missing = try source.find(key, index: nil, as: .data) { continue }
        return true
      }
    }
    return false
  }
}

extension RecordMigration {
  func run(_ record: UnsafeMutableRawPointer, from version: Int, _ decoder: RecordDecoder) throws(ArchiveError) {
    defer { decoder.close() }
    do {
      try update?(record, version, decoder)
    } catch let error as ArchiveError {
      throw error
    } catch {
      throw .migrationFailed(path: decoder.path(""), type: name, version: version, reason: "\(error)")
    }
  }
}

extension RecordPlan {
  /// What migrations of the records may ask for; nil if there are none, or none has to run.
  @_semantics("optimize.sil.specialize.generic.never")
  func formerColumns<Source: FieldSource & ~Copyable>(
    _ description: ColumnsDescription, key: String, count: Int, from source: inout Source
  ) throws(ArchiveError) -> FormerColumns? {
    guard !self.columns.migrations.isEmpty, source.hasVersions else { return nil }
    var versions: [Int?] = []
    for migration in self.columns.migrations {
      let keys = migration.migration.versionKeys(migration.prefixes).map { "\(key)[].\($0)" }
      versions.append(try version(keys, from: &source))
      if (versions.last ?? nil) ?? 1 > migration.migration.version { source.observed?.use.noteNewerVersion() }
    }
    guard
      zip(self.columns.migrations, versions).contains(where: {
        $0.migration.update != nil && $1 ?? 1 < $0.migration.version
      })
    else { return nil }
    var columns: [ExactText: FormerColumns.Column] = [:]
    // Of a group its parts.
    let own = description.columns.filter { $0.tables.isEmpty && $0.parts.isEmpty }
    for column in own {
      let (name, array) = column.stored
      guard case .data(let bytes) = try source.find("\(key)[].\(name)", index: nil, as: .data) else { continue }
      columns[ExactText(column.name)] = FormerColumns.Column(
        array: array, bytes: bytes, isConditional: !column.conditions.isEmpty, part: column.group?.part)
    }
    return FormerColumns(
      columns: columns, versions: versions, names: own.map(\.name), count: count)
  }

  /// Calls the migrations of records in columns, whose fields are read.
  func migrate(
    _ former: FormerColumns?, _ count: Int, to record: (Int) -> UnsafeMutableRawPointer, path: (Int) -> String
  ) throws(ArchiveError) {
    guard let former else { return }
    let work = WorkMonitor.stage(for: count)
    try withoutActuallyEscaping(path) { (path) throws(ArchiveError) in
      for (migration, version) in zip(self.columns.migrations, former.versions).reversed() {
        let lengths = former.lengths(behind: migration.prefixes, migration.selection.rank)
        let isThere = version != nil || migration.prefixes[0].isEmpty || lengths != nil
        guard migration.migration.update != nil, version ?? 1 < migration.migration.version else { continue }
        guard isThere else {
          try former.checkSingle(migration.prefixes, path(0))
          continue
        }
        for row in 0..<count {
          try work?.step()
          let address = record(row)
          try migration.selection.forEach(address) { (base) throws(ArchiveError) in
            let subscripts = migration.selection.subscripts(UnsafeRawPointer(base) - UnsafeRawPointer(address))
            let places = subscripts.flatMap(\.self)
            // Elements that are new have no earlier version.
            if let lengths, !zip(places, lengths).allSatisfy({ $0 < $1 }) { return }
            let keyPath = { path(row) + subscripts.filled(into: migration.prefixes[0]) }
            let decoder = RecordDecoder(
              prefixes: migration.prefixes, keyPath: keyPath, keys: { former.names }
            ) { (name, _) throws(ArchiveError) in
              try former.value(name, row: row, places, path: keyPath)
            }
            try migration.migration.run(base + migration.offset, from: version ?? 1, decoder)
          }
        }
      }
    }
  }
}
