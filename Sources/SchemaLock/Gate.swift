import ArchiveModel

/// Compares a schema with every release of a lock.
public struct Gate: Sendable {
  /// The name of the lock's state that is not part of a release yet.
  public static let unreleased = "unreleased"

  public struct Report: Sendable {
    /// All changes, the worst first. A change that several releases share is listed once.
    public var changes: [Change] = []
    /// The changes that the lock's mode forbids and that are not accepted.
    public var breaks: [Change] = []
    public var accepted: [Change] = []
    /// The breaks that the configuration makes warnings.
    public var warnings: [Change] = []
    /// The breaks that the next release's major number allows.
    public var allowed: [Change] = []
    public var typeCount = 0
    public var keyCount = 0
    /// The types, and the keys as `Type.key`, whose values are archived by their own coding, so that nothing inside them is
    /// compared.
    public var ownCoding: [String] = []
    /// The compared releases, oldest first.
    public var releases: [String] = []
    /// Whether the lock's text has to change.
    public var isOutdated = false
  }

  /// - Parameters:
  ///   - branch: the lock beside the schema, if `lock` is another one: what it accepts or retires is no break.
  ///   - policy: what the project's configuration says about breaks.
  ///   - mode: overrides the lock's modes, for every type.
  public static func check(
    _ schema: ArchivedSchema, against lock: LockFile, branch: LockFile? = nil, policy: GatePolicy = .none,
    mode: LockFile.Mode? = nil
  ) -> Report {
    var lock = lock
    for (release, reason) in branch?.retiredReleases ?? [:] where lock.releases.contains(release) {
      lock.retiredReleases[release] = reason
    }
    var report = Report()
    report.typeCount = schema.types.count
    report.keyCount = schema.types.reduce(0) { $0 + $1.entries.count }
    report.ownCoding = schema.types.flatMap { type in
      type.kind == .ownCoding
        ? [type.name] : type.entries.filter(\.isOwnCoding).map { "\(type.name).\($0.key)" }
    }
    var retired = lock.retired
    if let branch { retired.formUnion(branch.retired) }
    let acceptances = lock.accepted + (branch?.accepted ?? [])
    var places: [ChangeIdentity: Int] = [:]
    let baselines = baselines(of: lock)
    let unpromised = lock.schemas(of: lock.unpromisedReleases)
    var verdicts = JudgedTypes(schema)
    for (index, baseline) in baselines.enumerated() {
      report.releases.append(baseline.name)
      for var change in Judge.changes(from: baseline.schema, to: schema, retired: retired, &verdicts) {
        var affected = AffectedReleases(schema, baselines[...index], unpromised).releases(of: change)
        if affected.isEmpty {
          // Every archive that has to be readable has the key.
          change.level = .safe
          affected = [baseline.name]
        }
        let identity = ChangeIdentity(change)
        if let place = places[identity] {
          // The advice is that for the latest release, which is the most similar to the sources.
          change.releases = report.changes[place].releases
          report.changes[place] = change
        } else {
          places[identity] = report.changes.count
          report.changes.append(change)
        }
        for release in affected where !report.changes[places[identity] ?? 0].releases.contains(release) {
          report.changes[places[identity] ?? 0].releases.append(release)
        }
      }
    }
    report.changes.sort(by: isBefore)
    findOrigins(of: &report.changes, verdicts)
    let allowsBreaks = policy.allowsBreaks(after: lock.releases)
    for index in report.changes.indices {
      let mode = mode ?? lock.mode(of: report.changes[index].type)
      var change = report.changes[index]
      change.breaksBackward = mode.checksBackward && change.level > .safe
      change.breaksForward = mode.checksForward && change.forward > .safe
      change.effect = max(mode.checksBackward ? change.level : .safe, mode.checksForward ? change.forward : .safe)
      let level = policy.level(of: change)
      change.levelReason = level?.reason
      report.changes[index] = change
      guard change.breaksBackward || change.breaksForward || level?.level == .error else {
        // Two names for one number lose nothing, and may be a mistake.
        if change.rule == .enumeratorReused, level == nil, !acceptances.contains(where: { $0.covers(change) }) {
          report.warnings.append(change)
        }
        continue
      }
      if level?.level == .ignore || acceptances.contains(where: { $0.covers(change) }) {
        report.accepted.append(change)
      } else if level?.level == .warning {
        report.warnings.append(change)
      } else if level == nil, allowsBreaks {
        report.allowed.append(change)
      } else {
        report.breaks.append(change)
      }
    }
    lock.completeDefaults(from: schema)
    var updated = lock
    updated.update(to: schema)
    // Equal locks have equal texts; different ones may, because the order of equal lines is not in the text.
    report.isOutdated = updated != lock && updated.text != lock.text
    return report
  }

  /// A change of a struct is repeated in every type that contains the struct, and one of a union's member in every field of it.
  private static func findOrigins(of changes: inout [Change], _ verdicts: JudgedTypes) {
    let identities = Set(changes.map { ChangeIdentity($0) })
    for index in changes.indices {
      let change = changes[index]
      let found =
        change.origin
        ?? change.key.flatMap { verdicts.types[change.type]?[$0] }.flatMap {
          verdicts.declarations.owner(of: $0, in: change.type)?.subject
        }
      // The effect may differ if the value is in columns.
      changes[index].origin = found.flatMap { identities.contains(ChangeIdentity(change, subject: $0)) ? $0 : nil }
    }
    let ofMembers = changes.indices.filter { changes[$0].rule == .memberConditionChanged }
    var firstFields: [ChangeIdentity: String] = [:]
    var origins: [String: String] = [:]
    for change in ofMembers.map({ changes[$0] }) where change.origin == nil {
      let identity = ChangeIdentity(change, subject: change.type)
      if let first = firstFields[identity] {
        origins[change.subject] = first
      } else {
        firstFields[identity] = change.subject
      }
    }
    for index in ofMembers {
      changes[index].origin = origins[changes[index].origin ?? changes[index].subject] ?? changes[index].origin
    }
  }

  /// Every release that is promised, and the unreleased state.
  static func baselines(of lock: LockFile) -> [(name: String, schema: ArchivedSchema)] {
    let releases = lock.promisedReleases
    let schemas = lock.schemas(of: releases.map(Optional.some) + [nil])
    var result = Array(zip(releases, schemas)).map { (name: $0, schema: $1) }
    let current = schemas[releases.count]
    if result.last?.schema != current, !current.types.isEmpty { result.append((unreleased, current)) }
    return result.filter { !$0.schema.types.isEmpty }
  }

  private static func isBefore(_ left: Change, _ right: Change) -> Bool {
    let (first, second) = (max(left.level, left.forward), max(right.level, right.forward))
    if left.level != right.level { return left.level > right.level }
    if first != second { return first > second }
    return (left.type, left.key ?? "", left.rule.rawValue, left.old) < (
      right.type, right.key ?? "", right.rule.rawValue, right.old
    )
  }
}

/// The properties in which changes of several releases have to agree to be one change.
private struct ChangeIdentity: Hashable {
  private let rule: Rule
  private let subject: String
  private let texts: [String]
  private let levels: [Level]

  init(_ change: Change, subject: String? = nil) {
    rule = change.rule
    self.subject = subject ?? change.subject
    // A removed key may have had several types, one after another.
    texts = [.keyRemoved, .linkRemoved, .caseRemoved].contains(change.rule) ? [] : [change.old, change.new]
    levels = [change.level, change.forward]
  }
}
