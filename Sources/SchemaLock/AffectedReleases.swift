import ArchiveModel

/// The releases whose archives a change affects: not always the one that it was found in. A default counts for archives without the
/// key, a former key for those that have it.
struct AffectedReleases {
  typealias Baseline = (name: String, schema: ArchivedSchema)

  private let schema: ArchivedSchema
  private let baselines: ArraySlice<Baseline>

  /// - Parameter baselines: the releases up to the one that the change was found in.
  init(_ schema: ArchivedSchema, _ baselines: ArraySlice<Baseline>) {
    self.schema = schema
    self.baselines = baselines
  }

  /// - Returns: none if every archive has the key that the change is about.
  func releases(of change: Change) -> [String] {
    let found = baselines.last.map { [$0.name] } ?? []
    guard let type = schema[change.type] else { return found }
    func all(_ isAffected: (ArchivedType) -> Bool) -> [String] {
      baselines.filter { baseline in
        ([type.name] + type.formerNames).contains { baseline.schema[$0].map(isAffected) ?? false }
      }.map(\.name)
    }
    switch change.rule {
    case .defaultChanged, .requiredAdded:
      guard let key = change.key, let entry = type[key] else { return found }
      return all { old in !([key] + entry.formerKeys).contains { old[$0] != nil } }
    case .formerKeyRemoved:
      let affected = all { $0[change.old] != nil }
      return affected.isEmpty ? found : affected
    case .migrationRemoved:
      let affected = all { $0.version ?? 1 < type.version ?? 1 }
      return affected.isEmpty ? found : affected
    default: return found
    }
  }
}
