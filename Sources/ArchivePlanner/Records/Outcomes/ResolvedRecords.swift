import ArchiveModel

/// The records of a run with their outcomes.
struct ResolvedRecords {
  let records: RecordIndex
  private var outcomes: [Record.ID: RecordOutcome] = [:]
  /// Unions whose members are in the tables of the records around them.
  var inlinedUnions: Set<Record.ID> = []
  /// Whether any record has skipped fields, which is rare.
  private var hasSkippedFields = false
  private var hasWarnings = false

  init(_ records: RecordIndex) { self.records = records }

  mutating func set(_ outcome: RecordOutcome, of id: Record.ID) {
    outcomes[id] = outcome
    guard case .planned(let planned) = outcome else { return }
    if !planned.skipped.isEmpty { hasSkippedFields = true }
    if !planned.warnings.isEmpty { hasWarnings = true }
  }

  /// nil for a record that nothing leads to.
  subscript(id: Record.ID) -> RecordOutcome? { outcomes[id] }

  /// The record, if it can be archived.
  func planned(_ id: Record.ID) -> PlannedRecord? {
    if case .planned(let planned)? = outcomes[id] { planned } else { nil }
  }

  /// The records that cannot be archived, sorted.
  var refused: [Record.ID] {
    outcomes.filter { if case .planned = $0.value { false } else { true } }.keys.sorted()
  }

  func annotations(of record: Record) -> TypeAnnotations { records.annotations(of: record) }

  /// The errors in annotations of other records than these.
  func errors(outside records: Set<Record.ID>) -> [Diagnostic] {
    var all: [Diagnostic] = []
    for (id, outcome) in outcomes.sorted(by: { $0.key < $1.key }) where !records.contains(id) {
      if case .invalid(let outcome) = outcome { all += outcome.errors }
    }
    return all
  }
}

// MARK: Reachable records

extension ResolvedRecords {
  /// The given records and every one that they hold or lead to, each once.
  func reached(from roots: [PlannedRecord]) -> [PlannedRecord] {
    Fixpoint.closure(of: roots.map(\.record.id), .depthFirst) { planned($0)?.successors ?? [] }
      .compactMap { planned($0) }
  }

  /// The records behind pointers of the given ones, or of those that these reach. Each has a table in a graph, under
  /// its archived name.
  func nodes(from roots: [PlannedRecord]) -> Set<Record.ID> {
    Set(reached(from: roots).flatMap { $0.fields.flatMap(\.entry.targets) })
  }

  /// Whether the whole value of the record is in the record itself, so that it can be archived without a graph.
  ///
  /// - Parameter known: the results for other records, because many records may contain the same one.
  func isPlain(_ planned: PlannedRecord, _ known: inout [Record.ID: Bool]) -> Bool {
    if let known = known[planned.record.id] { return known }
    let result = planned.fields.allSatisfy { field in
      guard !field.entry.leadsOut else { return false }
      return field.entry.inner.flatMap { self.planned($0) }.map { isPlain($0, &known) } ?? true
    }
    known[planned.record.id] = result
    return result
  }
}

// MARK: Warnings

extension ResolvedRecords {
  /// Warnings for the fields that `--unresolved skip` leaves out of the given records and of those that they reach.
  func skipWarnings(for planned: [PlannedRecord]) -> [Diagnostic] {
    guard hasSkippedFields else { return [] }
    return reached(from: planned).flatMap { record in
      record.skipped.compactMap { warning(about: $0, of: record.record) }
    }
  }

  /// Other warnings about these records.
  func warnings(for planned: [PlannedRecord]) -> [Diagnostic] {
    hasWarnings ? reached(from: planned).flatMap(\.warnings) : []
  }

  /// nil for a field that an annotation leaves out.
  func warning(about skipped: SkippedField, of record: Record) -> Diagnostic? {
    skipped.unresolved.map {
      Diagnostic(
        $0.id, .warning, at: $0.field.location,
        "\($0.field.name.isEmpty ? "the anonymous member" : "field '\($0.field.name)'") of \(records.phrase(of: record)) is skipped: it \($0.reason)",
        advice: $0.adviceIfSkipped, notes: $0.notes, fixIts: $0.fixIts(records.lines))
    }
  }

  func skippedFieldCount(in planned: [PlannedRecord]) -> Int {
    hasSkippedFields ? reached(from: planned).reduce(0) { $0 + $1.skipped.count } : 0
  }
}
