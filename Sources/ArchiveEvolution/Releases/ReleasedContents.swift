@_spi(GeneratedCode) import ArchiveRuntime

/// C data of which a release may have another form.
protocol ReleasedContents: FormContents {
  /// Whether the release has the types as they are now, so that it reads what is written as always.
  func isUnchanged(in release: ArchiveRelease) -> Bool

  /// The root of an archive for the release.
  func root(in release: ArchiveRelease) throws(ArchiveError) -> SubstituteRoot

  /// Calls `body` with what the release has in place of the data, and adds what that loses. Where the release has no form for
  /// it, `body` is not called.
  func rewrite(
    _ key: String, path: String, for release: ArchiveRelease, _ losses: inout ArchiveLosses,
    _ body: (Substitute) throws(ArchiveError) -> Void
  ) throws(ArchiveError)
}

// Here and not beside its methods, because a cast looks for it: see `ReleaseWriter`.
extension GraphContents: ReleasedContents {}

extension RecordPlan {
  fileprivate func isUnchanged(in release: ArchiveRelease) -> Bool {
    if case .unchanged = release.find(self) { true } else { false }
  }

  fileprivate func root(
    in release: ArchiveRelease, suffix: String, isOne: Bool, _ keys: (KeyPlan) -> EncodedKeys?
  ) throws(ArchiveError) -> SubstituteRoot {
    guard case .changed(let type) = release.find(self) else { return SubstituteRoot(name: name + suffix, keys: nil) }
    let released = try release.history.plan(for: self, type, in: release)
    let hasVersions = !released.versions.isEmpty
    return SubstituteRoot(
      name: type.name + suffix, keys: hasVersions ? nil : keys(released.plan.keys),
      hasFixedWidths: isOne && !hasVersions && released.schema.images != nil)
  }

  /// How the release has the record; nil, with a loss, where it has none.
  fileprivate func released(
    in release: ArchiveRelease, path: String, _ losses: inout ArchiveLosses
  ) throws(ArchiveError) -> ReleasePlan? {
    guard case .changed(let type) = release.find(self) else {
      losses.add(newerType: self, path: path)
      return nil
    }
    return try release.history.plan(for: self, type, in: release)
  }
}

extension RecordContents: ReleasedContents {
  func isUnchanged(in release: ArchiveRelease) -> Bool { plan.isUnchanged(in: release) }

  func root(in release: ArchiveRelease) throws(ArchiveError) -> SubstituteRoot {
    try plan.root(in: release, suffix: "", isOne: true, \.object)
  }

  func rewrite(
    _ key: String, path: String, for release: ArchiveRelease, _ losses: inout ArchiveLosses,
    _ body: (Substitute) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    guard let released = try plan.released(in: release, path: path, &losses) else { return }
    let prefix = key.isEmpty ? path : path + "."
    try released.withRecords(record, count: 1, of: plan, &losses, path: { _ in prefix }) {
      (memory) throws(ArchiveError) in
      try body(
        Substitute(
          RecordContents(memory, released.plan), versions: released.versions(behind: key.isEmpty ? "" : key + ".")))
    }
  }
}

extension RecordsContents: ReleasedContents {
  func isUnchanged(in release: ArchiveRelease) -> Bool { plan.isUnchanged(in: release) }

  func root(in release: ArchiveRelease) throws(ArchiveError) -> SubstituteRoot {
    try plan.root(in: release, suffix: "[]", isOne: false, \.array)
  }

  func rewrite(
    _ key: String, path: String, for release: ArchiveRelease, _ losses: inout ArchiveLosses,
    _ body: (Substitute) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    guard let released = try plan.released(in: release, path: path, &losses) else { return }
    try released.withRecords(
      records, count: count, of: plan, &losses, path: { "\(path)[\($0.map(String.init) ?? "")]." }
    ) { (memory) throws(ArchiveError) in
      try body(
        Substitute(
          RecordsContents(memory, count: count, released.plan), versions: released.versions(behind: "\(key)[].")))
    }
  }
}

extension ArchiveLosses {
  mutating func add(newerType plan: RecordPlan, path: String) {
    add(ArchiveLoss(.newerType, path: path, type: plan.name, isRefused: true))
  }
}
