import ArchiveModel

/// Chooses the types that get code: the named records of the given headers, unless skipped or refused.
struct RecordSelection {
  let planned: [PlannedRecord]
  let summary: Plan.Summary
  /// About types that are left out, besides what they are left out for.
  let warnings: [Diagnostic]

  static func run(
    _ records: RecordIndex, _ resolution: inout FieldResolution, _ diagnostics: inout [Diagnostic]
  ) -> RecordSelection {
    var planned: [PlannedRecord] = []
    var summary = Plan.Summary()
    var reported: Set<Diagnostic> = []
    var warnings: [Diagnostic] = []
    var candidates: [Record] = []
    for record in records.records where record.isFromInput && record.name != nil && record.unnameable == nil {
      let annotations = records.annotations(of: record)
      if annotations.isSkipped {
        summary.skipped += 1
        continue
      }
      let errors = AttributeCheck.errors(in: annotations, on: record, records)
      guard errors.isEmpty else {
        summary.refused += 1
        diagnostics += errors
        continue
      }
      candidates.append(record)
    }
    resolution.close(over: candidates.filter { $0.kind == .structure || records.determinesItsMember($0) })
    // Those of records that get no code of their own would otherwise be lost: of unnamed ones, and of other headers'.
    diagnostics += resolution.errors(outside: Set(candidates.map(\.id)))
    for record in candidates {
      guard record.kind == .structure || records.determinesItsMember(record) else {
        if resolution.inlinedUnions.contains(record.id) {
          // Its members are in the tables of the records around it, which have its tag.
          summary.skipped += 1
        } else {
          summary.refused += 1
          diagnostics += memberErrors(record, records) ?? (record.hasAnnotationError ? [] : [unsaid(record, records)])
        }
        continue
      }
      switch resolution.resolve(record) {
      case .planned(let plan): planned.append(plan)
      case .refused(let outcome), .invalid(let outcome):
        summary.refused += 1
        // A union's mistakes are every holder's.
        diagnostics += outcome.errors.filter { reported.insert($0).inserted }
        warnings += outcome.warnings
        diagnostics += outcome.refusals.map { warning(about: $0, of: record, records) }
        diagnostics += outcome.skipped.compactMap { resolution.warning(about: $0, of: record) }
      }
    }
    let nameless = UnnameableTypes.warnings(records)
    summary.refused += nameless.warnings.count
    summary.skipped += nameless.skipped
    diagnostics += nameless.warnings
    return RecordSelection(planned: planned, summary: summary, warnings: warnings)
  }

  private static func warning(about refusal: Refusal, of record: Record, _ records: RecordIndex) -> Diagnostic {
    Diagnostic(
      refusal.id, .warning, at: refusal.field.location,
      "'\(record.displayName)' is left out: \(refusal.field.possessivePhrase) \(refusal.reason)",
      advice: refusal.advice, notes: refusal.notes, fixIts: refusal.fixIts(records.lines))
  }

  /// What is wrong with the annotations of its members, which nothing else asks.
  private static func memberErrors(_ union: Record, _ records: RecordIndex) -> [Diagnostic]? {
    let errors = union.fields.enumerated().flatMap { index, field in
      AttributeCheck.errors(in: records.annotations(of: union, field: index), on: field, of: union, records)
    }
    return errors.isEmpty ? nil : errors
  }

  /// A union that stands alone, and does not say which member is live.
  private static func unsaid(_ union: Record, _ records: RecordIndex) -> Diagnostic {
    if let tag = records.annotations(of: union).union.tag {
      let names = MemberPath.memberNames(of: union, records)
      return Diagnostic(
        .unknownField, at: tag.location,
        "'\(tag.text)' is no member of '\(union.displayName)', and no struct holds the union beside such a field",
        advice: nearestWord(to: tag.text, among: names).map { "did you mean '\($0)'?" }
          ?? "write the member that has the tag, like tag(type) or tag(header.type)")
    }
    return Diagnostic(
      .unresolvedUnion, at: union.location,
      "'\(union.displayName)' is left out: nothing says which member of a union is live",
      advice:
        "write tag(member) or view(member) on it, or '// archive: skip' if it is not meant to be archived on its own")
  }
}

extension Field {
  fileprivate var possessivePhrase: String { name.isEmpty ? "its anonymous member" : "its field \(displayName)" }
}
