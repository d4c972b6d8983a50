import ArchiveModel

/// Resolves the given records and all records that they contain or point to.
///
/// Pointers form cycles, so a record is first resolved as if everything behind its pointers could be archived. Records
/// that lead to a refused one are then refused as well, and those that lead to these, until nothing changes. The result
/// is the greatest set of records of which none leads to a refused one.
struct RecordResolution {
  /// The limit, which 15 levels of two members each reach. The runtime's tables for such a record take tens of
  /// megabytes.
  private static let mostKeys = 1 << 15

  private let members: MemberResolver
  private let records: RecordIndex
  private let policy: UnresolvedPolicy
  private let systemTags: SystemTags
  private var resolved: ResolvedRecords
  /// The outcomes of each record's members, by its own declarations and annotations.
  private var memberOutcomes: [Record.ID: [FieldOutcome]] = [:]
  /// For each record, the records that contain it or point to it.
  private var dependents: [Record.ID: Set<Record.ID>] = [:]
  /// Records that pointers lead to and that are not resolved yet.
  private var pending: [Record.ID] = []

  static func run(
    _ roots: [Record], _ records: RecordIndex, _ names: SwiftNames, policy: UnresolvedPolicy
  ) -> ResolvedRecords {
    var pass = RecordResolution(records, names, policy)
    Fixpoint.closure(of: roots.map(\.id)) { pass.targets(of: $0) }
    Fixpoint.closure(of: pass.resolved.refused) { pass.refuseDependents(of: $0) }
    return pass.resolved
  }

  private init(_ records: RecordIndex, _ names: SwiftNames, _ policy: UnresolvedPolicy) {
    members = MemberResolver(records: records, names: names)
    self.records = records
    self.policy = policy
    systemTags = SystemTags(records.records)
    resolved = ResolvedRecords(records)
  }

  /// Resolves a record.
  ///
  /// - Returns: the records behind its pointers.
  private mutating func targets(of id: Record.ID) -> [Record.ID] {
    if let record = records[id] { _ = resolve(record) }
    defer { pending = [] }
    return pending
  }

  /// - Returns: the records that are refused because they hold or lead to this one.
  private mutating func refuseDependents(of id: Record.ID) -> [Record.ID] {
    (dependents[id] ?? []).sorted().filter { dependent in
      guard resolved.planned(dependent) != nil, let record = records[dependent] else { return false }
      let outcome = outcome(of: record)
      resolved.set(outcome, of: dependent)
      if case .planned = outcome { return false }
      return true
    }
  }

  /// A record cannot contain itself by value (C17 6.7.2.1p3), so the recursion ends; pointers are not followed here.
  private mutating func resolve(_ record: Record) -> RecordOutcome {
    if let known = resolved[record.id] { return known }
    let outcome = outcome(of: record)
    resolved.set(outcome, of: record.id)
    return outcome
  }

  private mutating func outcome(of record: Record) -> RecordOutcome {
    if record.hasAnnotationError { return .invalid(.unreadable) }
    if let refusal = systemTags.refusal(of: record) { return .refused(.refused(refusal)) }
    var all = FieldOutcome()
    for member in outcomes(ofMembersOf: record) { all.append(checked(member, in: record), policy) }
    if all.hasErrors { return .invalid(all.faults) }
    if !all.refusals.isEmpty { return .refused(all.faults) }
    let (fields, errors) = BitGroups(record: record, records: records).assign(all.fields)
    guard errors.isEmpty else { return .invalid(.invalid(errors)) }
    let keyCount = all.fields.reduce(0) { sum, field in
      let count = field.entry.inner.flatMap { resolved.planned($0)?.keyCount } ?? 1
      return sum.addingReportingOverflow(count).overflow ? .max : sum + count
    }
    return .planned(
      PlannedRecord(
        record: record, fields: fields, keyCount: keyCount, skipped: all.skipped, warnings: all.warnings))
  }

  private mutating func outcomes(ofMembersOf record: Record) -> [FieldOutcome] {
    if let known = memberOutcomes[record.id] { return known }
    let found = members.resolve(record)
    memberOutcomes[record.id] = found
    for outcome in found { resolved.inlinedUnions.formUnion(outcome.inlinedUnions) }
    return found
  }

  // MARK: Requirements

  /// The outcome of a member, or its refusal if another record that it needs cannot be archived.
  private mutating func checked(_ member: FieldOutcome, in record: Record) -> FieldOutcome {
    for requirement in member.requirements {
      dependents[requirement.record, default: []].insert(record.id)
      guard let other = records[requirement.record] else { continue }
      let refusal =
        switch requirement.place {
        case .inside: refusal(of: requirement.field, holding: other)
        case .behindPointer: refusal(of: requirement.field, leadingTo: other)
        }
      if let refusal { return .refused(refusal) }
    }
    return member
  }

  private mutating func refusal(of field: Field, holding inner: Record) -> Refusal? {
    switch resolve(inner) {
    case .planned(let planned):
      // The runtime flattens nested records, and each level of two members may double the number of keys.
      if planned.keyCount > Self.mostKeys {
        return .unsupported(
          field,
          "has the type '\(inner.displayName)', which has \(planned.keyCount) keys with those of the structs in it; at most \(Self.mostKeys) may be nested"
        )
      }
      guard planned.hasFlexibleArray else { return nil }
      return .unsupported(
        field, "has the type '\(inner.displayName)', whose flexible array would have to end inside this record")
    case .refused(let outcome): return .nested(field, inner, outcome.refusals)
    case .invalid: return .invalid(field, "has the type \(records.phrase(of: inner))", inner)
    }
  }

  private mutating func refusal(of field: Field, leadingTo target: Record) -> Refusal? {
    switch resolved[target.id] {
    // It is resolved later, or it contains this field. Until then it counts as archived.
    case nil:
      pending.append(target.id)
      return nil
    case .planned: return nil
    case .refused(let outcome): return .pointee(field, target, outcome.refusals)
    case .invalid: return .invalid(field, "is a pointer to '\(target.displayName)'", target)
    }
  }
}
