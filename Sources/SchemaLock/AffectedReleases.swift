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
    func has(_ schema: ArchivedSchema, _ isAffected: (ArchivedType, ArchivedSchema) -> Bool) -> Bool {
      ([type.name] + type.formerNames).contains { schema[$0].map { isAffected($0, schema) } ?? false }
    }
    func all(_ isAffected: (ArchivedType, ArchivedSchema) -> Bool) -> [String] {
      baselines.filter { has($0.schema, isAffected) }.map(\.name)
    }
    /// What no release had may be in archives from before the first one.
    func known(_ isAffected: (ArchivedType, ArchivedSchema) -> Bool) -> [String] {
      let affected = all(isAffected)
      return affected.isEmpty && !unpromised.contains { has($0, isAffected) } ? found : affected
    }
    switch change.rule {
    case .defaultChanged, .requiredAdded:
      guard let key = change.key, let entry = schema.entry(key, of: type) else { return found }
      let keys = [key] + entry.formerKeys.map { $0.hasPrefix("/") ? String($0.dropFirst()) : $0 }
      return all { old, schema in !keys.contains { schema.entry($0, of: old) != nil } }
    case .formerKeyRemoved:
      return known { old, _ in old[change.old] != nil }
    case .migrationRemoved:
      return known { old, _ in old.version ?? 1 < type.version ?? 1 }
    default: return found
    }
  }
}

extension ArchivedSchema {
  /// The entry under a key of a type, or of a struct that is in place in it.
  fileprivate func entry(_ key: String, of type: ArchivedType, depth: Int = 0) -> ArchivedEntry? {
    if let entry = type[key] { return entry }
    guard type.kind != .record, depth < 32 else { return nil }
    let entries = type.superclass == nil ? type.entries : type.hierarchy { self[$0] }.flatMap(\.entries)
    for outer in entries where key.hasPrefix(outer.key) {
      if outer.key == key { return outer }
      guard case .value(let name) = outer.form.base, outer.form.dimensions.isEmpty, !outer.form.isOptional,
        !outer.isOwnCoding, key.dropFirst(outer.key.count).hasPrefix("."), let inner = self[name],
        inner.kind == .structure, inner.rawType == nil,
        let found = entry(String(key.dropFirst(outer.key.count + 1)), of: inner, depth: depth + 1)
      else { continue }
      return found.part(of: outer.key)
    }
    return nil
  }
}

extension Rule {
  /// Whether a change may affect the archives of other releases than the one that it was found in.
  fileprivate var mayAffectOthers: Bool {
    [.defaultChanged, .requiredAdded, .formerKeyRemoved, .migrationRemoved].contains(self)
  }
}
