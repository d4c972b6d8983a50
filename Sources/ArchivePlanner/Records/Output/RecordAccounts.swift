import ArchiveModel

/// Tells for every record of the model what becomes of it, and why members have no key.
enum RecordAccounts {
  /// - Parameter planned: the records that get code.
  static func run(
    _ planned: [PlannedRecord], _ selection: RecordSelection, _ records: RecordIndex, _ model: HeaderModel
  ) -> [Record.ID: RecordAccount] {
    let written = Set(planned.map(\.record.id))
    let resolution = selection.resolved
    var accounts: [Record.ID: RecordAccount] = [:]
    for record in model.records {
      var fieldAnnotations: [Int: [Attribute]] = [:]
      for index in record.fields.indices {
        let annotations = records.annotations(of: record, field: index)
        if !annotations.written.isEmpty { fieldAnnotations[index] = annotations.written }
      }
      let plan = resolution.planned(record.id)
      accounts[record.id] = RecordAccount(
        outcome: written.contains(record.id)
          ? .archived(name: records.archivedName(of: record)) : leftOut(record, selection, records),
        annotations: records.annotations(of: record).written, fieldAnnotations: fieldAnnotations,
        members: plan.map { $0.fields.filter(\.entry.isArchived).map { member($0) } } ?? [],
        absences: absences(record, resolution),
        entries: plan.map { RecordSchemaExtraction.entries(of: $0, resolution, lines: model.lines) } ?? [])
    }
    return accounts
  }

  private static func member(_ field: PlannedField) -> RecordAccount.Member {
    let entry = field.entry
    var (isArray, isBits) = (false, false)
    switch entry.form {
    case .records: isArray = true
    case .bits: isBits = true
    default: break
    }
    return RecordAccount.Member(
      place: RecordAccount.Place(
        name: field.field.name, bitOffset: isBits ? entry.offset : entry.offset * 8, location: field.field.location),
      key: entry.key, inner: entry.inner, isArrayOfRecords: isArray)
  }

  private static func leftOut(
    _ record: Record, _ selection: RecordSelection, _ records: RecordIndex
  ) -> RecordAccount.Outcome {
    func because(_ reason: String, _ advice: String? = nil) -> RecordAccount.Outcome {
      .leftOut(reason: reason, advice: advice)
    }
    if records.annotations(of: record).isSkipped { return because("an annotation skips it") }
    if record.isFromInput, record.name != nil, record.unnameable == nil,
      let known = selection.leftOut[records.archivedName(of: record)]
    {
      return because(known.reason, known.advice)
    }
    switch selection.resolved[record.id] {
    case .planned?:
      return record.isFromInput && record.name != nil
        ? because("another type has its name or a key twice; generating tells which")
        : because(
          record.name == nil
            ? "it has no name; its members are keys of the records that hold it"
            : "none of the given headers defines it; its members are keys of the records that hold it")
    case .refused(let outcome)?:
      guard let refusal = outcome.refusals.first else { break }
      let field = refusal.field.name.isEmpty ? "its anonymous member" : "its field '\(refusal.field.name)'"
      return because("\(field) \(refusal.reason)", refusal.advice)
    case .invalid?: return because("its annotations have errors")
    case nil: break
    }
    if selection.resolved.inlinedUnions.contains(record.id) {
      return because("its members are keys of the records that hold it, which have its tag")
    }
    if record.unnameable == .unavailable { return because("an attribute makes it unavailable", "remove the attribute") }
    if record.unnameable != nil { return because("it has no name that other code can use", "write a tag") }
    if record.hasAnnotationError { return because("its annotations have errors") }
    if record.kind == .union {
      return because("nothing says which member of a union is live", "write tag(member) or view(member)")
    }
    return because("no archived type holds it or leads to it")
  }

  private static func absences(_ record: Record, _ resolution: ResolvedRecords) -> [RecordAccount.Absence] {
    func absence(_ refusal: Refusal) -> RecordAccount.Absence {
      RecordAccount.Absence(
        name: refusal.field.name, location: refusal.field.location, reason: refusal.reason, advice: refusal.advice)
    }
    func absences(_ skipped: [SkippedField]) -> [RecordAccount.Absence] {
      skipped.map { skipped in
        skipped.unresolved.map(absence)
          ?? RecordAccount.Absence(
            name: skipped.field.name, location: skipped.field.location, reason: "an annotation skips it", advice: nil)
      }
    }
    switch resolution[record.id] {
    case .planned(let plan)?: return absences(plan.skipped)
    case .refused(let outcome)?, .invalid(let outcome)?:
      return outcome.refusals.map(absence) + absences(outcome.skipped)
        + outcome.errors.compactMap { error in
          error.location.map {
            RecordAccount.Absence(name: "", location: $0, reason: error.message, advice: error.advice)
          }
        }
    case nil: return []
    }
  }
}
