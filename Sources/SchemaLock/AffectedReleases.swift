import ArchiveModel

/// The releases whose archives a change affects: not always the one that it was found in. A default counts for archives without the
/// key, a former key for those that have it.
struct AffectedReleases {
  typealias Baseline = (name: String, schema: ArchivedSchema)

  private let schema: ArchivedSchema
  private let baselines: ArraySlice<Baseline>
  private let unpromised: [ArchivedSchema]

  /// - Parameters:
  ///   - baselines: the releases up to the one that the change was found in.
  ///   - unpromised: the releases whose archives need not be readable.
  init(_ schema: ArchivedSchema, _ baselines: ArraySlice<Baseline>, _ unpromised: [ArchivedSchema]) {
    self.schema = schema
    self.baselines = baselines
    self.unpromised = unpromised
  }

  /// - Returns: none if no archive that has to be readable is affected.
  func releases(of change: Change) -> [String] {
    let found = baselines.last.map { [$0.name] } ?? []
    guard change.rule.mayAffectOthers, let type = schema[change.type] else { return found }
    func has(_ schema: ArchivedSchema, _ isAffected: (ArchivedType) -> Bool) -> Bool {
      ([type.name] + type.formerNames).contains { schema[$0].map(isAffected) ?? false }
    }
    func all(_ isAffected: (ArchivedType) -> Bool) -> [String] {
      baselines.filter { has($0.schema, isAffected) }.map(\.name)
    }
    /// What no release had may be in archives from before the first one.
    func known(_ isAffected: (ArchivedType) -> Bool) -> [String] {
      let affected = all(isAffected)
      return affected.isEmpty && !unpromised.contains { has($0, isAffected) } ? found : affected
    }
    switch change.rule {
    case .defaultChanged, .requiredAdded:
      guard let key = change.key, let entry = type[key] else { return found }
      return all { old in !([key] + entry.formerKeys).contains { old[$0] != nil } }
    case .formerKeyRemoved:
      return known { $0[change.old] != nil }
    case .migrationRemoved:
      return known { $0.version ?? 1 < type.version ?? 1 }
    default: return found
    }
  }
}

extension Rule {
  /// Whether a change may affect the archives of other releases than the one that it was found in.
  fileprivate var mayAffectOthers: Bool {
    [.defaultChanged, .requiredAdded, .formerKeyRemoved, .migrationRemoved].contains(self)
  }
}
