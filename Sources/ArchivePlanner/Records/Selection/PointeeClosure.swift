import ArchiveModel

/// Settles the given records and every one that they hold or lead to.
///
/// Pointers go in circles, so a record is first settled as if all that its pointers lead to could be archived. Those
/// that lead to one that cannot are then settled again, and those that lead to these, until nothing changes: the
/// greatest set of records in which none leads to a refused one.
extension FieldResolution {
  mutating func close(over roots: [Record]) {
    for root in roots { _ = resolve(root) }
    var next = 0
    while next < pending.count {
      if let record = records[pending[next]] { _ = resolve(record) }
      next += 1
    }
    pending = []
    var changed = outcomes.filter { !$0.value.isPlanned }.keys.sorted()[...]
    while let id = changed.popFirst() {
      for dependent in (dependents[id] ?? []).sorted() {
        guard outcomes[dependent]?.isPlanned == true, let record = records[dependent] else { continue }
        outcomes[dependent] = nil
        if !resolve(record).isPlanned { changed.append(dependent) }
      }
    }
  }
}

extension FieldResolution {
  /// What is wrong with annotations of other records than these.
  func errors(outside records: Set<Record.ID>) -> [Diagnostic] {
    var all: [Diagnostic] = []
    for (id, outcome) in outcomes.sorted(by: { $0.key < $1.key }) where !records.contains(id) {
      if case .invalid(let outcome) = outcome { all += outcome.errors }
    }
    return all
  }
}

extension RecordOutcome {
  fileprivate var isPlanned: Bool {
    if case .planned = self { true } else { false }
  }
}

// MARK: What is reached

extension FieldResolution {
  /// The given records and every one that they hold or lead to, each once.
  func reached(from roots: [PlannedRecord]) -> [PlannedRecord] {
    var seen: Set<Record.ID> = []
    var result: [PlannedRecord] = []
    var open = roots.reversed().map(\.record.id)
    while let id = open.popLast() {
      guard seen.insert(id).inserted, let planned = planned(id) else { continue }
      result.append(planned)
      for field in planned.fields.reversed() {
        open += field.entry.targets.reversed() + [field.entry.inner].compactMap(\.self)
      }
    }
    return result
  }

  /// The records that pointers of the given ones, or of those that these reach, lead to: each has a table in a graph,
  /// under its archived name.
  func nodes(from roots: [PlannedRecord]) -> Set<Record.ID> {
    Set(reached(from: roots).flatMap { $0.fields.flatMap(\.entry.targets) })
  }

  /// Whether a value of the record is all in the record itself, so that it can be archived without a graph.
  ///
  /// - Parameter known: what was found out before, as records hold each other many times over.
  func isPlain(_ planned: PlannedRecord, _ known: inout [Record.ID: Bool]) -> Bool {
    if let known = known[planned.record.id] { return known }
    let result = planned.fields.allSatisfy { field in
      guard !field.entry.leadsOut else { return false }
      return field.entry.inner.flatMap { self.planned($0) }.map { isPlain($0, &known) } ?? true
    }
    known[planned.record.id] = result
    return result
  }

  /// The tag or typedef, without the module, unless `name("…")` says otherwise; an unnamed record is called after the
  /// member that it is the type of, or the typedef of a pointer to it.
  func archivedName(of record: Record) -> String {
    if let name = records.annotations(of: record).name ?? record.name { return name }
    guard let parent = record.parent.flatMap({ records[$0] }) else {
      if case .behindTypedef(let name)? = record.unnameable { return name }
      return ""
    }
    let member = parent.fields.first { $0.type.innermost == .record(record.id) }
    return [archivedName(of: parent), member?.name ?? ""].filter { !$0.isEmpty }.joined(separator: ".")
  }

  /// Of the innermost named record around an unnamed one.
  func outerName(of record: Record) -> String? {
    var around = record.parent.flatMap { records[$0] }
    while let outer = around, outer.name == nil { around = outer.parent.flatMap { records[$0] } }
    return around?.name
  }

  func annotations(of record: Record) -> TypeAnnotations { records.annotations(of: record) }

  /// Warnings for the fields that `--unresolved skip` leaves out of the given records and of those that they reach.
  func skipWarnings(for planned: [PlannedRecord]) -> [Diagnostic] {
    guard hasSkippedFields else { return [] }
    return reached(from: planned).flatMap { record in
      record.skipped.compactMap { warning(about: $0, of: record.record) }
    }
  }

  /// Other warnings about them.
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
